"""Cuts a draft into pieces, each of them of one claim, one marker, one finding and one style."""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from citation_engine.model.span import Span
from citation_engine.render.findings.page.blocks import Style, Styled


class Piece(NamedTuple):
    """
    A stretch of a draft within which nothing changes.

    `claim` and `spot` are the places in the lists of claims and of findings, or None.
    """

    start: int
    end: int
    claim: int | None
    marker: bool
    spot: int | None
    styles: frozenset[Style]


class Layers(NamedTuple):
    """What there is to mark in a draft: spans that may overlap in any way."""

    claims: Sequence[Span | None]
    markers: Sequence[Span]
    spots: Sequence[Span | None]
    styles: Sequence[Styled]


def cut(length: int, layers: Layers) -> list[Piece]:
    """
    Return pieces that together are the whole draft, in order.

    Where claims or findings overlap, the one that began last has the piece, so that what
    stands inside something else is seen.
    """
    claims, spots = _Innermost(layers.claims, length), _Innermost(layers.spots, length)
    counted: dict[Style | None, int] = {}
    changes = _changes(length, layers)
    edges = sorted({0, length, *changes, *claims.edges, *spots.edges})
    pieces: list[Piece] = []
    for start, end in pairwise(edges):
        for style, step in changes.get(start, ()):
            counted[style] = counted.get(style, 0) + step
        styles = frozenset(style for style, number in counted.items() if style and number)
        marker = bool(counted.get(None))
        pieces.append(Piece(start, end, claims.at(start), marker, spots.at(start), styles))
    return pieces


def _changes(length: int, layers: Layers) -> dict[int, list[tuple[Style | None, int]]]:
    """Where markers (None) and styles begin (1) and end (-1)."""
    changes: dict[int, list[tuple[Style | None, int]]] = {}
    marked: list[tuple[Span, Style | None]] = [(span, None) for span in layers.markers]
    for span, style in [*marked, *layers.styles]:
        start, end = min(span.start, length), min(span.end, length)
        if start < end:
            changes.setdefault(start, []).append((style, 1))
            changes.setdefault(end, []).append((style, -1))
    return changes


class _Innermost:
    """Says which of many spans is the innermost at a place; places must be asked in order."""

    def __init__(self, spans: Sequence[Span | None], length: int) -> None:
        self._waiting = sorted(self._within(spans, length), reverse=True)
        self._begun: list[tuple[int, int, int]] = []
        self.edges = {edge for start, end, _ in self._waiting for edge in (start, end)}

    @staticmethod
    def _within(spans: Sequence[Span | None], length: int) -> Iterator[tuple[int, int, int]]:
        for number, span in enumerate(spans):
            if span is not None and span.start < min(span.end, length):
                yield span.start, min(span.end, length), number

    def at(self, place: int) -> int | None:
        while self._waiting and self._waiting[-1][0] <= place:
            start, end, number = self._waiting.pop()
            heappush(self._begun, (-start, end, number))
        while self._begun and self._begun[0][1] <= place:
            heappop(self._begun)
        return self._begun[0][2] if self._begun else None
