"""Records sources: known once in a project, numbered in each session, snapshots when changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from citation_engine.hashing import keyed_name, sha256_hex
from citation_engine.model.passage import Layout
from citation_engine.model.source import NewSource, gained_fields, merge_fields
from citation_engine.ports import EntryRef, Transaction
from citation_engine.record.envelope import Author, Content, read_fields
from citation_engine.record.index import index_description, index_snapshot
from citation_engine.record.writer import append, ref
from citation_engine.search.indexing import ChunkedText

NEEDS = {"entry": 6, "source": 1, "snapshot": 1}
TEXT = "text"
ORIGINAL = "original"
LAYOUT = "layout"
GEOMETRY = "geometry"
SCREENSHOT = "screenshot"


@dataclass(frozen=True, slots=True)
class Registered:
    """What registration did."""

    source_id: int
    last: EntryRef


def register(
    tx: Transaction,
    author: Author,
    new: NewSource,
    *,
    entry_id: UUID | None = None,
    indexed: ChunkedText | None = None,
) -> Registered:
    """
    Record a source, or find it again.

    The same thing under another name is the same source. Missing metadata is
    filled in, changed words are a new snapshot, and the session gives it a
    number the first time. `indexed` is the index of its words, where it was made before.
    """
    hashes = key_hashes(tx.project.name_key, new.keys)
    wanted = [bytes.fromhex(key) for key in hashes]
    found = tx.rows("aliases", key_hashes=wanted, identity=True)
    members = [ref(id, source_entry(tx, id)) for id in dict.fromkeys(new.members)]
    if not found:
        source_id, entry = _record(tx, author, new, hashes, entry_id, members)
        last = entry
        if new.text is not None:
            _take_snapshot(tx, author, new, ref(source_id, entry), 1, [], indexed)
    else:
        source_id = _best(hashes, found)
        known = {bytes(row["key_hash"]).hex() for row in found}
        unknown = [key for key in hashes if key not in known]
        last, entry = _renew(tx, author, new, source_id, unknown, members, indexed)
    _join(tx, author, source_id, entry, fresh=not found)
    return Registered(source_id, last)


def key_hashes(name_key: bytes, keys: Sequence[str]) -> list[str]:
    """Keyed digests of the keys, so that the table alone does not give names away."""
    return [keyed_name(name_key, "source", key) for key in dict.fromkeys(keys)]


def _best(hashes: Sequence[str], found: Sequence[Any]) -> int:
    """The source of the most specific key that is known; keys come most specific first."""
    by_hash = {bytes(row["key_hash"]).hex(): row["source_id"] for row in found}
    return int(next(by_hash[key] for key in hashes if key in by_hash))


def _record(
    tx: Transaction,
    author: Author,
    new: NewSource,
    hashes: list[str],
    entry_id: UUID | None,
    members: list[dict[str, Any]],
) -> tuple[int, EntryRef]:
    source_id = tx.number("source")
    fields = {
        "identifier": new.identifier,
        "name": new.name,
        "version": new.version,
        "metadata": new.metadata,
        "preview": new.preview,
        "state": new.state,
        "state_reason": new.state_reason,
        "keys": hashes,
        "names": key_hashes(tx.project.name_key, new.names),
    }
    data = {"id": source_id, "type": new.type.value, "members": members}
    entry = append(tx, author, "source.registered", data, fields=fields, entry_id=entry_id)
    index_description(tx, entry.id, source_id, fields)
    return source_id, entry


def _renew(
    tx: Transaction,
    author: Author,
    new: NewSource,
    source_id: int,
    unknown: list[str],
    members: list[dict[str, Any]],
    indexed: ChunkedText | None,
) -> tuple[EntryRef, EntryRef]:
    """Add to a known source what is new about it; returns the last entry written and its own."""
    entry = last = source_entry(tx, source_id)
    text_changed, ordinal = _changed(tx, source_id, new)
    if text_changed:
        source = ref(source_id, entry)
        last = _take_snapshot(tx, author, new, source, ordinal, unknown, indexed)
        unknown = []
    gained = _gained(tx, source_id, new, text_changed)
    names = new_names(tx, source_id, new.names)
    members = _new_members(tx, source_id, members)
    if gained or unknown or names or members:
        data = {"source": ref(source_id, entry), "members": members}
        fields = {**gained, "keys": unknown, "names": names}
        last = append(tx, author, "source.enriched", data, fields=fields)
        index_description(tx, last.id, source_id, fields)
    return last, entry


def source_entry(tx: Transaction, source_id: int) -> EntryRef:
    """The entry that registered a source."""
    row = tx.rows("source_ref", id=source_id)[0]
    return EntryRef(row["entry"], bytes(row["entry_id"]))


def _new_members(
    tx: Transaction, source_id: int, members: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """The members this source is not known to have yet."""
    known = {row["member_id"] for row in tx.rows("members", source_id=source_id)} if members else ()
    return [member for member in members if member["id"] not in known]


def new_names(tx: Transaction, source_id: int, names: Sequence[str]) -> list[str]:
    """Keyed digests of the names this source is not known under yet."""
    names = key_hashes(tx.project.name_key, names)
    rows = tx.rows("aliases", key_hashes=[bytes.fromhex(name) for name in names])
    known = {bytes(row["key_hash"]).hex() for row in rows if row["source_id"] == source_id}
    return [name for name in names if name not in known]


def _changed(tx: Transaction, source_id: int, new: NewSource) -> tuple[bool, int]:
    """Whether these words are not the latest snapshot's, and the next snapshot's ordinal."""
    latest = tx.rows("latest_snapshot", source_id=source_id)
    if not latest:
        return new.text is not None, 1
    if new.text is None:
        return False, latest[0]["ordinal"] + 1
    contents = tx.rows("content", entries=[latest[0]["entry"]], name="fields")
    kept = read_fields(bytes(contents[0]["bytes"]) if contents else None)
    return kept.get("text_sha256") != sha256_hex(new.text), latest[0]["ordinal"] + 1


def _gained(tx: Transaction, source_id: int, new: NewSource, became_ready: bool) -> dict[str, Any]:
    """What the newcomer knows and the source does not."""
    rows = tx.rows("sources", session_id=0, ids=[source_id])
    known = read_fields(bytes(rows[0]["bytes"]) if rows[0]["bytes"] else None)
    for row in tx.rows("enrichments", ids=[source_id]):
        merge_fields(known, read_fields(bytes(row["bytes"])))
    return gained_fields(known, new, became_ready=became_ready)


def _take_snapshot(
    tx: Transaction,
    author: Author,
    new: NewSource,
    source: dict[str, Any],
    ordinal: int,
    keys: list[str],
    indexed: ChunkedText | None,
) -> EntryRef:
    assert new.text is not None
    data: dict[str, Any] = {
        "id": tx.number("snapshot"),
        "source": source,
        "ordinal": ordinal,
        "reader": new.reader,
        "reader_version": new.reader_version,
    }
    fields = {
        "version": new.version,
        "media_type": new.media_type,
        "encoding": new.encoding,
        "text_sha256": sha256_hex(new.text),
        "original_sha256": sha256_hex(new.original) if new.original is not None else None,
        "reader": new.reader,
        "reader_version": new.reader_version,
        "keys": keys,
    }
    words = new.text.encode("utf-8")
    contents = {TEXT: Content(words, "text/plain; charset=utf-8")}
    if new.original is not None and new.original != words:
        contents[ORIGINAL] = Content(new.original, new.original_type or new.media_type)
    if new.layout != Layout():
        described = new.layout.model_dump_json(exclude_defaults=True)
        contents[LAYOUT] = Content(described.encode("utf-8"), "application/json")
    if new.geometry is not None:
        contents[GEOMETRY] = Content(new.geometry, "application/octet-stream")
    if new.screenshot is not None:
        contents[SCREENSHOT] = Content(new.screenshot, "image/png")
    entry = append(tx, author, "snapshot.taken", data, fields=fields, contents=contents)
    index_snapshot(tx, entry.id, source["id"], data["id"], indexed or ChunkedText(new.text))
    return entry


def join(tx: Transaction, author: Author, *, id: int) -> None:
    """Give a known source its number in the session, if it has none there."""
    _join(tx, author, id, source_entry(tx, id), fresh=False)


def _join(tx: Transaction, author: Author, source_id: int, entry: EntryRef, *, fresh: bool) -> None:
    """Give the source its number in the session, dense from 1, if it has none there."""
    assert author.session_id is not None
    tx.lock(f"session {author.session_id}")
    if not fresh and tx.rows("session_number", session_id=author.session_id, source_id=source_id):
        return
    last = tx.rows("last_number", session_id=author.session_id)[0]["number"]
    data = {"source": ref(source_id, entry), "number": last + 1}
    append(tx, author, "source.joined", data)
