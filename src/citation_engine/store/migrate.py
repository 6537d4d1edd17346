"""Brings a database to the schema this version expects, and says where it stands."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import DBAPIError

from citation_engine.errors import AccessDenied, DatabaseUnavailable, SchemaMismatch
from citation_engine.store.failures import sqlstate
from citation_engine.store.guards import install_guards
from citation_engine.store.schema import metadata

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0002"
VERSION_TABLE = "citation_engine_version"
_LOCK = "citation-engine migrate"
_DENIED = ("42501", "3F000")
# The migration tool keeps what it works on in module globals.
_one_at_a_time = threading.Lock()


def ensure_schema(engine: Engine, backend: Any, *, create: bool = True) -> bool:
    """Create the tables of an empty database, refuse one of another version; True when created."""
    with engine.connect() as connection, connection.begin():
        version = current_version(connection)
    if version is None and not create:
        raise DatabaseUnavailable(
            "The database has no citation tables.",
            fix="Name another database, or make the tables with `cite db init`.",
        )
    created = version is None and _create(engine, backend)
    if version not in (None, HEAD):
        raise SchemaMismatch(
            f"The database has schema {version}; this version of the engine expects {HEAD}.",
            fix=None if _is_known(str(version)) else "Update citation-engine on this machine.",
        )
    return created


def current_version(connection: Connection) -> str | None:
    """The schema version of a database, or None where it has no tables of ours."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    try:
        found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    except DBAPIError as error:
        if sqlstate(error) not in _DENIED:
            raise
        role = connection.engine.url.username
        raise AccessDenied(
            f"The database role {role!r} may not use the citation tables.",
            fix=f'An administrator may allow it: GRANT citation_agent TO "{role}".',
        ) from error
    return None if found is None else str(found)


def migrate(engine: Engine, backend: Any) -> str | None:
    """
    Run the migrations that are missing, put the guards in place, and return the version before.

    On a database that is up to date this renews the guards and nothing else.
    """
    with _alone(engine, backend) as connection:
        before = current_version(connection)
        _upgrade(connection, backend, before)
        return before


def _create(engine: Engine, backend: Any) -> bool:
    """Create the tables, unless another process did so just now."""
    try:
        with _alone(engine, backend) as connection:
            if current_version(connection) is not None:
                return False
            _upgrade(connection, backend, None)
            return True
    except DBAPIError as error:
        if sqlstate(error) not in _DENIED:
            raise
        role = engine.url.username
        raise AccessDenied(
            f"The database role {role!r} sees no citation tables and may not create them.",
            fix=f"Run `cite db init` once as the database's owner, then let {role!r} be "
            "a member of citation_agent.",
        ) from error


@contextmanager
def _alone(engine: Engine, backend: Any) -> Iterator[Connection]:
    """A transaction in which nobody else migrates: no thread, no process, no other machine."""
    with _one_at_a_time, engine.connect() as connection:
        writing = connection.execution_options(citation_write=True)
        with writing.begin():
            backend.lock(writing, _LOCK)
            yield writing


def _upgrade(connection: Connection, backend: Any, before: str | None) -> None:
    """Make the tables of a new database as they are now; only an older one is migrated."""
    from alembic import command

    backend.make_schema(connection)
    if before is None:
        _check_names_are_free(connection)
        metadata.create_all(connection)
        command.stamp(alembic_config(connection), "head")
    else:
        command.upgrade(alembic_config(connection), "head")
    install_guards(connection)


def _check_names_are_free(connection: Connection) -> None:
    """Refuse a database that something else uses under the names we need."""
    there = set(inspect(connection).get_table_names())
    # A SQLite file belongs to one program; a PostgreSQL database may have other tables beside ours.
    taken = sorted(there if connection.dialect.name == "sqlite" else there & set(metadata.tables))
    if taken:
        raise SchemaMismatch(
            f"The database has a table {taken[0]!r} that is not one of ours.",
            fix="Name another file; on PostgreSQL, give db_schema a name of its own.",
        )


def _is_known(version: str) -> bool:
    from alembic.script import ScriptDirectory

    revisions = ScriptDirectory(str(Path(__file__).parent / "migrations")).walk_revisions()
    return any(revision.revision == version for revision in revisions)


def alembic_config(connection: Connection) -> "Config":
    """The migration tool's settings, bound to an open connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes.update(connection=connection, metadata=metadata, version_table=VERSION_TABLE)
    return config
