"""
Folding: one spelling for texts that differ in typography only, with exact offsets back.

Quotation marks, dashes, white space, invisible characters, ligatures, composition and the
ellipsis are folded. Case, accents, digits, signs and all other punctuation are kept: texts of
equal fold say the same words.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from citation_engine.language.line_ends import Unhyphenated, unhyphenate
from citation_engine.language.rewrite import Change, Rewritten, rewrite
from citation_engine.language.typography import (
    DASHES,
    DOUBLE_QUOTES,
    ELLIPSIS,
    HYPHENS,
    INVISIBLE,
    LINE_END_BREAK,
    SINGLE_QUOTES,
    SOFT_HYPHEN,
    differences,
    expand,
    is_mark,
)

# Part of what an index or a snapshot was made with: raise it when any fold changes.
FOLD_VERSION = 1

_QUOTE, _INCH = "'", '"'
_PLAIN = str.maketrans(
    dict.fromkeys(DASHES, "-") | dict.fromkeys(SINGLE_QUOTES + DOUBLE_QUOTES, _QUOTE)
)
_FOLDED_QUOTES = (SINGLE_QUOTES + DOUBLE_QUOTES).replace(_QUOTE, "")
_FOLDED_DASHES = DASHES.replace("-", "")
_REPLACED = {"space": " ", "invisible": "", "dash": "-", "ellipsis": "..."}
# Letters that no fold changes, in runs, so that most texts are passed over quickly.
_PLAIN_LETTERS = (
    r"\xc0-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e\u0391-\u03a1\u03a3-\u03c9"
    r"\u0400-\u0481\u048a-\u052f\u05d0-\u05ea\u0621-\u063a\u0641-\u064a"
    r"\u3041-\u3094\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3"
)
_STOP = re.compile(rf"[^\x20\x21\x23-\x2c\x2e-\x5f\x61-\x7e{_PLAIN_LETTERS}]|\x20\x20")
_SPACE = re.compile(rf"[^\S ][\s{INVISIBLE}]*|\x20[{INVISIBLE}]*\s[\s{INVISIBLE}]*")
_SPECIAL = re.compile(
    rf"(?P<line_end>{LINE_END_BREAK})"
    rf"|(?P<space>{_SPACE.pattern})"
    rf"|(?P<invisible>[{INVISIBLE}]+)"
    rf"|(?P<quote>[{_FOLDED_QUOTES}])"
    rf"|(?P<dash>[{_FOLDED_DASHES}])"
    rf"|(?P<ellipsis>{ELLIPSIS})"
    rf"|(?P<other>[^\x00-\x7f{_PLAIN_LETTERS}"
    rf"\s{INVISIBLE}{_FOLDED_QUOTES}{_FOLDED_DASHES}{ELLIPSIS}]+)"
)


@dataclass(frozen=True, slots=True)
class Folded:
    """
    A folded text and the way back to the original's offsets.

    A hyphen at a line end is dropped from `text` between letters, because it may only split a
    word. `line_ends` is there when the text has such places, and tells how else to read them.
    """

    original: str
    rewritten: Rewritten
    line_ends: Unhyphenated | None

    @property
    def text(self) -> str:
        """The folded text."""
        return self.rewritten.text

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Return the half-open stretch of the original that `start` to `end` was folded from."""
        return self.rewritten.origin(start, end)


def fold(text: str) -> Folded:
    """Return `text` folded, in one pass that stops only at places that may need a change."""
    split_words: list[int] = []
    open_dashes: list[int] = []
    rewritten = rewrite(text, _changes(text, split_words, open_dashes))
    if not split_words and not open_dashes:
        return Folded(text, rewritten, None)
    places = ([rewritten.position(at) for at in found] for found in (split_words, open_dashes))
    return Folded(text, rewritten, unhyphenate(rewritten.text, *places))


def _changes(text: str, split_words: list[int], open_dashes: list[int]) -> Iterator[Change]:
    """Yield every change, and note in the two lists the line-end breaks it meets."""
    done = 0
    while stop := _STOP.search(text, done):
        special = _special_at(text, stop.start(), done)
        start, end = special.span() if special else stop.span()
        match special and special.lastgroup:
            case None:
                pass
            case "other":
                yield from _clusters(text, start, end, done)
            case "quote":
                yield start, end, _quote(text, start)
            case "line_end":
                change = _line_end(text, start, end)
                if _joins(text, start, end, str.isalnum):
                    (split_words if change[2] == "" else open_dashes).append(start)
                yield change
                end = change[1]
            case kind:
                yield start, end, _REPLACED[str(kind)]
        done = end


def _special_at(text: str, start: int, done: int) -> re.Match[str] | None:
    """Return what may need a change at `start`; a space before white space belongs to it."""
    if start > done and text[start - 1] == " " and _SPACE.match(text, start - 1):
        start -= 1
    return _SPECIAL.match(text, start)


def _line_end(text: str, start: int, end: int) -> Change:
    """Return the change at a hyphen or dash before a line end: a split word is made whole."""
    if text[start] == SOFT_HYPHEN:
        return start, end if _joins(text, start, end, str.isalnum) else start + 1, ""
    if text[start] in HYPHENS and _joins(text, start, end, str.isalpha):
        return start, end, ""
    return start, start + 1, "-"


def _joins(text: str, start: int, end: int, kind: Callable[[str], bool]) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    return (kind(before) or (before != "" and is_mark(before))) and kind(after)


def _quote(text: str, position: int) -> str:
    """
    Return the folded quotation mark, which is one for all kinds.

    Only after one to three digits are single and double kept apart: 5′ is not 5″.
    """
    before = text[max(0, position - 4) : position]
    measures = before[-1:].isdecimal() and not (len(before) == 4 and before.isdecimal())
    return _INCH if measures and text[position] in DOUBLE_QUOTES else _QUOTE


def _clusters(text: str, start: int, end: int, done: int) -> Iterator[Change]:
    """Yield the changes in a run of other characters, letter by letter with its marks."""
    if _continues(text[start]) and start > done:
        start -= 1
    elif unicodedata.is_normalized("NFKC", text[start:end]):
        return
    while start < end:
        stop = start + 1
        while stop < end and _continues(text[stop]):
            stop += 1
        cluster = text[start:stop]
        folded = _fold_cluster(cluster)
        if folded != cluster:
            yield start, stop, folded
        start = stop


@lru_cache(maxsize=4096)
def _fold_cluster(cluster: str) -> str:
    return unicodedata.normalize("NFC", expand(cluster[0]) + cluster[1:]).translate(_PLAIN)


def _continues(character: str) -> bool:
    """Whether `character` can be composed with the one before: a mark or a Hangul vowel or end."""
    return is_mark(character) or "\u1160" <= character <= "\u11ff"


__all__ = ["FOLD_VERSION", "Folded", "differences", "fold"]
