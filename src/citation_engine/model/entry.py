"""Entries: one thing that happened, as the record keeps it."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import Field

from citation_engine.model.passage import Value


class EntryType(StrEnum):
    """The kinds of entry this version writes; others verify and are ignored by the fold."""

    SESSION_OPENED = "session.opened"
    ACTOR_NAMED = "actor.named"
    SOURCE_REGISTERED = "source.registered"
    SOURCE_ENRICHED = "source.enriched"
    SOURCE_ANNOTATED = "source.annotated"
    SOURCE_CHECKED = "source.checked"
    SOURCE_USED = "source.used"
    SOURCE_JOINED = "source.joined"
    SNAPSHOT_TAKEN = "snapshot.taken"
    CITATION_CREATED = "citation.created"
    VERIFICATION_COMPLETED = "verification.completed"
    VERIFICATION_UNAVAILABLE = "verification.unavailable"
    CITATION_SUPERSEDED = "citation.superseded"
    DRAFT_CHECKED = "draft.checked"
    CONTENT_REDACTED = "content.redacted"


class Entry(Value):
    """One thing that happened, in the order of the log."""

    index: int | None = None
    entry_id: str
    type: str
    project: str
    session: str | None = None
    actor: str | None = None
    time: datetime
    data: dict[str, Any] = Field(default_factory=dict)
    body: bytes = Field(default=b"", repr=False)
