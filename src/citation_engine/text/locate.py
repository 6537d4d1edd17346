"""Finding a quotation in a text: exactly, typography aside, with omissions, or nearly."""

from dataclasses import dataclass

from citation_engine.model.span import Span
from citation_engine.model.verdict import Match
from citation_engine.text.elided import find_elided
from citation_engine.text.fold import Folded, differences, fold
from citation_engine.text.nearest import find_nearest
from citation_engine.text.places import exact_places, normalised_places
from citation_engine.text.typography import trim

# Words at least this alike are shown as an altered quotation, not as a missing one.
NEAR_ENOUGH = 0.8


@dataclass(frozen=True, slots=True)
class Location:
    """How and where a text has a quotation; offsets are code points of the text."""

    match: Match
    places: tuple[Span, ...] = ()
    segments: tuple[Span, ...] = ()
    similarity: float = 1.0
    nearest: Span | None = None
    differences: tuple[str, ...] = ()


def find_quote(
    quote: str, text: str | Folded, *, near: Span | None = None, limit: int = 1000
) -> Location:
    """
    Return how and where `text` has the words of `quote`.

    The first of these that holds is the answer: the same characters; the same words with other
    typography; the parts of the quotation between its omission marks, in order; else the words
    most like it. The first three are never guesses: the words are there, whole, and no place
    begins or ends inside a word or number of the text (see `boundaries`). White space around
    the quotation is ignored. A quotation without a letter or digit is absent.

    Args:
        quote: the words to find.
        text: where to look. Give `fold(text)` when many quotations are looked for in one text.
        near: where the words are said to be. Words there in other typography go before the same
            characters elsewhere, and the search for the nearest words starts there. Places are
            listed in the text's order all the same.
        limit: the most places to list.

    """
    quote = trim(quote)
    if not any(map(str.isalnum, quote)):
        return Location(Match.ABSENT, similarity=0.0)
    exact = _exact(quote, text.original if isinstance(text, Folded) else text, limit)
    if exact and _is_at(near, exact):
        return exact
    folded = text if isinstance(text, Folded) else fold(text)
    normalised = _normalised(quote, folded, near, limit)
    if exact:
        return normalised if normalised and _is_at(near, normalised) else exact
    return normalised or _elided(quote, folded, limit) or _near(quote, folded, near)


def _is_at(near: Span | None, location: Location) -> bool:
    """Whether a place is where it is expected, if anything is."""
    return near is None or any(_touch(place, near) for place in location.places)


def _touch(place: Span, other: Span) -> bool:
    return place.start < other.end and other.start < place.end


def _exact(quote: str, text: str, limit: int) -> Location | None:
    places = exact_places(quote, text, limit)
    return Location(Match.EXACT, places, places[:1]) if places else None


def _normalised(quote: str, text: Folded, near: Span | None, limit: int) -> Location | None:
    places = normalised_places(fold(quote), text, limit)
    if not places:
        return None
    expected = [place for place in places if near and _touch(place, near)]
    kinds = differences((expected or places)[0].of(text.original), quote)
    return Location(Match.NORMALISED, places, places[:1], differences=kinds)


def _elided(quote: str, text: Folded, limit: int) -> Location | None:
    chains = find_elided(quote, text, limit)
    if not chains:
        return None
    places = tuple(Span(chain[0].start, chain[-1].end) for chain in chains)
    return Location(Match.ELIDED, places, chains[0])


def _near(quote: str, text: Folded, near: Span | None) -> Location:
    nearest = find_nearest(fold(quote).text, text, near)
    match = Match.NEAR if nearest.similarity >= NEAR_ENOUGH else Match.ABSENT
    return Location(match, similarity=nearest.similarity, nearest=nearest.span)
