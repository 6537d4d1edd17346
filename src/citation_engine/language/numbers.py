"""
Numbers in a text with what they count: "ten years", "1,5 Mio. €", "zwei Drittel", "-5 °C".

A number is read from digits or words, German or English, with its magnitude and its unit. "1.000"
is one in English and a thousand in German, "1,000" the other way round, and a "billion" is a
thousand million or a million million. So a number has two readings, and most of the time they are
equal.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from citation_engine.language.tokens import Token, TokenKind
from citation_engine.language.units import CURRENCY_SIGNS, SHORT, UNITS, MeasureUnit
from citation_engine.language.vocabulary import lists, words

# Longer ones are serial numbers, which are compared as they are written.
_MOST_DIGITS = 30

_GROUPED = re.compile(r"[0-9]{1,3}(?:[ '][0-9]{3})+")
_INDIAN = re.compile(r"[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}")
# What stands above the line behind a ten: "10⁻³".
_POWER = re.compile("⁻?[⁰¹²³⁴-⁹]{1,2}")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_FRACTION = re.compile(r"([0-9]{1,3})/([0-9]{1,3})")


class NumberValue(NamedTuple):
    """What a number is by the rules of English and by those of German."""

    english: Fraction
    german: Fraction

    def times(self, other: "NumberValue") -> "NumberValue":
        """Return the product, language by language."""
        return NumberValue(self.english * other.english, self.german * other.german)

    def plus(self, other: "NumberValue") -> "NumberValue":
        """Return the sum, language by language."""
        return NumberValue(self.english + other.english, self.german + other.german)

    def negative(self) -> "NumberValue":
        """Return the same with the other sign."""
        return NumberValue(-self.english, -self.german)

    def by(self, language: str | None) -> frozenset[Fraction]:
        """Return what it can be: one value where the language is known."""
        if language is None:
            return frozenset(self)
        return frozenset((self.german if language == "de" else self.english,))


def same(value: int | Fraction) -> NumberValue:
    """Return a reading that no language changes."""
    return NumberValue(Fraction(value), Fraction(value))


def read_numeral(text: str) -> NumberValue | None:
    """Return the value of digits with separators; None for a time, a version or a serial number."""
    if sum(map(str.isdigit, text)) > _MOST_DIGITS:
        return None
    if text.isdigit():
        return same(int(text))
    if fraction := _FRACTION.fullmatch(text):
        below = int(fraction[2])
        return same(Fraction(int(fraction[1]), below)) if below else None
    whole, point, rest = text, "", ""
    if " " in text or "'" in text:
        for sign in ".,":
            head, found, tail = text.rpartition(sign)
            if found:
                whole, point, rest = head, sign, tail
        if not _GROUPED.fullmatch(whole) or (point and not rest.isdigit()):
            return None
        return same(_decimal(re.sub("[ ']", "", whole), rest))
    return _with_points(text)


def _with_points(text: str) -> NumberValue | None:
    points, commas = text.count("."), text.count(",")
    if points + commas == 0 or ":" in text or "/" in text:
        return None
    if points and commas:
        decimal = max(".,", key=text.rfind)
        grouping = "," if decimal == "." else "."
        whole, _, rest = text.rpartition(decimal)
        if decimal in whole or not _is_grouped(whole, grouping):
            return None
        return same(_decimal(whole.replace(grouping, ""), rest))
    sign = "." if points else ","
    if points + commas > 1:
        grouped = _is_grouped(text, sign) or _INDIAN.fullmatch(text)
        return same(int(text.replace(sign, ""))) if grouped else None
    whole, _, rest = text.partition(sign)
    decimal_value = _decimal(whole, rest)
    if not _is_grouped(text, sign):
        return same(decimal_value)
    grouped_value = Fraction(int(whole + rest))
    if sign == ",":
        return NumberValue(grouped_value, decimal_value)
    return NumberValue(decimal_value, grouped_value)


def _is_grouped(text: str, sign: str) -> bool:
    first, *groups = text.split(sign)
    if not groups or first.startswith("0") or not 1 <= len(first) <= 3:
        return False
    return all(len(group) == 3 for group in groups)


def _decimal(whole: str, rest: str) -> Fraction:
    return Fraction(int(whole + rest), 10 ** len(rest))


_ROMAN = re.compile(r"(?=[IVXLC])(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})|C{1,3}[XVI]{0,6}")
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


def read_roman(text: str) -> int | None:
    """Return the value of a Roman numeral in capitals, up to a few hundred."""
    if len(text) > 9 or not _ROMAN.fullmatch(text):
        return None
    digits = [_ROMAN_DIGITS[letter] for letter in text]
    following = [*digits[1:], 0]
    return sum(-a if a < b else a for a, b in zip(digits, following, strict=True))


# No number word in use is longer.
_LONGEST_WORD = 48


class Role(StrEnum):
    """How a number word goes together with its neighbours."""

    UNIT = "unit"  # one to nineteen, and whole German words
    TEN = "ten"  # twenty, thirty ...
    SCALE = "scale"  # hundred, million: multiplies what stands before
    PART = "part"  # third, Viertel: a fraction where a number or an article stands before
    ORDINAL = "ordinal"  # fourth, vierte


@dataclass(frozen=True, slots=True)
class NumberWord:
    """What a word counts. `weak` words, such as "one", are seldom meant as a figure."""

    role: Role
    reading: NumberValue
    weak: bool = False
    # The unit that is part of the word, as in "zehnjährig".
    unit: str | None = None
    # What "third" is as an ordinal, where as a fraction it is one by three.
    ordinal: int | None = None


def _counted(name: str, first: int = 0, step: int = 1, only: str = "") -> dict[str, int]:
    """Return the numbers that the words of a list stand for, one after the other."""
    return {
        word: first + step * at
        for text in lists("numbers", name, *filter(None, [only]))
        for at, word in enumerate(text.split())
    }


def _valued(name: str, *only: str) -> dict[str, tuple[Fraction, str | None]]:
    """Return the numbers that are written behind the words of a list, with a unit or without."""
    entries = [entry.split("=") for text in lists("numbers", name, *only) for entry in text.split()]
    return {word: (Fraction(value), unit[0] if unit else None) for word, value, *unit in entries}


def _scales() -> dict[str, NumberValue]:
    """Return how many each magnitude is; a "billion" is a thousand times as many in German."""
    english, german = (_valued("SCALES", name) for name in ("english", "german"))
    return {
        word: NumberValue(english.get(word, many)[0], german.get(word, many)[0])
        for word, many in _valued("SCALES").items()
    }


_CARDINALS = _counted("CARDINALS")
# From two to twelve, which are written in words as often as in digits.
SMALL_NUMBERS = {word: str(number) for word, number in _CARDINALS.items() if 2 <= number <= 12}
_TENS = _counted("TENS", 20, 10)
_ORDINALS = _counted("ORDINALS", 1) | _counted("ORDINAL_TENS", 20, 10)
_SCALES = _scales()
_WHOLE = _valued("WHOLE_NUMBERS")
_PARTS = {word: int(below) for word, (below, _) in _valued("PARTS").items()} | {
    f"{word}s": value for word, value in _ORDINALS.items() if value > 2
}
_WEAK_ONES = words("numbers", "WEAK_ONES")
SHORT_SCALES = words("numbers", "SHORT_SCALES")
# German puts its number words together, so they are read in pieces.
_GERMAN = _counted("CARDINALS", only="german") | {
    word: int(value) for word, (value, _) in _valued("CARDINAL_SPELLINGS").items()
}
_GERMAN_TENS = _counted("COMPOUND_TENS", 20, 10)
_GERMAN_ORDINALS = {word: int(value) for word, (value, _) in _valued("ORDINAL_STEMS").items()}
# Second halves of compounds, and the unit they stand for.
_WITH_UNIT = tuple(
    (re.compile(rf"(.+?)(?:{ending})"), unit)
    for endings in lists("numbers", "UNIT_ENDINGS", "german", "english")
    for ending, unit in endings
)


@lru_cache(maxsize=4096)
def read_word(key: str) -> NumberWord | None:
    """Return what a word without case counts; None for a word that is no number."""
    if len(key) > _LONGEST_WORD:
        return None
    return _simple(key) or _german(key) or _with_unit(key)


def read_written(text: str, key: str) -> NumberWord | None:
    """Return what a word counts, its case seen: a German "Billion" has a capital."""
    word = read_word(key)
    if word is None or word.reading.english == word.reading.german or not text.islower():
        return word
    return replace(word, reading=same(word.reading.english))


def _simple(key: str) -> NumberWord | None:
    if key in _CARDINALS:
        return NumberWord(Role.UNIT, same(_CARDINALS[key]), weak=key in _WEAK_ONES)
    if key in _TENS:
        return NumberWord(Role.TEN, same(_TENS[key]))
    if key in _SCALES:
        return NumberWord(Role.SCALE, _SCALES[key])
    if key in _WHOLE:
        value, unit = _WHOLE[key]
        return NumberWord(Role.UNIT, same(value), weak=value == 1, unit=unit)
    if key in _PARTS:
        return NumberWord(Role.PART, same(Fraction(1, _PARTS[key])))
    if key in _ORDINALS:
        value_ = _ORDINALS[key]
        role = Role.PART if value_ > 2 else Role.ORDINAL
        part = same(Fraction(1, value_)) if value_ > 2 else same(value_)
        return NumberWord(role, part, weak=value_ < 3, ordinal=value_)
    return None


def _german(key: str) -> NumberWord | None:
    if key in _WEAK_ONES:
        return NumberWord(Role.UNIT, same(1), weak=True)
    value = _german_number(key)
    if value is not None:
        # "hundert" and "tausend" also multiply a numeral before them, as in "10 tausend".
        role = Role.SCALE if key in ("hundert", "tausend") else Role.UNIT
        return NumberWord(role, same(value))
    if key.endswith("einhalb") and (whole := _german_number(key[:-7])) is not None:
        return NumberWord(Role.UNIT, same(Fraction(2 * whole + 1, 2)))
    return _german_part(key) or _german_ordinal(key)


def _german_part(key: str) -> NumberWord | None:
    """Read "Drittel", "Vierteln", "Hundertstel"."""
    stem = key.removesuffix("n").removesuffix("s")
    if not stem.endswith("tel"):
        return None
    stem = stem[:-2]
    below = _GERMAN_ORDINALS.get(stem) or _german_number(stem[:-1])
    if below is None and stem.endswith("st"):
        below = _german_number(stem[:-2])
    if below is None or below < 3:
        return None
    return NumberWord(Role.PART, same(Fraction(1, below)))


def _german_ordinal(key: str) -> NumberWord | None:
    """Read "vierte", "zwanzigsten"; "erste" is seldom meant as a figure."""
    stem = key[:-2] if key[-2:] in ("en", "er", "es", "em") else key.removesuffix("e")
    if stem == key or not stem.endswith("t") or stem == "acht":
        return None
    value = _GERMAN_ORDINALS.get(stem)
    if value is None:
        value = _german_number(stem[:-1])
        if (value is None or value > 19) and stem.endswith("st"):
            value = _german_number(stem[:-2])
    if value is None:
        return None
    return NumberWord(Role.ORDINAL, same(value), weak=value == 1, ordinal=value)


def _german_number(word: str) -> int | None:
    """Read "dreihundertfünfundzwanzigtausendvier", largest parts first."""
    if word in _GERMAN or word in _GERMAN_TENS:
        return _GERMAN.get(word, _GERMAN_TENS.get(word))
    for scale, size in (("tausend", 1000), ("hundert", 100)):
        head, found, tail = word.partition(scale)
        if not found:
            continue
        many = _german_number(head) if head else 1
        rest = _german_number(tail.removeprefix("und")) if tail else 0
        fits = many is not None and rest is not None and 0 < many < size and rest < size
        return many * size + rest if fits and many and rest is not None else None
    unit, found, ten = word.partition("und")
    if found and unit in _GERMAN and ten in _GERMAN_TENS and 0 < _GERMAN[unit] < 10:
        return _GERMAN[unit] + _GERMAN_TENS[ten]
    return None


def _with_unit(key: str) -> NumberWord | None:
    """Read "zehnjährig", "dreimal", "tenfold"."""
    for ending, unit in _WITH_UNIT:
        found = ending.fullmatch(key)
        if not found:
            continue
        stem = found[1]
        value = _german_number(stem)
        if value is None:
            value = _CARDINALS.get(stem, _TENS.get(stem))
        if value is not None and (value > 1 or unit in ("year", "month", "week", "day")):
            return NumberWord(Role.UNIT, same(value), weak=value == 1, unit=unit or None)
    return None


ARTICLES = words("function_words", "ARTICLES")
_JOINED_SCALES = words("numbers", "JOINED_SCALES")
# No number in use has more words, hyphens counted.
_LONGEST = 24


class NumberPhrase(NamedTuple):
    """A number in words: the token after it, what it amounts to, and the unit in the words."""

    last: int
    value: NumberValue
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
        self._current: NumberValue | None = None
        self.weak = True
        self.unit: str | None = None

    @property
    def value(self) -> NumberValue:
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
        and tokens[at - 1].key in _JOINED_SCALES
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
    """Whether "third" is a fraction: behind an article and before "of" or no word, or in German."""
    word = read_word(tokens[at].key)
    if word is not None and word.ordinal is None:
        return True
    behind = at > 0 and tokens[at - 1].key in ARTICLES
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    is_last = following is None or following.kind is TokenKind.SIGN
    return behind and (is_last or (following is not None and following.key in ("of", "the")))


@dataclass(frozen=True, slots=True)
class Quantity:
    """
    A number by the numbers of its tokens, from `first` up to `last`, its unit included.

    `reading` is None for what has digits and is no number: a time, a version. `weak` ones, such
    as "one", are seldom meant as a figure. `label` is what a number stands for as a name: "§".
    """

    first: int
    last: int
    reading: NumberValue | None
    text: str
    unit: MeasureUnit | None = None
    # Where the unit's tokens begin; `last` where there is none.
    unit_first: int = 0
    weak: bool = False
    label: str | None = None


# Labels of numbers that stand behind no word: a mark in brackets, a part of a name.
MARK, NAME = "mark", "name"
_SHORT_YEARS = re.compile(r"[12][0-9]{3}-[0-9]{2}")
_TIME_PREFIXES = words("numbers", "TIME_PREFIXES")
_LABELS = words("references", "NUMBER_LABELS") | {"§"}
_ROMAN_LABELS = _LABELS | words("references", "ROMAN_LABELS")
_LIST_SIGNS = words("numbers", "LIST_WORDS") | {",", "-", "/", "&", "."}
_RANGE_SIGNS = words("numbers", "RANGE_WORDS") | {"-"}
_ENDINGS = words("numbers", "DIGIT_ENDINGS")
_VULGAR = {
    sign: Fraction(*parts)
    for sign, parts in {
        "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5),
        "⅖": (2, 5), "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8),
        "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
    }.items()
}  # fmt: skip
# Magnitudes and hyphens behind one number.
_MOST_SCALES = 4
_SHORTENED = words("numbers", "STOPPED_SCALES")
_LETTER_SCALES = {"k": same(1000), "m": same(10**6), "b": same(10**9), "t": same(10**3)}


def find_quantities(tokens: Sequence[Token], taken: frozenset[int]) -> list[Quantity]:
    """Return the numbers among `tokens` in order, those in `taken`, such as dates, left out."""
    return list(_with_shared_units(tokens, list(_quantities(tokens, taken))))


def _quantities(tokens: Sequence[Token], taken: frozenset[int]) -> Iterator[Quantity]:
    at = 0
    before: Quantity | None = None
    while at < len(tokens):
        quantity = None if at in taken else _quantity_at(tokens, at)
        if quantity is None or quantity.last <= at:
            at += 1
            continue
        quantity = _labelled(tokens, quantity, before)
        yield quantity
        before, at = quantity, quantity.last


def _quantity_at(tokens: Sequence[Token], at: int) -> Quantity | None:
    sign, number_at = _sign_at(tokens, at)
    number = _number_at(tokens, number_at)
    if number is None or (sign is not None and number.reading is None):
        return None
    currency = UNITS.get(tokens[at].key) if sign == "money" else None
    number = _measured(tokens, _scaled(tokens, number, money=currency is not None), currency)
    if number.reading and (sign == "minus" or _is_minus(tokens, at - 1)):
        number = replace(number, reading=number.reading.negative())
    return replace(number, first=at)


def _sign_at(tokens: Sequence[Token], at: int) -> tuple[str | None, int]:
    """Return what stands before a number, "minus" or "money", and where the number begins."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following is not None and tokens[at].key in CURRENCY_SIGNS:
        return ("money", at + 1) if following.kind is TokenKind.NUMBER else (None, at)
    return ("minus", at + 1) if following and tokens[at].key == "minus" else (None, at)


