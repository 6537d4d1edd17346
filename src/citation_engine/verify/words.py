"""The first question: are the words there, and where? Deterministic and local."""

from dataclasses import dataclass

from citation_engine.model.citation import ExtractionMethod, NewCitation
from citation_engine.model.passage import Locator, Passage
from citation_engine.model.source import Snapshot, SourceType
from citation_engine.model.span import Span
from citation_engine.model.verdict import Match, Place
from citation_engine.text.locate import Location, find_quote

AROUND = 300
SELF_SUPPLIED = (SourceType.DATABASE, SourceType.CUSTOM)


@dataclass(frozen=True, slots=True)
class Words:
    """Where the given words stand. `match` is None where there was nothing to look for."""

    match: Match | None
    place: Place
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
    found = find_quote(wanted, snapshot.text)
    spans = found.places or ((found.nearest,) if found.match is Match.NEAR else ())
    passages = tuple(passage_at(snapshot, span) for span in spans if span)
    if found.places:
        first = passages[0].model_copy(update={"segments": found.segments})
        passages = (first, *passages[1:])
    return Words(
        match=found.match,
        place=_place(new.locator, found),
        passages=passages,
        similarity=round(found.similarity, 4),
        differences=found.differences,
        nearest=passage_at(snapshot, found.nearest) if found.nearest else None,
        quoted=new.verbatim_quote is not None,
    )


def passage_at(snapshot: Snapshot, span: Span) -> Passage:
    """The words of a span with the words around them and the line they begin on."""
    text = snapshot.text
    return Passage(
        start=span.start,
        end=span.end,
        text=text[span.start : span.end],
        before=text[max(0, span.start - AROUND) : span.start],
        after=text[span.end : span.end + AROUND],
        segments=(span,),
        line=text.count("\n", 0, span.start) + 1,
    )


def paragraph_around(text: str, span: Span) -> str:
    """The paragraph a span stands in, for readers who want to see more than the quote."""
    start = text.rfind("\n\n", 0, span.start)
    end = text.find("\n\n", span.end)
    return text[0 if start < 0 else start + 2 : len(text) if end < 0 else end].strip()


def _place(locator: Locator, found: Location) -> Place:
    if not found.places:
        return Place.UNSTATED
    offsets = (locator.char_offset_start, locator.char_offset_end)
    paged = locator.page is not None or locator.page_start is not None
    if offsets[0] is not None and not paged:
        at = [span for span in found.places if span.start == offsets[0]]
        return Place.AS_CITED if at else Place.ELSEWHERE
    return Place.SEVERAL if len(found.places) > 1 else Place.UNSTATED
