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

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from citation_engine.text.seed_index import Hits
    from citation_engine.text.skeleton import Skeleton

# Places of one piece that are looked at in a small text.
_MOST_OF_A_PIECE = 16
_LONGEST_PIECE, _SHORTEST_PIECE = 12, 5
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


def cluster_many(
    hits: Hits, size: int, most: int, starts: NDArray[np.int64] | None = None
) -> list[Cluster]:
    """
    Return the fullest clusters of the hits of a needle of so many bytes.

    Args:
        hits: what an index found.
        size: the needle's length.
        most: how many clusters to return.
        starts: where documents begin, if there are several: no cluster is in two of them.

    """
    import numpy as np

    if not len(hits.offsets):
        return []
    order = hits.diagonals.argsort(kind="stable")
    offsets, diagonals = hits.offsets[order], hits.diagonals[order]
    apart = np.diff(diagonals) > tolerance(size)
    if starts is not None:
        documents = starts.searchsorted(diagonals + offsets, "right")
        apart |= np.diff(documents) != 0
    rows = np.concatenate(([0], apart.cumsum()))
    counts = np.bincount(rows)
    fullest = counts.argsort(kind="stable")[::-1][:most]
    firsts = counts.cumsum() - counts
    # Offset and diagonal as one number each, so that the least is the first piece of a row.
    both = (offsets << _SHIFT) + diagonals + size
    ends = (chosen.reduceat(both, firsts)[fullest] for chosen in (np.minimum, np.maximum))
    columns = [part for end in ends for part in (end >> _SHIFT, (end & _MASK) - size)]
    columns += (diagonals[(firsts + (counts - 1) // 2)[fullest]], counts[fullest])
    return [Cluster(*row) for row in zip(*(part.tolist() for part in columns), strict=True)]
