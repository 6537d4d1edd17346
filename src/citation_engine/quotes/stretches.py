"""
The stretch of a skeleton most like a needle that is not there as it is.

Pieces of the needle say where to look. In a small text everything is tried where they do not
help; in a large one an index knows all runs of eight bytes, and nothing else is looked at.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from citation_engine.quotes.alignment import (
    CHEAPEST_GAP,
    LONGEST_GAP,
    LONGEST_TRIED,
    Bounds,
    Cluster,
    Clusters,
    LaidBeside,
    Stretch,
    cluster_few,
    cluster_many,
    find_pieces,
    may_join,
    pieces_of,
)
from citation_engine.quotes.seed_index import RUN, SeedIndex
from citation_engine.quotes.skeleton import Skeleton

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Shares of a needle that may differ: to be content at once, or later, to look for a gap, at all.
CLOSE, CONTENT, GAPPED, MOST_DIFFERENT = 0.04, 0.1, 0.04, 0.35
# Pieces of a needle that are looked for in a small text, few at first.
_PIECES = (3, 6, 12)
# Places of its runs that an index is asked for.
_ROUNDS = (1_500, 6_000, 40_000)
# Clusters that are tried at most: in a small text, for their pieces, and for what is around them.
_MANY_CLUSTERS, _FULLEST, _MOST_ALIKE, _FEW_ALIKE = 48, 4, 24, 8
# Clusters for which better ends are looked for, and by how much these must be better.
_MOVED, _CLEARLY = 4, 2
# In texts up to this length a short needle is compared with everything, found or not.
_ALL_TRIED, _SHORT = 200_000, 64
# Clusters that are tried in pairs, how many pairs, and those whose ends are looked for.
_JOINED, _PAIRS, _ENDS = 24, 12, 2
# Bytes of needles that are compared with stretches around clusters.
_MOST_TRIED = 1_000_000
# Comparisons of bytes that one look at everything may take.
_MOST_WORK = 150_000_000
# Up to this length something is always shown, however little alike.
_TINY = 4_000
# Stretches that differ by this share of the needle more than the best may be as good.
_AS_GOOD, _MOST_AS_GOOD = 0.03, 4


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
        self._laid = LaidBeside(needle, data, bounds)
        self._near = near
        # Where words are expected, they may differ a little more than elsewhere.
        self._favour = max(2.0, 0.03 * len(needle))
        self._tried: dict[Cluster, float] = {}
        self._aligned: set[Cluster] = set()
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
        expected = bool(self._near) and self._is_expected(stretch)
        favour = self._favour if expected else 0.0
        return stretch.distance - favour, not expected, stretch.start

    def _is_expected(self, stretch: Stretch) -> bool:
        return any(stretch.start < end and start < stretch.end for start, end in self._near)

    def try_clusters(self, clusters: Sequence[Cluster]) -> None:
        """Compare the needle with the stretch around each cluster."""
        # Of a very long needle a few clusters only, because each is a long comparison.
        for cluster in clusters[: max(2, _MOST_TRIED // len(self.needle))]:
            if cluster not in self._tried:
                most = self._most()
                stretch = self._laid.around(cluster, most)
                self._tried[cluster] = stretch.distance if stretch else len(self.needle)
                if stretch and (stretch.distance <= most or self.anyhow is None):
                    self.offer(stretch)

    def try_fullest(self, clusters: Sequence[Cluster]) -> None:
        """Compare the needle with the stretches around clusters that have many pieces of it."""
        for cluster in clusters:
            few = 2 * cluster.pieces <= clusters[0].pieces
            if few and (self.is_content(CLOSE) or cluster.pieces == 1):
                break
            self.try_clusters((cluster,))

    def try_ends(self, clusters: Sequence[Cluster]) -> None:
        """Look for better ends of the stretches around the best of some clusters."""
        tried = [cluster for cluster in clusters if cluster in self._tried]
        for cluster in sorted(tried, key=self._tried.__getitem__)[:_MOVED]:
            if cluster not in self._aligned:
                self._aligned.add(cluster)
                most = min(self._most(), int(self._tried[cluster]) - _CLEARLY)
                self.offer(self._laid.aligned(cluster, most))

    def try_joined(self, clusters: Sequence[Cluster]) -> None:
        """Try pairs of clusters with a gap between, and the ends that no cluster has."""
        if self.best and self.best.distance <= max(CHEAPEST_GAP, GAPPED * len(self.needle)):
            return
        for left, right in self._pairs(clusters):
            self.offer(self._laid.joined(left, right))
        for cluster in clusters[:_ENDS]:
            if cluster.last - cluster.first + RUN >= len(self.needle) // 4:
                self.offer(self._laid.parted(cluster))
                self.offer(self._laid.with_tail(cluster))
                self.offer(self._laid.with_head(cluster))

    def _pairs(self, clusters: Sequence[Cluster]) -> list[tuple[Cluster, Cluster]]:
        """Return the fullest pairs; one of two may be the few words of an end."""
        pairs: list[tuple[Cluster, Cluster]] = []
        reach = LONGEST_GAP + len(self.needle)
        ordered = sorted(clusters[:_JOINED], key=lambda cluster: cluster.diagonal)
        for number, left in enumerate(ordered, 1):
            for right in ordered[number:]:
                # Most are far away, and so are all that come after.
                if right.diagonal - left.diagonal > reach:
                    break
                pairs += (pair for pair in ((left, right), (right, left)) if may_join(*pair))
        return sorted(pairs, key=lambda pair: -pair[0].pieces - pair[1].pieces)[:_PAIRS]

    def try_everything(self, start: int, end: int, share: float = MOST_DIFFERENT) -> None:
        """Compare the needle with all there is in a range, up to a share of it that differs."""
        size = len(self.needle)
        if size > LONGEST_TRIED or (end - start) * max(64, size) > 64 * _MOST_WORK:
            return
        most = int(share * size)
        if self.best is not None:
            most = min(most, int(self.best.distance) - 1)
        if most >= 0:
            self.offer(self._laid.aligned_within(start, end, most))

    def as_good(self) -> Iterator[Stretch]:
        """Yield the best stretch, and those elsewhere that differ little more from the needle."""
        best = self.best or self.anyhow
        if best is None:
            return
        yield best
        if self.best is None:
            return
        least, unexpected, _ = self._rank(best)
        most = least + max(1.0, _AS_GOOD * len(self.needle))
        near = [one for one in self.offered if one.distance <= most + self._favour]
        if len(near) == 1:
            return
        seen, others = [best], {self._letters(best)}
        for stretch in sorted(near, key=self._rank):
            rank = self._rank(stretch)
            if rank[0] > most or len(others) == _MOST_AS_GOOD:
                return
            elsewhere = all(stretch.end <= one.start or one.end <= stretch.start for one in seen)
            if elsewhere and rank[1] is unexpected and self._letters(stretch) not in others:
                seen.append(stretch)
                others.add(self._letters(stretch))
                yield stretch

    def _letters(self, stretch: Stretch) -> bytes:
        """Return the letters of a stretch and a few around it, by which copies are known."""
        return self._skeleton.data[max(0, stretch.start - RUN) : stretch.end + RUN]

    def _most(self) -> int:
        """Return by how much a stretch may differ to be better than the best, were it expected."""
        most = MOST_DIFFERENT * len(self.needle)
        return int(most if self.best is None else min(most, self.best.distance + self._favour))


def find_stretches(
    needle: bytes,
    skeleton: Skeleton,
    seeds: SeedIndex | None,
    near: Sequence[tuple[int, int]] = (),
) -> Iterable[Stretch]:
    """
    Return the stretch of a skeleton most like a needle, and those that differ little more.

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
    return search.as_good()


