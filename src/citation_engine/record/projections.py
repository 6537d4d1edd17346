"""
What each entry means for the tables the engine reads from.

One pure function a type, from the entry's open data and its fields to rows. The
writer uses it, the rebuild uses it, and verification uses it to find a table
that says something else than the record.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from citation_engine.model.entry import EntryType

Data = Mapping[str, Any]
Row = dict[str, Any]


class Written(NamedTuple):
    """An entry as the projections see it."""

    number: int
    type: str
    project_id: int
    session: str | None
    actor: str | None
    session_id: int | None
    actor_id: int | None
    micros: int
    data: Data
    fields: Data


def rows_of(entry: Written) -> Iterator[tuple[str, Row]]:
    """The rows an entry adds; none for a type this version does not know."""
    project = _PROJECTIONS.get(entry.type)
    if project is not None:
        for table, row in project(entry):
            yield table, {"project_id": entry.project_id, "entry": entry.number, **row}


def _session(entry: Written) -> Iterator[tuple[str, Row]]:
    yield (
        "session",
        {"id": entry.data["id"], "handle": entry.session, "created_at": entry.micros},
    )


def _actor(entry: Written) -> Iterator[tuple[str, Row]]:
    yield "actor", {"id": entry.data["id"], "handle": entry.actor}


def _source(entry: Written) -> Iterator[tuple[str, Row]]:
    yield (
        "source",
        {"id": entry.data["id"], "type": entry.data["type"], "created_at": entry.micros},
    )
    yield from _aliases(entry, entry.data["id"])
    yield from _members(entry, entry.data["id"])


def _enriched(entry: Written) -> Iterator[tuple[str, Row]]:
    source = entry.data["source"]["id"]
    yield "enrichment", {"source_id": source}
    yield from _aliases(entry, source)
    yield from _members(entry, source)


def _checked(entry: Written) -> Iterator[tuple[str, Row]]:
    yield "enrichment", {"source_id": entry.data["source"]["id"]}


def _used(entry: Written) -> Iterator[tuple[str, Row]]:
    source = entry.data["source"]["id"]
    yield "usage", {"session_id": entry.session_id, "source_id": source}
    yield from _aliases(entry, source)


def _members(entry: Written, source: int) -> Iterator[tuple[str, Row]]:
    for member in entry.data.get("members", ()):
        yield "member", {"source_id": source, "member_id": member["id"]}


def _aliases(entry: Written, source: int) -> Iterator[tuple[str, Row]]:
    for kind, identity in (("keys", 1), ("names", 0)):
        for key in entry.fields.get(kind, ()):
            row = {"key_hash": bytes.fromhex(key), "source_id": source, "identity": identity}
            yield "alias", row


def _snapshot(entry: Written) -> Iterator[tuple[str, Row]]:
    data = entry.data
    yield (
        "snapshot",
        {
            "id": data["id"],
            "source_id": data["source"]["id"],
            "ordinal": data["ordinal"],
            "taken_at": entry.micros,
        },
    )
    yield from _aliases(entry, data["source"]["id"])


def _joined(entry: Written) -> Iterator[tuple[str, Row]]:
    yield (
        "session_source",
        {
            "session_id": entry.session_id,
            "number": entry.data["number"],
            "source_id": entry.data["source"]["id"],
        },
    )


def _citation(entry: Written) -> Iterator[tuple[str, Row]]:
    data = entry.data
    snapshot = data["snapshot"]
    yield (
        "citation",
        {
            "id": data["id"],
            "session_id": entry.session_id,
            "actor_id": entry.actor_id,
            "source_id": data["source"]["id"],
            "snapshot_id": snapshot["id"] if snapshot else None,
            "created_at": entry.micros,
        },
    )


def _unavailable(entry: Written) -> Iterator[tuple[str, Row]]:
    """The first check that could not be made leaves a citation pending; later ones do nothing."""
    if entry.data["seq"] == 1:
        yield from _status(entry)


def _status(entry: Written) -> Iterator[tuple[str, Row]]:
    data = entry.data
    yield (
        "status",
        {"citation_id": data["citation"]["id"], "seq": data["seq"], "status": data["status"]},
    )


def _superseded(entry: Written) -> Iterator[tuple[str, Row]]:
    yield (
        "supersession",
        {"citation_id": entry.data["citation"]["id"], "successor_id": entry.data["by"]["id"]},
    )


def _redacted(entry: Written) -> Iterator[tuple[str, Row]]:
    for target in entry.data["targets"]:
        yield "redaction", {"target": target["number"]}


_PROJECTIONS: dict[str, Callable[[Written], Iterator[tuple[str, Row]]]] = {
    EntryType.SESSION_OPENED: _session,
    EntryType.ACTOR_NAMED: _actor,
    EntryType.SOURCE_REGISTERED: _source,
    EntryType.SOURCE_ENRICHED: _enriched,
    EntryType.SOURCE_ANNOTATED: _enriched,
    EntryType.SOURCE_CHECKED: _checked,
    EntryType.SOURCE_USED: _used,
    EntryType.SNAPSHOT_TAKEN: _snapshot,
    EntryType.SOURCE_JOINED: _joined,
    EntryType.CITATION_CREATED: _citation,
    EntryType.VERIFICATION_COMPLETED: _status,
    EntryType.VERIFICATION_UNAVAILABLE: _unavailable,
    EntryType.CITATION_SUPERSEDED: _superseded,
    EntryType.CONTENT_REDACTED: _redacted,
}
