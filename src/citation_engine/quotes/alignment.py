"""
The stretch of a text that takes the fewest changes to become a needle, found by trying them all.

`edlib` does it where it is installed. The other way, slower and with the same answers, is here,
so that no answer depends on what a machine has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from rapidfuzz.distance import Levenshtein

from citation_engine.quotes.seed_index import RUN
from citation_engine.quotes.skeleton import Skeleton


class Aligned(NamedTuple):
    """A stretch, and how many bytes must be changed, added or left out to make it the needle."""

    distance: int
    start: int
    end: int


def align(needle: bytes, haystack: bytes, most: int) -> Aligned | None:
    """
    Return the stretch of `haystack` most like `needle`, or None if it takes over `most` changes.

    Of equally good stretches it is the one that ends first, and of those the longest.
    """
    if not needle or not haystack:
        return None
    edlib = _edlib()
    if edlib is None:
        return align_slowly(needle, haystack, most)
    found = edlib.align(needle, haystack, mode="HW", task="distance", k=most)
    distance = found["editDistance"]
    if distance < 0:
        return None
    last = found["locations"][0][1]
    end = 0 if last is None else last + 1
    if end <= 0:
        return Aligned(distance, 0, 0)
    # It could tell the start too, but would work out one for each of very many ends.
    before = haystack[max(0, end - len(needle) - distance) : end][::-1]
    back = edlib.align(needle[::-1], before, mode="SHW", task="distance", k=distance)
    return Aligned(distance, end - back["locations"][-1][1] - 1, end)


@cache
def _edlib() -> Any | None:
    try:
        import edlib  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except ImportError:
        return None
    return edlib


def align_slowly(needle: bytes, haystack: bytes, most: int) -> Aligned | None:
    """Return what `align` does, without any package: all rows of a column are one number's bits."""
    distance, end = _best_end(needle, haystack)
    if distance > most:
        return None
    if end == 0:
        return Aligned(distance, 0, 0)
    reach = min(end, len(needle) + distance)
    length = _longest_prefix(needle[::-1], haystack[end - reach : end][::-1], distance)
    return Aligned(distance, end - length, end)


def _best_end(needle: bytes, haystack: bytes) -> tuple[int, int]:
    """Return the fewest changes and the first place where a stretch with so few ends."""
    best, best_end, score = len(needle), 0, len(needle)
    for end, change in enumerate(_changes(needle, haystack, anchored=False), 1):
        score += change
        if score < best:
            best, best_end = score, end
    return best, best_end


def _longest_prefix(needle: bytes, haystack: bytes, distance: int) -> int:
    """Return the length of the longest prefix of `haystack` that takes so many changes."""
    longest, score = 0, len(needle)
    for end, change in enumerate(_changes(needle, haystack, anchored=True), 1):
        score += change
        if score == distance:
            longest = end
    return longest


def _changes(needle: bytes, haystack: bytes, *, anchored: bool) -> list[int]:
    """
    Return by how much each byte of `haystack` changes the distance of the needle.

    This is Myers' bit-vector algorithm in Hyyrö's form. With `anchored` a stretch must begin
    where the haystack does.
    """
    masks = [0] * 256
    for at, byte in enumerate(needle):
        masks[byte] |= 1 << at
    full, last = (1 << len(needle)) - 1, 1 << len(needle) - 1
    plus, minus = full, 0
    changes = []
    for byte in haystack:
        same = masks[byte]
        diagonal = (((same & plus) + plus) ^ plus) | same | minus
        up, down = minus | ~(diagonal | plus) & full, diagonal & plus
        changes.append(1 if up & last else -1 if down & last else 0)
        up, down = up << 1 | anchored, down << 1
        plus, minus = (down | ~(diagonal | up)) & full, up & diagonal & full
    return changes


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


# The longest stretch of other words within a passage, as at a page break.
LONGEST_GAP = 600
# A gap costs as much as this many changes, and one more for so many bytes of it. A short one may
# be a word that differs, and costs as much as that; a shorter one is no gap.
_GAP_COST, _GAP_BYTES = 3, 12
_SHORT_GAP, _WORD_COST = 16, 6
CHEAPEST_GAP = _GAP_COST + _SHORT_GAP / _GAP_BYTES
_SHORTEST_END = 6
# The share of a needle that may differ for a stretch to be taken at once.
_CLOSE = 0.02
# Needles that are compared with all of a stretch, and parts in which longer ones are compared.
LONGEST_TRIED, _PART = 4_000, 4_096

