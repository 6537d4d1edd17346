"""What is particular to PostgreSQL: many writers, a sequencer beside them, projects kept apart."""

import hashlib
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url

from citation_engine.errors import MissingExtra
from citation_engine.ports import ProjectRow
from citation_engine.settings import Settings
from citation_engine.store.transaction import Numbers, Rows

SEQUENCE = """
WITH taken AS (DELETE FROM pending WHERE project_id = %(project)s RETURNING entry)
INSERT INTO log (project_id, idx, entry)
SELECT %(project)s,
       (SELECT coalesce(max(idx) + 1, 0) FROM log WHERE project_id = %(project)s)
           + row_number() OVER (ORDER BY entry) - 1,
       entry
FROM taken
"""
MAY_SEQUENCE = """
SELECT has_table_privilege('pending', 'DELETE')
   AND NOT current_setting('transaction_read_only')::boolean
"""

ENTER = "set_config('citation.project', %s, true), set_config('citation.project_id', %s, true)"

# In seconds, but for the last. A server that is gone without a word is given up.
PATIENCE = {
    "connect_timeout": 10,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}


class PostgresBackend:
    """A server, optionally one schema of it."""

    name = "postgresql"
    in_memory = False

    def __init__(self, url: str, schema: str | None, settings: Settings) -> None:
        self.url = _driver_url(url)
        self.schema = schema
        self._settings = settings
        self._may_sequence: bool | None = None

    def open(self) -> Engine:
        """An engine with a pool; a connection that died is noticed in use and replaced."""
        try:
            engine = create_engine(
                self.url,
                pool_size=self._settings.pool_size,
                max_overflow=self._settings.pool_size,
                pool_pre_ping=False,
                pool_use_lifo=True,
                connect_args=self._connect_args(),
            )
        except ModuleNotFoundError as error:
            raise MissingExtra("PostgreSQL", "postgres") from error
        event.listen(engine, "connect", _prepare)
        return engine

    def _connect_args(self) -> dict[str, Any]:
        """How to connect, so that no call waits for ever; what the URL says itself holds."""
        given = dict(self.url.query)
        options = [f"-c lock_timeout={self._settings.busy_seconds}s"]
        if self.schema:
            options.append(f'-c search_path="{self.schema}",pg_temp')
        options.append(str(given.pop("options", "")))
        usual = {"application_name": "citation-engine", **PATIENCE}
        return {
            **{name: value for name, value in usual.items() if name not in given},
            "options": " ".join(options).strip(),
        }

    def exists(self) -> bool:
        """A server is always there, or the connection says that it is not."""
        return True

    def make_schema(self, connection: Connection) -> None:
        """Make the schema the tables go into, where one was named that is not there."""
        if not self.schema:
            return
        quoted = f'"{self.schema}"'
        # `IF NOT EXISTS` would ask for the right to create also where there is nothing to do.
        found = connection.exec_driver_sql("SELECT to_regnamespace(%s)", (quoted,)).scalar()
        if found is None:
            connection.exec_driver_sql(f"CREATE SCHEMA {quoted}")

    def enter_project(self, connection: Connection, project: ProjectRow | None) -> None:
        """Show row-level security which project this transaction is for."""
        connection.exec_driver_sql(
            f"SELECT {ENTER}",
            (project.name if project else "", str(project.id) if project else ""),
        )

    def take_numbers(
        self, connection: Connection, project: ProjectRow, needs: Mapping[str, int]
    ) -> Numbers:
        """Enter the project and fetch numbers, all in one round trip; gaps are allowed."""
        part = "ARRAY(SELECT nextval('{0}_number') FROM generate_series(1, %s))"
        parts = "".join(", " + part.format(kind) for kind in needs)
        _, _, *taken = connection.exec_driver_sql(
            f"SELECT {ENTER}{parts}", (project.name, str(project.id), *needs.values())
        ).one()
        return {kind: iter(numbers) for kind, numbers in zip(needs, taken, strict=True)}

    def place_entries(self, project: ProjectRow, rows: Rows, numbers: Numbers) -> None:
        """Leave new entries to the sequencer, so that writers do not wait for each other."""
        if rows.get("entry"):
            rows["pending"] = [
                {"entry": row["id"], "project_id": project.id} for row in rows["entry"]
            ]

    def sequence(self, connection: Connection, project: ProjectRow, *, wait: bool) -> None:
        """Move waiting entries into the log, one process at a time, if this role may."""
        if self._may_sequence is None:
            self._may_sequence = bool(connection.exec_driver_sql(MAY_SEQUENCE).scalar())
        if not self._may_sequence:
            return
        key = _lock_key(f"{project.origin}\nsequencer")
        if wait:
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s)", (key,))
        elif not connection.exec_driver_sql(
            "SELECT pg_try_advisory_xact_lock(%s)", (key,)
        ).scalar():
            return
        connection.exec_driver_sql(SEQUENCE, {"project": project.id})

    def lock(self, connection: Connection, name: str) -> None:
        """Hold others back who take the same lock, until this transaction ends."""
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s)", (_lock_key(name),))


class PostgresScheme:
    """Opens `postgresql://user@host/database`."""

    def open(self, url: str, schema: str | None, settings: Settings) -> PostgresBackend:
        """The server, and the schema in it."""
        return PostgresBackend(url, schema, settings)


def _driver_url(url: str) -> URL:
    parsed = make_url(url)
    return parsed.set(drivername="postgresql+psycopg")


def _prepare(connection: Any, _record: Any) -> None:
    # Prepared statements are set up at the second use: the writer repeats a handful of them.
    connection.prepare_threshold = 2


def _lock_key(name: str) -> int:
    digest = hashlib.sha256(name.encode()).digest()
    return int.from_bytes(digest[:8], "big", signed=True)
