"""One write: what it looked up, the numbers it took, and the rows it will add."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import Connection

from citation_engine.ports import ProjectRow, Row
from citation_engine.store.lookups import LOOKUPS

Numbers = dict[str, Iterator[int]]
Rows = dict[str, list[Row]]


def look_up(connection: Connection, project: ProjectRow, query: str, values: Any) -> list[Row]:
    """The rows of a named look-up on this connection."""
    statement = LOOKUPS[query](project=project.id, **values)
    return [*connection.execute(statement).mappings()]


class BufferedTransaction:
    """Collects the rows of one job, so that a batch of jobs goes in with one statement a table."""

    def __init__(
        self, backend: Any, connection: Connection, project: ProjectRow, numbers: Numbers
    ) -> None:
        self.project = project
        self.added: Rows = defaultdict(list)
        self.redacted: list[int] = []
        self._backend = backend
        self._connection = connection
        self._numbers = numbers

    def number(self, kind: str) -> int:
        """The next number of a kind; those said in `needs` were fetched with the batch."""
        number = next(self._numbers.get(kind, iter(())), None)
        if number is not None:
            return number
        fetched: Numbers = self._backend.take_numbers(self._connection, self.project, {kind: 1})
        self._numbers.update(fetched)
        return next(fetched[kind])

    def add(self, table: str, row: Row) -> None:
        """Add one row when the transaction commits."""
        self.added[table].append(row)

    def delete_redacted(self, targets: Iterable[int]) -> None:
        """Delete what hangs on redacted entries, after the rows that name them are in."""
        self.redacted.extend(targets)

    def lock(self, name: str) -> None:
        """Hold others back who take the same lock, until this transaction ends."""
        self._backend.lock(self._connection, f"{self.project.origin}\n{name}")

    def rows(self, query: str, **values: Any) -> list[Row]:
        """The rows of a named look-up, as this transaction sees them."""
        return look_up(self._connection, self.project, query, values)
