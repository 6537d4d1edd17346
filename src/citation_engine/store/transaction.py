"""One write: what it looked up, the numbers it took, and the rows it will add."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Select, bindparam

from citation_engine.ports import ProjectRow, Row
from citation_engine.store.queries import LOOKUPS

Numbers = dict[str, Iterator[int]]
Rows = dict[str, list[Row]]


def look_up(connection: Connection, project: ProjectRow, query: str, values: Any) -> list[Row]:
    """The rows of a named look-up on this connection."""
    shape = tuple((name, _shape_of(name, value)) for name, value in values.items())
    given = {name: values[name] for name, kind in shape if kind in ("one", "many")}
    result = connection.execute(_statement(query, shape), {"project": project.id, **given})
    return [*result.mappings()]


def _shape_of(name: str, value: Any) -> Any:
    """How a value enters a statement: as a parameter, or as part of what is asked."""
    if value is None or isinstance(value, bool) or name == "table":
        return (value,)
    return "many" if isinstance(value, list | tuple) else "one"


@lru_cache(maxsize=512)
def _statement(query: str, shape: tuple[tuple[str, Any], ...]) -> Select[Any]:
    """The look-up with parameters in place of values, built once for each shape."""
    parts: dict[str, Any] = {"project": bindparam("project")}
    for name, kind in shape:
        parts[name] = (
            kind[0] if isinstance(kind, tuple) else bindparam(name, expanding=kind == "many")
        )
    return LOOKUPS[query](**parts)


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
