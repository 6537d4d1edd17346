"""Checks that what entries refer to is there, under both of its names."""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol
from uuid import UUID

from citation_engine.errors import StoreError
from citation_engine.model.entry import EntryType
from citation_engine.ports import View
from citation_engine.record.damage import Findings, shown

# Kinds of things by the field of an entry's data that refers to one, for each type of entry.
_SOURCE, _SNAPSHOT, _CITATION = ("source", "source"), ("snapshot", "snapshot"), ("citation",) * 2
_FIELDS = {
    EntryType.SOURCE_ENRICHED: (_SOURCE,),
    EntryType.SOURCE_ANNOTATED: (_SOURCE,),
    EntryType.SOURCE_CHECKED: (_SOURCE, _SNAPSHOT),
    EntryType.SOURCE_USED: (_SOURCE,),
    EntryType.SOURCE_JOINED: (_SOURCE,),
    EntryType.SNAPSHOT_TAKEN: (_SOURCE,),
    EntryType.CITATION_CREATED: (_SOURCE, _SNAPSHOT),
    EntryType.VERIFICATION_COMPLETED: (_CITATION, _SNAPSHOT),
    EntryType.VERIFICATION_UNAVAILABLE: (_CITATION, _SNAPSHOT),
    EntryType.CITATION_SUPERSEDED: (_CITATION, ("by", "citation")),
}
_DEFINES = {
    EntryType.SOURCE_REGISTERED: "source",
    EntryType.SNAPSHOT_TAKEN: "snapshot",
    EntryType.CITATION_CREATED: "citation",
}
_WAITING = 2_000
_REMEMBERED = 20_000
_AT_ONCE = 500

Reference = tuple[str, Any, Any]


class Place(Protocol):
    """Where a finding belongs."""

    def add(self, kind: str, message: str) -> None:
        """Note a finding there."""
        ...


class References:
    """Collects references and looks many of them up at a time."""

    def __init__(self, view: View, findings: Findings) -> None:
        self._view = view
        self._findings = findings
        self._waiting: dict[Reference, Place] = {}
        self._seen: set[Reference] = set()
        self._readable = True

    def check(self, body: Mapping[str, Any], place: Place) -> None:
        """Note what an entry refers to, and check it soon; what it defines is known then."""
        data = body["data"]
        for reference in _references(body["type"], data):
            if reference not in self._seen:
                self._waiting.setdefault(reference, place)
        if len(self._waiting) >= _WAITING:
            self.settle()
        if len(self._seen) > _REMEMBERED:
            self._seen.clear()
        if (kind := _DEFINES.get(body["type"])) is not None:
            self._seen.add((kind, data["id"], body["entry_id"]))

    def settle(self) -> None:
        """Check everything that is noted."""
        for kind in ("source", "snapshot", "citation", "entry"):
            self._settle(kind, {r: p for r, p in self._waiting.items() if r[0] == kind})
        self._seen.update(self._waiting)
        self._waiting.clear()

    def _settle(self, kind: str, wanted: Mapping[Reference, Place]) -> None:
        identities = {reference: _identity(reference[2]) for reference in wanted}
        known = [identity for identity in set(identities.values()) if identity is not None]
        found: dict[bytes, Any] = {}
        try:
            for start in range(0, len(known), _AT_ONCE):
                some = known[start : start + _AT_ONCE]
                for row in self._look_up(kind, some):
                    found[bytes(row["entry_id"])] = row["id"]
        except StoreError as error:
            if self._readable:
                self._findings.add("unreadable", f"References break off: {error.message}")
            self._readable = False
            return
        for reference, place in wanted.items():
            _, number, entry_id = reference
            there = found.get(identities[reference] or b"")
            if there is None:
                place.add("reference", f"It refers to the {kind} {shown(entry_id)}: there is none.")
            elif there != number:
                said = f"It refers to the {kind} {shown(entry_id)} as {shown(number)}"
                place.add("reference", f"{said}, which is {shown(there)}.")

    def _look_up(self, kind: str, identities: list[bytes]) -> list[Mapping[str, Any]]:
        if kind == "entry":
            return self._view.rows("entry_numbers", entry_ids=identities)
        return self._view.rows("things", table=kind, entry_ids=identities)


def _references(type: str, data: Mapping[str, Any]) -> Iterator[Reference]:
    for field, kind in _FIELDS.get(type, ()):  # type: ignore[call-overload]
        if (given := data[field]) is not None:
            yield kind, given["id"], given["entry_id"]
    for given in data.get("members", ()):
        yield "source", given["id"], given["entry_id"]
    if type == EntryType.CITATION_CREATED:
        for given in data["related"]:
            yield "citation", given["id"], given["entry_id"]
    if type == EntryType.CONTENT_REDACTED:
        for given in data["targets"]:
            yield "entry", given["number"], given["entry_id"]


def _identity(text: Any) -> bytes | None:
    try:
        return UUID(text).bytes
    except (TypeError, ValueError, AttributeError):
        return None
