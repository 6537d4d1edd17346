"""
Where each character stands on its page, packed small; and the rectangles of any span of it.

Every page is one compressed block, so that the rectangles of a quote cost one or two pages and
not the whole document. A block keeps two numbers a character, its first and its last edge along
the line, and once for each stretch of even height the two edges across it. Positions are whole
units of a twentieth of a point (more on sheets over 45 inches), counted from the bottom left
corner of the unrotated page.
"""

import struct
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from citation_engine.model.passage import Rect, Span

_MAGIC = b"CEG1"
_COUNT = struct.Struct("<I")
_ENTRY = struct.Struct("<IQQI")
_HEAD = struct.Struct("<fII")
_FINEST = 0.05
_MOST = 0xFFFF
_UPWARD = 1
_SAME_LINE = 2


class EvenStretch(NamedTuple):
    """
    A run of characters of even height on one line.

    `low` and `high` are its edges across the line. `upward` is for text that runs up or down the
    page: its characters' edges are y and the line's are x. A stretch that goes on in the line of
    the one before has `same_line`.
    """

    start: int
    low: float
    high: float
    upward: bool = False
    same_line: bool = False


@dataclass(frozen=True, slots=True)
class PageBoxes:
    """One page: where its text starts in the document, and the edges of each character."""

    number: int
    start: int
    first: Sequence[float]
    last: Sequence[float]
    stretches: Sequence[EvenStretch]


class PackedPage(NamedTuple):
    """A page as it is stored."""

    number: int
    start: int
    end: int
    block: bytes


def pack_page(page: PageBoxes) -> PackedPage:
    """Return one page, compressed."""
    edges = [edge for stretch in page.stretches for edge in (stretch.low, stretch.high)]
    unit = max(_FINEST, max(map(max, filter(None, (page.last, edges))), default=0.0) / _MOST)
    first = _units(page.first, unit)
    last = _units(page.last, unit)
    widths = [b - a if b > a else 0 for a, b in zip(first, last, strict=True)]
    steps = [b - a & _MOST for a, b in zip([0, *first], first, strict=False)]
    flags = bytes(s.upward * _UPWARD + s.same_line * _SAME_LINE for s in page.stretches)
    block = b"".join(
        (
            _HEAD.pack(unit, len(page.stretches), len(first)),
            _little(array("I", (stretch.start for stretch in page.stretches))),
            flags,
            _little(array("H", _units(edges, unit))),
            _planes(steps),
            _planes(widths),
        )
    )
    return PackedPage(page.number, page.start, page.start + len(first), zlib.compress(block))


def pack(pages: Iterable[PackedPage]) -> bytes:
    """Return all pages as one value, to be kept beside the text."""
    pages = list(pages)
    table = (_ENTRY.pack(page.number, page.start, page.end, len(page.block)) for page in pages)
    blocks = (page.block for page in pages)
    return b"".join((_MAGIC, _COUNT.pack(len(pages)), *table, *blocks))


def rects_of(geometry: bytes, span: Span) -> tuple[Rect, ...]:
    """Return where the words of `span` stand, one rectangle for each line they touch."""
    return tuple(
        rect
        for page in _pages(geometry)
        if page.start < span.end and span.start < page.end
        for rect in _rects_on(page, span)
    )


def _pages(geometry: bytes) -> Iterator[PackedPage]:
    if not geometry.startswith(_MAGIC):
        raise ValueError("These bytes are not a geometry that this version wrote.")
    (count,) = _COUNT.unpack_from(geometry, len(_MAGIC))
    at = len(_MAGIC) + _COUNT.size
    table = geometry[at : at + count * _ENTRY.size]
    at += len(table)
    for number, start, end, length in _ENTRY.iter_unpack(table):
        yield PackedPage(number, start, end, geometry[at : at + length])
        at += length


