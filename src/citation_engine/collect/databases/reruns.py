"""
Runs a stored query again, on a connection the caller passes, and only to read.

SQLite is told `query_only`. PostgreSQL gets a read-only transaction that is rolled back,
and a cursor that accepts nothing but a query. Of other databases we know nothing: there
the statement is checked most strictly, and the connection rolled back.
"""

import inspect
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from citation_engine.collect.databases.results import Table, table_of
from citation_engine.collect.databases.statements import (
    Dialect,
    QueryRefused,
    Statement,
    read_statement,
)
from citation_engine.display import one_line
from citation_engine.errors import InvalidInput

BATCH = 100
_IDLE = 0
_LENGTH = 0  # SQLITE_LIMIT_LENGTH
_SQLITE = ("sqlite3", "_sqlite3", "pysqlite3", "sqlcipher3")
_POSTGRESQL = ("psycopg", "psycopg2")

Parameters = Sequence[Any] | Mapping[str, Any] | None


class QueryFailed(Exception):
    """The query could not be run to its end; the text is the sentence that says why."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a query may take."""

    seconds: float = 30
    rows: int = 100_000
    bytes: int = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class RunResult:
    """What the query gives now, and whether it says in which order."""

    table: Table
    ordered: bool


def run_query(connection: Any, query: str, parameters: Parameters, limits: Limits) -> RunResult:
    """
    What the query gives now. The database is not changed, and neither is the connection.

    Raises `QueryRefused` for a query that does more than read, `QueryFailed` where it
    cannot be run to its end, and `InvalidInput` for what is no usable connection.
    """
    with _driver_connection(connection) as (driver, compiled):
        dialect = _dialect_of(driver)
        statement = read_statement(query, dialect)
        text, values = compiled(statement.text, parameters)
        run = {
            Dialect.SQLITE: _run_sqlite,
            Dialect.POSTGRESQL: _run_postgresql,
            Dialect.OTHER: _run_other,
        }[dialect]
        try:
            table = run(driver, Statement(text, statement.ordered), values, limits)
        except (InvalidInput, QueryFailed, QueryRefused):
            raise
        except Exception as error:
            raise QueryFailed(_told(error)) from error
    return RunResult(table, statement.ordered)


# connections ----------------------------------------------------------------------------------

Compiled = Callable[[str, Parameters], tuple[str, Parameters]]


@contextmanager
def _driver_connection(given: Any) -> Iterator[tuple[Any, Compiled]]:
    """The driver's own connection, and how a query with parameters is written for it."""
    if _is_asynchronous(given):
        raise InvalidInput(
            f"A {type(given).__name__} is asynchronous.",
            fix="Pass a connection that is not, such as `sqlite3.connect(...)`.",
        )
    if not _is_of(given, ("sqlalchemy",)):
        if not callable(getattr(given, "cursor", None)):
            raise InvalidInput(
                f"A {type(given).__name__} is not a connection to a database.",
                fix="Pass a connection of sqlite3 or psycopg, or one of SQLAlchemy.",
            )
        yield given, _unchanged
    elif callable(getattr(given, "raw_connection", None)):
        borrowed = given.raw_connection()
        try:
            yield borrowed.dbapi_connection, _for(given.dialect)
        finally:
            borrowed.close()
    elif hasattr(given, "dialect") and hasattr(given, "connection"):
        if given.in_transaction():
            raise _unfinished()
        yield given.connection.dbapi_connection, _for(given.dialect)
    elif hasattr(given, "dbapi_connection"):
        yield given.dbapi_connection, _unchanged
    else:
        raise InvalidInput(
            f"A {type(given).__name__} is not a connection.",
            fix="Pass the engine, or `engine.connect()`.",
        )


def _unchanged(query: str, parameters: Parameters) -> tuple[str, Parameters]:
    return query, parameters


def _for(dialect: Any) -> Compiled:
    """Queries with named parameters as SQLAlchemy writes them, `:name`, for its driver."""

    def compiled(query: str, parameters: Parameters) -> tuple[str, Parameters]:
        if not isinstance(parameters, Mapping):
            return query, parameters
        from sqlalchemy import text

        made = text(query).bindparams(**parameters).compile(dialect=dialect)
        if made.positiontup is not None:
            return made.string, [made.params[name] for name in made.positiontup]
        return made.string, made.params

    return compiled


def _dialect_of(connection: Any) -> Dialect:
    if _is_of(connection, _SQLITE):
        return Dialect.SQLITE
    return Dialect.POSTGRESQL if _is_of(connection, _POSTGRESQL) else Dialect.OTHER


def _is_of(value: Any, packages: tuple[str, ...]) -> bool:
    return any(kind.__module__.partition(".")[0] in packages for kind in type(value).__mro__)


def _is_asynchronous(value: Any) -> bool:
    named = any(kind.__name__.startswith("Async") for kind in type(value).__mro__)
    return named or inspect.iscoroutinefunction(getattr(value, "execute", None))


def _unfinished() -> InvalidInput:
    return InvalidInput(
        "The connection has an unfinished transaction.",
        fix="Commit it or roll it back first, or pass another connection.",
    )


# SQLite ---------------------------------------------------------------------------------------


