"""The search index over a project's sources: words, evidence for claims, texts that are alike."""

import json
import math
import struct
from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import nsmallest
from operator import mul
from typing import Any

from citation_engine.collect.identity import words_key
from citation_engine.display import shortened
from citation_engine.engine import intake
from citation_engine.engine.sources import SourceLike, Sources
from citation_engine.engine.state import EngineState
from citation_engine.errors import InvalidInput
from citation_engine.model.hit import Duplicate, Evidence, Hit
from citation_engine.model.passage import Passage
from citation_engine.model.source import Source
from citation_engine.ports import Embedder, Row, Transaction
from citation_engine.record.annotations import tag_name
from citation_engine.record.envelope import FIELDS, read_fields
from citation_engine.record.queries import RecordReader
from citation_engine.search.indexing import described
from citation_engine.search.likeness import (
    NEARLY,
    SKETCH_VERSION,
    bands_of,
    likeness,
    unpack_sketch,
)
from citation_engine.search.pieces import (
    CANDIDATES,
    LONGEST_QUERY,
    Filters,
    FoundPlace,
    PieceSearch,
    RankedPiece,
    StoredPiece,
    find_evidence,
    find_hits,
)
from citation_engine.search.query import Needle, Wanted, parse_claim, parse_query
from citation_engine.search.ranking import fuse, held_piece
from citation_engine.store.search import compiled
from citation_engine.verify.words import passage_found

MOST_RESULTS = 1_000
# Rows read at a time while all vectors are compared.
_PAGE = 2_000
_LONGEST_IDENTITY = 200


