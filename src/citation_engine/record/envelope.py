"""
Entries as bytes: the envelope, what it says openly and what it only commits to.

The bytes that are stored are the bytes that are hashed; nothing is ever
serialised a second time. Words that may have to be redacted are not in them:
an entry holds an HMAC of the words under a random salt, and the salt is kept
with the words, so that without both nothing can be guessed from the log.
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
from citation_engine.record.canonical import canonical_json
from citation_engine.record.merkle import leaf_hash

VERSION = 1
FIELDS = "fields"
JSON = "application/json"
_FIELDS = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)


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
    return Content(_FIELDS.encode(fields).encode("utf-8"), JSON)


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
