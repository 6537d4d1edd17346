"""
The search index, made from the record: pieces of snapshots' texts, and what sources are called.

It is written in the transaction that records the words, and can be made again at any time.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from citation_engine.ports import ProjectRow, Row, Transaction, View
from citation_engine.record.envelope import read_fields
from citation_engine.search.indexing import (
    INDEX_VERSION,
    ChunkedText,
    IndexedChunk,
    described,
    stored_terms,
)
from citation_engine.search.likeness import SKETCH_VERSION, bands_of, pack_sketch

# The number of a piece: its entry's number, and its own in so many low bits.
_PIECE_BITS = 20
_Rows = Iterator[tuple[str, Row]]


def index_snapshot(
    tx: Transaction, entry: int, source_id: int, snapshot_id: int, indexed: ChunkedText
) -> None:
    """Make the words of a new snapshot findable."""
    for table, row in _snapshot_rows(tx.project, entry, source_id, snapshot_id, indexed):
        tx.add(table, row)


def index_description(
    tx: Transaction, entry: int, source_id: int, fields: Mapping[str, Any]
) -> None:
    """Make a source findable by what it is called."""
    for table, row in _description_rows(tx.project, entry, source_id, fields):
        tx.add(table, row)


def index_rows(view: View, project: ProjectRow) -> _Rows:
    """Every row of the index, made again from the contents."""
    for entry, body, fields in view.stream("descriptions"):
        data = json.loads(body)["data"]
        source_id = data.get("source", data)["id"]
        yield from _description_rows(project, entry, source_id, read_fields(fields))
    for entry, body, words in view.stream("texts"):
        data = json.loads(body)["data"]
        indexed = ChunkedText(bytes(words).decode("utf-8", "replace"))
        yield from _snapshot_rows(project, entry, data["source"]["id"], data["id"], indexed)


def _snapshot_rows(
    project: ProjectRow, entry: int, source_id: int, snapshot_id: int, indexed: ChunkedText
) -> _Rows:
    for place, piece in enumerate(indexed.chunks):
        yield "chunk", _piece(project, entry, place, source_id, snapshot_id, piece)
    if indexed.sketch is None:
        return
    yield (
        "sketch",
        {
            "entry": entry,
            "project_id": project.id,
            "version": SKETCH_VERSION,
            "bytes": pack_sketch(indexed.sketch),
        },
    )
    for key in sorted(set(bands_of(indexed.sketch))):
        yield "band", {"project_id": project.id, "key": key, "entry": entry}


def _description_rows(
    project: ProjectRow, entry: int, source_id: int, fields: Mapping[str, Any]
) -> _Rows:
    text = described(fields)
    for place, piece in enumerate(ChunkedText(text).chunks if text else ()):
        yield "chunk", _piece(project, entry, place, source_id, None, piece)


def _piece(
    project: ProjectRow,
    entry: int,
    place: int,
    source_id: int,
    snapshot_id: int | None,
    piece: IndexedChunk,
) -> Row:
    assert place < 1 << _PIECE_BITS
    return {
        "id": entry << _PIECE_BITS | place,
        "project_id": project.id,
        "source_id": source_id,
        "snapshot_id": snapshot_id,
        "entry": entry,
        "start": piece.start,
        "stop": piece.stop,
        "byte_start": piece.byte_start,
        "byte_stop": piece.byte_stop,
        "language": piece.language or "",
        "version": INDEX_VERSION,
        "stems": stored_terms(project.id, piece.terms),
    }
