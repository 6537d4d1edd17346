"""What is particular to PostgreSQL: many writers, a sequencer beside them, projects kept apart."""

import hashlib
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url

from citation_engine.errors import MissingExtra
from citation_engine.ports import ProjectRow, Row
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


class PostgresBackend:
    """A server, optionally one schema of it."""

    name = "postgresql"
    in_memory = False

    def __init__(self, url: str, schema: str | None, settings: Settings) -> None:
        self.url = _driver_url(url)
        self.schema = schema
        self._pool_size = settings.pool_size

    def open(self) -> Engine:
        """An engine with a pool whose connections are checked before use."""
        try:
            engine = create_engine(
                self.url,
                pool_size=self._pool_size,
                max_overflow=self._pool_size,
                pool_pre_ping=False,
                pool_use_lifo=True,
                connect_args={"options": "-c search_path=" + self.schema} if self.schema else {},
            )
        except ModuleNotFoundError as error:
            raise MissingExtra("PostgreSQL", "postgres") from error
        event.listen(engine, "connect", _prepare)
        return engine

    def exists(self) -> bool:
        """A server is always there, or the connection says that it is not."""
        return True

    def enter_project(self, connection: Connection, project: ProjectRow | None) -> None:
        """Show row-level security which project this transaction is for."""
        connection.exec_driver_sql(
            "SELECT set_config('citation.project', %s, true),"
            " set_config('citation.project_id', %s, true)",
            (project.name if project else "", str(project.id) if project else ""),
        )

    def take_numbers(
        self, connection: Connection, project: ProjectRow, needs: Mapping[str, int]
    ) -> Numbers:
        """Numbers from the sequences, all in one round trip; gaps are allowed."""
        part = "ARRAY(SELECT nextval('{0}_number') FROM generate_series(1, {1}))"
        parts = ", ".join(part.format(kind, int(many)) for kind, many in needs.items())
        taken = connection.exec_driver_sql(f"SELECT {parts}").one()
        return {kind: iter(numbers) for kind, numbers in zip(needs, taken, strict=True)}

    def place_entries(self, connection: Connection, project: ProjectRow, rows: Rows) -> None:
        """Leave new entries to the sequencer, so that writers do not wait for each other."""
        if rows.get("entry"):
            rows["pending"] = [
                {"entry": row["id"], "project_id": project.id} for row in rows["entry"]
            ]

    def insert(self, connection: Connection, sql: str, rows: list[tuple[Any, ...]]) -> None:
        """Insert many rows in one pipelined round trip."""
        connection.exec_driver_sql(sql, rows)

    def sequence(self, connection: Connection, project: ProjectRow, *, wait: bool) -> None:
        """Move waiting entries into the log, one process at a time."""
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

    def facts(self, connection: Connection) -> list[Row]:
        """What `cite doctor` says about this database and the role in force."""
        names = ("server_version", "fsync", "full_page_writes", "synchronous_commit")
        rows: list[Row] = [
            {"fact": name, "value": str(connection.exec_driver_sql(f"SHOW {name}").scalar())}
            for name in names
        ]
        role = connection.exec_driver_sql(
            "SELECT current_user, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user"
        ).one()
        owner = connection.exec_driver_sql(
            "SELECT tableowner FROM pg_tables WHERE tablename = 'entry'"
            " AND schemaname = current_schema()"
        ).scalar()
        return [
            *rows,
            {"fact": "role", "value": str(role[0])},
            {"fact": "role is superuser or bypasses row security", "value": str(any(role[1:]))},
            {"fact": "role owns the tables", "value": str(owner == role[0])},
        ]


def _driver_url(url: str) -> URL:
    parsed = make_url(url)
    return parsed.set(drivername="postgresql+psycopg")


def _prepare(connection: Any, _record: Any) -> None:
    # Prepared statements are set up at the second use: the writer repeats a handful of them.
    connection.prepare_threshold = 2


def _lock_key(name: str) -> int:
    digest = hashlib.sha256(name.encode()).digest()
    return int.from_bytes(digest[:8], "big", signed=True)
