"""Replaces the projected tables of a project: the one place where rows of them are deleted."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import islice

from sqlalchemy import Connection, delete

from citation_engine.ports import ProjectRow, Row
from citation_engine.store.guards import install_guards
from citation_engine.store.schema import PROJECTIONS, SEARCH_INDEX
from citation_engine.store.search import refill_words
from citation_engine.store.transaction import Rows

BATCH = 5_000


def replace_projections(
    connection: Connection,
    project: ProjectRow,
    rows: Iterable[tuple[str, Row]],
    insert: Callable[[Connection, Rows], None],
) -> int:
    """
    Put these rows in the place of the project's own, and say how many are projected.

    The guards are lifted inside the transaction and put back before it ends, which
    only the owner of the tables may do. If anything fails, nothing has changed.
    """
    _lift_guards(connection)
    for table in (*PROJECTIONS, *SEARCH_INDEX):
        connection.execute(delete(table).where(table.c.project_id == project.id))
    remaining, many = iter(rows), 0
    while some := list(islice(remaining, BATCH)):
        batch: Rows = defaultdict(list)
        for name, row in some:
            batch[name].append(row)
        insert(connection, batch)
        many += sum(len(batch[table.name]) for table in PROJECTIONS)
    refill_words(connection)
    install_guards(connection)
    return many


def _lift_guards(connection: Connection) -> None:
    for table in (*PROJECTIONS, *SEARCH_INDEX):
        if connection.dialect.name == "sqlite":
            found = connection.exec_driver_sql(
                "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?",
                (table.name,),
            )
            for name in found.scalars().all():
                connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
        else:
            connection.exec_driver_sql(f"ALTER TABLE {table.name} DISABLE TRIGGER USER")
