"""
An index of a skeleton: where each run of eight bytes stands, for every fourth place.

All runs of a quotation are looked up, so whatever eleven bytes of it are in the text, one of its
runs is. The index is two arrays: positions sorted by the hash of their run, and where each hash
begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

RUN, STRIDE = 8, 4
# A needle of this many bytes has a run at an indexed place wherever it stands.
SHORTEST = RUN + STRIDE - 1
# Runs that are worked on at once, so that what is only needed meanwhile stays small.
SEGMENT = 1 << 18
_MULTIPLIER = 0x9E3779B97F4A7C15
_EIGHT_ONES = 0x0101010101010101
_FEWEST_BITS, _MOST_BITS = 6, 28
# Positions of one run that are compared; a text made of repetitions has more.
_MOST_COMPARED = 2_000_000


class Hits(NamedTuple):
    """Where runs of a needle stand: the offset in the needle, and in the text less that."""

    offsets: Numbers
    diagonals: Numbers
    # Whether every run of the needle was looked up, however often it stands in the text.
    complete: bool


class _Buckets(NamedTuple):
    """The runs of a needle, and where and how often an index has each."""

    wanted: NDArray[np.uint64]
    starts: Numbers
    counts: Numbers


class SeedIndex:
    """The index of one skeleton; `data` is the skeleton itself, which every answer is held to."""

    __slots__ = ("_asked", "_bits", "_buckets", "_positions", "_runs", "data", "length")

    def __init__(
        self,
        data: bytes,
        length: int,
        positions: NDArray[np.uint32],
        buckets: NDArray[np.uint32],
    ) -> None:
        self.data = data
        self.length = length
        self._positions = positions
        self._buckets = buckets
        self._bits = (len(buckets) - 1).bit_length() - 1
        self._runs = _runs(data, length)
        # What was asked last: whoever does not find a needle next asks for its runs.
        self._asked: tuple[bytes, _Buckets] | None = None

    def places(self, needle: bytes, most: int) -> list[int] | None:
        """
        Return the first places of `needle`, at most so many, in order.

        None where the index cannot tell: the needle is too short, or stands for too much.
        """
        import numpy as np

        size = len(needle)
        if size < SHORTEST or size > self.length:
            return None if size <= self.length else []
        wanted, starts, counts = self._buckets_of(needle)
        rows = len(counts) // STRIDE * STRIDE
        rarest = counts[:rows].reshape(-1, STRIDE).argmin(0) * STRIDE + np.arange(STRIDE)
        total = int(counts[rarest].sum())
        if not total:
            return []
        if total > _MOST_COMPARED:
            return None
        found = np.concatenate(
            [self._positions[start : start + count].astype(np.int64) * STRIDE - at
             for at, start, count in zip(
                 rarest.tolist(), starts[rarest].tolist(), counts[rarest].tolist(), strict=True
             ) if count]
        )  # fmt: skip
        found = found[(found >= 0) & (found <= self.length - size)]
        found = found[self._runs[found] == wanted[0]]
        found = found[self._runs[found + size - RUN] == wanted[-1]]
        found.sort()
        return self._equal(needle, found.tolist(), most)

    def hits(self, needle: bytes, most: int) -> Hits:
        """Return where the rarest runs of `needle` stand, at most so many places in all."""
        import numpy as np

        size = len(needle)
        if size < RUN or self.length < RUN:
            return Hits(np.empty(0, np.int64), np.empty(0, np.int64), complete=True)
        wanted, starts, counts = self._buckets_of(needle)
        order = counts.argsort(kind="stable")
        taken = int(np.searchsorted(counts[order].cumsum(), most, "right"))
        complete = taken == len(order)
        order = order[:taken]
        order = order[counts[order] > 0]
        starts, counts = starts[order], counts[order]
        offsets = order.repeat(counts)
        within = np.arange(len(offsets)) - (counts.cumsum() - counts).repeat(counts)
        positions = self._positions[starts.repeat(counts) + within].astype(np.int64) * STRIDE
        same = self._runs[positions] == wanted[offsets]
        offsets, positions = offsets[same], positions[same]
        return Hits(offsets, positions - offsets, complete)

    def agreement(self, needle: bytes, diagonals: Numbers) -> Numbers:
        """
        Return how many of each eight bytes of `needle` the text has too, if laid on a diagonal.

        There is one row for each diagonal. Near the ends of the text it is a guess. A rest of
        less than eight bytes is compared with those before it.
        """
        import numpy as np

        last = min(len(needle), self.length) - RUN
        offsets = np.append(np.arange(0, last, RUN), last)
        firsts = diagonals.clip(0, max(0, self.length - len(needle)))
        there = self._runs[firsts[:, None] + offsets].view(np.uint8)
        same = there == _runs(needle, len(needle))[offsets].view(np.uint8)
        # Eight times 0 or 1 are added up in the highest byte of one product.
        counts: Numbers = same.view(np.uint64) * np.uint64(_EIGHT_ONES) >> np.uint64(56)
        return counts.astype(np.int64)

    def _buckets_of(self, needle: bytes) -> _Buckets:
        """Return the runs of a needle, where their positions begin, and how many there are."""
        import numpy as np

        asked = self._asked
        if asked and asked[0] == needle:
            return asked[1]
        wanted = _runs(needle, len(needle))
        hashes = _hashes(wanted, self._bits)
        starts = self._buckets[hashes].astype(np.int64)
        counts = self._buckets[hashes + 1].astype(np.int64) - starts
        self._asked = (needle, _Buckets(wanted, starts, counts))
        return self._asked[1]

    def _equal(self, needle: bytes, candidates: Sequence[int], most: int) -> list[int]:
        found: list[int] = []
        for at in candidates:
            if self.data[at : at + len(needle)] == needle:
                found.append(at)
                if len(found) >= most:
                    break
        return found


def build_index(data: bytes, length: int | None = None) -> SeedIndex:
    """
    Return the index of a skeleton.

    Hash and place are one number each, so one sort puts them in order. Runs with a zero byte are
    left out: zero separates documents, which no run may join.
    """
    import numpy as np

    length = len(data) if length is None else length
    count = max(0, (length - RUN) // STRIDE + 1)
    bits = max(_FEWEST_BITS, min(_MOST_BITS, count.bit_length() - 2))
    keys = np.empty(count, np.uint64)
    filled = 0
    for first in range(0, count, SEGMENT):
        segment = _keys(data, length, first, min(count, first + SEGMENT), bits)
        keys[filled : filled + len(segment)] = segment
        filled += len(segment)
    keys = keys[:filled]
    keys.sort()
    positions = np.empty(filled, np.uint32)
    totals = np.zeros((1 << bits) + 1, np.uint32)
    for first in range(0, filled, SEGMENT):
        segment = keys[first : first + SEGMENT]
        positions[first : first + SEGMENT] = segment
        _count(segment, totals)
    return SeedIndex(data, length, positions, totals.cumsum(dtype=np.uint32))


def _keys(data: bytes, length: int, first: int, last: int, bits: int) -> NDArray[np.uint64]:
    """Return hash and place of the runs from one place to another, in one number each."""
    import numpy as np

    runs = _runs(data, length)[first * STRIDE : (last - 1) * STRIDE + 1 : STRIDE]
    keys = _hashes(runs, bits).astype(np.uint64) << np.uint64(32)
    keys |= np.arange(first, last, dtype=np.uint64)
    if data.find(b"\0", first * STRIDE, (last - 1) * STRIDE + RUN) < 0:
        return keys
    return keys[~_has_zero(runs)]


def _count(keys: NDArray[np.uint64], totals: NDArray[np.uint32]) -> None:
    """Add to the totals how many of the sorted keys each hash has, one place further on."""
    import numpy as np

    hashes = (keys >> np.uint64(32)).astype(np.int64)
    firsts = np.flatnonzero(np.diff(hashes, prepend=-1))
    totals[hashes[firsts] + 1] += np.diff(firsts, append=len(hashes)).astype(np.uint32)


def _has_zero(runs: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Whether each run has a zero byte, told for its eight bytes at once."""
    import numpy as np

    ones, highs = np.uint64(_EIGHT_ONES), np.uint64(0x8080808080808080)
    marked: NDArray[np.bool_] = (runs - ones) & ~runs & highs != 0
    return marked


def _runs(data: bytes, length: int) -> NDArray[np.uint64]:
    """Return every run of eight bytes as one number."""
    import numpy as np

    if length < RUN:
        return np.empty(0, np.uint64)
    return np.ndarray((length - RUN + 1,), "<u8", buffer=data, strides=(1,))


def _hashes(runs: NDArray[np.uint64], bits: int) -> Numbers:
    import numpy as np

    return ((runs * np.uint64(_MULTIPLIER)) >> np.uint64(64 - bits)).astype(np.int64)
