"""The readers of plain text, JSON and tables: the words of the file, as they stand there."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine import plugins
from citation_engine.collect.readers.text import PlainReader, StructuredReader, TableReader
from citation_engine.errors import SourceUnreadable
from citation_engine.ports import Reader

READERS = [PlainReader(), StructuredReader(), TableReader()]
TEXT = st.text(st.characters(exclude_characters="\r\0", exclude_categories=["Cs"]))


@pytest.mark.parametrize("reader", READERS)
def test_every_reader_has_what_the_port_asks_for(reader):
    assert isinstance(reader, Reader)
    assert reader.version


@pytest.mark.parametrize(
    ("name", "data", "reader"),
    [
        ("a.md", b"", "plain"),
        ("A.TXT", b"\xff", "plain"),
        ("README", b"words", "plain"),
        ("a.json", b"", "structured"),
        ("a.JSONL", b"", "structured"),
        ("a.csv", b"", "table"),
        ("a.tsv", b"", "table"),
        ("a.png", b"words", None),
        ("program", b"\x7fELF\0", None),
        ("noise", b"\xff\xfe\xfd" * 2000, None),
    ],
)
def test_a_file_has_one_reader_or_none(name, data, reader):
    ready = (plugins.load("readers", known) for known in plugins.BUILT_IN["readers"])
    taken = [each.name for each in ready if each.accepts(data, name)]

    assert taken == ([reader] if reader else [])


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        ("Größe".encode(), "Größe", "utf-8"),
        ("\ufeffGröße".encode(), "Größe", "utf-8"),
        (b"\xff\xfe" + "Größe".encode("utf-16-le"), "Größe", "utf-16-le"),
        (b"\xfe\xff" + "Größe".encode("utf-16-be"), "Größe", "utf-16-be"),
        ("Größe – „so“".encode("windows-1252"), "Größe – „so“", "windows-1252"),
        (b"a\r\nb\rc\n", "a\nb\nc\n", "utf-8"),
        (b"a\0b", "a\ufffdb", "utf-8"),
        (b"x" * 5_000_000, "x" * 5_000_000, "utf-8"),
    ],
    ids=["utf-8", "mark", "utf-16-le", "utf-16-be", "windows", "line-ends", "nul", "huge-line"],
)
def test_text_is_read_in_its_encoding(data, text, encoding):
    read = PlainReader().read(data, "a.txt")

    assert (read.text, read.encoding) == (text, encoding)


@given(TEXT)
def test_text_comes_through_unchanged(text):
    assert PlainReader().read(("\ufeff" + text).encode(), "a.md").text == text


@given(st.recursive(st.none() | st.integers() | st.text(), st.lists))
def test_json_keeps_the_letters_of_the_file(value):
    written = json.dumps(value, indent=1)

    assert StructuredReader().read(written.encode(), "a.json").text == written


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.json", b"{"),
        ("a.json", b""),
        ("a.json", b'{"a": 1} trailing'),
        ("a.jsonl", b'{"a": 1}\n{broken\n'),
        ("a.json", b"[" * 100_000),
    ],
)
def test_what_is_not_json_is_unreadable_with_a_way_out(name, data):
    with pytest.raises(SourceUnreadable, match="is not valid JSON") as caught:
        StructuredReader().read(data, name)

    assert ".txt" in caught.value.fix


def test_json_lines_may_have_blank_lines_between():
    read = StructuredReader().read(b'{"a": 1}\n\n{"b": 2}\n', "a.jsonl")

    assert read.media_type == "application/jsonl"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.csv", b"kind,n\nx,1\ny,2\n"),
        ("a.csv", b"kind;n\nx;1\ny;2\n"),
        ("a.csv", b"kind|n\nx|1\ny|2\n"),
        ("a.tsv", b"kind\tn\nx\t1\ny\t2\n"),
        ("a.csv", b'kind,n\n"x\ny",1\nz,2\n'),
    ],
)
def test_a_table_is_kept_as_written_and_its_shape_is_noted(name, data):
    read = TableReader().read(data, name)

    assert read.text == data.decode()
    assert read.metadata == {"columns": ["kind", "n"], "rows": 2}


def test_an_empty_table_has_no_columns():
    assert TableReader().read(b"", "a.csv").metadata == {"columns": [], "rows": 0}


def test_a_table_with_a_cell_as_long_as_a_book_is_still_text():
    data = b"kind,text\nx," + b"y" * 200_000

    read = TableReader().read(data, "a.csv")

    assert read.text == data.decode()
    assert read.metadata == {}


def test_a_header_of_a_million_columns_does_not_become_the_metadata():
    read = TableReader().read(b"column," * 1_000_000, "a.csv")

    assert len(read.metadata["columns"]) == 200
