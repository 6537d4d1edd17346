"""Finds the place in a source that a draft names in a marker or right beside it: "p. 24", "§ 7"."""

import re
from itertools import pairwise
from typing import NamedTuple

from citation_engine.language.vocabulary import pattern
from citation_engine.model.draft import Claim, Marker
from citation_engine.model.passage import Locator, Span

# How far from its marker a place may be named.
REACH = 40
_SPACE = r"[ \t\u00a0\u202f~]{0,3}"
# A range of pages is no single page, and "p. 2.5" is none at all.
_NUMBER = r"(?P<page>[0-9]{1,5})(?!\d|[ \t]{0,2}[-–—‑][ \t]{0,2}\d|[.,]\d)"
_PAGE = rf"(?:{pattern('references', 'PAGE_LABELS')}){_SPACE}{_NUMBER}"
_SECTION = (
    rf"(?P<section>(?:§|{pattern('references', 'SECTION_LABELS')}){_SPACE}\d{{1,5}}[a-z]?"
    rf"(?:{_SPACE}(?:{pattern('references', 'PARAGRAPH_LABELS')}){_SPACE}\d{{1,3}})?"
    rf"(?:{_SPACE}(?:{pattern('references', 'SENTENCE_LABELS')}){_SPACE}\d{{1,3}})?)"
)
_GAP = r"[\s,;:()]{0,4}"
_PLACE = rf"(?:{_PAGE}|{_SECTION})"
_BEFORE = re.compile(rf"(?<![\w.]){_PLACE}{_GAP}\Z")
_AFTER = re.compile(rf"{_GAP}{_PLACE}")
_NOTED_PAGE = re.compile(rf"(?<![\w.]){_PAGE}")
_LAW_SECTION = re.compile(rf"(?<!§)(?=§[^§]){_SECTION}")
_INSIDE = re.compile(rf"(?:[,;:\[(\s]|(?<=\d)(?=§))\s{{0,3}}{_PLACE}")
# A number alone says a page behind a colon, as in `[S1: 24]`, and in a command: `\cite[24]{moe}`.
_BARE = {
    "brackets": re.compile(rf"(?<=\d):\s{{0,3}}{_NUMBER}(?P<section>)"),
    "authors": re.compile(rf"(?<=\d)[a-z]?:\s{{0,3}}{_NUMBER}(?P<section>)"),
    "named": re.compile(rf"\\[A-Za-z*]+\s?(?:\[[^\[\]]*\])?\[{_NUMBER}(?P<section>)\]"),
}
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")


class Stated(NamedTuple):
    """A place that a draft names, and where the number or section stands in the draft."""

    locator: Locator
    span: Span


def stated_place(text: str, claim: Claim, marker: Marker, target: str = "") -> Stated | None:
    """
    Return the page or section that stands in a marker, or right beside it inside its claim.

    Only what touches the marker counts, brackets and commas aside: a page that is named
    elsewhere in a sentence may be any page. A marker with several targets may name a place for
    each of them; with `target` only its own counts.
    """
    span = _part_of(marker, target)
    if span and (found := _inside(marker, span)):
        return _stated(found, marker.span.start)
    if claim.span is None or span is None:
        return None
    at = marker.span
    low = max(claim.span.start, at.start - REACH)
    if found := _BEFORE.search(text[low : at.start]):
        return _stated(found, low)
    high = max(at.end, min(claim.span.end, at.end + REACH))
    if found := _AFTER.match(text[at.end : high]):
        return _stated(found, at.end)
    return None


def _part_of(marker: Marker, target: str) -> Span | None:
    """What of a marker says where in one of its sources the words stand; None where nothing."""
    targets = [*map(str, marker.numbers), *marker.names]
    whole = Span(0, len(marker.text))
    if not target or len(targets) < 2 or target not in targets:
        return whole
    ends = [at for at, sign in enumerate(marker.text) if sign == ";"]
    parts = [Span(a, b) for a, b in pairwise([0, *ends, len(marker.text)])]
    if len(parts) == len(targets):
        return parts[targets.index(target)]
    # Behind several sources a place is that of the last, unless each may have its own.
    is_last = target == targets[-1] and marker.dialect != "authors"
    return whole if is_last or not _inside(marker, whole) else None


def _inside(marker: Marker, span: Span) -> re.Match[str] | None:
    start = span.start
    if marker.dialect == "authors" and (year := _YEAR.search(marker.text, span.start, span.end)):
        start = year.start()  # An initial before it may look like a page.
    found = _INSIDE.search(marker.text, start, span.end)
    bare = _BARE.get(marker.dialect)
    return found or (bare.search(marker.text, start, span.end) if bare else None)


def place_in_entry(entry: str, note: str = "") -> Locator | None:
    """Return the page that a footnote names, else the section of a law that an entry names."""
    pages = {int(found["page"]) for found in _NOTED_PAGE.finditer(note)}
    sections = {found["section"] for found in _LAW_SECTION.finditer(entry)}
    if len(pages) == 1:
        return Locator(page=pages.pop())
    return Locator(section=sections.pop()) if len(sections) == 1 else None


def _stated(found: re.Match[str], base: int) -> Stated:
    name = "page" if found["page"] else "section"
    page = int(found["page"]) if found["page"] else None
    start, end = found.span(name)
    return Stated(
        Locator(page=page, section=found["section"] or None), Span(base + start, base + end)
    )
