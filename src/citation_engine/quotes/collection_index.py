"""
One index over many texts, which knows in which of them a quotation stands.

The skeletons of the texts stand one after another with zeros between, so that no run of letters
and no place is in two of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from citation_engine.quotes.alignment import Stretch
from citation_engine.quotes.elided import split_at_omissions
from citation_engine.quotes.locate import Location, find_quote, find_quote_at
from citation_engine.quotes.searchable_text import SearchedText
from citation_engine.quotes.seed_index import RUN, SeedIndex, build_index
from citation_engine.quotes.skeleton import Skeleton
from citation_engine.quotes.skeleton_places import Quotation
from citation_engine.quotes.stretches import Search, search_large

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BETWEEN = bytes(RUN)
# Places of a needle that are looked at for the texts they are in.
_MOST_PLACES = 2_000
# Texts without the words that are looked at for the nearest ones.
_MOST_NEAR = 2
# Texts with one part of a quotation among which those with the others are looked for.
_MOST_WITH_A_PART = 500


@dataclass(frozen=True, slots=True)
class FoundIn:
    """A text that has a quotation, or words like it, and where."""

    key: str
    location: Location

    @property
    def similarity(self) -> float:
        """How alike the words are, from 0 to 1."""
        return self.location.similarity


class CollectionIndex:
    """An index over texts by key."""

    def __init__(self, documents: Mapping[str, SearchedText]) -> None:
        self._documents = dict(documents)
        self._keys = list(documents)
        pieces: list[bytes] = []
        self._starts: list[int] = []
        self._ends: list[int] = []
        done = 0
        for text in documents.values():
            letters = bytes(text.skeleton.data[: text.skeleton.length])
            self._starts.append(done)
            self._ends.append(done + len(letters))
            pieces += (letters, _BETWEEN)
            done += len(letters) + len(_BETWEEN)
        self._skeleton = Skeleton("", b"".join(pieces), (0, done))

    @cached_property
    def _seeds(self) -> SeedIndex:
        """The index of all skeletons."""
        return build_index(self._skeleton.data)

    @cached_property
    def _first_bytes(self) -> NDArray[np.int64]:
        import numpy as np

        return np.array(self._starts, np.int64)

    def find(self, quote: str, most: int = 5) -> list[FoundIn]:
        """
        Return the texts that have a quotation, those with the most alike words first.

        Where none has it, the texts with the nearest words. Whether the words are there is
        decided on each text itself, as `find_quote` does it.
        """
        parts = [Quotation(part).skeleton for part in split_at_omissions(quote)]
        parts = [part for part in parts if part]
        if not parts:
            return []
        keys = self._keys_with(parts, most)
        found = [FoundIn(key, find_quote(quote, self._documents[key])) for key in keys]
        if not any(one.location.match.located for one in found):
            found += self._nearest(quote, max(parts, key=len), len(parts) == 1, keys)
        found.sort(key=lambda one: (not one.location.match.located, -one.similarity))
        return [one for one in found if one.similarity > 0][:most]

    def _keys_with(self, parts: list[bytes], most: int) -> list[str]:
        """Return the keys of the texts that have the most of a quotation's parts."""
        if len(parts) == 1:
            return list(self._keys_having(parts[0], most))
        letters: Counter[str] = Counter()
        for part in parts:
            for key in self._keys_having(part, _MOST_WITH_A_PART):
                letters[key] += len(part)
        return [key for key, _ in letters.most_common(most)]

    def _nearest(
        self, quote: str, needle: bytes, whole: bool, known: Sequence[str]
    ) -> list[FoundIn]:
        """Return the texts with the nearest words, which are known if the needle is all of them."""
        near = [pair for pair in self._stretches(needle) if pair[0] not in known]
        return [
            FoundIn(
                key,
                find_quote_at(quote, self._documents[key], stretch)
                if whole
                else find_quote(quote, self._documents[key]),
            )
            for key, stretch in near[:_MOST_NEAR]
        ]

    def _keys_having(self, needle: bytes, most: int) -> Iterator[str]:
        """Yield the keys of the texts that have a needle's letters, each once."""
        listed = self._seeds.places(needle, _MOST_PLACES)
        places: Iterable[int] = self._scanned(needle) if listed is None else listed
        seen: set[int] = set()
        for at in places:
            number = self._number_at(at)
            if number not in seen:
                seen.add(number)
                yield self._keys[number]
            if len(seen) >= most:
                return

    def _stretches(self, needle: bytes) -> Iterator[tuple[str, Stretch]]:
        """Yield for each text with letters like a needle's the stretch that is most like it."""
        search = Search(needle, self._skeleton, self._bounds)
        search_large(search, self._seeds, self._first_bytes)
        seen: set[int] = set()
        for stretch in sorted(search.offered, key=lambda one: one.distance):
            number = self._number_at(stretch.start)
            if number not in seen:
                seen.add(number)
                yield self._keys[number], stretch.moved(-self._starts[number])

    def _scanned(self, needle: bytes) -> Iterator[int]:
        """Yield places one after another, at most one in each text."""
        at = self._skeleton.find(needle)
        while at >= 0:
            yield at
            at = self._skeleton.find(needle, self._ends[self._number_at(at)])

    def _number_at(self, position: int) -> int:
        return bisect_right(self._starts, position) - 1

    def _bounds(self, position: int) -> tuple[int, int]:
        number = self._number_at(position)
        return self._starts[number], self._ends[number]
