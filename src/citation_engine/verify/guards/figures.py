"""Numbers, units and dates: whether two texts have the same, and which ones a passage lacks."""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations, permutations, product

from citation_engine.language.dates import Date, Day
from citation_engine.language.numbers import ARTICLES, MARK, Quantity
from citation_engine.language.units import UNITS, family_of, may_be_one
from citation_engine.model.verdict import Aspect, Relation
from citation_engine.verify.guards.passages import (
    ABOUT,
    LOWER_BOUNDS,
    UPPER_BOUNDS,
    Clash,
    GuardedText,
    Pair,
    PassageSentence,
    Placed,
    WordMark,
    overlapping,
)

_SHARE, _POINTS, _MONTHS = "share", "points", "months"


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


def carries_date(dates: Sequence[Date], years: frozenset[int], wanted: Date) -> bool:
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


def measure_of(quantity: Quantity) -> str | None:
    """Return what a number measures; without a unit "half" and "two thirds" are shares."""
    if quantity.unit is not None or quantity.reading is None:
        return quantity.unit.dimension if quantity.unit else None
    in_digits = quantity.text[0].isdigit() and "/" not in quantity.text
    return _SHARE if not in_digits and 0 < quantity.reading.english < 1 else None


def values_of(quantity: Quantity, language: str | None) -> frozenset[Fraction]:
    """Return what a number can be, its unit aside."""
    return quantity.reading.by(language) if quantity.reading else frozenset()


def same_number(left: Quantity, right: Quantity, languages: Sequence[str | None]) -> bool:
    """Whether two numbers can be the same, whatever they count."""
    if left.reading is None or right.reading is None:
        return left.text == right.text
    return not values_of(left, languages[0]).isdisjoint(values_of(right, languages[1]))


def same_quantity(left: Quantity, right: Quantity, languages: Sequence[str | None]) -> bool:
    """
    Whether two numbers with their units can be the same.

    1 km is 1000 m, a decade is ten years, half is 50 %. A number without a unit may have the
    other's, as in a table.
    """
    if left.unit is None and right.unit is None:
        return same_number(left, right, languages)
    if left.unit is None or right.unit is None:
        return same_number(left, right, languages) or _scaled_alike(left, right, languages)
    if not may_be_one(left.unit.dimension, right.unit.dimension):
        return False
    return _scaled_alike(left, right, languages)


def _scaled_alike(left: Quantity, right: Quantity, languages: Sequence[str | None]) -> bool:
    if left.reading is None or right.reading is None:
        return left.text == right.text and left.unit == right.unit
    if "share" not in {unit.dimension for unit in (left.unit, right.unit) if unit} and (
        left.unit is None or right.unit is None
    ):
        return False
    ours, theirs = (
        {value * (one.unit.factor if one.unit else 1) for value in values_of(one, language)}
        for one, language in zip((left, right), languages, strict=True)
    )
    return not ours.isdisjoint(theirs)


def aligned_values(
    left: Sequence[Quantity], right: Sequence[Quantity], language: str | None
) -> bool:
    """
    Whether two stretches of one text in two versions have the same numbers in the same order.

    Both are in one language, so a separator is read the same way in both: "1.000" and "1,000"
    are never the same.
    """
    if len(left) != len(right):
        return False
    pairs = list(zip(left, right, strict=True))
    languages = (language,) if language else ("en", "de")
    return any(all(same_quantity(a, b, (one, one)) for a, b in pairs) for one in languages)


