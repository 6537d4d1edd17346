"""
Takes HTML apart: paragraphs, items, cells and headings, at their places in the page as it is.

Scripts, styles, hidden elements, navigation, code and lists of notes have no parts.
"""

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from citation_engine.formats.html.hidden import SEEN, sight_of, stands_apart
from citation_engine.formats.html.markup import VOID
from citation_engine.formats.html.tags import BLOCKS, Tag, TextRun, find_tags
from citation_engine.language.fold import Change
from citation_engine.link.drafts.parts import Cell, Counts, Part, Wording
from citation_engine.model.draft import ClaimKind

_KINDS = {
    "li": ClaimKind.ITEM,
    "dd": ClaimKind.ITEM,
    "dt": ClaimKind.ITEM,
    "td": ClaimKind.CELL,
    "th": ClaimKind.HEADING,
    "caption": ClaimKind.CAPTION,
    "figcaption": ClaimKind.CAPTION,
    "table": ClaimKind.SENTENCE,
    "legend": ClaimKind.HEADING,
    "summary": ClaimKind.HEADING,
}
_HEADING = re.compile("h([1-6])")
# What a tag ends that was left open, up to the element that holds it.
_ENDS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset(("li",)), frozenset(("ul", "ol", "menu", "dir"))),
    "dt": (frozenset(("dt", "dd")), frozenset(("dl",))),
    "dd": (frozenset(("dt", "dd")), frozenset(("dl",))),
    "td": (frozenset(("td", "th")), frozenset(("tr", "table"))),
    "th": (frozenset(("td", "th")), frozenset(("tr", "table"))),
    "tr": (frozenset(("tr",)), frozenset(("table",))),
    "option": (frozenset(("option",)), frozenset(("select",))),
}
_IN_PARAGRAPH = (frozenset(("p",)), frozenset(("table", "td", "th", "button", "li", "div")))
_NAVIGATION = frozenset(("navigation", "doc-toc", "doc-backlink"))
_NOTES = frozenset(
    "doc-endnotes doc-endnote doc-footnote doc-bibliography footnotes references reflist "
    "bibliography endnotes footnote-definition".split()
)
_BOLD = frozenset(("b", "strong"))
_ENTITY = re.compile(
    r"&(?:#[0-9]{1,7};?|#[xX][0-9a-fA-F]{1,6};?|[a-zA-Z][a-zA-Z0-9]{1,31};?)|[\n\t\f]"
)
_SIGN = re.compile(r"\s*\d{1,2}\)\s+(?=\S)")
_NUMBER = re.compile(r"\s*(\d{1,3})")
_MOST_COLUMNS = 1_000


@dataclass(frozen=True, slots=True)
class _OpenElement:
    """An element that is not finished, and what holds for the words in it."""

    tag: str = ""
    sight: int = SEEN
    kind: ClaimKind = ClaimKind.SENTENCE
    level: int = 0
    depth: int = 0
    quotation: int = 0
    left_out: bool = False
    as_it_stands: bool = False
    bold: bool = False
    cell: Cell | None = None


@dataclass(slots=True)
class _OpenTable:
    number: int
    row: int = -1
    column: int = 0


def html_parts(wording: Wording, counts: Counts) -> list[Part]:
    """Return the parts of a page, or of a piece of one, in order."""
    return list(_PartReader(wording, counts).parts())


