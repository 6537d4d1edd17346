"""What the parts of an engine work on: a database with its projects, and one session in it."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from os import PathLike, fspath
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar
from uuid import UUID

from citation_engine import plugins
from citation_engine.collect.web.fetch import Web
from citation_engine.display import shortened
from citation_engine.engine import intake
from citation_engine.errors import CitationError, InvalidInput, InvalidSetting
from citation_engine.model.citation import Session
from citation_engine.model.source import Snapshot, Source
from citation_engine.ports import EntryRef, Judge, ProjectRow, Reader, Transaction
from citation_engine.quotes.collection_index import CollectionIndex
from citation_engine.record.envelope import Author
from citation_engine.record.ledger import Ledger
from citation_engine.record.queries import RecordReader
from citation_engine.record.writer import Idempotency, author_of
from citation_engine.settings import Settings
from citation_engine.store.database import Backend, Database
from citation_engine.store.sqlite import SqliteBackend
from citation_engine.verify.words import text_of

log = logging.getLogger(__name__)

MODES = ("basic", "multi-agent")
# The one project that is always there.
DEFAULT_PROJECT = "default"
POSTGRES = ("postgresql:", "postgres:", "postgresql+psycopg:")
# Sessions whose indexes are held, and characters of the sources that one index has.
MOST_HELD = 4
MOST_CHARACTERS = 5_000_000
PathOrUrl = str | PathLike[str] | None
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class ProjectState:
    """One project: its row, how to read it, its ledger."""

    row: ProjectRow
    reading: RecordReader
    ledger: Ledger


class CollectionIndexes:
    """The indexes over the sources of a few sessions, the ones used last."""

    def __init__(self, most_characters: int = MOST_CHARACTERS) -> None:
        self._most_characters = most_characters
        self._held: OrderedDict[tuple[str, ...], CollectionIndex] = OrderedDict()
        self._lock = threading.Lock()

    def of(
        self,
        sources: Sequence[Source],
        words_of: Callable[[int | None], Snapshot | None],
    ) -> CollectionIndex | None:
        """The index over these sources; None where they have too much text to be held."""
        wanted = tuple(str(source.snapshot_id) for source in sources)
        with self._lock:
            index = self._held.pop(wanted, None)
        if index is None:
            known = [(name, words_of(int(name))) for name in wanted]
            texts = {name: text_of(snapshot).searched for name, snapshot in known if snapshot}
            if sum(len(text.original) for text in texts.values()) > self._most_characters:
                return None
            index = CollectionIndex(texts)
        with self._lock:
            self._held[wanted] = index
            while len(self._held) > MOST_HELD:
                self._held.popitem(last=False)
        return index

    def forget(self) -> None:
        """Drop all of them, because words went that are in them."""
        with self._lock:
            self._held.clear()


class Shared:
    """The parts that outlive a single session."""

    def __init__(
        self,
        store: Database,
        judge: Judge,
        settings: Settings,
        path: str | None,
        *,
        create: bool,
    ) -> None:
        self.store = store
        self.judge = judge
        self.settings = settings
        self.path = path
        self.create = create
        self.readers: list[Reader] = [plugins.load("readers", n) for n in plugins.names("readers")]
        self.web = Web(settings)
        # What is only in memory leaves nothing behind.
        self.lasting = path is not None or store.backend != "sqlite"
        self.collections = CollectionIndexes()
        self._projects: dict[str, ProjectState] = {}
        self._lock = threading.Lock()

    def project(self, name: str, *, create: bool = True) -> ProjectState:
        """The project of that name, opened once."""
        with self._lock:
            if name not in self._projects:
                may_make = (create and self.create) or name == DEFAULT_PROJECT
                row = self.store.open_project(name, create=may_make)
                ledger = Ledger(self.store, row, self.settings, self.path)
                self._projects[name] = ProjectState(row, RecordReader(self.store, row), ledger)
            return self._projects[name]

    def close(self) -> None:
        """Sign what is new in every project that was written to, then close the database."""
        for state in self._projects.values():
            try:
                state.ledger.settle()
            except CitationError as error:
                log.warning("The record could not be signed on closing. %s", error)
        self.store.close()


class WriteOutcome(NamedTuple):
    """What a write left: the entry an earlier call with the same key made, or what this made."""

    author: Author
    earlier: int | None
    made: Any


class EngineState:
    """
    One session of one project: who writes, where, and with what.

    The parts of an engine share it and keep nothing else, so any thread may use them.
    """

    def __init__(self, shared: Shared, context: Session, *, create: bool = True) -> None:
        for name in ("session_id", "project_id", "agent_id", "user_id"):
            required = name in ("session_id", "project_id")
            value = intake.text_of(name, getattr(context, name), 200, required=required)
            if value is not None and not value.isprintable():
                raise InvalidInput(
                    f"The {name} {value!r} has characters that cannot be shown.",
                    fix="Use letters, digits and ordinary signs.",
                )
        project = shared.project(context.project_id, create=create)
        self.shared, self.context = shared, context
        self.store, self.settings, self.judge = shared.store, shared.settings, shared.judge
        self.row, self.reading, self.ledger = project.row, project.reading, project.ledger
        self.author: Author | None = None

    def view(self, *, create: bool = True, **changes: str | None) -> "EngineState":
        """The state of another session, agent, user or project, on the same database."""
        update = {name: value for name, value in changes.items() if value}
        return EngineState(self.shared, self.context.model_copy(update=update), create=create)

    def in_project(self, name: str | None, *, create: bool = False) -> "EngineState":
        """The state itself, or that of another project; `ProjectNotFound` where there is none."""
        if name is None or name == self.context.project_id:
            return self
        return self.view(project_id=name, create=create)

    def session_number(self) -> int:
        """The number of this session in the database; 0 where nothing was written in it yet."""
        if self.author is not None and self.author.session_id is not None:
            return self.author.session_id
        return self.reading.session_id(self.context.session_id) or 0

    def number_of(self, session: Any) -> int | None:
        """The number of the session of that name, or None."""
        name = intake.text_of("session_id", session, 200)
        return self.reading.session_id(name) if name else None

    def author_in(self, tx: Transaction) -> Author:
        """Who writes, recorded with the first write."""
        return self.author or author_of(tx, self.context)

    def snapshot(self, snapshot_id: int | None) -> Snapshot | None:
        """The snapshot of that number; None where there is none."""
        return self.reading.snapshot(snapshot_id) if snapshot_id else None

    def write(
        self,
        write: Callable[[Transaction, Author], Any],
        needs: dict[str, int],
        once: Idempotency | None = None,
        *,
        entry_of: Callable[[Any], EntryRef] = lambda made: made,
        entry_id: UUID | None = None,
    ) -> WriteOutcome:
        """
        Write durably, unless an earlier call with the same key did.

        After a lost connection, find out first whether the entry of that id was written.
        `entry_of` says which entry the key is kept with, of what `write` gives; nothing is kept
        with a key where that is None.
        """

        def work(tx: Transaction) -> WriteOutcome:
            author = self.author_in(tx)
            earlier = once.earlier(tx) if once else None
            if earlier is not None:
                return WriteOutcome(author, earlier, None)
            made = write(tx, author)
            if once and made is not None:
                once.remember(tx, entry_of(made))
            return WriteOutcome(author, None, made)

        def recover(tx: Transaction) -> WriteOutcome | None:
            rows = tx.rows("entry_by_uuid", entry_id=entry_id.bytes) if entry_id else []
            return WriteOutcome(author_of(tx, self.context), rows[0]["id"], None) if rows else None

        outcome: WriteOutcome = self.store.write(self.row, work, needs=needs, recover=recover)
        self.author = outcome.author
        self.ledger.after_write(needs["entry"])
        return outcome


def verb(part: str, method: Callable[Concatenate[Any, P], R]) -> Callable[Concatenate[Any, P], R]:
    """A method of one of the engine's parts as a method of the engine itself."""

    @wraps(method)
    def call(engine: Any, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return method(getattr(engine, part), *args, **kwargs)

    return call


def once_only(
    key: str | None, operation: str, payload: Callable[[], dict[str, Any]]
) -> Idempotency | None:
    """The caller's key for one write with what was asked, or None where no key was given."""
    checked = intake.text_of("idempotency_key", key, 500)
    return Idempotency(checked, operation, payload()) if checked else None


def open_shared(
    db: PathOrUrl,
    *,
    mode: str | None,
    db_path: PathOrUrl,
    schema: str | None,
    judge: Judge | str | None,
    settings: Settings,
    create: bool = True,
) -> Shared:
    """Open the database these arguments mean, and the judge."""
    if db in MODES:
        db, mode = None, str(db)
    if db is not None and db_path is not None:
        raise InvalidSetting(
            f"Two databases were named: {db} and {db_path}.", fix="Name one of them."
        )
    backend = choose_backend(db or db_path, mode, schema, settings)
    judge = plugins.judge_of(judge, settings)
    path = backend.path if isinstance(backend, SqliteBackend) and not backend.in_memory else None
    return Shared(Database(backend, create=create), judge, settings, path, create=create)


def choose_backend(
    database: PathOrUrl, mode: str | None, schema: str | None, settings: Settings
) -> Backend:
    """The database that is meant: an argument wins over the mode, the mode over the environment."""
    if mode is not None and mode not in MODES:
        raise InvalidSetting(f"mode is {mode!r}.", fix=f"Use one of: {', '.join(MODES)}.")
    where = _place_of(database)
    if where is None and mode != "basic":
        where = settings.database_url
    if mode == "multi-agent" and not (where and where.startswith(POSTGRES)):
        raise InvalidSetting(
            'mode="multi-agent" needs a PostgreSQL database.',
            fix="Set CITATION_DB_URL to something like postgresql://user@host/database.",
        )
    if where and where.startswith(POSTGRES) and mode == "basic":
        raise InvalidSetting(
            'mode="basic" is for SQLite, and a PostgreSQL URL was given.',
            fix='Leave the mode out, or use mode="multi-agent".',
        )
    scheme = _scheme_of(where) if where else "sqlite"
    opened = plugins.load("stores", scheme).open(where, _schema_name(schema), settings)
    # A scheme of another package may name a database that ours open.
    return choose_backend(opened, mode, schema, settings) if isinstance(opened, str) else opened


def _place_of(database: PathOrUrl) -> str | None:
    """The path or URL as text."""
    if database is None:
        return None
    where = fspath(database) if isinstance(database, str | PathLike) else None
    if isinstance(where, str) and _scheme_of(where) in plugins.names("stores"):
        return where
    raise InvalidSetting(
        f"{shortened(database)} is not a database this engine can open.",
        fix="Name a SQLite file, or a URL that begins with postgresql://.",
    )


def _scheme_of(where: str) -> str:
    """What a URL begins with; a path is SQLite's."""
    scheme, _, rest = where.partition(":")
    return scheme if rest.startswith("//") or f"{scheme}:" in POSTGRES else "sqlite"


def _schema_name(schema: str | None) -> str | None:
    if schema is not None and not (schema.isidentifier() and schema.isascii()):
        raise InvalidSetting(
            f"db_schema is {schema!r}.", fix="Use ASCII letters, digits and underscores."
        )
    return schema