def _search_small(search: Search, skeleton: Skeleton) -> None:
    size, done = len(search.needle), 0
    pieces = pieces_of(search.needle, _PIECES[-1])
    hits: list[tuple[int, int]] = []
    for upto in _PIECES:
        hits += find_pieces(pieces[done:upto], skeleton)
        done = upto
        clusters = cluster_few(hits, size)[:_MANY_CLUSTERS]
        search.try_fullest(clusters)
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
    for most_hits in _ROUNDS:
        hits = seeds.hits(search.needle, most_hits)
        clusters = cluster_many(hits, len(search.needle), starts)
        if clusters:
            _try_many(search, clusters, seeds)
        # Among near copies the best is not always the first, so a few more runs are asked for.
        share = CLOSE if most_hits == _ROUNDS[0] else CONTENT
        if hits.complete or search.is_content(share):
            return


def _try_many(search: Search, clusters: Clusters, seeds: SeedIndex) -> None:
    """Try the clusters with the most pieces, and unless one stands out, those most alike."""
    fullest = clusters.listed(slice(_JOINED))
    fullest = [one for one in fullest if one.pieces >= fullest[0].pieces // 10]
    search.try_fullest(fullest[:_FULLEST])
    search.try_joined(fullest)
    alone = len(fullest) <= _FULLEST or 2 * fullest[_FULLEST].pieces <= fullest[0].pieces
    if alone and search.is_content():
        return
    alike = clusters.most_alike(search.needle, seeds, _MOST_ALIKE)
    search.try_clusters(alike[:_FEW_ALIKE])
    # They are in order: where the first are nothing like it, the others are not either.
    if search.best:
        search.try_clusters(alike[_FEW_ALIKE:])
    if not search.is_content():
        search.try_ends(fullest[:_FULLEST] + alike)