@dataclass(slots=True)
class _PartReader:
    wording: Wording
    counts: Counts
    elements: list[_OpenElement] = field(default_factory=lambda: [_OpenElement()])
    open: dict[str, int] = field(default_factory=dict)
    tables: list[_OpenTable] = field(default_factory=list)
    runs: list[TextRun] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    # Where the bold words end with which the runs begin, and whether the last of them are.
    bold: int = 0
    bold_goes_on: bool = True
    # The inline tags that touch the words before the first and after the last of them.
    lead: TextRun | None = None
    tail: int = 0

    def parts(self) -> Iterator[Part]:
        for step in find_tags(self.wording.text):
            if isinstance(step, TextRun):
                self._words(step)
            elif isinstance(step, Tag):
                yield from self._end(step) if step.closes else self._begin(step)
        yield from self._flush()

    def _words(self, run: TextRun) -> None:
        inner = self.elements[-1]
        if inner.sight != SEEN or inner.left_out:
            return
        text = self.wording.text
        if not self.runs and text[run.start : run.end].isspace():
            return
        self.runs.append(run)
        if not text[run.start : run.end].isspace():
            self.bold_goes_on = self.bold_goes_on and inner.bold
            self.bold = run.end if self.bold_goes_on else self.bold
        for one in _ENTITY.finditer(text, run.start, run.end):
            if one.group() in "\n\t\f":
                if not inner.as_it_stands:
                    self.changes.append((*one.span(), " "))
            elif (meant := html.unescape(one.group())) != one.group():
                self.changes.append((*one.span(), meant))

    def _begin(self, tag: Tag) -> Iterator[Part]:
        if tag.name == "br":
            self._instead(tag, "\n")
            return
        if tag.name in BLOCKS or stands_apart(tag.attributes.get("style")):
            yield from self._flush()
        if tag.name in BLOCKS:
            self._end_left_open(tag.name)
        else:
            self._touch(tag)
        if tag.name == "q":
            self._instead(tag, "“")
        if tag.name not in VOID:
            self.elements.append(self._element(tag))
            self.open[tag.name] = self.open.get(tag.name, 0) + 1

    def _end(self, tag: Tag) -> Iterator[Part]:
        if tag.name in BLOCKS:
            yield from self._flush()
        else:
            self._touch(tag)
        if tag.name == "q":
            self._instead(tag, "”")
        if self.open.get(tag.name):
            while self._pop() != tag.name:
                pass

    def _touch(self, tag: Tag) -> None:
        """Remember an inline tag that touches the words."""
        if not self.runs:
            goes_on = self.lead is not None and self.lead.end == tag.start
            first = self.lead.start if self.lead and goes_on else tag.start
            self.lead = TextRun(first, tag.end)
        elif tag.closes and tag.start == max(self.runs[-1].end, self.tail):
            self.tail = tag.end

    def _instead(self, tag: Tag, sign: str) -> None:
        """Set a sign where the tag stands, if words stand before or behind it."""
        inner = self.elements[-1]
        if inner.sight == SEEN and not inner.left_out and (self.runs or sign == "“"):
            self.changes.append((tag.start, tag.end, sign))

    def _pop(self) -> str:
        name = self.elements.pop().tag
        self.open[name] -= 1
        if name == "table" and self.tables:
            self.tables.pop()
        return name

    def _end_left_open(self, name: str) -> None:
        ended, holders = _ENDS.get(name, _IN_PARAGRAPH)
        if not any(self.open.get(one) for one in ended):
            return
        for at in range(len(self.elements) - 1, max(0, len(self.elements) - 40), -1):
            tag = self.elements[at].tag
            if tag in ended:
                while len(self.elements) > at:
                    self._pop()
                return
            if tag in holders:
                return

    def _element(self, tag: Tag) -> _OpenElement:
        outer, attributes, name = self.elements[-1], tag.attributes, tag.name
        inner = replace(outer, tag=name)
        if attributes or outer.sight == SEEN:
            inner = replace(inner, sight=sight_of(name, attributes, outer.sight))
        if name == "nav" or (attributes and _is_left_out(tag)):
            inner = replace(inner, left_out=True)
        if name == "pre":
            inner = replace(inner, as_it_stands=True)
        elif name == "code" and outer.as_it_stands:
            inner = replace(inner, left_out=True)
        elif name == "blockquote" and not outer.quotation:
            inner = replace(inner, quotation=self.counts.next_quotation())
        elif name in _BOLD:
            inner = replace(inner, bold=True)
        return self._placed(inner, attributes) if name in BLOCKS else inner

    def _placed(self, inner: _OpenElement, attributes: Mapping[str, str | None]) -> _OpenElement:
        name = inner.tag
        if heading := _HEADING.fullmatch(name):
            return replace(inner, kind=ClaimKind.HEADING, level=int(heading[1]))
        if name == "table":
            self.tables.append(_OpenTable(self.counts.next_table()))
        elif name == "tr" and self.tables:
            self.tables[-1].row += 1
            self.tables[-1].column = 0
        elif name in ("ul", "ol"):
            inner = replace(inner, depth=inner.depth + 1)
        kind = _KINDS.get(name)
        if kind is None:
            return inner
        cell = self._cell(name, attributes) if name in ("td", "th") else None
        if name == "caption" and self.tables:
            cell = Cell(self.tables[-1].number, -1, 0)
        return replace(inner, kind=kind, level=0, cell=cell)

    def _cell(self, name: str, attributes: Mapping[str, str | None]) -> Cell | None:
        if not self.tables:
            return None
        table = self.tables[-1]
        found = _NUMBER.match(attributes.get("colspan") or "")
        width = min(int(found[1]) if found else 1, _MOST_COLUMNS - table.column)
        width = max(1, width)
        cell = Cell(table.number, max(0, table.row), table.column, name == "th", width)
        table.column = min(table.column + width, _MOST_COLUMNS)
        return cell

    def _flush(self) -> Iterator[Part]:
        """Give the words since the last block began or ended."""
        runs, changes, lead, tail = self.runs, self.changes, self.lead, self.tail
        bold = len(self.wording.text) if self.bold_goes_on else self.bold
        self.runs, self.changes, self.bold, self.bold_goes_on = [], [], 0, True
        self.lead, self.tail = None, 0
        text = self.wording.text
        while runs and text[runs[-1].start : runs[-1].end].isspace():
            runs.pop()
        if not runs:
            return
        inner = self.elements[-1]
        kind, depth = inner.kind, inner.depth
        if kind is ClaimKind.SENTENCE and not bold and (sign := _SIGN.match(text, *runs[0])):
            # A number that somebody wrote before a paragraph.
            kind, depth, runs[0] = ClaimKind.ITEM, 1, TextRun(sign.end(), runs[0].end)
        start = lead.start if lead and lead.end == runs[0].start else runs[0].start
        end = max(runs[-1].end, tail)
        quotes = [one for one in changes if one[2] in ("“", "”")]
        start = min([start, *(one[0] for one in quotes)])
        end = max([end, *(one[1] for one in quotes)])
        yield Part(
            kind,
            self.wording.cut(start, end),
            list(_shifted(runs, changes, start, end)),
            level=inner.level,
            depth=depth,
            cell=inner.cell,
            quotation=inner.quotation,
            lead=max(0, bold - start),
        )


