"""Puts the words of an Office document together: paragraphs, rows and cells, and their marks."""

from collections import Counter
from typing import Any

from citation_engine.formats.flow import Box, Flow
from citation_engine.formats.plain import clean_source_text
from citation_engine.model.layout import Layout, Mark, MarkKind, PageSpan

LONGEST_NAME = 400


class Written:
    """
    The text of a document while it grows, in the form that web pages have.

    There is a blank line between paragraphs and none between the items of a list; the cells of a
    row are separated by a tab. White space inside a paragraph stays as it is.
    """

    def __init__(self) -> None:
        self.flow = Flow()
        self.marks: list[Mark] = []
        self._pages: list[Box] = []
        self.hidden = 0
        self.deleted = 0
        # What a reader sees and the text does not have, such as pictures.
        self.not_read: Counter[str] = Counter()

    def paragraph(self, words: str, line_ends: int = 2) -> Box:
        """Add a paragraph, and return where it stands."""
        self.flow.start_block(line_ends)
        box = self.flow.begin()
        self.flow.add_as_it_stands(clean_source_text(words).strip(), 0)
        self.flow.end(box)
        self.flow.start_block(line_ends)
        return box

    def mark(self, box: Box, kind: MarkKind, name: str = "", level: int | None = None) -> None:
        """Mark a stretch that began with `box`, if it has words."""
        if self.flow.end(box):
            self.marks.append(Mark(kind=kind, start=box.start, end=box.end, name=name, level=level))

    def heading(self, box: Box, words: str, level: int) -> None:
        """Mark a heading, which is known by its words."""
        name = " ".join(words.split()) if len(words) <= LONGEST_NAME else ""
        self.mark(box, MarkKind.HEADING, clean_source_text(name), level)

    def start_page(self) -> None:
        """The next words stand on a new page; a page without words is one, too."""
        self.flow.start_block(2)
        self._pages.append(self.flow.begin())

    def layout(self) -> Layout:
        """The marks in order, and the pages, each of which ends where the next begins."""
        marks = sorted(self.marks, key=lambda mark: (mark.start, -mark.end))
        pages: list[PageSpan] = []
        end = self.flow.length
        for number in range(len(self._pages), 0, -1):
            box = self._pages[number - 1]
            start = 0 if number == 1 else box.start if box.start >= 0 else end
            pages.append(PageSpan(number=number, start=start, end=end))
            end = start
        return Layout(pages=tuple(reversed(pages)), marks=tuple(marks))

    def remarks(self) -> dict[str, Any]:
        """What was left out, and how much of it."""
        found: dict[str, Any] = {
            "hidden_characters": self.hidden,
            "deleted_characters": self.deleted,
            "not_read": dict(sorted(self.not_read.items())),
        }
        return {name: value for name, value in found.items() if value}


class TableMarks:
    """A table while it is added: its rows, its cells, and the marks of both."""

    def __init__(self, written: Written) -> None:
        self._written = written
        self._box = written.flow.begin()
        self._row = 0
        self._column = 0

    def start_row(self, first_column: int = 0) -> None:
        """A row begins."""
        self._written.flow.start_row()
        self._row += 1
        self._column = first_column
        self._cells = 0

    def start_cell(self, columns: int) -> tuple[Box, str]:
        """A cell begins that is so many columns wide; returns where, and its name."""
        if self._cells:
            self._written.flow.start_cell()
        self._cells += 1
        name = f"r{self._row}c{self._column + 1}"
        self._column += max(1, columns)
        return self._written.flow.begin(), name

    def end_cell(self, cell: tuple[Box, str]) -> None:
        """A cell ends."""
        self._written.mark(cell[0], MarkKind.CELL, cell[1])

    def end_row(self) -> None:
        """A row ends."""
        self._written.flow.end_row()

    def end(self) -> None:
        """The table ends."""
        self._written.mark(self._box, MarkKind.TABLE)
        self._written.flow.end_row()
        self._written.flow.start_block(2)
