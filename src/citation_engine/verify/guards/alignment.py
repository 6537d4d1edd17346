"""Which tokens of one text stand for which of another: what is equal, and what differs between."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

# Comparing takes time by the product of the lengths; beyond this, texts are first cut at words
# that both have once.
MOST_COMPARED = 16_000_000
_MOST_CUTS = 4


class Gap(NamedTuple):
    """A stretch that differs: tokens of the left from `a` to `b`, of the right from `c` to `d`."""

    a: int
    b: int
    c: int
    d: int


def differing(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[Gap]:
    """Return the stretches that differ, in order; what lies between two of them is equal."""
    numbers: dict[Hashable, int] = {}
    ours = [numbers.setdefault(one, len(numbers)) for one in left]
    theirs = [numbers.setdefault(one, len(numbers)) for one in right]
    return _merged(_compared(ours, theirs, 0, 0))


def _compared(
    left: list[int], right: list[int], a: int, c: int, cuts: int = _MOST_CUTS
) -> Iterator[Gap]:
    start, end = _alike_at_the_ends(left, right)
    left, right = left[start : len(left) - end], right[start : len(right) - end]
    a, c = a + start, c + start
    if not left and not right:
        return
    if len(left) * len(right) <= MOST_COMPARED:
        for op in Levenshtein.opcodes(left, right):
            if op.tag != "equal":
                yield Gap(a + op.src_start, a + op.src_end, c + op.dest_start, c + op.dest_end)
        return
    anchors = _anchors(left, right) if cuts else []
    if not anchors:
        yield Gap(a, a + len(left), c, c + len(right))
        return
    done_left = done_right = 0
    for i, j in (*anchors, (len(left), len(right))):
        # Each stretch but the first begins with an anchor, which is equal in both.
        between = left[done_left:i], right[done_right:j]
        yield from _compared(*between, a + done_left, c + done_right, cuts - 1)
        done_left, done_right = i, j


def _alike_at_the_ends(left: list[int], right: list[int]) -> tuple[int, int]:
    """Return how many tokens are equal at the beginning and at the end."""
    start = 0
    while start < min(len(left), len(right)) and left[start] == right[start]:
        start += 1
    end = 0
    while end < min(len(left), len(right)) - start and left[-1 - end] == right[-1 - end]:
        end += 1
    return start, end


def _anchors(left: list[int], right: list[int]) -> list[tuple[int, int]]:
    """Return places of tokens that both have once, in an order that holds in both."""
    once = {token for token, count in Counter(left).items() if count == 1}
    once &= {token for token, count in Counter(right).items() if count == 1}
    places = {token: at for at, token in enumerate(right) if token in once}
    pairs = [(at, places[token]) for at, token in enumerate(left) if token in once]
    return _longest_rising(pairs)


def _longest_rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest run of pairs whose second places rise, as their first ones do."""
    tails: list[int] = []
    tail_pairs: list[int] = []
    before: list[int | None] = []
    for at, (_, place) in enumerate(pairs):
        length = bisect_left(tails, place)
        before.append(tail_pairs[length - 1] if length else None)
        tails[length : length + 1] = [place]
        tail_pairs[length : length + 1] = [at]
    chain: list[tuple[int, int]] = []
    step = tail_pairs[-1] if tail_pairs else None
    while step is not None:
        chain.append(pairs[step])
        step = before[step]
    return chain[::-1]


def _merged(blocks: Iterator[Gap]) -> list[Gap]:
    """Return the blocks, those that touch as one."""
    merged: list[Gap] = []
    for block in blocks:
        if merged and merged[-1].b == block.a and merged[-1].d == block.c:
            merged[-1] = Gap(merged[-1].a, block.b, merged[-1].c, block.d)
        else:
            merged.append(block)
    return merged
