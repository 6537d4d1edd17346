"""
Reference marks in running text, which people leave out when they quote.

"Networks [22, 21] have led" is quoted as "networks have led". Only what can hardly be anything
else is such a mark: numbers in brackets where the text around has several of them and no word
before asks for them, footnotes in Markdown and Pandoc, notes of encyclopedias, and raised
numbers after a sentence or a plain word. 5 m² keeps its ², [0, 1] stays an interval, and "by
[22]" keeps its author.
"""

import re

from citation_engine.language.fold import Change
from citation_engine.language.vocabulary import pattern, words

_NUMBERS = r"[1-9]\d{0,2}(?:\s?[-\u2013,;]\s?[1-9]\d{0,2}){0,20}"
_NAMED = rf"(?i:{pattern('references', 'NOTE_LABELS')})"
_SURE = re.compile(
    r"\[\^[^\]\s]{1,40}\]"
    rf"|\[(?:(?:{pattern('references', 'SEE_WORDS')})?-?@[\w:.#$%&+?<>~/-]{{1,80}}"
    r"(?:, [^\];@\n]{1,30})?;? ?){1,20}\]"
    rf"|\[{_NAMED}\s?[1-9]\d{{0,2}}\]"
    rf"|\[(?i:{pattern('references', 'EDITORS_MARKS')})\]"
)
_BRACKETED = re.compile(rf"\[{_NUMBERS}\]")
_RAISED = re.compile(
    "[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]{1,3}(?:[,\u02d2\u207b][\u00b9\u00b2\u00b3\u2070\u2074-\u2079]{1,3})*"
)
# A mark after one of these is a word of its sentence: "as shown in [3]", "the interval [1, 2]".
_ASKS = re.compile(
    rf"(?:\b(?:{pattern('references', 'ASKS_FOR_NUMBERS')}|[a-z]\.[a-z])\.?"
    r"|[=<>\u2208+*/(\u00b1\u2264\u2265:-])\s*\Z",
    re.IGNORECASE,
)
# An array's element, as `x[3]`, `row_2[3]` or `f(a)[1]`, is code and not prose.
_CODE = re.compile(r"(?:(?<![^\W\d_])[^\W\d_]{1,3}|[\d_)\]}$])\Z")
_LAST_WORD = re.compile(r"(\w*)\W*\Z")
_PLAIN_WORD = re.compile(r"(?<![\w.,-])(?P<before>[\d.,]+\s)?(?P<word>[^\W\d_]{4,})\Z")
_SENTENCE_END = re.compile(
    r"[^\W\d_][.,;:!?]?[\"'\u201d\u2019\u00bb)]?[.,;:!?][\"'\u201d\u2019\u00bb]?\Z"
)
_GREEK = words("references", "GREEK_LETTERS")
# How many different marks must stand around one in brackets, and how far around.
_FEWEST_OTHERS, _AROUND = 2, 20_000
_BEFORE = 40


def reference_marks(text: str, start: int, end: int) -> list[Change]:
    """
    Return the reference marks between two offsets of a text, as changes that leave them out.

    A space before a mark goes with it where the mark would leave two spaces or one before a
    full stop.
    """
    marks: list[tuple[int, int]] = []
    if text.find("[", start, end) >= 0:
        marks += _sure(text, start, end) + _bracketed(text, start, end)
    if not text[start:end].isascii():
        marks += _raised(text, start, end)
    changes: list[Change] = []
    for first, last in sorted(marks):
        if changes and first < changes[-1][1]:
            continue
        changes.append((_with_space(text, first, last, start), last, ""))
    return changes


def _with_space(text: str, first: int, last: int, start: int) -> int:
    follows = text[last : last + 1]
    if first > start and text[first - 1].isspace() and (not follows or not follows.isalnum()):
        return first - 1
    return first


def _sure(text: str, start: int, end: int) -> list[tuple[int, int]]:
    return [mark.span() for mark in _SURE.finditer(text, start, end)]


def _bracketed(text: str, start: int, end: int) -> list[tuple[int, int]]:
    found = list(_BRACKETED.finditer(text, start, end))
    if not found:
        return []
    low, high = max(0, start - _AROUND), min(len(text), end + _AROUND)
    known = [
        (mark.group(), _word_before(text, mark.start()))
        for mark in _BRACKETED.finditer(text, low, high)
    ]
    return [mark.span() for mark in found if _is_reference(text, mark, known)]


def _is_reference(text: str, mark: re.Match[str], known: list[tuple[str, str]]) -> bool:
    """Whether numbers in brackets refer: others do around them, after other words than these."""
    word = _word_before(text, mark.start())
    others = {other for other, before in known if other != mark.group() and before != word}
    return (
        len(others) >= _FEWEST_OTHERS
        and not _is_asked_for(text, mark.start())
        and not text[mark.end() : mark.end() + 1].startswith(("(", "[", ":", "="))
    )


def _word_before(text: str, at: int) -> str:
    word = _LAST_WORD.search(text[max(0, at - _BEFORE) : at])
    return word[1].lower() if word else ""


def _is_asked_for(text: str, at: int) -> bool:
    before = text[max(0, at - _BEFORE) : at]
    if not before.strip():
        return True
    return bool(_ASKS.search(before) or _CODE.search(before))


def _raised(text: str, start: int, end: int) -> list[tuple[int, int]]:
    return [
        mark.span()
        for mark in _RAISED.finditer(text, start, end)
        if _is_footnote(text, mark.start(), mark.end())
    ]


def _is_footnote(text: str, first: int, last: int) -> bool:
    if text[last : last + 1].isalnum():
        return False
    before = text[max(0, first - _BEFORE) : first]
    if _SENTENCE_END.search(before):
        return True
    word = _PLAIN_WORD.search(before)
    return bool(word and not word["before"] and word["word"].lower() not in _GREEK)
