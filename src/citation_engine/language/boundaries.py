"""
Where a quotation may begin and end: never inside a word or a number of the source.

`art` is not in "party", `10` not in "1000", `5` not in "2.5" or "-5", `We can` not in "We
can't", `profit` not in "non-profit". In doubt a place is refused: a quotation that is wrongly
found does more harm than one that is shown as nearly found.
"""

import re

from citation_engine.language.fold import INVISIBLE, SOFT_HYPHEN, is_mark
from citation_engine.language.vocabulary import any_word

# Enough characters to see the words on both sides of a position.
_REACH = 48

_WORD = r"[^\W_]"
_JOINERS = r"\-\u2010-\u2013\u2212\ufe63\uff0d"
_APOSTROPHES = "'\u2019\u02bc\uff07"
_SPACES = r"\x20\u00a0\u2007\u2009\u202f"
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
_HARD_BREAK = re.compile(rf"(?<={_WORD})([{_JOINERS}])[^\S\n]*\n[^\S\n]*\Z")
# A hyphen before these stands for the rest of a compound, as in "Ein- und Ausgang".
_CONJUNCTION = re.compile(rf"(?:{any_word('function_words', 'COMPOUND_CONJUNCTIONS')})\b")
_AFTER_BREAK = re.compile(rf"[{_JOINERS}{SOFT_HYPHEN}][^\S\n]*\n[^\S\n]*\Z")

# Pairs: how the text before ends and how the text after begins when they are one token.
_ONE_TOKEN = tuple(
    (re.compile(rf"(?:{before})\Z"), re.compile(after))
    for before, after in (
        # Compounds, "can't", "max_size", "km/h"; also a hyphen left hanging, as in "Ein- und".
        (rf"{_WORD}[{_JOINERS}_/{_APOSTROPHES}]", _WORD),
        (rf"{_WORD}", rf"[_/{_APOSTROPHES}]{_WORD}|[{_JOINERS}](?!-)"),
        (rf"{_WORD}[{_JOINERS}]", rf"[^\S\n]*\n[^\S\n]*(?!{_CONJUNCTION.pattern}){_WORD}"),
        # A sign belongs to its number; two hyphens are a dash.
        (rf"(?<!-)[{_JOINERS}±∓]", r"\d"),
        (r"\u2212", _WORD),
        # Decimals, times, dates, versions, and a decimal without its zero.
        (rf"\d[{_IN_NUMBERS}/]", r"\d"),
        (r"\d", rf"[{_IN_NUMBERS}]\d"),
        (r"(?:\A|[\s(\[=<>~])\.", r"\d"),
        # Thousands set apart by a space.
        (rf"(?<!\d)\d{{1,3}}[{_SPACES}]", r"\d{3}(?!\d)"),
        (r"(?<!\d)\d{1,3}", rf"[{_SPACES}]\d{{3}}(?!\d)"),
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
