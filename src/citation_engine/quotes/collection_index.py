"""
One index over many texts, which knows in which of them a quotation stands.

The skeletons of the texts stand one after another with zeros between, so that no run of letters
and no place is in two of them. Texts are held in groups, each with its index; a new text makes a
group of its own, and groups of about equal size are put together, so there are never many.
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


class _Group:
    """Some texts, the skeletons of which are one."""

    def __init__(self, documents: Mapping[str, SearchedText]) -> None:
        self.documents = dict(documents)
        self.keys = list(documents)
        pieces: list[bytes] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        done = 0
        for text in documents.values():
            letters = bytes(text.skeleton.data[: text.skeleton.length])
            self.starts.append(done)
            self.ends.append(done + len(letters))
            pieces += (letters, _BETWEEN)
            done += len(letters) + len(_BETWEEN)
        self.skeleton = Skeleton("", b"".join(pieces), (0, done))

    @property
    def size(self) -> int:
        """How many bytes all skeletons take."""
        return self.skeleton.length

    @cached_property
    def seeds(self) -> SeedIndex:
        """The index of all skeletons."""
        return build_index(self.skeleton.data)

    @cached_property
    def _first_bytes(self) -> NDArray[np.int64]:
        import numpy as np

        return np.array(self.starts, np.int64)

    def keys_with(self, needle: bytes, most: int) -> Iterator[str]:
        """Yield the keys of the texts that have a needle's letters, each once."""
        listed = self.seeds.places(needle, _MOST_PLACES)
        places: Iterable[int] = self._scanned(needle) if listed is None else listed
        seen: set[int] = set()
        for at in places:
            number = self._number_at(at)
            if number not in seen:
                seen.add(number)
                yield self.keys[number]
            if len(seen) >= most:
                return

    def stretches(self, needle: bytes) -> Iterator[tuple[str, Stretch]]:
        """Yield for each text with letters like a needle's the stretch that is most like it."""
        search = Search(needle, self.skeleton, self._bounds)
        search_large(search, self.seeds, self._first_bytes)
        seen: set[int] = set()
        for stretch in sorted(search.offered, key=lambda one: one.distance):
            number = self._number_at(stretch.start)
            if number not in seen:
                seen.add(number)
                yield self.keys[number], stretch.moved(-self.starts[number])

    def _scanned(self, needle: bytes) -> Iterator[int]:
        """Yield places one after another, at most one in each text."""
        at = self.skeleton.find(needle)
        while at >= 0:
            yield at
            at = self.skeleton.find(needle, self.ends[self._number_at(at)])

    def _number_at(self, position: int) -> int:
        return bisect_right(self.starts, position) - 1

    def _bounds(self, position: int) -> tuple[int, int]:
        number = self._number_at(position)
        return self.starts[number], self.ends[number]


class CollectionIndex:
    """An index over texts by key; it never changes, adding and leaving out give a new one."""

    def __init__(self, groups: tuple[_Group, ...] = ()) -> None:
        self._groups = groups

    @classmethod
    def of(cls, documents: Mapping[str, SearchedText]) -> CollectionIndex:
        """Return the index of some texts."""
        return cls((_Group(documents),) if documents else ())

    def __len__(self) -> int:
        return sum(len(group.documents) for group in self._groups)

    @property
    def characters(self) -> int:
        """How many characters its texts have."""
        return sum(
            len(text.original) for group in self._groups for text in group.documents.values()
        )

    @property
    def keys(self) -> list[str]:
        """The keys of its texts."""
        return [key for group in self._groups for key in group.documents]

    def __contains__(self, key: str) -> bool:
        return any(key in group.documents for group in self._groups)

    def with_document(self, key: str, text: SearchedText) -> CollectionIndex:
        """Return the index with one more text; a text of the same key is replaced."""
        groups = list(self.without(key)._groups)
        new = _Group({key: text})
        while groups and groups[-1].size <= 2 * new.size:
            new = _Group(groups.pop().documents | new.documents)
        return CollectionIndex((*groups, new))

    def without(self, key: str) -> CollectionIndex:
        """Return the index without a text: nothing of it is left in there."""
        groups: list[_Group] = []
        for group in self._groups:
            if key not in group.documents:
                groups.append(group)
            elif len(group.documents) > 1:
                kept = {name: text for name, text in group.documents.items() if name != key}
                groups.append(_Group(kept))
        return CollectionIndex(tuple(groups))

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
        found = [FoundIn(key, find_quote(quote, self._text(key))) for key in keys]
        if not any(one.location.match.located for one in found):
            found += self._nearest(quote, max(parts, key=len), len(parts) == 1, keys)
        found.sort(key=lambda one: (not one.location.match.located, -one.similarity))
        return [one for one in found if one.similarity > 0][:most]

    def _keys_with(self, parts: list[bytes], most: int) -> list[str]:
        """Return the keys of the texts that have the most of a quotation's parts."""
        if len(parts) == 1:
            keys = [key for group in self._groups for key in group.keys_with(parts[0], most)]
            return keys[:most]
        letters: Counter[str] = Counter()
        for part in parts:
            for group in self._groups:
                for key in group.keys_with(part, _MOST_WITH_A_PART):
                    letters[key] += len(part)
        return [key for key, _ in letters.most_common(most)]

    def _nearest(
        self, quote: str, needle: bytes, whole: bool, known: Sequence[str]
    ) -> list[FoundIn]:
        """Return the texts with the nearest words, which are known if the needle is all of them."""
        near = [pair for group in self._groups for pair in group.stretches(needle)]
        near = sorted(
            (pair for pair in near if pair[0] not in known), key=lambda pair: pair[1].distance
        )
        return [
            FoundIn(
                key,
                find_quote_at(quote, self._text(key), stretch)
                if whole
                else find_quote(quote, self._text(key)),
            )
            for key, stretch in near[:_MOST_NEAR]
        ]

    def _text(self, key: str) -> SearchedText:
        return next(group.documents[key] for group in self._groups if key in group.documents)
