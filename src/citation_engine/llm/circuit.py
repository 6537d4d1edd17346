"""Leaves a server alone for a while that failed several times in a row."""

import threading
import time
from collections.abc import Callable


class Circuit:
    """
    Opens after `failures` in a row, and then lets one caller through every `pause` seconds.

    A success closes it. A caller that was let through and never reports holds the others up for
    one pause, not for ever.
    """

    def __init__(
        self,
        *,
        failures: int = 3,
        pause: float = 10.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = failures
        self._pause = pause
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._open_until: float | None = None

    def allows(self) -> bool:
        """Whether to try now. Report what came of it."""
        with self._lock:
            if self._open_until is None:
                return True
            now = self._clock()
            if now < self._open_until:
                return False
            self._open_until = now + self._pause
            return True

    def failed(self) -> None:
        """The server could not be reached or did not do its work."""
        with self._lock:
            self._failures += 1
            if self._failures >= self._most:
                self._open_until = self._clock() + self._pause

    def succeeded(self) -> None:
        """The server answered."""
        with self._lock:
            self._failures = 0
            self._open_until = None
