"""The first question: are the words there, and where? Deterministic and local."""

from bisect import bisect_right
from dataclasses import dataclass

from citation_engine.model.citation import ExtractionMethod, NewCitation
from citation_engine.model.layout import Layout, PageSpan
from citation_engine.model.passage import Locator, Passage
from citation_engine.model.source import Snapshot, SourceType
from citation_engine.model.span import Span
from citation_engine.model.verdict import Match, Place
from citation_engine.text.geometry import rects_of
from citation_engine.text.locate import Location, find_quote

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


def is_description(new: NewCitation, type: SourceType) -> bool:
    """Whether the given context describes the source, rather than being words out of it."""
    return type in SELF_SUPPLIED or new.extraction_method is ExtractionMethod.NEGATIVE


def find_words(new: NewCitation, type: SourceType, snapshot: Snapshot) -> Words:
    """Look for the quote or, without one, for the context, in the snapshot's text."""
    wanted = new.verbatim_quote
    if wanted is None and not is_description(new, type):
        wanted = new.quote_context
    if not wanted:
        return Words(None, Place.UNSTATED)
    cited = _cited_span(new.locator, len(wanted), snapshot.layout)
    found = find_quote(wanted, snapshot.text, near=cited)
    nearest = passage_at(snapshot, found.nearest) if found.nearest else None
    passages = _passages(snapshot, found, cited)
    if found.match is Match.NEAR and nearest:
        passages = (nearest,)
    return Words(
        match=found.match,
        place=_place(found, cited),
        places=len(found.places),
        passages=passages,
        similarity=round(found.similarity, 4),
        differences=found.differences,
        nearest=nearest,
        quoted=new.verbatim_quote is not None,
    )


def context_is_invented(new: NewCitation, type: SourceType, snapshot: Snapshot) -> bool:
    """Whether a context stands beside a quote and nothing like it is in the source."""
    if new.verbatim_quote is None or not new.quote_context or is_description(new, type):
        return False
    return find_quote(new.quote_context, snapshot.text).match is Match.ABSENT


def _cited_span(locator: Locator, length: int, layout: Layout) -> Span | None:
    """Where the locator says the words are: on pages, where it names some, else at offsets."""
    start, end = locator.char_offset_start, locator.char_offset_end
    if locator.page is not None or locator.page_start is not None:
        return _cited_pages(locator, layout)
    if start is None or start < 0:
        return None
    return Span(start, max(end if end is not None else start + length, start + 1))


def _passages(snapshot: Snapshot, found: Location, cited: Span | None) -> tuple[Passage, ...]:
    """The place that was cited where it is one of those found, else the first few of them."""
    spans = [span for span in found.places if cited and _touch(span, cited)][:1]
    first = not spans or spans[0] == found.places[0]
    passages = [passage_at(snapshot, span) for span in spans or found.places[:MOST_PLACES]]
    if passages and first:
        passages[0] = passages[0].model_copy(update={"segments": found.segments})
    return tuple(passages)


def _touch(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def passage_at(snapshot: Snapshot, span: Span) -> Passage:
    """The words of a span with the words around them and the line they begin on."""
    text = snapshot.text
    page = page_at(snapshot.layout, span.start)
    return Passage(
        start=span.start,
        end=span.end,
        text=text[span.start : span.end],
        before=text[max(0, span.start - AROUND) : span.start],
        after=text[span.end : span.end + AROUND],
        segments=(span,),
        line=text.count("\n", 0, span.start) + 1,
        page=page.number if page else None,
        page_label=page.label if page else None,
        rects=rects_of(snapshot.geometry, span) if snapshot.geometry else (),
    )


def page_at(layout: Layout, offset: int) -> PageSpan | None:
    """The page an offset stands on, where the source has pages."""
    at = bisect_right(layout.pages, offset, key=lambda page: page.start) - 1
    return layout.pages[at] if at >= 0 else None


def _cited_pages(locator: Locator, layout: Layout) -> Span | None:
    """The span of the pages a locator names; an empty one where there are no such pages."""
    first = locator.page if locator.page is not None else locator.page_start
    if first is None or not layout.pages:
        return None
    last = locator.page_end if locator.page_end is not None else first
    numbers = [_page_number(page, layout) for page in (first, last)]
    pages = [layout.pages[number - 1] for number in numbers if number is not None]
    if len(pages) < len(numbers):
        return Span(0, 0)
    return Span(min(page.start for page in pages), max(page.end for page in pages))


def _page_number(page: int | str, layout: Layout) -> int | None:
    """A page's number; a label wins where the pages have labels, because readers see those."""
    for found in layout.pages:
        if found.label is not None and found.label == str(page):
            return found.number
    known = {found.number for found in layout.pages}
    number = int(page) if str(page).isascii() and str(page).isdigit() else None
    return number if number in known else None


def paragraph_around(text: str, span: Span) -> str:
    """The paragraph a span stands in, cut to what a reader wants to see around the quote."""
    start = text.rfind("\n\n", 0, span.start)
    end = text.find("\n\n", span.end)
    first = max(0 if start < 0 else start + 2, span.start - MOST_AROUND)
    last = min(len(text) if end < 0 else end, span.end + MOST_AROUND)
    return text[first:last].strip()


def _place(found: Location, cited: Span | None) -> Place:
    if not found.places:
        return Place.UNSTATED
    if cited:
        here = any(_touch(span, cited) for span in found.places)
        return Place.AS_CITED if here else Place.ELSEWHERE
    return Place.SEVERAL if len(found.places) > 1 else Place.UNSTATED
