"""Numbers of two texts: the same, or the same in another unit, or not."""

import pytest

from citation_engine.verify.guards.conflicts import conflicts
from citation_engine.verify.guards.figures import KnownFigures, bound_of, same_quantity
from citation_engine.verify.guards.passages import read

PAIRS = [
    ("10 years", "a decade", True),
    ("1 km", "1000 m", True),
    ("1.5 t", "1500 kg", True),
    ("half", "50 %", True),
    ("5 percent", "5", True),
    ("twice", "200 %", True),
    ("10 pounds", "£10", True),
    ("10 pounds", "10 lb", True),
    ("24 months", "2 years", True),
    ("30 days", "1 month", False),
    ("5 percent", "5 percentage points", False),
    ("5 kg", "5 g", False),
    ("5 km", "5", True),
    ("5", "6", False),
    ("10:30", "10:30", True),
    ("10:30", "10:45", False),
]


@pytest.mark.parametrize(("left", "right", "expected"), PAIRS)
def test_quantities_are_the_same_in_every_unit_that_is_exactly_equal(left, right, expected):
    (one,), (other,) = read(left).quantities, read(right).quantities

    assert same_quantity(one, other, (None, None)) is expected
    assert same_quantity(other, one, (None, None)) is expected


@pytest.mark.parametrize(("left", "right", "expected"), PAIRS)
def test_a_number_is_looked_up_by_the_same_rules(left, right, expected):
    (wanted,) = read(left).quantities

    assert KnownFigures([read(right)]).have(wanted, None) is expected


def test_a_language_decides_between_two_readings():
    (one,), (other,) = read("1.000 m").quantities, read("1 km").quantities

    assert same_quantity(one, other, ("de", "de"))
    assert not same_quantity(one, other, ("en", "en"))
    assert same_quantity(one, other, (None, None))


def test_a_bound_stands_right_before_its_number():
    text = read("At least ten of 20 ships")

    assert [bool(bound_of(text, one)) for one in text.quantities] == [True, False]


@pytest.mark.parametrize(
    ("claim", "passage", "agree"),
    [
        ("The dose is .5 mg.", "The dose is 0.5 mg.", True),
        ("The dose is 5 mg.", "The dose is .5 mg.", False),
        ("The dose is .5 mg.", "The dose is 5 mg.", False),
    ],
)
def test_a_number_may_begin_with_its_point(claim, passage, agree):
    assert (conflicts(claim, passage) == ()) is agree


@pytest.mark.parametrize(
    ("claim", "passage", "agree"),
    [
        ("Costs rose 3x.", "Costs rose 3×.", True),
        ("Costs rose 3x.", "Costs rose threefold.", True),
        ("Costs rose 3x.", "Costs rose 2x.", False),
        ("Costs fell 9x to 900x.", "Costs fell 9x–900x.", True),
        ("The room is 4 by 3 m.", "The room is 4 × 3 m.", True),
    ],
)
def test_a_number_with_an_x_is_how_many_times(claim, passage, agree):
    assert (conflicts(claim, passage) == ()) is agree


def test_the_ends_of_a_range_come_to_no_other_number():
    # 3 would be the difference of 2 and 5, and 7 their sum.
    found = conflicts("Joined lots bring 3-7x more.", "Joined lots bring 2-5x more.")

    assert [one.claim_words for one in found] == ["3", "7x"]