class SearchIndex:
    """Finds passages and sources of a project by their words, and by their meaning."""

    def __init__(self, state: EngineState) -> None:
        self._state = state
        self._sources = Sources(state)

    def search(
        self,
        query: str,
        *,
        tag: str | None = None,
        type: str | None = None,
        session_id: str | None = None,
        sources: Sequence[SourceLike] | None = None,
        limit: int = 20,
        per_source: int | None = 3,
        older: bool = False,
        embedder: Embedder | None = None,
    ) -> list[Hit]:
        """
        Find passages and sources by words, in German and English, the best first.

        Words are found in all their forms. Words in quotation marks must stand
        together. Where nothing has all words, what has some of them is given. Of a
        source's snapshots only the latest counts, with `older=True` all of them.
        With an embedder, passages that mean the same count too, as far as
        `embed_sources` was called before.
        """
        needles = _needles("query", query, parse_query)
        most = intake.count_of("limit", limit, MOST_RESULTS)
        each = (
            None if per_source is None else intake.count_of("per_source", per_source, MOST_RESULTS)
        )
        filters = self._filters(tag, type, session_id, sources, older=older)
        if filters is None or not most:
            return []
        search = PieceSearch(RecordedPieces(self._state.reading), needles, filters)
        pieces = self._ranked(search, embedder, query)
        return find_hits(search, pieces, most, each, self._show, self._by_id)

    def find_evidence(
        self,
        claim: str,
        *,
        sources: Sequence[SourceLike] | None = None,
        tag: str | None = None,
        type: str | None = None,
        session_id: str | None = None,
        limit: int = 5,
        older: bool = False,
        embedder: Embedder | None = None,
    ) -> list[Evidence]:
        """
        The passages that most likely speak of a claim, with their places, the best first.

        They are one to three sentences in a row, word for word as stored. That
        they speak of it does not mean that they support it: cite one to have it
        judged.
        """
        needles = _needles("claim", claim, parse_claim)
        most = intake.count_of("limit", limit, MOST_RESULTS)
        filters = self._filters(tag, type, session_id, sources, older=older)
        if filters is None or not most:
            return []
        search = PieceSearch(RecordedPieces(self._state.reading), needles, filters)
        pieces = self._ranked(search, embedder, claim)
        return find_evidence(search, pieces, most, self._show, self._by_id)

    def near_duplicates(self, source: SourceLike, *, at_least: float = 0.6) -> list[Duplicate]:
        """
        The sources whose words are nearly the same as this one's, the most alike first.

        The likeness is an estimate, right to about 0.04: of all runs of three words
        in either text, the share that both have; it is 1 where the words are the very
        same. Nothing is merged. A text of less than some thirty words is like none
        that has other words.
        """
        reading = self._state.reading
        own = self._sources.find(source)
        near = dict.fromkeys(self._same_words(own), 1.0)
        for id, share in self._alike(own).items():
            if share >= at_least:
                near.setdefault(id, min(share, NEARLY))
        known = reading.sources(self._state.session_number(), ids=[*near]) if near else []
        found = [Duplicate(source=s, likeness=round(near[s.id], 2)) for s in known]
        return sorted(found, key=lambda duplicate: (-duplicate.likeness, duplicate.source.id))

    def _alike(self, own: Source) -> dict[int, float]:
        """The sources that share a part of their sketch with this one, and how alike they are."""
        reading = self._state.reading
        latest = reading.rows("latest_snapshot", source_id=own.id)
        kept = reading.rows("sketch", entry=latest[0]["entry"]) if latest else []
        sketch = unpack_sketch(bytes(kept[0]["bytes"])) if kept else None
        if sketch is None or kept[0]["version"] != SKETCH_VERSION:
            return {}
        alike: dict[int, float] = {}
        for row in reading.rows("alike", keys=bands_of(sketch)):
            other = unpack_sketch(bytes(row["bytes"]))
            if other and row["version"] == SKETCH_VERSION and row["source_id"] != own.id:
                alike[row["source_id"]] = likeness(sketch, other)
        return alike

    def _same_words(self, own: Source) -> list[int]:
        """The sources whose latest words are the very same."""
        latest = self._latest_hash(own.id)
        if latest is None:
            return []
        same = self._state.reading.find_sources([words_key(latest)])
        return [id for id in same if id != own.id and self._latest_hash(id) == latest]

    def _latest_hash(self, id: int) -> str | None:
        snapshots = self._state.reading.snapshots(id)
        return snapshots[-1].original_sha256 or snapshots[-1].text_sha256 if snapshots else None

    def embed(self, embedder: Embedder, *, batch: int = 64) -> int:
        """
        Make the vectors the library lacks and keep them, and say how many were made.

        They are kept by the embedder's identity, beside those of others, and go
        with the words when these are redacted. Repeat it after adding sources.
        """
        identity_of(embedder)
        many = max(1, intake.count_of("batch", batch, 10_000))
        return embed_missing(self._state.reading, embedder, many)

    def _filters(
        self,
        tag: str | None,
        type: str | None,
        session: str | None,
        sources: Sequence[SourceLike] | None,
        *,
        older: bool,
    ) -> Filters | None:
        """What the arguments leave to search in; None where that is nothing."""
        reading = self._state.reading
        session_id = None
        if session is not None:
            name = intake.text_of("session_id", session, 200, required=True) or ""
            session_id = reading.session_id(name)
            if session_id is None:
                return None
        ids: set[int] | None = None
        if sources is not None:
            listed = [sources] if isinstance(sources, str | int | Source) else sources
            ids = {self._sources.find(source).id for source in listed}
        if tag is not None:
            tagged = self._tagged(intake.tag_of(tag))
            ids = tagged if ids is None else ids & tagged
        if ids is not None and not ids:
            return None
        kind = intake.source_type(type).value if type is not None else None
        chosen = None if ids is None else tuple(sorted(ids))
        return Filters(session_id, kind, chosen, older)

    def _tagged(self, tag: str) -> set[int]:
        """The sources that have a tag now; the record also knows those that had it."""
        reading = self._state.reading
        ever = reading.find_sources([tag_name(tag)])
        if not ever:
            return set()
        known = reading.sources(self._state.session_number(), ids=ever)
        return {source.id for source in known if tag in source.tags}

    def _ranked(
        self, search: PieceSearch, embedder: Embedder | None, text: str
    ) -> list[RankedPiece]:
        """The pieces that fit, the best first: by their words or, with an embedder, by both."""
        if embedder is None:
            return search.pieces()
        identity_of(embedder)
        near = nearest(self._state.reading, embedder, text, search.filters)
        by_words = search.pieces(also=near)
        fitting = [piece.stored.id for piece in by_words if piece.score > 0]
        scores = fuse([fitting, near])
        ranked = [replace(piece, score=scores[piece.stored.id]) for piece in by_words]
        return sorted(ranked, key=lambda piece: piece.order)

    def _show(self, place: FoundPlace) -> Passage | None:
        """The passage at a place, from the stored words."""
        snapshot_id = place.piece.stored.snapshot_id
        snapshot = self._state.reading.snapshot(snapshot_id) if snapshot_id else None
        return passage_found(snapshot, place)

    def _by_id(self, ids: set[int]) -> dict[int, Source]:
        """Sources without their words."""
        known = (
            self._state.reading.sources(self._state.session_number(), ids=sorted(ids))
            if ids
            else []
        )
        return {source.id: source for source in known}


