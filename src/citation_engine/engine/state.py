"""What engines on one database share: the store, the judge, the readers, the projects."""

import logging
import threading
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path

from citation_engine import plugins
from citation_engine.collect.web.fetch import Web
from citation_engine.display import shortened
from citation_engine.engine.cache.index_files import IndexFiles
from citation_engine.engine.cache.readings import KeptReadings
from citation_engine.engine.quoting import CollectionIndexes
from citation_engine.errors import CitationError, InvalidSetting
from citation_engine.ports import Judge, ProjectRow, Reader
from citation_engine.record.ledger import Ledger
from citation_engine.record.reading import Reading
from citation_engine.settings import DEFAULT_DATABASE, Settings, cache_folder
from citation_engine.store.database import Backend, Database
from citation_engine.store.postgres import PostgresBackend
from citation_engine.store.sqlite import MEMORY, SqliteBackend

log = logging.getLogger(__name__)

MODES = ("basic", "multi-agent")
# The one project that is always there.
DEFAULT_PROJECT = "default"
POSTGRES = ("postgresql:", "postgres:", "postgresql+psycopg:")
PathOrUrl = str | PathLike[str] | None


@dataclass(frozen=True, slots=True)
class ProjectState:
    """One project: its row, how to read it, its ledger."""

    row: ProjectRow
    reading: Reading
    ledger: Ledger


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
        lasting = path is not None or store.backend != "sqlite"
        self.collections = CollectionIndexes()
        self.readings: KeptReadings | None = None
        self.indexes = IndexFiles(cache_folder(settings, "indexes")) if lasting else None
        self._projects: dict[str, ProjectState] = {}
        self._lock = threading.Lock()

    def project(self, name: str, *, create: bool = True) -> ProjectState:
        """The project of that name, opened once."""
        with self._lock:
            if name not in self._projects:
                may_make = (create and self.create) or name == DEFAULT_PROJECT
                row = self.store.open_project(name, create=may_make)
                ledger = Ledger(self.store, row, self.settings, self.path)
                self._projects[name] = ProjectState(row, Reading(self.store, row), ledger)
            return self._projects[name]

    def close(self) -> None:
        """Sign what is new in every project that was written to, then close the database."""
        for state in self._projects.values():
            try:
                state.ledger.settle()
            except CitationError as error:
                log.warning("The record could not be signed on closing. %s", error)
        self.store.close()


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
    judge = plugins.judge_of(judge or settings.judge, settings)
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
    if where and where.startswith(POSTGRES):
        if mode == "basic":
            raise InvalidSetting(
                'mode="basic" is for SQLite, and a PostgreSQL URL was given.',
                fix='Leave the mode out, or use mode="multi-agent".',
            )
        return PostgresBackend(where, _schema_name(schema), settings)
    return SqliteBackend(_sqlite_path(where, schema), settings)


def _place_of(database: PathOrUrl) -> str | None:
    """The path or URL as text."""
    if database is None:
        return None
    where = fspath(database) if isinstance(database, str | PathLike) else None
    known = (*POSTGRES, "sqlite:")
    if isinstance(where, str) and ("://" not in where or where.startswith(known)):
        return where
    raise InvalidSetting(
        f"{shortened(database)} is not a database this engine can open.",
        fix="Name a SQLite file, or a URL that begins with postgresql://.",
    )


def _sqlite_path(where: str | None, schema: str | None) -> str:
    """The file; without schemas in SQLite, `db_schema` names a file of its own."""
    if where is not None and where.startswith("sqlite:"):
        where = where.split("///", 1)[-1] or MEMORY
    if schema is not None:
        if where is not None:
            raise InvalidSetting(
                "db_schema and a file were both given, and SQLite has no schemas.",
                fix="Give one of them; db_schema alone opens <db_schema>.db.",
            )
        where = f"{_schema_name(schema)}.db"
    where = where or DEFAULT_DATABASE
    return where if where == MEMORY else str(Path(where))


def _schema_name(schema: str | None) -> str | None:
    if schema is not None and not (schema.isidentifier() and schema.isascii()):
        raise InvalidSetting(
            f"db_schema is {schema!r}.", fix="Use ASCII letters, digits and underscores."
        )
    return schema
