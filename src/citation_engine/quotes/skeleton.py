"""
The skeleton of a text: its letters and digits alone, one byte each, with an exact way back.

White space, hyphenation, punctuation, quotation marks, case, accents and composition are gone,
so a skeleton finds words however they are set. It only finds: whether they are the same words is
decided on the text itself, because 1.5 and 15, or schon and schön, have one skeleton.
"""

import base64
import zlib
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
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


# Characters of the text for each number of the map.
BLOCK = 256
_CHUNK = 256 * BLOCK
# How a block is halved before its characters are counted one by one.
_STEPS = (128, 64, 32, 16, 8)
# Characters outside Latin-1 that are common in Western texts, and what stands for each while a
# text is folded: a space for those that leave nothing behind, else a control character.
_SIGNS = "\u2019\u201c\u201d\u2013\u201e\u2018\u2014\u2026\u2022\u2009\u202f\u200b\u20ac"
_LIGATURES = "\ufb01\ufb02\ufb00\ufb03\ufb04\u0153\u0152\u2122"
_STAND_INS = "\x80\x81\x82\x83\x84\x86\x87\x88"
_STOOD_FOR = dict(zip(_STAND_INS, _LIGATURES, strict=True))
_COMMON = tuple((sign, " ") for sign in _SIGNS) + tuple(zip(_LIGATURES, _STAND_INS, strict=True))
_ASCII = bytes(range(128))
# What stands for any other character outside Latin-1.
_UNKNOWN, _UNKNOWN_BYTE = "?", b"?"


class Skeleton:
    """
    The skeleton of a text.

    `starts` has for each block of 256 characters where its part of the skeleton begins, and at
    the end how long the whole is. So the map takes a few per cent of the text.
    """

    __slots__ = ("_last", "data", "length", "starts", "text")

    def __init__(self, text: str, data: bytes, starts: Sequence[int]) -> None:
        self.text = text
        self.data = data
        self.starts = starts
        self.length = starts[-1]
        # The block that was read last: places are often asked for in order.
        self._last: tuple[int, bytes] = (-1, b"")

    def origin(self, start: int, end: int) -> tuple[int, int] | None:
        """
        Return the stretch of the text from the first letter to the last of a stretch in here.

        None where the stretch is empty, or begins or ends within one character, as "i" in "ﬁ".
        """
        if start >= end:
            return None
        first, before, _ = self.character_at(start)
        last, _, after = self.character_at(end - 1)
        return None if before or after else (first, last + 1)

    def around(self, start: int, end: int) -> tuple[int, int]:
        """Return the smallest stretch of whole characters that has all of a stretch in here."""
        if start >= end:
            at = self.character_at(start)[0] if start < self.length else len(self.text)
            return at, at
        return self.character_at(start)[0], self.character_at(end - 1)[0] + 1

    def character_at(self, offset: int) -> tuple[int, int, int]:
        """Return which character left the byte at `offset`, and its bytes before and after."""
        block = bisect_right(self.starts, offset) - 1
        left, first = offset - self.starts[block], block * BLOCK
        known, lengths = self._last
        if known != block:
            lengths = _lengths(self.text[first : first + BLOCK])
            self._last = (block, lengths)
        for step in _STEPS:
            before = sum(lengths[:step])
            if before <= left:
                lengths, left, first = lengths[step:], left - before, first + step
        for index, length in enumerate(lengths, first):
            if left < length:
                return index, left, length - left - 1
            left -= length
        raise IndexError(f"The skeleton has {self.length} bytes, so none at {offset}.")

    def position(self, index: int) -> int:
        """Return where the skeleton goes on from the character at `index`."""
        block = min(index // BLOCK, len(self.starts) - 2)
        if block < 0:
            return 0
        return self.starts[block] + len(skeleton_bytes(self.text[block * BLOCK : index]))

    def find(self, needle: bytes, start: int = 0, end: int | None = None) -> int:
        """Return the first place of `needle` from `start` on, or -1."""
        return self.data.find(needle, start, self.length if end is None else min(end, self.length))


def skeleton_of(text: str) -> Skeleton:
    """Return the skeleton of a text."""
    starts = array("I", [0])
    pieces: list[bytes] = []
    done = 0
    for piece in _folded_blocks(text):
        pieces.append(piece)
        done += len(piece)
        starts.append(done)
    return Skeleton(text, b"".join(pieces), starts)


def skeleton_bytes(text: str) -> bytes:
    """Return the bytes of a text's skeleton without the way back."""
    if len(text) > BLOCK and not text.isascii():
        return b"".join(_folded_blocks(text))
    western = _western(text)
    if western.count(_UNKNOWN_BYTE) != text.count(_UNKNOWN) or _is_doubtful(text):
        return _fold_any(text)
    return _fold_western(western)


def _folded_blocks(text: str) -> Iterator[bytes]:
    """Yield the folded blocks of a text, most of them in the quick way."""
    for at in range(0, len(text), _CHUNK):
        chunk = text[at : at + _CHUNK]
        western = _western(chunk)
        doubtful = _is_doubtful(chunk)
        for start in range(0, len(chunk), BLOCK):
            block, there = western[start : start + BLOCK], chunk[start : start + BLOCK]
            if doubtful or block.count(_UNKNOWN_BYTE) != there.count(_UNKNOWN):
                yield _fold_any(there)
            else:
                yield _fold_western(block)


def _western(text: str) -> bytes:
    """Return one byte for each character: its own in Latin-1, or what stands for it."""
    if text.isascii():
        return text.encode("ascii")
    for character, stand_in in _COMMON:
        if character in text:
            text = text.replace(character, stand_in)
    return text.encode("latin-1", "replace")


def _is_doubtful(text: str) -> bool:
    """Whether a text has control characters itself, which also stand for others."""
    return not text.isascii() and any(map(text.__contains__, _STAND_INS))


def _fold_any(text: str) -> bytes:
    return text.translate(codes()).encode("latin-1")


def _fold_western(data: bytes) -> bytes:
    fold, dropped, _, expansions = _tables()
    folded = data.translate(fold, dropped)
    if not folded.isascii():
        for byte in set(folded.translate(None, _ASCII)):
            if byte in expansions:
                folded = folded.replace(bytes((byte,)), expansions[byte])
    return folded


def _lengths(block: str) -> bytes:
    """Return how many bytes each character leaves behind."""
    western = _western(block)
    if western.count(_UNKNOWN_BYTE) == block.count(_UNKNOWN) and not _is_doubtful(block):
        return western.translate(_tables()[2])
    known = codes()
    return bytes([len(known[ord(character)]) for character in block])


@cache
def _tables() -> tuple[bytes, bytes, bytes, dict[int, bytes]]:
    """Return for each byte its letter, which are dropped, the lengths, and what is expanded."""
    known = codes()
    listed = [known[ord(_STOOD_FOR.get(chr(byte), chr(byte)))] for byte in range(256)]
    fold = bytes(ord(code) if len(code) == 1 else byte for byte, code in enumerate(listed))
    dropped = bytes(byte for byte, code in enumerate(listed) if not code)
    expansions = {byte: code.encode("latin-1") for byte, code in enumerate(listed) if len(code) > 1}
    return fold, dropped, bytes(map(len, listed)), expansions
