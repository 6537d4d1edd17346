"""
CPU seconds of `cite check`: 100 claims on ten PDFs of 50 pages, cold, unchanged, after a change.

Each check is a process of its own, its children counted. Beside it, in the same run, the bare
library reads the text of the same PDFs, which a cold check cannot do without. With DATA, a file
of real premises and claims (`dev.NAME.jsonl.gz`), the PDFs have those words and the judge `local`
reads them; without, words are made up, half of the claims quote, and nothing is English enough
for a model. Then how the time grows with the length of a report.
"""

import argparse
import io
import os
import random
import resource
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pypdfium2
from harness import table
from judge_data import read_set
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

SYLLABLES = "ba de fi go lu ma ne pi ro su ta ve wi xo ka le mi no pu ra".split()
# As many words as a library of ten documents has, the common ones more often than the rare.
WORDS = [
    "".join(parts) for parts in random.Random(0).sample([*product(SYLLABLES, repeat=3)], 4_000)
]
VERBS = "keeps checks loses converts counts opens closes compares copies describes".split()
LINES, COLUMNS, LONGEST_CLAIM = 48, 95, 400
FOOTNOTES, CLAIMS = (1_000, 10_000, 30_000), (1_000, 5_000, 20_000)


def sentence(rng: random.Random) -> str:
    """A sentence that nobody else writes."""
    nouns = [WORDS[int(len(WORDS) * rng.random() ** 2)] for _ in range(4)]
    year, many = rng.randrange(1900, 2024), rng.randrange(2, 999)
    done = f"{rng.choice(VERBS)} {many} {nouns[1]}s for the {nouns[2]} near the {nouns[3]}"
    return f"The {nouns[0]} of {year} {done}."


def made_up(rng: random.Random) -> Iterator[tuple[str, list[str]]]:
    """Texts of our own words, each with claims about it."""
    while True:
        said = [sentence(rng) for _ in range(40)]
        quoting = f'The source says: "{said[1]}"'
        yield "\n".join(said), [said[0], quoting]


