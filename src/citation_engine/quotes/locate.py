"""Finding a quotation in a text: exactly, typography aside, with omissions, or nearly."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from citation_engine.language.fold import differences as typography
from citation_engine.model.passage import Span
from citation_engine.model.verdict import Match
from citation_engine.quotes.alignment import Stretch
from citation_engine.quotes.elided import Chain, find_elided, split_at_omissions
from citation_engine.quotes.nearest import Nearest, find_nearest, find_nearest_parts, words_of
from citation_engine.quotes.places import exact_places
from citation_engine.quotes.repairs import find_mended
from citation_engine.quotes.searchable_text import IndexedText, ReadOver, SearchedText
from citation_engine.quotes.skeleton_places import Found, Quotation, find_places
from citation_engine.quotes.variants import variants

# Words at least this alike are shown as an altered quotation, not as a missing one.
NEAR_ENOUGH = 0.8
# Dots may be the source's own: parts that are less alike are compared with the whole.
_SURELY_IN_PARTS = 0.95
# What a quotation leaves out that runs over a page break.
FURNITURE = "page headers and footers"
SPACE = "white space"
MARKUP = "markup"


@dataclass(frozen=True, slots=True)
class Location:
    """
    How and where a text has a quotation; offsets are code points of the text.

    `chains` has the stretches of each place where a place is more than one: with omissions, or
    over a page break. `segments` are those of the first place. `nearest_segments` are the
    stretches that have the nearest words, where others stand between.
    """

    match: Match
    places: tuple[Span, ...] = ()
    segments: tuple[Span, ...] = ()
    similarity: float = 1.0
    nearest: Span | None = None
    differences: tuple[str, ...] = ()
    chains: tuple[tuple[Span, ...], ...] = ()
    nearest_segments: tuple[Span, ...] = ()

    def segments_of(self, place: Span) -> tuple[Span, ...]:
        """Return the stretches of one of the places that have the quotation's words."""
        if not self.chains:
            return (place,)
        return self.chains[self.places.index(place)]


def find_quote(
    quote: str,
    text: str | SearchedText,
    *,
    near: Span | Sequence[Span] | None = None,
    limit: int = 1000,
) -> Location:
    """
    Return how and where `text` has the words of `quote`.

    The first of these that holds is the answer: the same characters; the same words with other
    typography; the same words over a page break, its headers and footers left out; the parts of
    the quotation between its omission marks, in order; the same words without the reference
    marks of the text, or read in the right encoding; else the words most like it. All but the
    last are never guesses: the words are there, whole, and no place begins or ends inside a word
    or number of the text (see `boundaries`). White space around the quotation is ignored. A
    quotation without a letter or digit is absent.

    Args:
        quote: the words to find.
        text: where to look. Give a `SearchedText` when many quotations are looked for in one
            text.
        near: where the words are said to be: a stretch, or several of which any will do. Words
            there in other typography go before the same characters elsewhere, and of words that
            are equally near those there are shown. Places are listed in the text's order all the
            same.
        limit: the most places to list.

    """
    wanted = Quotation(quote)
    if not wanted.has_words:
        return Location(Match.ABSENT, similarity=0.0)
    near = (near,) if isinstance(near, Span) else near or ()
    searched = SearchedText(text) if isinstance(text, str) else text
    return _find(wanted, searched, near, limit)


def find_quote_at(quote: str, text: SearchedText, stretch: Stretch) -> Location:
    """Return what `find_quote` does, where the stretch most like the quotation is known."""
    return _find(Quotation(quote), text, (), 1000, stretch)


def _find(
    quote: Quotation,
    text: SearchedText,
    near: Sequence[Span],
    limit: int,
    stretch: Stretch | None = None,
) -> Location:
    found = _places(quote, text, near, limit)
    located = _located(quote, text, found, near, limit) or _written_otherwise(
        quote, text, near, limit
    )
    if located:
        return located
    if stretch:
        nearest = words_of(quote, text, stretch)
    else:
        nearest = _nearest_seen(quote, text, near, found.letters)
    return _mended(quote, text, nearest) or _near(quote, text, nearest)


def _located(
    quote: Quotation, text: SearchedText, found: Found, near: Sequence[Span], limit: int
) -> Location | None:
    """Return where the words stand as they are, over a page break, or with omissions."""
    if found.places:
        return _as_found(quote, text.original, found, near)
    over = text.read_over
    return (
        (_over_pages(quote, over, limit) or _in_furniture(quote, over, limit) if over else None)
        or _elided(quote, text, limit)
        or (_elided_over_pages(quote, over, limit) if over else None)
    )


def _written_otherwise(
    quote: Quotation, text: SearchedText, near: Sequence[Span], limit: int
) -> Location | None:
    """Return where the words stand as people write what they quote, with a note on it."""
    for variant in variants(quote.text):
        other = Quotation(variant.text, caseless=variant.caseless)
        found = _located(other, text, _places(other, text, near, limit), near, limit)
        if found:
            match = Match.ELIDED if found.match is Match.ELIDED else Match.NORMALISED
            return replace(found, match=match, differences=(*found.differences, *variant.notes))
    return None


