"""
Records what is noted later.

Of a source: tags, notes, what was made with it, how it is now. Of a draft: that it was checked,
what was found, and what was left out and why.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from citation_engine.ports import EntryRef, Transaction
from citation_engine.record.envelope import Author, format_time, read_fields
from citation_engine.record.sources import key_hashes, new_names, source_entry
from citation_engine.record.writer import append, ref

NEEDS = {"entry": 3}


def annotate(
    tx: Transaction,
    author: Author,
    *,
    id: int,
    tags: Sequence[str] = (),
    untagged: Sequence[str] = (),
    note: str | None = None,
    noted_by: str | None = None,
) -> EntryRef | None:
    """Tag a source, take tags off it or note something; None where that changes nothing."""
    tx.lock(f"source {id}")
    said = tx.rows("enrichments", ids=[id])
    now = tags_of(read_fields(bytes(row["bytes"])) for row in said)
    added = [tag for tag in dict.fromkeys(tags) if tag not in now]
    removed = [tag for tag in dict.fromkeys(untagged) if tag in now]
    if not (added or removed or note):
        return None
    micros = time.time_ns() // 1_000
    written = {"text": note, "by": noted_by, "at": format_time(micros)}
    data = {"source": ref(id, source_entry(tx, id))}
    fields: dict[str, Any] = {
        "tags": added,
        "untagged": removed,
        "note": written if note else None,
        "names": new_names(tx, id, [tag_name(tag) for tag in added]),
    }
    return append(tx, author, "source.annotated", data, fields=fields, micros=micros)


def tags_of(annotations: Iterable[dict[str, Any]]) -> list[str]:
    """The tags that are left when all of it is said, in the order they were given."""
    tags: dict[str, None] = {}
    for said in annotations:
        tags.update(dict.fromkeys(said.get("tags", ())))
        for tag in said.get("untagged", ()):
            tags.pop(tag, None)
    return list(tags)


def tag_name(tag: str) -> str:
    """The name under which the sources with a tag are found."""
    return f"tag {tag}"


def note_check(
    tx: Transaction,
    author: Author,
    *,
    id: int,
    snapshot: dict[str, Any] | None,
    live: Mapping[str, Any],
) -> EntryRef:
    """Record what a source was found to be when it was looked at again."""
    micros = time.time_ns() // 1_000
    fields = {"live": {**live, "checked_at": format_time(micros)}}
    data = {"source": ref(id, source_entry(tx, id)), "snapshot": snapshot}
    return append(tx, author, "source.checked", data, fields=fields, micros=micros)


def note_usage(
    tx: Transaction, author: Author, *, id: int, kind: str, artifact_id: str
) -> EntryRef | None:
    """Record that something was made with a source; None where the session said so before."""
    assert author.session_id is not None
    tx.lock(f"session {author.session_id}")
    name = f"use {author.session}\n{kind}\n{artifact_id}"
    [digest] = key_hashes(tx.project.name_key, [name])
    known = tx.rows("aliases", key_hashes=[bytes.fromhex(digest)])
    if any(row["source_id"] == id for row in known):
        return None
    data = {"source": ref(id, source_entry(tx, id))}
    fields = {"kind": kind, "artifact_id": artifact_id, "names": [digest]}
    return append(tx, author, "source.used", data, fields=fields)


def note_draft(
    tx: Transaction, author: Author, *, judge: str, fields: Mapping[str, Any]
) -> EntryRef:
    """
    Record the check of a draft.

    Its words are not part of it, nor are those of its sources: claims are known by their hashes,
    findings by their codes. So nothing of it has to go when words are redacted.
    """
    return append(tx, author, "draft.checked", {"judge": judge}, fields=fields)
