"""Units: what they measure, and which are exactly equal."""

from fractions import Fraction

from citation_engine.language.units import UNITS, MeasureUnit, family_of, may_be_one


def test_units_of_one_dimension_differ_by_an_exact_factor():
    assert UNITS["km"] == MeasureUnit("metres", Fraction(1000))
    assert UNITS["jahrzehnt"].factor == 10 * UNITS["years"].factor
    assert UNITS["basis points"].factor * 100 == UNITS["prozentpunkte"].factor
    assert UNITS["m³"] == MeasureUnit("litres", Fraction(1000))


def test_units_without_an_exact_factor_are_kept_apart():
    assert UNITS["months"].dimension != UNITS["days"].dimension
    assert UNITS["miles"].dimension != UNITS["km"].dimension
    assert UNITS["percent"].dimension != UNITS["percentage points"].dimension
    assert family_of(UNITS["months"].dimension) == family_of(UNITS["days"].dimension) == "time"


def test_a_pound_may_be_money_or_a_weight():
    assert may_be_one(UNITS["pounds"].dimension, UNITS["£"].dimension)
    assert may_be_one(UNITS["lb"].dimension, UNITS["pounds"].dimension)
    assert not may_be_one(UNITS["lb"].dimension, UNITS["£"].dimension)