def changed_figures(
    quote: GuardedText, source: GuardedText, ours: Iterable[Quantity], theirs: Iterable[Quantity]
) -> set[Aspect]:
    """Return whether the numbers of two stretches differ, and in what."""
    left, right = list(ours), list(theirs)
    if not left or not right:
        # A reference mark that only one side has says nothing about the matter.
        left, right = ([one for one in side if one.label != MARK] for side in (left, right))
    language = source.language or quote.language
    if aligned_values(left, right, language):
        return set()
    # "a" and "one", "first" and "once" come and go without a figure being meant.
    left, right = ([one for one in side if not one.weak] for side in (left, right))
    if aligned_values(left, right, language):
        return set()
    if any(one.label for one in (*left, *right)):
        return {Aspect.REFERENCE}
    if len(left) == len(right):
        languages = (language,) if language else ("en", "de")
        pairs = list(zip(left, right, strict=True))
        if any(all(same_number(a, b, (one, one)) for a, b in pairs) for one in languages):
            return {Aspect.UNIT}
    return {Aspect.NUMBER}


def bound_of(read: GuardedText, quantity: Quantity) -> WordMark | None:
    """Return the word before a number that makes it the least or the most: "at least ten"."""
    bounds = [mark for mark in _before(read, quantity) if mark.value in LOWER_BOUNDS | UPPER_BOUNDS]
    return bounds[-1] if bounds else None


def _before(read: GuardedText, quantity: Quantity) -> Sequence[WordMark]:
    """Return what stands right before a number or its article: the "about" of "about a third"."""
    at = quantity.first
    if at and read.tokens[at - 1].key in ARTICLES:
        at -= 1
    return overlapping(read.quantifiers, at - 1, at)


def _is_rough(read: GuardedText, quantity: Quantity) -> bool:
    """Whether a word says that a number is not meant to be exact."""
    rough = LOWER_BOUNDS | UPPER_BOUNDS | {ABOUT}
    return any(mark.value in rough for mark in _before(read, quantity))


def are_opposed(left: WordMark, right: WordMark) -> bool:
    """Whether one of two bounds is the least and the other the most."""
    return (left.value in LOWER_BOUNDS) != (right.value in LOWER_BOUNDS)


# A size in the smallest unit of its dimension, and the number as it is written.
Size = tuple[Fraction, Fraction]


class KnownFigures:
    """The numbers of texts by what they measure; those without a unit measure None."""

    def __init__(self, texts: Iterable[GuardedText]) -> None:
        self._written: set[str] = set()
        self._numbers: dict[str | None, set[Fraction]] = {}
        self._sizes: dict[str | None, set[Fraction]] = {}
        counted: dict[str | None, set[Size]] = {}
        for text in texts:
            for one in (one for one in text.quantities if one.label != MARK):
                self._written.add(one.text)
                measure = one.unit.dimension if one.unit else None
                sizes = set(sizes_of(one, text.language))
                self._numbers.setdefault(measure, set()).update(raw for _, raw in sizes)
                self._sizes.setdefault(measure, set()).update(size for size, _ in sizes)
                # A year is a number that any "more than" would be true of.
                if one.label is None and year_of(one) is None:
                    counted.setdefault(measure_of(one), set()).update(sizes)
        self._counted = {measure: sorted(sizes) for measure, sizes in counted.items()}

    def have(self, wanted: Quantity, language: str | None) -> bool:
        """Whether a number with its unit is among these, in any unit that is exactly equal."""
        if wanted.reading is None:
            return wanted.text in self._written
        return any(self._has(wanted, *size) for size in sizes_of(wanted, language))

    def _has(self, wanted: Quantity, size: Fraction, raw: Fraction) -> bool:
        if wanted.unit is None:
            shares = self._sizes.get("share", set())
            return raw in shares or any(raw in numbers for numbers in self._numbers.values())
        bare = self._numbers.get(None, set())
        # A number without a unit may have this one's, as in a table; half is 50 %.
        if raw in bare or (wanted.unit.dimension == "share" and size in bare):
            return True
        return any(
            size in sizes
            for measure, sizes in self._sizes.items()
            if measure is not None and may_be_one(wanted.unit.dimension, measure)
        )

    def between(
        self, measure: str | None, low: Fraction | None, high: Fraction | None
    ) -> Iterator[Size]:
        """Give the sizes from `low` to `high`, either of which may be open."""
        sizes = self._counted.get(measure, [])
        start = 0 if low is None else bisect_left(sizes, low, key=lambda size: size[0])
        for size in sizes[start:]:
            if high is not None and size[0] > high:
                return
            yield size