def _is_minus(tokens: Sequence[Token], at: int) -> bool:
    """Whether a dash is the sign of the amount of money behind it; other numbers have theirs."""
    if at < 0 or tokens[at].text != "-" or tokens[at + 1].spaced:
        return False
    alone = at == 0 or tokens[at].spaced or tokens[at - 1].text in "([=<>~"
    return alone and tokens[at + 1].key in CURRENCY_SIGNS


def _number_at(tokens: Sequence[Token], at: int) -> Quantity | None:
    if at >= len(tokens):
        return None
    token = tokens[at]
    if token.kind is TokenKind.NUMBER:
        return _in_digits(tokens, at)
    if token.text in _VULGAR:
        return Quantity(at, at + 1, same(_VULGAR[token.text]), token.text)
    if token.kind is not TokenKind.WORD:
        return None
    return _roman(tokens, at) or _article(tokens, at) or _in_words(tokens, at)


def _in_digits(tokens: Sequence[Token], at: int) -> Quantity:
    token = tokens[at]
    reading = read_numeral(token.text.removeprefix("-"))
    last = at + 1
    if last < len(tokens) and tokens[last].text in _VULGAR and reading:
        reading = reading.plus(same(_VULGAR[tokens[last].text]))
        last += 1
    if last < len(tokens) and not tokens[last].spaced and tokens[last].key in _ENDINGS:
        last += 1
    raised = "".join(one.text for one in tokens[last : last + 3])
    if token.text == "10" and (power := _POWER.match(raised)):
        reading = same(Fraction(10) ** int(power.group().translate(_LOWERED)))
        return Quantity(at, last + len(power.group()), reading, token.text + power.group())
    if reading and token.text[0] == "-":
        reading = reading.negative()
    return Quantity(at, last, reading, token.text)


