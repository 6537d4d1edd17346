"""PDF text with its map, beside the bare libraries; memory for a long PDF."""

import argparse
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from harness import table, timed

from citation_engine.collect.readers.pdf import PdfReader

WORDS = "Records are kept for ten years, and nobody may change them in that time; § 147 says so."


def made_pdf(pages: int) -> bytes:
    """A PDF with the given number of full pages."""
    from made_pdfs import lines, made

    body = [f"{number:02} {WORDS}" for number in range(48)]
    return made(*[lines([f"Page {page + 1}", *body], size=9) for page in range(pages)])


def bare_pdfium(data: bytes) -> int:
    """All text of all pages, by pypdfium2 alone."""
    import pypdfium2 as pdfium

    document = pdfium.PdfDocument(data)
    try:
        return sum(len(page.get_textpage().get_text_range()) for page in document)
    finally:
        document.close()


def pdfium_with_boxes(data: bytes) -> int:
    """The same, and the box of every character, which is what a map needs."""
    import pypdfium2 as pdfium

    document = pdfium.PdfDocument(data)
    try:
        count = 0
        for page in document:
            text = page.get_textpage()
            count += sum(1 for at in range(text.count_chars()) if text.get_charbox(at))
        return count
    finally:
        document.close()


def bare_pymupdf(data: bytes) -> int:
    """All text of all pages, by PyMuPDF alone."""
    import pymupdf

    with pymupdf.open(stream=data, filetype="pdf") as document:
        return sum(len(page.get_text()) for page in document)


def pymupdf_with_boxes(data: bytes) -> int:
    """The same, and the box of every character."""
    import pymupdf

    with pymupdf.open(stream=data, filetype="pdf") as document:
        return sum(len(page.get_text("rawdict")["blocks"]) for page in document)


def ours(data: bytes) -> int:
    """The reader of the engine: text, pages, headings, and the place of every character."""
    return len(PdfReader().read(data, "benchmark.pdf").text)


WAYS: dict[str, Callable[[bytes], int]] = {
    "pypdfium2, text only": bare_pdfium,
    "pypdfium2, text and boxes": pdfium_with_boxes,
    "PyMuPDF, text only": bare_pymupdf,
    "PyMuPDF, text and boxes": pymupdf_with_boxes,
    "citation-engine, text with map": ours,
}


def compare(name: str, data: bytes, times: int) -> list[list[object]]:
    """Milliseconds for one page in each way, and the ratio to the bare library."""
    import pypdfium2 as pdfium

    pages = len(pdfium.PdfDocument(data))
    taken: dict[str, float] = {}
    for way, work in WAYS.items():
        try:
            taken[way] = min(timed(lambda work=work: work(data)) for _ in range(times))
        except ImportError:
            continue
    bare = taken["pypdfium2, text only"]
    return [
        [name, pages, way, seconds * 1000 / pages, seconds / bare] for way, seconds in taken.items()
    ]


def peak_memory(pages: int) -> float:
    """MiB that a process of its own needs at most to read a PDF of that length."""
    script = (
        "import re, sys; sys.path[:0] = sys.argv[2:]\n"
        "from reading import ours\n"
        "def status(name):\n"
        "    return int(re.search(name + r':\\s+(\\d+)', open('/proc/self/status').read())[1])\n"
        "data = open(sys.argv[1], 'rb').read()\n"
        "before = status('VmRSS')\n"
        "ours(data)\n"
        "print((status('VmHWM') - before) / 1024)\n"
    )
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "long.pdf")
        file.write_bytes(made_pdf(pages))
        command = [sys.executable, "-c", script, str(file), *sys.path]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(done.stdout)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="PDF files to read as well")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--pages", type=int, default=1_000)
    given = parser.parse_args()
    rows = compare("made, 50 pages", made_pdf(50), given.times)
    for file in given.files:
        rows += compare(file.name, file.read_bytes(), given.times)
    head = ["document", "pages", "way", "ms a page", "ratio to bare pypdfium2"]
    table("PDF text with its map", head, rows)
    memory = peak_memory(given.pages)
    table("Memory for a long PDF", ["pages", "MiB"], [[given.pages, memory]])


if __name__ == "__main__":
    main()
