"""Database results looked at again: the stored query, run on a connection the caller passes."""

from typing import Any

from citation_engine.collect import incoming
from citation_engine.collect.databases.reruns import (
    QueryFailed,
    QueryLimits,
    QueryRefused,
    RunResult,
    run_query,
)
from citation_engine.collect.databases.results import (
    MEDIA_TYPE,
    SHOWN,
    Table,
    compare_tables,
    show_table,
    shown_rows,
    summary_of,
)
from citation_engine.engine.sources import SourceLike, Sources
from citation_engine.engine.state import EngineState
from citation_engine.errors import InvalidInput
from citation_engine.formats.plain import clean_source_text
from citation_engine.hashing import sha256_hex
from citation_engine.model.source import Rerun, RerunOutcome, Snapshot, Source, SourceType

SECONDS = 30
MOST_ROWS = 100_000


class Databases:
    """Results of queries, held against what the database says now."""

    def __init__(self, state: EngineState) -> None:
        self._state = state
        self._sources = Sources(state)

    def rerun(
        self,
        source: SourceLike,
        connection: Any,
        *,
        keep: bool = False,
        seconds: float = SECONDS,
        max_rows: int = MOST_ROWS,
        idempotency_key: str | None = None,
    ) -> Rerun:
        """
        Run the stored query of a database result again, and say whether the result changed.

        The query runs on the connection you pass and nowhere else, and only to read: what
        does more is refused, and the outcome `failed` says why. The order of the rows counts
        where the query has an ORDER BY. What was found is recorded with the source.

        Args:
            source: a database result that was registered with its query.
            connection: of sqlite3, psycopg or another DB-API driver, or an engine or a
                connection of SQLAlchemy. It must not be in a transaction.
            keep: true to keep a changed result as a new snapshot of the source.
            seconds: how long the query may take.
            max_rows: how many rows it may give.
            idempotency_key: the caller's key for this write.

        """
        known = self._sources.find(source, SourceType.DATABASE)
        snapshot = self._state.snapshot(known.snapshot_id)
        limits = _limits(seconds, max_rows, self._state.settings.max_source_bytes)
        query = _stored_query(known)
        about: dict[str, Any] = {
            "source_id": known.id,
            "snapshot_id": snapshot.id if snapshot else None,
        }
        try:
            now = run_query(connection, query, known.metadata.get("parameters"), limits)
        except (QueryRefused, QueryFailed) as fault:
            return _failed(str(fault), **about)
        compared = self._compared_with(now, snapshot, about)
        if compared.outcome is RerunOutcome.FAILED:
            return compared
        if keep and compared.outcome is RerunOutcome.CHANGED:
            known = self._keep(known, now.table)
            compared = compared.model_copy(update={"new_snapshot_id": known.snapshot_id})
        live = {"outcome": compared.outcome.value, "url": None, "reason": compared.summary}
        self._sources.note_check(known, live, "rerun", idempotency_key)
        return compared

    def _compared_with(
        self, now: RunResult, snapshot: Snapshot | None, about: dict[str, Any]
    ) -> Rerun:
        """The result of now beside the stored one, by its cells or at least by its text."""
        before = self._stored_table(snapshot)
        about["rows_after"] = len(now.table.rows)
        about["sha256_after"] = sha256_hex(now.table.encoded())
        about["columns"] = now.table.columns or ()
        if before is not None:
            return _compared(before, now, about)
        if snapshot is not None and snapshot.text == clean_source_text(show_table(now.table)):
            return Rerun(
                outcome=RerunOutcome.SAME, summary="The result reads the same as before.", **about
            )
        reason = "The stored result is a text or a description, so its cells cannot be compared."
        return _failed(reason, added=shown_rows(now.table.rows), **about)

    def _stored_table(self, snapshot: Snapshot | None) -> Table | None:
        if snapshot is None or snapshot.redacted or snapshot.media_type != MEDIA_TYPE:
            return None
        kept = self._sources.original(snapshot.id)
        return Table.decoded(kept) if kept else None

    def _keep(self, known: Source, table: Table) -> Source:
        """The source with the result of now as its latest snapshot."""
        given = {"columns": list(table.columns or ()), "rows": [list(row) for row in table.rows]}
        new = incoming.from_result(
            known.identifier,
            self._state.context.session_id,
            name=known.name,
            query=known.metadata.get("query"),
            result=given,
            result_description=None,
            parameters=known.metadata.get("parameters"),
        )
        return self._sources.record(new)


def _stored_query(source: Source) -> str:
    query = source.metadata.get("query")
    if isinstance(query, str) and query.strip():
        return query
    raise InvalidInput(
        f"There is no query stored with the source {source.label}.",
        fix="Register the result with its query: `add_db_source(..., query=...)`.",
    )


def _limits(seconds: Any, max_rows: Any, max_bytes: int) -> QueryLimits:
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not number or not 0 < seconds <= 86_400:
        raise InvalidInput(f"seconds is {seconds!r}.", fix="Give a number of seconds, such as 30.")
    if not isinstance(max_rows, int) or isinstance(max_rows, bool) or max_rows < 1:
        raise InvalidInput(f"max_rows is {max_rows!r}.", fix="Give a number of rows, such as 1000.")
    return QueryLimits(seconds=float(seconds), rows=max_rows, bytes=max_bytes)


def _failed(reason: str, **about: Any) -> Rerun:
    summary = f"Whether the result changed cannot be told. {reason}"
    return Rerun(outcome=RerunOutcome.FAILED, summary=summary, reason=reason, **about)


def _compared(before: Table, now: RunResult, about: dict[str, Any]) -> Rerun:
    difference = compare_tables(before, now.table, ordered=now.ordered)
    about["columns"] = difference.columns
    return Rerun(
        outcome=RerunOutcome.SAME if difference.none else RerunOutcome.CHANGED,
        summary=summary_of(difference, len(before.rows), len(now.table.rows)),
        columns_added=difference.columns_added,
        columns_removed=difference.columns_removed,
        added=shown_rows(difference.added),
        removed=shown_rows(difference.removed),
        changed=tuple(difference.changed[:SHOWN]),
        rows_before=len(before.rows),
        rows_added=len(difference.added),
        rows_removed=len(difference.removed),
        cells_changed=len(difference.changed),
        reordered=difference.reordered,
        sha256_before=sha256_hex(before.encoded()),
        **about,
    )
