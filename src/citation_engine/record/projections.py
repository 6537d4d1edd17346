"""
What each type of entry means: the rows it adds to the tables, what it refers to and defines.

One pure function a type, from the entry's open data and its fields to rows. The
writer uses it, the rebuild uses it, and verification uses it to find a table
that says something else than the record. `ENTRY_KINDS` is all there is to know of a type.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from citation_engine.errors import LedgerBroken
from citation_engine.model.entry import EntryType
from citation_engine.ports import ProjectRow, Row, Store, View
from citation_engine.record.envelope import read_fields
from citation_engine.record.index import index_rows

# What reading hostile or damaged data may raise.
GARBAGE = (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

Data = Mapping[str, Any]
Rows = Iterator[tuple[str, dict[str, Any]]]


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


def rows_of(entry: Written) -> Rows:
    """The rows an entry adds; none for a type this version does not know."""
    for table, row in kind_of(entry.type).rows(entry):
        yield table, {"project_id": entry.project_id, "entry": entry.number, **row}


def _session(entry: Written) -> Rows:
    yield (
        "session",
        {"id": entry.data["id"], "handle": entry.session, "created_at": entry.micros},
    )


def _actor(entry: Written) -> Rows:
    yield "actor", {"id": entry.data["id"], "handle": entry.actor}


def _source(entry: Written) -> Rows:
    yield (
        "source",
        {"id": entry.data["id"], "type": entry.data["type"], "created_at": entry.micros},
    )
    yield from _aliases(entry, entry.data["id"])
    yield from _members(entry, entry.data["id"])


def _enriched(entry: Written) -> Rows:
    source = entry.data["source"]["id"]
    yield "enrichment", {"source_id": source}
    yield from _aliases(entry, source)
    yield from _members(entry, source)


def _checked(entry: Written) -> Rows:
    yield "enrichment", {"source_id": entry.data["source"]["id"]}


def _used(entry: Written) -> Rows:
    source = entry.data["source"]["id"]
    yield "usage", {"session_id": entry.session_id, "source_id": source}
    yield from _aliases(entry, source)


def _members(entry: Written, source: int) -> Rows:
    for member in entry.data.get("members", ()):
        yield "member", {"source_id": source, "member_id": member["id"]}


def _aliases(entry: Written, source: int) -> Rows:
    for kind, identity in (("keys", 1), ("names", 0)):
        for key in entry.fields.get(kind, ()):
            row = {"key_hash": bytes.fromhex(key), "source_id": source, "identity": identity}
            yield "alias", row


def _snapshot(entry: Written) -> Rows:
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


def _joined(entry: Written) -> Rows:
    yield (
        "session_source",
        {
            "session_id": entry.session_id,
            "number": entry.data["number"],
            "source_id": entry.data["source"]["id"],
        },
    )


def _citation(entry: Written) -> Rows:
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


def _unavailable(entry: Written) -> Rows:
    """The first check that could not be made leaves a citation pending; later ones do nothing."""
    if entry.data["seq"] == 1:
        yield from _status(entry)


def _status(entry: Written) -> Rows:
    data = entry.data
    yield (
        "status",
        {"citation_id": data["citation"]["id"], "seq": data["seq"], "status": data["status"]},
    )


def _superseded(entry: Written) -> Rows:
    yield (
        "supersession",
        {"citation_id": entry.data["citation"]["id"], "successor_id": entry.data["by"]["id"]},
    )


def _redacted(entry: Written) -> Rows:
    for target in entry.data["targets"]:
        yield "redaction", {"target": target["number"]}


class EntryKind(NamedTuple):
    """
    What is known of a type of entry.

    `refers` has the fields of its data that name a thing, and of which kind that is. `defines`
    is the kind of thing that begins with it, and `names` whose name it gives a pseudonym.
    """

    rows: Callable[[Written], Rows]
    refers: tuple[tuple[str, str], ...] = ()
    defines: str | None = None
    names: str | None = None
    # Whether its committed fields have a say in the projected tables.
    has_aliases: bool = False

    @property
    def needs_fields(self) -> bool:
        """Whether its committed fields are read to check it."""
        return self.has_aliases or self.names is not None


_SOURCE, _SNAPSHOT, _CITATION = ("source", "source"), ("snapshot", "snapshot"), ("citation",) * 2
ENTRY_KINDS: dict[str, EntryKind] = {
    EntryType.SESSION_OPENED: EntryKind(_session, names="session"),
    EntryType.ACTOR_NAMED: EntryKind(_actor, names="actor"),
    EntryType.SOURCE_REGISTERED: EntryKind(_source, defines="source", has_aliases=True),
    EntryType.SOURCE_ENRICHED: EntryKind(_enriched, (_SOURCE,), has_aliases=True),
    EntryType.SOURCE_ANNOTATED: EntryKind(_enriched, (_SOURCE,), has_aliases=True),
    EntryType.SOURCE_CHECKED: EntryKind(_checked, (_SOURCE, _SNAPSHOT)),
    EntryType.SOURCE_USED: EntryKind(_used, (_SOURCE,), has_aliases=True),
    EntryType.SNAPSHOT_TAKEN: EntryKind(
        _snapshot, (_SOURCE,), defines="snapshot", has_aliases=True
    ),
    EntryType.SOURCE_JOINED: EntryKind(_joined, (_SOURCE,)),
    EntryType.CITATION_CREATED: EntryKind(_citation, (_SOURCE, _SNAPSHOT), defines="citation"),
    EntryType.VERIFICATION_COMPLETED: EntryKind(_status, (_CITATION, _SNAPSHOT)),
    EntryType.VERIFICATION_UNAVAILABLE: EntryKind(_unavailable, (_CITATION, _SNAPSHOT)),
    EntryType.CITATION_SUPERSEDED: EntryKind(_superseded, (_CITATION, ("by", "citation"))),
    EntryType.CONTENT_REDACTED: EntryKind(_redacted),
}
_OTHER = EntryKind(lambda _entry: iter(()))


def kind_of(type: str) -> EntryKind:
    """What is known of a type; nothing of one that adds no rows or comes from a later version."""
    return ENTRY_KINDS.get(type, _OTHER)


# entries read back -------------------------------------------------------------------------


@dataclass(slots=True)
class Handles:
    """The numbers of sessions and actors, by the pseudonyms that entries name them with."""

    sessions: dict[str, int] = field(default_factory=dict)
    actors: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, view: View) -> "Handles":
        """
        Read them off the entries that opened the sessions and named the actors.

        They are read beforehand: on PostgreSQL an entry may be placed before the
        one that opened its session.
        """
        handles = cls()
        for type, body in view.stream("openings"):
            try:
                parsed = json.loads(body)
                if type == EntryType.SESSION_OPENED:
                    handles.sessions[parsed["session"]] = parsed["data"]["id"]
                else:
                    handles.actors[parsed["actor"]] = parsed["data"]["id"]
            except GARBAGE:
                continue  # Whoever reads this entry itself finds out.
        return handles


def written(
    number: int,
    body: Mapping[str, Any],
    project: ProjectRow,
    handles: Handles,
    fields: Mapping[str, Any],
) -> Written:
    """An entry as the writer had it, from its stored body and its fields."""
    return Written(
        number,
        body["type"],
        project.id,
        body["session"],
        body["actor"],
        handles.sessions.get(body["session"]),
        handles.actors.get(body["actor"]),
        micros_of(body["time"]),
        body["data"],
        fields,
    )


def micros_of(text: str) -> int:
    """The moment an entry names, in microseconds; the inverse of `format_time`."""
    moment = datetime.fromisoformat(text)
    return (moment - _EPOCH) // _MICROSECOND


def projected(view: View, project: ProjectRow) -> Iterator[tuple[str, Row]]:
    """Every row of the projected tables, recomputed from entries and contents."""
    handles = Handles.of(view)
    contents = view.stream("field_contents")
    held = next(contents, None)
    for number, entry_id, _, _, _, body, *_ in view.stream("entries"):
        while held is not None and held[0] < number:
            held = next(contents, None)
        try:
            parsed = json.loads(body)
            known = kind_of(parsed["type"]).has_aliases and held is not None and held[0] == number
            fields = read_fields(held[1]) if known and held is not None else {}
            yield from rows_of(written(number, parsed, project, handles, fields))
        except GARBAGE as error:
            raise LedgerBroken(
                f"The entry {bytes(entry_id).hex()} cannot be read, so nothing was rebuilt."
            ) from error


def rebuild(store: Store, project: ProjectRow) -> int:
    """
    Recompute the projected tables and the search index, and say how many rows are projected.

    It happens in one transaction, and only the owner of the tables may do it. The
    record itself is only read: if it is damaged, nothing changes.
    """
    return store.rebuild(project, lambda view: _everything(view, project))


def _everything(view: View, project: ProjectRow) -> Iterator[tuple[str, Row]]:
    """The projected rows, and the index of the words."""
    yield from projected(view, project)
    yield from index_rows(view, project)
