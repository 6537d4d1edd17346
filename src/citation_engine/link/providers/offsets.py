"""
Offsets in bytes, characters or UTF-16 units, turned into spans of code points.

Offsets are checked against the words the provider names for the place, where it names any.
"""

from bisect import bisect_right
from enum import StrEnum
from itertools import accumulate
from typing import Any, NamedTuple

from citation_engine.display import shortened
from citation_engine.formats.plain import mend_surrogates
from citation_engine.link.providers.shapes import whole
from citation_engine.model.passage import Span


class OffsetUnit(StrEnum):
    """What providers count offsets in."""

    BYTES = "bytes"
    CHARACTERS = "characters"
    UTF16 = "UTF-16 units"


class Ending(StrEnum):
    """Whether an end offset counts the last character."""

    EXCLUDED = "excluded"
    UNSURE = "unsure"


class AnswerPlace(NamedTuple):
    """A place in the answer, or None, and what is to be said about it."""

    span: Span | None
    note: str = ""


# The encoding of a unit, and how many bytes of it the unit has.
_ENCODING = {OffsetUnit.BYTES: ("utf-8", 1), OffsetUnit.UTF16: ("utf-16-le", 2)}
_BLOCK = 512
# Looking for words costs a pass over the text; damaged payloads must not cost thousands.
_MOST_SEARCHED = 300_000_000
# Scripts without spaces begin about here: in them a word's end is not to be seen.
_FIRST_WITHOUT_SPACES = "\u0e00"
_PAIRS = {")": "(", "]": "[", "】": "【"}
_LONGEST_LINK = 4_000


