"""
Finds the stretches of a draft in which a sign is not a marker: code and addresses.

A marker that is overlooked leaves a claim without its source, so only what is clearly code or
an address counts. Indented code does not: drafts indent the paragraphs of their lists as well.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from citation_engine.model.span import Span

_LINE = re.compile(r"[^\n]*\n?")
# White space, the `>` of quotations and the signs of list items that may stand before a fence.
_BEFORE = re.compile(r"[ \t]*+(?:>[ \t]*+)*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]++)*+")
_FENCE = re.compile(r"(`{3,}+|~{3,}+)([^\n]*)")
_TICKS = re.compile(r"`++")
# Where inline code cannot go on: a blank line, or a line that begins a block of its own.
_BLOCK_START = re.compile(r"^[ \t]*+(?:$|(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]|[>|])", re.MULTILINE)
_SCHEME = r"[A-Za-z][A-Za-z0-9+.-]{1,31}"
_ADDRESS = re.compile(
    rf"<{_SCHEME}:[^\s<>]*+>"
    # The value of an attribute, to its closing quotation mark.
    rf"|(?<==)(?P<mark>[\"']){_SCHEME}://[^\"'<>\n]*+(?P=mark)"
    # The target of a link.
    r"|(?<=\]\()(?!\[\[)(?:<[^<>\n]*+>|(?:[^\s()]|\([^\s()]*+\))++)"
    # In running text. A doubled bracket ends it unless it is clear that the address goes on.
    rf"|(?<![A-Za-z0-9+.-]){_SCHEME}://"
    r"(?:[^\s<>\"\[]|\[(?!\[)|\[\[[^\[\]\s]{0,100}+\]\](?=[A-Za-z0-9/&=%#]))*+"
)


class _Fence(NamedTuple):
    start: int
    sign: str
    quoted: bool


def find_shelters(text: str) -> list[Span]:
    """Return the code and the addresses of a Markdown text, in order and without overlaps."""
    addresses = [Span(*match.span()) for match in _ADDRESS.finditer(text)]
    return _joined([*find_code(text), *addresses])


def find_code(text: str) -> list[Span]:
    """Return the fenced and the inline code of a Markdown text, fences and backticks included."""
    fences = list(_fenced(text))
    return _joined([*fences, *_inline(text, fences)])


def is_sheltered(shelters: Sequence[Span], start: int, end: int) -> bool:
    """Whether any of `shelters`, which are in order, has a part of `start` to `end`."""
    at = bisect_right(shelters, end - 1, key=lambda span: span.start) - 1
    return at >= 0 and shelters[at].end > start


def _fenced(text: str) -> Iterator[Span]:
    """
    Fenced code, also in lists and quotations; an open fence runs to the end.

    The lines of a fence in a list need not be indented like the list, because models forget
    to. A quotation ends the fences in it.
    """
    opened: _Fence | None = None
    for match in _LINE.finditer(text):
        line = match.group()
        before = _BEFORE.match(line)
        assert before is not None  # It matches an empty beginning as well.
        fence = _FENCE.match(line, before.end())
        if opened and opened.quoted and line.lstrip(" \t")[:1] != ">":
            yield Span(opened.start, match.start())
            opened = None
        if opened:
            if fence and _closes(opened, before[0], fence):
                yield Span(opened.start, match.end())
                opened = None
        elif fence and not (fence[1][0] == "`" and "`" in fence[2]):
            opened = _Fence(match.start() + before.end(), fence[1], ">" in before[0])
    if opened:
        yield Span(opened.start, len(text))


def _closes(opened: _Fence, before: str, fence: re.Match[str]) -> bool:
    plain = not before.strip(" \t>")
    return plain and fence[1].startswith(opened.sign) and not fence[2].strip()


def _inline(text: str, fences: Sequence[Span]) -> Iterator[Span]:
    """Inline code: a run of backticks up to the next run of the same length in its block."""
    ends = {fence.start: fence.end for fence in fences}
    cuts = {match.start() for match in _BLOCK_START.finditer(text)}
    edges = sorted({0, len(text), *cuts, *ends.keys(), *ends.values()})
    runs = [match.span() for match in _TICKS.finditer(text)]
    at = fenced_to = 0
    for start, end in pairwise(edges):
        fenced_to = ends.get(start, fenced_to)
        first = at
        while at < len(runs) and runs[at][0] < end:
            at += 1
        if start >= fenced_to:
            yield from _pairs(text, runs[first:at])


def _pairs(text: str, runs: Sequence[tuple[int, int]]) -> Iterator[Span]:
    ahead: dict[int, list[int]] = {}
    for at in range(len(runs) - 1, -1, -1):
        ahead.setdefault(runs[at][1] - runs[at][0], []).append(at)
    at = 0
    while at < len(runs):
        start, end = runs[at]
        start += _is_escaped(text, start)
        same = ahead.get(end - start, [])
        while same and same[-1] <= at:
            same.pop()
        if start < end and same:
            yield Span(start, runs[same[-1]][1])
            at = same[-1]
        at += 1


def _is_escaped(text: str, position: int) -> bool:
    before = text[max(0, position - 50) : position]
    slashes = len(before) - len(before.rstrip("\\"))
    return slashes % 2 == 1


def _joined(spans: Sequence[Span]) -> list[Span]:
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.start < joined[-1].end:
            if span.end > joined[-1].end:
                joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    return joined
