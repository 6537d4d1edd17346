"""
The text of a page as a reader sees it, its map into the page, and what its parts are.

Blocks stand on lines of their own with a blank line around paragraphs, cells of a row are
separated by a tab (as a browser copies them), `<br>` is a line end. What a page says by the look
of words is said by signs: `^` before a power, `_` before an index, `~~` around what is struck
out, `> ` before a quoted block. Nothing is left out for being navigation or a footer: it is
marked.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from citation_engine.formats.flow import Box, Flow
from citation_engine.formats.html.hidden import stands_apart
from citation_engine.formats.html.markup import (
    Close,
    Hidden,
    Open,
    Step,
    Words,
)
from citation_engine.model.passage import Layout, Mark, MarkKind

# A heading that is longer than this is a paragraph in a heading's clothes.
LONGEST_NAME = 400
# Text nodes of fewer characters are labels and menu items more often than prose.
SHORTEST_PROSE = 25
# Beyond this, cells are counted as if none of them went over several rows or columns.
MOST_COLUMNS = 100

# What the main content has of a page's prose at least, by what speaks for it.
NAMED_MAIN = 0.25
NAMED_ARTICLE = 0.5
NEARLY_ALL = 0.75

_LOOSE = frozenset(
    """
    p h1 h2 h3 h4 h5 h6 blockquote pre figure table ul ol dl hr details fieldset article section
    main header footer nav aside div form dialog menu hgroup search listing xmp plaintext
    """.split()
)
_TIGHT = frozenset(
    """
    address body caption center dd dir dt figcaption html legend li optgroup option select summary
    tbody tfoot thead text textarea button marquee frameset
    """.split()
)
# In these, blocks follow one another without a blank line.
_CLOSE_SET = frozenset("li td th dt dd caption figcaption option button summary".split())
_AS_IT_STANDS = frozenset("pre textarea listing xmp plaintext".split())
_SECTIONS = frozenset("article aside main nav section".split())
_AREAS = frozenset("main article section div td body".split())
_HEADING = re.compile("h([1-6])")
_NOTE_ROLES = frozenset(("doc-footnote", "doc-endnote", "footnote", "endnote", "rearnote"))
_STRUCK = frozenset(("del", "s", "strike"))
_RAISED = {"sup": "^", "sub": "_"}
_FIGURES = re.compile(r"[-+\u2212\u2013\u00b1]?\d[\d.,]*[-+\u2212]?|[-+\u2212\u2013]+")
_NOTE_SIGN = re.compile(r"[\[(*\u2020\u2021\u00a7]")
_NOTE_NAME = re.compile(r"cit(?:e|ation)|ref|note|fn", re.IGNORECASE)
_NUMBER = re.compile(r"\s*(\d{1,3})")

Attributes = dict[str, str | None]


class Area(NamedTuple):
    """An element that could be the main content: its name, its span, its characters of prose."""

    tag: str
    start: int
    end: int
    prose: int


@dataclass(slots=True)
class PageText:
    """The text of a page and what belongs to it."""

    text: str
    layout: Layout
    hidden: int


@dataclass(slots=True)
class _Table:
    """Where the next cell of a table stands."""

    row: int = 0
    cells: int = 0
    column: int = 0
    # How many more rows a column is taken by a cell from above.
    taken: dict[int, int] = field(default_factory=dict)

    def start_row(self) -> None:
        self.row += 1
        self.cells = self.column = 0
        self.taken = {column: rows - 1 for column, rows in self.taken.items() if rows > 1}

    def place(self, columns: int, rows: int) -> str:
        """The name of the next cell, which is that many columns wide and rows high."""
        self.cells += 1
        while self.column + 1 in self.taken:
            self.column += 1
        name = f"r{self.row}c{self.column + 1}"
        for column in range(self.column + 1, self.column + 1 + columns):
            if rows > 1 and column <= MOST_COLUMNS:
                self.taken[column] = rows
        self.column += columns
        return name


@dataclass(slots=True)
class _Element:
    """An element that is not finished, and what to do at its end."""

    tag: str
    line_ends: int
    is_section: bool
    is_link: bool
    is_note: bool = False
    marks: list[tuple[Box, MarkKind, str, int | None]] = field(default_factory=list)
    area: tuple[str, Box, int] | None = None


class PageBuilder:
    """Takes the steps through one page, or several that follow one another, and builds the text."""

    def __init__(self) -> None:
        self.flow = Flow()
        self._open: list[_Element] = []
        self._marks: list[Mark] = []
        self._areas: list[Area] = []
        self._tables: list[_Table] = []
        self._depth = dict.fromkeys(
            ("close", "as_it_stands", "section", "link", "aside", "note"), 0
        )
        # The sign of a raised or lowered element of which no words were set yet.
        self._raised = ""
        self._prose = 0
        self._hidden = 0

    def take(self, steps: Iterable[Step]) -> None:
        """Take all steps of a page."""
        for step in steps:
            if isinstance(step, Words):
                self._words(step)
            elif isinstance(step, Open):
                self._begin(step.tag, step.attributes)
            elif isinstance(step, Close):
                self._end()
            elif isinstance(step, Hidden):
                self._hidden += len(step.data.strip())

    def mark(self, box: Box, kind: MarkKind, name: str = "", level: int | None = None) -> None:
        """End a box and mark it, if it has words."""
        if self.flow.end(box):
            self._marks.append(
                Mark(kind=kind, start=box.start, end=box.end, name=name, level=level)
            )

    def result(self, *, with_nodes: bool = True) -> PageText:
        """The whole text."""
        if main := main_area(self._areas, self._prose):
            self._marks.append(Mark(kind=MarkKind.MAIN, start=main.start, end=main.end))
        text = self.flow.text
        marks = sorted(self._marks, key=lambda mark: (mark.start, -mark.end))
        layout = Layout(
            marks=tuple(_named(mark, text) for mark in marks),
            nodes=self.flow.nodes if with_nodes else (),
        )
        return PageText(text, layout, self._hidden)

    def _words(self, words: Words) -> None:
        if self._raised and words.data.strip():
            self._set_apart(words.data)
        if self._depth["as_it_stands"]:
            self.flow.add_as_it_stands(*words)
        else:
            self.flow.add(*words)
        if not self._depth["link"] and not self._depth["aside"]:
            length = len(words.data.strip())
            self._prose += length if length >= SHORTEST_PROSE else 0

    def _set_apart(self, data: str) -> None:
        """Keep a power, an index or the mark of a note apart from the word or number before it."""
        sign, self._raised = self._raised, ""
        before, shown = self.flow.before, data.strip()
        if not before or data[0].isspace():
            return
        is_figure = _FIGURES.fullmatch(shown) is not None
        is_note = self._depth["note"] > 0 or _NOTE_SIGN.match(shown) is not None
        if sign == "^" and (is_note or (is_figure and before in ".,;:!?")):
            self.flow.sign(" ")
        elif is_figure and (
            before.isdigit() or (sign == "^" and (before.isalpha() or before in ")]"))
        ):
            self.flow.sign(sign)

    def _begin(self, tag: str, attributes: Attributes) -> None:
        if tag == "br":
            self.flow.break_line()
        self._raised = _RAISED.get(tag, self._raised)
        element = self._element(tag, attributes)
        if element.line_ends:
            self.flow.start_block(element.line_ends)
        if begin := _STARTS.get(tag):
            begin(self, element, attributes)
        self._note_marks(element, attributes)
        is_main = attributes.get("role") == "main"
        if is_main or tag in _AREAS:
            element.area = "main" if is_main else tag, self.flow.begin(), self._prose
        self._count(element, 1)
        self._open.append(element)

    def _element(self, tag: str, attributes: Attributes) -> _Element:
        line_ends = 0
        if tag in _LOOSE or stands_apart(attributes.get("style")):
            line_ends = 1 if self._depth["close"] else 2
        elif tag in _TIGHT:
            line_ends = 1
        is_link = tag == "a" and "href" in attributes
        is_note = self._is_note(tag, attributes) if tag in _NOTE_TAGS else False
        return _Element(tag, line_ends, tag in _SECTIONS, is_link, is_note)

    def _is_note(self, tag: str, attributes: Attributes) -> bool:
        """Whether an element is the mark of a note or of a reference."""
        if tag == "a" and "href" in attributes:
            return bool(self._raised) or "#" in (attributes["href"] or "")
        named = (attributes.get(name) or "" for name in ("class", "epub:type", "role", "id"))
        return any(map(_NOTE_NAME.search, named))

    def _count(self, element: _Element, by: int) -> None:
        depth = self._depth
        depth["close"] += by * (element.tag in _CLOSE_SET)
        depth["as_it_stands"] += by * (element.tag in _AS_IT_STANDS)
        depth["section"] += by * element.is_section
        depth["link"] += by * element.is_link
        depth["note"] += by * element.is_note
        if element.tag == "blockquote":
            self.flow.quoted += by
        if element.marks:
            depth["aside"] += by * any(kind in _BESIDE for _, kind, _, _ in element.marks)

    def _end(self) -> None:
        element = self._open.pop()
        self._count(element, -1)
        for mark in element.marks:
            self.mark(*mark)
        if element.area:
            name, box, prose = element.area
            if self.flow.end(box):
                self._areas.append(Area(name, box.start, box.end, self._prose - prose))
        if element.tag in _RAISED:
            self._raised = ""
        if element.tag in _STRUCK:
            self.flow.strike(-1)
        if end := _ENDS.get(element.tag):
            end(self)
        elif element.line_ends:
            self.flow.start_block(element.line_ends)

    def _note_marks(self, element: _Element, attributes: Attributes) -> None:
        kind, level = self._kind_of(element.tag, attributes)
        if kind:
            element.marks.append((self.flow.begin(), kind, "", level))

    def _kind_of(self, tag: str, attributes: Attributes) -> tuple[MarkKind | None, int | None]:
        role = (attributes.get("role") or attributes.get("epub:type") or "").strip().lower()
        if level := _HEADING.fullmatch(tag):
            return MarkKind.HEADING, int(level[1])
        if role == "heading":
            return MarkKind.HEADING, _number(attributes.get("aria-level"), 2)
        if role in _NOTE_ROLES:
            return MarkKind.NOTE, None
        if role in _ROLES:
            return _ROLES[role], None
        if tag in ("header", "footer", "aside") and self._depth["section"]:
            # Inside an article these are the article's own.
            return None, None
        return _KINDS.get(tag), None

    def _begin_table(self, element: _Element, attributes: Attributes) -> None:
        self._tables.append(_Table())
        element.marks.append((self.flow.begin(), MarkKind.TABLE, "", None))

    def _end_table(self) -> None:
        self._tables.pop()
        self.flow.end_row()
        self.flow.start_block(1 if self._depth["close"] else 2)

    def _begin_row(self, element: _Element, attributes: Attributes) -> None:
        self.flow.start_row()
        if self._tables:
            self._tables[-1].start_row()

    def _begin_cell(self, element: _Element, attributes: Attributes) -> None:
        if not self._tables:
            return
        table = self._tables[-1]
        columns = min(_number(attributes.get("colspan"), 1), MOST_COLUMNS)
        name = table.place(columns, _number(attributes.get("rowspan"), 1))
        if table.cells > 1:
            self.flow.start_cell()
        element.marks.append((self.flow.begin(), MarkKind.CELL, name, None))


_NOTE_TAGS = frozenset(("a", "sup", "sub", "span"))
_BESIDE = frozenset((MarkKind.NAVIGATION, MarkKind.HEADER, MarkKind.FOOTER))
_KINDS = {
    "nav": MarkKind.NAVIGATION,
    "aside": MarkKind.NAVIGATION,
    "header": MarkKind.HEADER,
    "footer": MarkKind.FOOTER,
    "figcaption": MarkKind.CAPTION,
    "caption": MarkKind.CAPTION,
}
_ROLES = {
    "navigation": MarkKind.NAVIGATION,
    "complementary": MarkKind.NAVIGATION,
    "banner": MarkKind.HEADER,
    "contentinfo": MarkKind.FOOTER,
}
_STARTS: dict[str, Callable[[PageBuilder, _Element, Attributes], None]] = {
    "table": PageBuilder._begin_table,
    "tr": PageBuilder._begin_row,
    "td": PageBuilder._begin_cell,
    "q": lambda builder, _element, _attributes: builder.flow.sign("\u201c"),
    **dict.fromkeys(_STRUCK, lambda builder, _element, _attributes: builder.flow.strike(1)),
    "th": PageBuilder._begin_cell,
}
_ENDS: dict[str, Callable[[PageBuilder], None]] = {
    "table": PageBuilder._end_table,
    "tr": lambda builder: builder.flow.end_row(),
    "q": lambda builder: builder.flow.end_sign("\u201d"),
}


def _number(value: str | None, otherwise: int) -> int:
    found = _NUMBER.match(value or "")
    return max(1, int(found[1])) if found else otherwise


def _named(mark: Mark, text: str) -> Mark:
    """A heading is known by its words."""
    if mark.kind is not MarkKind.HEADING or mark.end - mark.start > LONGEST_NAME:
        return mark
    return mark.model_copy(update={"name": " ".join(text[mark.start : mark.end].split())})


def main_area(areas: Sequence[Area], prose: int) -> Area | None:
    """
    Return the main content, or None where a page has no words in any area.

    Prose are text nodes of some length outside links, navigation, headers and footers. What an
    author called `main` or `article` counts if it holds a good part of it; the smallest
    element that holds nearly all the prose is taken otherwise.

    Args:
        areas: the areas of the page.
        prose: how much prose the whole page has.

    """
    named = _largest(areas, "main", NAMED_MAIN * prose)
    article = _largest(areas, "article", NAMED_ARTICLE * prose)
    if named:
        within = [area for area in areas if _is_within(area, named) and area.tag == "article"]
        return _smallest(within, NEARLY_ALL * named.prose) or named
    return article or _smallest(areas, NEARLY_ALL * prose)


def _largest(areas: Sequence[Area], tag: str, least: float) -> Area | None:
    fitting = [area for area in areas if area.tag == tag and area.prose >= least]
    return max(fitting, key=lambda area: (area.prose, area.end - area.start), default=None)


def _smallest(areas: Sequence[Area], least: float) -> Area | None:
    fitting = [area for area in areas if area.prose >= least]
    return min(fitting, key=lambda area: (area.end - area.start, area.start), default=None)


def _is_within(area: Area, other: Area) -> bool:
    return other.start <= area.start and area.end <= other.end
