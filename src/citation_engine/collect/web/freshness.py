"""Tells what became of a page since it was cited, and whether the cited words still stand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from citation_engine.collect.web.response import Fetched, Redirect
from citation_engine.model.passage import Span
from citation_engine.model.source import Outcome
from citation_engine.model.verdict import Match
from citation_engine.quotes.locate import find_quote
from citation_engine.quotes.searchable_text import SearchedText
from citation_engine.quotes.variants import BRACKETS
from citation_engine.urls import canonical_url

# Characters before and after a passage by which it is told from others with the same words.
AROUND = 64
_PERMANENT = {301, 308}
_GONE = {404, 410}


@dataclass(frozen=True, slots=True)
class CitedPassage:
    """
    Cited words of the old text, and whether the new one has them.

    `moved_to` is where they stand now; None if they are gone or stand at the same offsets.
    """

    span: Span
    stands: bool
    moved_to: Span | None = None


@dataclass(frozen=True, slots=True)
class TextChange:
    """What became of a text and of the passages that were cited from it."""

    kind: Outcome
    passages: tuple[CitedPassage, ...] = ()

    @property
    def fallen(self) -> tuple[CitedPassage, ...]:
        """The passages whose words are no longer there."""
        return tuple(passage for passage in self.passages if not passage.stands)


def compare(old_text: str, new_text: str, cited: Sequence[Span]) -> TextChange:
    """
    Return whether the text changed and whether each cited passage still stands.

    Words stand if they are found whole; typography is forgiven, other words are not. Where
    the new text has them more than once, the place whose surroundings are most alike counts.
    """
    if old_text == new_text:
        return TextChange(Outcome.SAME, tuple(CitedPassage(span, stands=True) for span in cited))
    searched = SearchedText(new_text)
    passages = tuple(_passage(old_text, searched, span) for span in cited)
    return TextChange(Outcome.CHANGED, passages)


def moved_to(known_url: str, fetched: Fetched) -> str | None:
    """
    Where a page moved to, or None.

    It moved if its server says so for good. Where it only sends us elsewhere for now, the
    words decide what became of it.
    """
    permanent = permanent_part(fetched.redirects)
    place = canonical_url(permanent[-1].location if permanent else known_url)
    return place if place != canonical_url(known_url) else None


def is_gone(status: int | None) -> bool:
    """Whether a status says that there is no such page, and not only that it cannot be had now."""
    return status in _GONE


def permanent_part(redirects: Iterable[Redirect]) -> list[Redirect]:
    """The redirects up to the first that holds only for now."""
    steps: list[Redirect] = []
    for step in redirects:
        if step.status not in _PERMANENT:
            break
        steps.append(step)
    return steps


def _passage(old_text: str, new: SearchedText, span: Span) -> CitedPassage:
    found = find_quote(span.of(old_text), new)
    # Words in brackets are a quoter's own in a quotation; here they are those of the page.
    if found.match not in (Match.EXACT, Match.NORMALISED) or BRACKETS in found.differences:
        return CitedPassage(span, stands=False)
    before, after = _around(old_text, span)

    def likeness(place: Span) -> tuple[int, int]:
        left, right = _around(new.original, place)
        alike = _shared(before[::-1], left[::-1]) + _shared(after, right)
        return alike, -abs(place.start - span.start)

    place = max(found.places, key=likeness)
    return CitedPassage(span, stands=True, moved_to=None if place == span else place)


def _around(text: str, span: Span) -> tuple[str, str]:
    start = max(0, span.start - AROUND)
    return text[start : span.start], text[span.end : span.end + AROUND]


def _shared(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
