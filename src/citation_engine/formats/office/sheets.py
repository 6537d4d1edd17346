"""
Puts the cells of a spreadsheet together: a line for each row, a tab between columns.

Rows without a gap between them make a block, which is marked as a table with the range of its
cells, such as `B3:F40`. So the cell of any character can be counted: see `text.cells`. While
cells are few, each has a mark of its own.
"""

import re
from dataclasses import dataclass, field

from citation_engine.errors import SourceUnreadable
from citation_engine.formats.cells import Cell
from citation_engine.formats.plain import clean_source_text
from citation_engine.model.layout import Mark, MarkKind

MOST_CELLS = 2_000_000
# A layout is read whole each time; beyond this, cells have no marks of their own.
MOST_MARKED = 20_000
MOST_ROWS = 1_048_576
MOST_COLUMNS = 16_384
# Empty cells that are set as tabs between and before those with words.
_MOST_GAPS = 20_000_000
_BREAKS = re.compile(r"[\t\n\r\v\f\x85\u2028\u2029]+")


@dataclass(slots=True)
class Sheet:
    """A sheet while it is read: its cells in any order, by row and column."""

    name: str
    hidden: bool = False
    rows: dict[int, dict[int, str]] = field(default_factory=dict)


class Workbook:
    """The sheets of a spreadsheet while it is read, and what is to be said about them."""

    def __init__(self, file_name: str) -> None:
        self.file_name = file_name
        self.sheets: list[Sheet] = []
        self._cells = 0
        self._parts: list[str] = []
        self._length = 0
        self._marks: list[Mark] = []
        self._gaps = 0

    def add_sheet(self, name: str, *, hidden: bool) -> Sheet:
        """A sheet begins."""
        self.sheets.append(Sheet(" ".join(clean_source_text(name).split()), hidden))
        return self.sheets[-1]

    def add_cell(self, sheet: Sheet, cell: Cell, words: str) -> None:
        """A cell with words; breaks inside it become spaces, since a line is a row."""
        words = words if words.isalnum() else _BREAKS.sub(" ", clean_source_text(words)).strip()
        if not words:
            return
        self.expect(1)
        self._cells += 1
        if not (0 < cell.row <= MOST_ROWS and 0 < cell.column <= MOST_COLUMNS):
            raise self._too_large(f"a cell beyond column XFD or row {MOST_ROWS:,}")
        sheet.rows.setdefault(cell.row, {})[cell.column] = words

    def expect(self, cells: int) -> None:
        """Refuse a spreadsheet to which so many cells cannot be added."""
        if self._cells + cells > MOST_CELLS:
            raise self._too_large(f"more than {MOST_CELLS:,} cells with words or numbers")

    def result(self) -> tuple[str, tuple[Mark, ...]]:
        """The whole text and its marks."""
        for sheet in self.sheets:
            if sheet.rows:
                self._put_sheet(sheet)
        marks = sorted(self._marks, key=lambda mark: (mark.start, -mark.end))
        return "".join(self._parts), tuple(marks)

    def _put_sheet(self, sheet: Sheet) -> None:
        start = self._begin(2)
        if sheet.name:
            self._put(sheet.name)
            self._mark(MarkKind.HEADING, start, sheet.name, level=1)
        for first, last in _blocks(sorted(sheet.rows)):
            self._put_block(sheet, first, last)
        self._mark(MarkKind.SHEET, start, sheet.name)

    def _put_block(self, sheet: Sheet, first: int, last: int) -> None:
        rows = [sheet.rows[number] for number in range(first, last + 1)]
        left, right = min(map(min, rows)), max(map(max, rows))
        self._gaps += sum(max(row) - left + 1 - len(row) for row in rows)
        if self._gaps > _MOST_GAPS:
            raise self._too_large("too many empty cells between those with words")
        start = self._begin(2)
        for number, row in enumerate(rows, first):
            self._put("\n" * (number > first))
            self._mark_cells(number, left, row)
            self._put("\t".join(row.get(column, "") for column in range(left, max(row) + 1)))
        area = f"{Cell(first, left).name}:{Cell(last, right).name}"
        # Leading tabs belong to the block, so that columns can be counted in its first line.
        self._mark(MarkKind.TABLE, start, area)

    def _mark_cells(self, number: int, left: int, row: dict[int, str]) -> None:
        if self._cells > MOST_MARKED:
            return
        at = self._length
        for column in range(left, max(row) + 1):
            words = row.get(column, "")
            if words:
                name, end = Cell(number, column).name, at + len(words)
                self._marks.append(Mark(kind=MarkKind.CELL, start=at, end=end, name=name))
            at += len(words) + 1

    def _begin(self, line_ends: int) -> int:
        if self._length:
            self._put("\n" * line_ends)
        return self._length

    def _put(self, words: str) -> None:
        self._parts.append(words)
        self._length += len(words)

    def _mark(self, kind: MarkKind, start: int, name: str, level: int | None = None) -> None:
        if self._length > start:
            self._marks.append(
                Mark(kind=kind, start=start, end=self._length, name=name, level=level)
            )

    def _too_large(self, what: str) -> SourceUnreadable:
        return SourceUnreadable(
            f"{self.file_name} has {what}.",
            fix="Save the part that is cited as a smaller file and add that.",
        )


def _blocks(rows: list[int]) -> list[tuple[int, int]]:
    """Runs of rows without a gap, each with its first and last."""
    found: list[tuple[int, int]] = []
    for row in rows:
        if found and row == found[-1][1] + 1:
            found[-1] = found[-1][0], row
        else:
            found.append((row, row))
    return found
