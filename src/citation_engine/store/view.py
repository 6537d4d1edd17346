"""
The database at one moment, for work that reads all of it: verification, export, rebuilding.

Streams are plain tuples in a fixed order, a few rows at a time, so that a log of any
length is read in the same memory. Nothing here trusts what the tables hold: a value of
the wrong type comes out as it is, and text that is no text comes out with its bytes kept.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Select,
    Table,
    and_,
    func,
    literal_column,
    select,
)
from sqlalchemy.exc import DBAPIError, ResourceClosedError

from citation_engine.ports import ProjectRow, Row
from citation_engine.store.failures import translate
from citation_engine.store.queries import rows_of
from citation_engine.store.schema import (
    PROJECTIONS,
    citation,
    content,
    entry,
    log,
    pending,
    redaction,
    status,
    tile,
)
from citation_engine.store.transaction import look_up

BATCH = 500
# Contents may be large: no more than this many are held at a time.
FEW = 4
# The driver may even stumble over its own message about a damaged file.
_UNREADABLE = (DBAPIError, ResourceClosedError, UnicodeDecodeError)


class DatabaseView:
    """What one project's tables held when the view was opened, whatever is written meanwhile."""

    tables: Mapping[str, tuple[str, ...]] = {
        table.name: tuple(column.name for column in table.columns) for table in PROJECTIONS
    }

    def __init__(self, connection: Connection, project: ProjectRow) -> None:
        self._connection = connection
        self._project = project

    def rows(self, query: str, **values: Any) -> list[Row]:
        """The rows of a named look-up, at the view's moment."""
        try:
            return look_up(self._connection, self._project, query, values)
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


# streams -----------------------------------------------------------------------------------

STREAMS: dict[str, Callable[..., Select[Any]]] = {}


def _stream(build: Callable[..., Select[Any]]) -> Callable[..., Select[Any]]:
    """Make a stream known by its name."""
    STREAMS[build.__name__.removeprefix("_")] = build
    return build


@_stream
def _log(*, project: int) -> Select[Any]:
    return (
        select(log.c.idx, entry.c.project_id, entry.c.entry_id, entry.c.body, entry.c.leaf)
        .join(entry, entry.c.id == log.c.entry, isouter=True)
        .where(log.c.project_id == project)
        .order_by(log.c.idx)
    )


@_stream
def _entries(*, project: int) -> Select[Any]:
    """Every entry with its place and the identity of what it is about, by number."""
    about = entry.alias("about")
    placed = and_(log.c.entry == entry.c.id, log.c.project_id == project)
    return (
        select(
            entry.c.id,
            entry.c.entry_id,
            entry.c.type,
            entry.c.subject,
            entry.c.seq,
            entry.c.body,
            entry.c.leaf,
            log.c.idx,
            about.c.entry_id,
        )
        .join(log, placed, isouter=True)
        .join(about, about.c.id == entry.c.subject, isouter=True)
        .where(entry.c.project_id == project)
        .order_by(entry.c.id)
    )


@_stream
def _openings(*, project: int) -> Select[Any]:
    opening = entry.c.type.in_(("session.opened", "actor.named"))
    return select(entry.c.type, entry.c.body).where(entry.c.project_id == project, opening)


@_stream
def _contents(*, project: int) -> Select[Any]:
    named = [content.c[name] for name in ("entry", "name", "media_type", "salt", "bytes")]
    return rows_of(content, project, *named).order_by(content.c.entry, content.c.name)


@_stream
def _field_contents(*, project: int) -> Select[Any]:
    rows = rows_of(content, project, content.c.entry, content.c.bytes, name="fields")
    return rows.order_by(content.c.entry)


@_stream
def _texts(*, project: int) -> Select[Any]:
    """The entries that brought words, with the words."""
    return _with_content(project, "text", "snapshot.taken")


@_stream
def _descriptions(*, project: int) -> Select[Any]:
    """The entries that say what a source is called, with what they say."""
    return _with_content(project, "fields", "source.registered", "source.enriched")


def _with_content(project: int, name: str, *types: str) -> Select[Any]:
    named = and_(content.c.entry == entry.c.id, content.c.name == name)
    return (
        select(entry.c.id, entry.c.body, content.c.bytes)
        .join(content, named)
        .where(entry.c.project_id == project, entry.c.type.in_(types))
        .order_by(entry.c.id)
    )


@_stream
def _redacted(*, project: int) -> Select[Any]:
    return rows_of(redaction, project, redaction.c.target).order_by(redaction.c.target)


@_stream
def _pending(*, project: int) -> Select[Any]:
    return rows_of(pending, project, pending.c.entry).order_by(pending.c.entry)


@_stream
def _tiles(*, project: int) -> Select[Any]:
    """Tiles in the order in which a growing log fills them."""
    full_at: ColumnElement[Any] = literal_column("(position + 1) << (8 * level)")
    rows = rows_of(tile, project, tile.c.level, tile.c.position, tile.c.root)
    return rows.order_by(full_at, tile.c.level)


@_stream
def _discussed(*, project: int) -> Select[Any]:
    """The entries about one subject, where there are several, with the status shown for it."""
    several = (
        select(entry.c.subject)
        .where(entry.c.project_id == project, entry.c.subject.is_not(None))
        .group_by(entry.c.subject)
        .having(func.count() > 1)
    )
    later = status.alias("later")
    latest = select(func.max(later.c.seq)).where(later.c.citation_id == citation.c.id)
    shown = (
        select(status.c.status)
        .join(citation, citation.c.id == status.c.citation_id)
        .where(
            citation.c.entry == entry.c.subject,
            status.c.seq == latest.correlate(citation).scalar_subquery(),
        )
        .correlate(entry)
        .scalar_subquery()
    )
    return (
        select(entry.c.subject, entry.c.body, shown)
        .where(entry.c.project_id == project, entry.c.subject.in_(several))
        .order_by(entry.c.subject, entry.c.seq)
    )


def _projected(table: Table, *, project: int) -> Select[Any]:
    return rows_of(table, project).order_by(table.c.entry)


STREAMS.update({table.name: partial(_projected, table) for table in PROJECTIONS})
