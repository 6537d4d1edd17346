"""
Marks the values of structured text: where each one stands, by its JSON Pointer.

The text stays as it was written. A value's mark covers it as it stands there, quotation marks and
brackets included; what is inside another value lies inside its mark.
"""

import re
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple

from citation_engine.model.layout import Mark, MarkKind

# A layout is read whole each time; beyond this many marks only the outer values have one.
MOST_MARKS = 20_000
# Longer texts are not looked into: every value would cost time and few could have a mark.
MOST_CHARACTERS = 2_000_000
DEEPEST = 100
LONGEST_KEY = 200
LONGEST_POINTER = 1_000
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[][{}:,]|[^\s"\][{}:,]+')


class Value(NamedTuple):
    """A value: its span, its pointer, and how many values are around it."""

    start: int
    end: int
    pointer: str
    depth: int


class ValueTree:
    """
    The values of a text, told one after another as they are met.

    In a mapping, keys and values take turns. The whole text has the empty pointer.
    """

    def __init__(self) -> None:
        self.values: list[Value] = []
        self._open: list[_Open] = []

    @property
    def depth(self) -> int:
        """How many lists and mappings are not finished."""
        return len(self._open)

    def begin(self, start: int, *, is_mapping: bool) -> None:
        """A list or mapping begins."""
        pointer = self._pointer()
        self._open.append(_Open(start, pointer, is_mapping))

    def end(self, end: int) -> None:
        """The list or mapping that began last ends."""
        inner = self._open.pop()
        self._add(inner.start, end, inner.pointer)

    def scalar(self, start: int, end: int, words: str) -> None:
        """A key or a value that holds no other."""
        outer = self._open[-1] if self._open else None
        if outer and outer.is_mapping and outer.key is None:
            outer.key = words[:LONGEST_KEY]
            return
        self._add(start, end, self._pointer())

    def skip(self) -> None:
        """A value that stands elsewhere, such as an alias."""
        outer = self._open[-1] if self._open else None
        if outer and outer.is_mapping and outer.key is None:
            outer.key = "*"
            return
        self._pointer()

    def _pointer(self) -> str | None:
        """The pointer of the next value; None where it is the key of a mapping or too deep."""
        if not self._open:
            return ""
        outer = self._open[-1]
        if not outer.is_mapping:
            step, outer.items = str(outer.items), outer.items + 1
        elif outer.key is not None:
            step, outer.key = outer.key, None
        else:
            # A list or mapping as a key, as YAML allows it: what is in it has no pointer.
            outer.key = "?"
            return None
        if outer.pointer is None or len(self._open) > DEEPEST:
            return None
        pointer = f"{outer.pointer}/{step.replace('~', '~0').replace('/', '~1')}"
        return pointer if len(pointer) <= LONGEST_POINTER else None

    def _add(self, start: int, end: int, pointer: str | None) -> None:
        if pointer is not None and start < end:
            self.values.append(Value(start, end, pointer, len(self._open)))


class _Open:
    """A list or mapping that is not finished."""

    __slots__ = ("is_mapping", "items", "key", "pointer", "start")

    def __init__(self, start: int, pointer: str | None, is_mapping: bool) -> None:
        self.start = start
        self.pointer = pointer
        self.is_mapping = is_mapping
        self.key: str | None = None
        self.items = 0


def values_of_json(text: str, tree: ValueTree, start: int = 0) -> None:
    """Tell `tree` the values of a text that is known to be JSON."""
    for token in _TOKEN.finditer(text):
        words = token.group()
        if words in "[{":
            tree.begin(start + token.start(), is_mapping=words == "{")
        elif words in "]}":
            tree.end(start + token.end())
        elif words not in ":,":
            name = words[1:-1] if words.startswith('"') else words
            tree.scalar(start + token.start(), start + token.end(), _unescaped(name))


def marks_of(values: Iterable[Value]) -> tuple[Mark, ...]:
    """Marks of the values; of so many that not all can have one, of those down to some depth."""
    values = list(values)
    counts = Counter(value.depth for value in values)
    sums = accumulate(counts.get(depth, 0) for depth in range(DEEPEST + 2))
    deepest = bisect_right(array("q", sums), MOST_MARKS) - 1
    kept = sorted(
        (value for value in values if value.depth <= deepest), key=lambda v: (v.start, -v.end)
    )
    return tuple(
        Mark(kind=MarkKind.VALUE, start=value.start, end=value.end, name=value.pointer)
        for value in kept
    )


def _unescaped(name: str) -> str:
    if "\\" not in name:
        return name
    import json

    unescaped: str = json.loads(f'"{name}"')
    return unescaped
