"""Quotations with omissions: parts joined by an ellipsis, found in order and close together."""

import re
from collections.abc import Sequence
from itertools import pairwise

from citation_engine.language.fold import ELLIPSIS, trim
from citation_engine.language.vocabulary import pattern, table
from citation_engine.model.passage import Span
from citation_engine.quotes.searchable_text import IndexedText
from citation_engine.quotes.skeleton_places import MOST_REFUSED, Quotation, find_places

LONGEST_GAP = 6_000
# A part of a word or two is found anywhere, so it must stand close to its neighbour.
LONGEST_GAP_OF_SHORT_PARTS = 600
_MOST_PARTS = 20
_FEWEST_WORDS, _FEWEST_CHARACTERS = 3, 12

_DOTS = r"(?:\u2026|\.{3,}|\.(?:[ \u00a0\u2009\u202f]\.){2,})"
_TWO_DOTS = re.compile(r"\.[ \u00a0\u2009\u202f]?\.")
_OMISSION = re.compile(rf"\[\s?{_DOTS}\s?\]|\(\s?{_DOTS}\s?\)|{_DOTS}")

_DENIALS = "|".join(word for said in table("negation", "NEGATIONS").values() for word in said)
_NUMBERED = pattern("negation", "NUMBERED")
_DENIAL = re.compile(rf"\b(?!{_NUMBERED})(?:{_DENIALS})\b|n['\u2019]t\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?…][\"'”’»)\]]{0,3}\s")

# A way through the first parts: the places it goes through.
Chain = tuple[Span, ...]


def find_elided(
    quote: str, text: IndexedText, limit: int, *, caseless: bool = False
) -> list[Chain]:
    """
    Return the shortest ways to read `quote` in `text` with its marked omissions.

    Each way is the places of the parts in order; there are several where equally short ones
    exist. Every part must be found as a whole, typography aside. Parts between two omissions
    need three words or twelve characters, and one part at least must have them. What is left out
    of a sentence that is quoted must not deny anything: "kept … for ten years" is not there in
    "kept, but not for ten years".
    """
    if not _has_omission(quote):
        return []
    # In other case, one word may be another word.
    split = split_at_omissions(quote)
    parts = [Quotation(part, caseless=caseless and " " in part) for part in split]
    if not _can_be_read(parts):
        return []
    # The longest part stands in the fewest places; the others are looked for around those only.
    anchor = max(parts, key=lambda part: len(part.skeleton))
    chains: list[Chain] = []
    for region in _regions(find_places(anchor, text, limit).places, _reach(parts), text):
        chains += _chains(parts, text, region, limit)
    chains = [chain for chain in chains if not _drops_denial(chain, text.original)]
    return _shortest(chains) if chains else []


def denies(text: str) -> bool:
    """Whether a text has a word that denies something, or excepts it."""
    return _DENIAL.search(text) is not None


def _drops_denial(chain: Chain, text: str) -> bool:
    """Whether what is left out of the sentences that are quoted denies something."""
    for before, after in pairwise(chain):
        sentences = _SENTENCE_END.split(text[before.end : after.start])
        if denies(sentences[0]) or denies(sentences[-1]):
            return True
    return False


def _chains(parts: list[Quotation], text: IndexedText, region: Span, limit: int) -> list[Chain]:
    """Return the ways through all parts in one region of the text."""
    chains: list[Chain] = []
    for number, part in enumerate(parts):
        refused = MOST_REFUSED // len(parts)
        places = find_places(part, text, limit, region, refused).places
        if number == 0:
            chains = [(place,) for place in places]
        else:
            chains = _extended(chains, places, longest_gap(parts[number - 1], part))
        if not chains:
            return []
    return chains


def _reach(parts: list[Quotation]) -> int:
    """Return how far from any of its parts a quotation can begin or end."""
    gaps = (longest_gap(left, right) for left, right in pairwise(parts))
    # Parts may be set with more white space in the text than in the quotation.
    return sum(gaps) + 2 * sum(len(part.text) for part in parts) + LONGEST_GAP_OF_SHORT_PARTS


def _regions(places: Sequence[Span], reach: int, text: IndexedText) -> list[Span]:
    """Return the stretches around the places, those that meet as one."""
    regions: list[Span] = []
    for place in places:
        start, end = max(0, place.start - reach), min(len(text.original), place.end + reach)
        if regions and start <= regions[-1].end:
            start = regions.pop().start
        regions.append(Span(start, end))
    return regions


def split_at_omissions(quote: str) -> list[str]:
    """Return the parts of `quote` that have words; one part if nothing is marked as left out."""
    pieces = _OMISSION.split(quote) if _has_omission(quote) else [quote]
    parts = (trim(piece) for piece in pieces)
    return [part for part in parts if any(map(str.isalnum, part))]


def _has_omission(quote: str) -> bool:
    """Whether something is marked as left out; most quotations show quickly that nothing is."""
    likely = ELLIPSIS in quote or _TWO_DOTS.search(quote)
    return bool(likely) and _OMISSION.search(quote) is not None


def _can_be_read(parts: list[Quotation]) -> bool:
    between = parts[1:-1]
    return (
        0 < len(parts) <= _MOST_PARTS
        and all(map(_is_substantial, between))
        and any(map(_is_substantial, parts))
    )


def _is_substantial(part: Quotation) -> bool:
    return len(part.text) >= _FEWEST_CHARACTERS or len(part.text.split()) >= _FEWEST_WORDS


def longest_gap(left: Quotation, right: Quotation) -> int:
    """Return how far two parts of a quotation with an omission between may stand apart."""
    both = _is_substantial(left) and _is_substantial(right)
    return LONGEST_GAP if both else LONGEST_GAP_OF_SHORT_PARTS


def _extended(chains: list[Chain], places: tuple[Span, ...], gap: int) -> list[Chain]:
    """
    Return `chains`, each prolonged to the places it can reach, at most one for each place.

    Of the chains that end before a place the last one also starts last, so it is the shortest.
    """
    extended: list[Chain] = []
    reached = 0
    for place in places:
        while reached < len(chains) and chains[reached][-1].end <= place.start:
            reached += 1
        if reached and place.start - chains[reached - 1][-1].end <= gap:
            extended.append((*chains[reached - 1], place))
    return extended


def _shortest(chains: list[Chain]) -> list[Chain]:
    """Return the shortest of `chains`, none overlapping another."""
    shortest = min(map(_length, chains))
    apart: list[Chain] = []
    for chain in chains:
        if _length(chain) == shortest and (not apart or apart[-1][-1].end <= chain[0].start):
            apart.append(chain)
    return apart


def _length(chain: Chain) -> int:
    return chain[-1].end - chain[0].start
