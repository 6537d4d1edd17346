"""
What the database itself refuses: changing or deleting what was recorded.

SQLite has triggers for update and delete, and one before insert, because
`INSERT OR REPLACE` would otherwise rewrite a row without either firing.
PostgreSQL has triggers that always fire, also for TRUNCATE and for the owner,
and row-level security that shows a transaction one project only.
"""

from collections.abc import Iterator

from sqlalchemy import Connection, Table, UniqueConstraint

from citation_engine.store.failures import REFUSED
from citation_engine.store.schema import DELETABLE_WHEN_REDACTED, WORK_TABLES, metadata

NUMBERED = ("entry", "session", "actor", "source", "snapshot", "citation")
ROLES = ("citation_agent", "citation_auditor", "citation_maintainer")
_PROJECT = "nullif(current_setting('citation.project_id', true), '')::bigint"
_NAME = "current_setting('citation.project', true)"


def install_guards(connection: Connection) -> None:
    """Put every guard in place; what is there already is replaced."""
    statements = _sqlite() if connection.dialect.name == "sqlite" else _postgres()
    for statement in statements:
        connection.exec_driver_sql(statement)


def guarded_tables() -> list[Table]:
    """The tables whose rows stay as they were written."""
    return [table for table in metadata.sorted_tables if table.name not in WORK_TABLES]


def _sqlite() -> Iterator[str]:
    for table in guarded_tables():
        name = table.name
        yield from _sqlite_trigger(name, "update", "1")
        allowed = "0"
        if name in DELETABLE_WHEN_REDACTED:
            allowed = "EXISTS (SELECT 1 FROM redaction WHERE target = OLD.entry)"
        yield from _sqlite_trigger(name, "delete", f"NOT ({allowed})")
        taken = " OR ".join(
            "EXISTS (SELECT 1 FROM {} WHERE {})".format(
                name, " AND ".join(f"{column} = NEW.{column}" for column in columns)
            )
            for columns in _unique_keys(table)
        )
        yield from _sqlite_trigger(name, "insert", taken)


def _sqlite_trigger(table: str, event: str, when: str) -> Iterator[str]:
    yield f"DROP TRIGGER IF EXISTS {table}_no_{event}"
    yield (
        f"CREATE TRIGGER {table}_no_{event} BEFORE {event.upper()} ON {table} WHEN {when} "
        f"BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
    )


def _unique_keys(table: Table) -> list[list[str]]:
    """Every set of columns whose conflict would let a replacing insert delete a row."""
    keys = [[column.name for column in table.primary_key.columns]]
    for constraint in table.constraints:
        if isinstance(constraint, UniqueConstraint):
            keys.append([column.name for column in constraint.columns])
    for index in table.indexes:
        condition = index.dialect_kwargs.get("sqlite_where")
        if index.unique and (condition is None or table.name == "entry"):
            keys.append([column.name for column in index.columns])
    return keys


def _postgres() -> Iterator[str]:
    for kind in NUMBERED:
        yield f"CREATE SEQUENCE IF NOT EXISTS {kind}_number"
    yield (
        "CREATE OR REPLACE FUNCTION citation_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{REFUSED}' USING ERRCODE = 'restrict_violation'; END $$"
    )
    yield (
        "CREATE OR REPLACE FUNCTION citation_refuse_unredacted() RETURNS trigger LANGUAGE plpgsql "
        "AS $$ BEGIN IF EXISTS (SELECT 1 FROM redaction WHERE target = OLD.entry) "
        "THEN RETURN OLD; END IF; "
        f"RAISE EXCEPTION '{REFUSED}' USING ERRCODE = 'restrict_violation'; END $$"
    )
    for table in guarded_tables():
        yield from _postgres_triggers(table.name)
    for table in metadata.sorted_tables:
        yield from _postgres_security(table)


def _postgres_triggers(name: str) -> Iterator[str]:
    check = "citation_refuse_unredacted" if name in DELETABLE_WHEN_REDACTED else "citation_refuse"
    events = {
        "update": ("BEFORE UPDATE", "FOR EACH ROW", "citation_refuse"),
        "delete": ("BEFORE DELETE", "FOR EACH ROW", check),
        "truncate": ("BEFORE TRUNCATE", "FOR EACH STATEMENT", "citation_refuse"),
    }
    for event, (when, each, function) in events.items():
        trigger = f"{name}_no_{event}"
        yield f"DROP TRIGGER IF EXISTS {trigger} ON {name}"
        yield f"CREATE TRIGGER {trigger} {when} ON {name} {each} EXECUTE FUNCTION {function}()"
        yield f"ALTER TABLE {name} ENABLE ALWAYS TRIGGER {trigger}"


def _postgres_security(table: Table) -> Iterator[str]:
    """Rows of one project only; a transaction that names no project sees none."""
    name = table.name
    if name == "deployment":
        return
    own = f"name = {_NAME}" if name == "project" else f"project_id = {_PROJECT}"
    yield f"ALTER TABLE {name} ENABLE ROW LEVEL SECURITY"
    yield f"ALTER TABLE {name} FORCE ROW LEVEL SECURITY"
    yield f"DROP POLICY IF EXISTS {name}_of_project ON {name}"
    yield f"CREATE POLICY {name}_of_project ON {name} USING ({own}) WITH CHECK ({own})"