class _LinePart(NamedTuple):
    """The part of a line that lies in a span: along it, across it, and which way it runs."""

    begin: int
    end: int
    low: int
    high: int
    upward: bool

    def joined(self, other: "_LinePart") -> "_LinePart":
        return _LinePart(
            min(self.begin, other.begin),
            max(self.end, other.end),
            min(self.low, other.low),
            max(self.high, other.high),
            self.upward,
        )


@dataclass(frozen=True, slots=True)
class _Unpacked:
    """A page's block, unpacked."""

    unit: float
    starts: Sequence[int]
    flags: bytes
    edges: Sequence[int]
    first: Sequence[int]
    widths: Sequence[int]

    def lines(self, wanted: range) -> Iterator[_LinePart]:
        """The lines that the wanted characters touch, stretches of one line as one."""
        line: _LinePart | None = None
        ends = [*self.starts[1:], len(self.first)]
        for number, (start, end) in enumerate(zip(self.starts, ends, strict=True)):
            if line and not self.flags[number] & _SAME_LINE:
                yield line
                line = None
            if end <= wanted.start or wanted.stop <= start:
                continue
            part = self._part(number, range(max(start, wanted.start), min(end, wanted.stop)))
            if part:
                line = line.joined(part) if line else part
        if line:
            yield line

    def _part(self, number: int, inside: range) -> _LinePart | None:
        drawn = [index for index in inside if self.widths[index]]
        if not drawn:
            return None
        low, high = self.edges[2 * number : 2 * number + 2]
        return _LinePart(
            min(self.first[index] for index in drawn),
            max(self.first[index] + self.widths[index] for index in drawn),
            low,
            high,
            bool(self.flags[number] & _UPWARD),
        )


def _rects_on(page: PackedPage, span: Span) -> Iterator[Rect]:
    unpacked = _unpack(page.block)
    for line in unpacked.lines(range(max(0, span.start - page.start), span.end - page.start)):
        begin, end, low, high = (round(value * unpacked.unit, 2) for value in line[:4])
        x, y = ((low, high), (begin, end)) if line.upward else ((begin, end), (low, high))
        yield Rect(page=page.number, x0=x[0], y0=y[0], x1=x[1], y1=y[1])


@lru_cache(maxsize=64)
def _unpack(packed: bytes) -> _Unpacked:
    block = zlib.decompress(packed)
    unit, stretches, characters = _HEAD.unpack_from(block)
    flags_at = _HEAD.size + 4 * stretches
    edges_at = flags_at + stretches
    first_at = edges_at + 4 * stretches
    steps = _from_planes(block, first_at, characters)
    return _Unpacked(
        unit,
        starts=_array("I", block[_HEAD.size : flags_at]),
        flags=block[flags_at:edges_at],
        edges=_array("H", block[edges_at:first_at]),
        first=[position & _MOST for position in accumulate(steps)],
        widths=_from_planes(block, first_at + 2 * characters, characters),
    )


def _units(values: Iterable[float], unit: float) -> list[int]:
    """The values in whole units; what lies off the page is put on its edge."""
    each = 1 / unit
    whole = [int(value * each + 0.5) for value in values]
    if whole and (min(whole) < 0 or max(whole) > _MOST):
        return [min(max(value, 0), _MOST) for value in whole]
    return whole


def _planes(values: Iterable[int]) -> bytes:
    """Sixteen-bit numbers with their low bytes first and then all high ones: those are alike."""
    packed = _little(array("H", values))
    return packed[0::2] + packed[1::2]


def _from_planes(block: bytes, at: int, count: int) -> "array[int]":
    packed = bytearray(2 * count)
    packed[0::2] = block[at : at + count]
    packed[1::2] = block[at + count : at + 2 * count]
    return _array("H", bytes(packed))


def _little(values: "array[int]") -> bytes:
    if sys.byteorder == "big":
        values.byteswap()
    return values.tobytes()


def _array(kind: str, packed: bytes) -> "array[int]":
    values = array(kind, packed)
    if sys.byteorder == "big":
        values.byteswap()
    return values
