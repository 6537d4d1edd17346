"""Group commit: writers that arrive while one commits share the next commit."""

import threading
from collections import deque
from collections.abc import Callable
from typing import Any


class Job:
    """One caller's write, and what became of it."""

    __slots__ = (
        "attempted",
        "done",
        "error",
        "event",
        "group",
        "needs",
        "recover",
        "value",
        "work",
    )

    def __init__(
        self,
        group: Any,
        work: Callable[[Any], Any],
        needs: dict[str, int],
        recover: Callable[[Any], Any] | None,
    ) -> None:
        self.group = group
        self.work = work
        self.needs = needs
        self.recover = recover
        self.value: Any = None
        self.error: Exception | None = None
        self.done = False
        self.attempted = False
        self.event: threading.Event | None = None

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
