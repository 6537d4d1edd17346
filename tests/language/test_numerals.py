"""Numerals: what digits with separators amount to in English and in German."""

from fractions import Fraction

import pytest

from citation_engine.language.numbers import Reading, read_numeral, read_roman, same


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        ("7", "7", "7"),
        ("1.000", "1", "1000"),
        ("1,000", "1000", "1"),
        ("1.5", "1.5", "1.5"),
        ("1,5", "1.5", "1.5"),
        ("12,50", "12.5", "12.5"),
        ("0.500", "0.5", "0.5"),
        ("1,234.5", "1234.5", "1234.5"),
        ("1.234,5", "1234.5", "1234.5"),
        ("1.234.567", "1234567", "1234567"),
        ("1,234,567", "1234567", "1234567"),
        ("12,34,567", "1234567", "1234567"),
        ("1 234 567,8", "1234567.8", "1234567.8"),
        ("1'234.5", "1234.5", "1234.5"),
        ("3/4", "3/4", "3/4"),
        ("1234.567", "1234.567", "1234.567"),
    ],
)
def test_a_numeral_is_read_by_the_rules_of_each_language(text, english, german):
    assert read_numeral(text) == Reading(Fraction(english), Fraction(german))


@pytest.mark.parametrize(
    "text", ["10:30", "1.2.3", "2023/24/1", "1/0", "1,2,3", "9" * 31, "1.2,3.4"]
)
def test_a_time_a_version_or_a_serial_number_has_no_value(text):
    assert read_numeral(text) is None


def test_a_known_language_leaves_one_value():
    reading = read_numeral("1.000")

    assert reading.by("de") == {1000}
    assert reading.by("en") == {1}
    assert reading.by(None) == {1, 1000}
    assert same(3).negative().by("en") == {-3}


@pytest.mark.parametrize(
    ("text", "value"), [("I", 1), ("IV", 4), ("IX", 9), ("XIV", 14), ("XLII", 42), ("CX", 110)]
)
def test_a_roman_numeral_is_read(text, value):
    assert read_roman(text) == value


@pytest.mark.parametrize("text", ["", "IIII", "VX", "MIX", "CIVIL", "iv", "IVXLCIVXLC"])
def test_what_is_no_roman_numeral_is_none(text):
    assert read_roman(text) is None
