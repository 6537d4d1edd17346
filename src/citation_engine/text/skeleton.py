"""
The skeleton of a text: its letters and digits alone, one byte each, with an exact way back.

White space, hyphenation, punctuation, quotation marks, case, accents and composition are gone,
so a skeleton finds words however they are set. It only finds: whether they are the same words is
decided on the text itself, because 1.5 and 15, or schon and schön, have one skeleton.
"""

import codecs
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from mmap import mmap

from citation_engine.text.skeleton_codes import codes

# Part of what an index was made with: raise it when any text may get another skeleton.
SKELETON_VERSION = 1

# Characters of the text for each number of the map.
BLOCK = 256
_CHUNK = 256 * BLOCK
# How a block is halved before its characters are counted one by one.
_STEPS = (128, 64, 32, 16, 8)
_HANDLER = "citation-engine-skeleton"
_DROPPED = 0x20
# Characters outside Latin-1 that stand for two letters or more and are common in Western texts.
# Each has the byte of a control character while a text is folded; see `_western`.
_EXPANDED = "\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06\u0153\u0152\u2122\u2116\u0132\u0133\u0149"
_STAND_INS = bytes(byte for byte in range(0x80, 0xA0) if byte != 0x85)[: len(_EXPANDED)]


# Any other letter. The next line end is white space to Python, so its byte stands for nothing.
_OTHER = 0x9F
_NOT_CONTROLS = bytes(byte for byte in range(256) if not 0x80 <= byte < 0xA0 or byte == 0x85)
# The most common characters outside Latin-1 are replaced at once, not asked for one by one.
_COMMON = tuple((character, " ") for character in "’“”–„‘—…•\u2009\u202f\u200b") + tuple(
    (character, chr(byte)) for character, byte in zip("ﬁﬂ", _STAND_INS[1:3], strict=True)
)


class Skeleton:
    """
    The skeleton of a text.

    `starts` has for each block of 256 characters where its part of the skeleton begins, and at
    the end how long the whole is. So the map takes a few per cent of the text.
    """

    __slots__ = ("_last", "data", "length", "starts", "text")

    def __init__(self, text: str, data: bytes | mmap, starts: Sequence[int]) -> None:
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
    western, whole = _western(text)
    if whole:
        return _fold_western(western)
    if len(text) > BLOCK:
        return b"".join(_folded_blocks(text))
    return text.translate(codes()).encode("latin-1")


def _folded_blocks(text: str) -> Iterator[bytes]:
    """Yield the folded blocks of a text, most of them through the quick way for a whole chunk."""
    for at in range(0, len(text), _CHUNK):
        chunk = text[at : at + _CHUNK]
        western, whole = _western(chunk)
        for start in range(0, len(western), BLOCK):
            block = western[start : start + BLOCK]
            if whole or not block.translate(None, _NOT_CONTROLS):
                yield _fold_western(block)
            else:
                yield skeleton_bytes(chunk[start : start + BLOCK])


def _western(text: str) -> tuple[bytes, bool]:
    """
    Return one byte for each character, and whether these bytes tell all there is to know.

    What is in Latin-1 is its own byte, control characters aside, whose bytes stand for others.
    They do not tell all where the text has control characters itself, or letters of other
    scripts.
    """
    if text.isascii():
        return text.encode("ascii"), True
    _register()
    plain = text
    for character, stand_in in _COMMON:
        if character in plain:
            plain = plain.replace(character, stand_in)
    data = plain.encode("latin-1", _HANDLER)
    controls = data.translate(None, _NOT_CONTROLS)
    if not controls:
        return data, True
    return data, _OTHER not in controls and len(controls) == sum(map(text.count, _EXPANDED))


def _fold_western(data: bytes) -> bytes:
    fold, dropped, _, expansions = _tables()
    folded = data.translate(fold, dropped)
    if not folded.isascii():
        for byte, code in expansions:
            folded = folded.replace(byte, code)
    return folded


def _lengths(block: str) -> bytes:
    """Return how many bytes each character leaves behind."""
    western, whole = _western(block)
    if whole:
        return western.translate(_tables()[2])
    known = codes()
    return bytes([len(known[ord(character)]) for character in block])


@cache
def _tables() -> tuple[bytes, bytes, bytes, tuple[tuple[bytes, bytes], ...]]:
    """Return for each byte its letter, which are dropped, the lengths, and what is expanded."""
    known = codes()
    stood_for = dict(zip(_STAND_INS, _EXPANDED, strict=True))
    listed = [known[ord(stood_for.get(byte, chr(byte)))] for byte in range(256)]
    fold = bytes(ord(code) if len(code) == 1 else byte for byte, code in enumerate(listed))
    dropped = bytes(byte for byte, code in enumerate(listed) if not code)
    expansions = tuple(
        (bytes([byte]), code.encode("latin-1")) for byte, code in enumerate(listed) if len(code) > 1
    )
    return fold, dropped, bytes(map(len, listed)), expansions


@cache
def _register() -> None:
    """Let the Latin-1 encoder ask for the characters it does not know; done once."""
    known = codes()
    bytes_of = dict(zip(_EXPANDED, _STAND_INS, strict=True))

    def byte_of(character: str) -> int:
        if character in bytes_of:
            return bytes_of[character]
        code = known[ord(character)]
        if code and not (len(code) == 1 and code.isascii()):
            return _OTHER
        bytes_of[character] = ord(code) if code else _DROPPED
        return bytes_of[character]

    def replace(error: UnicodeError) -> tuple[bytes, int]:
        assert isinstance(error, UnicodeEncodeError)
        return bytes(map(byte_of, error.object[error.start : error.end])), error.end

    codecs.register_error(_HANDLER, replace)
