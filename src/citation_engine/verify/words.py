"""The first question: are the words there, and where? Deterministic and local."""

import re
import weakref
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Any

from citation_engine.display import one_line
from citation_engine.formats.geometry import rects_of
from citation_engine.language.detection import tell_language
from citation_engine.language.sentences import split_sentences
from citation_engine.language.terms import forms_of
from citation_engine.model.citation import ExtractionMethod, NewCitation
from citation_engine.model.passage import Layout, Locator, PageSpan, Passage, Span
from citation_engine.model.source import Snapshot, SourceType
from citation_engine.model.verdict import Match, Place
from citation_engine.quotes.locate import Location, find_quote
from citation_engine.quotes.searchable_text import SearchedText, furniture_of
from citation_engine.search.pieces import FoundPlace
from citation_engine.sections.sections import Sections

# Beyond this, what was used longest ago is worked out anew when it is needed.
MOST_CHARACTERS = 32_000_000


class SnapshotText:
    """A snapshot's text, ready to be searched; its sections are read when first asked for."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.text = snapshot.text
        self._layout = snapshot.layout
        self._media_type = snapshot.media_type
        self.searched = SearchedText(
            self.text, furniture_of(self.text, self._layout), pages=bool(self._layout.pages)
        )
        self._sections: Sections | None = None

    @cached_property
    def forms(self) -> list[str]:
        """The words of the text in order, without case."""
        return forms_of(self.text)

    @cached_property
    def language(self) -> str:
        """The name of the language that the text as a whole is in, where its words tell."""
        return tell_language(self.text)

    @property
    def sections(self) -> Sections:
        """The sections of the text."""
        if self._sections is None:
            self._sections = Sections(self.text, self._layout, self._media_type)
        return self._sections


_Known = tuple["weakref.ref[Snapshot]", SnapshotText]
_known: OrderedDict[int, _Known] = OrderedDict()
_lock = Lock()


def text_of(snapshot: Snapshot) -> SnapshotText:
    """Return what is known about the text of a snapshot."""
    key = id(snapshot)
    with _lock:
        kept = _known.get(key)
        if kept and kept[0]() is snapshot:
            _known.move_to_end(key)
            return kept[1]
    made = SnapshotText(snapshot)
    with _lock:
        _known[key] = weakref.ref(snapshot, lambda gone: _forget(key, gone)), made
        _known.move_to_end(key)
        while len(_known) > 1 and _characters() > MOST_CHARACTERS:
            _known.popitem(last=False)
    return made


def _characters() -> int:
    # A list, because a snapshot may be dropped, and its entry with it, at any moment.
    return sum(len(text.text) for _, text in list(_known.values()))


def _forget(key: int, gone: "weakref.ref[Snapshot]") -> None:
    """Drop what belongs to a snapshot that is no more; the key may have a new owner."""
    kept = _known.get(key)
    if kept and kept[0] is gone:
        _known.pop(key, None)


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


AROUND = 300
# Characters on either side of a quote that are filled in as its context.
MOST_AROUND = 1_000
# Places of one quote that are judged.
MOST_PLACES = 5
SELF_SUPPLIED = (SourceType.DATABASE, SourceType.CUSTOM)


@dataclass(frozen=True, slots=True)
class Words:
    """Where the given words stand. `match` is None where there was nothing to look for."""

    match: Match | None
    place: Place
    places: int = 0
    passages: tuple[Passage, ...] = ()
    similarity: float | None = None
    differences: tuple[str, ...] = ()
    nearest: Passage | None = None
    quoted: bool = False
    # What the locator says that does not hold, what the words go beyond, what is not there.
    missed: tuple[str, ...] = ()
    exceeded: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def present(self) -> bool:
        """
        Whether the words may be judged.

        A quotation must stand there as it is. A paraphrase's context may differ
        a little: the judge then reads the snapshot's words, not the agent's.
        """
        if self.match is None:
            return False
        return self.match.located or (self.match is Match.NEAR and not self.quoted)


NOTHING_QUOTED = Words(None, Place.UNSTATED)


def is_description(new: NewCitation, type: SourceType) -> bool:
    """Whether the given context describes the source, rather than being words out of it."""
    return type in SELF_SUPPLIED or new.extraction_method is ExtractionMethod.NEGATIVE


def find_words(new: NewCitation, type: SourceType, snapshot: Snapshot) -> Words:
    """Look for the quote or, without one, for the context, in the snapshot's text."""
    wanted = new.verbatim_quote
    if wanted is None and not is_description(new, type):
        wanted = new.quote_context
    if not wanted:
        return NOTHING_QUOTED
    known = text_of(snapshot)
    cited = cited_place(new.locator, len(wanted), snapshot.layout, known)
    found = find_quote(wanted, known.searched, near=cited.near)
    quoted = new.verbatim_quote is not None
    places = found.places
    if found.match is Match.NEAR and found.nearest and not quoted:
        places = (found.nearest,)
    fitting = cited.fitting(places, found)
    shown = (fitting or places)[:MOST_PLACES]
    return Words(
        match=found.match,
        place=cited.place(places, fitting),
        places=len(found.places),
        passages=tuple(passage_at(snapshot, place, found.segments_of(place)) for place in shown),
        similarity=round(found.similarity, 4),
        differences=found.differences,
        nearest=passage_at(snapshot, found.nearest) if found.nearest else None,
        quoted=quoted,
        **_compared(cited, found, shown, snapshot.text),
    )


