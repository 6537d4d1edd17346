"""Dates: whether two texts name the same days, months, quarters and years."""

from collections.abc import Sequence

from citation_engine.language.dates import Date, Day
from citation_engine.language.numbers import Quantity


def same_dates(left: Sequence[Date], right: Sequence[Date]) -> bool:
    """Whether two stretches name the same dates in the same order, however they are written."""
    if len(left) != len(right):
        return False
    return all(not a.days.isdisjoint(b.days) for a, b in zip(left, right, strict=True))


def year_of(quantity: Quantity) -> int | None:
    """Return the year that a number by itself may be."""
    if quantity.unit is not None or quantity.reading is None or not quantity.text.isdigit():
        return None
    value = quantity.reading.english
    return int(value) if len(quantity.text) == 4 and 1000 <= value <= 2999 else None


def carries(dates: Sequence[Date], years: frozenset[int], wanted: Date) -> bool:
    """
    Whether dates say all that a date says.

    The year may stand elsewhere: "In 2019 … on 3 May" carries 3 May 2019.
    """
    for day in wanted.days:
        for found in (one for date in dates for one in date.days):
            if day.within(found):
                return True
            if (
                found.year is None
                and day.year in years
                and day.within(found._replace(year=day.year))
            ):
                return True
        if day._replace(year=None) == Day() and day.year in years:
            return True
    return False
