"""
Every place where a text has the words of a quotation, found by its skeleton.

The skeleton says where letters and digits are the same. There the characters are compared, and
where they differ, the words, typography aside; see `places`. No place begins or ends inside a
word or number of the text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from citation_engine.language.fold import LINE_END_BREAK, Folded, fold, trim
from citation_engine.language.tokens import cuts_token
from citation_engine.model.passage import Span
from citation_engine.quotes.places import exact_places, normalised_places
from citation_engine.quotes.searchable_text import IndexedText
from citation_engine.quotes.seed_index import SHORTEST
from citation_engine.quotes.skeleton import Skeleton, codes, skeleton_bytes

_BREAK = re.compile(LINE_END_BREAK)


class Quotation:
    """A quotation without the white space around it; `caseless` where case does not count."""

    def __init__(self, text: str, *, caseless: bool = False) -> None:
        self.caseless = caseless
        stripped = text.strip()
        plain = stripped[:1].isascii() and stripped[-1:].isascii()
        self.text = stripped if plain else trim(text)

    @cached_property
    def folded(self) -> Folded:
        """The quotation, typography aside."""
        return fold(lowered(self.text) if self.caseless else self.text)

    @cached_property
    def spaced(self) -> list[str] | None:
        """What stands between white space; None where a line end may split a word."""
        return None if _BREAK.search(self.text) else self.text.split()

    @cached_property
    def skeleton(self) -> bytes:
        """Its letters and digits."""
        return skeleton_bytes(self.text)

    @cached_property
    def lead(self) -> int:
        """How many characters stand before the first letter or digit."""
        known = codes()
        return next((at for at, c in enumerate(self.text) if known[ord(c)]), len(self.text))

    @cached_property
    def trail(self) -> int:
        """How many characters stand after the last letter or digit."""
        known, reversed_text = codes(), self.text[::-1]
        return next((at for at, c in enumerate(reversed_text) if known[ord(c)]), len(self.text))

    @property
    def has_words(self) -> bool:
        """Whether there is a letter or digit to look for."""
        return any(map(str.isalnum, self.text))


def lowered(text: str) -> str:
    """Return a text in lower case, every character where it was."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(small if len(small := sign.lower()) == 1 else sign for sign in text)


# Characters around a stretch of letters that are read with it: more than a word's edge needs.
_AROUND = 64
# The longest run of other characters, such as white space, between a letter and what is quoted.
_LONGEST_RUN = 4_096
# Places that are looked at and refused, and the characters compared in them, before a search
# ends. Only a text made to be slow or a quotation of a few letters reaches it; the places after
# that are not seen, which can hide a place but never invent one.
MOST_REFUSED, _MOST_COMPARED = 4_000, 20_000_000
# Surroundings in which the words are compared; after that only characters are.
_MOST_READ = 600
_MOST_LETTERS = 50
# Skeletons up to this length are searched from end to end, which needs no index.
_SCANNED = 200_000


class _Same(Enum):
    """What is equal at a place."""

    CHARACTERS = 1
    SPACED = 2
    WORDS = 3


@dataclass(frozen=True, slots=True)
class Found:
    """Places of a quotation in the text's order: all of them, and those of equal characters."""

    places: tuple[Span, ...] = ()
    exact: tuple[Span, ...] = ()
    # Those that differ in nothing but white space.
    spaced: frozenset[Span] = frozenset()
    # Whether all places were looked at.
    complete: bool = True
    # Some stretches with the letters of the quotation, whatever the words are.
    letters: tuple[int, ...] = ()


def find_places(
    quote: Quotation,
    text: IndexedText,
    limit: int,
    within: Span | None = None,
    refused: int = MOST_REFUSED,
) -> Found:
    """
    Return where a text has the words of a quotation.

    Args:
        quote: the words to find.
        text: where to look.
        limit: the most places to return.
        within: the stretch of the text to look in, if not all of it.
        refused: places that may be looked at in vain.

    """
    if not quote.skeleton:
        return _without_letters(quote, text.original, limit, within)
    places: list[Span] = []
    exact: list[Span] = []
    spaced: set[Span] = set()
    letters: list[int] = []
    reader = _Reader(quote, text.skeleton, refused)
    for at in _candidates(quote.skeleton, text, within):
        place, same = reader.place_at(at)
        if not place:
            letters += [at] if len(letters) < _MOST_LETTERS else []
        # The same characters are never hidden by other typography that overlaps them.
        if place and same is _Same.CHARACTERS and _is_after(place, exact):
            exact.append(place)
        if place and _is_after(place, places):
            places.append(place)
            spaced |= {place} if same is _Same.SPACED else set()
        if len(places) >= limit or reader.is_exhausted:
            break
    return Found(tuple(places), tuple(exact), frozenset(spaced), reader.is_complete, tuple(letters))


