"""Keeps away for a while from servers that failed several times in a row."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

# Whoever can name hosts must not be able to fill the memory with them.
MOST_HOSTS = 10_000


@dataclass(slots=True)
class _Circuit:
    failures: int = 0
    opened: float | None = None
    probed: float | None = None


class Breaker:
    """
    One circuit for each host.

    A circuit opens after `failures` in a row: `allows` then says no. After
    `pause` seconds one caller is let through to try (half open). A success
    closes the circuit, a failure opens it for another pause. A caller that was
    let through and never reports holds the others up for one pause, not for ever.
    """

    def __init__(
        self,
        *,
        failures: int = 3,
        pause: float = 30.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = failures
        self._pause = pause
        self._clock = clock
        self._lock = threading.Lock()
        self._circuits: dict[str, _Circuit] = {}

    def allows(self, host: str) -> bool:
        """Whether to try this host now. Report what came of it."""
        with self._lock:
            circuit = self._circuits.get(host)
            if circuit is None or circuit.opened is None:
                return True
            now = self._clock()
            waited_since = circuit.opened if circuit.probed is None else circuit.probed
            if now - waited_since < self._pause:
                return False
            circuit.probed = now
            return True

    def failed(self, host: str) -> None:
        """The host could not be reached or did not do its work."""
        with self._lock:
            if host not in self._circuits and len(self._circuits) >= MOST_HOSTS:
                del self._circuits[next(iter(self._circuits))]
            circuit = self._circuits.setdefault(host, _Circuit())
            circuit.failures += 1
            if circuit.failures >= self._most:
                circuit.opened, circuit.probed = self._clock(), None

    def succeeded(self, host: str) -> None:
        """The host answered, be it with a page or with "not found"."""
        with self._lock:
            self._circuits.pop(host, None)
