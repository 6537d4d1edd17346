"""
The database at one moment, for work that reads all of it: verification, export, rebuilding.

Streams are plain tuples in a fixed order, a few rows at a time, so that a log of any
length is read in the same memory. Nothing here trusts what the tables hold: a value of
the wrong type comes out as it is, and text that is no text comes out with its bytes kept.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import Connection, Engine, Select
from sqlalchemy.exc import DBAPIError, ResourceClosedError

from citation_engine.ports import ProjectRow, Row
from citation_engine.store.failures import translate
from citation_engine.store.schema import PROJECTIONS
from citation_engine.store.streams import STREAMS, VIEW_LOOKUPS
from citation_engine.store.transaction import look_up

BATCH = 500
# Contents may be large: no more than this many are held at a time.
FEW = 4
# The driver may even stumble over its own message about a damaged file.
_UNREADABLE = (DBAPIError, ResourceClosedError, UnicodeDecodeError)


class View:
    """What one project's tables held when the view was opened, whatever is written meanwhile."""

    tables: Mapping[str, tuple[str, ...]] = {
        table.name: tuple(column.name for column in table.columns) for table in PROJECTIONS
    }

    def __init__(self, connection: Connection, project: ProjectRow) -> None:
        self._connection = connection
        self._project = project

    def rows(self, query: str, **values: Any) -> list[Row]:
        """The rows of a named look-up, at the view's moment."""
        statement = VIEW_LOOKUPS.get(query)
        try:
            if statement is None:
                return look_up(self._connection, self._project, query, values)
            found = self._connection.execute(statement(project=self._project.id, **values))
            return [*found.mappings()]
        except _UNREADABLE as error:
            raise translate(error) from error

    def stream(self, name: str) -> Iterator[tuple[Any, ...]]:
        """The rows of a named stream or of a projected table, in order, as plain tuples."""
        batch = FEW if name in ("contents", "texts") else BATCH
        statement = STREAMS[name](project=self._project.id)
        if self._connection.dialect.name == "sqlite":
            yield from self._from_driver(statement, batch)
            return
        options = {"stream_results": True, "max_row_buffer": batch}
        try:
            with self._connection.execute(statement, execution_options=options) as result:
                while rows := result.fetchmany(batch):
                    yield from map(tuple, rows)
        except _UNREADABLE as error:
            raise translate(error) from error

    def _from_driver(self, statement: Select[Any], batch: int) -> Iterator[tuple[Any, ...]]:
        """The rows straight from the driver's cursor: a verification reads millions of them."""
        dialect = self._connection.dialect
        sql = str(statement.compile(dialect=dialect, compile_kwargs={"literal_binds": True}))
        failure = dialect.loaded_dbapi.Error
        cursor = self._connection.connection.cursor()
        try:
            cursor.execute(sql)
            while rows := cursor.fetchmany(batch):
                yield from rows
        except failure as error:
            wrapped = DBAPIError.instance(sql, None, error, failure, dialect=dialect)
            raise translate(wrapped) from error
        except UnicodeDecodeError as error:
            raise translate(error) from error
        finally:
            # A stream that was left half-way may be closed after the database.
            with suppress(failure):
                cursor.close()

    def self_check(self) -> list[str]:
        """What the database says about its own state; nothing where it finds nothing wrong."""
        if self._connection.dialect.name != "sqlite":
            return []
        try:
            said = self._connection.exec_driver_sql("PRAGMA integrity_check(1000)").scalars().all()
        except _UNREADABLE as error:
            return [str(translate(error).message)]
        # Some versions of SQLite look for NULL in the wrong column of a table without row numbers.
        # Where there is one, the comparison with the record finds it.
        return [str(line) for line in said if line != "ok" and "NULL value in" not in str(line)]


@contextmanager
def at_one_moment(engine: Engine) -> Iterator[Connection]:
    """A reading transaction that sees the database as it is now, whatever is written meanwhile."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            with connection.begin(), _lenient(connection):
                yield connection
        else:
            options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
            with connection.execution_options(**options).begin():
                yield connection


@contextmanager
def _lenient(connection: Connection) -> Iterator[None]:
    """Take text of a damaged file as it is: what is not UTF-8 would otherwise be an error."""
    driver: Any = connection.connection.driver_connection
    driver.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    try:
        yield
    finally:
        driver.text_factory = str


def empty_write_ahead_log(engine: Engine) -> bool:
    """
    Move SQLite's write-ahead log into the file and empty it: it holds old pages.

    False when a reader still needs it. PostgreSQL frees deleted rows when it vacuums.
    """
    if engine.dialect.name != "sqlite":
        return True
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (busy, *_) = cursor.fetchone() or (1,)
        cursor.close()
    finally:
        connection.close()
    return not busy