def _article(tokens: Sequence[Token], at: int) -> Quantity | None:
    """Read "a decade" as one of them."""
    if tokens[at].key not in ("a", "an"):
        return None
    unit, _ = unit_at(tokens, at + 1, behind_digits=False)
    return Quantity(at, at + 1, same(1), tokens[at].key, weak=True) if unit else None


def _roman(tokens: Sequence[Token], at: int) -> Quantity | None:
    """Read a Roman numeral, behind a word that is numbered so or where it can be nothing else."""
    text = tokens[at].text
    if not text.isupper() or not text.isascii():
        return None
    before = at - 2 if at > 1 and tokens[at - 1].text == "." else at - 1
    named = before >= 0 and tokens[before].key in _ROMAN_LABELS
    value = read_roman(text) if named else None
    if value is None:
        return None
    return Quantity(at, at + 1, same(value), text, label="roman")


def _in_words(tokens: Sequence[Token], at: int) -> Quantity | None:
    phrase = read_phrase(tokens, at)
    if phrase is None:
        return None
    text = " ".join(token.key for token in tokens[at : phrase.last])
    unit = UNITS.get(phrase.unit) if phrase.unit else None
    return Quantity(at, phrase.last, phrase.value, text, unit, phrase.last, phrase.weak)


def _scaled(tokens: Sequence[Token], number: Quantity, *, money: bool) -> Quantity:
    """Return a number with the magnitude behind it: "5 million", "3,2 Mrd.", "$5m"."""
    last, reading = number.last, number.reading
    if reading is None or number.unit is not None:
        return number
    while last < min(number.last + _MOST_SCALES, len(tokens)):
        step = last + 1 if tokens[last].text == "-" and not tokens[last].spaced else last
        token = tokens[step] if step < len(tokens) else None
        if token is None or token.kind is not TokenKind.WORD:
            break
        scale = None
        word = read_written(token.text, token.key)
        if word and (word.role is Role.SCALE or _is_fraction(word)):
            scale = word.reading
        elif not token.spaced and (money or token.key == "k"):
            scale = _LETTER_SCALES.get(token.key)
        if scale is None:
            break
        reading, last = reading.times(scale), step + 1
        if last < len(tokens) and tokens[last].text == "." and token.key in _SHORTENED:
            last += 1
    return replace(
        number,
        reading=reading,
        last=last,
        unit_first=last,
        weak=number.weak and last == number.last,
    )


