"""Numbers in digits and in words, with their magnitude, unit and label."""

from fractions import Fraction

import pytest

from citation_engine.language.dates import find_dates
from citation_engine.language.numbers import (
    NumberValue,
    Role,
    find_quantities,
    read_numeral,
    read_phrase,
    read_roman,
    read_word,
    read_written,
    same,
)
from citation_engine.language.tokens import span_of, tokenise


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
    assert read_numeral(text) == NumberValue(Fraction(english), Fraction(german))


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


@pytest.mark.parametrize(
    ("text", "value", "rest"),
    [
        ("two hundred and five men", 205, "men"),
        ("three million two hundred thousand", 3_200_000, ""),
        ("eine Million", 1_000_000, ""),
        ("zwei Millionen Euro", 2_000_000, "Euro"),
        ("two and three", 2, "and three"),
        ("sixty-four", 64, ""),
        ("sixty twelve", 60, "twelve"),
    ],
)
def test_a_phrase_goes_as_far_as_its_words_belong_together(text, value, rest):
    tokens = tokenise(text)
    phrase = read_phrase(tokens, 0)

    assert phrase.value.english == value
    assert " ".join(token.text for token in tokens[phrase.last :]) == rest


def test_an_abbreviated_magnitude_alone_is_no_number():
    assert read_phrase(tokenise("mill"), 0) is None


def quantities(text):
    tokens = tokenise(text)
    taken = frozenset(at for d in find_dates(tokens) for at in range(d.first, d.last))
    return tokens, find_quantities(tokens, taken)


def found(text):
    return [
        (one.reading.english, one.unit.dimension if one.unit else None)
        for one in quantities(text)[1]
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ten years", [(10, "months")]),
        ("a 10-year plan", [(10, "months")]),
        ("zehnjährige Frist", [(10, "months")]),
        ("a decade", [(1, "months")]),
        ("5 percent", [(5, "share")]),
        ("5 per cent", [(5, "share")]),
        ("5 %", [(5, "share")]),
        ("5 percentage points", [(5, "points")]),
        ("5 Prozentpunkte", [(5, "points")]),
        ("25 basis points", [(25, "points")]),
        ("$5m", [(5_000_000, "usd")]),
        ("5 m", [(5, "metres")]),
        ("5 Mio. €", [(5_000_000, "eur")]),
        ("3,2 Mrd. Euro", [(3_200_000_000, "eur")]),
        ("EUR 20", [(20, "eur")]),
        ("-5 °C", [(-5, "celsius")]),
        ("minus five degrees", [(-5, "degrees")]),
        ("-$5", [(-5, "usd")]),
        ("5 m²", [(5, "area")]),
        ("20 km/h", [(20, "kmh")]),
        ("5 to 10 km", [(5, "metres"), (10, "metres")]),
        ("5–10 %", [(5, "share"), (10, "share")]),
        ("two thirds", [(Fraction(2, 3), None)]),
        ("2 Drittel", [(Fraction(2, 3), None)]),
        ("a third of them", [(Fraction(1, 3), None)]),
        ("the third one", [(3, None), (1, None)]),
        ("one and a half years", [(Fraction(3, 2), "months")]),
        ("half a million", [(500_000, None)]),
        ("2½ hours", [(Fraction(5, 2), "seconds")]),
        ("10⁻³ m", [(Fraction(1, 1000), "metres")]),
        ("two hundred and fifty thousand", [(250_000, None)]),
        ("twenty-five, twenty-first", [(25, None), (21, None)]),
        ("the 21st", [(21, None)]),
        ("five six", [(5, None), (6, None)]),
        ("2018–19", [(2018, None), (2019, None)]),
        ("a mill in town", []),
    ],
)
def test_numbers_are_read_with_what_they_count(text, expected):
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("§ 147 Abs. 3 Satz 1 AO", ["§", "abs", "satz"]),
        ("§§ 238 bis 241", ["§", "§"]),
        ("Art. 6(1)", ["art", "mark"]),
        ("Annex IV and World War II", ["roman", "roman"]),
        ("I said so in Q5 IV", []),
        ("led [22] to 5", ["mark", None]),
        ("4. Turn it on", ["mark"]),
        ("Covid-19 since mid-2019", ["name", None]),
        ("page 12 of 40", ["page", None]),
    ],
)
def test_a_number_that_is_a_name_has_a_label(text, labels):
    assert [one.label for one in quantities(text)[1]] == labels


def test_a_range_of_tokens_covers_number_and_unit():
    tokens, (one,) = quantities("It lasts ten years in all.")

    assert span_of(tokens, one.first, one.last).of("It lasts ten years in all.") == "ten years"
    assert tokens[one.unit_first].text == "years"


def test_a_time_is_kept_as_it_is_written():
    (one,) = quantities("at 10:30")[1]

    assert one.reading is None
    assert one.text == "10:30"


def test_a_long_row_of_magnitudes_has_no_endless_value():
    text = "million " * 5000

    assert all(one.reading.english < 10**200 for one in quantities(text)[1])
