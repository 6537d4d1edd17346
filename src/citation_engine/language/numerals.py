"""
The value of a number written in digits, which may depend on the language.

"1.000" is one in English and a thousand in German, "1,000" the other way round. So a numeral
has two readings, and most of the time they are equal.
"""

import re
from fractions import Fraction
from typing import NamedTuple

# Longer ones are serial numbers, which are compared as they are written.
_MOST_DIGITS = 30

_GROUPED = re.compile(r"[0-9]{1,3}(?:[ '][0-9]{3})+")
_INDIAN = re.compile(r"[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}")
_FRACTION = re.compile(r"([0-9]{1,3})/([0-9]{1,3})")


class Reading(NamedTuple):
    """What a number is by the rules of English and by those of German."""

    english: Fraction
    german: Fraction

    def times(self, other: "Reading") -> "Reading":
        """Return the product, language by language."""
        return Reading(self.english * other.english, self.german * other.german)

    def plus(self, other: "Reading") -> "Reading":
        """Return the sum, language by language."""
        return Reading(self.english + other.english, self.german + other.german)

    def negative(self) -> "Reading":
        """Return the same with the other sign."""
        return Reading(-self.english, -self.german)

    def by(self, language: str | None) -> frozenset[Fraction]:
        """Return what it can be: one value where the language is known."""
        if language is None:
            return frozenset(self)
        return frozenset((self.german if language == "de" else self.english,))


def same(value: int | Fraction) -> Reading:
    """Return a reading that no language changes."""
    return Reading(Fraction(value), Fraction(value))


def read_numeral(text: str) -> Reading | None:
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


def _with_points(text: str) -> Reading | None:
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
        return Reading(grouped_value, decimal_value)
    return Reading(decimal_value, grouped_value)


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
