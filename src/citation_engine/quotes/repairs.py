"""
Words that are a quotation's but for the text's reference marks, quotation marks or encoding.

These are taken back only around the nearest words, and then the words must be the same.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citation_engine.language.fold import DOUBLE_QUOTES, Change, differences, fold, rewrite
from citation_engine.model.passage import Span
from citation_engine.quotes.places import normalised_places
from citation_engine.quotes.reference_marks import reference_marks
from citation_engine.quotes.skeleton_places import Quotation

_MOST_TIMES = 3
# What the bytes from 0x80 are in Windows-1252, those it leaves undefined as in Latin-1.
_CHARACTERS = {
    bytes([byte]).decode("windows-1252", "ignore") or chr(byte): byte for byte in range(0x80, 0x100)
}
_BYTES = _CHARACTERS | {chr(byte): byte for byte in range(0x80, 0x100)}
_CONTINUED = re.escape("".join(c for c, byte in sorted(_BYTES.items()) if byte < 0xC0))
# Bytes that begin a character of several bytes in UTF-8, and those that go on with it.
_MISREAD = re.compile(
    rf"(?:[\u00c2-\u00df][{_CONTINUED}]|[\u00e0-\u00ef][{_CONTINUED}]{{2}}"
    rf"|[\u00f0-\u00f4][{_CONTINUED}]{{3}})+"
)
# Most texts have no two such characters in a row, which is quick to see.
_SUSPECT = re.compile(r"[\u00c2-\u00f4][^\x00-\x7f]")


def misread(text: str) -> list[Change]:
    """Return the stretches of a text that were read in the wrong encoding, with what they mean."""
    if text.isascii() or not _SUSPECT.search(text):
        return []
    changes: list[Change] = []
    for found in _MISREAD.finditer(text):
        meant = _meant(found.group())
        if meant is not None:
            changes.append((*found.span(), meant))
    return changes


def mended(text: str) -> str | None:
    """Return a text with its misread stretches mended, or None where there are none."""
    new = text
    for _ in range(_MOST_TIMES):
        changes = misread(new)
        if not changes:
            break
        for start, end, meant in reversed(changes):
            new = new[:start] + meant + new[end:]
    return None if new == text else new


def _meant(characters: str) -> str | None:
    try:
        return bytes(_BYTES[c] for c in characters).decode("utf-8")
    except (KeyError, UnicodeDecodeError):
        return None


# What is said of words that differ in these ways.
ENCODING = "character encoding"
REFERENCE_MARKS = "reference marks"
INNER_MARKS = "quotation marks within it"
# Behind a digit it may be inches, and between two words it parts them.
_INNER = re.compile(rf"(?<!\w)[{DOUBLE_QUOTES}]|(?<!\d)[{DOUBLE_QUOTES}](?!\w)")
# Characters around the nearest words that are read with them.
_AROUND = 160
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Mended:
    """Where the words stand, and in what they differ from the quotation."""

    place: Span
    differences: tuple[str, ...]


def find_mended(quote: Quotation, text: str, nearest: Span) -> Mended | None:
    """Return where the words of `quote` are around the nearest ones, once those are mended."""
    low, high = max(0, nearest.start - _AROUND), min(len(text), nearest.end + _AROUND)
    marks = _left_out(quote.text, text, reference_marks(text, low, high))
    wrong = [(start + low, end + low, new) for start, end, new in misread(text[low:high])]
    for changes in _ways(marks, wrong):
        found = _compare(quote, text, low, high, changes)
        if found:
            return found
    if any(mark in quote.text for mark in DOUBLE_QUOTES):
        return None
    inner = [(low + one.start(), low + one.end(), "") for one in _INNER.finditer(text[low:high])]
    found = _compare(quote, text, low, high, inner)
    if found is None:
        return None
    others = (kind for kind in found.differences if not kind.startswith(REFERENCE_MARKS))
    return Mended(found.place, (*others, INNER_MARKS))


def _ways(marks: list[Change], wrong: list[Change]) -> Iterator[list[Change]]:
    """Yield what may be mended: the one, the other, or both."""
    if marks:
        yield marks
    if wrong:
        yield wrong
    if marks and wrong:
        apart = [one for one in wrong if not any(_touch(one, mark) for mark in marks)]
        yield sorted(marks + apart)


def _touch(one: Change, other: Change) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _left_out(quote: str, text: str, marks: Sequence[Change]) -> list[Change]:
    """Return the marks that the quotation does not have itself."""
    left, at = [], 0
    for start, end, new in marks:
        found = quote.find(text[start:end].strip(), at)
        if found < 0:
            left.append((start, end, new))
        else:
            at = found + 1
    return left


def _compare(
    quote: Quotation, text: str, low: int, high: int, changes: list[Change]
) -> Mended | None:
    new = rewrite(text[low:high], ((start - low, end - low, to) for start, end, to in changes))
    for place in normalised_places(quote.folded, fold(new.text), 8):
        if new.splits(place.start) or new.splits(place.end):
            continue
        first, last = new.origin(place.start, place.end)
        whole = Span(low + first, low + last)
        mended = [one for one in changes if _concerns(text, one, whole)]
        if mended:
            kinds = differences(place.of(new.text), quote.text)
            return Mended(whole, (*kinds, *_said(text, mended)))
    return None


def _concerns(text: str, change: Change, place: Span) -> bool:
    """Whether something was mended in a place, or right beside it, as if it were part of a word."""
    start, end, _ = change
    if start == place.end:
        return not text[start].isspace()
    return start < place.end and place.start <= end


def _said(text: str, changes: Sequence[Change]) -> Iterator[str]:
    """Yield what was mended, the marks by name."""
    marks = [text[start:end].strip() for start, end, new in changes if not new]
    if marks:
        more = ", …" if len(marks) > _MOST_NAMED else ""
        yield f"{REFERENCE_MARKS} {', '.join(marks[:_MOST_NAMED])}{more}"
    if any(new for _, _, new in changes):
        yield ENCODING
