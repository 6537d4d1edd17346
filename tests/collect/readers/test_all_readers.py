"""Every registered reader, held to what all readers must keep."""

import json
import random

import pytest

import made_pdfs as pdfs
from citation_engine.collect.documents import choose_reader
from citation_engine.collect.sandbox import Sandbox
from citation_engine.errors import SourceUnreadable
from citation_engine.plugins import BUILT_IN, load
from collect.readers.conformance import check_reading

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
READERS = list(BUILT_IN["readers"])


def reader_named(name: str):
    if name == "pymupdf":
        pytest.importorskip("pymupdf")
    return load("readers", name)


@pytest.mark.parametrize(
    ("name", "file_name"), [(name, file) for name in SAMPLES for file in SAMPLES[name]]
)
def test_a_reading_is_whole_and_repeatable(name, file_name):
    check_reading(reader_named(name), SAMPLES[name][file_name](), file_name)


@pytest.mark.parametrize("name", [name for name in SAMPLES if name != "pymupdf"])
def test_a_sample_finds_its_reader(name):
    readers = [load("readers", each) for each in READERS]

    for file_name, data in SAMPLES[name].items():
        assert choose_reader(readers, data(), file_name).name == name


@pytest.fixture(scope="module")
def sandbox():
    made = Sandbox()
    yield made
    made.close()


@pytest.mark.parametrize("name", READERS)
def test_hostile_bytes_are_read_or_refused_and_the_process_lives(name, sandbox):
    reader = reader_named(name)
    rnd = random.Random(name)
    samples = [data() for data in SAMPLES.get(name, {}).values()] or [b"words"]
    for _ in range(25):
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
