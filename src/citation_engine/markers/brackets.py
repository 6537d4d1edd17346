"""
The dialect of S-numbers: `[S1]`, `[S1, S3]`, `[S1][S3]`, `[S2-S4]`, `[S2]-[S4]`.

Also as models write it: `[[S1]]`, `[s 1; 3]`, `[S1, p. 24]`, `[Source 1]`, `【S1】`, and with an
address behind it, `[S1](https://…)`, which is then part of the marker.
"""

import re

from citation_engine.formats.markdown.links import IN_PARENTHESES
from citation_engine.language.vocabulary import pattern
from citation_engine.markers.numbers import (
    BARE_PAGE,
    GAP,
    as_one,
    is_reaching,
    listed,
    reaching,
    read_numbers,
    seen,
)
from citation_engine.markers.page import Page, is_definition, is_escaped
from citation_engine.markers.scanning import Grammar, Meaning

DIALECT = "brackets"

_WORD = rf"(?i:{pattern('references', 'MARKER_LABELS')})"
_S = "[sSｓＳ]"
_FIRST = rf"(?:{_WORD}{GAP}[:#]?{GAP}(?:{_S}{GAP})?+|{_S}{GAP}[-_.]?{GAP})\??\d++(?:\s++[sS]\d++)*+"
_OTHER = rf"(?:{_S}{GAP}[-_]?{GAP})?+\??\d++(?:\s++[sS]\d++)*+"
_LIST = listed(_FIRST, _OTHER, place=BARE_PAGE, joint=rf"/(?={GAP}{_S})")
_REACHING = reaching(rf"[sS]{GAP}[-_]?{GAP}\??\d++")
_SPACED = re.compile(r"(?<=\d)\s+(?=[sS]\d)")
_NOT_NUMBERS = re.compile(
    rf"^\W*(?:{_WORD}\s*[:#]?)|(?<![A-Za-z])[sS]\s*[-_]?\s*(?=\??\d)", re.IGNORECASE
)


def _understand(words: str) -> Meaning:
    body = seen(as_one(words.partition("](")[0]).strip("[]【】［］ \t\n")).strip("[] \t\n")
    numbers, problem = read_numbers(_NOT_NUMBERS.sub("", _SPACED.sub(",", body)))
    return Meaning(numbers, problem=problem)


def _accepts(page: Page, start: int, end: int) -> bool:
    if is_escaped(page.view, start):
        return False
    return not is_definition(page.view, start, end) or is_reaching(page.view[start:end])


GRAMMAR = Grammar(
    DIALECT,
    rf"{GAP}(?:\[{GAP}{_LIST}\]{GAP}\]|{_LIST}\]{_REACHING})(?:{IN_PARENTHESES})?+",
    _understand,
    _accepts,
    wide=rf"{GAP}{_LIST}[】］]",
)
