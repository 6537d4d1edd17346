"""Numbers and their units: which of one text the other has, and which it has otherwise."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from citation_engine.language.numbers import MARK, Quantity
from citation_engine.language.units import may_be_one
from citation_engine.model.conflict import Aspect
from citation_engine.verify.guards.lexicon import Mark
from citation_engine.verify.guards.quantifiers import LOWER_BOUNDS, UPPER_BOUNDS
from citation_engine.verify.guards.reading import ReadText, overlapping


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


def changed(
    quote: ReadText, source: ReadText, ours: Iterable[Quantity], theirs: Iterable[Quantity]
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


def bound_of(read: ReadText, quantity: Quantity) -> Mark | None:
    """Return the word before a number that makes it the least or the most: "at least ten"."""
    before = overlapping(read.quantifiers, quantity.first - 1, quantity.first)
    bounds = [mark for mark in before if mark.value in LOWER_BOUNDS | UPPER_BOUNDS]
    return bounds[-1] if bounds else None