class MeasuredText:
    """
    A text in which places are found by offsets in any unit, or by their words.

    Where it is a piece of a longer one, `start` is where it begins there: places count in that.
    """

    def __init__(self, text: str, start: int = 0) -> None:
        self.text = text
        self.start = start
        self._blocks: dict[OffsetUnit, list[int]] = {}
        self._searched = 0
        self._known: dict[str, AnswerPlace] = {}

    def point(self, offset: int, unit: OffsetUnit) -> int | None:
        """Return the code point an offset is before; None inside of a character or outside."""
        if unit is OffsetUnit.CHARACTERS or self.text.isascii():
            return offset if 0 <= offset <= len(self.text) else None
        encoding, width = _ENCODING[unit]
        ends = self._ends(unit)
        if not 0 <= offset <= (ends[-1] if ends else 0):
            return None
        block = min(bisect_right(ends, offset), len(ends) - 1)
        before = ends[block - 1] if block else 0
        first = block * _BLOCK
        words = self.text[first : first + _BLOCK].encode(encoding)
        try:
            return first + len(words[: (offset - before) * width].decode(encoding))
        except UnicodeDecodeError:
            return None

    def span(self, start: int, end: int, unit: OffsetUnit) -> Span | None:
        """Return the span between two offsets, or None where the text has no such stretch."""
        first, last = self.point(start, unit), self.point(end, unit)
        if first is None or last is None or first > last:
            return None
        return Span(first, last)

    def whole(self) -> AnswerPlace:
        """Return the span of all of it."""
        if not self.text:
            return AnswerPlace(None, "The piece of the answer it belongs to has no text.")
        return self._moved(AnswerPlace(Span(0, len(self.text))))

    def place(
        self,
        start: Any,
        end: Any,
        unit: OffsetUnit = OffsetUnit.CHARACTERS,
        *,
        words: str = "",
        ending: Ending = Ending.EXCLUDED,
    ) -> AnswerPlace:
        """
        Return where offsets point to, checked against the words the provider names.

        Where the words are not there, the offsets are tried in the other units and with the last
        character counted; then the words are looked for and taken where they stand only once.
        """
        return self._moved(self._placed(start, end, unit, words, ending))

    def _placed(
        self, start: Any, end: Any, unit: OffsetUnit, words: str, ending: Ending
    ) -> AnswerPlace:
        first, last = whole(start), whole(end)
        words = mend_surrogates(words)
        if words:
            return self._checked(first, last, unit, words, ending) or self._search(words)
        if start is None and end is None:
            return AnswerPlace(None, "The provider gives no place in the answer.")
        shown = f"from {_shown(start)} to {_shown(end)}"
        if first is None or last is None:
            return AnswerPlace(None, f"The place in the answer, {shown}, cannot be read.")
        found = self.span(first, last, unit)
        if found is None:
            return AnswerPlace(None, f"The answer has no place {shown} in {unit}.")
        if found.start == found.end:
            return AnswerPlace(None, f"The place in the answer, {shown}, is empty.")
        if ending is Ending.UNSURE and self._ends_too_early(found):
            note = f"The place {shown} ends inside of a word or link; its last character is counted"
            return AnswerPlace(Span(found.start, found.end + 1), f"{note}.")
        return AnswerPlace(found)

    def insertion(self, index: Any, unit: OffsetUnit) -> AnswerPlace:
        """Return the empty span at an offset: what stands before it is meant."""
        offset = whole(index)
        place = None if offset is None else self.point(offset, unit)
        if place is None:
            return AnswerPlace(None, f"The answer has no place {_shown(index)} in {unit}.")
        return self._moved(AnswerPlace(Span(place, place)))

    def _moved(self, found: AnswerPlace) -> AnswerPlace:
        if found.span is None:
            return found
        start, end = found.span.start + self.start, found.span.end + self.start
        return found._replace(span=Span(start, end))

    def _checked(
        self, start: int | None, end: int | None, unit: OffsetUnit, words: str, ending: Ending
    ) -> AnswerPlace | None:
        """Return the first reading of the offsets that gives exactly the words."""
        if start is None or end is None:
            return None
        units = list(dict.fromkeys((unit, *OffsetUnit)))
        for longer in (0, 1):
            for tried in units:
                span = self.span(start, end + longer, tried)
                if span and self._has(words, span):
                    expected = tried is unit and (not longer or ending is Ending.UNSURE)
                    return AnswerPlace(
                        span, "" if expected else _reading(start, end, tried, longer)
                    )
        return None

    def _has(self, words: str, span: Span) -> bool:
        return span.end - span.start == len(words) and self.text.startswith(words, span.start)

    def _search(self, words: str) -> AnswerPlace:
        if words not in self._known:
            self._known[words] = self._looked_up(words)
        return self._known[words]

    def _looked_up(self, words: str) -> AnswerPlace:
        self._searched += len(self.text)
        if self._searched > _MOST_SEARCHED:
            return AnswerPlace(
                None, "The offsets do not give the words named, which were not looked for."
            )
        wanted = words if words in self.text else words.strip()
        first = self.text.find(wanted) if wanted else -1
        if first < 0:
            return AnswerPlace(None, "The words named for the place are not in the answer.")
        if self.text.find(wanted, first + 1) >= 0:
            return AnswerPlace(
                None, "The offsets do not give the words named, which stand several times."
            )
        note = "The offsets do not give the words named; the place was found by the words."
        return AnswerPlace(Span(first, first + len(wanted)), note)

    def _ends_too_early(self, span: Span) -> bool:
        """Whether the next character clearly belongs to the place: a word or a link goes on."""
        if span.end >= len(self.text):
            return False
        last, following = self.text[span.end - 1], self.text[span.end]
        opening = _PAIRS.get(following)
        if opening and span.end - span.start <= _LONGEST_LINK:
            inside = span.of(self.text)
            return inside.count(opening) > inside.count(following)
        after = self.text[span.end + 1 : span.end + 2]
        return _in_word(last) and _in_word(following) and not _in_word(after)

    def _ends(self, unit: OffsetUnit) -> list[int]:
        """Return, for each block of the text, the offset it ends at."""
        if unit not in self._blocks:
            encoding, width = _ENCODING[unit]
            blocks = range(0, len(self.text), _BLOCK)
            sizes = (len(self.text[at : at + _BLOCK].encode(encoding)) // width for at in blocks)
            self._blocks[unit] = list(accumulate(sizes))
        return self._blocks[unit]


def _reading(start: int, end: int, unit: OffsetUnit, longer: int) -> str:
    counted = ", the last character counted," if longer else ""
    read = f"were read in {unit}{counted}"
    return f"The offsets {start} to {end} {read} because only so they give the words named."


def _in_word(character: str) -> bool:
    return character.isalnum() and character < _FIRST_WITHOUT_SPACES


def _shown(value: Any) -> str:
    return "nothing" if value is None else shortened(value, 40)
