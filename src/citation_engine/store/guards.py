"""
What the database itself refuses: changing or deleting what was recorded.

SQLite has triggers for update and delete, and one before insert, because
`INSERT OR REPLACE` would otherwise rewrite a row without either firing.
PostgreSQL has triggers that always fire, for rows and for whole statements,
also for the owner, and row-level security that shows a transaction one project
only. The functions behind them name their tables in full: a temporary table
called `redaction` must not open the way.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, UniqueConstraint, literal_column
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import Column
from sqlalchemy.sql import visitors

from citation_engine.model.entry import EntryType
from citation_engine.store.failures import REFUSED, TAKEN
from citation_engine.store.schema import DELETABLE_WHEN_REDACTED, WORK_TABLES, metadata
from citation_engine.store.search import install_search, missing_search

NUMBERED = ("entry", "session", "actor", "source", "snapshot", "citation")
_PROJECT = "nullif(current_setting('citation.project_id', true), '')::bigint"
_NAME = "current_setting('citation.project', true)"
# Searched by functions that name the project themselves; `store/search.py` says why.
_OPEN_TO_OWNER = ("chunk",)
_EVENTS = {"DELETE": 8, "UPDATE": 16, "TRUNCATE": 32}

_REFUSE = f"RAISE EXCEPTION '{REFUSED}' USING ERRCODE = 'restrict_violation';"
_REDACTED = (
    "SELECT EXISTS (SELECT 1 FROM {0}redaction r JOIN {0}entry e ON e.id = r.entry "
    "WHERE r.target = {1} AND r.project_id = {2} AND e.project_id = {2} "
    f"AND e.type = '{EntryType.CONTENT_REDACTED}')"
)
_FUNCTIONS = {
    "citation_refuse": f"BEGIN {_REFUSE} END",
    "citation_refuse_unredacted": (
        "DECLARE redacted boolean; place text := quote_ident(TG_TABLE_SCHEMA) || '.'; BEGIN "
        "IF TG_OP = 'DELETE' THEN EXECUTE replace($query$"
        + _REDACTED.format("@", "$1", "$2")
        + "$query$, '@', place) INTO redacted USING OLD.entry, OLD.project_id; "
        f"IF redacted THEN RETURN OLD; END IF; END IF; {_REFUSE} END"
    ),
}


class Trigger(NamedTuple):
    """A trigger PostgreSQL must have."""

    table: str
    name: str
    each: str
    events: tuple[str, ...]
    function: str

    @property
    def bits(self) -> int:
        """The trigger's kind as the catalogue keeps it: before, for rows or not, which events."""
        return 2 + (self.each == "ROW") + sum(_EVENTS[event] for event in self.events)


def install_guards(connection: Connection) -> None:
    """Put every guard in place; what is there already is replaced."""
    for statement in _sqlite() if connection.dialect.name == "sqlite" else _postgres():
        connection.exec_driver_sql(statement)
    install_search(connection)


def missing_guards(connection: Connection) -> list[str]:
    """The guards that are not in place as they should be, read from the live catalogue."""
    if connection.dialect.name == "sqlite":
        found = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master").all()
        there = {row[0]: row[1] for row in found}
        missing = [name for name, sql in _sqlite_triggers() if there.get(name) != sql]
        return [*missing, *missing_search(connection)]
    missing = [*_missing_functions(connection), *_missing_triggers(connection)]
    return [*missing, *missing_search(connection)]


def missing_security(connection: Connection) -> list[str]:
    """The tables whose rows PostgreSQL does not keep to one project, and why."""
    rows = connection.exec_driver_sql(
        "SELECT c.relname, c.relrowsecurity, c.relforcerowsecurity, p.polname,"
        " pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid),"
        " ARRAY(SELECT rolname::text FROM pg_roles WHERE oid = ANY (p.polroles)), p.polcmd"
        " FROM pg_class c LEFT JOIN pg_policy p ON p.polrelid = c.oid"
        " WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'"
    ).all()
    said = []
    for table in _separated():
        found = [row for row in rows if row[0] == table.name]
        forced = table.name not in _OPEN_TO_OWNER
        if not found or not all(row[1] and row[2] is forced for row in found):
            said.append(f"{table.name} (not enabled for the owner too)")
        elif not any(_keeps_apart(table.name, row) for row in found):
            said.append(f"{table.name} (no policy for the project)")
        elif extra := [row[3] for row in found if not _is_ours(table.name, row)]:
            said.append(f"{table.name} (opened by the policy {extra[0]})")
    return said


def guarded_tables() -> list[Table]:
    """The tables whose rows stay as they were written."""
    return [table for table in metadata.sorted_tables if table.name not in WORK_TABLES]


def auditor_policy(table: str) -> str:
    """The name of the policy that shows auditors every project."""
    return f"{table}_for_auditors"


# SQLite -----------------------------------------------------------------------------------


def _sqlite() -> Iterator[str]:
    for name, sql in _sqlite_triggers():
        yield f"DROP TRIGGER IF EXISTS {name}"
        yield sql


def _sqlite_triggers() -> Iterator[tuple[str, str]]:
    redacted = _REDACTED.format("", "OLD.entry", "OLD.project_id").removeprefix("SELECT ")
    for table in guarded_tables():
        name = table.name
        kept = f"NOT {redacted}" if name in DELETABLE_WHEN_REDACTED else "1"
        yield _sqlite_trigger(name, "update", "1", REFUSED)
        yield _sqlite_trigger(name, "delete", kept, REFUSED)
        taken = " OR ".join(_taken(name, columns, where) for columns, where in _unique_keys(table))
        yield _sqlite_trigger(name, "insert", taken, TAKEN)


