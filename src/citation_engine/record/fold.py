"""Folds rows of the record into the values users see. Pure functions."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from citation_engine.model.citation import Citation
from citation_engine.model.entry import Entry
from citation_engine.model.passage import Layout, Locator
from citation_engine.model.source import LiveState, Note, ReadState, Snapshot, Source, merge_fields
from citation_engine.model.verdict import Status, Verdict
from citation_engine.ports import LogEntry, ProjectRow, Row
from citation_engine.record.annotations import tags_of
from citation_engine.record.envelope import parse_time, read_fields, to_datetime, uuid_text

REDACTED = "[redacted]"


def fold_source(
    row: Row,
    enrichments: Iterable[bytes],
    project: ProjectRow,
    snapshot: Snapshot | None,
) -> Source:
    """A source from its registration, what was learned since, and its latest snapshot."""
    known = read_fields(row["bytes"])
    said = [read_fields(gained) for gained in enrichments]
    for gained in said:
        merge_fields(known, gained)
    redacted = row["bytes"] is None
    state = ReadState.REDACTED if redacted else ReadState(known["state"])
    version = snapshot.version if snapshot and snapshot.version else known.get("version")
    return Source(
        id=row["id"],
        entry_id=uuid_text(row["entry_id"]),
        type=row["type"],
        identifier=known.get("identifier", REDACTED),
        name=known.get("name") or known.get("identifier", REDACTED),
        version=version,
        content=snapshot.text if snapshot else "",
        preview=known.get("preview", ""),
        metadata=known.get("metadata", {}),
        state=state,
        state_reason=known.get("state_reason", ""),
        number=row["number"],
        project_id=project.name,
        snapshot_id=snapshot.id if snapshot else None,
        snapshots=row["snapshots"],
        tags=tuple(tags_of(said)),
        notes=tuple(Note(**found["note"]) for found in said if found.get("note")),
        live=LiveState(**known["live"]) if known.get("live") else None,
        created_at=to_datetime(row["created_at"]),
    )


def fold_snapshot(
    row: Row, text: bytes | None, layout: bytes | None = None, geometry: bytes | None = None
) -> Snapshot:
    """A snapshot from its entry's fields and, where asked for, its words."""
    known = read_fields(row["bytes"])
    data = known or {"version": None, "media_type": "text/plain", "text_sha256": ""}
    return Snapshot(
        id=row["id"],
        entry_id=uuid_text(row["entry_id"]),
        source_id=row["source_id"],
        ordinal=row["ordinal"],
        version=data["version"],
        text=text.decode("utf-8") if text is not None else "",
        text_sha256=data["text_sha256"],
        original_sha256=data.get("original_sha256"),
        media_type=data["media_type"],
        encoding=data.get("encoding"),
        reader=data.get("reader", ""),
        reader_version=data.get("reader_version", ""),
        layout=Layout.model_validate_json(layout) if layout else Layout(),
        geometry=geometry,
        taken_at=to_datetime(row["taken_at"]),
        redacted=row["bytes"] is None,
    )


def fold_citation(
    row: Row,
    contents: Mapping[int, bytes],
    names: Mapping[str, Mapping[int, Mapping[str, Any]]],
    project: ProjectRow,
    successor: int | None,
) -> Citation:
    """A citation from its own entry and the latest that says something about its status."""
    data = json.loads(row["body"])["data"]
    words = contents.get(row["entry"])
    given = read_fields(words)
    verdict_words = contents.get(row["status_entry"]) if row["status_entry"] else None
    verdict = Verdict.model_validate_json(verdict_words) if verdict_words else None
    actor = names["actor"].get(row["actor_id"], {})
    session = names["session"].get(row["session_id"], {})
    return Citation(
        id=row["id"],
        entry_id=uuid_text(row["entry_id"]),
        claim=given.get("claim", REDACTED),
        verbatim_quote=given.get("verbatim_quote"),
        quote_context=given.get("quote_context") or "",
        quote_language=given.get("quote_language"),
        relevance_reasoning=given.get("relevance_reasoning"),
        confidence=data["confidence"],
        extraction_method=data["method"],
        source_id=row["source_id"],
        snapshot_id=row["snapshot_id"],
        locator=Locator(**given.get("locator", {})),
        related_citations=tuple(item["id"] for item in data["related"]),
        relation_type=data["relation"],
        made_by=data["made_by"],
        verification_status=Status(row["status"] or Status.PENDING),
        verification_notes=verdict.notes if verdict else "",
        verdict=verdict,
        superseded_by=successor,
        redacted=words is None,
        created_at=to_datetime(row["created_at"]),
        created_by=actor.get("agent_id") or actor.get("user_id") or session.get("session_id"),
        session_id=session.get("session_id", REDACTED),
        project_id=project.name,
    )


def fold_entry(row: LogEntry, project: ProjectRow) -> Entry:
    """An entry as users see it, from its stored bytes."""
    body = json.loads(row.body)
    return Entry(
        index=row.place,
        entry_id=body["entry_id"],
        type=body["type"],
        project=project.name,
        session=body["session"],
        actor=body["actor"],
        time=parse_time(body["time"]),
        data=body["data"],
        body=row.body,
    )


def fold_status(entries: Sequence[Mapping[str, Any]]) -> Status:
    """
    A citation's status from its status entries, in any order.

    The latest completed check holds. A check that could not be made changes
    nothing if there was one before, and leaves the citation pending if not.
    """
    checks = sorted((e["data"] for e in entries if "status" in e["data"]), key=lambda d: d["seq"])
    completed = [d for d in checks if d["support"] != "unreachable"]
    return Status(completed[-1]["status"]) if completed else Status.PENDING
