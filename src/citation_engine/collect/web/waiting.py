"""Waits: for a free place among others, and never beyond a deadline."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


class Deadline:
    """When something must be over. Raises `TimeoutError` from then on."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """The seconds that are left; there are some."""
        if (left := self._end - time.monotonic()) <= 0:
            raise TimeoutError
        return left

    def result_of(self, call: Callable[[], T]) -> T:
        """
        What `call` returns, if it does so in time.

        It is for calls that know no time limit, such as asking for the
        addresses of a host: one that hangs is left behind in its own thread.
        """
        future: Future[T] = Future()

        def work() -> None:
            try:
                future.set_result(call())
            except Exception as error:  # noqa: BLE001  The caller gets it.
                future.set_exception(error)

        threading.Thread(target=work, daemon=True).start()
        return future.result(self.left())


class Slots:
    """A number of places for each name; a caller waits until one is free."""

    def __init__(self, each: int) -> None:
        self._each = each
        self._taken: Counter[str] = Counter()
        self._changed = threading.Condition()

    @contextmanager
    def one(self, name: str, timeout: float | None = None) -> Iterator[None]:
        """Hold a place under this name, or raise `TimeoutError` when none becomes free."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._taken[name] < self._each, timeout):
                raise TimeoutError
            self._taken[name] += 1
        try:
            yield
        finally:
            with self._changed:
                self._taken[name] -= 1
                if not self._taken[name]:
                    del self._taken[name]
                self._changed.notify_all()
