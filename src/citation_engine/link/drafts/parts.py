"""The parts of a draft: paragraphs, list items, cells, captions, headings, each with its words."""

from collections.abc import Sequence
from dataclasses import dataclass

from citation_engine.language.rewrite import Change
from citation_engine.link.drafts.wording import Wording
from citation_engine.model.draft import ClaimKind


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
    # Whether all of its words are set off from others, as in bold.
    bold: bool = False
    # Whether it is one statement, whatever full stops it has.
    whole: bool = False


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
