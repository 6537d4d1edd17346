"""What a stored query gave when it was run again."""

from enum import StrEnum

from citation_engine.model.value import Value

Cells = tuple[str | None, ...]


class RerunOutcome(StrEnum):
    """Whether a result is still what it was."""

    SAME = "same"
    CHANGED = "changed"
    FAILED = "failed"


class ChangedCell(Value):
    """A cell that reads otherwise now. `row` names the row by the cell it was known again by."""

    row: str | None = None
    column: str
    before: str | None = None
    after: str | None = None


class Rerun(Value):
    """
    A result compared with the one that was stored.

    `added`, `removed` and `changed` show the first few; the counts are of all. A row counts
    as changed where one column tells all rows apart and the row of the same name is still
    there. `failed` means that it could not be told, and `reason` says why.
    """

    source_id: int
    snapshot_id: int | None = None
    outcome: RerunOutcome
    summary: str
    reason: str = ""
    columns: tuple[str, ...] = ()
    columns_added: tuple[str, ...] = ()
    columns_removed: tuple[str, ...] = ()
    added: tuple[Cells, ...] = ()
    removed: tuple[Cells, ...] = ()
    changed: tuple[ChangedCell, ...] = ()
    rows_before: int | None = None
    rows_after: int | None = None
    rows_added: int = 0
    rows_removed: int = 0
    cells_changed: int = 0
    reordered: bool = False
    sha256_before: str | None = None
    sha256_after: str | None = None
    new_snapshot_id: int | None = None

    @property
    def ok(self) -> bool:
        """Whether the result is the same."""
        return self.outcome is RerunOutcome.SAME
