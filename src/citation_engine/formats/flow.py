"""Sets the words of a document one after another, as they are seen, and knows whose they are."""

import re
from collections import Counter
from typing import Any, NamedTuple

from citation_engine.formats.plain import clean_source_text
from citation_engine.model.passage import Layout, Mark, MarkKind, PageSpan, TextNode

# What a browser collapses; a no-break space is not among it.
_WORDS = re.compile(r"[^ \t\n\r\f]+(?:[ \t\n\r\f][^ \t\n\r\f]+)*")
_OTHER_SPACE = re.compile(r"[\t\n\r\f]")
_MOST_LINE_ENDS = 2
# What stands around words that are struck out, and before a block that is quoted.
STRUCK = "~~"
QUOTED = "> "
LONGEST_NAME = 400


class Box:
    """A stretch of the flow that is not finished: what was set between its begin and its end."""

    __slots__ = ("end", "start")

    def __init__(self) -> None:
        self.start = -1
        self.end = -1


class _Space(NamedTuple):
    """A space that is set if words follow it on the line, and where it came from."""

    node: int
    offset: int


class Flow:
    """
    The text of a page while it grows.

    White space is collapsed, and what separates words is set only when words follow: so no
    line begins or ends in a space and there is at most one blank line. Every run of `nodes`
    has the characters of its text node, one for one, white space as spaces. Signs that stand
    for what a page shows without letters belong to no node.
    """

    def __init__(self) -> None:
        self.length = 0
        self._parts: list[str] = []
        self._runs: list[list[int]] = []
        self._waiting: list[Box] = []
        self._space: _Space | None = None
        self._line_ends = 0
        self._breaks = 0
        self._tabs = 0
        self._at_row_start = False
        # How many quoted blocks, and how many struck out elements, the next words stand in.
        self.quoted = 0
        self._struck = 0
        self._is_struck = False
        self._signs: list[str] = []
        self._last = ""

    @property
    def before(self) -> str:
        """The character that the next words follow directly; empty where something separates."""
        apart = self._space or self._line_ends or self._breaks or self._tabs or self._signs
        return "" if apart else self._last

    @property
    def text(self) -> str:
        """What was set so far."""
        return "".join(self._parts)

    @property
    def nodes(self) -> tuple[TextNode, ...]:
        """The runs that were set so far."""
        return tuple(
            TextNode(start=start, end=end, node=node, offset=offset)
            for start, end, node, offset in self._runs
        )

    def begin(self) -> Box:
        """A box that begins with the next words."""
        box = Box()
        self._waiting.append(box)
        return box

    def end(self, box: Box) -> bool:
        """End a box with the words before; false if there are none in it."""
        box.end = self.length
        return 0 <= box.start < box.end

    def add(self, data: str, node: int) -> None:
        """Add the words of a text node."""
        at = 0
        for words in _WORDS.finditer(data):
            start = words.start()
            if start > at:
                self._space = self._space or _Space(node, start - 1)
            self._set(_OTHER_SPACE.sub(" ", words.group()), node, start)
            at = words.end()
        if at < len(data):
            self._space = self._space or _Space(node, at)

    def add_as_it_stands(self, data: str, node: int) -> None:
        """Add a text node whose white space is seen; line ends around it only separate."""
        data = data.replace("\r", "\n")
        words = data.strip("\n")
        lead = len(data) - len(data.lstrip("\n")) if words else len(data)
        self._break_lines(lead)
        if words:
            self._set(words, node, lead)
            self._break_lines(len(data) - lead - len(words))

    def sign(self, sign: str) -> None:
        """Set a sign directly before the next words."""
        self._signs.append(sign)

    def end_sign(self, sign: str) -> None:
        """Set a sign directly behind the last words, if there are any since its counterpart."""
        if self._signs:
            self._signs.pop()
        else:
            self._insert(sign)

    def strike(self, by: int) -> None:
        """Begin (1) or end (-1) words that are struck out: in each block signs stand around."""
        self._struck += by
        if not self._struck:
            self._end_strike()

    def break_line(self) -> None:
        """What `<br>` does."""
        self._break_lines(1)

    def start_block(self, line_ends: int) -> None:
        """The next words stand on a line of their own; with 2 there is a blank line before."""
        self._space = None
        if not self._tabs:
            self._line_ends = max(self._line_ends, line_ends)

    def start_cell(self) -> None:
        """The next words stand in the next cell of the row."""
        self._space = None
        if not self._at_row_start:
            self._line_ends = self._breaks = 0
        self._tabs += 1

    def start_row(self) -> None:
        """The next words stand in a new row, unless a row around it has only begun."""
        self.start_block(1)
        self._at_row_start = not self._tabs

    def end_row(self) -> None:
        """The next words stand in a new row; cells without words at its end are not set."""
        self._tabs = 0
        self.start_row()

    def _break_lines(self, count: int) -> None:
        if count:
            self._space = None
            self._breaks += count

    def _set(self, text: str, node: int, offset: int) -> None:
        self._set_gap()
        for box in self._waiting:
            if box.end < 0:
                box.start = self.length
        self._waiting.clear()
        if self._struck and not self._is_struck:
            self._is_struck = True
            self._insert(STRUCK)
        self._insert("".join(self._signs))
        self._signs.clear()
        self._put(text, node, offset)

    def _set_gap(self) -> None:
        line_ends = min(_MOST_LINE_ENDS, max(self._line_ends, self._breaks))
        quoted = QUOTED * self.quoted if self._line_ends else ""
        if not self.length:
            self._insert(quoted)
        elif line_ends or self._tabs:
            self._end_strike()
            self._insert("\n" * line_ends + quoted + "\t" * self._tabs)
        elif self._space:
            self._put(" ", *self._space)
        self._space = None
        self._line_ends = self._breaks = self._tabs = 0
        self._at_row_start = False

    def _end_strike(self) -> None:
        if self._is_struck:
            self._is_struck = False
            self._insert(STRUCK)

    def _insert(self, text: str) -> None:
        """Set characters that are those of no text node."""
        if text:
            self._parts.append(text)
            self.length += len(text)
            self._last = text[-1]

    def _put(self, text: str, node: int, offset: int) -> None:
        start = self.length
        self._insert(text)
        if self._runs:
            last = self._runs[-1]
            is_next = last[1] == start and last[2] == node and last[3] + start - last[0] == offset
            if is_next:
                last[1] = self.length
                return
        self._runs.append([start, self.length, node, offset])


class DocumentText:
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

    def __init__(self, written: DocumentText) -> None:
        self._written = written
        self._box = written.flow.begin()
        self._row = 0
        self._column = 0
        self._heads = False

    def start_row(self, first_column: int = 0, *, heads: bool = False) -> None:
        """A row begins; `heads` says that it names the columns."""
        self._heads = heads
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
        self._written.mark(cell[0], MarkKind.CELL, cell[1], 1 if self._heads else None)

    def end_row(self) -> None:
        """A row ends."""
        self._written.flow.end_row()

    def end(self) -> None:
        """The table ends."""
        self._written.mark(self._box, MarkKind.TABLE)
        self._written.flow.end_row()
        self._written.flow.start_block(2)
