"""
Finds the stretches of a draft in which a sign is not a marker: code, addresses and markup.

A marker that is overlooked leaves a claim without its source, so only what is clearly code or
an address counts. Indented code does not: drafts indent the paragraphs of their lists as well.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge

from citation_engine.language.blocks import find_fences
from citation_engine.markers.elements import find_hiding, find_tags
from citation_engine.model.span import Span

# Nobody writes longer code within a sentence: the backtick that opens it is a stray one.
MOST_INLINE = 1_000

TICKS = re.compile(r"`[`]*+")
# Where inline code cannot go on: a blank line, or a line that begins a block of its own.
BLOCK_START = re.compile(r"\n[ \t]*+(?:$|(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]|[>|])", re.MULTILINE)
_SCHEME = re.compile(r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,31}\Z")
_IN_ANGLES = re.compile(r"<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*+>")
# The value of an attribute, to its closing quotation mark.
_IN_QUOTES = re.compile(r"(?:\"[^\"'<>\n]*+\"|'[^\"'<>\n]*+')")
# The target of a link.
_IN_LINK = re.compile(r"(?!\[)(?:<[^<>\n]*+>|(?:[^\s()]|\([^\s()]*+\))++)")
# In running text. A bracket ends it unless it is clear that the address goes on.
_RUNNING = re.compile(
    r"(?:\[[0-9A-Fa-f:.]{2,60}+\])?+"
    r"(?:[^\s<>\"\[]|\[{1,2}[^\[\]\s]{0,100}+\]{1,2}(?=[A-Za-z0-9/&=%#])|\[\](?==))*+"
)
_ADDRESS_SIGNS = {"://": re.compile("://"), "](": re.compile(r"\]\("), "<": re.compile("<[A-Za-z]")}


def find_shelters(text: str) -> list[Span]:
    """Return what shelters in a Markdown text, in order and without overlaps."""
    return joined([*find_hidden(text), *find_tags(text), *find_addresses(text)])


def find_hidden(text: str) -> list[Span]:
    """Return all code of a Markdown text, that in elements too, and its comments."""
    return with_hidden(text, find_code(text))


def with_hidden(text: str, code: list[Span]) -> list[Span]:
    """Return the code of a Markdown text with that in elements, and its comments."""
    return joined([*code, *find_hiding(text, code)]) if "<" in text else code


def find_code(text: str) -> list[Span]:
    """Return the fenced and the inline code of a Markdown text, fences and backticks included."""
    fences = find_fences(text)
    return joined([*fences, *_inline(text, fences)]) if "`" in text else fences


def find_addresses(text: str) -> Iterator[Span]:
    """Yield where addresses stand in a Markdown text: in links, in angles, in running text."""
    done = 0
    for sign in _address_signs(text):
        if sign.start() < done and (sign[0] != "](" or sign.end() < done):
            continue
        found = _address_at(text, sign)
        if found is not None:
            yield found
            done = found.end


def is_sheltered(shelters: Sequence[Span], start: int, end: int) -> bool:
    """Whether any of `shelters`, which are in order, has a part of `start` to `end`."""
    at = bisect_right(shelters, end - 1, key=lambda span: span.start) - 1
    return at >= 0 and shelters[at].end > start


def joined(spans: Iterable[Span]) -> list[Span]:
    """Return the spans in order, those that overlap as one."""
    one: list[Span] = []
    for span in sorted(spans):
        if one and span.start < one[-1].end:
            if span.end > one[-1].end:
                one[-1] = Span(one[-1].start, span.end)
        else:
            one.append(span)
    return one


def _inline(text: str, fences: Sequence[Span]) -> Iterator[Span]:
    """Inline code: a run of backticks up to the next run of the same length in its block."""
    at = 0
    block: list[tuple[int, int]] = []
    for match in TICKS.finditer(text):
        run, before = match.span(), at
        while at < len(fences) and fences[at].end <= run[0]:
            at += 1
        in_fence = at < len(fences) and fences[at].start <= run[0]
        cut = in_fence or at > before
        if block and (cut or BLOCK_START.search(text, block[-1][1], run[0] + 1)):
            yield from _pairs(text, block)
            block = []
        if not in_fence:
            block.append(run)
    yield from _pairs(text, block)


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
        if start < end and same and runs[same[-1]][1] - start <= MOST_INLINE:
            yield Span(start, runs[same[-1]][1])
            at = same[-1]
        at += 1


def _is_escaped(text: str, position: int) -> bool:
    before = text[max(0, position - 50) : position]
    slashes = len(before) - len(before.rstrip("\\"))
    return slashes % 2 == 1


def _address_signs(text: str) -> Iterator[re.Match[str]]:
    """What may begin an address, in order. Each is looked for apart, which is much quicker."""
    found = [pattern.finditer(text) for sign, pattern in _ADDRESS_SIGNS.items() if sign in text]
    return merge(*found, key=lambda match: match.start())


def _address_at(text: str, sign: re.Match[str]) -> Span | None:
    start, end = sign.span()
    if sign[0] == "](":
        found = _IN_LINK.match(text, end)
        return Span(end, found.end()) if found else None
    if sign[0] != "://":
        found = _IN_ANGLES.match(text, start)
        return Span(*found.span()) if found else None
    scheme = _SCHEME.search(text[max(0, start - 33) : start])
    if scheme is None:
        return None
    first = start - len(scheme[0])
    if text[first - 2 : first] in ('="', "='"):
        found = _IN_QUOTES.match(text, first - 1)
        if found:
            return Span(*found.span())
    found = _RUNNING.match(text, end)
    assert found is not None  # It matches nothing as well.
    return Span(first, found.end())
