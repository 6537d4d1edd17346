"""
What is read at once of several places of a source: the best sentences, rows with their heads.

Evidence may stand in two places. A row of a table says nothing without the heads of its columns,
an item of a list nothing without what leads to it, and "Name: value" little without its heading.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from citation_engine.language.sentences import split_sentences
from citation_engine.language.terms import forms_of, is_stop_word
from citation_engine.model.passage import JoinedPassage, Passage, Span
from citation_engine.model.source import Snapshot
from citation_engine.verify.words import text_of

# Characters that are read at once, and of the text around a place that are looked at.
ROOM, NEAR = 1_200, 500
# Rows or entries of one place that are read, and lines that are looked at for what leads to them.
MOST_ROWS, MOST_LINES = 4, 200
_BETWEEN = "\n\n"
_ENTRY = re.compile(
    r"[ \t>]*(?:(?P<sign>(?:[-*+•▪◦‣·–]|\(?(?:\d{1,3}[a-z]?|[a-z]{1,2})[.)])[ \t]+)"
    r"|(?=\*{0,2}[A-ZÄÖÜ0-9][^:.!?|\n]{0,60}:\*{0,2}[ \t]+\S))"
)
_ENDED = re.compile(r"[.!?][\s\"'’”“»«)*_]*\Z")
_RULE = re.compile(r"[\s|:+=-]*\Z")
_QUANTITY = re.compile(r"[^\w]*(?!(?:1[89]|20)\d\d\Z)\d[\d.,\s]*[^\w]*")
_CSV = re.compile(r"text/(?:csv|tab-separated)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Part:
    """Words that are read, and what stands before them to understand them."""

    span: Span
    before: str = ""


@dataclass(frozen=True, slots=True)
class _Unit:
    """Parts that belong together, in the order they are read in: a row, an entry, sentences."""

    parts: tuple[_Part, ...]
    end: str = ""

    @property
    def start(self) -> int:
        return self.parts[0].span.start

    @property
    def size(self) -> int:
        spans = sum(one.span.end - one.span.start + len(one.before) for one in self.parts)
        return spans + len(self.end) + len(_BETWEEN)

    @property
    def span(self) -> Span:
        return Span(self.start, self.parts[-1].span.end)


def read_together(
    snapshot: Snapshot, passages: Sequence[Passage], claim: str
) -> JoinedPassage | None:
    """
    The best places of a source as one passage, as far as there is room.

    Each place adds words of the claim that those before it lack; of equals the first comes first.
    None where this adds nothing to the best of them.
    """
    places = _Places(snapshot, claim)
    left = [unit for one in passages for unit in places.units(Span(one.start, one.end))]
    chosen: list[_Unit] = []
    lacking = set(places.wanted)
    while left:
        unit = max(left, key=lambda one: len(lacking & places.shared(one)))
        left.remove(unit)
        if chosen and not lacking & places.shared(unit):
            break
        room = ROOM - sum(one.size for one in chosen)
        if unit.size <= room and not any(_touch(unit.span, one.span) for one in chosen):
            chosen.append(unit)
            lacking -= places.shared(unit)
    if not chosen or _is_seen(passages[0], chosen):
        return None
    return _joined(snapshot, sorted(chosen, key=lambda one: one.start))


class TableRow(NamedTuple):
    """A row of a table of a source: where it stands, and its cells with the heads above them."""

    span: Span
    cells: tuple[tuple[str, str], ...]


def table_rows(snapshot: Snapshot, passages: Sequence[Passage]) -> Iterator[TableRow]:
    """Give the rows of tables with heads in passages and around them, each once."""
    places = _Places(snapshot, "")
    seen = [Span(one.start - len(one.before), one.end + len(one.after)) for one in passages]
    lines = {line: None for span in seen for line in places.rows(span)}
    for line in lines:
        cells = tuple((head, cell.of(snapshot.text)) for cell, head in places.headed(line))
        if cells:
            yield TableRow(line, cells)


def _is_seen(passage: Passage, units: Sequence[_Unit]) -> bool:
    """Whether somebody who reads a passage reads all of this anyway."""
    first, last = passage.start - len(passage.before), passage.end + len(passage.after)
    parts = [part for unit in units for part in unit.parts]
    return all(not one.before and first <= one.span.start <= one.span.end <= last for one in parts)


def _touch(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _joined(snapshot: Snapshot, units: Sequence[_Unit]) -> JoinedPassage:
    written, segments, offsets = "", list[Span](), list[int]()
    for unit in units:
        written += _BETWEEN if written else ""
        for part in unit.parts:
            written += part.before
            segments.append(part.span)
            offsets.append(len(written))
            written += part.span.of(snapshot.text)
        written += unit.end
    return JoinedPassage(
        start=min(one.start for one in segments),
        end=max(one.end for one in segments),
        text=written,
        segments=tuple(segments),
        offsets=tuple(offsets),
    )


class _Places:
    """The text of a snapshot, and the words of a claim that places of it are chosen by."""

    def __init__(self, snapshot: Snapshot, claim: str) -> None:
        self._snapshot = snapshot
        self._text = snapshot.text
        self.wanted = {form for form in forms_of(claim) if not is_stop_word(form)}
        self._is_csv = bool(_CSV.match(snapshot.media_type or ""))

    def units(self, span: Span) -> Iterator[_Unit]:
        """What is read at a place: sentences, and rows or entries with what they need."""
        found: list[_Unit] = []
        prose: list[Span] = []
        for line in (*self._lines(span), None):
            if line and not self._is_listed(line):
                prose.append(line)
                continue
            if prose and not (line and self._leads(prose[-1])):
                within = Span(max(span.start, prose[0].start), min(span.end, prose[-1].end))
                found.append(_Unit((_Part(self._widened(within)),)))
            prose = []
            if line and (unit := self._row(line) if self._is_row(line) else self._entry(line)):
                found += [] if self._leads(unit.span) else [unit]
        shared = {one: len(self.shared(one)) for one in found}
        telling = [one for one in found if shared[one]] or found
        yield from sorted(telling, key=lambda one: -shared[one])[:MOST_ROWS]

    def _leads(self, span: Span) -> bool:
        """Whether words lead to a list, whose items have them before them."""
        return span.of(self._text).rstrip(" *_").endswith(":")

    def _is_listed(self, line: Span) -> bool:
        return self._is_row(line) or self._is_entry(line)

    def _is_row(self, line: Span) -> bool:
        """Whether a line has as many cells as one beside it, be it the rule below the heads."""
        cells = len(self._cells(line))
        beside = [next(self._above(line), line)]
        if line.end < len(self._text):
            beside.append(self._line(line.end + 1))
        return cells > 0 and any(len(self._cells(one)) == cells for one in beside if one != line)

    def _is_entry(self, line: Span) -> bool:
        found = _ENTRY.match(self._text, line.start, line.end)
        return bool(found and (found["sign"] or not _ENDED.search(line.of(self._text))))

    def _lines(self, span: Span) -> Iterator[Span]:
        """The lines with words that a span touches."""
        start = self._text.rfind("\n", 0, span.start) + 1
        while start < span.end:
            line = self._line(start)
            if not _RULE.match(line.of(self._text)):
                yield line
            start = line.end + 1

    def _line(self, start: int) -> Span:
        end = self._text.find("\n", start)
        return Span(start, len(self._text) if end < 0 else end)

    def _above(self, line: Span) -> Iterator[Span]:
        """The lines above a line, the nearest first."""
        for _ in range(MOST_LINES):
            if not line.start:
                return
            line = Span(self._text.rfind("\n", 0, line.start - 1) + 1, line.start - 1)
            yield line

    def shared(self, unit: _Unit) -> set[str]:
        """The words of the claim that a row or an entry has itself."""
        words = (one.span.of(self._text) for one in unit.parts)
        return self.wanted.intersection(forms_of(" ".join(words)))

    # sentences ------------------------------------------------------------------------------

    def _widened(self, span: Span) -> Span:
        """The sentences that a span touches, the next one, and those before up to a whole one."""
        first = max(0, span.start - NEAR)
        spans = split_sentences(self._text[first : span.end + NEAR])
        found = [Span(first + one.start, first + one.end) for one in spans]
        touched = [n for n, one in enumerate(found) if _touch(one, span)]
        if not touched or any(self._has_listed(found[n]) for n in touched):
            return self._trimmed(span)
        at, end = touched[0], touched[-1]
        # Headings and lines that end with a colon may say how a sentence is meant.
        while at > bool(first) and not self._has_listed(found[at - 1]):
            at -= 1
            if _ENDED.search(found[at].of(self._text)):
                break
        after = found[end + 1 : end + 2]
        if any(_ENDED.search(one.of(self._text)) and not self._has_listed(one) for one in after):
            end += 1
        return Span(found[at].start, found[end].end)

    def _has_listed(self, span: Span) -> bool:
        """Whether words are, or have among them, rows or entries."""
        return any(map(self._is_listed, self._lines(span)))

    # rows -----------------------------------------------------------------------------------

    def _cells(self, line: Span) -> list[Span]:
        """The cells of a line, also empty ones; none where it is no row."""
        words = line.of(self._text)
        sign = "\t" if "\t" in words.strip() else "|" if "|" in words else self._delimiter
        if not sign or sign not in words:
            return []
        cells, at = list[Span](), line.start
        for cell in words.split(sign):
            cells.append(self._trimmed(Span(at, at + len(cell))))
            at += len(cell) + 1
        if sign == "|":
            cells = cells[
                words.lstrip().startswith("|") : len(cells) - words.rstrip().endswith("|")
            ]
        return cells if len(cells) > 1 else []

    @cached_property
    def _delimiter(self) -> str:
        """What parts the cells of a file of comma-separated values."""
        head = self._text.split("\n", 1)[0]
        return max(",;\t|", key=head.count) if self._is_csv else ""

    def _trimmed(self, span: Span) -> Span:
        words = span.of(self._text)
        start = span.start + len(words) - len(words.lstrip(' "'))
        return Span(start, max(start, span.start + len(words.rstrip(' "'))))

    def _row(self, line: Span) -> _Unit | None:
        """A row with the heads of its columns, or as it is; None where it has those heads."""
        if self._heads(line) is None:
            return None
        said, title = self.headed(line), self._heading(line.start)
        if not said:
            return _Unit((_Part(self._trimmed(line), title),))
        parts = tuple(
            _Part(cell, ("; " if n else title) + (f"{head}: " if head else ""))
            for n, (cell, head) in enumerate(said)
        )
        return _Unit(parts, ".")

    def rows(self, span: Span) -> Iterator[Span]:
        """The rows of tables that a span touches."""
        return (line for line in self._lines(span) if self._is_row(line))

    def headed(self, line: Span) -> list[tuple[Span, str]]:
        """The cells of a row that have words, each with the head of its column."""
        cells, heads = self._cells(line), self._heads(line) or []
        if len(cells) != len(heads):
            return []
        return [pair for pair in zip(cells, heads, strict=True) if pair[0].end > pair[0].start]

    def _heads(self, line: Span) -> list[str] | None:
        """The cells of the first row of a table, if they name its columns; None for that row."""
        top: Span | None = self._line(0) if self._is_csv else None
        for above in () if self._is_csv else self._above(line):
            if _RULE.match(above.of(self._text)) and above.end > above.start:
                continue
            if not self._cells(above):
                break
            top = above
        if top is None or top.start == line.start:
            return None
        heads = [cell.of(self._text) for cell in self._cells(top)]
        return [] if any(map(_QUANTITY.fullmatch, heads)) else heads

    # entries --------------------------------------------------------------------------------

    def _entry(self, line: Span) -> _Unit:
        """An item of a list or a "Name: value" with what leads to it, or with its heading."""
        sign, end = _ENTRY.match(self._text, line.start, line.end), line.end
        for below in self._below(line):
            if self._is_entry(below) or self._cells(below):
                break
            end = below.end
        span = self._trimmed(Span(sign.end() if sign else line.start, end))
        return _Unit((_Part(span, self._lead(line) or self._heading(line.start)),))

    def _below(self, line: Span) -> Iterator[Span]:
        """The lines below a line up to the end of its paragraph."""
        while line.end < len(self._text):
            line = self._line(line.end + 1)
            if not line.of(self._text).strip():
                return
            yield line

    def _lead(self, line: Span) -> str:
        """The sentence that leads to an item: it ends with a colon, before less indented items."""
        own = _indent(line.of(self._text))
        for above in self._above(line):
            words = above.of(self._text)
            if not words.strip():
                continue
            is_entry, less = self._is_entry(above), _indent(words) < own
            if self._leads(above) and (less or not is_entry):
                start = max(0, above.start - NEAR)
                *_, last = split_sentences(self._text[start : above.end])
                return " ".join(self._text[start + last.start : above.end].split()) + " "
            if not is_entry and not _indent(words):
                break
        return ""

    def _heading(self, at: int) -> str:
        """The heading that a place stands under."""
        listed = text_of(self._snapshot).sections.listed
        number = bisect_right(listed, at, key=lambda one: one.span.start) - 1
        while number >= 0 and listed[number].span.end <= at:
            number -= 1
        title = listed[number].path[-1] if number >= 0 else ""
        return f"{title.rstrip(' :')}: " if title else ""


def _indent(words: str) -> int:
    return len(words) - len(words.lstrip(" \t>"))
