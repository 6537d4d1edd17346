"""
The part of a text in the making that is still needed: what is held back, and what came before.

What came long before is forgotten, but for what it opened: a fence, a comment, the heading of
the list of sources. A line that stands for it is kept in its place.
"""

import re

from citation_engine.formats.markdown.shelters import (
    BLOCK_START,
    find_inline_tags,
    is_sheltered,
    joined,
)
from citation_engine.language.blocks import find_fences
from citation_engine.markers.page import Page
from citation_engine.markers.unsettled import MOST_OPEN
from citation_engine.model.draft import Marker
from citation_engine.model.passage import Span

_HEADING_SIGNS = re.compile(r"[ \t>]*(#{1,6})")
_HIDING = re.compile(r"<(!--|[A-Za-z]+)")
_TRIED = 40


class Window:
    """A stretch of a text. `text` up to `done` went out, the rest is held back."""

    def __init__(self) -> None:
        self.text = ""
        self.done = 0
        # How much longer the text before `done` is than what went out of it here.
        self._before = 0

    @property
    def length(self) -> int:
        """The length of the text at hand."""
        return len(self.text)

    @property
    def is_clear(self) -> bool:
        """Whether nothing is held back."""
        return self.done == len(self.text)

    def add(self, piece: str) -> None:
        """Take the next piece."""
        self.text += piece

    def release(self, end: int) -> str:
        """Return what was held back up to `end`, which is done then."""
        end = max(self.done, end)
        out = self.text[self.done : end]
        self.done = end
        return out

    def placed(self, marker: Marker) -> Marker:
        """Return a marker with its span in the whole text."""
        start, end = marker.span.start + self._before, marker.span.end + self._before
        return marker.model_copy(update={"span": Span(start, end)})

    def forget(self, page: Page) -> None:
        """Forget what cannot matter any more; `page` is the text at hand."""
        most = self.done - MOST_OPEN
        if most < MOST_OPEN:
            return
        cut, kept = _cut(page, most)
        self.text = kept + self.text[cut:]
        self.done += len(kept) - cut
        self._before += cut - len(kept)


def _cut(page: Page, most: int) -> tuple[int, str]:
    """Where the text can be cut, at `most` or before, and what must stand for the beginning."""
    text = page.text
    lasting = [*find_fences(text), *(span for span in page.hidden if span.end == len(text))]
    closed = joined(
        [
            *(span for span in page.hidden if span.end < len(text)),
            *find_inline_tags(text),
            *page.addresses,
            *page.formulas,
            *page.images,
        ]
    )
    at = most
    for _ in range(_TRIED):
        at = text.rfind("\n", 0, at)
        if at < 0 or at < most - 2 * MOST_OPEN:
            break
        opened = _opening(page, lasting, at + 1)
        if opened is not None:
            return at + 1, _section(page, at + 1) + opened
        if BLOCK_START.match(text, at) and not is_sheltered(closed, at, at + 2):
            return at + 1, _section(page, at + 1)
    return _within_line(page, closed, most)


def _within_line(page: Page, closed: list[Span], most: int) -> tuple[int, str]:
    """A line without end is cut where nothing is open, in the middle of an address if need be."""
    before = f"{_section(page, most)}x"
    for at in range(most, max(0, most - 2 * MOST_OPEN), -1):
        if not is_sheltered(closed, at - 1, at + 1) and page.text[at - 1].isspace():
            return at - 1, before
    if is_sheltered(page.addresses, most, most + 1):
        return most, f"{before} http://"
    return most, before


def _opening(page: Page, lasting: list[Span], at: int) -> str | None:
    """The line that opened what `at` is in: a fence, or an element that hides."""
    text = page.text
    for span in lasting:
        if span.start < at <= span.end - 1 or (span.start < at and span.end == len(text)):
            line = text.rfind("\n", 0, span.start) + 1
            if text[span.start] != "<":
                return text[line : text.find("\n", span.start) + 1]
            hiding = _HIDING.match(text, span.start)
            return f"{hiding[0]}{'' if hiding[1] == '!--' else '>'}\n" if hiding else None
    return None


def _section(page: Page, at: int) -> str:
    """The heading of the list of sources, where `at` is in one."""
    for span in page.sections:
        if span.start < at <= span.end and at < span.end + (span.end == len(page.text)):
            line = page.text.rfind("\n", 0, span.start) + 1
            signs = _HEADING_SIGNS.match(page.text, line)
            return f"{signs[1] if signs else '######'} Sources\n\n"
    return ""