def _sqlite_trigger(table: str, event: str, when: str, said: str) -> tuple[str, str]:
    name = f"{table}_no_{event}"
    return name, (
        f"CREATE TRIGGER {name} BEFORE {event.upper()} ON {table} WHEN {when} "
        f"BEGIN SELECT RAISE(ABORT, '{said}'); END"
    )


def _taken(table: str, columns: list[str], where: Any) -> str:
    """Whether a row with the same key is there; for a partial index, where both rows are in it."""
    same = " AND ".join(f"{column} = NEW.{column}" for column in columns)
    if where is None:
        return f"EXISTS (SELECT 1 FROM {table} WHERE {same})"
    new = visitors.replacement_traverse(where, {}, _as_new)
    return f"({_sql(new)} AND EXISTS (SELECT 1 FROM {table} WHERE {same} AND {_sql(where)}))"


def _as_new(element: Any, **_: Any) -> Any:
    return literal_column(f"NEW.{element.name}") if isinstance(element, Column) else None


def _sql(condition: ColumnElement[bool]) -> str:
    options = {"literal_binds": True, "include_table": False}
    return str(condition.compile(dialect=sqlite.dialect(), compile_kwargs=options))


def _unique_keys(table: Table) -> Iterator[tuple[list[str], Any]]:
    """Every key whose conflict would let a replacing insert delete a row, and its condition."""
    yield [column.name for column in table.primary_key.columns], None
    for constraint in sorted(table.constraints, key=_names):
        if isinstance(constraint, UniqueConstraint):
            yield _names(constraint), None
    for index in sorted(table.indexes, key=_names):
        if index.unique:
            yield _names(index), index.dialect_kwargs.get("sqlite_where")


def _names(key: Any) -> list[str]:
    return [column.name for column in key.columns]


# PostgreSQL -------------------------------------------------------------------------------


def _postgres() -> Iterator[str]:
    for kind in NUMBERED:
        yield f"CREATE SEQUENCE IF NOT EXISTS {kind}_number"
    for name, body in _FUNCTIONS.items():
        yield (
            f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql "
            f"SET search_path = pg_catalog, pg_temp AS $body${body}$body$"
        )
    for trigger in _triggers():
        yield f"DROP TRIGGER IF EXISTS {trigger.name} ON {trigger.table}"
        yield (
            f"CREATE TRIGGER {trigger.name} BEFORE {' OR '.join(trigger.events)} "
            f"ON {trigger.table} FOR EACH {trigger.each} EXECUTE FUNCTION {trigger.function}()"
        )
        yield f"ALTER TABLE {trigger.table} ENABLE ALWAYS TRIGGER {trigger.name}"
    for table in _separated():
        yield from _postgres_security(table.name)


def _triggers() -> Iterator[Trigger]:
    """
    Two for each table.

    The one for statements also refuses what would have touched no row. The one
    for rows also fires where changes arrive by replication.
    """
    for table in guarded_tables():
        name = table.name
        redactable = name in DELETABLE_WHEN_REDACTED
        check = "citation_refuse_unredacted" if redactable else "citation_refuse"
        whole = ("UPDATE", "TRUNCATE") if redactable else ("UPDATE", "DELETE", "TRUNCATE")
        yield Trigger(name, f"{name}_no_statement", "STATEMENT", whole, "citation_refuse")
        yield Trigger(name, f"{name}_no_row", "ROW", ("UPDATE", "DELETE"), check)


def _separated() -> list[Table]:
    return [table for table in metadata.sorted_tables if table.name != "deployment"]


def _postgres_security(name: str) -> Iterator[str]:
    """Rows of one project only; a transaction that names no project sees none."""
    own = f"name = {_NAME}" if name == "project" else f"project_id = {_PROJECT}"
    yield f"ALTER TABLE {name} ENABLE ROW LEVEL SECURITY"
    if name not in _OPEN_TO_OWNER:
        yield f"ALTER TABLE {name} FORCE ROW LEVEL SECURITY"
    yield f"DROP POLICY IF EXISTS {name}_of_project ON {name}"
    yield f"CREATE POLICY {name}_of_project ON {name} USING ({own}) WITH CHECK ({own})"


def _missing_functions(connection: Connection) -> list[str]:
    found = connection.exec_driver_sql(
        "SELECT proname, prosrc FROM pg_proc WHERE pronamespace = current_schema()::regnamespace"
    ).all()
    there = {row[0]: row[1] for row in found}
    return [f"{name}()" for name, body in _FUNCTIONS.items() if there.get(name) != body]


def _missing_triggers(connection: Connection) -> list[str]:
    found = connection.exec_driver_sql(
        "SELECT c.relname, t.tgname, t.tgtype, p.proname FROM pg_trigger t"
        " JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid"
        " WHERE c.relnamespace = current_schema()::regnamespace"
        " AND p.pronamespace = c.relnamespace AND t.tgenabled = 'A' AND t.tgqual IS NULL"
    ).all()
    there = {tuple(row) for row in found}
    return [t.name for t in _triggers() if (t.table, t.name, t.bits, t.function) not in there]


def _keeps_apart(table: str, policy: Sequence[Any]) -> bool:
    return policy[3] == f"{table}_of_project" and all(
        condition and "citation.project" in condition for condition in policy[4:6]
    )


def _is_ours(table: str, policy: Sequence[Any]) -> bool:
    """Whether it is one of the two policies a table has; the auditors' is for reading only."""
    if policy[3] == auditor_policy(table):
        return bool(policy[6] == ["citation_auditor"] and policy[7] == "r")
    return bool(policy[3] == f"{table}_of_project")