def sizes_of(quantity: Quantity, language: str | None) -> list[Size]:
    """Return what a number can be: its size, and the number as it is written."""
    factor = quantity.unit.factor if quantity.unit else Fraction(1)
    return [(value * factor, value) for value in sorted(values_of(quantity, language))]


# Up to this, what is counted may be listed instead: "three members" for "A, B and C".
_COUNTED = 3
# From this size on numbers are often rounded, to two digits at least.
_ROUNDED = 1000
_TOLD = 2
# In a sentence with more numbers, none is clearly in another's place.
_MOST_CANDIDATES = 40
# The share of a claim's words, and the words right around a number, that make a place the same.
_SAME_PLACE, _SAME_WORDS = 0.5, 3
# Tokens between the numbers of a share.
_APART = 3
# In a sentence with more numbers, some two of them give any number.
_MOST_COMPUTED = 12
# From this size on a number without a unit tells something that two sentences come to.
_TELLING = 20
# How far a share that is computed, and a number behind "about" or a bound, may be off.
_SHARE_OFF, _ABOUT_OFF = Fraction(1, 50), Fraction(1, 10)
# About how long months are, which have no exact length.
_SECONDS = {"seconds": 1, "months": 2_629_800}
# Digits behind the point of a number that is written with one.
_MOST_DIGITS = 6
# From a size to a size, either of which may be open.
Range = tuple[Fraction | None, Fraction | None]


def of_numbers(pair: Pair, around: Sequence[GuardedText]) -> Iterator[Clash]:
    """
    Give the numbers and units of the claim that the passage does not have.

    What stands among the same words counts, whatever other numbers the passage has.
    """
    known = KnownFigures((pair.passage, *around))
    years = _years(pair.passage, *around)
    for wanted in pair.claim.quantities:
        if wanted.weak or wanted.label or wanted.reading is None:
            continue
        told = known.have(wanted, pair.claim.language) or year_of(wanted) in years
        told = told or _covers(pair.claim, wanted, years)
        other = _in_its_place(pair, wanted)
        if (told and other is None) or (not told and _follows(pair, wanted, known)):
            continue
        if other is not None:
            yield _differing(pair, wanted, other)
        elif not _is_near(pair.claim, wanted, known) and not _may_be_counted(wanted):
            yield Clash(Aspect.NUMBER, Relation.MISSING, (wanted.first, wanted.last), None)


def _covers(claim: GuardedText, wanted: Quantity, years: Collection[int]) -> bool:
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


def _is_near(claim: GuardedText, wanted: Quantity, known: KnownFigures) -> bool:
    """
    Whether a number of the passage carries one of the claim that is not the same.

    "More than 400" is carried by 443, "about 50" by 49, "5.5 million" by 5,512,345. But 100
    centuries, which are more than 100 years, are hardly meant by them.
    """
    for size, raw in sizes_of(wanted, claim.language):
        for low, high in _ranges(claim, wanted, size):
            if any(other != raw for _, other in known.between(measure_of(wanted), low, high)):
                return True
    return False


def _ranges(claim: GuardedText, wanted: Quantity, size: Fraction) -> Iterator[Range]:
    """Give the ranges in which a number would carry the claim's."""
    bound = bound_of(claim, wanted)
    if bound:
        yield (size, None) if bound.value in LOWER_BOUNDS else (None, size)
    elif _is_rough(claim, wanted):
        tenth = abs(size) / 10
        yield size - tenth, size + tenth
    half = _half_of_last_digit(wanted, size)
    yield size - half, size + half
    if abs(size) >= _ROUNDED and size.denominator == 1:
        digits = str(abs(size.numerator))
        told = len(digits.rstrip("0"))
        if told >= _TOLD:
            half = Fraction(10 ** (len(digits) - told), 2)
            yield size - half, size + half


