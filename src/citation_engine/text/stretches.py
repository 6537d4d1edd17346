"""
The stretch of a skeleton most like a needle that is not there as it is.

Pieces of the needle say where to look. In a small text everything is tried where they do not
help; in a large one an index knows all runs of eight bytes, and nothing else is looked at.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from rapidfuzz.distance import Levenshtein

from citation_engine.text.alignment import align
from citation_engine.text.clusters import (
    Cluster,
    cluster_few,
    cluster_many,
    find_pieces,
    pieces_of,
)
from citation_engine.text.seed_index import SeedIndex
from citation_engine.text.skeleton import Skeleton

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Shares of a needle that may differ: to be content at once, or later, to look for a gap, at all.
CLOSE, CONTENT, GAPPED, MOST_DIFFERENT = 0.04, 0.1, 0.04, 0.35
# The longest stretch of other words within a passage, as at a page break.
LONGEST_GAP = 600
# Pieces of a needle that are looked for in a small text, few at first.
_PIECES = (3, 6, 12)
# Places of its runs that an index is asked for, and clusters of them that are tried.
_ROUNDS = ((1_500, 40), (6_000, 48), (40_000, 64))
_MANY_CLUSTERS = 48
# In texts up to this length a short needle is compared with everything, found or not.
_ALL_TRIED, _SHORT = 200_000, 160
# Clusters that are tried in pairs, with how many others, how many pairs, and those whose ends are
# looked for.
_JOINED, _OTHERS, _PAIRS, _ENDS = 4, 24, 12, 2
# Needles that are compared with everything, and parts in which longer ones are compared.
_LONGEST_TRIED, _PART = 4_000, 4_096
# Bytes of needles that are compared with stretches around clusters.
_MOST_TRIED = 1_000_000
# Comparisons of bytes that one look at everything may take.
_MOST_WORK = 150_000_000
# A gap costs as much as this many changes, and one more for so many bytes of it.
_GAP_COST, _GAP_BYTES = 3, 12
_SHORTEST_END = 6
# Up to this length something is always shown, however little alike.
_TINY = 4_000

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
    return _GAP_COST + max(0, gap) / _GAP_BYTES


def _may_join(left: Cluster, right: Cluster) -> bool:
    """Whether two clusters can be one passage with a gap between."""
    gap = right.first_diagonal - left.last_diagonal
    return 0 < gap <= LONGEST_GAP and left.first < right.first and left.last < right.last


class Search:
    """One needle looked for in one skeleton, or in several documents' with separators."""

    def __init__(
        self,
        needle: bytes,
        data: Skeleton,
        bounds: Bounds | None = None,
        near: Sequence[tuple[int, int]] = (),
    ) -> None:
        self.needle = needle
        self._skeleton = data
        self._bounds = bounds or (lambda _: (0, data.length))
        self._near = near
        # Where words are expected, they may differ a little more than elsewhere.
        self._favour = max(2.0, 0.03 * len(needle))
        self._tried: dict[Cluster, Stretch | None] = {}
        self.best: Stretch | None = None
        self.offered: list[Stretch] = []
        # The best of those that differ too much.
        self.anyhow: Stretch | None = None

    def is_content(self, share: float = CONTENT) -> bool:
        """Whether what was found differs so little that nothing else need be tried."""
        return self.best is not None and self.best.distance <= max(2.0, share * len(self.needle))

    def offer(self, stretch: Stretch | None) -> None:
        """Keep a stretch if it is better than the best so far; the expected place wins a tie."""
        if stretch is None:
            return
        self.offered.append(stretch)
        if self.anyhow is None or stretch.distance < self.anyhow.distance:
            self.anyhow = stretch
        if stretch.distance <= MOST_DIFFERENT * len(self.needle) and (
            self.best is None or self._rank(stretch) < self._rank(self.best)
        ):
            self.best = stretch

    def _rank(self, stretch: Stretch) -> tuple[float, bool, int]:
        expected = any(stretch.start < end and start < stretch.end for start, end in self._near)
        favour = self._favour if expected else 0.0
        return stretch.distance - favour, not expected, stretch.start

    def try_clusters(self, clusters: Sequence[Cluster]) -> None:
        """Compare the needle with the stretch around each cluster."""
        # Of a very long needle a few clusters only, because each is a long comparison.
        for cluster in clusters[: max(2, _MOST_TRIED // len(self.needle))]:
            few = 2 * cluster.pieces <= clusters[0].pieces
            if few and (self.is_content(CLOSE) or cluster.pieces == 1):
                break
            if cluster not in self._tried:
                self._tried[cluster] = self._around(cluster)
                self.offer(self._tried[cluster])

    def try_joined(self, clusters: Sequence[Cluster]) -> None:
        """Try pairs of clusters with a gap between, and the ends that no cluster has."""
        # Each pair that has one of the fullest in it; the other may be the few words of an end.
        pairs = {
            pair
            for full in clusters[:_JOINED]
            for other in clusters[:_OTHERS]
            for pair in ((full, other), (other, full))
            if _may_join(*pair)
        }
        fullest = sorted(pairs, key=lambda pair: -pair[0].pieces - pair[1].pieces)
        for left, right in fullest[:_PAIRS]:
            self.offer(self._joined(left, right))
        for cluster in clusters[:_ENDS]:
            if cluster.last - cluster.first >= len(self.needle) // 4:
                self.offer(self._with_tail(cluster))
                self.offer(self._with_head(cluster))

    def try_everything(self, start: int, end: int, share: float = MOST_DIFFERENT) -> None:
        """Compare the needle with all there is in a range, up to a share of it that differs."""
        size = len(self.needle)
        if size > _LONGEST_TRIED or (end - start) * max(64, size) > 64 * _MOST_WORK:
            return
        most = int(share * size)
        if self.best is not None:
            most = min(most, int(self.best.distance) - 1)
        found = align(self.needle, self._skeleton.data[start:end], most) if most >= 0 else None
        if found:
            parts = ((start + found.start, start + found.end),)
            self.offer(Stretch(parts, found.distance))

    def _around(self, cluster: Cluster) -> Stretch | None:
        """Return the stretch that a cluster stands for: by its ends, or by its middle."""
        low, high = self._bounds(cluster.first_diagonal + cluster.first)
        size, best = len(self.needle), None
        most = self._most()
        for first, last in dict.fromkeys(
            (
                (cluster.first_diagonal, cluster.last_diagonal),
                (cluster.diagonal, cluster.diagonal),
                (cluster.first_diagonal, cluster.diagonal),
                (cluster.diagonal, cluster.last_diagonal),
            )
        ):
            start, end = max(low, first), min(high, last + size)
            if start >= end:
                continue
            stretch = Stretch(((start, end),), self._distance(0, size, start, end, most))
            if best is None or stretch.distance < best.distance:
                best = stretch
            if best.distance <= CLOSE / 2 * size:
                break
        return best

    def _most(self) -> int:
        """Return by how much a stretch may differ to be better than the best, were it expected."""
        most = MOST_DIFFERENT * len(self.needle)
        return int(most if self.best is None else min(most, self.best.distance + self._favour))

    def _distance(
        self, first: int, last: int, start: int, end: int, most: int | None = None
    ) -> float:
        """
        Return how a part of the needle differs from a stretch; a very long one in pieces.

        What differs by more than `most` may be said to differ by one more.
        """
        size = last - first
        if size <= 4 * _PART:
            ours, theirs = self.needle[first:last], self._skeleton.data[start:end]
            return float(Levenshtein.distance(ours, theirs, score_cutoff=most))
        count = -(-size // _PART)
        cuts = [first + size * part // count for part in range(count + 1)]
        there = [start + (end - start) * part // count for part in range(count + 1)]
        pieces = zip(pairwise(cuts), pairwise(there), strict=True)
        return sum(self._distance(*cut, *place) for cut, place in pieces)

    def _joined(self, left: Cluster, right: Cluster) -> Stretch | None:
        split = self._goes_on(left)
        low, high = self._bounds(left.first_diagonal + left.first)
        start, stop = max(low, left.first_diagonal), left.last_diagonal + split
        again, end = right.first_diagonal + split, right.last_diagonal + len(self.needle)
        if not start < stop <= again < min(end, high):
            return None
        return self._in_parts(split, start, stop, again, min(end, high))

    def _in_parts(self, split: int, start: int, stop: int, again: int, end: int) -> Stretch:
        distance = self._distance(0, split, start, stop)
        distance += self._distance(split, len(self.needle), again, end)
        return Stretch(((start, stop), (again, end)), distance + _gap_cost(again - stop))

    def _goes_on(self, cluster: Cluster) -> int:
        """Return up to where the needle goes on as the text does after a cluster's last piece."""
        at, data, diagonal = cluster.last, self._skeleton.data, cluster.last_diagonal
        high = min(len(self.needle), self._skeleton.length - diagonal)
        while at < high and self.needle[at] == data[diagonal + at]:
            at += 1
        return at

    def _comes_from(self, cluster: Cluster) -> int:
        """Return from where on the needle is as the text is before a cluster's first piece."""
        at, data, diagonal = cluster.first, self._skeleton.data, cluster.first_diagonal
        while at > 0 and diagonal + at > 0 and self.needle[at - 1] == data[diagonal + at - 1]:
            at -= 1
        return at

    def _is_an_end(self, part: bytes) -> bool:
        """Whether a part that no cluster has is long enough to be looked for by itself."""
        return max(_SHORTEST_END, len(self.needle) // 20) <= len(part) <= _LONGEST_TRIED

    def _with_tail(self, cluster: Cluster) -> Stretch | None:
        """Look for the end of the needle after what a cluster has of it."""
        split = self._goes_on(cluster)
        tail = self.needle[split:]
        if not self._is_an_end(tail):
            return None
        low, high = self._bounds(cluster.last_diagonal + cluster.last)
        start, stop = max(low, cluster.first_diagonal), cluster.last_diagonal + split
        reach = min(high, stop + LONGEST_GAP + len(tail))
        found = align(tail, self._skeleton.data[stop:reach], len(tail) // 4)
        if not found or not start < stop or found.start >= found.end:
            return None
        return self._in_parts(split, start, stop, stop + found.start, stop + found.end)

    def _with_head(self, cluster: Cluster) -> Stretch | None:
        """Look for the beginning of the needle before what a cluster has of it."""
        split = self._comes_from(cluster)
        head = self.needle[:split]
        if not self._is_an_end(head):
            return None
        low, high = self._bounds(cluster.first_diagonal + cluster.first)
        again = cluster.first_diagonal + split
        end = min(high, cluster.last_diagonal + len(self.needle))
        reach = max(low, again - LONGEST_GAP - len(head))
        found = align(head, self._skeleton.data[reach:again], len(head) // 4)
        if not found or not again < end or found.start >= found.end:
            return None
        return self._in_parts(split, reach + found.start, reach + found.end, again, end)


def find_stretch(
    needle: bytes,
    skeleton: Skeleton,
    seeds: SeedIndex | None,
    near: Sequence[tuple[int, int]] = (),
) -> Stretch | None:
    """
    Return the stretch of a skeleton most like a needle, or None where nothing is like it.

    Args:
        needle: the skeleton of a quotation.
        skeleton: where to look.
        seeds: its index; a small skeleton needs none.
        near: stretches where the needle is expected, which win a tie.

    """
    search = Search(needle, skeleton, near=near)
    if seeds is None:
        _search_small(search, skeleton)
    else:
        search_large(search, seeds)
        short = len(needle) <= _SHORT and skeleton.length <= _ALL_TRIED
        if short and not search.is_content(2 * CONTENT):
            search.try_everything(0, skeleton.length)
    if search.best is None and search.anyhow is None and skeleton.length <= _TINY:
        search.try_everything(0, skeleton.length, 1.0)
    return search.best or search.anyhow


def _search_small(search: Search, skeleton: Skeleton) -> None:
    size, done = len(search.needle), 0
    pieces = pieces_of(search.needle, _PIECES[-1])
    hits: list[tuple[int, int]] = []
    for upto in _PIECES:
        hits += find_pieces(pieces[done:upto], skeleton)
        done = upto
        clusters = cluster_few(hits, size)[:_MANY_CLUSTERS]
        search.try_clusters(clusters)
        if not search.is_content(GAPPED):
            search.try_joined(clusters)
        if search.is_content():
            return
        if not hits and done > _PIECES[0]:
            break
    search.try_everything(0, skeleton.length)


def search_large(
    search: Search, seeds: SeedIndex, starts: "NDArray[np.int64] | None" = None
) -> None:
    """
    Look for a needle by the runs of it that an index knows: the rarest, then more of them.

    `starts` is where documents begin, if there are several in the skeleton.
    """
    size = len(search.needle)
    for most_hits, most in _ROUNDS:
        hits = seeds.hits(search.needle, most_hits)
        clusters = cluster_many(hits, size, most, starts)
        least = max(1, clusters[0].pieces // 10) if clusters else 0
        clusters = [one for one in clusters if one.pieces >= least]
        search.try_clusters(clusters)
        if not search.is_content(GAPPED):
            search.try_joined(clusters)
        # Among near copies the best is not always the first, so a few more runs are asked for.
        share = CLOSE if most_hits == _ROUNDS[0][0] else CONTENT
        if hits.complete or search.is_content(share):
            return