def _is_fraction(word: NumberWord) -> bool:
    """Whether a word can only be a fraction: "thirds", "Drittel", not "third"."""
    return word.role is Role.PART and word.ordinal is None


def _measured(tokens: Sequence[Token], number: Quantity, currency: MeasureUnit | None) -> Quantity:
    """Return a number with the unit behind it, or with the currency before it."""
    if number.unit is not None:
        return number
    if currency is not None:
        return replace(number, unit=currency, unit_first=number.first)
    at = number.last
    if at < len(tokens) and _leads_to_unit(tokens[at], number):
        at += 1
    unit, last = unit_at(tokens, at, behind_digits=tokens[number.first].kind is TokenKind.NUMBER)
    if unit is None:
        return replace(number, unit_first=number.last)
    return replace(number, unit=unit, unit_first=at, last=last)


def _leads_to_unit(token: Token, number: Quantity) -> bool:
    """Whether a unit may follow: the hyphen of "10-year", the article of "half a year"."""
    return (token.text == "-" and not token.spaced) or (
        number.text == "half" and token.key in ARTICLES
    )


def unit_at(
    tokens: Sequence[Token], at: int, *, behind_digits: bool
) -> tuple[MeasureUnit | None, int]:
    """Return the unit that begins at a token, and the number of the token after it."""
    names = [token.key for token in tokens[at : at + 3]]
    if not names:
        return None, at
    if names[0] == "%":
        return UNITS["percent"], at + 1
    if names[0] == "‰":
        return UNITS["promille"], at + 1
    if names[:2] == ["per", "cent"]:
        return UNITS["percent"], at + 2
    joined = "".join(names)
    if joined in ("km/h", "m/s"):
        return UNITS[joined], at + 3
    for count, separator in ((2, " "), (2, ""), (1, "")):
        name = separator.join(names[:count])
        if count == 2 and (len(names) < 2 or not _is_pair(names)):
            continue
        if name in UNITS and (behind_digits or name not in SHORT):
            return UNITS[name], at + count
    return None, at


