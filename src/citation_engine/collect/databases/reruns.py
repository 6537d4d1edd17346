"""
Runs a stored query again, on a connection the caller passes, and only to read.

SQLite is told `query_only`. PostgreSQL gets a read-only transaction that is rolled back,
and a cursor that accepts nothing but a query. That does not hold back everything: SQLite still
attaches files and obeys `PRAGMA`, PostgreSQL still calls functions that end other sessions, write
files or reach other servers, and some drivers run several statements at once. Of other databases
we know nothing. So the query is looked at first, and what cannot be read with certainty is
refused; with an unknown driver most strictly, and the connection is rolled back.
"""

import inspect
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from citation_engine.collect.databases.results import Table, table_of
from citation_engine.display import one_line
from citation_engine.errors import InvalidInput

BATCH = 100
LONGEST = 1_000_000
_IDLE = 0
_LENGTH = 0  # SQLITE_LIMIT_LENGTH
_SQLITE = ("sqlite3", "_sqlite3", "pysqlite3", "sqlcipher3")
_POSTGRESQL = ("psycopg", "psycopg2")

_READING = {"select", "with", "values", "table"}
_CHANGING = {"insert", "update", "delete", "merge", "into"}
# Drivers we do not know may run several statements without anything between them.
_CHANGING_ANYWHERE = _CHANGING | {
    *("alter", "analyze", "attach", "call", "commit", "copy", "create", "detach", "drop"),
    *("exec", "execute", "explain", "export", "grant", "import", "install", "load", "lock"),
    *("pragma", "rename", "replace", "revoke", "rollback", "set", "shutdown", "truncate"),
    *("vacuum", "waitfor", "outfile", "dumpfile"),
}
# Functions that write, wait, read files, or reach other servers.
_REFUSED_FUNCTIONS = {
    *("load_extension", "writefile", "readfile", "edit", "fts3_tokenizer", "load_file"),
    *("sleep", "benchmark", "set_config", "nextval", "setval", "query_to_xml"),
    *("query_to_xmlschema", "query_to_xml_and_xmlschema", "cursor_to_xml"),
}
_REFUSED_BEGINNINGS = ("dblink", "lo_", "xp_", "sp_", "dbms_", "utl_")
_INNOCENT_PG = re.compile(r"pg_(?:typeof|size_pretty|size_bytes|get_\w+|\w+_size|postmaster_\w+)")
# What databases read differently: as a sign, as a quotation mark, as a comment.
_DISPUTED = ("--", "/*", "#", ";", "\\")

_SPACE = " \t\n\r\f\v"
_LETTER = r"A-Za-z_\u0080-\U0010ffff"
_WORD = rf"[{_LETTER}][{_LETTER}0-9$]*+"
_COMMENT = r"--[^\n\r]*+|/\*(?:(?!/\*|\*/).)*+\*/"
_STRING, _QUOTED, _TICKED = (rf"{sign}(?:[^{sign}]|{sign * 2})*+{sign}" for sign in "'\"`")
_MARK = rf"\$(?:[{_LETTER}][{_LETTER}0-9]*+)?+\$"
_WORD_OR_BRACKET = re.compile(
    rf"(?P<dot>\.[{_SPACE}]*+)?+(?P<word>{_WORD})(?P<by>[{_SPACE}]++[bB][yY](?![{_LETTER}0-9$]))?+"
    r"|[()]"
)
_NAME = rf"{_QUOTED}|{_TICKED}|\[[^\]]*+\]"
_CALLED = re.compile(rf"(?:({_WORD})|({_NAME}))[{_SPACE}]*+\(")
_ANY_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def _scanner(string: str, name: str, mark: str = "(?!)") -> re.Pattern[str]:
    """
    What finds the parts of a query that are not to be taken at their word.

    `open` is what opens a comment or a quotation that is never closed; words and numbers are
    found so that nothing begins inside them.
    """
    return re.compile(
        rf"(?P<comment>{_COMMENT})|(?P<string>{string})|(?P<name>{name})"
        rf"|(?P<open>/\*|['\"`]|{mark})|{_WORD}|[0-9][{_LETTER}0-9.]*+",
        re.DOTALL,
    )


class SqlDialect(StrEnum):
    """Whose way of writing queries it is."""

    SQLITE = "sqlite"
    POSTGRESQL = "postgresql"
    OTHER = "other"


_SCANNERS = {
    SqlDialect.SQLITE: _scanner(_STRING, _NAME),
    SqlDialect.POSTGRESQL: _scanner(
        rf"[eE]'(?:[^'\\]|''|\\.)*+'|{_STRING}|(?P<mark>{_MARK}).*?(?P=mark)", _QUOTED, _MARK
    ),
}

Parameters = Sequence[Any] | Mapping[str, Any] | None


class QueryRefused(Exception):
    """The query is not run; the text is the sentence that says why."""


class QueryFailed(Exception):
    """The query could not be run to its end; the text is the sentence that says why."""


class ReadingQuery(NamedTuple):
    """A query that only reads, and whether it says in which order."""

    text: str
    ordered: bool


@dataclass(frozen=True, slots=True)
class QueryLimits:
    """What a query may take."""

    seconds: float = 30
    rows: int = 100_000
    bytes: int = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class RunResult:
    """What the query gives now, and whether it says in which order."""

    table: Table
    ordered: bool


