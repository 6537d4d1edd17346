"""
Where a locator says the words are: on pages, at offsets, in sections, under headings.

Each thing it says is looked up by itself. Words are as cited when they stand at all of them.
What is not in the source is said so and proves nothing, neither for nor against.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from citation_engine.display import one_line
from citation_engine.model.layout import Layout
from citation_engine.model.passage import Locator
from citation_engine.model.span import Span
from citation_engine.model.verdict import Place
from citation_engine.quotes.locate import Location
from citation_engine.sections.sections import Sections
from citation_engine.verify.snapshot_text import SnapshotText

_SHOWN = 120
# Fields that go on where `section` or `article` ends: {"section": "§ 147", "paragraph": 3}.
_INSIDE = {
    "paragraph": "Abs.",
    "absatz": "Abs.",
    "sentence": "Satz",
    "satz": "Satz",
    "nummer": "Nr.",
    "nr": "Nr.",
    "letter": "lit.",
    "buchstabe": "lit.",
    "lit": "lit.",
}
_HEADINGS = ("section_header", "heading_context", "heading", "chapter", "sheet", "cell", "pointer")
_BARE = re.compile(r"\(?(\d{1,3}[a-z]{0,2}|[a-z]{1,2})\)?", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]{3}")

Segments = Sequence[Span]
Given = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Stated:
    """
    One thing a locator says, and the stretches of the text it means.

    Not `whole` where only its beginning was found: words outside of that are elsewhere, words
    inside it may be.
    """

    said: str
    spans: tuple[Span, ...]
    whole: bool = True
    is_section: bool = True

    def has(self, segments: Segments) -> bool:
        """Whether words are there, in part at least."""
        return any(
            one.start < part.end and part.start < one.end for one in self.spans for part in segments
        )

    def has_all(self, segments: Segments, text: str) -> bool:
        """Whether no words stand outside of it; the sign of a paragraph may."""
        return any(not _WORDS.search(_outside(one, segments, text)) for one in self.spans)


@dataclass(frozen=True, slots=True)
class Cited:
    """All that a locator says; `unknown` is what was not found in the source."""

    stated: tuple[Stated, ...] = ()
    unknown: tuple[str, ...] = ()
    # Only where sections are stated.
    sections: Sections | None = None

    @property
    def near(self) -> tuple[Span, ...]:
        """The narrowest of the stretches, where the words are looked for first."""
        lengths = {
            sum(span.end - span.start for span in one.spans): one.spans for one in self.stated
        }
        return lengths[min(lengths)] if lengths else ()

    def fitting(self, places: Sequence[Span], found: Location) -> list[Span]:
        """The places at which all of it holds."""
        return [place for place in places if not self.missed_by(found.segments_of(place))]

    def missed_by(self, segments: Segments) -> list[Stated]:
        """What does not hold for these words; the footer of a page is in none of its sections."""
        proper = segments
        if self.sections is not None:
            have = self.sections.have
            proper = [part for part in segments if have(part.start) or have(part.end - 1)]
        return [one for one in self.stated if not one.has(proper if one.is_section else segments)]

    def exceeded_by(self, segments: Segments, text: str) -> list[Stated]:
        """The sections that these words begin or end outside of."""
        sections = (one for one in self.stated if one.is_section and one.whole)
        return [one for one in sections if not one.has_all(segments, text)]

    def place(self, places: Sequence[Span], fitting: Sequence[Span]) -> Place:
        """How the places that were found relate to the place that was cited."""
        if not places:
            return Place.UNSTATED
        if self.stated and not fitting:
            return Place.ELSEWHERE
        if any(one.whole for one in self.stated):
            return Place.AS_CITED
        left = fitting if self.stated else places
        return Place.SEVERAL if len(left) > 1 else Place.UNSTATED


NOWHERE = Cited()


def cited_place(locator: Locator, length: int, layout: Layout, known: SnapshotText) -> Cited:
    """What a locator says about where `length` characters are."""
    given = {name: value for name, value in locator if value is not None}
    if not given:
        return NOWHERE
    stated = [*_stated_pages(locator, given, layout), *_stated_offsets(given, length)]
    unknown: list[str] = []
    names = list(_names({name: _text(value) for name, value in given.items()}))
    for name, outer in names:
        _look_up(name, outer, known, stated, unknown)
    return Cited(tuple(stated), tuple(unknown), known.sections if names else None)


def _stated_pages(locator: Locator, given: Given, layout: Layout) -> Iterator[Stated]:
    """The pages or the slide, where the source has any."""
    if not layout.pages:
        return
    if "page" in given or "page_start" in given:
        yield Stated(_said_pages(locator), _pages(locator, layout), is_section=False)
    if slide := _text(given.get("slide")):
        spans = _pages(Locator(page=slide), layout)
        yield Stated(f"slide {one_line(slide, _SHOWN)}", spans, is_section=False)


def _stated_offsets(given: Given, length: int) -> Iterator[Stated]:
    """The offsets; beside a page they count from there, in a text we may not have, so not here."""
    start, end = given.get("char_offset_start"), given.get("char_offset_end")
    if start is None or start < 0 or "page" in given or "page_start" in given:
        return
    span = Span(start, max(end if end is not None else start + length, start + 1))
    yield Stated(f"offset {start}", (span,), is_section=False)


def _look_up(
    name: str, outer: str, known: SnapshotText, stated: list[Stated], unknown: list[str]
) -> None:
    """Note what a name means; where it means nothing, what its beginning or `outer` means."""
    found = known.sections.find(name)
    if found.spans:
        stated.append(Stated(one_line(name, _SHOWN), found.spans))
        return
    unknown.append(one_line(name, _SHOWN))
    if found.beginning:
        said, span = found.beginning
        stated.append(Stated(one_line(said, _SHOWN), (span,), whole=False))
    elif outer and (around := known.sections.find(outer).spans):
        stated.append(Stated(one_line(outer, _SHOWN), around, whole=False))


def _names(given: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield every name of a section, and what it is inside of where that is said apart."""
    section, article = given.get("section"), given.get("article")
    if not section and article:
        section = f"Art. {article}" if _BARE.fullmatch(article) else article
    inside = " ".join(_inside(_INSIDE[n], given[n]) for n in _INSIDE if given.get(n))
    if section:
        yield (f"{section} {inside}", section) if inside else (section, "")
    elif "§" in inside:
        yield inside, ""
    for name in _HEADINGS:
        if value := given.get(name):
            yield f"Kapitel {value}" if name == "chapter" and value.isdigit() else value, ""


