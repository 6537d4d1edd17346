"""
Texts as the numbers a model reads: words cut into the pieces of its vocabulary.

`WordPiece` is BERT's uncased way: words without case and accents, the longest known piece first.
`Unigram` is SentencePiece's: the likeliest pieces, found by dynamic programming (Viterbi). Both are
written out here because the usual packages for them bring a client of a model hub along.
"""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path

# What stands around a pair: `<s> premise </s></s> claim </s>`.
START, END = 0, 2
# The numbers that a pair has besides those of its two texts.
AROUND = 4

# The first pieces of a `Unigram` vocabulary stand around texts, and are no pieces of words.
_SPECIAL = 4
# What a character without a piece is to it.
_UNKNOWN = 3
# How much less likely than the least likely piece such a character is.
_UNLIKELY = 10.0
_BEGIN = "▁"
# To `WordPiece` a longer word is one unknown piece. To `Unigram` it is cut into parts of this
# length first: the time for a word is then bounded.
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


class Pieces(ABC):
    """Cuts texts into the pieces of a vocabulary; one instance serves any number of threads."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[int, ...]] = {}

    def encode(self, text: str) -> list[int]:
        """Return the numbers of the pieces of `text`, without anything around them."""
        kept = self._kept
        numbers: list[int] = []
        for word in self._words(text):
            pieces = kept.get(word)
            numbers += self._pieces(word) if pieces is None else pieces
        return numbers

    def count(self, text: str) -> int:
        """Return how many pieces `text` has."""
        kept = self._kept
        total = 0
        for word in self._words(text):
            pieces = kept.get(word)
            total += len(self._pieces(word) if pieces is None else pieces)
        return total

    def _pieces(self, word: str) -> tuple[int, ...]:
        pieces = self._cut(word)
        if len(self._kept) >= _MOST_KEPT:
            self._kept.clear()
        self._kept[word] = pieces
        return pieces

    @abstractmethod
    def _words(self, text: str) -> list[str]: ...

    @abstractmethod
    def _cut(self, word: str) -> tuple[int, ...]: ...


class WordPiece(Pieces):
    """BERT's uncased pieces; a word with a part that none of them has is unknown as a whole."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        super().__init__()
        self._numbers = {piece: number for number, piece in enumerate(vocabulary)}
        self._unknown = (self._numbers["[UNK]"],)

    def _words(self, text: str) -> list[str]:
        return _WORD.findall(plain(text))

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


class Unigram(Pieces):
    """SentencePiece's likeliest pieces, each with its log-likelihood."""

    def __init__(self, pieces: Sequence[tuple[str, float]]) -> None:
        super().__init__()
        self._numbers = {piece: at for at, (piece, _) in enumerate(pieces) if at >= _SPECIAL}
        self._likely = dict(pieces[_SPECIAL:])
        self._unlikely = min(self._likely.values()) - _UNLIKELY
        self._longest = max(map(len, self._numbers))

    def _words(self, text: str) -> list[str]:
        return composed(text).split()

    def _cut(self, word: str) -> tuple[int, ...]:
        marked = _BEGIN + word
        parts = (marked[at : at + _LONGEST_WORD] for at in range(0, len(marked), _LONGEST_WORD))
        return tuple(number for part in parts for number in self._likeliest(part))

    def _likeliest(self, word: str) -> list[int]:
        """The likeliest pieces of a word; a character that is in none of them is unknown."""
        likely, numbers = self._likely, self._numbers
        size = len(word)
        # For each place: the score of the best way there, where its last piece began, which it is.
        score = [0.0] + [float("-inf")] * size
        before, piece = [0] * (size + 1), [_UNKNOWN] * (size + 1)
        for start in range(size):
            here = score[start]
            if here + self._unlikely > score[start + 1]:
                score[start + 1] = here + self._unlikely
                before[start + 1], piece[start + 1] = start, _UNKNOWN
            for end in range(start + 1, min(size, start + self._longest) + 1):
                part = word[start:end]
                gain = likely.get(part)
                if gain is not None and here + gain > score[end]:
                    score[end] = here + gain
                    before[end], piece[end] = start, numbers[part]
        cut = []
        at = size
        while at:
            cut.append(piece[at])
            at = before[at]
        return cut[::-1]


def read_pieces(path: Path) -> Pieces:
    """
    Read a vocabulary with one piece a line; a piece's number is its line.

    Where each has a tab and its log-likelihood behind it, the vocabulary is a `Unigram` one.
    """
    lines = path.read_text("utf-8").removesuffix("\n").split("\n")
    if "\t" not in lines[-1]:
        return WordPiece(lines)
    rows = (line.rsplit("\t", 1) for line in lines)
    return Unigram([(piece, float(score)) for piece, score in rows])


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


def composed(text: str) -> str:
    """Return `text` in compatible composed letters (NFKC), without controls and soft hyphens."""
    if text.isascii():
        return text if text.isprintable() else "".join(map(_visible, text))
    return "".join(map(_visible, unicodedata.normalize("NFKC", text)))


@lru_cache(maxsize=20_000)
def _visible(character: str) -> str:
    if character.isspace():
        return " "
    return "" if unicodedata.category(character) in _DROPPED else character