def run_query(
    connection: Any, query: str, parameters: Parameters, limits: QueryLimits
) -> RunResult:
    """
    What the query gives now. The database is not changed, and neither is the connection.

    Raises `QueryRefused` for a query that does more than read, `QueryFailed` where it
    cannot be run to its end, and `InvalidInput` for what is no usable connection.
    """
    with _driver_connection(connection) as (driver, compiled):
        dialect = _dialect_of(driver)
        statement = read_query(query, dialect)
        text, values = compiled(statement.text, parameters)
        run = {
            SqlDialect.SQLITE: _run_sqlite,
            SqlDialect.POSTGRESQL: _run_postgresql,
            SqlDialect.OTHER: _run_other,
        }[dialect]
        try:
            table = run(driver, ReadingQuery(text, statement.ordered), values, limits)
        except (InvalidInput, QueryFailed, QueryRefused):
            raise
        except Exception as error:
            raise QueryFailed(_told(error)) from error
    return RunResult(table, statement.ordered)


# queries --------------------------------------------------------------------------------------


def read_query(query: str, dialect: SqlDialect) -> ReadingQuery:
    """The one statement in a text, if it only reads. Raises `QueryRefused`."""
    if len(query) > LONGEST:
        raise QueryRefused(f"The query has more than {LONGEST:,} characters.")
    if "\0" in query:
        raise QueryRefused("The query has a NUL character in it.")
    if dialect is SqlDialect.OTHER:
        return _read_strictly(query)
    bare = _bared(query, dialect).rstrip(_SPACE + ";")
    if ";" in bare:
        raise QueryRefused("The query has several statements in it; only one is run.")
    _check_beginning(bare)
    ordered = _check_words(bare)
    for call in _CALLED.finditer(_bared(query, dialect, names=True)):
        _check_function((call[1] or call[2][1:-1]).lower())
    # Without what follows the last word: a comment could hide what a driver puts behind it.
    return ReadingQuery(query[: len(bare)], ordered)


def _read_strictly(query: str) -> ReadingQuery:
    """For drivers whose rules we do not know: anything that could be read in two ways is out."""
    text = query.strip().rstrip(";").rstrip()
    for sign in _DISPUTED:
        if sign in text:
            raise QueryRefused(
                f"The query has {sign!r} in it, which databases read differently; "
                "with this driver it is not run."
            )
    _check_beginning(text)
    for word in map(str.lower, _ANY_WORD.findall(text)):
        if word in _CHANGING_ANYWHERE:
            raise QueryRefused(_changes(word))
        _check_function(word)
    ordered = re.search(r"\border\s+by\b[^()]*$", text, re.IGNORECASE)
    return ReadingQuery(text, ordered is not None)


def _bared(query: str, dialect: SqlDialect, *, names: bool = False) -> str:
    """The query, as long as before, without comments and texts, and without names in quotes."""

    def blank(match: re.Match[str]) -> str:
        if match["open"]:
            what = "comment" if match["open"] == "/*" else "quotation mark"
            raise QueryRefused(f"The query has a {what} that is never closed, or inside another.")
        if match["comment"]:
            return " " * len(match[0])
        hidden = match["string"] or (match["name"] and not names)
        return "'" * len(match[0]) if hidden else match[0]

    return _SCANNERS[dialect].sub(blank, query)


def _check_beginning(bare: str) -> None:
    rest = bare.lstrip(_SPACE + "(")
    word = re.match(_WORD, rest)
    first = word[0].lower() if word else rest[:1]
    if not first:
        raise QueryRefused("The query is empty.")
    if first not in _READING:
        shown = one_line(first, 40).upper()
        raise QueryRefused(f"The query begins with {shown}; only SELECT, WITH and VALUES are run.")


def _check_words(bare: str) -> bool:
    """Refuse words that change data; returns whether the whole result is ordered."""
    depth, ordered = 0, False
    for match in _WORD_OR_BRACKET.finditer(bare):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        word = (match["word"] or "").lower()
        if word in _CHANGING and not match["dot"]:
            raise QueryRefused(_changes(word))
        # Not only a part in brackets.
        ordered = ordered or (depth == 0 and word == "order" and bool(match["by"]))
    return ordered


def _check_function(name: str) -> None:
    is_inner = name.startswith("pg_") and not _INNOCENT_PG.fullmatch(name)
    if is_inner or name in _REFUSED_FUNCTIONS or name.startswith(_REFUSED_BEGINNINGS):
        raise QueryRefused(f"The query calls {one_line(name, 60)}, which does more than read.")


def _changes(word: str) -> str:
    return (
        f"The query has the word {word.upper()}, which changes data. "
        "If it is a name, write it in double quotes."
    )


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


def _dialect_of(connection: Any) -> SqlDialect:
    if _is_of(connection, _SQLITE):
        return SqlDialect.SQLITE
    return SqlDialect.POSTGRESQL if _is_of(connection, _POSTGRESQL) else SqlDialect.OTHER


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
    connection: Any, statement: ReadingQuery, parameters: Parameters, limits: QueryLimits
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
def _only_reading(connection: Any, limits: QueryLimits) -> Iterator[None]:
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
def _clock(connection: Any, limits: QueryLimits) -> Iterator[None]:
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
    connection: Any, statement: ReadingQuery, parameters: Parameters, limits: QueryLimits
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


def _milliseconds(limits: QueryLimits) -> int:
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
    connection: Any, statement: ReadingQuery, parameters: Parameters, limits: QueryLimits
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


def _fetched(cursor: Any, limits: QueryLimits) -> Table:
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


def _too_slow(limits: QueryLimits) -> QueryFailed:
    return QueryFailed(f"The query took longer than {limits.seconds:g} seconds.")


def _told(error: Exception) -> str:
    return f"The database said: {one_line(str(error), 400)} ({type(error).__name__})."
