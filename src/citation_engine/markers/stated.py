"""Finds the place in a source that a draft names in a marker or right beside it: "p. 24", "§ 7"."""

import re
from typing import NamedTuple

from citation_engine.language.vocabulary import pattern
from citation_engine.model.draft import Claim, Marker
from citation_engine.model.passage import Locator, Span

# How far from its marker a place may be named.
REACH = 40
_SPACE = r"[ \t\u00a0\u202f]{0,3}"
# A range of pages is no single page, and "p. 2.5" is none at all.
_PAGE = (
    rf"(?:{pattern('references', 'PAGE_LABELS')}){_SPACE}(?P<page>[0-9]{{1,5}})"
    r"(?!\d|[ \t]{0,2}[-–—‑][ \t]{0,2}\d|[.,]\d)"
)
_SECTION = (
    rf"(?P<section>(?:§|{pattern('references', 'SECTION_LABELS')}){_SPACE}\d{{1,5}}[a-z]?"
    rf"(?:{_SPACE}(?:{pattern('references', 'PARAGRAPH_LABELS')}){_SPACE}\d{{1,3}})?"
    rf"(?:{_SPACE}(?:{pattern('references', 'SENTENCE_LABELS')}){_SPACE}\d{{1,3}})?)"
)
_GAP = r"[\s,;:()]{0,4}"
_PLACE = rf"(?:{_PAGE}|{_SECTION})"
_BEFORE = re.compile(rf"(?<![\w.]){_PLACE}{_GAP}\Z")
_AFTER = re.compile(rf"{_GAP}{_PLACE}")
_INSIDE = re.compile(rf"[,;:]\s{{0,3}}{_PLACE}")


class Stated(NamedTuple):
    """A place that a draft names, and where the number or section stands in the draft."""

    locator: Locator
    span: Span


def stated_place(text: str, claim: Claim, marker: Marker) -> Stated | None:
    """
    Return the page or section that stands in a marker, or right beside it inside its claim.

    Only what touches the marker counts, brackets and commas aside: a page that is named
    elsewhere in a sentence may be any page.
    """
    if found := _INSIDE.search(marker.text):
        return _stated(found, marker.span.start)
    if claim.span is None:
        return None
    at = marker.span
    low = max(claim.span.start, at.start - REACH)
    if found := _BEFORE.search(text[low : at.start]):
        return _stated(found, low)
    high = max(at.end, min(claim.span.end, at.end + REACH))
    if found := _AFTER.match(text[at.end : high]):
        return _stated(found, at.end)
    return None


def _stated(found: re.Match[str], base: int) -> Stated:
    name = "page" if found["page"] else "section"
    page = int(found["page"]) if found["page"] else None
    start, end = found.span(name)
    return Stated(Locator(page=page, section=found["section"]), Span(base + start, base + end))
