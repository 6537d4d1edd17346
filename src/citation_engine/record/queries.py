"""Reads sources, snapshots and citations of one project out of the record."""

from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from threading import Lock
from typing import Any

from citation_engine.hashing import keyed_name
from citation_engine.model.citation import Citation
from citation_engine.model.source import Snapshot, Source, Usage
from citation_engine.ports import ProjectRow, Row, Store, Transaction
from citation_engine.record.envelope import FIELDS, read_fields
from citation_engine.record.fold import fold_citation, fold_snapshot, fold_source
from citation_engine.record.sources import GEOMETRY, LAYOUT, TEXT, key_hashes

CACHED_CHARACTERS = 64_000_000
CACHED_SOURCES = 256


class RecordReader:
    """What the record of one project says. Snapshots never change, so their words are cached."""

    def __init__(self, store: Store, project: ProjectRow) -> None:
        self.store = store
        self.project = project
        self._names: dict[str, dict[int, dict[str, Any]]] = {"session": {}, "actor": {}}
        self._texts: OrderedDict[int, Snapshot] = OrderedDict()
        self._characters = 0
        self._sources: dict[tuple[int, int], tuple[tuple[Any, ...], Source]] = {}
        self._lock = Lock()

    def rows(self, query: str, **values: Any) -> list[Row]:
        """The rows of a named look-up in this project."""
        return self.store.rows(self.project, query, **values)

    # sources ------------------------------------------------------------------------------

    def source(self, id: int, session_id: int) -> Source | None:
        """One source with its words, or None; read again only when it has changed."""
        marks = self.rows("source_mark", id=id, session_id=session_id)
        if not marks:
            return None
        mark = tuple(marks[0].values())
        known = self._sources.get((id, session_id))
        if known is None or known[0] != mark:
            known = mark, self.sources(session_id, ids=[id], with_content=True)[0]
            with self._lock:
                if len(self._sources) >= CACHED_SOURCES:
                    self._sources.clear()
                self._sources[id, session_id] = known
        return known[1]

    def last_read(self, id: int, session_id: int) -> Source | None:
        """
        A source as it was last read, or as it is now where it was not read before.

        For writers that ask `is_current` inside their transaction: so a
        citation costs no reading of its own, and none rests on words that were
        redacted in between.
        """
        known = self._sources.get((id, session_id))
        return known[1] if known else self.source(id, session_id)

    def is_current(self, tx: Transaction, id: int, session_id: int) -> bool:
        """Whether a source still is what was last read of it."""
        known = self._sources.get((id, session_id))
        marks = tx.rows("source_mark", id=id, session_id=session_id)
        return known is not None and bool(marks) and known[0] == tuple(marks[0].values())

    def sources(
        self,
        session_id: int,
        *,
        ids: Sequence[int] | None = None,
        type: str | None = None,
        in_session: bool = False,
        with_content: bool = False,
    ) -> list[Source]:
        """Sources in the order they were registered."""
        rows = self.rows(
            "sources", session_id=session_id, ids=ids, type=type, in_session=in_session
        )
        gained: dict[int, list[bytes]] = defaultdict(list)
        for row in self.rows("enrichments", ids=ids):
            gained[row["source_id"]].append(row["bytes"])
        latest = {s.source_id: s for s in self._snapshots(source_ids=ids)}
        if with_content:
            latest = {id: self.snapshot(s.id) or s for id, s in latest.items()}
        return [
            fold_source(row, gained[row["id"]], self.project, latest.get(row["id"])) for row in rows
        ]

    def find_sources(self, keys: Iterable[str]) -> list[int]:
        """The ids of the sources known under the first of these keys that is known at all."""
        hashes = [bytes.fromhex(h) for h in key_hashes(self.project.name_key, list(keys))]
        rows = self.rows("aliases", key_hashes=hashes)
        for wanted in hashes:
            found = [row["source_id"] for row in rows if bytes(row["key_hash"]) == wanted]
            if found:
                return found
        return []

    def members(self, source_id: int) -> list[int]:
        """The sources that an aggregate rests on."""
        return [row["member_id"] for row in self.rows("members", source_id=source_id)]

    def usages(self, session_id: int, source_ids: Sequence[int] | None = None) -> list[Usage]:
        """What a session made with its sources, in order."""
        found = self.rows("usages", session_id=session_id, source_ids=source_ids)
        return [
            Usage(
                source_id=row["source_id"],
                number=row["number"],
                kind=said["kind"],
                artifact_id=said["artifact_id"],
            )
            for row in found
            for said in [read_fields(row["bytes"])]
        ]

    def kept_with(self, snapshot_id: int, name: str) -> bytes | None:
        """What is kept with a snapshot under a name: the original bytes, a screenshot."""
        rows = self.rows("snapshots", ids=[snapshot_id])
        return self._content(rows[0]["entry"], name) if rows else None

    def numbered(self, session_id: int, number: int) -> int | None:
        """The source a session knows by this number."""
        found = self.rows("numbered", session_id=session_id, number=number)
        return found[0]["source_id"] if found else None

    def snapshots(self, source_id: int) -> list[Snapshot]:
        """All snapshots of a source, oldest first, without their words."""
        return self._snapshots(source_ids=[source_id])

    def _snapshots(self, **which: Any) -> list[Snapshot]:
        return [fold_snapshot(row, None) for row in self.rows("snapshots", **which)]

    def snapshot(self, id: int) -> Snapshot | None:
        """One snapshot with its words."""
        with self._lock:
            if id in self._texts:
                self._texts.move_to_end(id)
                return self._texts[id]
        rows = self.rows("snapshots", ids=[id])
        if not rows:
            return None
        kept = {name: self._content(rows[0]["entry"], name) for name in (TEXT, LAYOUT, GEOMETRY)}
        found = fold_snapshot(rows[0], kept[TEXT], kept[LAYOUT], kept[GEOMETRY])
        if kept[TEXT] is not None:
            self._keep(found)
        return found

    def _content(self, entry: int, name: str) -> bytes | None:
        rows = self.rows("content", entries=[entry], name=name)
        return bytes(rows[0]["bytes"]) if rows else None

    def _keep(self, snapshot: Snapshot) -> None:
        with self._lock:
            known = self._texts.get(snapshot.id)
            self._texts[snapshot.id] = snapshot
            self._characters += len(snapshot.text) - (len(known.text) if known else 0)
            while len(self._texts) > 1 and self._characters > CACHED_CHARACTERS:
                self._characters -= len(self._texts.popitem(last=False)[1].text)

    def forget(self) -> None:
        """Drop what is cached, because something was redacted."""
        with self._lock:
            self._texts.clear()
            self._characters = 0
            self._sources.clear()
            self._names = {"session": {}, "actor": {}}

    # citations ----------------------------------------------------------------------------

    def citations(self, *, as_of: int | None = None, **filters: Any) -> list[Citation]:
        """Citations in the order they were made, with the status they have or had."""
        rows = self.rows("citations", as_of=as_of, **filters)
        entries = [n for row in rows for n in (row["entry"], row["status_entry"]) if n]
        contents: dict[int, bytes] = {}
        for chunk in _chunks(entries):
            found = self.rows("content", entries=chunk, name=FIELDS)
            contents.update((row["entry"], row["bytes"]) for row in found)
        successors: dict[int, int] = {}
        for chunk in _chunks([row["id"] for row in rows]):
            for row in self.rows("successors", ids=chunk, as_of=as_of):
                successors[row["citation_id"]] = row["successor_id"]
        names = self.names(rows)
        return [
            fold_citation(row, contents, names, self.project, successors.get(row["id"]))
            for row in rows
        ]

    def session_id(self, name: str) -> int | None:
        """The number of the session of that name."""
        handle = keyed_name(self.project.name_key, "session", name)
        found = self.rows("session", handle=handle)
        return found[0]["id"] if found else None

    def names(self, rows: Iterable[Row]) -> Mapping[str, Mapping[int, Mapping[str, Any]]]:
        """The names behind the sessions and actors of these rows."""
        for table in ("session", "actor"):
            wanted = {row[f"{table}_id"] for row in rows}
            if not wanted <= self._names[table].keys():
                self._names[table] = {
                    row["id"]: read_fields(row["bytes"]) for row in self.rows("named", table=table)
                }
        return self._names


def _chunks(items: Sequence[int], size: int = 500) -> Iterable[list[int]]:
    for start in range(0, len(items), size):
        yield list(items[start : start + size])
