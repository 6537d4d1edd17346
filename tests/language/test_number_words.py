"""Number words, one at a time."""

from fractions import Fraction

import pytest

from citation_engine.language.numbers import Role, read_word, read_written


@pytest.mark.parametrize(
    ("word", "value"),
    [
        *(("ten", 10), ("nineteen", 19), ("ninety", 90), ("hundred", 100), ("dozen", 12)),
        *(("elf", 11), ("fünfundzwanzig", 25), ("dreissig", 30), ("hundert", 100)),
        *(("zweihundert", 200), ("dreihundertvierzehn", 314), ("tausend", 1000)),
        *(("zwölftausenddreihundertfünfundvierzig", 12_345), ("hunderttausend", 100_000)),
        *(("anderthalb", Fraction(3, 2)), ("zweieinhalb", Fraction(5, 2))),
        *(("hälfte", Fraction(1, 2)), ("drittel", Fraction(1, 3)), ("vierteln", Fraction(1, 4))),
        *(("fünftel", Fraction(1, 5)), ("zwanzigstel", Fraction(1, 20))),
        *(("vierte", 4), ("zwanzigsten", 20), ("dritten", 3), ("siebzehnte", 17)),
        *(("twice", 2), ("dreimal", 3), ("zehnjährigen", 10), ("tenfold", 10)),
        *(("quarters", Fraction(1, 4)), ("thirds", Fraction(1, 3)), ("milliarden", 10**9)),
    ],
)
def test_a_number_word_has_a_value(word, value):
    assert read_word(word).reading.english == value


@pytest.mark.parametrize(
    "word", ["wunder", "under", "undzwei", "years", "ganz", "achte", "zehe", "", "z" * 60]
)
def test_other_words_are_no_numbers(word):
    assert read_word(word) is None


def test_a_billion_is_less_in_english_than_in_german():
    assert tuple(read_word("billion").reading) == (10**9, 10**12)
    assert tuple(read_word("billionen").reading) == (10**12, 10**12)
    assert tuple(read_word("milliarde").reading) == (10**9, 10**9)


def test_a_billion_with_a_small_letter_is_english():
    assert tuple(read_written("billion", "billion").reading) == (10**9, 10**9)
    assert tuple(read_written("Billion", "billion").reading) == (10**9, 10**12)


def test_articles_and_firsts_are_weak():
    assert all(read_word(word).weak for word in ("one", "eine", "first", "erste", "once"))
    assert not any(read_word(word).weak for word in ("two", "zwei", "third", "dritte", "twice"))


def test_a_compound_brings_its_unit():
    assert read_word("sechsmonatige").unit == "month"
    assert read_word("fünfprozentigen").unit == "percent"


def test_third_is_a_part_or_an_ordinal():
    word = read_word("third")

    assert (word.role, word.ordinal, word.reading.english) == (Role.PART, 3, Fraction(1, 3))
