"""
Which headings a text has, whoever tells: the marks of its reader, or the text itself.

A reader that saw the layout knows best. The numbered lines of a law ("§ 147 …") are headings even
where they look like any other line. Chapters, slides and sheets hold the headings inside them.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from citation_engine.display import one_line
from citation_engine.model.layout import Layout, Mark, MarkKind
from citation_engine.model.span import Span
from citation_engine.sections.headings import Heading, find_headings

_PROVISION = re.compile(
    r"(?:\([A-ZÄÖÜ]{2,8}\)\s*)?(?:§§?|Art(?:\.|ikel|icle)?)\s*\d", re.IGNORECASE
)
_MARKDOWN = re.compile(r"text/(?:x-)?markdown\b", re.IGNORECASE)
# Words that are handed in without a name for their kind are often Markdown.
_ATX = re.compile(r"^#{1,6} \S", re.MULTILINE)
# Their lines are data, not prose.
_DATA = re.compile(r"(?:json|ndjson|yaml|csv|tab-separated|spreadsheet|toml)", re.IGNORECASE)
_HOLDERS = (MarkKind.CHAPTER, MarkKind.SHEET, MarkKind.SLIDE)
# A holder is above every heading.
_ABOVE = 1_000
_LONGEST = 200
# More than the largest codes of law have: such a text is made to be slow, and is not divided.
MOST_HEADINGS = 20_000


def headings_of(text: str, layout: Layout, media_type: str) -> list[Heading]:
    """Return the headings of a text in order, each with its words on one line."""
    if _MARKDOWN.match(media_type) or (media_type == "text/plain" and _ATX.search(text)):
        found = find_headings(text)
    else:
        marked = list(_marked(layout))
        found = [*marked, *_plain(text, marked, media_type)]
    found += _holders(layout.marks)
    if len(found) > MOST_HEADINGS:
        return []
    found.sort(key=lambda heading: (heading.span.start, heading.level))
    return [Heading(h.span, h.level, one_line(h.title, _LONGEST)) for h in found]


def names_provision(title: str) -> bool:
    """Whether a heading opens a section or an article of a law."""
    return bool(_PROVISION.match(title))


def _marked(layout: Layout) -> Iterator[Heading]:
    """Yield the headings a reader marked; those of menus open no section of the text."""
    menus = Stretches(mark for mark in layout.marks if mark.kind is MarkKind.NAVIGATION)
    for mark in layout.marks:
        if mark.kind is MarkKind.HEADING and mark.name and not menus.have(mark.start):
            yield Heading(Span(mark.start, mark.end), mark.level or 1, mark.name)


def _plain(text: str, marked: Sequence[Heading], media_type: str) -> Iterator[Heading]:
    """Yield the headings that only the text shows, below those that were marked."""
    if _DATA.search(media_type):
        return
    found = find_headings(text, "text/plain")
    if not marked:
        yield from found
        return
    taken = Stretches(heading.span for heading in marked)
    deepest = max(heading.level for heading in marked)
    for heading in found:
        if names_provision(heading.title) and not taken.have(heading.span.start):
            yield Heading(heading.span, deepest + heading.level, heading.title)


def _holders(marks: Iterable[Mark]) -> list[Heading]:
    """Return chapters, slides and sheets as headings without lines of their own."""
    return [
        Heading(Span(mark.start, mark.start), (mark.level or 1) - _ABOVE, mark.name)
        for mark in marks
        if mark.kind in _HOLDERS and mark.name
    ]


class Stretches:
    """Stretches of a text, and whether an offset is in one of them."""

    def __init__(self, stretches: Iterable[Mark | Span]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted((one.start, one.end) for one in stretches):
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def have(self, offset: int) -> bool:
        """Whether the offset is in one of them."""
        at = bisect_right(self._starts, offset) - 1
        return at >= 0 and offset < self._ends[at]
