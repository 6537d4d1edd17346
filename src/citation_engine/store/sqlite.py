"""What is particular to SQLite: one writer, so numbers and places in the log are simply next."""

import time
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool, StaticPool

from citation_engine.ports import ProjectRow, Row
from citation_engine.settings import Settings
from citation_engine.store.transaction import Numbers, Rows

MEMORY = ":memory:"
WRITE = {"citation_write": True}


class SqliteBackend:
    """A file, or memory."""

    name = "sqlite"

    def __init__(self, path: str, settings: Settings) -> None:
        self.path = path
        self.in_memory = path == MEMORY
        self.url = f"sqlite+pysqlite:///{path}"
        self._busy = settings.busy_seconds
        self._pool_size = settings.pool_size

    def open(self) -> Engine:
        """An engine whose connections are durable and wait for other writers."""
        pool: dict[str, Any] = {"poolclass": StaticPool}
        if not self.in_memory:
            pool = {"poolclass": QueuePool, "pool_size": self._pool_size, "max_overflow": 64}
        engine = create_engine(
            self.url,
            connect_args={
                "check_same_thread": False,
                "timeout": self._busy,
                "isolation_level": None,
            },
            **pool,
        )
        event.listen(engine, "connect", self._prepare)
        event.listen(engine, "begin", _begin)
        return engine

    def _prepare(self, connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {self._busy * 1000}")
        if not self.in_memory:
            _use_wal(cursor, self._busy)
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA secure_delete = ON")
        cursor.execute("PRAGMA recursive_triggers = ON")
        cursor.close()

    def exists(self) -> bool:
        """Whether there is a file already."""
        return not self.in_memory and Path(self.path).exists()

    def enter_project(self, connection: Connection, project: ProjectRow | None) -> None:
        """Nothing to do: every statement names its project."""

    def take_numbers(
        self, connection: Connection, project: ProjectRow, needs: Mapping[str, int]
    ) -> Numbers:
        """Numbers from the highest one on, which no other writer can take while we write."""
        kinds = list(needs)
        parts = ", ".join(f"(SELECT max(id) FROM {kind})" for kind in kinds)
        highest = connection.exec_driver_sql(f"SELECT {parts}").one()
        return {kind: count((last or 0) + 1) for kind, last in zip(kinds, highest, strict=True)}

    def place_entries(self, connection: Connection, project: ProjectRow, rows: Rows) -> None:
        """Give new entries their place in the log at once."""
        if not rows.get("entry"):
            return
        query = "SELECT max(idx) FROM log WHERE project_id = ?"
        last = connection.exec_driver_sql(query, (project.id,)).scalar()
        start = 0 if last is None else last + 1
        rows["log"] = [
            {"project_id": project.id, "idx": index, "entry": row["id"]}
            for index, row in enumerate(rows["entry"], start)
        ]

    def insert(self, connection: Connection, sql: str, rows: list[tuple[Any, ...]]) -> None:
        """Insert many rows with one prepared statement."""
        connection.exec_driver_sql(sql, rows)

    def sequence(self, connection: Connection, project: ProjectRow, *, wait: bool) -> None:
        """Nothing waits here: each entry got its place when it was written."""

    def lock(self, connection: Connection, name: str) -> None:
        """Nothing to do: a writer is alone."""

    def facts(self, connection: Connection) -> list[Row]:
        """What `cite doctor` says about this database."""
        names = ("journal_mode", "synchronous", "foreign_keys")
        values = {n: connection.exec_driver_sql(f"PRAGMA {n}").scalar() for n in names}
        version = connection.exec_driver_sql("SELECT sqlite_version()").scalar()
        facts = {"SQLite": version, **values}
        return [{"fact": name, "value": str(value)} for name, value in facts.items()]


def _begin(connection: Connection) -> None:
    write = connection.get_execution_options().get("citation_write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def _use_wal(cursor: Any, seconds: int) -> None:
    """Switch to write-ahead logging; while others open the file too, that may take a few tries."""
    import sqlite3

    deadline = time.monotonic() + seconds
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return
