"""
The stretch of a text that takes the fewest changes to become a needle, found by trying them all.

`edlib` does it where it is installed. The other way, slower and with the same answers, is here,
so that no answer depends on what a machine has.
"""

from functools import cache
from typing import Any, NamedTuple


class Aligned(NamedTuple):
    """A stretch, and how many bytes must be changed, added or left out to make it the needle."""

    distance: int
    start: int
    end: int


def align(needle: bytes, haystack: bytes, most: int) -> Aligned | None:
    """
    Return the stretch of `haystack` most like `needle`, or None if it takes over `most` changes.

    Of equally good stretches it is the one that ends first, and of those the longest.
    """
    if not needle or not haystack:
        return None
    edlib = _edlib()
    if edlib is None:
        return align_slowly(needle, haystack, most)
    found = edlib.align(needle, haystack, mode="HW", task="distance", k=most)
    distance = found["editDistance"]
    if distance < 0:
        return None
    last = found["locations"][0][1]
    end = 0 if last is None else last + 1
    if end <= 0:
        return Aligned(distance, 0, 0)
    # It could tell the start too, but would work out one for each of very many ends.
    before = haystack[max(0, end - len(needle) - distance) : end][::-1]
    back = edlib.align(needle[::-1], before, mode="SHW", task="distance", k=distance)
    return Aligned(distance, end - back["locations"][-1][1] - 1, end)


@cache
def _edlib() -> Any | None:
    try:
        import edlib  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except ImportError:
        return None
    return edlib


def align_slowly(needle: bytes, haystack: bytes, most: int) -> Aligned | None:
    """Return what `align` does, without any package: all rows of a column are one number's bits."""
    distance, end = _best_end(needle, haystack)
    if distance > most:
        return None
    if end == 0:
        return Aligned(distance, 0, 0)
    reach = min(end, len(needle) + distance)
    length = _longest_prefix(needle[::-1], haystack[end - reach : end][::-1], distance)
    return Aligned(distance, end - length, end)


def _best_end(needle: bytes, haystack: bytes) -> tuple[int, int]:
    """Return the fewest changes and the first place where a stretch with so few ends."""
    best, best_end, score = len(needle), 0, len(needle)
    for end, change in enumerate(_changes(needle, haystack, anchored=False), 1):
        score += change
        if score < best:
            best, best_end = score, end
    return best, best_end


def _longest_prefix(needle: bytes, haystack: bytes, distance: int) -> int:
    """Return the length of the longest prefix of `haystack` that takes so many changes."""
    longest, score = 0, len(needle)
    for end, change in enumerate(_changes(needle, haystack, anchored=True), 1):
        score += change
        if score == distance:
            longest = end
    return longest


def _changes(needle: bytes, haystack: bytes, *, anchored: bool) -> "list[int]":
    """
    Return by how much each byte of `haystack` changes the distance of the needle.

    This is Myers' bit-vector algorithm in Hyyrö's form. With `anchored` a stretch must begin
    where the haystack does.
    """
    masks = [0] * 256
    for at, byte in enumerate(needle):
        masks[byte] |= 1 << at
    full, last = (1 << len(needle)) - 1, 1 << len(needle) - 1
    plus, minus = full, 0
    changes = []
    for byte in haystack:
        same = masks[byte]
        diagonal = (((same & plus) + plus) ^ plus) | same | minus
        up, down = minus | ~(diagonal | plus) & full, diagonal & plus
        changes.append(1 if up & last else -1 if down & last else 0)
        up, down = up << 1 | anchored, down << 1
        plus, minus = (down | ~(diagonal | up)) & full, up & diagonal & full
    return changes
