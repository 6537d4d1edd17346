"""Cells: their names, and the way from a character to the cell it stands in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.formats.cells import Cell, cell_at, cell_of, column_letters
from citation_engine.model.layout import Layout, Mark, MarkKind


@pytest.mark.parametrize(
    ("column", "letters"),
    [(1, "A"), (26, "Z"), (27, "AA"), (702, "ZZ"), (703, "AAA"), (16384, "XFD")],
)
def test_columns_are_counted_in_letters(column, letters):
    assert column_letters(column) == letters


@given(st.integers(1, 9_999_999), st.integers(1, 18_278))
def test_a_cell_is_known_by_its_name(row, column):
    assert cell_of(Cell(row, column).name) == Cell(row, column)


@pytest.mark.parametrize("name", ["", "7", "B", "B0", "b7", "B7:C8", "ABCD1", "B٧"])
def test_what_is_no_name_of_a_cell(name):
    assert cell_of(name) is None


def layout(*marks: tuple[MarkKind, int, int, str]) -> Layout:
    return Layout(
        marks=tuple(
            Mark(kind=kind, start=start, end=end, name=name) for kind, start, end, name in marks
        )
    )


def test_a_cell_of_a_block_is_counted_by_its_lines_and_tabs():
    text = "It's\n\n\ta\tb\nc\n\nafter"
    found = layout((MarkKind.SHEET, 0, 13, "It's"), (MarkKind.TABLE, 6, 12, "C4:E5"))

    assert cell_at(text, found, text.index("a")) == "'It''s'!D4"
    assert cell_at(text, found, text.index("b")) == "'It''s'!E4"
    assert cell_at(text, found, text.index("c")) == "'It''s'!C5"
    assert cell_at(text, found, text.index("after")) is None


def test_a_cell_of_another_table_has_the_name_of_its_mark():
    found = layout(
        (MarkKind.TABLE, 0, 3, ""), (MarkKind.CELL, 0, 1, "r1c1"), (MarkKind.CELL, 2, 3, "r1c2")
    )

    assert [cell_at("a\tb", found, offset) for offset in range(4)] == ["r1c1", None, "r1c2", None]
