"""
Finds the parts of a draft that list its sources: `## References`, `Quellen:`, `**Notes**`.

A bracket that begins a line there is the label of an entry, not a marker: it says what the
markers above mean.
"""

import re
from collections.abc import Iterator

from citation_engine.language.blocks import LinePattern
from citation_engine.language.vocabulary import phrases
from citation_engine.model.span import Span

_LISTS = {*phrases("references", "STRICT_LISTS"), *phrases("references", "LOOSE_LISTS")}
_NAMES = "|".join(
    re.escape(name)
    .replace(r"\ ", r"[ \t]+")
    .replace("and", "(?:and|&)")
    .replace("und", "(?:und|&)")
    for name in sorted(_LISTS, key=len, reverse=True)
)
_NUMBER = r"(?:(?:\d{1,3}|[IVXivx]{1,6})(?:\.\d{1,3})*[.)]?[ \t]+)?"
_SIGN = r"(?:[^\w\s#*_\[\]()<>-]{1,4}[ \t]*)?"
_HEADING = LinePattern(
    rf"(?=[^\n]{{4,100}}+(?:\n|\Z))[ \t>\u200b]*+(?:(#{{1,6}})[ \t]*+)?((?:\*\*|__)?)"
    rf"{_NUMBER}{_SIGN}(?:{_NAMES})"
    r"[ \t]*+:?(?:\*\*|__)?[ \t]*+[:#]*+[ \t\r\u200b]*+$",
    re.MULTILINE | re.IGNORECASE,
)
# What ends a section: a heading of any form. The first group is the sign of its level.
_ANY_HEADING = LinePattern(
    r"[ \t>\u200b]{0,20}(?:(#{1,6})[ \t]+\S|\*\*[^*\n]{1,120}\*\*:?[ \t\r]*$"
    r"|(?=\S)(?![-*+>|#\[=]|\d{1,9}[.)])[^\n]{1,120}\n(?:=|-)(?:={2,}|-{2,})[ \t\r]*$)",
    re.MULTILINE,
)
_ENTRY_SIGN = re.compile(r"[\s\u200b]*+(?:[\[【［(*|<^+-]|\d|https?:|=)")
# White space, `>`, the signs of lists and tables, and what makes a label bold.
_BEFORE_LABEL = re.compile(
    r"[ \t>|\u200b]*+(?:(?:[-*+]|\d{1,9}[.)]|[\^\\])[ \t\u200b]*+)*+(?:\*\*|__)?"
)
_WIDEST = 60
_SIGNS = frozenset(("", *"\n \t>|-*+.)^\\_\u200b0123456789"))


def find_sections(text: str) -> list[Span]:
    """Return the sections of a Markdown text that list sources, each from below its heading."""
    return list(_sections(text))


def may_begin_line(text: str, at: int) -> bool:
    """Whether what stands at `at` may begin its line, as far as two characters tell."""
    before = text[at - 1 : at]
    return before in "\n" or (before in _SIGNS and text[at - 2 : at - 1] in _SIGNS)


def begins_line(text: str, at: int) -> bool:
    """Whether nothing but spaces and the signs of lists stands before `at` in its line."""
    start = text.rfind("\n", max(0, at - _WIDEST), at) + 1
    if start == 0 and at > _WIDEST:
        return False
    before = _BEFORE_LABEL.match(text, start, at)
    return before is not None and before.end() == at


def _sections(text: str) -> Iterator[Span]:
    done = 0
    for heading in _HEADING.finditer(text):
        if heading.start(1) < done:
            continue
        level = len(heading[2] or "")
        # A line that merely looks like a heading is one if a list follows.
        if not level and not _ENTRY_SIGN.match(text, heading.end()):
            continue
        done = _end_of(text, heading.end(), level or 6)
        yield Span(heading.end(), done)


def _end_of(text: str, start: int, level: int) -> int:
    for other in _ANY_HEADING.finditer(text, start):
        if len(other[2] or "#") <= level and not _HEADING.match(text, other.start(1)):
            return other.start(1)
    return len(text)
