"""Numbers, units and dates of a claim that its passage does not have, or has otherwise."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from citation_engine.model.conflict import Aspect, Relation
from citation_engine.text.quantities import Quantity
from citation_engine.text.units import UNITS, family_of
from citation_engine.verify.guards.dates import carries, year_of
from citation_engine.verify.guards.found import Found
from citation_engine.verify.guards.numbers import (
    bound_of,
    same_number,
    same_quantity,
    values_of,
)
from citation_engine.verify.guards.passages import Pair
from citation_engine.verify.guards.quantifiers import ABOUT, LOWER_BOUNDS
from citation_engine.verify.guards.reading import ReadText, overlapping

# Up to this, what is counted may be listed instead: "three members" for "A, B and C".
_COUNTED = 3
# From this size on numbers are often rounded, to two digits at least.
_ROUNDED = 1000
_TOLD = 2
# Words between a number and what it counts.
_REACH = 2


def of_numbers(pair: Pair, around: Sequence[ReadText]) -> Iterator[Found]:
    """Give the numbers and units of the claim that the passage does not have."""
    known = [(text, one) for text in (pair.passage, *around) for one in text.quantities]
    years = _years(pair.passage, *around)
    for wanted in pair.claim.quantities:
        if wanted.weak or wanted.label or wanted.reading is None or year_of(wanted) in years:
            continue
        if _covers(pair.claim, wanted, years):
            continue
        if any(_is_same(pair, text, wanted, one) for text, one in known):
            continue
        if any(_is_near(pair, text, wanted, one) for text, one in known):
            continue
        other = _in_its_place(pair, wanted)
        if other is not None:
            yield _differing(pair, wanted, other)
        elif not _may_be_counted(wanted):
            yield Found(Aspect.NUMBER, Relation.MISSING, (wanted.first, wanted.last), None)


def _is_same(pair: Pair, text: ReadText, wanted: Quantity, one: Quantity) -> bool:
    return same_quantity(wanted, one, (pair.claim.language, text.language))


def _covers(claim: ReadText, wanted: Quantity, years: frozenset[int]) -> bool:
    """Whether a decade or a century of the claim has one of the passage's years."""
    value = wanted.reading.english if wanted.reading else None
    if value is None or value.denominator != 1:
        return False
    century = UNITS["century"]
    if wanted.unit == century:
        return any((value - 1) * 100 <= year <= value * 100 for year in years)
    ending = claim.tokens[wanted.last - 1].key
    if year_of(wanted) is None or ending not in ("s", "er") or value % 10:
        return False
    length = 10 if value % 100 else 100
    return any(value <= year < value + length for year in years)


def _is_near(pair: Pair, text: ReadText, wanted: Quantity, one: Quantity) -> bool:
    """
    Whether a number of the passage carries one of the claim that is not the same.

    "More than 400" is carried by 443, "about 50" by 49, "5.5 million" by 5,512,345.
    """
    languages = (pair.claim.language, text.language)
    if not _measure_alike(wanted, one) or same_number(wanted, one, languages):
        return False  # 100 centuries are more than 100 years, and hardly meant.
    bound = bound_of(pair.claim, wanted)
    about = any(
        mark.value == ABOUT
        for mark in overlapping(pair.claim.quantifiers, wanted.first - 1, wanted.first)
    )
    for ours in _sizes(wanted, pair.claim.language):
        for theirs in _sizes(one, text.language):
            within = bound and (theirs >= ours if bound.value in LOWER_BOUNDS else theirs <= ours)
            close = about and abs(theirs - ours) * 10 <= abs(ours)
            if within or close or (abs(ours) >= _ROUNDED and _is_rounded(theirs, ours)):
                return True
    return False


def _measure_alike(wanted: Quantity, one: Quantity) -> bool:
    if one.label or one.reading is None:
        return False
    if wanted.unit is None or one.unit is None:
        # A year is a number that any "more than" would be true of.
        return wanted.unit is one.unit and year_of(one) is None
    return wanted.unit.dimension == one.unit.dimension


def _sizes(quantity: Quantity, language: str | None) -> list[Fraction]:
    factor = quantity.unit.factor if quantity.unit else Fraction(1)
    return [value * factor for value in values_of(quantity, language)]


def _is_rounded(exact: Fraction, rounded: Fraction) -> bool:
    """Whether a number was rounded to at least two digits."""
    digits = str(abs(rounded.numerator)) if rounded.denominator == 1 else ""
    told = len(digits.rstrip("0"))
    if told < _TOLD or not digits:
        return False
    step = 10 ** (len(digits) - told)
    return bool(abs(exact - rounded) * 2 <= step)


def _differing(pair: Pair, wanted: Quantity, other: Quantity) -> Found:
    languages = (pair.claim.language, pair.passage.language)
    aspect = Aspect.UNIT if same_number(wanted, other, languages) else Aspect.NUMBER
    return Found(aspect, Relation.DIFFERS, (wanted.first, wanted.last), (other.first, other.last))


def _in_its_place(pair: Pair, wanted: Quantity) -> Quantity | None:
    """Return the number that the passage has for what the claim counts, if there is just one."""
    sentence = pair.best
    if sentence is None or not sentence.is_same_matter:
        return None
    within = [
        one
        for one in pair.passage.quantities
        if sentence.first <= one.first < sentence.last
        and one.label is None
        and one.reading is not None
        and _counts_alike(pair, wanted, one)
    ]
    return within[0] if len(within) == 1 else None


def _counts_alike(pair: Pair, wanted: Quantity, one: Quantity) -> bool:
    """Whether two numbers measure the same, or count things of the same name."""
    if wanted.unit and one.unit:
        return family_of(wanted.unit.dimension) == family_of(one.unit.dimension)
    if wanted.unit or one.unit or one.weak:
        return False
    ours, theirs = _counted(pair.claim, wanted), _counted(pair.passage, one)
    return bool(ours & theirs)


def _counted(read: ReadText, quantity: Quantity) -> frozenset[str]:
    following = range(quantity.last, min(quantity.last + _REACH, len(read.tokens)))
    return frozenset(read.stem(at) for at in following if read.is_content(at))


def _may_be_counted(wanted: Quantity) -> bool:
    if wanted.unit is not None or wanted.reading is None:
        return False
    return 0 < wanted.reading.english <= _COUNTED and wanted.reading.english.denominator == 1


def _years(*texts: ReadText) -> frozenset[int]:
    years = {day.year for text in texts for date in text.dates for day in date.days if day.year}
    numbers = {year_of(one) for text in texts for one in text.quantities}
    return frozenset(years | {year for year in numbers if year})


def of_dates(pair: Pair, around: Sequence[ReadText]) -> Iterator[Found]:
    """Give the dates of the claim that the passage does not have."""
    texts = (pair.passage, *around)
    dates = [date for text in texts for date in text.dates]
    years = _years(*texts)
    for wanted in pair.claim.dates:
        if carries(dates, years, wanted):
            continue
        sentence = pair.best
        near = [
            date
            for date in pair.passage.dates
            if sentence and sentence.is_same_matter and sentence.first <= date.first < sentence.last
        ]
        if len(near) == 1:
            place = (near[0].first, near[0].last)
            yield Found(Aspect.DATE, Relation.DIFFERS, (wanted.first, wanted.last), place)
        else:
            yield Found(Aspect.DATE, Relation.MISSING, (wanted.first, wanted.last), None)
