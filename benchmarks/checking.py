"""
`check` of 100 claims on ten PDFs of 50 pages, without a model: cold, warm, and warm anew.

Beside it, in the same run, the bare library reading the text of the same PDFs, which a cold
check cannot do without. The PDFs are made with words of our own; half of the claims quote.
"""

import argparse
import io
import json
import random
import subprocess
import sys
import tempfile
import time
from itertools import product
from pathlib import Path

import pypdfium2
from harness import table
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from citation_engine import Settings, check

SYLLABLES = "ba de fi go lu ma ne pi ro su ta ve wi xo ka le mi no pu ra".split()
# As many words as a library of ten documents has, the common ones more often than the rare.
WORDS = [
    "".join(parts) for parts in random.Random(0).sample([*product(SYLLABLES, repeat=3)], 4_000)
]
VERBS = "keeps checks loses converts counts opens closes compares copies describes".split()
AGAIN = """
import json, sys, time
start = time.perf_counter()
from citation_engine import Settings, check
report, sources, cache = json.loads(sys.argv[1])
found = check(report, sources, settings=Settings.from_env(cache_folder=cache))
print(time.perf_counter() - start, len(found.claims))
"""


def sentence(rng: random.Random) -> str:
    """A sentence that nobody else writes."""
    nouns = [WORDS[int(len(WORDS) * rng.random() ** 2)] for _ in range(4)]
    year, many = rng.randrange(1900, 2024), rng.randrange(2, 999)
    done = f"{rng.choice(VERBS)} {many} {nouns[1]}s for the {nouns[2]} near the {nouns[3]}"
    return f"The {nouns[0]} of {year} {done}."


def make_pdf(pages: int, rng: random.Random) -> tuple[bytes, list[str]]:
    """A PDF, and its sentences."""
    buffer, said = io.BytesIO(), []
    canvas = Canvas(buffer, pagesize=A4, invariant=1)
    for _ in range(pages):
        y = 780
        while y > 60:
            said.append(sentence(rng))
            canvas.setFont("Helvetica", 10)
            canvas.drawString(60, y, said[-1])
            y -= 16
        canvas.showPage()
    canvas.save()
    return buffer.getvalue(), said


def make_folder(folder: Path, options: argparse.Namespace) -> None:
    """The sources and a report that cites them."""
    rng = random.Random(options.seed)
    (folder / "sources").mkdir()
    lines = ["# Report", ""]
    for number in range(1, options.documents + 1):
        data, said = make_pdf(options.pages, rng)
        (folder / "sources" / f"source-{number}.pdf").write_bytes(data)
        for at, one in enumerate(rng.sample(said, options.claims // options.documents)):
            words = f'The source says: "{one}"' if at % 2 else one[:-1]
            lines += [f"{words} [S{number}].", ""]
    (folder / "report.md").write_text("\n".join(lines), "utf-8")


def bare_seconds(folder: Path) -> float:
    """How long the bare library takes for the text of all PDFs."""
    start = time.perf_counter()
    for path in sorted((folder / "sources").iterdir()):
        document = pypdfium2.PdfDocument(path)
        for page in document:
            page.get_textpage().get_text_bounded()
        document.close()
    return time.perf_counter() - start


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=10)
    parser.add_argument("--pages", type=int, default=50)
    parser.add_argument("--claims", type=int, default=100)
    parser.add_argument("--seed", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        make_folder(folder, options)
        settings = Settings.from_env(cache_folder=str(folder / "cache"))
        bare = bare_seconds(folder)
        rows = [["bare pypdfium2, text of all pages", bare, 1.0, ""]]
        for name in ("cold", "warm, same process"):
            start = time.perf_counter()
            found = check(folder / "report.md", folder / "sources", settings=settings)
            taken = time.perf_counter() - start
            states = {one.state.value for one in found.claims}
            rows.append([name, taken, taken / bare, f"{len(found.claims)} claims, {states}"])
        asked = json.dumps([str(folder / n) for n in ("report.md", "sources", "cache")])
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", AGAIN, asked], check=True, capture_output=True)
        taken = time.perf_counter() - start
        rows.append(["warm, new process, start of Python included", taken, taken / bare, ""])
        report = folder / "report.md"
        report.write_text(report.read_text("utf-8") + "\nOne more claim [S1].\n", "utf-8")
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", AGAIN, asked], check=True, capture_output=True)
        taken = time.perf_counter() - start
        rows.append(["one sentence added, new process", taken, taken / bare, ""])
    title = f"check: {options.claims} claims, {options.documents} PDFs of {options.pages} pages"
    table(title, ["run", "s", "ratio to the bare library", ""], rows)


if __name__ == "__main__":
    main()
