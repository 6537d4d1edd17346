"""The store: one database, read and written the same way whichever it is."""

import random
import secrets
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import partial
from itertools import islice
from typing import Any, TypeVar
from urllib.parse import quote

from sqlalchemy import Connection, Select, bindparam, delete, insert, select
from sqlalchemy.exc import DBAPIError, ResourceClosedError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from citation_engine.errors import EngineClosed, ProjectNotFound
from citation_engine.ports import LogEntry, ProjectRow, Row
from citation_engine.store import schema
from citation_engine.store.failures import is_collision, is_lost_connection, translate
from citation_engine.store.guards import install_guards
from citation_engine.store.migrate import ensure_schema
from citation_engine.store.postgres import PostgresBackend
from citation_engine.store.schema import PROJECTIONS, SEARCH_INDEX
from citation_engine.store.search import as_tsvector, forget_deleted, refill_words
from citation_engine.store.sqlite import SINGLE, WRITE, SqliteBackend
from citation_engine.store.transaction import (
    BufferedTransaction,
    GroupCommit,
    Job,
    Rows,
    look_up,
)
from citation_engine.store.view import DatabaseView, at_one_moment, empty_write_ahead_log

BATCH = 5_000


def replace_projections(
    connection: Connection,
    project: ProjectRow,
    rows: Iterable[tuple[str, Row]],
    insert: Callable[[Connection, Rows], None],
) -> int:
    """
    Put these rows in the place of the project's own, and say how many are projected.

    The guards are lifted inside the transaction and put back before it ends, which
    only the owner of the tables may do. If anything fails, nothing has changed.
    """
    _lift_guards(connection)
    for table in (*PROJECTIONS, *SEARCH_INDEX):
        connection.execute(delete(table).where(table.c.project_id == project.id))
    remaining, many = iter(rows), 0
    while some := list(islice(remaining, BATCH)):
        batch: Rows = defaultdict(list)
        for name, row in some:
            batch[name].append(row)
        insert(connection, batch)
        many += sum(len(batch[table.name]) for table in PROJECTIONS)
    refill_words(connection)
    install_guards(connection)
    return many


def _lift_guards(connection: Connection) -> None:
    for table in (*PROJECTIONS, *SEARCH_INDEX):
        if connection.dialect.name == "sqlite":
            found = connection.exec_driver_sql(
                "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?",
                (table.name,),
            )
            for name in found.scalars().all():
                connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
        else:
            connection.exec_driver_sql(f"ALTER TABLE {table.name} DISABLE TRIGGER USER")


T = TypeVar("T")
Backend = SqliteBackend | PostgresBackend

ATTEMPTS = 6
CHUNK = 5_000
_DRIVER_ERRORS = (DBAPIError, ResourceClosedError, PoolTimeout)


