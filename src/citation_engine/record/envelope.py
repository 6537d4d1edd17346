"""
Entries as bytes: the envelope, what it says openly and what it only commits to.

The bytes that are stored are the bytes that are hashed; nothing is ever
serialised a second time. Words that may have to be redacted are not in them:
an entry holds an HMAC of the words under a random salt, and the salt is kept
with the words, so that without both nothing can be guessed from the log.

The bytes are canonical JSON: one value, one sequence of bytes (RFC 8785). Only
what a record holds is allowed. Floats are not: their digits differ between
languages and libraries, so scores are strings or whole basis points.
"""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from citation_engine.hashing import commitment
from citation_engine.record.merkle import leaf_hash

VERSION = 1
FIELDS = "fields"
JSON = "application/json"
# Beyond this, a reader that keeps numbers as IEEE doubles would change them.
_FIRST_UNSAFE_INTEGER = 2**53

_KEEPING = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_SORTING = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)


class Author(NamedTuple):
    """Who writes, in which session: pseudonyms for the log, numbers for the tables."""

    session: str | None
    actor: str | None
    session_id: int | None
    actor_id: int | None


class Content(NamedTuple):
    """Words an entry commits to."""

    data: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class Sealed:
    """An entry in its final form, and the contents it commits to."""

    body: bytes
    leaf: bytes
    contents: tuple[tuple[str, str, bytes, bytes], ...]


def seal(
    *,
    type: str,
    entry_id: UUID,
    project: str,
    author: Author,
    micros: int,
    data: Mapping[str, Any],
    contents: Mapping[str, Content],
) -> Sealed:
    """The entry's canonical bytes, its leaf hash, and its contents with their salts."""
    data = dict(data)
    kept = []
    if contents:
        data["commitments"] = commitments = {}
        for name, content in contents.items():
            salt = secrets.token_bytes(32)
            commitments[name] = {
                "hmac": commitment(salt, content.data),
                "length": len(content.data),
                "media_type": content.media_type,
            }
            kept.append((name, content.media_type, salt, content.data))
    body = canonical_json(
        {
            "v": VERSION,
            "type": type,
            "entry_id": str(entry_id),
            "project": project,
            "session": author.session,
            "actor": author.actor,
            "time": format_time(micros),
            "data": data,
        }
    )
    return Sealed(body, leaf_hash(body), tuple(kept))


def fields_content(fields: Mapping[str, Any]) -> Content:
    """Named values as one content. Floats are allowed here: these bytes are kept, not rebuilt."""
    return Content(_SORTING.encode(fields).encode("utf-8"), JSON)


def read_fields(data: bytes | None) -> dict[str, Any]:
    """The named values of a `fields` content; empty where it was redacted."""
    return {} if data is None else dict(json.loads(data))


def format_time(micros: int) -> str:
    """A moment as the log writes it: UTC, microseconds, `Z`."""
    return f"{_second(micros // 1_000_000)}.{micros % 1_000_000:06d}Z"


@lru_cache(maxsize=8)
def _second(seconds: int) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}"


def parse_time(text: str) -> datetime:
    """The moment a log entry names."""
    return datetime.fromisoformat(text)


def to_datetime(micros: int) -> datetime:
    """A stored moment as a datetime."""
    return datetime.fromtimestamp(micros / 1_000_000, UTC)


def uuid_text(entry_id: bytes) -> str:
    """An entry's identity as the log writes it."""
    return str(UUID(bytes=bytes(entry_id)))


# canonical JSON ----------------------------------------------------------------------------


def canonical_json(value: object) -> bytes:
    """
    Return the RFC 8785 bytes of `value`.

    Raises `TypeError` for a type that has no canonical form here, and `ValueError` for a number
    or a string that other readers could not hold.
    """
    # Entries are made of plain values under ASCII keys, which `json` itself sorts rightly.
    encoder = _SORTING if _is_plain(value) else _KEEPING
    text = encoder.encode(value if encoder is _SORTING else _checked(value))
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"A lone surrogate stands at {error.start} of the text.") from error


def _is_plain(value: object) -> bool:
    """Whether `value` has nothing in it that needs checking or sorting by hand."""
    waiting: list[Any] = [value]
    while waiting:
        item = waiting.pop()
        kind = type(item)
        if kind is str or item is None or kind is bool:
            continue
        if kind is dict:
            if not all(type(key) is str and key.isascii() for key in item):
                return False
            waiting.extend(item.values())
        elif kind is list:
            waiting.extend(item)
        elif kind is not int or not -_FIRST_UNSAFE_INTEGER < item < _FIRST_UNSAFE_INTEGER:
            return False
    return True


def _checked(value: object) -> Any:
    """Return `value` in plain types with its keys in order, because `json` sorts them wrongly."""
    match value:
        case None | bool():
            return value
        case int():
            return _checked_integer(value)
        case str():
            return _checked_string(value)
        case float():
            raise TypeError(f"{value!r} is a float: store it as a string or as basis points.")
        case list() | tuple():
            return [_checked(item) for item in value]
        case Mapping():
            return _checked_mapping(value)
    raise TypeError(f"{type(value).__name__} has no canonical JSON.")


def _checked_integer(value: int) -> int:
    if abs(value) >= _FIRST_UNSAFE_INTEGER:
        raise ValueError(f"{value} is too large: store whole numbers beyond 2**53 as strings.")
    return int(value)


def _checked_string(value: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"A lone surrogate stands at {error.start} of a string.") from error
    return str.__str__(value)


def _checked_mapping(value: Mapping[object, object]) -> dict[str, Any]:
    for key in value:
        if not isinstance(key, str):
            raise TypeError(f"The key {key!r} is not a string.")
    checked = {_checked_string(str(key)): _checked(item) for key, item in value.items()}
    return dict(sorted(checked.items(), key=_utf16_units))


def _utf16_units(item: tuple[str, object]) -> bytes:
    """Return what RFC 8785 sorts by: UTF-16 code units, not code points."""
    return item[0].encode("utf-16-be")