def _is_after(place: Span, others: list[Span]) -> bool:
    return not others or place.start >= others[-1].end


def _without_letters(quote: Quotation, text: str, limit: int, within: Span | None) -> Found:
    """Return the places of a quotation of signs that only their looks make letters."""
    part = within or Span(0, len(text))
    found = exact_places(quote.text, text[: part.end], limit)
    inside = tuple(place for place in found if place.start >= part.start)
    return Found(inside, inside)


def _candidates(needle: bytes, text: IndexedText, within: Span | None) -> Iterator[int]:
    """Yield the places of a needle in a skeleton, in order."""
    skeleton = text.skeleton
    start, end = 0, skeleton.length
    if within:
        start, end = skeleton.position(within.start), skeleton.position(within.end)
    elif skeleton.length > _SCANNED and len(needle) >= SHORTEST and text.seeds:
        listed = text.seeds.places(needle, MOST_REFUSED)
        if listed is not None:
            yield from listed
            return
    at = skeleton.find(needle, start, end)
    while at >= 0:
        yield at
        at = skeleton.find(needle, at + 1, end)


class _Reader:
    """Reads the text where the letters of a quotation stand; equal surroundings are read once."""

    def __init__(self, quote: Quotation, skeleton: Skeleton, most_refused: int) -> None:
        self._quote = quote
        self._skeleton = skeleton
        self._text = skeleton.text
        self._read: dict[str, Span | None] = {}
        self._most_refused = most_refused
        self._refused = self._compared = 0
        self._given_up = False

    @property
    def is_complete(self) -> bool:
        return not self._given_up and not self.is_exhausted

    @property
    def is_exhausted(self) -> bool:
        return self._refused > self._most_refused or self._compared > _MOST_COMPARED

    def place_at(self, at: int) -> "tuple[Span | None, _Same]":
        """Return the place where the letters stand from `at` on, and what is equal there."""
        stretch = self._skeleton.origin(at, at + len(self._quote.skeleton))
        place, same = (None, _Same.WORDS) if stretch is None else self._place(*stretch)
        if place is None:
            self._refused += 1
        return place, same

    def _place(self, first: int, last: int) -> "tuple[Span | None, _Same]":
        text, quote = self._text, self._quote
        start, end = first - quote.lead, last + quote.trail
        cuts = start < 0 or cuts_token(text, start)
        if cuts and not quote.lead:
            return None, _Same.WORDS
        self._compared += last - first
        if not cuts and text.startswith(quote.text, start):
            equal = start + len(quote.text)
            if not cuts_token(text, equal):
                return Span(start, equal), _Same.CHARACTERS
        elif not cuts and self._is_spaced_otherwise(text[start:end]) and not cuts_token(text, end):
            return Span(start, end), _Same.SPACED
        return self._words(first, last), _Same.WORDS

    def _is_spaced_otherwise(self, words: str) -> bool:
        """Whether nothing but white space differs, and no line end that may split a word."""
        spaced = self._quote.spaced
        return spaced is not None and words.split() == spaced and not _BREAK.search(words)

    def _words(self, first: int, last: int) -> Span | None:
        """Return the place with the same words, typography aside, around a stretch of letters."""
        low = first - (self._run(first, -1) if self._quote.lead else 0) - _AROUND
        high = last + (self._run(last, 1) if self._quote.trail else 0) + _AROUND
        low = max(0, low)
        around = self._text[low:high]
        # Where the letters begin is part of the key: the same words may stand twice in it.
        key = f"{first - low}:{around}"
        if key not in self._read:
            if len(self._read) >= _MOST_READ:
                self._given_up = True
                return None
            self._compared += len(around)
            self._read[key] = self._compare(around, first - low, last - low)
        place = self._read[key]
        return Span(place.start + low, place.end + low) if place else None

    def _compare(self, around: str, first: int, last: int) -> Span | None:
        folded = fold(lowered(around) if self._quote.caseless else around)
        found = normalised_places(self._quote.folded, folded, 1, Span(first, last))
        return found[0] if found else None

    def _run(self, at: int, step: int) -> int:
        """Return how many characters from `at` on in one direction are no letters or digits."""
        known, text, length = codes(), self._text, 0
        position = at if step > 0 else at - 1
        while (
            0 <= position < len(text) and length < _LONGEST_RUN and not known[ord(text[position])]
        ):
            position += step
            length += 1
        return length
