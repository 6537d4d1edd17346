"""A text with its skeleton and, where it is large, the index of it: made when first needed."""

from collections.abc import Callable
from typing import NamedTuple

from citation_engine.quotes.seed_index import SeedIndex, build_index
from citation_engine.quotes.skeleton import Skeleton, skeleton_of

# Skeletons up to this length need no index: finding and trying everything is quick enough.
SMALL = 64_000


class Prepared(NamedTuple):
    """What a search needs of a text; a small one has no index."""

    skeleton: Skeleton
    seeds: SeedIndex | None


def prepare(text: str) -> Prepared:
    """Return the skeleton of a text and, where it is large, its index."""
    skeleton = skeleton_of(text)
    return Prepared(skeleton, build_index(skeleton.data) if skeleton.length > SMALL else None)


class IndexedText:
    """
    A text in which many quotations are looked for.

    Args:
        text: the text.
        prepared: its skeleton and index, where they are known already.

    """

    def __init__(self, text: str, prepared: Prepared | None = None) -> None:
        self.original = text
        self._skeleton: Skeleton | None = None
        self._seeds: SeedIndex | None = None
        self._make: Callable[[], Prepared] | None = None
        if prepared:
            self.adopt(prepared)

    @property
    def is_prepared(self) -> bool:
        """Whether its skeleton is known already."""
        return self._skeleton is not None

    def adopt(self, prepared: Prepared) -> None:
        """Take a skeleton and an index that were made elsewhere, for instance read from a file."""
        self._skeleton, self._seeds = prepared

    def adopt_from(self, make: Callable[[], Prepared]) -> None:
        """Take a skeleton and an index from elsewhere when they are first needed."""
        self._make = make

    @property
    def skeleton(self) -> Skeleton:
        """Its letters and digits."""
        if self._skeleton is None and self._make is not None:
            self.adopt(self._make())
        if self._skeleton is None:
            self._skeleton = skeleton_of(self.original)
        return self._skeleton

    @property
    def seeds(self) -> SeedIndex | None:
        """The index of the skeleton, where it is large."""
        if self._seeds is None and self.skeleton.length > SMALL:
            self._seeds = build_index(self.skeleton.data)
        return self._seeds
