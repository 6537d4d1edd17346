"""Numbers of several words: "two hundred and fifty thousand", "zwei Drittel", "half a million"."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from citation_engine.language.number_words import (
    SHORT_SCALES,
    NumberWord,
    Role,
    read_word,
    read_written,
)
from citation_engine.language.numerals import Reading, same
from citation_engine.language.tokens import Token

ARTICLES = frozenset("a an ein eine einem einen einer eines".split())
# No number in use has more words, hyphens counted.
_LONGEST = 24


class NumberPhrase(NamedTuple):
    """A number in words: the token after it, what it amounts to, and the unit in the words."""

    last: int
    value: Reading
    unit: str | None
    weak: bool


def read_phrase(tokens: Sequence[Token], at: int) -> NumberPhrase | None:
    """Return the number that begins with the word at a token, as far as it goes."""
    if read_word(tokens[at].key) is None or tokens[at].key in SHORT_SCALES:
        return None
    sum_ = _Sum()
    last = at
    while last < min(at + _LONGEST, len(tokens)):
        step = _next_word(tokens, last, at)
        word = read_written(tokens[step].text, tokens[step].key) if step < len(tokens) else None
        if word is None or not _follows(tokens, last, step, at):
            break
        sum_.add(word, part=_is_part(tokens, step))
        last = step + 1
        if word.ordinal is not None or word.role is Role.PART or word.unit:
            break
    last = _and_a_half(tokens, last, sum_)
    return NumberPhrase(last, sum_.value, sum_.unit, sum_.weak)


class _Sum:
    """What number words amount to, one after the other."""

    def __init__(self) -> None:
        self._total = same(0)
        self._current: Reading | None = None
        self.weak = True
        self.unit: str | None = None

    @property
    def value(self) -> Reading:
        return self._total.plus(self._current) if self._current else self._total

    def add(self, word: NumberWord, *, part: bool = False) -> None:
        current = self._current
        if word.role is Role.SCALE and current is not None and word.reading.english != 100:
            self._total, self._current = self._total.plus(current.times(word.reading)), None
        elif word.role is Role.SCALE or (word.role is Role.PART and (current or part)):
            self._current = (current or same(1)).times(word.reading)
        elif word.ordinal is not None and current is None:
            self._current = same(word.ordinal)
        elif word.ordinal is not None and current is not None:
            self._current = current.plus(same(word.ordinal))
        else:
            self._current = word.reading if current is None else current.plus(word.reading)
        self.weak = self.weak and word.weak
        self.unit = word.unit or self.unit


def _next_word(tokens: Sequence[Token], last: int, start: int) -> int:
    """Return where a number goes on: past a hyphen, past "and", past the article of "half a"."""
    if last == start:
        return last
    if tokens[last].text == "-" or _is_and(tokens, last, start):
        return last + 1
    if tokens[last].key in ARTICLES and tokens[last - 1].key == "half":
        return last + 1
    return last


def _and_a_half(tokens: Sequence[Token], last: int, sum_: _Sum) -> int:
    """Return where "and a half" ends, and add it."""
    if [token.key for token in tokens[last : last + 3]] != ["and", "a", "half"]:
        return last
    sum_.add(NumberWord(Role.UNIT, same(Fraction(1, 2))))
    return last + 3


def _is_and(tokens: Sequence[Token], at: int, start: int) -> bool:
    """Whether "and" joins a hundred to what follows, as in "a hundred and five"."""
    if at == start or tokens[at].key != "and" or at + 1 >= len(tokens):
        return False
    before, after = read_word(tokens[at - 1].key), read_word(tokens[at + 1].key)
    return bool(
        before
        and before.role is Role.SCALE
        and after
        and after.role in (Role.UNIT, Role.TEN)
        and tokens[at - 1].key in ("hundred", "thousand", "million")
    )


def _follows(tokens: Sequence[Token], last: int, step: int, start: int) -> bool:
    """Whether a number word goes on with the ones before it: "twenty" with "five", not "six"."""
    if last == start:
        return True
    word, before = read_word(tokens[step].key), read_word(tokens[last - 1].key)
    if word is None or before is None:
        return False
    if word.role in (Role.SCALE, Role.PART):
        return before.role in (Role.UNIT, Role.TEN, Role.SCALE)
    if before.role is Role.TEN:
        return (word.role is Role.UNIT and 0 < word.reading.english < 10) or (
            word.ordinal is not None and word.ordinal < 10
        )
    return before.role is Role.SCALE and word.role in (Role.UNIT, Role.TEN)


def _is_part(tokens: Sequence[Token], at: int) -> bool:
    """Whether "third" is a fraction here: behind an article and before "of", or in German."""
    word = read_word(tokens[at].key)
    if word is not None and word.ordinal is None:
        return True
    behind = at > 0 and tokens[at - 1].key in ARTICLES
    return behind and at + 1 < len(tokens) and tokens[at + 1].key in ("of", "the")
