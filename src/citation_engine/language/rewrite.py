"""Replacing stretches of a text, with the way back to the original's offsets."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

# Start and end in the original, and what stands there instead.
Change = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Rewritten:
    """
    A rewritten text and the units in which its offsets differ from the original's.

    A unit is a changed stretch that is not one character for one; between units the two texts
    run in step. So the map is as long as the changes, not as the text.
    """

    text: str
    old_starts: tuple[int, ...]
    old_ends: tuple[int, ...]
    new_starts: tuple[int, ...]
    new_ends: tuple[int, ...]

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """
        Return the smallest stretch of the original that `start` to `end` stands for.

        What was dropped just before or after it stays outside.
        """
        if start >= end:
            return (self._old_start(start),) * 2
        return self._old_start(start), self._old_end(end)

    def splits(self, position: int) -> bool:
        """Whether `position` is inside a unit: its left and right are one thing in the original."""
        unit = bisect_right(self.new_starts, position - 1) - 1
        return unit >= 0 and self.new_starts[unit] < position < self.new_ends[unit]

    def position(self, old: int) -> int:
        """Return where the original's offset `old` is now; inside a unit, where the unit starts."""
        unit = bisect_right(self.old_starts, old) - 1
        if unit < 0:
            return old
        if old < self.old_ends[unit]:
            return self.new_starts[unit]
        return self.new_ends[unit] + old - self.old_ends[unit]

    def _old_start(self, position: int) -> int:
        unit = bisect_right(self.new_starts, position) - 1
        if unit < 0:
            return position
        if position < self.new_ends[unit]:
            return self.old_starts[unit]
        return self.old_ends[unit] + position - self.new_ends[unit]

    def _old_end(self, position: int) -> int:
        unit = bisect_left(self.new_ends, position)
        if unit < len(self.new_ends) and self.new_starts[unit] < position:
            return self.old_ends[unit]
        if unit == 0:
            return position
        return self.old_ends[unit - 1] + position - self.new_ends[unit - 1]


def rewrite(text: str, changes: Iterable[Change]) -> Rewritten:
    """Return `text` with `changes` made; they come in order and do not overlap."""
    pieces: list[str] = []
    units: list[tuple[int, int, int, int]] = []
    done = length = 0
    for start, end, new in changes:
        pieces += (text[done:start], new)
        length += start - done
        if end - start != 1 or len(new) != 1:
            units.append((start, end, length, length + len(new)))
        length += len(new)
        done = end
    pieces.append(text[done:])
    columns = tuple(zip(*units, strict=True)) or ((), (), (), ())
    return Rewritten("".join(pieces), *columns)