def _is_pair(names: Sequence[str]) -> bool:
    return names[1] in ("²", "³", "c", "f", "$") or " ".join(names[:2]) in UNITS


def _labelled(tokens: Sequence[Token], number: Quantity, before: Quantity | None) -> Quantity:
    """Return a number with what it numbers: it stands behind a label or goes on with a list."""
    at = number.first - 1
    if number.label or number.unit:
        return number
    if at > 0 and tokens[at].text == "." and tokens[at - 1].key in _LABELS:
        at -= 1
    if at >= 0 and tokens[at].key in _LABELS:
        return replace(number, label=tokens[at].key)
    if tokens[number.first].kind is not TokenKind.NUMBER:
        return number
    if _is_mark(tokens, number):
        return replace(number, label=MARK)
    if _is_in_name(tokens, number.first):
        return replace(number, label=NAME)
    if before and number.first - before.last <= 2:
        return _listed(tokens, number, before)
    return number


def _is_mark(tokens: Sequence[Token], number: Quantity) -> bool:
    """Whether a number is a reference mark or numbers an item: "[3]", "(1)", "4." at the start."""
    if not number.text.isdigit() or len(number.text) > 3 or number.last >= len(tokens):
        return False
    following = tokens[number.last].text
    if number.first == 0:
        return following in ".)"
    return tokens[number.first - 1].text in "([" and following in ")],"


