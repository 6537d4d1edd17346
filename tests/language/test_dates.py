"""Dates, however they are written."""

import pytest

from citation_engine.language.dates import Day, find_dates
from citation_engine.language.tokens import tokenise


def dates(text):
    return [sorted(date.days) for date in find_dates(tokenise(text))]


@pytest.mark.parametrize(
    "text",
    [
        "31.12.2024",
        "31. 12. 2024",
        "2024-12-31",
        "31. Dezember 2024",
        "31. Dez. 2024",
        "31 December 2024",
        "31st of December, 2024",
        "December 31, 2024",
        "Dec. 31st 2024",
        "12/31/2024",
        "31.12.24",
    ],
)
def test_a_day_is_one_day_in_every_notation(text):
    assert dates(f"bis {text} gilt") == [[Day(2024, 12, 31)]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in December 2024", [[Day(2024, 12)]]),
        ("im Dezember", [[Day(None, 12)]]),
        ("on 3 May", [[Day(None, 5, 3)]]),
        ("you may 3 times", []),
        ("May we go", []),
        ("they march 5 miles", []),
        ("Q3 2024", [[Day(2024, quarter=3)]]),
        ("third quarter of 2024", [[Day(2024, quarter=3)]]),
        ("3. Quartal 2024", [[Day(2024, quarter=3)]]),
        ("im dritten Quartal", [[Day(quarter=3)]]),
        ("a third quarter", [[Day(quarter=3)]]),
        ("version 1.2.3 and 45.13.2024", []),
        ("in 2024", []),
        ("2023-09: released", [[Day(2023, 9)]]),
        ("in 2024-11", [[Day(2024, 11)]]),
        ("the years 2010-12", []),
        ("2024 - 11 of them", []),
        ("2024-13", []),
    ],
)
def test_parts_of_dates_are_read_and_other_words_are_not(text, expected):
    assert dates(text) == expected


def test_a_date_with_slashes_may_be_read_two_ways():
    assert dates("3/4/2024") == [[Day(2024, 3, 4), Day(2024, 4, 3)]]


def test_a_date_is_within_a_longer_one():
    day = Day(2024, 12, 31)

    assert Day(2024).within(day)
    assert Day(2024, 12).within(day)
    assert Day(2024, quarter=4).within(day)
    assert not Day(2024, quarter=3).within(day)
    assert not day.within(Day(2024, 12))