def _text(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    return str(value).strip()


def _inside(label: str, value: str) -> str:
    """A value with its label, which it may have brought itself: "3", "(3)", "Abs. 3"."""
    bare = _BARE.fullmatch(value)
    return f"{label} {bare[1]}" if bare else value


def _pages(locator: Locator, layout: Layout) -> tuple[Span, ...]:
    """
    The stretches of the pages a locator names; an empty one where there are no such pages.

    The number a reader sees printed on a page and its place in the file both count.
    """
    first = locator.page if locator.page is not None else locator.page_start
    last = locator.page_end if locator.page_end is not None else first
    spans: list[Span] = []
    for name in (lambda page: page.label, lambda page: str(page.number)):
        ends = [page for end in (first, last) for page in layout.pages if name(page) == str(end)]
        if {name(page) for page in ends} == {str(first), str(last)}:
            spans.append(Span(min(one.start for one in ends), max(one.end for one in ends)))
    return tuple(dict.fromkeys(spans)) or (Span(0, 0),)


def _said_pages(locator: Locator) -> str:
    first = locator.page if locator.page is not None else locator.page_start
    last = locator.page_end
    if last is None or last == first:
        return f"page {one_line(str(first), _SHOWN)}"
    return f"pages {one_line(str(first), _SHOWN)} to {one_line(str(last), _SHOWN)}"


def _outside(around: Span, segments: Segments, text: str) -> str:
    """The words of the segments that stand before or after a stretch."""
    pieces = []
    for part in segments:
        pieces.append(text[part.start : max(part.start, min(part.end, around.start))])
        pieces.append(text[min(part.end, max(part.start, around.end)) : part.end])
    return " ".join(pieces)
