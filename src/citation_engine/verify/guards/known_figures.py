"""The numbers of a passage, in which those of a claim are looked up."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from fractions import Fraction

from citation_engine.language.numbers import Quantity
from citation_engine.language.units import may_be_one
from citation_engine.verify.guards.dates import year_of
from citation_engine.verify.guards.numbers import values_of
from citation_engine.verify.guards.reading import ReadText

# A size in the smallest unit of its dimension, and the number as it is written.
Size = tuple[Fraction, Fraction]


class KnownFigures:
    """The numbers of texts by what they measure; those without a unit measure None."""

    def __init__(self, texts: Iterable[ReadText]) -> None:
        self._written: set[str] = set()
        self._numbers: dict[str | None, set[Fraction]] = {}
        self._sizes: dict[str | None, set[Fraction]] = {}
        counted: dict[str | None, set[Size]] = {}
        for text in texts:
            for one in text.quantities:
                self._written.add(one.text)
                measure = one.unit.dimension if one.unit else None
                sizes = set(sizes_of(one, text.language))
                self._numbers.setdefault(measure, set()).update(raw for _, raw in sizes)
                self._sizes.setdefault(measure, set()).update(size for size, _ in sizes)
                # A year is a number that any "more than" would be true of.
                if one.label is None and year_of(one) is None:
                    counted.setdefault(measure, set()).update(sizes)
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
