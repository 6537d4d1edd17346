"""Numbers, units and dates of a claim that its passage does not have, or has otherwise."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from citation_engine.language.numbers import Quantity
from citation_engine.language.units import UNITS, family_of
from citation_engine.model.conflict import Aspect, Relation
from citation_engine.verify.guards.dates import carries, year_of
from citation_engine.verify.guards.found import Found
from citation_engine.verify.guards.known_figures import KnownFigures, sizes_of
from citation_engine.verify.guards.numbers import bound_of, same_number
from citation_engine.verify.guards.passages import Pair
from citation_engine.verify.guards.quantifiers import ABOUT, LOWER_BOUNDS
from citation_engine.verify.guards.reading import ReadText, overlapping

# Up to this, what is counted may be listed instead: "three members" for "A, B and C".
_COUNTED = 3
# From this size on numbers are often rounded, to two digits at least.
_ROUNDED = 1000
_TOLD = 2
# In a sentence with more numbers, none is clearly in another's place.
_MOST_CANDIDATES = 40
# Words between a number and what it counts.
_REACH = 2
# From a size to a size, either of which may be open.
Range = tuple[Fraction | None, Fraction | None]


def of_numbers(pair: Pair, around: Sequence[ReadText]) -> Iterator[Found]:
    """Give the numbers and units of the claim that the passage does not have."""
    known = KnownFigures((pair.passage, *around))
    years = _years(pair.passage, *around)
    for wanted in pair.claim.quantities:
        if wanted.weak or wanted.label or wanted.reading is None or year_of(wanted) in years:
            continue
        if known.have(wanted, pair.claim.language) or _covers(pair.claim, wanted, years):
            continue
        if _is_near(pair.claim, wanted, known):
            continue
        other = _in_its_place(pair, wanted)
        if other is not None:
            yield _differing(pair, wanted, other)
        elif not _may_be_counted(wanted):
            yield Found(Aspect.NUMBER, Relation.MISSING, (wanted.first, wanted.last), None)


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


def _is_near(claim: ReadText, wanted: Quantity, known: KnownFigures) -> bool:
    """
    Whether a number of the passage carries one of the claim that is not the same.

    "More than 400" is carried by 443, "about 50" by 49, "5.5 million" by 5,512,345. But 100
    centuries, which are more than 100 years, are hardly meant by them.
    """
    measure = wanted.unit.dimension if wanted.unit else None
    for size, raw in sizes_of(wanted, claim.language):
        for low, high in _ranges(claim, wanted, size):
            if any(other != raw for _, other in known.between(measure, low, high)):
                return True
    return False


def _ranges(claim: ReadText, wanted: Quantity, size: Fraction) -> Iterator[Range]:
    """Give the ranges in which a number would carry the claim's."""
    bound = bound_of(claim, wanted)
    if bound:
        yield (size, None) if bound.value in LOWER_BOUNDS else (None, size)
    before = overlapping(claim.quantifiers, wanted.first - 1, wanted.first)
    if any(mark.value == ABOUT for mark in before):
        tenth = abs(size) / 10
        yield size - tenth, size + tenth
    if abs(size) >= _ROUNDED and size.denominator == 1:
        digits = str(abs(size.numerator))
        told = len(digits.rstrip("0"))
        if told >= _TOLD:
            half = Fraction(10 ** (len(digits) - told), 2)
            yield size - half, size + half


def _differing(pair: Pair, wanted: Quantity, other: Quantity) -> Found:
    languages = (pair.claim.language, pair.passage.language)
    aspect = Aspect.UNIT if same_number(wanted, other, languages) else Aspect.NUMBER
    return Found(aspect, Relation.DIFFERS, (wanted.first, wanted.last), (other.first, other.last))


def _in_its_place(pair: Pair, wanted: Quantity) -> Quantity | None:
    """Return the number that the passage has for what the claim counts, if there is just one."""
    sentence = pair.best
    if sentence is None or not (sentence.is_same_matter or _is_translated(pair)):
        return None
    within = overlapping(pair.passage.quantities, sentence.first, sentence.last)
    if len(within) > _MOST_CANDIDATES:
        return None
    alike = [
        one
        for one in within
        if one.label is None and one.reading is not None and _counts_alike(pair, wanted, one)
    ]
    if len(alike) > 1:
        # What the claim has as well stands for itself: "from 8.8 to 1.2" for "from 8.8 to 2.1".
        own = KnownFigures((pair.claim,))
        alike = [one for one in alike if not own.have(one, pair.passage.language)]
    return alike[0] if len(alike) == 1 else None


def _is_translated(pair: Pair) -> bool:
    """Whether a single sentence is all there is, and seems to be in another language."""
    alone = len(pair.sentences) == 1 and pair.sentences[0].shared == 0
    languages = pair.claim.likely, pair.passage.likely
    return alone and languages[0] != languages[1]


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
