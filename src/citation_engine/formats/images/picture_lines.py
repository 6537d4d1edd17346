"""
Puts the words that were found in a picture into reading order: columns, then lines.

A column is told from a table by its width: prose has long lines on both sides of the gap.
Positions are in pixels from the top left, as they are in the picture.
"""

from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

# The gap between columns, and the least width of one, in heights of a line.
_GAP = 0.8
_LEAST_WIDTH = 8.0
_LEAST_LINES = 3
# How much of the lower of two boxes must lie beside the other to be on the same line.
_SAME_LINE = 0.5
# Beyond this many rows, columns below a heading are not looked for.
_MOST_ROWS = 200


class Words(NamedTuple):
    """Words found together: their box, and where each character begins and ends along them."""

    left: float
    top: float
    right: float
    bottom: float
    text: str
    edges: tuple[tuple[float, float], ...]
    score: float = 1.0
    # The line runs down the picture or up; edges are then counted from the top.
    upright: bool = False

    @property
    def height(self) -> float:
        """The height of the letters, about."""
        return self.right - self.left if self.upright else self.bottom - self.top


Row = list[Words]


def reading_order(found: Sequence[Words]) -> list[Row]:
    """Return the lines in the order in which a person reads them, each from left to right."""
    if not found:
        return []
    height = median(words.height for words in found)
    return list(_ordered(list(found), height))


def _ordered(found: Row, height: float) -> Iterator[Row]:
    if gap := _column_gap(found, height):
        yield from _ordered([words for words in found if words.right <= gap], height)
        yield from _ordered([words for words in found if words.right > gap], height)
        return
    rows = _rows(found)
    if columns := _rows_in_columns(rows, height):
        first, last = columns
        yield from rows[:first]
        yield from _ordered([words for row in rows[first:last] for words in row], height)
        yield from _ordered([words for row in rows[last:] for words in row], height)
        return
    yield from rows


def _rows(found: Row) -> list[Row]:
    """Boxes beside one another as one line, from the top to the bottom."""
    rows: list[Row] = []
    for words in sorted(found, key=lambda words: (words.top + words.bottom) / 2):
        if rows and _beside(rows[-1][-1], words):
            rows[-1].append(words)
        else:
            rows.append([words])
    return [sorted(row, key=lambda words: words.left) for row in rows]


def _beside(one: Words, other: Words) -> bool:
    shared = min(one.bottom, other.bottom) - max(one.top, other.top)
    lower = min(one.bottom - one.top, other.bottom - other.top)
    return not one.upright and not other.upright and shared > _SAME_LINE * lower


def _column_gap(found: Row, height: float) -> float | None:
    """Where a gap runs from the top to the bottom with prose on both sides, or None."""
    reach = None
    for words in sorted(found, key=lambda words: words.left):
        if reach is not None and words.left - reach >= _GAP * height:
            sides = (
                [one for one in found if one.right <= reach],
                [one for one in found if one.left >= words.left],
            )
            if all(_is_prose(side, height) for side in sides):
                return reach
        reach = words.right if reach is None else max(reach, words.right)
    return None


def _is_prose(side: Row, height: float) -> bool:
    rows = _rows(side)
    widths = [row[-1].right - row[0].left for row in rows]
    return len(rows) >= _LEAST_LINES and median(widths) >= _LEAST_WIDTH * height


def _rows_in_columns(rows: list[Row], height: float) -> tuple[int, int] | None:
    """The longest stretch of rows that stands in columns, where the whole does not."""
    count = len(rows)
    if count > _MOST_ROWS:
        return None
    for length in range(count - 1, _LEAST_LINES - 1, -1):
        for first in range(count - length + 1):
            stretch = [words for row in rows[first : first + length] for words in row]
            if _column_gap(stretch, height) is not None:
                return first, first + length
    return None