def _needles(name: str, asked: Any, parse: Any) -> list[Needle]:
    text = intake.text_of(name, asked, LONGEST_QUERY, required=True) or ""
    needles: list[Needle] = parse(text)
    if not needles:
        raise InvalidInput(
            f"The {name} {shortened(text)} has no words to look for.",
            fix="Give at least one word or number.",
        )
    return needles


# the pieces of the record ------------------------------------------------------------------


class RecordedPieces:
    """The index of one project."""

    def __init__(self, reading: RecordReader) -> None:
        self._reading = reading
        self._backend = reading.store.backend

    def count(self, wanted: Sequence[Wanted], most: int) -> list[int]:
        """How many pieces have each of some things, up to a number."""
        asked = json.dumps([self._compiled(one) for one in wanted])
        rows = self._reading.rows(f"counted_{self._backend}", wanted=asked, most=most)
        return [row["many"] for row in rows]

    def size(self, most: int) -> int:
        """How many pieces there are, up to a number."""
        return int(self._reading.rows("piece_count", most=most)[0]["many"])

    def propose(self, wanted: Wanted, filters: Filters, limit: int) -> list[int]:
        """The pieces that have what is wanted, the best first."""
        rows = self._reading.rows(
            f"found_{self._backend}",
            wanted=self._compiled(wanted),
            limit=limit,
            sources=None if filters.sources is None else json.dumps(filters.sources),
            session_id=filters.session_id,
            type=filters.type,
            older=filters.older,
        )
        return [row["id"] for row in rows]

    def read(self, ids: Sequence[int]) -> Iterator[StoredPiece]:
        """These pieces with their words."""
        rows = self._reading.rows("pieces", ids=ids)
        names = self._descriptions([row["entry"] for row in rows if row["snapshot_id"] is None])
        for row in rows:
            if row["snapshot_id"] is None:
                said = names.get((row["entry"], row["source_id"]), "")
                text = said[row["start"] : row["stop"]]
            else:
                text = bytes(row["words"] or b"").decode("utf-8", "replace")
            yield StoredPiece(
                id=row["id"],
                source_id=row["source_id"],
                snapshot_id=row["snapshot_id"],
                start=row["start"],
                more=bool(row["more"]),
                words=held_piece(text, row["language"]),
            )

    def _compiled(self, wanted: Wanted) -> str:
        return compiled(self._backend, self._reading.project.id, wanted)

    def _descriptions(self, entries: list[int]) -> dict[tuple[int, int], str]:
        """What entries call the sources they are about, by both."""
        if not entries:
            return {}
        about = {}
        for row in self._reading.rows("entries", ids=entries):
            data = json.loads(row["body"])["data"]
            about[row["id"]] = data.get("source", data)["id"]
        rows = self._reading.rows("content", entries=entries, name=FIELDS)
        said = {row["entry"]: described(read_fields(row["bytes"])) for row in rows}
        return {(entry, about[entry]): text for entry, text in said.items() if entry in about}


# vectors of the pieces, made by an embedder and compared here ------------------------------


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


def embed_missing(reading: RecordReader, embedder: Embedder, batch: int) -> int:
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


def nearest(reading: RecordReader, embedder: Embedder, text: str, filters: Filters) -> list[int]:
    """The pieces whose vectors are nearest to a text's, the nearest first."""
    asked = embedded(embedder, [text])[0]
    ranked = ((-likeness, id) for id, likeness in _compared(reading, embedder, asked, filters))
    return [id for _, id in nsmallest(CANDIDATES, ranked)]


def pack_vector(vector: Sequence[float]) -> bytes:
    """A vector as it is kept: single precision, the low byte first."""
    return struct.pack(f"<{len(vector)}f", *vector)


def _keep(
    reading: RecordReader, identity: str, rows: Sequence[Row], packed: Sequence[bytes]
) -> int:
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
    reading: RecordReader, embedder: Embedder, asked: list[float], filters: Filters
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
