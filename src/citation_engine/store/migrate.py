"""Brings a database to the schema this version expects, and says where it stands."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, inspect, text

from citation_engine.errors import SchemaMismatch
from citation_engine.store.guards import install_guards
from citation_engine.store.schema import metadata

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0001"
VERSION_TABLE = "citation_engine_version"


def ensure_schema(engine: Engine, backend: Any) -> None:
    """Create the tables of an empty database; refuse one of another version."""
    with engine.connect() as connection:
        version = current_version(connection)
    if version is None:
        migrate(engine, backend)
    elif version != HEAD:
        raise SchemaMismatch(
            f"The database has schema {version}; this version of the engine expects {HEAD}."
        )


def current_version(connection: Connection) -> str | None:
    """The schema version of a database, or None where it has no tables of ours."""
    with connection.begin():
        if not inspect(connection).has_table(VERSION_TABLE):
            return None
        found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
        return None if found is None else str(found)


def migrate(engine: Engine, backend: Any) -> str:
    """Run the migrations that are missing, one process at a time, and put the guards in place."""
    from alembic import command

    with engine.connect() as connection:
        writing = connection.execution_options(citation_write=True)
        with writing.begin():
            backend.lock(writing, "citation-engine migrate")
            command.upgrade(alembic_config(writing), "head")
            install_guards(writing)
    return HEAD


def alembic_config(connection: Connection) -> "Config":
    """The migration tool's settings, bound to an open connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes.update(connection=connection, metadata=metadata, version_table=VERSION_TABLE)
    return config