def _run_sqlite(
    connection: Any, statement: Statement, parameters: Parameters, limits: Limits
) -> Table:
    """
    Run on SQLite, with writing switched off.

    An authorizer or a progress handler would take the place of the caller's own, which
    could not be put back; so the clock interrupts from a thread.
    """
    # With the newer way of transactions one is always open, and tells nothing.
    if connection.in_transaction and getattr(connection, "autocommit", None) is not False:
        raise _unfinished()
    with _only_reading(connection, limits), _clock(connection, limits):
        cursor = connection.cursor()
        cursor.row_factory = None
        try:
            cursor.execute(statement.text, parameters or ())
            return _fetched(cursor, limits)
        finally:
            cursor.close()


@contextmanager
def _only_reading(connection: Any, limits: Limits) -> Iterator[None]:
    """Writing switched off and values kept small, and both put back as they were."""
    cursor = connection.cursor()
    cursor.row_factory = None
    [was] = cursor.execute("PRAGMA query_only").fetchone()
    length = connection.setlimit(_LENGTH, min(connection.getlimit(_LENGTH), limits.bytes))
    cursor.execute("PRAGMA query_only = ON")
    try:
        yield
    finally:
        cursor.execute(f"PRAGMA query_only = {'ON' if was else 'OFF'}")
        connection.setlimit(_LENGTH, length)
        cursor.close()


@contextmanager
def _clock(connection: Any, limits: Limits) -> Iterator[None]:
    """A time limit for what runs inside."""
    late = threading.Event()

    def interrupt() -> None:
        late.set()
        connection.interrupt()

    clock = threading.Timer(limits.seconds, interrupt)
    clock.daemon = True
    clock.start()
    try:
        yield
    except Exception as error:
        if late.is_set():
            raise _too_slow(limits) from error
        raise
    finally:
        clock.cancel()
        # A late interrupt must not hit what is done with the connection afterwards.
        clock.join()


# PostgreSQL -----------------------------------------------------------------------------------


def _run_postgresql(
    connection: Any, statement: Statement, parameters: Parameters, limits: Limits
) -> Table:
    """Run on PostgreSQL, in a read-only transaction of its own that is rolled back."""
    if connection.closed:
        raise QueryFailed("The connection is closed.")
    if int(connection.info.transaction_status) != _IDLE:
        raise _unfinished()
    autocommit = connection.autocommit
    if autocommit:
        connection.autocommit = False
    try:
        with connection.cursor() as settings:
            settings.execute("SET TRANSACTION READ ONLY")
            settings.execute("SET LOCAL standard_conforming_strings = on")
            settings.execute(f"SET LOCAL statement_timeout = {_milliseconds(limits)}")
        # A declared cursor accepts one query and nothing that changes data, and gives its
        # rows a few at a time.
        cursor = connection.cursor(name="citation_engine_rerun", **_plain_rows(connection))
        try:
            cursor.execute(statement.text, parameters or None)
            return _fetched(cursor, limits)
        finally:
            cursor.close()
    except Exception as error:
        if type(error).__name__ in ("QueryCanceled", "QueryCanceledError"):
            raise _too_slow(limits) from error
        raise
    finally:
        connection.rollback()
        if autocommit:
            connection.autocommit = True


def _milliseconds(limits: Limits) -> int:
    return max(1, int(limits.seconds * 1000))


def _plain_rows(connection: Any) -> dict[str, Any]:
    """What makes a cursor give tuples, whatever the caller has set on the connection."""
    if _is_of(connection, ("psycopg2",)):
        from importlib import import_module

        return {"cursor_factory": import_module("psycopg2.extensions").cursor}
    from psycopg.rows import tuple_row

    return {"row_factory": tuple_row}


# others ---------------------------------------------------------------------------------------


def _run_other(
    connection: Any, statement: Statement, parameters: Parameters, limits: Limits
) -> Table:
    """Run with a driver we do not know. Its transaction is rolled back afterwards."""
    if getattr(connection, "in_transaction", False) is True:
        raise _unfinished()
    if getattr(connection, "autocommit", False) is True:
        raise InvalidInput(
            "The connection commits by itself, so what a query does cannot be taken back.",
            fix="Switch autocommit off on this connection.",
        )
    cursor = connection.cursor()
    try:
        cursor.execute(statement.text, *([parameters] if parameters else []))
        return _fetched(cursor, limits)
    finally:
        cursor.close()
        connection.rollback()


# rows -----------------------------------------------------------------------------------------


def _fetched(cursor: Any, limits: Limits) -> Table:
    """The rows of a cursor, within the limits."""
    if cursor.description is None:
        raise QueryFailed("The query gave no rows, not even none.")
    names = [part[0] for part in cursor.description]
    end = time.monotonic() + limits.seconds
    rows: list[Any] = []
    size = 0
    while batch := cursor.fetchmany(BATCH):
        cells = [_in_order(row, names) for row in batch]
        taken = table_of(None, cells).rows
        size += sum(len(cell or "") for row in taken for cell in row)
        rows += taken
        if len(rows) > limits.rows:
            raise QueryFailed(f"The query gives more than {limits.rows:,} rows.")
        if size > limits.bytes:
            raise QueryFailed(f"The query gives more than {limits.bytes:,} characters.")
        if time.monotonic() > end:
            raise _too_slow(limits)
    return Table(tuple(map(str, names)), tuple(rows))


def _in_order(row: Any, names: list[Any]) -> Sequence[Any]:
    return [row[name] for name in names] if isinstance(row, Mapping) else tuple(row)


def _too_slow(limits: Limits) -> QueryFailed:
    return QueryFailed(f"The query took longer than {limits.seconds:g} seconds.")


def _told(error: Exception) -> str:
    return f"The database said: {one_line(str(error), 400)} ({type(error).__name__})."