def _is_left_out(tag: Tag) -> bool:
    role = (tag.attributes.get("role") or tag.attributes.get("epub:type") or "").lower()
    if role in _NAVIGATION or role in _NOTES:
        return True
    names = (tag.attributes.get("class") or "").lower().split()
    return tag.name in ("section", "div", "ol", "ul", "aside") and any(
        one in _NOTES for one in names
    )


def _shifted(runs: list[TextRun], changes: list[Change], start: int, end: int) -> Iterator[Change]:
    """Give the changes, and those that drop what stands between the words, in order."""
    edges = [start, *(edge for run in runs for edge in (run.start, run.end)), end]
    gaps = [
        (one, other, "") for one, other in zip(edges[::2], edges[1::2], strict=True) if one < other
    ]
    known = [one for one in changes if start <= one[0] and one[1] <= end]
    cut: list[Change] = []
    at = 0
    for gap in gaps:
        while at < len(known) and known[at][1] <= gap[0]:
            cut.append(known[at])
            at += 1
        first = gap[0]
        while at < len(known) and known[at][0] < gap[1]:
            one = known[at]
            if first < one[0]:
                cut.append((first, one[0], ""))
            cut.append(one)
            first = one[1]
            at += 1
        if first < gap[1]:
            cut.append((first, gap[1], ""))
    cut += known[at:]
    for first, last, new in cut:
        yield first - start, last - start, new
