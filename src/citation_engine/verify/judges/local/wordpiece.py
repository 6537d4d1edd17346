"""
Texts as the numbers the model reads: words without case and accents, cut into known pieces.

The pieces are those of BERT's uncased vocabulary, found as its own tokenizer finds them. It is
written out here because the usual package for it brings a client of a model hub along.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path

# What stands around a pair: `<s> premise </s></s> claim </s>`.
START, END = 0, 2
# The numbers that a pair has besides those of its two texts.
AROUND = 4
UNKNOWN = "[UNK]"

# A longer word is one unknown piece.
_LONGEST_WORD = 100
# Words whose pieces are kept; texts repeat their words.
_MOST_KEPT = 200_000
_SIGNS = r"!-/:-@\[-`{-~"
_WORD = re.compile(rf"[^\s{_SIGNS}]+|[{_SIGNS}]")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
_CONTROLS = dict.fromkeys((*range(9), 0xB, 0xC, *range(0xE, 0x20), 0x7F))
# Chinese characters are words by themselves.
_CHINESE = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)
# What Unicode has assigned to neither text nor sign.
_DROPPED = frozenset(("Cc", "Cf", "Co", "Cs"))


class WordPiece:
    """Cuts texts into the pieces of a vocabulary; one instance serves any number of threads."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._numbers = {piece: number for number, piece in enumerate(vocabulary)}
        self._unknown = (self._numbers[UNKNOWN],)
        self._kept: dict[str, tuple[int, ...]] = {}

    @classmethod
    def load(cls, path: str | Path) -> "WordPiece":
        """Read a vocabulary with one piece a line; a piece's number is its line."""
        return cls(Path(path).read_text("utf-8").removesuffix("\n").split("\n"))

    def encode(self, text: str) -> list[int]:
        """Return the numbers of the pieces of `text`, without anything around them."""
        kept = self._kept
        numbers: list[int] = []
        for word in _WORD.findall(plain(text)):
            found = kept.get(word)
            numbers += self._pieces(word) if found is None else found
        return numbers

    def count(self, text: str) -> int:
        """Return how many pieces `text` has."""
        kept = self._kept
        total = 0
        for word in _WORD.findall(plain(text)):
            found = kept.get(word)
            total += len(self._pieces(word) if found is None else found)
        return total

    def _pieces(self, word: str) -> tuple[int, ...]:
        found = self._cut(word)
        if len(self._kept) >= _MOST_KEPT:
            self._kept.clear()
        self._kept[word] = found
        return found

    def _cut(self, word: str) -> tuple[int, ...]:
        """The longest known piece, then the longest that goes on from it, up to the end."""
        if len(word) > _LONGEST_WORD:
            return self._unknown
        numbers: list[int] = []
        start = 0
        while start < len(word):
            before = "##" if start else ""
            for end in range(min(len(word), start + self._longest), start, -1):
                number = self._numbers.get(before + word[start:end])
                if number is not None:
                    break
            else:
                return self._unknown
            numbers.append(number)
            start = end
        return tuple(numbers)

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self._numbers))


def pair_ids(premise_ids: Sequence[int], claim_ids: Sequence[int]) -> list[int]:
    """Return the numbers of a pair as the model reads them."""
    return [START, *premise_ids, END, END, *claim_ids, END]


def plain(text: str) -> str:
    """Return `text` without case, accents and controls, with spaces around what stands alone."""
    if text.isascii():
        return text.translate(_CONTROLS).lower()
    parted = unicodedata.normalize("NFD", _BEYOND_ASCII.sub(_set_apart, text).translate(_CONTROLS))
    bare = _BEYOND_ASCII.sub(_without_accents, parted)
    # One small letter for the capital, wherever it stands in its word.
    return bare.replace("Σ", "σ").lower()


def _set_apart(found: re.Match[str]) -> str:
    return "".join(map(_cleaned, found.group()))


def _without_accents(found: re.Match[str]) -> str:
    return "".join(map(_bare, found.group()))


@lru_cache(maxsize=20_000)
def _cleaned(character: str) -> str:
    kind = unicodedata.category(character)
    if kind in _DROPPED or character == "\ufffd":
        return ""
    if kind[0] == "Z":
        return " "
    code = ord(character)
    alone = any(first <= code <= last for first, last in _CHINESE)
    return f" {character} " if alone else character


@lru_cache(maxsize=20_000)
def _bare(character: str) -> str:
    kind = unicodedata.category(character)
    if kind == "Mn":
        return ""
    return f" {character} " if kind[0] == "P" else character
