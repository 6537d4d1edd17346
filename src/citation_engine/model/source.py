"""Sources: what can be cited, the snapshots of its words, and what became of it."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from pydantic import Field, field_validator

from citation_engine.errors import InvalidInput
from citation_engine.model.passage import Layout, Value


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


class Extent(StrEnum):
    """How much of a page is there, where it is not all of it; its metadata says so."""

    SNIPPET = "snippet"
    ABSTRACT = "abstract"
    # A login, a cookie notice or another page in the way of the one that is meant.
    WALL = "wall"


# Where the metadata of a source has its extent.
EXTENT = "extent"
# How it is said that a file is of a kind that no reader takes.
NO_READER = "There is no reader for "
# How that of a picture without words begins, such as the cover of a book.
NO_WORDS = "No words could be recognised in "
# What the metadata says of words that were handed in without a name or an address.
UNNAMED = "unnamed"


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


class StandingPassage(Value):
    """Cited words, and whether the newer text still has them; `start` is where, if so."""

    citation_id: int
    quote: str
    stands: bool
    start: int | None = None
    end: int | None = None
    moved: bool = False


class Comparison(Value):
    """
    Two states of one source.

    `changes` are lines as in a patch: `-` for what went, `+` for what came. `left_out` says
    how many more there are.
    """

    source_id: int
    outcome: Outcome
    url: str | None = None
    reason: str = ""
    old_snapshot_id: int | None = None
    new_snapshot_id: int | None = None
    changes: tuple[str, ...] = ()
    left_out: int = 0
    passages: tuple[StandingPassage, ...] = ()

    @property
    def fallen(self) -> tuple[StandingPassage, ...]:
        """The passages whose words are no longer there."""
        return tuple(passage for passage in self.passages if not passage.stands)


# Our names and those of the JSON that front ends and other agents exchange.
_IN_JSON = {
    "id": "id",
    "kind": "type",
    "tool_name": "toolName",
    "tool_request_id": "toolRequestId",
    "uri": "uri",
    "title": "title",
    "domain": "domain",
    "snippet": "snippet",
    "full_content": "fullContent",
    "page_number": "pageNumber",
}
_EXTRA = "extra"
_TAKEN = {*_IN_JSON.values(), _EXTRA}


class FoundSource(Value):
    """
    One source a tool gave: where it is, what it is called, and its words as far as they came.

    `snippet` is a piece of it and never evidence; `full_content` is all of it. `kind`
    is `web`, `file`, `api`, `mcp`, or what your own extractor calls it. `extra` keeps
    the fields of the tool that have no place of their own here.
    """

    id: str = Field(min_length=1)
    kind: str = Field(min_length=1)
    tool_name: str
    tool_request_id: str
    uri: str | None = None
    title: str | None = None
    domain: str | None = None
    snippet: str | None = None
    full_content: str | None = Field(default=None, repr=False)
    page_number: int | None = None
    extra: dict[str, Any] = Field(default_factory=dict)

    @field_validator("page_number", mode="before")
    @classmethod
    def _no_truth_value(cls, value: Any) -> Any:
        if isinstance(value, bool):
            raise ValueError("a page is a number")
        return value

    def to_json(self) -> dict[str, Any]:
        """
        The source in camelCase, without the fields that are not known.

        Extra fields stand beside the others; those whose names are taken stand under `extra`.
        """
        known = {theirs: getattr(self, ours) for ours, theirs in _IN_JSON.items()}
        free = {name: value for name, value in self.extra.items() if name not in _TAKEN}
        taken = {name: value for name, value in self.extra.items() if name in _TAKEN}
        shown = {name: value for name, value in known.items() if value is not None}
        return {**shown, **free, **({_EXTRA: taken} if taken else {})}

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Self:
        """The source in such a mapping; fields with other names are kept in `extra`."""
        inner = given.get(_EXTRA)
        extra = {name: value for name, value in given.items() if name not in _TAKEN}
        if isinstance(inner, Mapping):
            extra.update(inner)
        elif inner is not None:
            extra[_EXTRA] = inner
        fields = {ours: given.get(theirs) for ours, theirs in _IN_JSON.items()}
        try:
            return cls(**{k: v for k, v in fields.items() if v is not None}, extra=extra)
        except ValueError as error:
            raise InvalidInput(
                f"This is not a found source: {error}",
                fix="Give at least id, type, toolName and toolRequestId as texts.",
            ) from error


class Extraction(Value):
    """What an extractor made of one output: the sources, and why something gave none."""

    sources: tuple[FoundSource, ...] = ()
    skipped: tuple[str, ...] = ()


class ToolRequest(Value):
    """One call of a tool that a model asks for."""

    id: str = Field(min_length=1)
    name: str = Field(min_length=1)
    parameters: dict[str, Any] = Field(default_factory=dict)


class ToolResult(Value):
    """What a tool gave back, or why it gave nothing."""

    request_id: str
    tool_name: str
    output: Any = Field(default=None, repr=False)
    error: str | None = None

    @property
    def ok(self) -> bool:
        """Whether the tool gave something."""
        return self.error is None


class Collected(Value):
    """
    The sources of one output or of several, registered in the session.

    `found` and `sources` go together, one by one: what the tool gave, and the source it
    became. A page that was found twice is one source. `skipped` says what gave no source.
    """

    found: tuple[FoundSource, ...] = ()
    sources: tuple[Source, ...] = ()
    skipped: tuple[str, ...] = ()


class ToolRun(Collected):
    """The results of an agent's tool requests, in their order, and the sources in them."""

    results: tuple[ToolResult, ...] = ()


Cells = tuple[str | None, ...]


class RerunOutcome(StrEnum):
    """Whether a result is still what it was."""

    SAME = "same"
    CHANGED = "changed"
    FAILED = "failed"


class ChangedCell(Value):
    """A cell that reads otherwise now. `row` names the row by the cell it was known again by."""

    row: str | None = None
    column: str
    before: str | None = None
    after: str | None = None


class Rerun(Value):
    """
    A result compared with the one that was stored.

    `added`, `removed` and `changed` show the first few; the counts are of all. A row counts
    as changed where one column tells all rows apart and the row of the same name is still
    there. `failed` means that it could not be told, and `reason` says why.
    """

    source_id: int
    snapshot_id: int | None = None
    outcome: RerunOutcome
    summary: str
    reason: str = ""
    columns: tuple[str, ...] = ()
    columns_added: tuple[str, ...] = ()
    columns_removed: tuple[str, ...] = ()
    added: tuple[Cells, ...] = ()
    removed: tuple[Cells, ...] = ()
    changed: tuple[ChangedCell, ...] = ()
    rows_before: int | None = None
    rows_after: int | None = None
    rows_added: int = 0
    rows_removed: int = 0
    cells_changed: int = 0
    reordered: bool = False
    sha256_before: str | None = None
    sha256_after: str | None = None
    new_snapshot_id: int | None = None

    @property
    def ok(self) -> bool:
        """Whether the result is the same."""
        return self.outcome is RerunOutcome.SAME