def _places(quote: Quotation, text: SearchedText, near: Sequence[Span], limit: int) -> Found:
    found = find_places(quote, text, limit)
    if len(found.places) < limit and (found.complete or found.exact):
        return found
    # There are more than can be looked at: those where they are expected must be among them.
    reach = len(quote.text)
    here = (Span(max(0, one.start - reach), one.end + reach) for one in near)
    expected = [find_places(quote, text, limit, stretch) for stretch in here]
    equal = found.exact or exact_places(quote.text, text.original, limit)
    exact = {*equal, *(place for one in expected for place in one.exact)}
    others = {*found.places, *(place for one in expected for place in one.places)}
    return replace(found, places=tuple(sorted(exact | others)), exact=tuple(sorted(exact)))


def _as_found(quote: Quotation, text: str, found: Found, near: Sequence[Span]) -> Location:
    """Return the equal characters, or where they are not as expected, the equal words."""
    expected = [place for place in found.places if _touches(place, near)]
    exact = found.exact
    if exact and (not expected or any(_touches(place, near) for place in exact)):
        return Location(Match.EXACT, exact, exact[:1])
    place = (expected or found.places)[0]
    kinds = (SPACE,) if place in found.spaced else typography(place.of(text), quote.text)
    return Location(Match.NORMALISED, found.places, found.places[:1], differences=kinds)


def _touches(place: Span, near: Sequence[Span]) -> bool:
    return any(place.start < other.end and other.start < place.end for other in near)


def _over_pages(quote: Quotation, text: ReadOver, limit: int) -> Location | None:
    """Return where the words go on overleaf; whatever stands on one page is found without this."""
    places = find_places(quote, text, limit).places
    chains = {place: text.origin(place) for place in places}
    over = [place for place in places if len(chains[place]) > 1 or text.has_markup]
    if not over:
        return None
    kinds = (*typography(over[0].of(text.original), quote.text), _left_out(text))
    return _chained(Match.NORMALISED, [chains[place] for place in over], kinds)


def _left_out(text: ReadOver) -> str:
    return MARKUP if text.has_markup else FURNITURE


def _in_furniture(quote: Quotation, text: ReadOver, limit: int) -> Location | None:
    """Return where a header or footer has the words after a word that goes on overleaf."""
    places: list[Span] = []
    for run in text.after_hyphens:
        found = find_places(quote, SearchedText(run.of(text.source)), limit)
        places += (Span(run.start + one.start, run.start + one.end) for one in found.places)
    if not places:
        return None
    kinds = typography(places[0].of(text.source), quote.text)
    match = Match.NORMALISED if kinds else Match.EXACT
    return Location(match, tuple(places[:limit]), tuple(places[:1]), differences=kinds)


def _elided(quote: Quotation, text: IndexedText, limit: int) -> Location | None:
    chains = find_elided(quote.text, text, limit, caseless=quote.caseless)
    return _chained(Match.ELIDED, chains) if chains else None


def _elided_over_pages(quote: Quotation, text: ReadOver, limit: int) -> Location | None:
    chains = find_elided(quote.text, text, limit, caseless=quote.caseless)
    if not chains:
        return None
    whole = [tuple(part for place in chain for part in text.origin(place)) for chain in chains]
    return _chained(Match.ELIDED, whole, (_left_out(text),))


def _chained(match: Match, chains: Sequence[Chain], kinds: tuple[str, ...] = ()) -> Location:
    places = tuple(Span(chain[0].start, chain[-1].end) for chain in chains)
    return Location(match, places, chains[0], differences=kinds, chains=tuple(chains))


def _mended(quote: Quotation, text: SearchedText, nearest: Nearest) -> Location | None:
    """Return where the words stand without reference marks, or read in the right encoding."""
    if nearest.span is None:
        return None
    found = find_mended(quote, text.original, nearest.span)
    if not found:
        return None
    place = (found.place,)
    return Location(Match.NORMALISED, place, place, differences=found.differences)


def _nearest_seen(
    quote: Quotation, text: SearchedText, near: Sequence[Span], letters: Sequence[int]
) -> Nearest:
    """Return the nearest of the words that a reader sees."""
    over = text.read_over
    if over is None or not over.has_markup:
        return _nearest(quote, text, near, letters)
    found = _nearest(quote, over, [over.position(one) for one in near], ())
    if found.span is None:
        return found
    segments = tuple(part for one in found.segments for part in over.origin(one))
    return replace(found, span=over.origin(found.span)[0], segments=segments)


def _nearest(
    quote: Quotation, text: IndexedText, near: Sequence[Span], letters: Sequence[int]
) -> Nearest:
    """Return the nearest words, of a quotation with omissions part by part."""
    if letters:
        return find_nearest(quote, text, near, letters)
    parts = split_at_omissions(quote.text)
    if len(parts) > 1:
        by_part = find_nearest_parts([Quotation(part) for part in parts], text, near)
        if by_part.similarity >= _SURELY_IN_PARTS:
            return by_part
        return max(by_part, find_nearest(quote, text, near), key=_alike)
    return find_nearest(quote, text, near)


def _alike(nearest: Nearest) -> float:
    return nearest.similarity


def _near(quote: Quotation, text: SearchedText, nearest: Nearest) -> Location:
    """Return the nearest words; one word that is like another says nothing about it."""
    is_near = nearest.similarity >= NEAR_ENOUGH and len(quote.text.split()) > 1
    over = text.read_over
    whole = over.with_markup(nearest.span) if over and nearest.span else nearest.span
    return Location(
        Match.NEAR if is_near else Match.ABSENT,
        similarity=nearest.similarity,
        nearest=whole,
        nearest_segments=nearest.segments,
    )
