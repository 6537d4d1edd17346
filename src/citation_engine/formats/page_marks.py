"""Finds what the lines of a paged document are beside text: headers, footers, headings."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from citation_engine.model.layout import Mark, MarkKind

# The part of a page, at the top and at the bottom, in which headers and footers stand.
_EDGE = 0.13
# Lines looked at in each of the two.
_EDGE_LINES = 3
# How much larger than the body's letters those of a heading are.
_LARGER = 1.15
_LONGEST_HEADING = 200
_MOST_HEADING_LINES = 4
_LEVELS = 6
_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_LEADING_NUMBER = re.compile(r"^[\dIVXLC.]+\s+")


class PlacedLine(NamedTuple):
    """A line: its page, its span in the document, how far down it stands, its letters' size."""

    page: int
    start: int
    end: int
    depth: float | None
    size: float
    recognised: bool


class Heading(NamedTuple):
    """An entry of the document's own outline."""

    title: str
    level: int
    page: int


def marks_of(
    text: str, lines: Sequence[PlacedLine], pages: int, outline: Iterable[Heading] = ()
) -> tuple[Mark, ...]:
    """Return all marks of a document, in order."""
    edges = list(_headers_and_footers(text, lines, pages))
    at_edge = {mark.start for mark in edges}
    body = [line for line in lines if line.start not in at_edge]
    headings = list(_headings_by_outline(text, body, outline)) or _headings_by_size(text, body)
    marks = [*edges, *headings, *_recognised(lines)]
    return tuple(sorted(marks, key=lambda mark: (mark.start, -mark.end, mark.kind)))


def _headers_and_footers(text: str, lines: Sequence[PlacedLine], pages: int) -> Iterator[Mark]:
    """Lines at the edge of a page that come back on others, whatever number they have."""
    found: dict[tuple[MarkKind, str], list[PlacedLine]] = defaultdict(list)
    for _, on_page in groupby(lines, key=lambda line: line.page):
        for kind, line in _edge_lines(list(on_page)):
            found[kind, _numberless(text[line.start : line.end])].append(line)
    enough = 2 if pages < 4 else 3
    for (kind, _), alike in found.items():
        if len({line.page for line in alike}) >= enough:
            yield from (Mark(kind=kind, start=line.start, end=line.end) for line in alike)


def _edge_lines(lines: list[PlacedLine]) -> Iterator[tuple[MarkKind, PlacedLine]]:
    placed = [(line.depth, line) for line in lines if line.depth is not None]
    placed.sort(key=lambda each: each[0])
    for depth, line in placed[:_EDGE_LINES]:
        if depth < _EDGE:
            yield MarkKind.HEADER, line
    for depth, line in placed[-_EDGE_LINES:]:
        if depth > 1 - _EDGE:
            yield MarkKind.FOOTER, line


def _numberless(words: str) -> str:
    return _NUMBER.sub("#", " ".join(words.split()))


def _headings_by_outline(
    text: str, lines: Sequence[PlacedLine], outline: Iterable[Heading]
) -> Iterator[Mark]:
    """The lines that the outline names, on the pages it names."""
    wanted: dict[int, list[Heading]] = defaultdict(list)
    for heading in outline:
        wanted[heading.page].append(heading)
    for page, on_page in groupby(lines, key=lambda line: line.page):
        if page not in wanted:
            continue
        spans = _spans_by_words(text, list(on_page))
        for heading in wanted[page]:
            if span := spans.get(_squeezed(heading.title)):
                yield _heading(text, *span, heading.level)


def _spans_by_words(text: str, lines: list[PlacedLine]) -> dict[str, tuple[int, int]]:
    """Each line, and each few lines, by their words; with and without a leading number."""
    spans: dict[str, tuple[int, int]] = {}
    for number, line in enumerate(lines):
        for last in lines[number : number + _MOST_HEADING_LINES]:
            words = text[line.start : last.end]
            if len(words) > _LONGEST_HEADING:
                break
            for key in (words, _LEADING_NUMBER.sub("", words)):
                spans.setdefault(_squeezed(key), (line.start, last.end))
    return spans


def _squeezed(words: str) -> str:
    return "".join(filter(str.isalnum, words)).casefold()


def _headings_by_size(text: str, lines: Sequence[PlacedLine]) -> list[Mark]:
    """Short lines in letters larger than those of most of the text."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[_rounded(line.size)] += line.end - line.start
    if not sizes:
        return []
    body = sizes.most_common(1)[0][0]
    large = [line for line in lines if _is_heading(text, line, body)]
    if len(large) * 4 > len(lines):
        return []
    ranks = sorted({_rounded(line.size) for line in large}, reverse=True)
    level = {size: min(rank, _LEVELS) for rank, size in enumerate(ranks, 1)}
    return [_heading(text, start, end, level[size]) for start, end, size in _joined(large)]


def _is_heading(text: str, line: PlacedLine, body: float) -> bool:
    words = text[line.start : line.end]
    return (
        line.size >= _LARGER * body
        and len(words) <= _LONGEST_HEADING
        and sum(map(str.isalpha, words)) >= 2
    )


def _joined(lines: Sequence[PlacedLine]) -> Iterator[tuple[int, int, float]]:
    """Headings of several lines as one."""
    start = end = count = 0
    size = page = 0.0
    for line in lines:
        follows = line.start == end + 1 and line.page == page and _rounded(line.size) == size
        if count and follows and count < _MOST_HEADING_LINES:
            end, count = line.end, count + 1
            continue
        if count:
            yield start, end, size
        start, end, count = line.start, line.end, 1
        size, page = _rounded(line.size), line.page
    if count:
        yield start, end, size


def _heading(text: str, start: int, end: int, level: int) -> Mark:
    words = text[start:end].replace("\u00ad\n", "")
    return Mark(
        kind=MarkKind.HEADING, start=start, end=end, name=" ".join(words.split()), level=level
    )


def _recognised(lines: Iterable[PlacedLine]) -> Iterator[Mark]:
    """Stretches of text that a machine read off a picture."""
    for (page, recognised), group in groupby(lines, key=lambda line: (line.page, line.recognised)):
        if recognised:
            same = list(group)
            yield Mark(
                kind=MarkKind.OCR, start=same[0].start, end=same[-1].end, name=f"page {page}"
            )


def _rounded(size: float) -> float:
    return round(size * 2) / 2