def _half_of_last_digit(wanted: Quantity, size: Fraction) -> Fraction:
    """Return how far a number is from those that are rounded to it: 33 % may be 33.3 %."""
    factor = wanted.unit.factor if wanted.unit else Fraction(1)
    digits = 0
    while digits < _MOST_DIGITS and (size / factor * 10**digits).denominator > 1:
        digits += 1
    return factor / (2 * 10**digits) if digits < _MOST_DIGITS else Fraction(0)


def _differing(pair: Pair, wanted: Quantity, other: Quantity) -> Clash:
    languages = (pair.claim.language, pair.passage.language)
    aspect = Aspect.UNIT if same_number(wanted, other, languages) else Aspect.NUMBER
    return Clash(aspect, Relation.DIFFERS, (wanted.first, wanted.last), (other.first, other.last))


def _in_its_place(pair: Pair, wanted: Quantity) -> Quantity | None:
    """Return another number that stands in the place of the claim's."""
    best = pair.best
    if best and (_is_translated(pair) or (best.share == 1 and best.is_same_matter)):
        alone = _candidates(pair, wanted, best)
        if len(alone) == 1:
            return None if _carries(pair, wanted, alone[0]) else alone[0]
    within = [
        one
        for sentence in pair.sentences
        if sentence.share >= _SAME_PLACE
        for one in _candidates(pair, wanted, sentence)
    ]
    return _among_same_words(pair, wanted, within, lambda one: _carries(pair, wanted, one))


def _among_same_words(
    pair: Pair, wanted: Placed, within: Iterable[Placed], carries: Callable[[Placed], bool]
) -> Placed | None:
    """Return what stands among most of the words that the claim's does, and is another."""
    around = [(_words_around(pair, wanted, one), one) for one in within]
    most = max((words for words, _ in around), default=0)
    best = [one for words, one in around if words == most]
    return best[0] if most >= _SAME_WORDS and not any(map(carries, best)) else None


def _carries(pair: Pair, wanted: Quantity, one: Quantity) -> bool:
    """Whether a number is the claim's, or one that "more than" or "about" is true of."""
    languages = (pair.claim.language, pair.passage.language)
    year = year_of(one)
    if same_quantity(wanted, one, languages) or (year and _covers(pair.claim, wanted, {year})):
        return True
    if _is_converted(wanted, one) and not same_number(wanted, one, languages):
        return True
    ours, theirs = bound_of(pair.claim, wanted), bound_of(pair.passage, one)
    if ours and theirs and not are_opposed(ours, theirs):
        return False
    return measure_of(wanted) == measure_of(one) and any(
        (low is None or low <= other) and (high is None or other <= high)
        for size, _ in sizes_of(wanted, languages[0])
        for low, high in _ranges(pair.claim, wanted, size)
        for other, _ in sizes_of(one, languages[1])
    )


def _is_converted(wanted: Quantity, one: Quantity) -> bool:
    """Whether one number may be the other in a unit without an exact factor: 6.2 miles, 10 km."""
    if not (wanted.unit and wanted.reading and one.unit and one.reading):
        return False
    ours, theirs = wanted.unit.dimension, one.unit.dimension
    if may_be_one(ours, theirs) or family_of(ours) == "share":
        return False
    if {ours, theirs} != _SECONDS.keys():
        return True
    left, right = (
        each.reading.english * each.unit.factor * _SECONDS[each.unit.dimension]
        for each in (wanted, one)
        if each.reading and each.unit
    )
    return abs(left - right) <= _ABOUT_OFF * left


def _candidates(pair: Pair, wanted: Quantity, sentence: PassageSentence) -> list[Quantity]:
    """Return the numbers of a sentence that measure what the claim's does."""
    within = overlapping(pair.passage.quantities, sentence.first, sentence.last)
    if len(within) > _MOST_CANDIDATES:
        return []
    return [one for one in within if one.label is None and _measure_alike(wanted, one)]


