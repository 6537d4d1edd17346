"""The first question: are the words there, and where? Deterministic and local."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from citation_engine.formats.geometry import rects_of
from citation_engine.language.sentences import split_sentences
from citation_engine.model.citation import ExtractionMethod, NewCitation
from citation_engine.model.layout import Layout, PageSpan
from citation_engine.model.passage import Passage
from citation_engine.model.source import Snapshot, SourceType
from citation_engine.model.span import Span
from citation_engine.model.verdict import Match, Place
from citation_engine.quotes.locate import Location, find_quote
from citation_engine.search.pieces import FoundPlace
from citation_engine.verify.cited import Cited, cited_place
from citation_engine.verify.snapshot_text import text_of

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
