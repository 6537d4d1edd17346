"""
What each character leaves behind in a skeleton: one byte for a letter or digit, or nothing.

Letters lose their case and marks. ASCII letters and digits stand for themselves and for all that
is written like them. Letters of other scripts have the codes from 0x80: neighbours in a script
never share one, letters of different scripts may. Letters of scripts with thousands of them take
two bytes, of which the first, from 0xE0, is never a second. Zero is no character's code.
"""

import base64
import zlib
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache

from citation_engine.quotes.skeleton_table import PACKED

# Hangul syllables are taken apart, as they stand apart in decomposed texts.
_FIRST_SYLLABLE, _LAST_SYLLABLE = 0xAC00, 0xD7A3
_INITIALS, _VOWELS, _FINALS = 0x80, 0x93, 0xA8 - 1


class Codes(dict[int, str]):
    """Characters by number, with their codes as Latin-1 text, as `str.translate` wants them."""

    def __init__(self, listed: dict[int, str], ranges: list[tuple[int, int, int]]) -> None:
        super().__init__(listed)
        self._starts = [start for start, _, _ in ranges]
        self._ranges = ranges

    def __missing__(self, point: int) -> str:
        code = self._rule(point)
        self[point] = code
        return code

    def _rule(self, point: int) -> str:
        if _FIRST_SYLLABLE <= point <= _LAST_SYLLABLE:
            return _syllable(point - _FIRST_SYLLABLE)
        at = bisect_right(self._starts, point) - 1
        if at < 0 or point > self._ranges[at][1]:
            return ""
        second = chr(0x80 + point % 96)
        return second if self._ranges[at][2] == 1 else chr(0xE0 + point // 96 % 32) + second


def _syllable(index: int) -> str:
    initial, vowel, final = index // 588, index % 588 // 28, index % 28
    return chr(_INITIALS + initial) + chr(_VOWELS + vowel) + (chr(_FINALS + final) if final else "")


@cache
def codes() -> Codes:
    """Return the code of every character."""
    packed = zlib.decompress(base64.b85decode(PACKED))
    numbers = _numbers(packed)
    ranges: list[tuple[int, int, int]] = []
    end = 0
    for _ in range(next(numbers)[0]):
        start = end + next(numbers)[0]
        end = start + next(numbers)[0]
        ranges.append((start, end, next(numbers)[0]))
    return Codes(_listed(packed, next(numbers)), ranges)


def _listed(packed: bytes, count: tuple[int, int]) -> dict[int, str]:
    left, at = count
    listed: dict[int, str] = {}
    point = 0
    for _ in range(left):
        step, at = _number(packed, at)
        length, at = _number(packed, at)
        point += step
        listed[point] = packed[at : at + length].decode("latin-1")
        at += length
    return listed


def _numbers(packed: bytes) -> Iterator[tuple[int, int]]:
    """Yield the numbers one after another, each with where the next one begins."""
    at = 0
    while True:
        value, at = _number(packed, at)
        yield value, at


def _number(packed: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while packed[at] > 127:
        value |= (packed[at] & 127) << shift
        shift, at = shift + 7, at + 1
    return value | packed[at] << shift, at + 1
