"""Counts the lists of a Word document: the numbers that a reader sees and no run has."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from citation_engine.formats.office.docx_styles import ListPlace
from citation_engine.formats.office.xml_lookup import is_on, number_of, value_of
from citation_engine.formats.xml import Element

BULLET = "•"
_LEVELS = 9
_PLACE = re.compile(r"%([1-9])")
_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l")),
    *((40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


@dataclass(frozen=True, slots=True)
class _Level:
    format: str = "decimal"
    label: str = ""
    start: int = 1
    style: str = ""
    legal: bool = False


@dataclass(slots=True)
class _List:
    """A list: its levels, and how far each has been counted. Several numbers may share it."""

    levels: dict[int, _Level]
    counts: dict[int, int] = field(default_factory=dict)


class Lists:
    """The lists of a document while it is read from the beginning to the end."""

    def __init__(self, numbering: Element | None) -> None:
        every = numbering.children if numbering else []
        top = every[0].children if len(every) == 1 else every
        self._lists = {
            one.get("abstractNumId"): _List(_levels(one))
            for one in top
            if one.name == "abstractNum"
        }
        self._numbers = {one.get("numId"): one for one in top if one.name == "num"}
        self._started: set[str] = set()

    def label(self, place: ListPlace, style: str = "") -> str:
        """The sign before the next paragraph at this place; empty where it has none."""
        number = self._numbers.get(place.list)
        found = self._lists.get(value_of(number, "abstractNumId") or "")
        if number is None or found is None:
            return ""
        level = place.level
        if level is None:
            level = next((n for n, one in found.levels.items() if style and one.style == style), 0)
        self._start(place.list, number, found)
        return _next_label(found, min(max(level, 0), _LEVELS - 1))

    def _start(self, name: str, number: Element, found: _List) -> None:
        """The first use of a number may start its list anew."""
        if name in self._started:
            return
        self._started.add(name)
        for one in number.children:
            level, start = number_of(one.get("ilvl")), value_of(one, "startOverride")
            if one.name == "lvlOverride" and level is not None and number_of(start) is not None:
                found.counts[level] = (number_of(start) or 0) - 1


def _next_label(found: _List, level: int) -> str:
    own = found.levels.get(level, _Level())
    if own.format == "bullet":
        return BULLET
    for upper in range(level):
        found.counts.setdefault(upper, found.levels.get(upper, _Level()).start)
    found.counts[level] = found.counts.get(level, own.start - 1) + 1
    for deeper in range(level + 1, _LEVELS):
        found.counts.pop(deeper, None)

    def counted(match: re.Match[str]) -> str:
        which = int(match[1]) - 1
        format = found.levels.get(which, _Level()).format
        return written_number(found.counts.get(which, 1), "decimal" if own.legal else format)

    return "" if own.format == "none" else _PLACE.sub(counted, own.label).strip()


def _levels(abstract: Element) -> dict[int, _Level]:
    levels = {}
    for one in abstract.children:
        number = number_of(one.get("ilvl"))
        if one.name == "lvl" and number is not None and 0 <= number < _LEVELS:
            start = number_of(value_of(one, "start"))
            levels[number] = _Level(
                format=value_of(one, "numFmt") or "decimal",
                label=value_of(one, "lvlText") or "",
                start=1 if start is None else start,
                style=value_of(one, "pStyle") or "",
                legal=is_on(one, "isLgl") or False,
            )
    return levels


def written_number(number: int, format: str) -> str:
    """A number in a format of Word; unknown formats are written in digits."""
    return _FORMATS.get(format, str)(number)


def _letters(number: int) -> str:
    """Letters from a to z, then aa, bb and so on."""
    if not 1 <= number <= 26 * 20:
        return str(number)
    return chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)


def _roman(number: int) -> str:
    if not 1 <= number < 4000:
        return str(number)
    signs = []
    for value, sign in _ROMAN:
        count, number = divmod(number, value)
        signs.append(sign * count)
    return "".join(signs)


_FORMATS: dict[str, Callable[[int], str]] = {
    "none": lambda _: "",
    "decimalZero": lambda number: f"{number:02}",
    "lowerLetter": _letters,
    "upperLetter": lambda number: _letters(number).upper(),
    "lowerRoman": _roman,
    "upperRoman": lambda number: _roman(number).upper(),
}
