"""
A needle laid beside a skeleton where clusters of its pieces lie, whole or in two parts.

In two parts it is laid where the text has something between, as a header at a page break.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz.distance import Levenshtein

from citation_engine.quotes.alignment import align
from citation_engine.quotes.clusters import Cluster, tolerance
from citation_engine.quotes.skeleton import Skeleton

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

    def moved(self, by: int) -> "Stretch":
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
