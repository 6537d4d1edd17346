"""
Finds the tables of a page that no tag announces, by where their words stand.

The words of a table come cell by cell: what follows a cell stands to its right, at the height at
which the row began. What follows a line of a paragraph stands below it. Several rows of cells at
the same places are a table.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from citation_engine.model.passage import Mark, MarkKind

# Widths and heights in parts of the letters' size.
_SAME_HEIGHT = 0.5
_NEXT_LINE = 1.9
_FEWEST_ROWS = 3
# The share of the cells that must stand where those of the widest row stand.
_MOSTLY = 0.8
# What stands before an item or an entry of a list and is no cell.
_SIGN = re.compile(r"[•▪◦‣·–*-]|\(?\w{1,3}[.)]|\[\w{1,8}\]|¹?[⁰-⁹²³]*")


class PlacedWords(NamedTuple):
    """Words of one line without a gap: their span, their edges, their baseline, their size."""

    start: int
    end: int
    left: float
    right: float
    base: float
    size: float


@dataclass(slots=True)
class _PlacedCell:
    """The lines of a cell."""

    words: list[PlacedWords]

    @property
    def left(self) -> float:
        return min(one.left for one in self.words)

    @property
    def right(self) -> float:
        return max(one.right for one in self.words)

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2

    def goes_on(self, new: PlacedWords) -> bool:
        """Whether words are its next line."""
        last = self.words[-1]
        drop = last.base - new.base
        overlaps = new.left < self.right and new.right > self.left
        return overlaps and _SAME_HEIGHT * last.size < drop < _NEXT_LINE * last.size


@dataclass(slots=True)
class _PlacedRow:
    cells: list[_PlacedCell] = field(default_factory=list)

    def takes(self, new: PlacedWords) -> bool:
        """Whether words are the next cell: to the right of the last, at the height of the row."""
        first, last = self.cells[0].words[0], self.cells[-1]
        lowest = min(one.base for cell in self.cells for one in cell.words)
        tolerance = _SAME_HEIGHT * first.size
        in_row = lowest - tolerance <= new.base <= first.base + tolerance
        return in_row and new.left >= last.right + 0.3 * first.size


def find_tables(text: str, words: Sequence[PlacedWords]) -> list[Mark]:
    """Return the cells and the tables among the words of a page, which are in reading order."""
    marks: list[Mark] = []
    table: list[_PlacedRow] = []
    for row in (*_rows(text, words), _PlacedRow()):
        if len(row.cells) > 1:
            table.append(row)
            continue
        if len(table) >= _FEWEST_ROWS:
            marks += _marks(table)
        table = []
    return marks


def _rows(text: str, words: Sequence[PlacedWords]) -> Iterator[_PlacedRow]:
    row = _PlacedRow()
    for new in words:
        if row.cells and row.cells[-1].goes_on(new):
            row.cells[-1].words.append(new)
        elif row.cells and row.takes(new):
            last = row.cells[-1]
            if _SIGN.fullmatch(text[last.words[0].start : last.words[-1].end].strip()):
                last.words.append(new)
            else:
                row.cells.append(_PlacedCell([new]))
        else:
            if row.cells:
                yield row
            row = _PlacedRow([_PlacedCell([new])])
    if row.cells:
        yield row


def _marks(rows: Sequence[_PlacedRow]) -> list[Mark]:
    """The marks of a table whose columns are those of its widest row; none where they differ."""
    widest = max(rows, key=lambda row: len(row.cells))
    edges = [(cell.left, cell.right) for cell in widest.cells]
    marks = []
    aligned = cells = 0
    for number, row in enumerate(rows, 1):
        columns = [_column(edges, cell) for cell in row.cells]
        if sorted(set(columns)) != columns:
            return []
        if row is not widest:
            cells += len(columns)
            pairs = zip(columns, row.cells, strict=True)
            aligned += sum(_is_aligned(edges[column], cell) for column, cell in pairs)
        for column, cell in zip(columns, row.cells, strict=True):
            start, end = cell.words[0].start, cell.words[-1].end
            name = f"r{number}c{column + 1}"
            marks.append(Mark(kind=MarkKind.CELL, start=start, end=end, name=name))
    # Words of a paragraph may be far apart, too, but not at the same places in every line.
    if aligned < _MOSTLY * cells:
        return []
    start, end = marks[0].start, max(mark.end for mark in marks)
    return [Mark(kind=MarkKind.TABLE, start=start, end=end), *marks]


def _is_aligned(column: tuple[float, float], cell: _PlacedCell) -> bool:
    """Whether a cell begins, ends or has its middle where its column does."""
    near = _SAME_HEIGHT * cell.words[0].size
    places = zip((*column, sum(column) / 2), (cell.left, cell.right, cell.middle), strict=True)
    return any(abs(one - other) < near for one, other in places)


def _column(edges: Sequence[tuple[float, float]], cell: _PlacedCell) -> int:
    """The column that a cell shares most of its width with, or the nearest."""

    def shared(column: int) -> float:
        left, right = edges[column]
        return min(right, cell.right) - max(left, cell.left)

    return max(range(len(edges)), key=shared)