def _compared(
    cited: Cited, found: Location, places: Sequence[Span], text: str
) -> dict[str, tuple[str, ...]]:
    """What of the locator does not hold for the first of the places."""
    segments = found.segments_of(places[0]) if places else ()
    missed = cited.missed_by(segments) if places else []
    exceeded = cited.exceeded_by(segments, text) if places and not missed else []
    return {
        "missed": tuple(one.said for one in missed),
        "exceeded": tuple(one.said for one in exceeded),
        "unknown": cited.unknown,
    }


def context_is_invented(new: NewCitation, type: SourceType, snapshot: Snapshot) -> bool:
    """Whether a context stands beside a quote and nothing like it is in the source."""
    if new.verbatim_quote is None or not new.quote_context or is_description(new, type):
        return False
    return find_quote(new.quote_context, text_of(snapshot).searched).match is Match.ABSENT


def passage_at(snapshot: Snapshot, span: Span, segments: Sequence[Span] = ()) -> Passage:
    """
    The words of a span, the words around them, and where a person finds them.

    `segments` are the stretches of it that were meant, where some of it was left out.
    """
    text = snapshot.text
    page = page_at(snapshot.layout, span.start)
    segments = tuple(segments) or (span,)
    geometry = snapshot.geometry
    return Passage(
        start=span.start,
        end=span.end,
        text=text[span.start : span.end],
        before=text[max(0, span.start - AROUND) : span.start],
        after=text[span.end : span.end + AROUND],
        segments=segments,
        line=text.count("\n", 0, span.start) + 1,
        section=text_of(snapshot).sections.section_of(span),
        page=page.number if page else None,
        page_label=page.label if page else None,
        rects=tuple(r for part in segments for r in rects_of(geometry, part)) if geometry else (),
    )


def named_sections(locator: Locator, snapshot: Snapshot) -> tuple[Passage, ...]:
    """The whole sections that a locator names; none where one of its names is not known."""
    place = cited_place(locator, 0, snapshot.layout, text_of(snapshot))
    sections = [one for one in place.stated if one.is_section and one.whole]
    if not sections or place.unknown:
        return ()
    meant = min(sections, key=lambda one: sum(span.end - span.start for span in one.spans))
    if any(not one.has(meant.spans) for one in place.stated):
        return ()
    found = [passage_at(snapshot, span) for span in meant.spans]
    # What stands around is not read.
    alone = {"before": "", "after": ""}
    return tuple(
        one.model_copy(update={**alone, "section": one.section or meant.said}) for one in found
    )


def passage_found(snapshot: Snapshot | None, place: FoundPlace) -> Passage | None:
    """
    The passage at a place that a search found, from the stored words.

    None where the words are gone, or are not those the search read.
    """
    piece = place.piece.stored
    if snapshot is None or snapshot.source_id != piece.source_id:
        return None
    if not snapshot.text.startswith(piece.words.text, piece.start):
        return None
    return passage_at(snapshot, place.span)


def sentences_of(passage: Passage) -> tuple[str, tuple[str, str]]:
    """The whole sentences that a passage stands in, and the words before and after them."""
    text = passage.before + passage.text + passage.after
    start, end = len(passage.before), len(passage.before) + len(passage.text)
    touched = [s for s in split_sentences(text) if s.start < end and s.end > start]
    if touched:
        start, end = min(start, touched[0].start), max(end, touched[-1].end)
    return text[start:end], (text[:start], text[end:])


def page_at(layout: Layout, offset: int) -> PageSpan | None:
    """The page an offset stands on, where the source has pages."""
    at = bisect_right(layout.pages, offset, key=lambda page: page.start) - 1
    return layout.pages[at] if at >= 0 else None


def paragraph_around(text: str, span: Span) -> str:
    """
    The paragraph a span stands in, cut to what a reader wants to see around the quote.

    A paragraph that is too long, as in texts without blank lines, is cut between sentences.
    """
    start = text.rfind("\n\n", 0, span.start)
    end = text.find("\n\n", span.end)
    first, last = 0 if start < 0 else start + 2, len(text) if end < 0 else end
    if first < span.start - MOST_AROUND:
        first = _sentence_start(text, span.start - MOST_AROUND, span.start)
    if last > span.end + MOST_AROUND:
        last = _sentence_end(text, span.end, span.end + MOST_AROUND)
    return text[first:last].strip()


def _sentence_start(text: str, first: int, last: int) -> int:
    """Where the first whole sentence of a stretch begins; where there is none, a word."""
    stretch = text[first:last]
    whole = split_sentences(stretch)[1:]
    return first + (whole[0].start if whole else stretch.find(" ") + 1)


def _sentence_end(text: str, first: int, last: int) -> int:
    """Where the last whole sentence of a stretch ends; where there is none, a word."""
    stretch = text[first:last]
    whole = split_sentences(stretch)[:-1]
    if whole:
        return first + whole[-1].end
    space = stretch.rfind(" ")
    return first + space if space > 0 else last
