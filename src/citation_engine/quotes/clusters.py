"""
Pieces of a needle that stand in a skeleton, put together where they stand in one row.

A piece that stands at 7 in the needle and at 107 in the text lies on the diagonal 100. Pieces of
one passage lie on diagonals close together; words added or left out move them a little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from citation_engine.quotes.seed_index import RUN

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from citation_engine.quotes.seed_index import Hits, SeedIndex
    from citation_engine.quotes.skeleton import Skeleton

    Numbers = NDArray[np.int64]

# Places of one piece that are looked at in a small text.
_MOST_OF_A_PIECE = 16
_LONGEST_PIECE, _SHORTEST_PIECE = 12, 5
# Runs of eight bytes that are compared to put clusters in order.
_MOST_COMPARED = 4_096
_SHIFT = 40
_MASK = (1 << _SHIFT) - 1


class Cluster(NamedTuple):
    """
    Pieces in one row: the first and the last of them, where they lie, and how many there are.

    `diagonal` is where most of them lie, or the middle one: the first and the last may be words
    that the text repeats a little before or after.
    """

    first: int
    first_diagonal: int
    last: int
    last_diagonal: int
    diagonal: int
    pieces: int


def tolerance(size: int) -> int:
    """Return how far apart diagonals of one passage may lie."""
    return max(8, size // 12)


def pieces_of(needle: bytes, most: int) -> list[tuple[int, bytes]]:
    """Return pieces of a needle with their offsets, none overlapping, the far apart ones first."""
    size = len(needle)
    length = max(_SHORTEST_PIECE, min(_LONGEST_PIECE, size // 4))
    count = size // length
    offsets = ((size - length) * step // max(1, count - 1) for step in _spread(count)[:most])
    return [(offset, needle[offset : offset + length]) for offset in offsets]


@lru_cache(maxsize=1024)
def _spread(count: int) -> tuple[int, ...]:
    """Return so many numbers in an order in which any beginning is spread over all of them."""
    width = count.bit_length()
    return tuple(sorted(range(count), key=lambda at: f"{at:0{width}b}"[::-1]))


def find_pieces(pieces: Sequence[tuple[int, bytes]], skeleton: Skeleton) -> list[tuple[int, int]]:
    """Return offset and diagonal of the pieces that stand in a skeleton; for small ones."""
    found: list[tuple[int, int]] = []
    for offset, piece in pieces:
        at = skeleton.find(piece)
        for _ in range(_MOST_OF_A_PIECE):
            if at < 0:
                break
            found.append((offset, at - offset))
            at = skeleton.find(piece, at + 1)
    return found


def cluster_few(hits: Sequence[tuple[int, int]], size: int) -> list[Cluster]:
    """Return the clusters of a few hits of a needle of so many bytes, the fullest first."""
    within = tolerance(size)
    rows: list[list[tuple[int, int]]] = []
    for offset, diagonal in sorted(hits, key=lambda hit: hit[1]):
        if not rows or diagonal - rows[-1][-1][1] > within:
            rows.append([])
        rows[-1].append((offset, diagonal))
    clusters = [
        Cluster(*min(row), *max(row), _middle(row), len({offset for offset, _ in row}))
        for row in rows
    ]
    return sorted(clusters, key=lambda cluster: -cluster.pieces)


def _middle(row: list[tuple[int, int]]) -> int:
    """Return the diagonal on which most of a row's pieces lie."""
    if row[0][1] == row[-1][1]:
        return row[0][1]
    return Counter(diagonal for _, diagonal in row).most_common(1)[0][0]


class Clusters:
    """Many clusters of one needle, the fullest first; `columns` are those of a `Cluster`."""

    __slots__ = ("_columns",)

    def __init__(self, columns: Sequence[Numbers]) -> None:
        self._columns = columns

    def __len__(self) -> int:
        return len(self._columns[0])

    def listed(self, chosen: slice | Numbers) -> list[Cluster]:
        """Return some of the clusters, in the order in which they are chosen."""
        columns = (column[chosen].tolist() for column in self._columns)
        return [Cluster(*row) for row in zip(*columns, strict=True)]

    def _not_few(self) -> int:
        """Return how many of the clusters have a tenth of the pieces that the fullest has."""
        pieces = self._columns[-1]
        return int((-pieces).searchsorted(-(pieces[0] // 10), "right"))

    def most_alike(self, needle: bytes, seeds: SeedIndex, most: int) -> list[Cluster]:
        """
        Return the clusters where the text is most like a needle, the best first.

        The needle is laid beside the text from its first byte on where the first piece says,
        and up to its last byte where the last piece says; where it goes over from one to the
        other is chosen for each. That sees more than pieces do: of near copies of a passage
        some have more pieces at places that the index knows, by chance.
        """
        import numpy as np

        if len(self) <= most:
            return self.listed(slice(most))
        several = min(self._not_few(), max(most, _MOST_COMPARED * RUN // len(needle)))
        firsts, lasts = (self._columns[column][:several] for column in (1, 3))
        before = seeds.agreement(needle, firsts)
        equal = before.sum(1)
        (moved,) = (firsts != lasts).nonzero()
        if len(moved):
            after = seeds.agreement(needle, lasts[moved])
            both = (before[moved] - after).cumsum(1).max(1)
            equal[moved] = after.sum(1) + np.maximum(both, 0)
        return self.listed((-equal).argsort(kind="stable")[:most])


def cluster_many(hits: Hits, size: int, starts: Numbers | None = None) -> Clusters | None:
    """
    Return the clusters of the hits of a needle of so many bytes, None where there are no hits.

    Args:
        hits: what an index found.
        size: the needle's length.
        starts: where documents begin, if there are several: no cluster is in two of them.

    """
    import numpy as np

    if not len(hits.offsets):
        return None
    # Offset and diagonal as one number each: so one sort is enough, and the quickest one.
    width = size.bit_length()
    keys = (hits.diagonals + size << width) | hits.offsets
    keys.sort()
    diagonals, offsets = (keys >> width) - size, keys & (1 << width) - 1
    apart = diagonals[1:] - diagonals[:-1] > tolerance(size)
    if starts is not None:
        documents = starts.searchsorted(diagonals + offsets, "right")
        apart |= documents[1:] != documents[:-1]
    edges = np.concatenate(([0], apart.nonzero()[0] + 1, [len(keys)]))
    firsts = edges[:-1]
    counts = edges[1:] - firsts
    # The other way round, so that the least is the first piece of a row.
    turned = (offsets << _SHIFT) + diagonals + size
    ends = (chosen.reduceat(turned, firsts) for chosen in (np.minimum, np.maximum))
    columns = [part for end in ends for part in (end >> _SHIFT, (end & _MASK) - size)]
    columns += (diagonals[firsts + (counts - 1) // 2], counts)
    fullest = (-counts).argsort(kind="stable")
    return Clusters([column[fullest] for column in columns])