class Database:
    """Keeps entries, contents and what is folded from them."""

    def __init__(self, backend: Backend, *, create: bool = True) -> None:
        self.backend = backend.name
        self._backend = backend
        self._closed = False
        self._unmerged = False
        self._alone = threading.RLock() if backend.in_memory else nullcontext()
        self._commits = GroupCommit(self._run)
        self.engine = backend.open()
        self._writers = self.engine.execution_options(**WRITE)
        self._singles = self.engine.execution_options(**SINGLE)
        self._leader: Connection | None = None
        self._inserts = {
            table.name: _Insert(table, self.engine.dialect)
            for table in schema.metadata.sorted_tables
        }
        try:
            with _translated():
                ensure_schema(self.engine, backend, create=create)
        except BaseException:
            self.engine.dispose()
            raise

    # reading ------------------------------------------------------------------------------

    def rows(self, project: ProjectRow, query: str, **values: Any) -> list[Row]:
        """The rows of a named look-up, read only."""
        return self._retry(lambda: self._look_up(project, query, values))

    def _look_up(self, project: ProjectRow, query: str, values: Mapping[str, Any]) -> list[Row]:
        self._check_open()
        with self._alone, self._singles.connect() as connection, connection.begin():
            self._backend.enter_project(connection, project)
            return look_up(connection, project, query, values)

    def stream_log(self, project: ProjectRow, start: int, stop: int) -> Iterator[LogEntry]:
        """The sequenced entries of a range, in order, a few thousand at a time."""
        entry, log = schema.entry, schema.log
        query = (
            select(
                log.c.idx,
                entry.c.id,
                entry.c.entry_id,
                entry.c.type,
                entry.c.subject,
                entry.c.seq,
                entry.c.body,
                entry.c.leaf,
            )
            .join(entry, entry.c.id == log.c.entry, isouter=True)
            .where(log.c.project_id == project.id)
            .where(log.c.idx >= bindparam("start"), log.c.idx < bindparam("stop"))
            .order_by(log.c.idx)
        )
        for first in range(start, stop, CHUNK):
            values = {"start": first, "stop": min(first + CHUNK, stop)}
            rows = self._retry(partial(self._read, project, query, values))
            yield from (LogEntry(*row) for row in rows)

    def _read(self, project: ProjectRow, query: Select[Any], values: Row) -> list[Any]:
        with self._reading(project) as connection:
            return [*connection.execute(query, values)]

    @contextmanager
    def view(self, project: ProjectRow) -> Iterator[DatabaseView]:
        """
        The project at one moment, for work that reads all of it.

        Writers go on meanwhile and are not seen. Text that is no text does not
        stop the reading, because what is looked for here is damage.
        """
        self._check_open()
        with _translated(), self._alone, at_one_moment(self.engine) as connection:
            self._backend.enter_project(connection, project)
            yield DatabaseView(connection, project)

    @contextmanager
    def _reading(self, project: ProjectRow | None) -> Iterator[Connection]:
        self._check_open()
        with self._alone, self.engine.connect() as connection, connection.begin():
            self._backend.enter_project(connection, project)
            yield connection

    # writing ------------------------------------------------------------------------------

    def write(
        self,
        project: ProjectRow,
        work: Callable[[Any], T],
        *,
        needs: Mapping[str, int],
        recover: Callable[[Any], T | None] | None = None,
    ) -> T:
        """
        Run `work` in a durable transaction and return what it gives.

        When this returns, the rows are committed and synced. Callers that
        arrive together share a commit. After a lost connection the outcome is
        unknown: `recover` then looks whether the write is there already.
        """
        self._check_open()
        value: T = self._commits.submit(Job(project, work, dict(needs), recover))
        return value

    def sequence(self, project: ProjectRow, *, wait: bool = True) -> int:
        """Give every waiting entry its place in the log, and say how long the log is."""
        if self.backend == "postgresql":
            self._retry(lambda: self._sequence(project, wait))
        size: int = self.rows(project, "log_size")[0]["size"]
        return size

    def _sequence(self, project: ProjectRow, wait: bool) -> None:
        with self._writing(project) as connection:
            self._backend.sequence(connection, project, wait=wait)

    def open_project(self, name: str, *, create: bool = True) -> ProjectRow:
        """The project of that name, with the log it owns; made when it is new and may be."""
        table = schema.project
        unnamed = ProjectRow(0, name, "", b"")
        query = select(table.c.id, table.c.name, table.c.origin, table.c.name_key)
        query = query.where(table.c.name == name)

        def find_or_make() -> ProjectRow:
            with self._reading(unnamed) as connection:
                row = connection.execute(query).first()
            if row is None and not create:
                raise ProjectNotFound(f"There is no project {name!r} in this database.")
            if row is None:
                self._make_project(unnamed)
                with self._reading(unnamed) as connection:
                    row = connection.execute(query).one()
            return ProjectRow(*row)

        return self._retry(find_or_make)

    def _make_project(self, project: ProjectRow) -> None:
        with self._writing(project) as connection:
            self._backend.lock(connection, "project")
            table = schema.project
            if connection.execute(select(table.c.id).where(table.c.name == project.name)).first():
                return
            now = time.time_ns() // 1000
            deployment = connection.execute(select(schema.deployment.c.id)).scalar()
            if deployment is None:
                deployment = secrets.token_hex(8)
                row = {"id": deployment, "created_at": now}
                connection.execute(insert(schema.deployment), row)
            connection.execute(
                insert(table),
                {
                    "name": project.name,
                    "origin": f"citation-engine/{deployment}/{quote(project.name, safe='')}",
                    "name_key": secrets.token_bytes(32),
                    "created_at": now,
                },
            )

    @contextmanager
    def _writing(self, project: ProjectRow) -> Iterator[Connection]:
        self._check_open()
        with self._alone, self._writers.connect() as connection, connection.begin():
            self._backend.enter_project(connection, project)
            yield connection

    @contextmanager
    def _leading(self) -> Iterator[Connection]:
        """The leader's connection, kept open between batches: only one caller leads at a time."""
        self._check_open()
        with self._alone:
            connection = self._leader or self._writers.connect()
            self._leader = None
            try:
                with connection.begin():
                    yield connection
            except BaseException:
                connection.close()
                raise
            if self._closed:
                connection.close()
            else:
                self._leader = connection

    def _run(self, jobs: list[Job]) -> None:
        """Commit the batch; if anything in it collides, each job alone."""
        if len(jobs) > 1:
            try:
                self._commit(jobs)
                return
            except _DRIVER_ERRORS:
                for job in jobs:
                    job.attempted = True
        for job in jobs:
            self._run_alone(job)

    def _run_alone(self, job: Job) -> None:
        for attempt in range(ATTEMPTS):
            try:
                self._commit([job])
                return
            except _DRIVER_ERRORS as error:
                again = is_collision(error) or is_lost_connection(error)
                if not again or attempt == ATTEMPTS - 1:
                    failure = translate(error)
                    failure.__cause__ = error
                    job.finish(error=failure)
                    return
                job.attempted = True
                _back_off(attempt)

    def _commit(self, jobs: list[Job]) -> None:
        """Run the jobs' work, insert all rows, commit, and only then say that they are done."""
        project, outcomes = jobs[0].group, []
        rows: Rows = defaultdict(list)
        redacted: list[int] = []
        needs = sum((Counter(job.needs) for job in jobs), Counter[str]())
        with self._leading() as connection:
            numbers = self._backend.take_numbers(connection, project, needs)
            for job in jobs:
                transaction = BufferedTransaction(self._backend, connection, project, numbers)
                outcomes.append(_outcome(job, transaction))
                for table, added in transaction.added.items():
                    rows[table].extend(added)
                redacted.extend(transaction.redacted)
            self._backend.place_entries(project, rows, numbers)
            self._flush(connection, rows)
            if redacted:
                self._delete(connection, project, redacted)
        for job, (value, error) in zip(jobs, outcomes, strict=True):
            job.finish(value, error)

    def _flush(self, connection: Connection, rows: Rows) -> None:
        """Insert through the driver's own cursor: this is the path every citation takes."""
        driver = connection.dialect.loaded_dbapi
        cursor = connection.connection.cursor()
        try:
            for table, added in rows.items():
                statement = self._inserts[table]
                cursor.executemany(statement.sql, statement.tuples(added))
        except driver.Error as error:
            raise DBAPIError.instance(
                statement.sql, None, error, driver.Error, dialect=connection.dialect
            ) from error
        finally:
            cursor.close()

    def _delete(self, connection: Connection, project: ProjectRow, entries: list[int]) -> None:
        self._unmerged = True
        for name in schema.DELETABLE_WHEN_REDACTED:
            table = schema.metadata.tables[name]
            for start in range(0, len(entries), CHUNK):
                some = entries[start : start + CHUNK]
                own = delete(table).where(table.c.project_id == project.id)
                connection.execute(own.where(table.c.entry.in_(some)))

    def erase(self) -> bool:
        """Leave nothing deleted behind in the files; false where a reader holds the old pages."""
        self._check_open()
        with _translated(), self._alone:
            if self._unmerged and self.backend == "sqlite":
                forget_deleted(self._writers)
            self._unmerged = False
            return empty_write_ahead_log(self.engine)

    def rebuild(
        self, project: ProjectRow, make: Callable[[DatabaseView], Iterable[tuple[str, Row]]]
    ) -> int:
        """Replace the rows of the projected tables at once, and say how many there are."""
        with _translated(), self._writing(project) as connection:
            rows = make(DatabaseView(connection, project))
            return replace_projections(connection, project, rows, self._flush)

    # life ---------------------------------------------------------------------------------

    def _retry(self, read: Callable[[], T]) -> T:
        """Read again when the connection was lost or another writer was quicker."""
        for attempt in range(ATTEMPTS):
            try:
                return read()
            except _DRIVER_ERRORS as error:
                again = is_lost_connection(error) or is_collision(error)
                if not again or attempt == ATTEMPTS - 1:
                    raise translate(error) from error
                _back_off(attempt)
        raise AssertionError("unreachable")

    def _check_open(self) -> None:
        if self._closed:
            raise EngineClosed("The engine is closed.")

    def close(self) -> None:
        """Let go of the database; closing twice is fine."""
        self._closed = True
        leader, self._leader = self._leader, None
        if leader is not None:
            leader.close()
        self.engine.dispose()


