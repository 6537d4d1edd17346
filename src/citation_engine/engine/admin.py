"""What an administrator does to a database: set it up, bring it up to date, see how it stands."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from citation_engine.engine.state import choose_backend
from citation_engine.errors import CitationError
from citation_engine.record.projections import rebuild
from citation_engine.settings import Settings
from citation_engine.store.database import Backend, Database
from citation_engine.store.failures import sqlstate, translate
from citation_engine.store.guards import guarded_tables, missing_guards, missing_security
from citation_engine.store.migrate import HEAD, current_version, ensure_schema, migrate
from citation_engine.store.roles import (
    AGENT,
    ROLES,
    Login,
    read_login,
    roles_in_force,
    set_up_roles,
    wrong_rights,
)
from citation_engine.store.sqlite import SqliteBackend

_OVERWRITTEN = "A file has no roles: who can write it can change it, which signed checkpoints show."
_NOT_MADE = (
    "The roles were not set up, because this login may not do that. "
    "Repeat `cite db init` as a superuser to have agents held to their rights."
)
_GRANT = f"Give each agent's login its rights: GRANT {AGENT} TO its_login."
_REPAIR = "Run `cite db migrate` as the owner of the tables."
_DENIED = "42501"
_DURABLE = ("fsync", "full_page_writes", "synchronous_commit")


@dataclass(frozen=True, slots=True)
class InitReport:
    """What setting up did."""

    created: bool
    version: str
    roles: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MigrateReport:
    """The schema's version before and after; None where there were no tables."""

    before: str | None
    after: str


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing about a database, whether it is as it should be, and what to do if not."""

    name: str
    value: str
    ok: bool = True
    fix: str = ""


def init_database(
    db: str | None, *, schema: str | None = None, settings: Settings, roles: bool = True
) -> InitReport:
    """Create the tables where they are missing and, on PostgreSQL, the roles with their rights."""
    with _opened(db, schema, settings) as (backend, engine):
        created = ensure_schema(engine, backend)
        if isinstance(backend, SqliteBackend):
            return InitReport(created, HEAD, (), (_OVERWRITTEN,) if roles else ())
        if not roles:
            return InitReport(created, HEAD, (), ())
        try:
            with engine.begin() as connection:
                set_up_roles(connection)
        except DBAPIError as error:
            if sqlstate(error) != _DENIED:
                raise
            return InitReport(created, HEAD, (), (_NOT_MADE,))
        return InitReport(created, HEAD, ROLES, (_GRANT,))


def migrate_database(
    db: str | None, *, schema: str | None = None, settings: Settings
) -> MigrateReport:
    """Bring the tables to this version's schema, renew guards and rights, index what is not."""
    with _opened(db, schema, settings) as (backend, engine):
        before = migrate(engine, backend)
        if not isinstance(backend, SqliteBackend):
            with engine.begin() as connection:
                if roles_in_force(connection):
                    set_up_roles(connection)
        if before is not None:
            _index_projects(backend, _project_names(engine))
        return MigrateReport(before, HEAD)


def _project_names(engine: Engine) -> list[str]:
    """Every project; for that, the owner's own row security is lifted and put back at once."""
    with engine.connect() as connection, connection.begin() as transaction:
        if engine.dialect.name != "sqlite":
            connection.exec_driver_sql("ALTER TABLE project NO FORCE ROW LEVEL SECURITY")
        names = connection.exec_driver_sql("SELECT name FROM project ORDER BY id").scalars().all()
        transaction.rollback()
    return [*names]


def _index_projects(backend: Backend, names: list[str]) -> None:
    """Make the search index of projects that were recorded when there was none."""
    store = Database(backend, create=False)
    try:
        for name in names:
            project = store.open_project(name, create=False)
            indexed = store.rows(project, "piece_count", most=1)[0]["many"]
            if not indexed and store.rows(project, "log_size")[0]["size"]:
                rebuild(store, project)
    finally:
        store.close()


def diagnose(db: str | None, *, schema: str | None = None, settings: Settings) -> list[Diagnosis]:
    """How a database stands, from its live catalogue. Nothing is created and nothing is changed."""
    backend = choose_backend(db, None, schema, settings)
    where = str(backend.path if isinstance(backend, SqliteBackend) else backend.url)
    if isinstance(backend, SqliteBackend) and not backend.exists():
        return [Diagnosis("database", f"{where} is not there yet", True, "`cite add` makes it.")]
    examine = _examine_file if isinstance(backend, SqliteBackend) else _examine_server
    try:
        with _opened(db, schema, settings) as (_, engine), engine.connect() as connection:
            return [Diagnosis("database", where), *_examine(connection, examine)]
    except CitationError as error:
        return [Diagnosis("database", f"{where}: {error.message}", False, error.fix)]


