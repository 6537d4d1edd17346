"""Reads stored entries back as the projections see them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from citation_engine.errors import LedgerBroken
from citation_engine.model.entry import EntryType
from citation_engine.ports import ProjectRow, Row, Store, View
from citation_engine.record.envelope import read_fields
from citation_engine.record.index import index_rows
from citation_engine.record.projections import Written, rows_of

# What reading hostile or damaged data may raise.
GARBAGE = (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError)
# The entries whose committed fields have a say in the projected tables.
WITH_ALIASES = frozenset(
    {
        EntryType.SOURCE_REGISTERED,
        EntryType.SOURCE_ENRICHED,
        EntryType.SOURCE_ANNOTATED,
        EntryType.SOURCE_USED,
        EntryType.SNAPSHOT_TAKEN,
    }
)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


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
            known = parsed["type"] in WITH_ALIASES and held is not None and held[0] == number
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
