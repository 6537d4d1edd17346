"""What is particular to SQLite: one writer, so numbers and places in the log are simply next."""

import time
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool, StaticPool

from citation_engine.errors import InvalidSetting
from citation_engine.ports import ProjectRow
from citation_engine.settings import DEFAULT_DATABASE, Settings
from citation_engine.store.transaction import Numbers, Rows

MEMORY = ":memory:"
WRITE = {"citation_write": True}
# For a connection that reads with one statement, which is a transaction by itself.
SINGLE = {"citation_single": True}


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

    def make_schema(self, connection: Connection) -> None:
        """Nothing to do: a file is a schema."""

    def enter_project(self, connection: Connection, project: ProjectRow | None) -> None:
        """Nothing to do: every statement names its project."""

    def take_numbers(
        self, connection: Connection, project: ProjectRow, needs: Mapping[str, int]
    ) -> Numbers:
        """Numbers from the highest one on, which no other writer can take while we write."""
        parts = [f"(SELECT max(id) FROM {kind})" for kind in needs]
        parts.append("(SELECT max(idx) FROM log WHERE project_id = ?)")
        query = f"SELECT {', '.join(parts)}"
        *highest, index = connection.exec_driver_sql(query, (project.id,)).one()
        numbers: Numbers = {
            kind: count((last or 0) + 1) for kind, last in zip(needs, highest, strict=True)
        }
        return {"log": count(0 if index is None else index + 1), **numbers}

    def place_entries(self, project: ProjectRow, rows: Rows, numbers: Numbers) -> None:
        """Give new entries their place in the log at once."""
        if rows.get("entry"):
            rows["log"] = [
                {"project_id": project.id, "idx": next(numbers["log"]), "entry": row["id"]}
                for row in rows["entry"]
            ]

    def sequence(self, connection: Connection, project: ProjectRow, *, wait: bool) -> None:
        """Nothing waits here: each entry got its place when it was written."""

    def lock(self, connection: Connection, name: str) -> None:
        """Nothing to do: a writer is alone."""


class SqliteScheme:
    """Opens `sqlite:///file.db`, and paths without a scheme."""

    def open(self, url: str | None, schema: str | None, settings: Settings) -> SqliteBackend:
        """The file; without schemas in SQLite, `db_schema` names a file of its own."""
        if url is not None and url.startswith("sqlite:"):
            url = url.split("///", 1)[-1] or MEMORY
        if schema is not None:
            if url is not None:
                raise InvalidSetting(
                    "db_schema and a file were both given, and SQLite has no schemas.",
                    fix="Give one of them; db_schema alone opens <db_schema>.db.",
                )
            url = f"{schema}.db"
        url = url or DEFAULT_DATABASE
        return SqliteBackend(url if url == MEMORY else str(Path(url)), settings)


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    if options.get("citation_write"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif not options.get("citation_single"):
        connection.exec_driver_sql("BEGIN")


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
        except UnicodeDecodeError as error:
            # The driver stumbles over its own message about a damaged schema.
            raise sqlite3.DatabaseError("the file is damaged") from error
        else:
            return