@contextmanager
def _opened(
    db: str | None, schema: str | None, settings: Settings
) -> Iterator[tuple[Backend, Engine]]:
    """The database these arguments mean, opened as it is, its failures in our words."""
    backend = choose_backend(db, None, schema, settings)
    engine = backend.open()
    try:
        yield backend, engine
    except DBAPIError as error:
        raise translate(error) from error
    finally:
        engine.dispose()


def _examine(
    connection: Connection, examine: Callable[[Connection], Iterator[Diagnosis]]
) -> Iterator[Diagnosis]:
    version = current_version(connection)
    if version is None:
        yield Diagnosis("schema", "no tables yet", True, "`cite db init` makes them.")
        return
    ok = version == HEAD
    yield Diagnosis("schema", version, ok, "" if ok else "Run `cite db migrate`.")
    if ok:
        yield from examine(connection)


def _examine_file(connection: Connection) -> Iterator[Diagnosis]:
    """The settings that make SQLite durable, and the guards."""
    version, *_ = connection.exec_driver_sql("SELECT sqlite_version()").one()
    yield Diagnosis("SQLite", str(version))
    journal = str(connection.exec_driver_sql("PRAGMA journal_mode").scalar())
    flush = connection.exec_driver_sql("PRAGMA synchronous").scalar()
    yield _expect("journal", journal, journal == "wal", "Put the file on a local disk.")
    yield _expect("synchronous", "full" if flush == 2 else str(flush), flush == 2, _REPAIR)
    yield _guards(connection)
    yield Diagnosis("setup", "file: who can write the file can change it")


def _examine_server(connection: Connection) -> Iterator[Diagnosis]:
    """Durability, guards, row security, rights, and who we are."""
    yield Diagnosis("PostgreSQL", _show(connection, "server_version"))
    yield Diagnosis(
        "tables in", str(connection.exec_driver_sql("SELECT current_schema()").scalar())
    )
    for name in _DURABLE:
        value = _show(connection, name)
        fix = f"Set {name} = on in the server's configuration; a crash could lose entries."
        yield _expect(name, value, value not in ("off", "local"), fix)
    yield _guards(connection)
    open_tables = missing_security(connection)
    yield _expect("row security", _list(open_tables) or "all tables", not open_tables, _REPAIR)
    login = read_login(connection)
    yield from _login(login)
    if roles_in_force(connection):
        wrong = wrong_rights(connection)
        yield _expect("rights", _list(wrong) or "as they should be", not wrong, _REPAIR)
    yield _expect(
        "schema is closed to others",
        *_yes(not _everyone_may_create(connection)),
        "Run: REVOKE CREATE ON SCHEMA public FROM PUBLIC.",
    )


def _guards(connection: Connection) -> Diagnosis:
    missing = missing_guards(connection)
    shown = f"missing or changed: {_list(missing)}" if missing else "all in place"
    return _expect(f"guards on {len(guarded_tables())} tables", shown, not missing, _REPAIR)


def _login(login: Login) -> Iterator[Diagnosis]:
    """Who is logged in; an owner is a setup of its own, a superuser is none."""
    above = [
        name
        for name, applies in (
            ("superuser", login.superuser),
            ("bypasses row security", login.bypasses_row_security),
        )
        if applies
    ]
    yield _expect(
        "login",
        f"{login.name} ({', '.join([*above, *login.groups]) or 'no group of ours'})",
        not above,
        "Use a login that is neither superuser nor BYPASSRLS: projects are not kept apart for it.",
    )
    value = "least privilege" if login.least_privilege else "owner"
    hint = (
        "" if login.least_privilege else "`cite db init` makes roles for agents you do not trust."
    )
    yield Diagnosis("setup", value, True, hint)


def _everyone_may_create(connection: Connection) -> bool:
    query = "SELECT has_schema_privilege('public', current_schema(), 'CREATE')"
    return bool(connection.exec_driver_sql(query).scalar())


def _expect(name: str, value: str, ok: bool, fix: str) -> Diagnosis:
    return Diagnosis(name, value, ok, "" if ok else fix)


def _yes(value: bool) -> tuple[str, bool]:
    return ("yes" if value else "no"), value


def _show(connection: Connection, name: str) -> str:
    return str(connection.exec_driver_sql(f"SHOW {name}").scalar())


def _list(items: list[str]) -> str:
    return ", ".join(items[:3]) + (f" and {len(items) - 3} more" if len(items) > 3 else "")