# Where the document around a place begins and ends.
Bounds = Callable[[int], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Where a needle may stand, in parts if something stands between, and what differs."""

    parts: tuple[tuple[int, int], ...]
    distance: float

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.parts[0][0]

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.parts[-1][1]

    def moved(self, by: int) -> Stretch:
        """Return the same stretch so many bytes further on."""
        parts = tuple((start + by, end + by) for start, end in self.parts)
        return Stretch(parts, self.distance)

    @property
    def gap_cost(self) -> float:
        """What the gaps between the parts add to the distance."""
        return sum(_gap_cost(right[0] - left[1]) for left, right in pairwise(self.parts))


def _gap_cost(gap: int) -> float:
    if gap < _SHORT_GAP:
        return _WORD_COST
    return _GAP_COST + gap / _GAP_BYTES


def may_join(left: Cluster, right: Cluster) -> bool:
    """Whether two clusters can be one passage with a gap between."""
    gap = right.first_diagonal - left.last_diagonal
    return 0 < gap <= LONGEST_GAP and left.first < right.first and left.last < right.last


def _edges(cluster: Cluster) -> Iterable[tuple[int, int]]:
    """Return on which diagonals a stretch may begin and end; mostly there is only one."""
    first, last, middle = cluster.first_diagonal, cluster.last_diagonal, cluster.diagonal
    if first == last == middle:
        return ((first, last),)
    return dict.fromkeys(((first, last), (middle, middle), (first, middle), (middle, last)))


class LaidBeside:
    """One needle, and one skeleton of a document or of several with separators."""

    def __init__(self, needle: bytes, skeleton: Skeleton, bounds: Bounds | None) -> None:
        self.needle = needle
        self._data = skeleton.data
        self._length = skeleton.length
        self._bounds = bounds

    def bounds(self, position: int) -> tuple[int, int]:
        """Return where the document around a place begins and ends."""
        return self._bounds(position) if self._bounds else (0, self._length)

    def around(self, cluster: Cluster, most: int) -> Stretch | None:
        """
        Return the stretch from where the first piece says to where the last says.

        Those may be words that the text repeats nearby, so the others may say it better.
        """
        low, high = self.bounds(cluster.first_diagonal + cluster.first)
        size, best = len(self.needle), None
        for first, last in _edges(cluster):
            start, end = max(low, first), min(high, last + size)
            if start < end:
                distance = self._distance(0, size, start, end, most)
                if best is None or distance < best.distance:
                    best = Stretch(((start, end),), distance)
                if distance <= _CLOSE * size:
                    break
        return best

    def aligned(self, cluster: Cluster, most: int) -> Stretch | None:
        """
        Return the best stretch near a cluster if it differs by no more than `most`.

        Words that were added or left out before the first piece or after the last move its
        ends; and those pieces may be words that the text repeats nearby.
        """
        size = len(self.needle)
        if most < 0 or size > LONGEST_TRIED:
            return None
        low, high = self.bounds(cluster.first_diagonal + cluster.first)
        first, last = sorted((cluster.first_diagonal, cluster.last_diagonal))
        start, end = max(low, first - tolerance(size)), min(high, last + size + tolerance(size))
        return self.aligned_within(start, end, most)

    def aligned_within(self, start: int, end: int, most: int) -> Stretch | None:
        """Return the best stretch in a range if it differs by no more than `most`."""
        found = align(self.needle, self._data[start:end], most)
        return found and Stretch(((start + found.start, start + found.end),), found.distance)

    def joined(self, left: Cluster, right: Cluster) -> Stretch | None:
        """Return the stretch of two clusters with a gap between."""
        split = self._goes_on(left.last, left.last_diagonal)
        return self._parted(split, left.first_diagonal, left.last_diagonal, right)

    def parted(self, cluster: Cluster) -> Stretch | None:
        """Return the stretch of a cluster in which the gap between two parts is a short one."""
        if not _SHORT_GAP <= cluster.last_diagonal - cluster.first_diagonal <= LONGEST_GAP:
            return None
        split = self._goes_on(cluster.first, cluster.first_diagonal)
        return self._parted(split, cluster.first_diagonal, cluster.first_diagonal, cluster)

    def with_tail(self, cluster: Cluster) -> Stretch | None:
        """Look for the end of the needle after what a cluster has of it."""
        split = self._goes_on(cluster.last, cluster.last_diagonal)
        tail = self.needle[split:]
        low, high = self.bounds(cluster.last_diagonal + cluster.last)
        start, stop = max(low, cluster.first_diagonal), cluster.last_diagonal + split
        if not self._is_an_end(tail) or self._is_like(tail, stop, stop + len(tail)):
            return None
        reach = min(high, stop + LONGEST_GAP + len(tail))
        found = align(tail, self._data[stop:reach], len(tail) // 4)
        if not found or not start < stop or found.start >= found.end:
            return None
        return self._in_parts(split, start, stop, stop + found.start, stop + found.end)

    def with_head(self, cluster: Cluster) -> Stretch | None:
        """Look for the beginning of the needle before what a cluster has of it."""
        split = self._comes_from(cluster)
        head = self.needle[:split]
        low, high = self.bounds(cluster.first_diagonal + cluster.first)
        again = cluster.first_diagonal + split
        if not self._is_an_end(head) or self._is_like(head, again - len(head), again):
            return None
        end = min(high, cluster.last_diagonal + len(self.needle))
        reach = max(low, again - LONGEST_GAP - len(head))
        found = align(head, self._data[reach:again], len(head) // 4)
        if not found or not again < end or found.start >= found.end:
            return None
        return self._in_parts(split, reach + found.start, reach + found.end, again, end)

    def _parted(self, split: int, first: int, last: int, right: Cluster) -> Stretch | None:
        """Return the stretch from the diagonal `first` on up to a split, and the rest after it."""
        low, high = self.bounds(last + split - 1)
        start, stop = max(low, first), last + split
        # Where the second part begins is told by the one, where it ends by the other.
        begins = right.first_diagonal if right.first >= split else right.last_diagonal
        again, end = begins + split, min(high, right.last_diagonal + len(self.needle))
        if not start < stop <= again < end:
            return None
        return self._in_parts(split, start, stop, again, end)

    def _in_parts(self, split: int, start: int, stop: int, again: int, end: int) -> Stretch | None:
        if again - stop < _WORD_COST:
            return None
        distance = self._distance(0, split, start, stop)
        distance += self._distance(split, len(self.needle), again, end)
        return Stretch(((start, stop), (again, end)), distance + _gap_cost(again - stop))

    def _distance(
        self, first: int, last: int, start: int, end: int, most: int | None = None
    ) -> float:
        """
        Return how a part of the needle differs from a stretch; a very long one in pieces.

        What differs by more than `most` may be said to differ by one more.
        """
        size = last - first
        if size <= 4 * _PART:
            ours, theirs = self.needle[first:last], self._data[start:end]
            return float(Levenshtein.distance(ours, theirs, score_cutoff=most))
        count = -(-size // _PART)
        cuts = [first + size * part // count for part in range(count + 1)]
        there = [start + (end - start) * part // count for part in range(count + 1)]
        pieces = zip(pairwise(cuts), pairwise(there), strict=True)
        return sum(self._distance(*cut, *place) for cut, place in pieces)

    def _goes_on(self, at: int, diagonal: int) -> int:
        """Return up to where the needle goes on as the text does after a piece."""
        data, high = self._data, min(len(self.needle), self._length - diagonal)
        while at < high and self.needle[at] == data[diagonal + at]:
            at += 1
        return at

    def _comes_from(self, cluster: Cluster) -> int:
        """Return from where on the needle is as the text is before a cluster's first piece."""
        at, data, diagonal = cluster.first, self._data, cluster.first_diagonal
        while at > 0 and diagonal + at > 0 and self.needle[at - 1] == data[diagonal + at - 1]:
            at -= 1
        return at

    def _is_an_end(self, part: bytes) -> bool:
        """Whether a part that no cluster has is long enough to be looked for by itself."""
        return max(_SHORTEST_END, len(self.needle) // 20) <= len(part) <= LONGEST_TRIED

    def _is_like(self, part: bytes, start: int, end: int) -> bool:
        """Whether a part differs from a stretch by less than a gap costs."""
        there = self._data[max(0, start) : end]
        most = int(CHEAPEST_GAP)
        return Levenshtein.distance(part, there, score_cutoff=most) <= most