def real(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The premises of a file, each with what it is asked for."""
    for row in read_set(path, path.name, "dev", None).rows:
        yield row.premise, [row.claim] if len(row.claim) < LONGEST_CLAIM else []


def make_pdf(pages: int, texts: Iterator[tuple[str, list[str]]]) -> tuple[bytes, list[str]]:
    """A PDF of so many pages, and the claims about it."""
    buffer, claims, lines = io.BytesIO(), list[str](), list[str]()
    canvas = Canvas(buffer, pagesize=A4, invariant=1)
    for _ in range(pages):
        while len(lines) < LINES:
            text, about = next(texts)
            claims += about
            lines += [part for line in text.split("\n") for part in textwrap.wrap(line, COLUMNS)]
        for at, line in enumerate(lines[:LINES]):
            canvas.setFont("Helvetica", 10)
            canvas.drawString(
                50, 790 - 15 * at, line.encode("latin-1", "replace").decode("latin-1")
            )
        del lines[:LINES]
        canvas.showPage()
    canvas.save()
    return buffer.getvalue(), claims


def make_folder(folder: Path, options: argparse.Namespace) -> None:
    """The sources and a report that cites them."""
    rng = random.Random(options.seed)
    texts = real(options.data) if options.data else made_up(rng)
    (folder / "sources").mkdir()
    lines = ["# Report", ""]
    for number in range(1, options.documents + 1):
        data, claims = make_pdf(options.pages, texts)
        (folder / "sources" / f"source-{number}.pdf").write_bytes(data)
        for claim in rng.sample(claims, options.claims // options.documents):
            lines += [f"{claim.strip().removesuffix('.')} [S{number}].", ""]
    (folder / "report.md").write_text("\n".join(lines), "utf-8")


def cpu_seconds(work: Callable[[], object]) -> float:
    """Seconds of processor time that the children of this process took for it."""

    def used() -> float:
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
        return spent.ru_utime + spent.ru_stime

    before = used()
    work()
    return used() - before


def run_check(folder: Path, report: str, judge: str, *more: str) -> None:
    """One `cite check` in a process of its own, with a cache folder beside the sources."""
    command = [sys.executable, "-m", "citation_engine.cli", "check", str(folder / report)]
    chosen = ["--sources", str(folder / "sources"), "--judge", judge, "--output-format", "json"]
    environment = {**os.environ, "CITATION_CACHE_FOLDER": str(folder / "cache")}
    done = subprocess.run(
        [*command, *chosen, "-o", str(folder / "found.json"), *more],
        capture_output=True,
        env=environment,
        text=True,
    )
    assert done.returncode in (0, 1), done.stderr


def read_bare(folder: Path) -> None:
    """Let the bare library read the text of all PDFs, in a process of its own."""
    subprocess.run([sys.executable, __file__, "--bare", str(folder / "sources")], check=True)


def bare(sources: Path) -> None:
    """Read the text of all PDFs."""
    for path in sorted(sources.iterdir()):
        document = pypdfium2.PdfDocument(path)
        for page in document:
            page.get_textpage().get_text_bounded()
        document.close()


def change_line(folder: Path) -> None:
    """Change one line of the report, as somebody does who corrects it."""
    report = folder / "report.md"
    lines = report.read_text("utf-8").split("\n")
    lines[2] = "Another claim that nobody made before, with 17 words of its own " + lines[2][-6:]
    report.write_text("\n".join(lines), "utf-8")


def change_source(folder: Path) -> None:
    """Put the second source in the place of the first."""
    first, second = (folder / "sources" / f"source-{number}.pdf" for number in (1, 2))
    first.write_bytes(second.read_bytes() + b"\n% changed\n")


def measure_corrections(options: argparse.Namespace) -> None:
    """Print what a check costs when everything, nothing, a line or a source is new."""
    judge = "local" if options.data else options.judge
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        make_folder(folder, options)
        library = cpu_seconds(lambda: read_bare(folder))
        rows = [["bare pypdfium2, text of all pages", library, 1.0]]
        for name, prepare in (
            ("cold", lambda _: None),
            ("unchanged", lambda _: None),
            ("one line changed", change_line),
            ("one source changed", change_source),
        ):
            prepare(folder)
            taken = cpu_seconds(lambda: run_check(folder, "report.md", judge))
            rows.append([name, taken, taken / library])
    title = f"{options.claims} claims, {options.documents} PDFs of {options.pages} pages, {judge}"
    table(title, ["run", "CPU s", "ratio to the bare library"], rows)


def measure_growth() -> None:
    """Print what a check costs as a report gets longer."""
    rows = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "sources").mkdir()
        (folder / "sources" / "mills.txt").write_text("The north mill closed in 1987.\n", "utf-8")
        for what, sizes in (("footnotes", FOOTNOTES), ("claims", CLAIMS)):
            for size in sizes:
                text = _footnotes(size) if what == "footnotes" else _claims(size)
                (folder / "long.md").write_text(text, "utf-8")
                taken = cpu_seconds(lambda: run_check(folder, "long.md", "overlap", "--no-cache"))
                rows.append([f"{size:,} {what}", len(text) / 1000, taken, taken / size * 1000])
    table("Long reports, judge overlap", ["report", "kB", "CPU s", "ms each"], rows)


def _footnotes(count: int) -> str:
    cited = " ".join(f"Mill closed.[^{number}]" for number in range(count))
    return f"# Mills\n\n{cited}\n\n" + "".join(f"[^{number}]: x\n" for number in range(count))


def _claims(count: int) -> str:
    return "# Mills\n\n" + "".join(f"Mill {n} closed in 1987 [S1].\n\n" for n in range(count))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, nargs="?", help="a file of premises and claims")
    parser.add_argument("--documents", type=int, default=10)
    parser.add_argument("--pages", type=int, default=50)
    parser.add_argument("--claims", type=int, default=100)
    parser.add_argument("--judge", default="overlap", help="without DATA; with it, local")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--no-growth", action="store_true")
    parser.add_argument("--bare", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.bare:
        bare(options.bare)
        return
    measure_corrections(options)
    if not options.no_growth:
        measure_growth()


if __name__ == "__main__":
    main()