def _measure_alike(wanted: Quantity, one: Quantity) -> bool:
    if wanted.reading is None or one.reading is None:
        return False
    if wanted.unit and one.unit:
        return family_of(wanted.unit.dimension) == family_of(one.unit.dimension)
    years = year_of(wanted) is None, year_of(one) is None
    return measure_of(wanted) == measure_of(one) and years[0] == years[1]


def _words_around(pair: Pair, wanted: Placed, one: Placed) -> int:
    """Return how many words right before and behind are the same; 0 if none of them tells."""
    before = _alike(pair, wanted.first - 1, one.first - 1, -1)
    behind = _alike(pair, wanted.last, one.last, 1)
    places = (
        *range(wanted.first - before, wanted.first),
        *range(wanted.last, wanted.last + behind),
    )
    return before + behind if any(pair.claim.is_content(at) for at in places) else 0


def _alike(pair: Pair, ours: int, theirs: int, step: int) -> int:
    count = 0
    while 0 <= ours < len(pair.claim.tokens) and 0 <= theirs < len(pair.passage.tokens):
        if pair.claim.stem(ours) != pair.passage.stem(theirs):
            break
        count, ours, theirs = count + 1, ours + step, theirs + step
    return count


def _is_translated(pair: Pair) -> bool:
    """Whether a single sentence is all there is, and seems to be in another language."""
    alone = len(pair.sentences) == 1 and pair.sentences[0].shared == 0
    languages = pair.claim.likely, pair.passage.likely
    return alone and languages[0] != languages[1]


# What is measured, how much of it, and how much one of its unit is.
_Measured = tuple[str | None, Fraction, Fraction]


def _follows(pair: Pair, wanted: Quantity, known: KnownFigures) -> bool:
    """Whether a number of the claim follows from the passage, alone or with the one beside it."""
    return _is_computed(pair, wanted) or _is_share(pair.claim, wanted, known)


def _is_share(claim: GuardedText, wanted: Quantity, known: KnownFigures) -> bool:
    """Whether a number makes a share with the one beside it that is known: "four out of five"."""
    beside = overlapping(claim.quantities, wanted.first - _APART, wanted.last + _APART)
    pairs = product(*(sizes_of(one, claim.language) for one in beside)) if len(beside) == 2 else ()
    return any(
        0 < part < whole and any(known.between(_SHARE, *_about(part / whole)))
        for part, whole in (sorted(size for size, _ in both) for both in pairs)
    )


def _about(size: Fraction) -> tuple[Fraction, Fraction]:
    return size * (1 - _SHARE_OFF), size * (1 + _SHARE_OFF)


def _is_computed(pair: Pair, wanted: Quantity) -> bool:
    """
    Whether numbers of one or two sentences that speak of the claim give one of the claim.

    "Rose from 40 to 50" says by 10 and by a quarter; "42 of 60" are 70 %; all but 80 % are a
    fifth. Two sentences give any small number, so that what they come to needs a unit or a size.
    """
    off = _ABOUT_OFF if _is_rough(pair.claim, wanted) else Fraction(0)
    ours = _measured(wanted, pair.claim.language)
    speaking = [sentence for sentence in pair.sentences if sentence.shared]
    told = any(size >= _TELLING for _, size, _ in ours) or measure_of(wanted) is not None
    places = [(one,) for one in speaking] + (list(combinations(speaking, 2)) if told else [])
    return any(
        measure == its and abs(value - size) <= max(off, may_be_off) * abs(size)
        for place in places
        for its, value, may_be_off in _computed(pair.passage, place)
        for measure, size, _ in ours
    )


