"""The provisions of a law: the headings that a reference can name, and what they hold."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from citation_engine.model.span import Span
from citation_engine.sections.headings import Heading, sections_of
from citation_engine.sections.legal import STRUCTURAL, Kind, Part, arabic, read_part

ANNEXES = frozenset((Kind.ANNEX, Kind.SCHEDULE))
_CITED_ALONE = frozenset((Kind.SECTION, Kind.ARTICLE)) | ANNEXES
_NAMES = (
    *("erst", "zweit", "dritt", "viert", "fünft", "sechst", "siebent", "acht", "neunt", "zehnt"),
    *("elft", "zwölft"),
)
_ORDINAL = re.compile(
    r"(?:(?P<name>\w{4,8})e[rs]|(?P<number>\d{1,2})\.)\s(?P<kind>Buch|Teil|Kapitel|Abschnitt"
    r"|Unterabschnitt|Titel|Untertitel)\b",
    re.IGNORECASE,
)
_BARE_NUMBER = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3}){0,6})\.?(?=\s)")
# Some collections put "(XXXX)" before the headings of repealed sections.
_PREFIX = re.compile(r"\([A-ZÄÖÜ]{2,8}\)\s*")
_VALUE = re.compile(r"(?P<number>\d+)(?P<rest>.*)")


@dataclass(frozen=True, slots=True)
class Provision:
    """A heading with its section; `body` is where its own words begin, `above` what it is in."""

    part: Part
    span: Span
    body: int
    above: "Provision | None"

    @property
    def path(self) -> tuple["Provision", ...]:
        """What it is in, from the largest down to itself."""
        return (*(self.above.path if self.above else ()), self)

    @property
    def annexed(self) -> bool:
        """Whether it is an annex or in one."""
        return any(one.part.kind in ANNEXES for one in self.path)

    def is_in(self, other: "Provision") -> bool:
        """Whether it is below another one."""
        return any(one is other for one in self.path[:-1])

    @property
    def cited_as(self) -> list[Part]:
        """The parts that name it: a section needs no chapter, "2.7" no "2"."""
        path = self.path
        first = next((i for i, one in enumerate(path) if one.part.kind in _CITED_ALONE), 0)
        last = {one.part.kind: one for one in path[first:]}
        parts: list[Part] = []
        for one in path[first:]:
            if one.part.kind not in STRUCTURAL or last[one.part.kind] is one:
                append_part(parts, one.part)
        return parts


def append_part(parts: list[Part], part: Part) -> None:
    """Add a part to a path; "2.7" says all that "2" said."""
    if parts and parts[-1].kind is part.kind and part.value.startswith(f"{parts[-1].value}."):
        parts.pop()
    parts.append(part)


def read_provisions(text: str, headings: Sequence[Heading]) -> list[Provision]:
    """Return the provisions of a law in order."""
    labels = [_label(heading.title) for heading in headings]
    sections = sections_of(text, list(_nested(headings, labels)))
    found: list[Provision] = []
    above: list[Provision] = []
    for heading, label, section in zip(headings, labels, sections, strict=True):
        if label is None:
            continue
        while above and above[-1].span.end <= section.span.start:
            above.pop()
        span = trimmed(text, section.span.start, section.span.end)
        body = min(heading.span.end, span.end)
        found.append(Provision(label, span, body, above[-1] if above else None))
        above.append(found[-1])
    return found


def covers(heading: str, value: str) -> bool:
    """Whether the number, list or range of a heading has a number in it."""
    if not heading or not value:
        return heading == value
    for element in heading.split(","):
        first, _, last = element.partition("-")
        if number_key(first) <= number_key(value) <= number_key(last or first):
            return True
    return False


@lru_cache(maxsize=8192)
def number_key(value: str) -> tuple[int, str]:
    """Return a number in a form that can be compared; a Roman numeral is a number."""
    if found := _VALUE.fullmatch(value):
        return int(found["number"]), found["rest"].casefold()
    if re.fullmatch(r"[IVXLC]{1,8}", value):
        return arabic(value), ""
    return 0, value


def trimmed(text: str, start: int, end: int) -> Span:
    """Return a span without the white space at its end."""
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def _nested(headings: Sequence[Heading], labels: Sequence[Part | None]) -> Iterator[Heading]:
    """Yield the headings with each annex above all that follows, whatever level it was given."""
    annexed = False
    for heading, label in zip(headings, labels, strict=True):
        annexed = annexed or (label is not None and label.kind in ANNEXES)
        level = heading.level
        if annexed:
            level = 12 if label is None else 1 + label.value.count(".")
        if label and label.kind in ANNEXES:
            level = 0
        yield replace(heading, level=level)


def read_ordinal(name: str) -> Part | None:
    """Return the part that "Zweiter Abschnitt" or "3. Kapitel" is, where it is all there is."""
    found = _ORDINAL.fullmatch(name)
    return _ordinal_part(found) if found else None


def _ordinal_part(found: re.Match[str]) -> Part | None:
    name = (found["name"] or "").casefold()
    if name and name not in _NAMES:
        return None
    number = found["number"] or str(_NAMES.index(name) + 1)
    return Part(Kind(found["kind"].capitalize()), number)


def _label(title: str) -> Part | None:
    """Return what a heading counts: "§ 147 …", "Zweiter Abschnitt", "2.7 …", or None."""
    if prefix := _PREFIX.match(title):
        title = title[prefix.end() :]
    if ordinal := _ORDINAL.match(title):
        return _ordinal_part(ordinal)
    found = read_part(title)
    if found and (found[0].kind in STRUCTURAL or found[0].kind is Kind.NUMBER):
        return found[0]
    bare = _BARE_NUMBER.match(title)
    return Part(Kind.NUMBER, bare["number"]) if bare else None