class _Insert:
    """An INSERT compiled once, and the way from a row to its values."""

    def __init__(self, table: Any, dialect: Any) -> None:
        self.columns = [c.name for c in table.columns if not _numbers_itself(table, c)]
        compiled = insert(table).compile(dialect=dialect, column_keys=self.columns)
        self.sql = str(compiled)
        if not compiled.positional:
            names = ", ".join(self.columns)
            places = ", ".join(["%s"] * len(self.columns))
            self.sql = f"INSERT INTO {table.name} ({names}) VALUES ({places})"

        self._is_vector = table.name == "chunk" and not compiled.positional

    def tuples(self, rows: list[Row]) -> list[tuple[Any, ...]]:
        if self._is_vector:
            rows = [{**row, "stems": as_tsvector(row["stems"])} for row in rows]
        return [tuple(row.get(name) for name in self.columns) for row in rows]


def _numbers_itself(table: Any, column: Any) -> bool:
    return column.primary_key and table.name in ("project", "checkpoint")


def _outcome(job: Job, transaction: BufferedTransaction) -> tuple[Any, Exception | None]:
    """What the job's work gave; its own errors are its own and do not stop the others."""
    try:
        if job.attempted and job.recover is not None:
            found = job.recover(transaction)
            if found is not None:
                return found, None
        return job.work(transaction), None
    except _DRIVER_ERRORS:
        raise
    except Exception as error:  # noqa: BLE001
        transaction.added.clear()
        transaction.redacted.clear()
        return None, error


def _back_off(attempt: int) -> None:
    time.sleep(random.uniform(0.5, 1.0) * 0.02 * 3**attempt)  # noqa: S311


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except _DRIVER_ERRORS as error:
        raise translate(error) from error
