"""Every registered reader, held to what all readers must keep."""

import json
import random

import pytest

import made_books as books
import made_office as office
import made_pdfs as pdfs
from citation_engine.collect.documents import choose_reader, sandbox_for
from citation_engine.collect.sandbox import Sandbox
from citation_engine.errors import SourceUnreadable
from citation_engine.plugins import BUILT_IN, load
from citation_engine.settings import Settings
from collect.readers.conformance import check_reading, needs
from made_office import paragraph, shape

# For each reader, files that it must read. A new reader brings its own.
SAMPLES = {
    "pdf": {
        "columns.pdf": pdfs.two_columns,
        "headers.pdf": pdfs.with_headers,
        "headings.pdf": pdfs.with_headings,
        "labels.pdf": pdfs.page_labels,
        "turned.pdf": lambda: pdfs.upright_on_rotated(90, ["One line", "another"]),
        "blank-first.pdf": lambda: pdfs.made(lambda _: None, pdfs.lines(["Words."])),
        "blank-last.pdf": lambda: pdfs.made(pdfs.lines(["Words."]), lambda _: None),
    },
    "html": {
        "a.html": lambda: (
            b"<!doctype html><title>T</title><h1>One</h1><p>W\xc3\xb6rds <b>and</b> more."
        ),
        "table.htm": lambda: b"<table><tr><td>a<td>b<tr><td>c</table><nav>menu</nav>",
    },
    "epub": {"a.epub": lambda: books.book(one="<h1>One</h1><p>Words.", two="<p>More.")},
    "docx": {
        "a.docx": lambda: office.docx(
            paragraph("Title", more='<w:outlineLvl w:val="0"/>')
            + paragraph("W\u00f6rds.")
            + f"<w:tbl><w:tr><w:tc>{paragraph('cell')}</w:tc></w:tr></w:tbl>"
        ),
    },
    "pptx": {"a.pptx": lambda: office.pptx(shape("Title", kind="title") + shape("Words"), "")},
    "spreadsheet": {
        "a.xlsx": lambda: office.xlsx(
            '<row r="2"><c r="B2"><v>1</v></c><c r="D2"><v>2</v></c></row>'
        ),
        "a.ods": lambda: office.ods(
            '<table:table table:name="T"><table:table-row><table:table-cell><text:p>w</text:p>'
            "</table:table-cell></table:table-row></table:table>"
        ),
    },
    "yaml": {"a.yaml": lambda: b"\xc3\xa4: [1, 'zwei']\r\n", "a.yml": lambda: b"- a\n--- b\n"},
    "structured": {
        "a.json": lambda: json.dumps({"ä": [1, None, "words\u2028"]}).encode(),
        "a.jsonl": lambda: b'{"a": 1}\r\n{"b": 2}\r\n',
    },
    "table": {"a.csv": lambda: b"a;b\r\n1;2\r\n", "a.tsv": lambda: b"a\tb\n\x001\t2"},
    "plain": {
        "a.md": lambda: b"# Title\r\n\r\nWords\0 and more",
        "latin.txt": lambda: "größer".encode("cp1252"),
        "marked.txt": lambda: "words".encode("utf-16"),
    },
}
SAMPLES["pymupdf"] = SAMPLES["pdf"]
# Reading one takes seconds.
SAMPLES["ocr"] = {"a.png": lambda: office.picture(["Words in a picture"])}
EXTRAS = {"pymupdf": "pymupdf", "ocr": "rapidocr"}
READERS = list(BUILT_IN["readers"])


def reader_named(name: str):
    if name in EXTRAS:
        needs(EXTRAS[name], name)
    return load("readers", name)


@pytest.mark.parametrize(
    ("name", "file_name"),
    [
        pytest.param(name, file, marks=[pytest.mark.slow] if name == "ocr" else [])
        for name in SAMPLES
        for file in SAMPLES[name]
    ],
)
def test_a_reading_is_whole_and_repeatable(name, file_name):
    check_reading(reader_named(name), SAMPLES[name][file_name](), file_name)


@pytest.mark.parametrize("name", [name for name in SAMPLES if name != "pymupdf"])
def test_a_sample_finds_its_reader(name):
    readers = [load("readers", each) for each in READERS]

    for file_name, data in SAMPLES[name].items():
        assert choose_reader(readers, data(), file_name).name == name


def test_every_reader_has_a_sample():
    assert set(SAMPLES) == set(READERS)


@pytest.fixture(scope="module")
def sandbox():
    made = Sandbox(sandbox_for(Settings(), load("readers", "ocr")).limits)
    yield made
    made.close()


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] if n == "ocr" else []) for n in READERS]
)
def test_hostile_bytes_are_read_or_refused_and_the_process_lives(name, sandbox):
    reader = reader_named(name)
    rnd = random.Random(name)
    samples = [data() for data in SAMPLES[name].values()]
    for _ in range(5 if name == "ocr" else 25):
        data = rnd.choice(samples)
        cut = data[: rnd.randrange(len(data) + 1)] + rnd.randbytes(rnd.randrange(200))
        reason = read_or_reason(sandbox, reader, cut)

        assert reason is None or reason.endswith((".", '"', "]"))


def read_or_reason(sandbox: Sandbox, reader, data: bytes) -> str | None:
    """Return why the data were refused, or None; no other error is caught."""
    try:
        sandbox.read(reader, data, "hostile.bin")
    except SourceUnreadable as problem:
        return str(problem)
    return None
