"""
The same report in every format: how many claims are the same by their words and cited source.

Each Markdown report of a folder is written as HTML, DOCX, LaTeX, PDF and text by pandoc (PDF by a
browser that prints the HTML, with its running heads), read, and held against the Markdown. The
share counts what is missing and what is too much: twice the common claims by all claims.
Plain text has no addresses behind its links, no bold words and no sign of quotations and code: it
is written without code, and held against the Markdown without all of them.
"""

import argparse
import re
import subprocess
import tempfile
from collections import Counter
from pathlib import Path
from urllib.parse import unquote

from harness import table

from citation_engine import plugins
from citation_engine.check.report_file import ReportFile, read_report, report_of
from citation_engine.link.drafts.reading import read_draft
from citation_engine.model.draft import Draft, DraftFormat, Marker, Reference
from citation_engine.settings import Settings

Claims = Counter[tuple[str, tuple[str, ...]]]
FORMATS = ("html", "docx", "tex", "pdf", "txt")
# A browser cuts off what is wider than its paper.
STYLE = "<style>@page{size:A3 landscape}body{max-width:none}table{display:table}</style>"
STANDALONE = ("-s", "-V", f"header-includes={STYLE}")
# So that a row of a table is a line; paragraphs are as wide as the author wrote them.
WIDE = ("--columns=500", "--wrap=preserve")
LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])+)\]\((?:[^()\n]|\([^()\n]*\))*\)")
CODE = re.compile(r"(?ms)^[ \t]*(```|~~~)(?:(?!\1).)*?^[ \t]*\1[`~]*[ \t]*$")
QUOTED = re.compile(r"(?m)^[ \t]*(?:>[ \t]?)+")
BOLD = re.compile(r"\*\*|(?<!\w)__|__(?!\w)")
ESCAPED = re.compile(r"\\([\[\]$])")
WRITERS = {"html": "html5", "docx": "docx", "tex": "latex", "txt": "plain"}


def write(report: Path, folder: Path) -> None:
    """Write a report in every format, as far as it is not there yet."""
    for ending, writer in WRITERS.items():
        made = folder / f"{report.stem}.{ending}"
        if not made.exists():
            called = ["pandoc", "-f", "gfm+footnotes", "-t", writer, "-o", made]
            called += WIDE if ending == "txt" else STANDALONE if ending == "html" else ["-s"]
            title = f"pagetitle={report.stem}"
            text = report.read_text()
            given = (CODE.sub("", text) if ending == "txt" else text).encode()
            subprocess.run([*called, "--metadata", title], check=True, input=given)
    page, made = (folder / f"{report.stem}.{ending}" for ending in ("html", "pdf"))
    if not made.exists():
        browser = ["chromium", "--headless", "--no-sandbox", "--disable-gpu"]
        target = f"--print-to-pdf={made}"
        subprocess.run([*browser, target, page.as_uri()], check=True, capture_output=True)


def copied(report: Path, folder: Path) -> Path:
    """A copy with a blank line above each table, without which pandoc sees none."""
    copy = folder / report.name
    written = re.sub(
        r"(?m)^([ \t]*[^|\s].*)\n(?=[ \t]*\|.*\|[ \t]*\n[ \t]*\|[-: |]+\|)",
        "\\1\n\n",
        report.read_text(errors="replace"),
    )
    if not copy.exists() or copy.read_text() != written:
        copy.write_text(written)
    return copy


def claims_of(path: Path) -> Claims:
    """The claims of a report in a file."""
    readers = [plugins.load("readers", name) for name in plugins.names("readers")]
    return claims_in(read_report(path, Settings.from_env(), readers))


def claims_in(file: ReportFile) -> Claims:
    """The claims of a report that are checked: their words, and what they cite."""
    draft = read_draft(file.text, file.format, layout=file.layout)
    return Counter(
        (squeezed(claim.statement), cited(draft, claim.markers))
        for claim in draft.claims
        if claim.needs_evidence or claim.markers
    )


def without_markup(report: Path) -> ReportFile:
    """A Markdown report as far as a plain text has it: words, and no more."""
    text = QUOTED.sub("", LINK.sub(r"\1", CODE.sub("", report.read_text())))
    text = ESCAPED.sub(r"\1", BOLD.sub("", text))
    return report_of(text.encode(), report.name, DraftFormat.MARKDOWN)


def cited(draft: Draft, markers: tuple[Marker, ...]) -> tuple[str, ...]:
    """What markers lead to: the entry that they name, else an address or a number."""
    entries = {one.label: name_of(one) for one in reversed(draft.references)}
    named = (name for marker in markers for name in (*map(str, marker.numbers), *marker.names))
    return tuple(sorted({place_of(entries.get(name, name)) for name in named}))


def place_of(name: str) -> str:
    """A name of a source without what a format or a browser adds to it."""
    place = " ".join(unquote(name).split()).rstrip("/")
    # A browser prints where a file lies, of which the end is the author's.
    is_file = "://" not in place or place[:5] == "file:"
    return squeezed(place.rpartition("/")[2]) if is_file else place


def name_of(entry: Reference) -> str:
    """The words of an entry without its addresses, or its address where it has nothing else."""
    words = re.sub(r"https?://\S+", "", entry.text)
    return squeezed(words) or (*entry.addresses, entry.text)[0]


def squeezed(words: str) -> str:
    """Letters and digits alone: typography is the format's."""
    return "".join(filter(str.isalnum, words.casefold()))


def main() -> None:
    """Compare the reports of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="Markdown reports")
    made = Path(tempfile.gettempdir()) / "same-claims"
    parser.add_argument("--made", type=Path, default=made, help="for copies")
    parser.add_argument("--differences", type=int, default=0, help="how many to print of each")
    parser.add_argument("--formats", nargs="*", default=FORMATS)
    arguments = parser.parse_args()
    arguments.made.mkdir(parents=True, exist_ok=True)
    rows, sums = [], {ending: [0, 0] for ending in arguments.formats}
    for original in sorted(arguments.folder.glob("*.md")):
        report = copied(original, arguments.made)
        write(report, arguments.made)
        wanted, row = claims_of(report), [report.stem]
        row.append(str(wanted.total()))
        for ending in arguments.formats:
            found = claims_of(arguments.made / f"{report.stem}.{ending}")
            known = claims_in(without_markup(report)) if ending == "txt" else wanted
            common, all_claims = 2 * (found & known).total(), found.total() + known.total()
            sums[ending][0] += common
            sums[ending][1] += all_claims
            row.append(f"{common / all_claims:.1%}" if all_claims else "-")
            for sign, rest in (("-", known - found), ("+", found - known)):
                for one in list(rest)[: arguments.differences]:
                    print(report.stem, ending, sign, *one)
        rows.append(row)
    rows.append(["all", "", *(f"{one / all_:.1%}" for one, all_ in sums.values())])
    table("The same claims", ["report", "claims", *arguments.formats], rows)


if __name__ == "__main__":
    main()
