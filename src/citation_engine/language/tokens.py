"""
The words, numbers and signs of a text: every way in which words are cut is written down here.

Most are cut from a folded text, so that texts that differ in typography only have the same. For
tokens, what counts as a letter is listed too, because the Unicode data of Python versions differ
and verdicts must not.
"""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from citation_engine.language.boundaries import UNSPACED
from citation_engine.language.fold import fold
from citation_engine.model.span import Span


class TokenKind(StrEnum):
    """What a token is."""

    WORD = "word"
    NUMBER = "number"
    SIGN = "sign"
    ADDRESS = "address"
    TAG = "tag"


class Token(NamedTuple):
    """One word, number or sign: folded, the same without case, and where it stands."""

    kind: TokenKind
    text: str
    key: str
    start: int
    end: int
    # Whether white space stands before it.
    spaced: bool


# Written as the inside of a regular expression's character class: beyond ASCII, whatever is not
# listed here is taken for a letter.
_SIGNS = (
    r"\x00-\xa9\xab-\xb4\xb6-\xb9\xbb-\xbf\xd7\xf7\u2000-\u20cf\u2100-\u2bff\u2e00-\u2e7f"
    r"\u3000-\u3004\u3008-\u3020\u3030\ue000-\uf8ff\ufe10-\ufe1f\ufe30-\ufe6f\uff00-\uff0f"
    r"\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufff0-\uffff\U0001f000-\U0001faff"
)
_LETTER = rf"(?:[A-Za-z]|[^{_SIGNS}{UNSPACED}])"
_TOKEN = re.compile(
    r"(?P<address>(?:https?://|www\.)[^\s<>()\[\]'\"]+)"
    r"|(?P<tag></?(?:b|i|em|strong|u|sup|sub|br|span|p|q|code|mark)\s?/?>)"
    # A minus is part of its number: "-5" has other tokens than "- 5".
    r"|(?P<number>(?:(?<![^\s(\[=<>~])-(?=[0-9]))?"
    # So is a point that begins it: ".5" is a half.
    r"(?:(?<![^\s(\[=<>~-])\.[0-9]+(?![0-9.,:'/])"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9])"
    r"|[0-9]{1,3}(?: [0-9]{3}(?![0-9]))+(?:[.,][0-9]+)?"
    r"|[0-9]+(?:[.,:'/][0-9]+)*))"
    rf"|(?P<word>{_LETTER}(?:{_LETTER}|[0-9])*(?:'{_LETTER}+)*|[{UNSPACED}])"
    # A mark of words left out is one sign.
    r"|(?P<sign>[\[(] ?\.{3,} ?[\])]|\.{3,}|\S)",
    re.IGNORECASE,
)

# Plain runs of letters and digits, runs of letters, and these with apostrophes inside.
RUN = re.compile(r"[^\W_]+")
LETTERS = re.compile(r"[^\W\d_]+")
SPELT = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)?")
# What a search looks for: a number with its thousands apart is one word.
TERM = re.compile(
    r"(?<![^\W_])(?<!\d[.,'])\d{1,3}(?:[.,']\d{3})+(?![^\W_])"
    rf"|[{UNSPACED}]"
    rf"|[^\W_{UNSPACED}]+"
)
# What a reader takes for one word: hyphens and apostrophes belong to it, signs stand alone.
READ = re.compile(
    r"(?<![\w)])[-+]?\.\d++"  # a number that begins with its point
    r"|(?<![\w)])[-+]?\d+(?:[.,:/-]\d+)*+"  # a number with its sign, a range, a date, a time
    r"|\d+(?:[.,:/-]\d+)*+"
    r"|[^\W\d_]+(?:['-]?[^\W_]+)*+"  # a word with its hyphens and apostrophes
    r"|[^\w\s]|_"
)

# Letters whose case has been settled since long; others are compared as they are.
_CASED = (*range(0x41, 0x5B), *range(0xC0, 0x530), *range(0x1E00, 0x2000))
_LOWER = {
    code: chr(code).lower() for code in _CASED if len(chr(code).lower()) == 1 and code != 0x130
} | {0x130: "i", 0xDF: "ss", 0x1E9E: "ss", 0x3C2: "σ"}


def lower(text: str) -> str:
    """Return `text` without case, ß as ss, ς as σ, the same on every version of Python."""
    return text.lower() if text.isascii() else text.translate(_LOWER)


def tokenise(text: str) -> list[Token]:
    """Return the tokens of `text` in order; all that is seen of it is in one."""
    folded = fold(text)
    tokens: list[Token] = []
    done = 0
    for found in _TOKEN.finditer(folded.text):
        start, end = folded.origin(*found.span())
        word = found.group()
        kind = TokenKind(str(found.lastgroup))
        tokens.append(Token(kind, word, lower(word), start, end, found.start() > done))
        done = found.end()
    return tokens


def span_of(tokens: Sequence[Token], first: int, last: int) -> Span:
    """
    Return the stretch of the text from token `first` up to, not including, token `last`.

    Between two tokens it is the empty place after the one before.
    """
    if first < last:
        return Span(tokens[first].start, tokens[last - 1].end)
    at = tokens[first - 1].end if first else 0
    return Span(at, at)
