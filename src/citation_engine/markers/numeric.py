"""
The dialect of plain numbers: `[1]`, `[1, 2]`, `[1-3]`, `[1]-[3]`, and `【1】`, `【6:0†source】`.

A number in brackets can be many other things, and those are no markers: the words of a link or all
words of an image, a definition (`[1]: …`), an element of an array (`x[1]`, `row_2[1]`), an
interval (`[0, 1]`), a date, what stands in a formula or behind a backslash, and the label of an
entry in the list of sources. A year alone (`[2024]`) is a marker only where the draft's own list
of sources has that label, or where its numbers plainly reach so far. Raised digits are no markers:
they may as well be exponents.
"""

import re
from collections.abc import Callable, Iterable

from citation_engine.formats.markdown.links import is_link_target
from citation_engine.formats.markdown.shelters import is_sheltered
from citation_engine.markers.numbers import (
    GAP,
    as_one,
    is_reaching,
    listed,
    reaching,
    read_numbers,
    write_numbers,
)
from citation_engine.markers.page import Page, is_definition, is_escaped
from citation_engine.markers.scanning import Grammar, Meaning, replaced, scan, stripped
from citation_engine.model.draft import Marker

DIALECT = "numeric"

_NUMBER = r"\??\d++"
_LIST = listed(_NUMBER)
# Not where the second is the words of a link.
_REACHING = rf"(?:(?=[^\[\]]{{1,2}}\[[^\[\]]*+\](?!\()){reaching(_NUMBER)})?+"
# As some models write it: a message and a result in it, a result and its lines.
_SOURCED = rf"\d{{1,9}}+(?::\d{{1,9}}+)?+{GAP}(?:†[^\[\]【】\n]{{0,200}}+)?+"
_FIRST_NUMBER = re.compile(r"\d+(?::\d+)?")
_YEARS = range(1900, 2100)
_YEAR = re.compile(r"(?:19|20)\d\d")
# What has nothing but digits in brackets and is yet no list of sources.
_OTHER = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-\d{4}"
    r"|0*+\s*+[,;–-].*+"  # An interval that begins with 0.
    r"|\d{1,3}(?:,0\d\d)++|\d{1,3}(?:,\d{3}){2,}+",  # A number with its thousands set off.
    re.DOTALL,
)
_CODE_BEFORE = re.compile(
    r"(?:(?:^|[\s(=,+*!&|;{\[<>-])[a-z]|\w*_\w*|\$[A-Za-z_]\w*"
    r"|\b(?:arr|lst|vec|buf|ptr|idx|args|argv|kwargs|tmp|obj|elem|nums|mat|df|ctx|params?))\Z"
)
_CODE_AFTER = re.compile(r"\.[a-z_]\w{0,40}\(|\s?(?:[-+*/|&]?=(?!=?>)|\+\+|--|<<)\s?[\w\"'\[(]")
_CODE_WORD = re.compile(r"[A-Za-z_]\w{0,60}\Z")
_PAD = "[]［］ \t\n\u200b"


def _understand(words: str) -> Meaning:
    body = as_one(words).strip("[]【】［］")
    if "†" in words or words[0] == "【":
        first = _FIRST_NUMBER.match(body)
        if first and ":" in first[0]:
            return Meaning(names=(first[0],))
        body = first[0] if first and "†" in words else body
    numbers, problem = read_numbers(body.strip())
    return Meaning(numbers, problem=problem)


def _accepts(page: Page, start: int, end: int) -> bool:
    view = page.view
    if view[start] == "【":
        return True
    after = view[end : end + 1]
    if after == "(" and is_link_target(view, end):
        return False
    before = view[start - 1 : start]
    if before and (before == "\\" or before == "!" or before == "_" or before.isalnum()):
        if before == "!" and after == "(":
            return False
        if is_escaped(view, start) or _is_index(view, start, end):
            return False
    if after == ":" and is_definition(view, start, end) and not is_reaching(view[start:end]):
        return False
    return not (
        _is_other(page, as_one(view[start:end]).strip(_PAD))
        or (page.images and is_sheltered(page.image_markup, start, end))
        or (page.formulas and is_sheltered(page.formulas, start, end))
    )


def _is_index(view: str, start: int, end: int) -> bool:
    """Whether this is an element of an array: only where it is clearly code."""
    before = view[max(0, start - 64) : start]
    if _CODE_BEFORE.search(before):
        return True
    if not _CODE_WORD.search(before):
        return False
    return view[start + 1 : end - 1].strip() == "0" or bool(_CODE_AFTER.match(view, end))


def _is_other(page: Page, body: str) -> bool:
    if len(body) < 4:
        return body[:1] == "0" and _OTHER.fullmatch(body) is not None
    if _OTHER.fullmatch(body):
        return True
    if not _YEAR.match(body):
        return False
    numbers, _ = read_numbers(body)
    years = bool(numbers) and all(number in _YEARS for number in numbers)
    return years and not (
        page.counts_in_thousands or all(str(number) in page.long_labels for number in numbers)
    )


GRAMMAR = Grammar(
    DIALECT,
    rf"{GAP}(?:\[{GAP}{_LIST}\]{GAP}\]|{_LIST}\]{_REACHING})",
    _understand,
    _accepts,
    wide=rf"{GAP}(?:{_SOURCED}|{_LIST})[】］]",
)


def find(text: str) -> list[Marker]:
    """Return the markers of a text, in order."""
    return list(scan(Page(text), (GRAMMAR,)))


def format(numbers: Iterable[int], unknown: Iterable[int] = ()) -> str:
    """
    Return the marker for these numbers, in the order given and each once.

    Three or more numbers in a row are a range. Numbers that are `unknown` are written with
    a question mark, as in `[2, ?9]`, so that they point nowhere and can be seen.
    """
    return f"[{write_numbers(numbers, unknown, between=', ')}]"


def replace(text: str, write: Callable[[Marker], str]) -> str:
    """Return the text with each marker as `write` gives it; the rest is unchanged."""
    return replaced(text, find(text), write)


def strip(text: str) -> str:
    """Return the text without its markers; one that cannot be understood stays."""
    return stripped(text, find(text))
