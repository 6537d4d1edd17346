"""
Finds what a text puts between quotation marks.

A pair of marks counts where it opens before a word and closes after one. A single word between
marks is no quotation: writers set words off like that without quoting anybody.
"""

import re
from collections.abc import Iterator

from citation_engine.model.passage import Span

# Longer stretches between two marks are rather two marks that do not belong together.
LONGEST = 2_000
FEWEST_WORDS = 2
FEWEST_CHARACTERS = 12
# So few words before or behind dots are a pattern of words: "in the amount of …".
MOST_IN_PATTERN = 4
_DOTS = ("…", "...")

# What closes a quotation, by what opens it; the first that comes ends it.
_PAIRS = {
    '"': '"',
    "“": '”“"',
    "”": "”",
    "„": '“”"',
    "»": "«",
    "«": "»",
    "‘": "’‘",
    "‚": "‘’",
    "›": "‹",
    "‹": "›",
    "'": "'",
    "「": "」",
    "『": "』",
}
_MARK = re.compile(r"[\"“”„»«‘’‚›‹'「」『』]")
_SINGLE = frozenset("‘’‚'")


def find_quotes(text: str) -> list[Span]:
    """Return the stretches between quotation marks, without the marks, in order."""
    if not _MARK.search(text):
        return []
    return list(_quotes(text))


def is_quotation(words: str) -> bool:
    """Whether words between quotation marks are long enough to be a quotation."""
    words = words.strip()
    count = len(words.split())
    if words.startswith(_DOTS) or words.endswith(_DOTS):
        count = len(words.strip("….").split())
        if count <= MOST_IN_PATTERN:
            return False
    return any(map(str.isalpha, words)) and (
        count >= FEWEST_WORDS or len(words) >= FEWEST_CHARACTERS
    )


def _quotes(text: str) -> Iterator[Span]:
    marks = list(_MARK.finditer(text))
    at = 0
    while at < len(marks):
        opened = marks[at]
        closing = _closing(text, marks, at) if _may_open(text, opened.start()) else None
        if closing is None:
            at += 1
            continue
        start, end = _trimmed(text, opened.end(), marks[closing].start())
        if start < end and is_quotation(text[start:end]):
            yield Span(start, end)
        at = closing + 1


def _closing(text: str, marks: list[re.Match[str]], at: int) -> int | None:
    """Return the number of the mark that ends the quotation which mark `at` opens, or None."""
    opened = marks[at]
    sign = opened.group()
    nested = 0
    for number in range(at + 1, min(len(marks), at + 60)):
        mark = marks[number]
        if mark.start() - opened.end() > LONGEST:
            return None
        same = mark.group()
        if same in _PAIRS[sign] and _may_close(text, mark.start(), single=sign in _SINGLE):
            if nested:
                nested -= 1
                continue
            return number
        if same == sign and same not in _PAIRS[sign]:
            nested += 1
    return None


def _may_open(text: str, at: int) -> bool:
    if text[at] not in _PAIRS:
        return False
    before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if not after or after.isspace():
        return False
    return not before or before.isspace() or before in "([{–—-/:>*_\u00a0"


def _may_close(text: str, at: int, *, single: bool) -> bool:
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if before.isspace():
        return False
    if single and after.isalnum():
        return False  # An apostrophe inside a word.
    return not after.isalpha()


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
