"""Sources and their snapshots, and how what is learned about one is put together."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import Field

from citation_engine.model.layout import Layout
from citation_engine.model.value import Value


class SourceType(StrEnum):
    """The four kinds of thing that can be cited."""

    DOCUMENT = "document"
    WEBSITE = "website"
    DATABASE = "database"
    CUSTOM = "custom"


class ReadState(StrEnum):
    """Whether a source's words are at hand."""

    READY = "ready"
    PREVIEW = "preview"
    DEGRADED = "degraded"
    REDACTED = "redacted"


class Snapshot(Value):
    """The words of a source as they were at one moment."""

    id: int
    entry_id: str
    source_id: int
    ordinal: int
    version: str | None = None
    text: str = Field(default="", repr=False)
    text_sha256: str = ""
    original_sha256: str | None = None
    media_type: str = "text/plain"
    encoding: str | None = None
    reader: str = ""
    reader_version: str = ""
    layout: Layout = Field(default=Layout(), repr=False)
    geometry: bytes | None = Field(default=None, repr=False, exclude=True)
    taken_at: datetime
    redacted: bool = False


class Outcome(StrEnum):
    """What became of a source since it was read."""

    SAME = "same"
    CHANGED = "changed"
    MOVED = "moved"
    GONE = "gone"
    UNREACHABLE = "unreachable"


class LiveState(Value):
    """What a source was found to be when it was last looked at again."""

    outcome: Outcome
    checked_at: datetime
    url: str | None = None
    reason: str = ""


class Note(Value):
    """Something a person or an agent noted about a source."""

    text: str
    by: str | None = None
    at: datetime


class Usage(Value):
    """Something that was made with a source: a finding, a section of a report."""

    source_id: int
    number: int | None = None
    kind: str
    artifact_id: str


class Source(Value):
    """A thing that can be cited: known once in a project, numbered in each session given it."""

    id: int
    entry_id: str
    type: SourceType
    identifier: str
    name: str
    version: str | None = None
    content: str = Field(default="", repr=False)
    preview: str = ""
    metadata: dict[str, Any] = Field(default_factory=dict)
    state: ReadState = ReadState.READY
    state_reason: str = ""
    number: int | None = None
    project_id: str = "default"
    snapshot_id: int | None = None
    snapshots: int = 0
    tags: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    live: LiveState | None = None
    created_at: datetime

    @property
    def label(self) -> str:
        """The session's name for it, such as `S1`; the id where the session does not have it."""
        return f"S{self.number}" if self.number else f"source {self.id}"


class NewSource(Value):
    """A source as it comes in: read and ready to be recorded."""

    type: SourceType
    identifier: str
    name: str
    version: str | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)
    preview: str = ""
    text: str | None = Field(default=None, repr=False)
    original: bytes | None = Field(default=None, repr=False)
    media_type: str = "text/plain"
    encoding: str | None = None
    reader: str = ""
    reader_version: str = ""
    layout: Layout = Field(default=Layout(), repr=False)
    geometry: bytes | None = Field(default=None, repr=False)
    keys: tuple[str, ...]
    names: tuple[str, ...] = ()
    members: tuple[int, ...] = ()
    original_type: str | None = None
    screenshot: bytes | None = Field(default=None, repr=False)
    state: ReadState = ReadState.READY
    state_reason: str = ""


_ENRICHABLE = ("name", "version", "preview")
# What the latest word on a source holds for; of other things the first does.
_REPLACED = ("state", "state_reason", "name", "preview", "live")


def gained_fields(known: dict[str, Any], new: NewSource, *, became_ready: bool) -> dict[str, Any]:
    """What the newcomer knows and the source does not, by the names of the fields."""
    gained: dict[str, Any] = {
        name: value for name in _ENRICHABLE if (value := getattr(new, name)) and not known.get(name)
    }
    metadata = {k: v for k, v in new.metadata.items() if k not in known.get("metadata", {})}
    if metadata:
        gained["metadata"] = metadata
    if became_ready and new.preview and new.preview != known.get("preview"):
        gained["preview"] = new.preview
    if new.type is SourceType.WEBSITE and known.get("name") == known.get("identifier"):
        gained |= {"name": new.name} if new.name != new.identifier else {}
    was_degraded = known.get("state") == ReadState.DEGRADED
    better = new.state is ReadState.PREVIEW and was_degraded
    # The latest reason counts why a source still cannot be read.
    still = new.state is ReadState.DEGRADED and was_degraded and bool(new.state_reason)
    still = still and new.state_reason != known.get("state_reason")
    if better or still or (became_ready and known.get("state") != ReadState.READY):
        gained.update(state=new.state, state_reason=new.state_reason)
    return gained


def merge_fields(known: dict[str, Any], gained: dict[str, Any]) -> None:
    """Fold an enrichment into what is known: missing values are filled in, a state is replaced."""
    metadata = {**gained.get("metadata", {}), **known.get("metadata", {})}
    for name, value in gained.items():
        if name in _REPLACED or not known.get(name):
            known[name] = value
    known["metadata"] = metadata