def _computed(
    passage: GuardedText, place: Iterable[PassageSentence]
) -> Iterator[tuple[str | None, Fraction, Fraction]]:
    """Give what the numbers of a place come to, one or two of them, and how far it may be off."""
    counted = [
        one
        for sentence in place
        for one in overlapping(passage.quantities, sentence.first, sentence.last)
        if one.label is None and one.reading is not None
    ]
    if len(counted) > _MOST_COMPUTED:
        return
    sizes = [_measured(one, passage.language) for one in counted]
    for measure, size, _ in chain.from_iterable(sizes):
        if measure == _SHARE:
            yield _SHARE, 1 - size, _SHARE_OFF
    for left, right in permutations(range(len(counted)), 2):
        if not _are_ends(passage, counted[min(left, right)], counted[max(left, right)]):
            for one, other in product(sizes[left], sizes[right]):
                yield from _of_two(one, other)


def _are_ends(passage: GuardedText, left: Quantity, right: Quantity) -> bool:
    """Whether two numbers are the ends of one range, which come to nothing: "2-5 times"."""
    return passage.words(left.last, right.first) == "-"


def _measured(quantity: Quantity, language: str | None) -> list[_Measured]:
    if year := year_of(quantity):
        return [(_MONTHS, Fraction(12 * year), Fraction(12))]
    factor = quantity.unit.factor if quantity.unit else Fraction(1)
    return [(measure_of(quantity), size, factor) for size, _ in sizes_of(quantity, language)]


def _of_two(left: _Measured, right: _Measured) -> Iterator[tuple[str | None, Fraction, Fraction]]:
    (measure, a, factor), (other, b, other_factor) = left, right
    if measure == _SHARE and other != _SHARE:
        yield other, a * b, _SHARE_OFF
    if measure is None and other is not None:
        measure, a = other, a * other_factor
    elif other is None and measure is not None:
        other, b = measure, b * factor
    if measure != other:
        return
    yield measure, a - b, Fraction(0)
    yield measure, a + b, Fraction(0)
    if measure == _SHARE:
        yield _POINTS, 100 * (a - b), Fraction(0)
    if b:
        yield _SHARE, a / b, _SHARE_OFF
        yield _SHARE, abs(a - b) / abs(b), _SHARE_OFF


def _may_be_counted(wanted: Quantity) -> bool:
    if wanted.unit is not None or wanted.reading is None:
        return False
    return 0 < wanted.reading.english <= _COUNTED and wanted.reading.english.denominator == 1


def _years(*texts: GuardedText) -> frozenset[int]:
    years = {day.year for text in texts for date in text.dates for day in date.days if day.year}
    numbers = {year_of(one) for text in texts for one in text.quantities}
    return frozenset(years | {year for year in numbers if year})


def of_dates(pair: Pair, around: Sequence[GuardedText]) -> Iterator[Clash]:
    """Give the dates of the claim that the passage does not have."""
    texts = (pair.passage, *around)
    dates = [date for text in texts for date in text.dates]
    years = _years(*texts)
    for wanted in pair.claim.dates:
        other = _date_in_its_place(pair, wanted, years)
        if other is not None:
            place = (other.first, other.last)
            yield Clash(Aspect.DATE, Relation.DIFFERS, (wanted.first, wanted.last), place)
        elif not carries_date(dates, years, wanted):
            yield Clash(Aspect.DATE, Relation.MISSING, (wanted.first, wanted.last), None)


def _date_in_its_place(pair: Pair, wanted: Date, years: frozenset[int]) -> Date | None:
    """Return another date that stands in the place of the claim's."""
    within = [
        one
        for sentence in pair.sentences
        if sentence.share >= _SAME_PLACE
        for one in overlapping(pair.passage.dates, sentence.first, sentence.last)
        if _say_alike(wanted, one)
    ]
    return _among_same_words(pair, wanted, within, lambda one: carries_date([one], years, wanted))


def _say_alike(left: Date, right: Date) -> bool:
    """Whether two dates have the same parts: a day, a month or quarter, a year."""
    ours, theirs = (
        {tuple(part is not None for part in day) for day in one.days} for one in (left, right)
    )
    return not ours.isdisjoint(theirs)
