"""Quotations with omissions: parts joined by an ellipsis, found in order and close together."""

import re

from citation_engine.model.span import Span
from citation_engine.text.fold import Folded, fold
from citation_engine.text.places import normalised_places
from citation_engine.text.typography import trim

LONGEST_GAP = 6_000
# A part of a word or two is found anywhere, so it must stand close to its neighbour.
LONGEST_GAP_OF_SHORT_PARTS = 600
_MOST_PARTS = 20
_FEWEST_WORDS, _FEWEST_CHARACTERS = 3, 12

_DOTS = r"(?:\u2026|\.{3,}|\.(?:[ \u00a0\u2009\u202f]\.){2,})"
_OMISSION = re.compile(rf"\[\s?{_DOTS}\s?\]|\(\s?{_DOTS}\s?\)|{_DOTS}")

# A way through the first parts: the places it goes through.
_Chain = tuple[Span, ...]


def find_elided(quote: str, text: Folded, limit: int) -> list[_Chain]:
    """
    Return the shortest ways to read `quote` in `text` with its marked omissions.

    Each way is the places of the parts in order; there are several where equally short ones
    exist. Every part must be found as a whole, typography aside. Parts between two omissions
    need three words or twelve characters, and one part at least must have them.
    """
    parts = split_at_omissions(quote)
    if not _OMISSION.search(quote) or not _can_be_read(parts):
        return []
    chains: list[_Chain] = []
    for number, part in enumerate(parts):
        places = normalised_places(fold(part), text, limit)
        if number == 0:
            chains = [(place,) for place in places]
        else:
            chains = _extended(chains, places, _gap(parts[number - 1], part))
        if not chains:
            return []
    return _shortest(chains)


def split_at_omissions(quote: str) -> list[str]:
    """Return the parts of `quote` that have words; one part if nothing is marked as left out."""
    parts = (trim(part) for part in _OMISSION.split(quote))
    return [part for part in parts if any(map(str.isalnum, part))]


def _can_be_read(parts: list[str]) -> bool:
    between = parts[1:-1]
    return (
        0 < len(parts) <= _MOST_PARTS
        and all(map(_is_substantial, between))
        and any(map(_is_substantial, parts))
    )


def _is_substantial(part: str) -> bool:
    return len(part) >= _FEWEST_CHARACTERS or len(part.split()) >= _FEWEST_WORDS


def _gap(left: str, right: str) -> int:
    both = _is_substantial(left) and _is_substantial(right)
    return LONGEST_GAP if both else LONGEST_GAP_OF_SHORT_PARTS


def _extended(chains: list[_Chain], places: tuple[Span, ...], gap: int) -> list[_Chain]:
    """
    Return `chains`, each prolonged to the places it can reach, at most one for each place.

    Of the chains that end before a place the last one also starts last, so it is the shortest.
    """
    extended: list[_Chain] = []
    reached = 0
    for place in places:
        while reached < len(chains) and chains[reached][-1].end <= place.start:
            reached += 1
        if reached and place.start - chains[reached - 1][-1].end <= gap:
            extended.append((*chains[reached - 1], place))
    return extended


def _shortest(chains: list[_Chain]) -> list[_Chain]:
    """Return the shortest of `chains`, none overlapping another."""
    shortest = min(map(_length, chains))
    apart: list[_Chain] = []
    for chain in chains:
        if _length(chain) == shortest and (not apart or apart[-1][-1].end <= chain[0].start):
            apart.append(chain)
    return apart


def _length(chain: _Chain) -> int:
    return chain[-1].end - chain[0].start
