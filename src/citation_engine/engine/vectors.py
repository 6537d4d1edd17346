"""Vectors of the library's pieces: made by an embedder, kept with the record, compared here."""

import math
import struct
from collections.abc import Iterator, Sequence
from heapq import nsmallest
from operator import mul
from typing import Any

from citation_engine.errors import InvalidInput
from citation_engine.ports import Embedder, Row, Transaction
from citation_engine.record.reading import Reading
from citation_engine.search.pieces import CANDIDATES, Filters

# Rows read at a time while all vectors are compared.
_PAGE = 2_000
_LONGEST_IDENTITY = 200


def identity_of(embedder: Any) -> str:
    """An embedder's name, after checking that it is an embedder."""
    identity = getattr(embedder, "identity", None)
    if not isinstance(embedder, Embedder) or not isinstance(identity, str):
        raise InvalidInput(
            f"A {type(embedder).__name__} is not an embedder.",
            fix="It needs `identity`, a text, and `embed(texts)`.",
        )
    if not 0 < len(identity) <= _LONGEST_IDENTITY or not identity.isprintable():
        raise InvalidInput(
            f"The embedder's identity has {len(identity)} characters.",
            fix=f"Give it 1 to {_LONGEST_IDENTITY} printable ones, such as the model and version.",
        )
    return identity


def embed_missing(reading: Reading, embedder: Embedder, batch: int) -> int:
    """Make and keep the vectors that are missing, some at a time, and say how many."""
    identity, after, made = identity_of(embedder), 0, 0
    while True:
        rows = reading.rows("unembedded", embedder=identity, after=after, limit=batch)
        if not rows:
            return made
        texts = [bytes(row["words"]).decode("utf-8", "replace") for row in rows]
        packed = [pack_vector(vector) for vector in embedded(embedder, texts)]
        made += _keep(reading, identity, rows, packed)
        after = rows[-1]["id"]


def embedded(embedder: Embedder, texts: Sequence[str]) -> list[list[float]]:
    """One vector of length 1 for each text, or an error that says what is wrong with them."""
    vectors = [[float(number) for number in vector] for vector in embedder.embed(texts)]
    lengths = {len(vector) for vector in vectors}
    if len(vectors) != len(texts) or len(lengths) != 1 or 0 in lengths:
        raise InvalidInput(
            f"The embedder {embedder.identity} gave {len(vectors)} vectors for {len(texts)} texts, "
            f"of {', '.join(map(str, sorted(lengths))) or 'no'} numbers each.",
            fix="`embed` must give one vector for each text, all of one length.",
        )
    return [_unit(vector, embedder.identity) for vector in vectors]


def nearest(reading: Reading, embedder: Embedder, text: str, filters: Filters) -> list[int]:
    """The pieces whose vectors are nearest to a text's, the nearest first."""
    asked = embedded(embedder, [text])[0]
    ranked = ((-likeness, id) for id, likeness in _compared(reading, embedder, asked, filters))
    return [id for _, id in nsmallest(CANDIDATES, ranked)]


def pack_vector(vector: Sequence[float]) -> bytes:
    """A vector as it is kept: single precision, the low byte first."""
    return struct.pack(f"<{len(vector)}f", *vector)


def _keep(reading: Reading, identity: str, rows: Sequence[Row], packed: Sequence[bytes]) -> int:
    """Keep vectors of pieces that are still there and have none yet."""

    def work(tx: Transaction) -> int:
        tx.lock("vectors")
        first, many = rows[0]["id"], len(rows)
        still = tx.rows("unembedded", embedder=identity, after=first - 1, limit=many)
        missing = {row["id"] for row in still}
        kept = [(row, data) for row, data in zip(rows, packed, strict=True) if row["id"] in missing]
        for row, data in kept:
            tx.add(
                "vector",
                {
                    "entry": row["entry"],
                    "chunk_id": row["id"],
                    "embedder": identity,
                    "project_id": tx.project.id,
                    "bytes": data,
                },
            )
        return len(kept)

    return reading.store.write(reading.project, work, needs={})


def _compared(
    reading: Reading, embedder: Embedder, asked: list[float], filters: Filters
) -> Iterator[tuple[int, float]]:
    """Every piece that counts with the likeness of its vector, where that is more than none."""
    wanted = None if filters.sources is None else set(filters.sources)
    after, form = 0, struct.Struct(f"<{len(asked)}f")
    while True:
        rows = reading.rows(
            "vectors",
            embedder=embedder.identity,
            after=after,
            limit=_PAGE,
            session_id=filters.session_id,
            type=filters.type,
            older=filters.older,
        )
        for row in rows:
            data = bytes(row["bytes"])
            if len(data) != form.size or (wanted is not None and row["source_id"] not in wanted):
                continue
            likeness = sum(map(mul, asked, form.unpack(data)))
            if likeness > 0:
                yield row["chunk_id"], likeness
        if len(rows) < _PAGE:
            return
        after = rows[-1]["chunk_id"]


def _unit(vector: list[float], identity: str) -> list[float]:
    length = math.sqrt(sum(map(mul, vector, vector)))
    if not math.isfinite(length):
        raise InvalidInput(
            f"The embedder {identity} gave a vector with a number that is not finite.",
            fix="Correct the embedder.",
        )
    return [number / length for number in vector] if length else vector
