"""What every reader must keep, whatever it reads: tests of readers call these on their samples."""

import importlib.util
import os
from dataclasses import replace

import pytest

from citation_engine.formats.geometry import rects_of
from citation_engine.formats.plain import clean_source_text
from citation_engine.model.passage import Layout, MarkKind, Span
from citation_engine.ports import Reader, ReadText


def needs(module: str, extra: str) -> None:
    """Skip a test whose extra is not installed, loudly; where everything must be, it fails."""
    if importlib.util.find_spec(module) is not None:
        return
    message = f'NO {module.upper()}: install the extra with pip install -e ".[{extra}]".'
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


def check_reading(reader: Reader, data: bytes, file_name: str) -> ReadText:
    """Read a sample twice, and check all that holds for every reading. Returns it."""
    read = reader.read(data, file_name)
    again = type(reader)().read(data, file_name)

    assert read == again, "reading is not deterministic"
    assert reader.accepts(data, file_name)
    assert read.reader == reader.name
    # What a library makes of a file may change with the library: its version follows ours.
    assert read.reader_version.partition("+")[0] == reader.version
    assert read.media_type
    check_text(read.text)
    check_layout(read.layout, read.text)
    if read.geometry is not None:
        check_geometry(read)
    return read


def check_text(text: str) -> None:
    assert text.strip()
    assert text == clean_source_text(text), "line ends or unstorable characters are left"


def check_layout(layout: Layout, text: str) -> None:
    assert Layout.model_validate_json(layout.model_dump_json()) == layout
    check_marks(layout, text)
    check_pages(layout, text)
    for node in layout.nodes:
        assert 0 <= node.start < node.end <= len(text)
    assert list(layout.nodes) == sorted(layout.nodes, key=lambda node: node.start)


def check_marks(layout: Layout, text: str) -> None:
    for mark in layout.marks:
        assert 0 <= mark.start < mark.end <= len(text)
        if mark.kind is MarkKind.HEADING and mark.name:
            assert _letters(mark.name) == _letters(text[mark.start : mark.end])
    assert [mark.start for mark in layout.marks] == sorted(mark.start for mark in layout.marks)


def check_pages(layout: Layout, text: str) -> None:
    if not layout.pages:
        return
    assert [page.number for page in layout.pages] == list(range(1, len(layout.pages) + 1))
    assert layout.pages[0].start == 0
    assert layout.pages[-1].end == len(text)
    for page, following in zip(layout.pages, layout.pages[1:], strict=False):
        assert page.start <= page.end == following.start
    for page in layout.pages:
        assert page.rotation in (0, 90, 180, 270)


def check_geometry(read: ReadText) -> None:
    """Every line with words has one rectangle, on its own page and inside it."""
    assert read.geometry is not None
    for page in read.layout.pages:
        at = page.start
        for line in read.text[page.start : page.end].split("\n"):
            rects = rects_of(read.geometry, Span(at, at + len(line)))
            at += len(line) + 1

            assert len(rects) == bool(line.strip())
            for rect in rects:
                assert rect.page == page.number
                assert -1 <= rect.x0 < rect.x1 <= page.width + 50
                assert -1 <= rect.y0 < rect.y1 <= page.height + 50


def without_names(read: ReadText) -> ReadText:
    """Return a reading without the reader's name, to compare two readers."""
    return replace(read, reader="", reader_version="", geometry=None)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))
