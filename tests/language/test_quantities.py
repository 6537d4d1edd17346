"""Numbers in a text with their magnitude, unit and label."""

from fractions import Fraction

import pytest

from citation_engine.language.dates import find_dates
from citation_engine.language.numbers import find_quantities
from citation_engine.language.tokens import span_of, tokenise


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
