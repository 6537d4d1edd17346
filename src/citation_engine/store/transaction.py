"""
One write, and many at once.

A write knows what it looked up, the numbers it took and the rows it will add. Writers that
arrive while one commits share the next commit.
"""

import threading
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
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


@dataclass(slots=True, eq=False)
class Job:
    """One caller's write, and what became of it."""

    group: Any
    work: Callable[[Any], Any]
    needs: dict[str, int]
    recover: Callable[[Any], Any] | None
    value: Any = None
    error: Exception | None = None
    done: bool = False
    attempted: bool = False
    event: threading.Event | None = None

    def finish(self, value: Any = None, error: Exception | None = None) -> None:
        """Say how it ended; the caller is woken by the leader."""
        self.value, self.error, self.done = value, error, True

    def result(self) -> Any:
        """What the work gave, or its error."""
        if self.error is not None:
            raise self.error
        return self.value


class GroupCommit:
    """
    Runs jobs in batches without a thread of its own.

    The first caller becomes the leader and runs its own job. Jobs that arrive
    meanwhile wait, and the first of them leads the next batch, which takes all
    that are waiting. So one caller pays no hand-over, and sixty-four share a
    commit.
    """

    def __init__(self, run: Callable[[list[Job]], None], most: int = 500) -> None:
        self._run = run
        self._most = most
        self._mutex = threading.Lock()
        self._waiting: deque[Job] = deque()
        self._led = False

    def submit(self, job: Job) -> Any:
        """Run the job, alone or with others, and return what it gave."""
        with self._mutex:
            self._waiting.append(job)
            lead = not self._led
            if lead:
                self._led = True
            else:
                job.event = threading.Event()
        if not lead:
            assert job.event is not None
            job.event.wait()
        if not job.done:
            self._lead(job)
        return job.result()

    def _lead(self, own: Job) -> None:
        batch = self._take(own)
        try:
            self._run(batch)
        finally:
            self._hand_over([job for job in batch if job is not own])

    def _take(self, own: Job) -> list[Job]:
        """The leader's job first, then waiting ones of the same group, in order."""
        with self._mutex:
            self._waiting.remove(own)
            batch, others = [own], deque[Job]()
            while self._waiting and len(batch) < self._most:
                job = self._waiting.popleft()
                (batch if job.group == own.group else others).append(job)
            others.extend(self._waiting)
            self._waiting = others
            return batch

    def _hand_over(self, followers: list[Job]) -> None:
        """Wake those who are done, and let the first of the rest lead."""
        unfinished = [job for job in followers if not job.done]
        with self._mutex:
            # An interrupted leader leaves jobs undone: they go back to the front.
            self._waiting.extendleft(reversed(unfinished))
            successor = self._waiting[0] if self._waiting else None
            self._led = successor is not None
        for job in followers:
            if job.done and job.event is not None:
                job.event.set()
        if successor is not None and successor.event is not None:
            successor.event.set()
