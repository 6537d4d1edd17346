"""Hashes, commitments and identifiers of the record."""

import hashlib
import hmac
import secrets
import threading
import time
import uuid
from dataclasses import dataclass, field

# A version 7 UUID has 74 bits below its time; small steps leave room for 2**41 of them there.
_TAIL_BITS = 74
_STEP_BITS = 32


def sha256_hex(data: bytes | str) -> str:
    """Return the SHA-256 of `data` in hex; a string counts as its UTF-8 bytes."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def keyed_digest(key: bytes, data: bytes) -> bytes:
    """Return the 32 bytes of the HMAC-SHA-256 of `data`."""
    return hmac.digest(key, data, "sha256")


def commitment(salt: bytes, data: bytes) -> str:
    """
    Return a commitment to `data` that says nothing about it without `salt`.

    A plain hash of a short text could be guessed after the text has been redacted.
    """
    return keyed_digest(salt, data).hex()


def keyed_name(key: bytes, kind: str, name: str) -> str:
    """Return 32 hex digits that stand for `name` in the log and mean nothing without `key`."""
    if "\n" in kind:
        raise ValueError(f"The kind {kind!r} contains a line end, so two names could be confused.")
    return keyed_digest(key, f"{kind}\n{name}".encode())[:16].hex()


def uuid7(now_ms: int | None = None) -> uuid.UUID:
    """
    Return a time-ordered UUID (RFC 9562, version 7) that is greater than all before it.

    The promise holds within the process, over all threads, and when the clock is set back.
    A given `now_ms` is kept as it is: then the order holds among equal times only.
    """
    if now_ms is None:
        return _clock_sequence.advance(time.time_ns() // 1_000_000)
    return _given_sequence.follow(now_ms)


@dataclass(slots=True)
class _Sequence:
    """The last identifier given, so that the next one can be greater."""

    time_ms: int = -1
    tail: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def advance(self, now_ms: int) -> uuid.UUID:
        """Give the next identifier at `now_ms`, or at the last time if the clock went back."""
        with self.lock:
            return self._next(max(now_ms, self.time_ms))

    def follow(self, now_ms: int) -> uuid.UUID:
        """Give the next identifier at exactly `now_ms`."""
        if not 0 <= now_ms < 2**48:
            raise ValueError(f"{now_ms} milliseconds is not a time that a UUID can hold.")
        with self.lock:
            return self._next(now_ms)

    def _next(self, time_ms: int) -> uuid.UUID:
        if time_ms != self.time_ms:
            # The top bit starts empty, so that steps do not overflow within the millisecond.
            self.time_ms, self.tail = time_ms, secrets.randbits(_TAIL_BITS - 1)
        else:
            self.tail += 1 + secrets.randbits(_STEP_BITS)
        return _version_7(self.time_ms, self.tail)


def _version_7(time_ms: int, tail: int) -> uuid.UUID:
    """Lay out time, version, variant and the 74 bits of `tail` as RFC 9562 has them."""
    high, low = tail >> 62, tail & (2**62 - 1)
    return uuid.UUID(int=time_ms << 80 | 0x7 << 76 | high << 64 | 0b10 << 62 | low)


_clock_sequence = _Sequence()
_given_sequence = _Sequence()
