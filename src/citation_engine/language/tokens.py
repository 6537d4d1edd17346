"""
The words, numbers and signs of a text: every way in which words are cut is written down here.

Most are cut from a folded text, so that texts that differ in typography only have the same. For
tokens, what counts as a letter is listed too, because the Unicode data of Python versions differ
and verdicts must not.

A quotation may begin and end anywhere but inside a word or a number of the source: `art` is not in
"party", `10` not in "1000", `5` not in "2.5" or "-5", `We can` not in "We can't", `profit` not in
"non-profit". In doubt a place is refused: a quotation that is wrongly found does more harm than one
that is shown as nearly found.
"""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from citation_engine.language.fold import INVISIBLE, SOFT_HYPHEN, fold, is_mark
from citation_engine.language.vocabulary import any_word
from citation_engine.model.passage import Span

# Enough characters to see the words on both sides of a position.
_REACH = 48

_CHARACTER = r"[^\W_]"
_JOINERS = r"\-\u2010-\u2013\u2212\ufe63\uff0d"
_APOSTROPHES = "'\u2019\u02bc\uff07"
_NARROW_SPACES = r"\x20\u00a0\u2007\u2009\u202f"
_IN_NUMBERS = r".,:'\u2019\u00b7\u066b\u066c\uff0e\uff0c"
# Scripts that put no space between words: a letter beside a letter says nothing there.
# Written as the inside of a regular expression's character class.
UNSPACED = (
    r"\u0e00-\u109f\u1780-\u17ff\u2e80-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    r"\uf900-\ufaff\uff66-\uff9f\U0001b000-\U0001b2ff\U00020000-\U0003ffff"
)
_UNSPACED = re.compile(f"[{UNSPACED}]")
_INVISIBLES = re.compile(f"[{INVISIBLE}]+")
_SOFT_BREAK = re.compile(rf"{SOFT_HYPHEN}[{INVISIBLE}]*[^\S\n]*\n[^\S\n]*")
_HARD_BREAK = re.compile(rf"(?<={_CHARACTER})([{_JOINERS}])[^\S\n]*\n[^\S\n]*\Z")
# A hyphen before these stands for the rest of a compound, as in "Ein- und Ausgang".
_CONJUNCTION = re.compile(rf"(?:{any_word('function_words', 'COMPOUND_CONJUNCTIONS')})\b")
_AFTER_BREAK = re.compile(rf"[{_JOINERS}{SOFT_HYPHEN}][^\S\n]*\n[^\S\n]*\Z")

# Pairs: how the text before ends and how the text after begins when they are one token.
_ONE_TOKEN = tuple(
    (re.compile(rf"(?:{before})\Z"), re.compile(after))
    for before, after in (
        # Compounds, "can't", "max_size", "km/h"; also a hyphen left hanging, as in "Ein- und".
        (rf"{_CHARACTER}[{_JOINERS}_/{_APOSTROPHES}]", _CHARACTER),
        (rf"{_CHARACTER}", rf"[_/{_APOSTROPHES}]{_CHARACTER}|[{_JOINERS}](?!-)"),
        (
            rf"{_CHARACTER}[{_JOINERS}]",
            rf"[^\S\n]*\n[^\S\n]*(?!{_CONJUNCTION.pattern}){_CHARACTER}",
        ),
        # A sign belongs to its number; two hyphens are a dash.
        (rf"(?<!-)[{_JOINERS}±∓]", r"\d"),
        (r"\u2212", _CHARACTER),
        # Decimals, times, dates, versions, and a decimal without its zero.
        (rf"\d[{_IN_NUMBERS}/]", r"\d"),
        (r"\d", rf"[{_IN_NUMBERS}]\d"),
        (r"(?:\A|[\s(\[=<>~])\.", r"\d"),
        # Thousands set apart by a space.
        (rf"(?<!\d)\d{{1,3}}[{_NARROW_SPACES}]", r"\d{3}(?!\d)"),
        (r"(?<!\d)\d{1,3}", rf"[{_NARROW_SPACES}]\d{{3}}(?!\d)"),
    )
)


def cuts_token(text: str, position: int) -> bool:
    """
    Whether `position` is inside a token of `text`, so that no quotation begins or ends there.

    A token is a word or number with what belongs to it: its combining marks, invisible
    characters, hyphens and apostrophes inside it, a sign before it, a decimal point, and the
    rest of a word that a hyphen splits over a line end.
    """
    before, after = text[max(0, position - _REACH) : position], text[position : position + _REACH]
    if not before or not after:
        return False
    if before[-1].isascii() and after[0].isascii() and before[-1].isalnum() and after[0].isalnum():
        return True
    if _are_clearly_apart(before, after[0]):
        return False
    if is_mark(after[0]) and not _INVISIBLES.match(after):
        return True
    if _CONJUNCTION.match(after) and _AFTER_BREAK.search(before):
        return False
    return _are_one_token(_seen_before(before), _seen_after(after))


def _are_clearly_apart(before: str, after: str) -> bool:
    """Whether a look at the neighbours is enough: most places begin and end at plain spaces."""
    last = before[-1]
    if last in " \n":
        left = before.rstrip(" \n")[-1:]
        return after.isalpha() and (left.isalnum() or left in ".,;:!?)")
    return last.isalpha() and after in " .,;:!?)\n"


def _are_one_token(before: str, after: str) -> bool:
    if not before or not after:
        return False
    if before[-1].isalnum() and after[0].isalnum():
        return _are_one_word(before[-1], after[0])
    return any(left.search(before) and right.match(after) for left, right in _ONE_TOKEN)


def _are_one_word(left: str, right: str) -> bool:
    if _UNSPACED.match(left) or _UNSPACED.match(right):
        return left.isnumeric() and right.isnumeric()
    return True


def _seen_before(window: str) -> str:
    """Return `window` as it reads up to its end: a word split by a line end is whole again."""
    window = _HARD_BREAK.sub(r"\1", _SOFT_BREAK.sub("", window))
    return _without_marks(_INVISIBLES.sub("", window))


def _seen_after(window: str) -> str:
    return _without_marks(_INVISIBLES.sub("", _SOFT_BREAK.sub("", window)))


def _without_marks(window: str) -> str:
    return window if window.isascii() else "".join(c for c in window if not is_mark(c))


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

# Plain runs of letters and digits, and runs of letters.
RUN = re.compile(r"[^\W_]+")
LETTERS = re.compile(r"[^\W\d_]+")
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
