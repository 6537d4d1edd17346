"""
The parts of a draft: paragraphs, list items, cells, captions, headings, each with its words.

The words are those that a reader sees, with the way back to the draft.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from citation_engine.language.fold import Change, Rewritten, rewrite
from citation_engine.model.draft import ClaimKind
from citation_engine.model.passage import Span


@dataclass(frozen=True, slots=True)
class Wording:
    """
    A text that was made from a stretch of a draft, by one rewriting after another.

    `start` is where the stretch begins in the draft. Without rewritings the text is the stretch.
    """

    text: str
    start: int = 0
    steps: tuple[Rewritten, ...] = ()

    def rewritten(self, changes: Iterable[Change]) -> "Wording":
        """Return the wording with `changes` made, which are in order and do not overlap."""
        made = rewrite(self.text, changes)
        return Wording(made.text, self.start, (*self.steps, made))

    def cut(self, start: int, end: int) -> "Wording":
        """Return the part of a wording that was not rewritten yet, or all its steps with it."""
        if not self.steps:
            return Wording(self.text[start:end], self.start + start)
        return self.rewritten(_outside(start, end, len(self.text)))

    def origin(self, start: int, end: int) -> Span:
        """Return where the words from `start` to `end` stand in the draft."""
        return self._origin(start, end, self.steps)

    def origin_with_markup(self, start: int, end: int, *, after: int = 0) -> Span:
        """
        Return the same with the markup and markers that touch these words in the last step.

        `after` is how far into the draft the words before reach: nothing of theirs is taken.
        """
        if not self.steps:
            return self.origin(start, end)
        last = self.steps[-1]
        first, final = last.origin(start, end)
        first, final = _first_touching(last, first), _final_touching(last, final)
        span = self._origin(first, final, self.steps[:-1])
        if span.start >= after:
            return span
        return Span(max(after, self.origin(start, end).start), span.end)

    def position(self, offset: int) -> int:
        """Return where an offset of the draft is in this text."""
        at = offset - self.start
        for step in self.steps:
            at = step.position(at)
        return max(0, min(at, len(self.text)))

    def _origin(self, start: int, end: int, steps: Sequence[Rewritten]) -> Span:
        for step in reversed(steps):
            start, end = step.origin(start, end)
        return Span(self.start + start, self.start + end)


def _outside(start: int, end: int, length: int) -> list[Change]:
    return [(one, other, "") for one, other in ((0, start), (end, length)) if one < other]


def _first_touching(step: Rewritten, start: int) -> int:
    """Return where the run of dropped stretches begins that ends at `start`."""
    at = bisect_left(step.old_ends, start)
    while 0 <= at < len(step.old_ends) and step.old_ends[at] == start and _is_dropped(step, at):
        start = step.old_starts[at]
        at -= 1
    return start


def _final_touching(step: Rewritten, end: int) -> int:
    """Return where the run of dropped stretches ends that begins at `end`."""
    at = bisect_left(step.old_starts, end)
    while at < len(step.old_starts) and step.old_starts[at] == end and _is_dropped(step, at):
        end = step.old_ends[at]
        at += 1
    return end


def _is_dropped(step: Rewritten, at: int) -> bool:
    return step.new_starts[at] == step.new_ends[at]


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a cell stands: the number of its table in the draft, its row and column from 0."""

    table: int
    row: int
    column: int
    # Whether it names a column or a row.
    head: bool = False
    # How many columns it spans.
    width: int = 1


@dataclass(frozen=True, slots=True)
class Part:
    """
    One part of a draft.

    `changes` turn its wording into what a reader sees, markers aside. `level` is the level of a
    heading, 0 where it has none. `depth` counts the lists around an item. `quotation` is the
    number of the block quotation it stands in, from 1.
    """

    kind: ClaimKind
    wording: Wording
    changes: Sequence[Change] = ()
    level: int = 0
    depth: int = 0
    cell: Cell | None = None
    quotation: int = 0
    pointer: str | None = None
    # How far its wording is set off from what follows, as in bold.
    lead: int = 0
    # Whether it is one statement, whatever full stops it has.
    whole: bool = False

    @property
    def bold(self) -> bool:
        """Whether all of its words are set off."""
        return self.lead >= len(self.wording.text)


@dataclass(slots=True)
class Counts:
    """Numbers the tables and the block quotations of a draft."""

    tables: int = 0
    quotations: int = 0

    def next_table(self) -> int:
        """Return the number of a table that begins."""
        self.tables += 1
        return self.tables

    def next_quotation(self) -> int:
        """Return the number of a block quotation that begins."""
        self.quotations += 1
        return self.quotations
