"""
Number words of English and German, one word at a time.

"billion" is a thousand million in English and a million million in German, so a word has two
readings as a numeral has.
"""

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from citation_engine.language.numerals import Reading, same

# No number word in use is longer.
_LONGEST = 48


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
    reading: Reading
    weak: bool = False
    # The unit that is part of the word, as in "zehnjährig".
    unit: str | None = None
    # What "third" is as an ordinal, where as a fraction it is one by three.
    ordinal: int | None = None


def _table(words: str, first: int = 0, step: int = 1) -> dict[str, int]:
    return {word: first + step * at for at, word in enumerate(words.split())}


_ENGLISH = _table(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_ENGLISH_TENS = _table("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10)
_ENGLISH_ORDINALS = _table(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth",
    1,
) | _table(
    "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth",
    20,
    10,
)
_GERMAN = _table(
    "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
    "fünfzehn sechzehn siebzehn achtzehn neunzehn"
) | {"eins": 1, "zwo": 2, "zween": 2}
_GERMAN_TENS = _table("zwanzig dreissig vierzig fünfzig sechzig siebzig achtzig neunzig", 20, 10)
_WEAK_ONES = frozenset("one ones ein eins eine einer eines einem einen".split())

_THOUSAND, _MILLION = 10**3, 10**6
_SCALES = {
    "hundred": same(100),
    "thousand": same(_THOUSAND),
    "tsd": same(_THOUSAND),
    "million": same(_MILLION),
    "millionen": same(_MILLION),
    "mio": same(_MILLION),
    "mill": same(_MILLION),
    "mln": same(_MILLION),
    "mn": same(_MILLION),
    "milliarde": same(10**9),
    "milliarden": same(10**9),
    "mrd": same(10**9),
    "bn": same(10**9),
    "bln": same(10**9),
    "billion": Reading(Fraction(10**9), Fraction(10**12)),
    "billionen": same(10**12),
    "bio": same(10**12),
    "trillion": Reading(Fraction(10**12), Fraction(10**18)),
    "trillionen": same(10**18),
    "billiarde": same(10**15),
    "billiarden": same(10**15),
    "trn": same(10**12),
    "dozen": same(12),
    "dutzend": same(12),
    "lakh": same(10**5),
    "crore": same(10**7),
}
# Abbreviations, which say something only behind a number.
SHORT_SCALES = frozenset(("tsd", "mio", "mill", "mln", "mn", "mrd", "bn", "bln", "bio", "trn"))
# Words that say a number by themselves, with the unit that is in them.
_WHOLE: dict[str, tuple[Fraction, str | None]] = {
    "once": (Fraction(1), "times"),
    "twice": (Fraction(2), "times"),
    "thrice": (Fraction(3), "times"),
    "half": (Fraction(1, 2), None),
    "halves": (Fraction(1, 2), None),
    "hälfte": (Fraction(1, 2), None),
    "halb": (Fraction(1, 2), None),
    "halbe": (Fraction(1, 2), None),
    "halben": (Fraction(1, 2), None),
    "halber": (Fraction(1, 2), None),
    "halbes": (Fraction(1, 2), None),
    "anderthalb": (Fraction(3, 2), None),
    "eineinhalb": (Fraction(3, 2), None),
    "dreiviertel": (Fraction(3, 4), None),
    "dreizehntel": (Fraction(1, 13), None),
}
_ENGLISH_PARTS = {
    "quarter": 4,
    "quarters": 4,
    **{f"{word}s": value for word, value in _ENGLISH_ORDINALS.items() if value > 2},
}
_GERMAN_ORDINALS = {"erst": 1, "zweit": 2, "dritt": 3, "viert": 4, "siebt": 7, "siebent": 7} | {
    "acht": 8,
}
# Second halves of German and English compounds, and the unit they stand for.
_WITH_UNIT = tuple(
    (re.compile(rf"(.+?)(?:{ending})"), unit)
    for ending, unit in (
        (r"jährig(?:e[nmrs]?)?|jährlich", "year"),
        (r"monatig(?:e[nmrs]?)?", "month"),
        (r"wöchig(?:e[nmrs]?)?", "week"),
        (r"tägig(?:e[nmrs]?)?", "day"),
        (r"stündig(?:e[nmrs]?)?", "hour"),
        (r"minütig(?:e[nmrs]?)?", "minute"),
        (r"prozentig(?:e[nmrs]?)?", "percent"),
        (r"mal(?:ig(?:e[nmrs]?)?|s)?", "times"),
        (r"fach(?:e[nmrs]?)?", "fold"),
        (r"fold", "fold"),
        (r"(?:er|köpfig(?:e[nmrs]?)?|teilig(?:e[nmrs]?)?|stellig(?:e[nmrs]?)?)", ""),
    )
)


@lru_cache(maxsize=4096)
def read_word(key: str) -> NumberWord | None:
    """Return what a word without case counts; None for a word that is no number."""
    if len(key) > _LONGEST:
        return None
    return _english(key) or _german(key) or _with_unit(key)


def read_written(text: str, key: str) -> NumberWord | None:
    """Return what a word counts, its case seen: a German "Billion" has a capital."""
    word = read_word(key)
    if word is None or word.reading.english == word.reading.german or not text.islower():
        return word
    return replace(word, reading=same(word.reading.english))


def _english(key: str) -> NumberWord | None:
    if key in _ENGLISH:
        return NumberWord(Role.UNIT, same(_ENGLISH[key]), weak=key in _WEAK_ONES)
    if key in _ENGLISH_TENS:
        return NumberWord(Role.TEN, same(_ENGLISH_TENS[key]))
    if key in _SCALES:
        return NumberWord(Role.SCALE, _SCALES[key])
    if key in _WHOLE:
        value, unit = _WHOLE[key]
        return NumberWord(Role.UNIT, same(value), weak=value == 1, unit=unit)
    if key in _ENGLISH_PARTS:
        return NumberWord(Role.PART, same(Fraction(1, _ENGLISH_PARTS[key])))
    if key in _ENGLISH_ORDINALS:
        value_ = _ENGLISH_ORDINALS[key]
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
            value = _ENGLISH.get(stem, _ENGLISH_TENS.get(stem))
        if value is not None and (value > 1 or unit in ("year", "month", "week", "day")):
            return NumberWord(Role.UNIT, same(value), weak=value == 1, unit=unit or None)
    return None
