"""Names the cells of tables and spreadsheets, and finds the one that a character stands in."""

import re
from typing import NamedTuple

from citation_engine.model.layout import Layout, Mark, MarkKind

_CELL = re.compile(r"([A-Z]{1,3})([1-9]\d{0,6})", re.ASCII)
_RANGE = re.compile(rf"{_CELL.pattern}:{_CELL.pattern}", re.ASCII)
_PLAIN_NAME = re.compile(r"[^\W\d]\w*")


class Cell(NamedTuple):
    """A cell of a sheet, by its row and column from 1."""

    row: int
    column: int

    @property
    def name(self) -> str:
        """The name as a person knows it: B7."""
        return f"{column_letters(self.column)}{self.row}"


def column_letters(column: int) -> str:
    """A column from 1 in letters: A to Z, AA and so on."""
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def cell_of(name: str) -> Cell | None:
    """The cell that a name such as B7 means, or None."""
    found = _CELL.fullmatch(name)
    return _cell(found[1], found[2]) if found else None


def cell_at(text: str, layout: Layout, offset: int) -> str | None:
    """
    The name of the cell that a character stands in, or None where it is in no table.

    In a spreadsheet it is `Rates!B7`. Where cells there have no marks of their own, they are
    counted: a block of rows has one line a row and one tab a column, and its mark says where it
    begins. Elsewhere it is the row and the column in the table, `r2c3`.
    """
    around = [mark for mark in layout.marks if mark.start <= offset < mark.end]
    sheet = next((one.name for one in around if one.kind is MarkKind.SHEET), "")
    for mark in reversed(around):
        block = _RANGE.fullmatch(mark.name) if mark.kind is MarkKind.TABLE else None
        if mark.kind is not MarkKind.CELL and not block:
            continue
        name = mark.name
        if block:
            name = _counted(text, mark, _cell(block[1], block[2]), offset).name
        return f"{_quoted(sheet)}!{name}" if sheet else name
    return None


def _counted(text: str, mark: Mark, first: Cell, offset: int) -> Cell:
    line = max(mark.start, text.rfind("\n", mark.start, offset) + 1)
    rows = text.count("\n", mark.start, offset)
    columns = text.count("\t", line, offset)
    return Cell(first.row + rows, first.column + columns)


def _cell(letters: str, row: str) -> Cell:
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("A") + 1
    return Cell(int(row), column)


def _quoted(sheet: str) -> str:
    """A sheet's name as formulas have it."""
    return sheet if _PLAIN_NAME.fullmatch(sheet) else "'" + sheet.replace("'", "''") + "'"