def _is_in_name(tokens: Sequence[Token], at: int) -> bool:
    """Whether a number is part of a name, as in "Covid-19"; "mid-1990" is none."""
    if at < 2 or tokens[at].spaced or tokens[at - 1].spaced or tokens[at - 1].text != "-":
        return False
    word = tokens[at - 2]
    return word.kind is TokenKind.WORD and word.key not in _TIME_PREFIXES


def _listed(tokens: Sequence[Token], number: Quantity, before: Quantity) -> Quantity:
    """Return a number that goes on with the one before: "§§ 238 to 241", "2018-19"."""
    between = tokens[before.last : number.first]
    if before.label and all(t.key in _LIST_SIGNS or t.text in "()" for t in between):
        return replace(number, label=before.label)
    joined = "".join((before.text, *(t.text for t in between), number.text))
    if _SHORT_YEARS.fullmatch(joined) and number.text > before.text[2:]:
        return replace(number, reading=same(int(before.text[:2] + number.text)))
    return number


def _with_shared_units(tokens: Sequence[Token], found: list[Quantity]) -> Iterator[Quantity]:
    """Give the unit of a range's end to its beginning too: "5 to 10 km"."""
    for number, following in zip_longest(found, found[1:]):
        joined = (
            following is not None
            and following.first - number.last == 1
            and tokens[number.last].key in _RANGE_SIGNS
        )
        if joined and following and number.unit is None and number.label is None:
            yield replace(number, unit=following.unit)
        else:
            yield number
