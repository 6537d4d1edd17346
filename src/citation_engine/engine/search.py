"""The search index over a project's sources: words, evidence for claims, texts that are alike."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from citation_engine.display import shortened
from citation_engine.engine import intake
from citation_engine.engine.finding import RecordedPieces
from citation_engine.engine.sources import SourceLike, Sources
from citation_engine.engine.state import EngineState
from citation_engine.engine.vectors import embed_missing, identity_of, nearest
from citation_engine.errors import InvalidInput
from citation_engine.model.hit import Duplicate, Evidence, Hit
from citation_engine.model.passage import Passage
from citation_engine.model.source import Source
from citation_engine.ports import Embedder
from citation_engine.record.annotations import tag_name
from citation_engine.search.likeness import SKETCH_VERSION, bands_of, likeness, unpack_sketch
from citation_engine.search.pieces import (
    LONGEST_QUERY,
    Filters,
    FoundPlace,
    PieceSearch,
    RankedPiece,
    find_evidence,
    find_hits,
)
from citation_engine.search.query import Needle, parse_claim, parse_query
from citation_engine.search.ranking import fuse
from citation_engine.verify.words import passage_found

MOST_RESULTS = 1_000


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
        in either text, the share that both have. Nothing is merged. A text of less
        than some thirty words is like none.
        """
        reading = self._state.reading
        own = self._sources.find(source)
        latest = reading.rows("latest_snapshot", source_id=own.id)
        kept = reading.rows("sketch", entry=latest[0]["entry"]) if latest else []
        sketch = unpack_sketch(bytes(kept[0]["bytes"])) if kept else None
        if sketch is None or kept[0]["version"] != SKETCH_VERSION:
            return []
        alike: dict[int, float] = {}
        for row in reading.rows("alike", keys=bands_of(sketch)):
            other = unpack_sketch(bytes(row["bytes"]))
            if other and row["version"] == SKETCH_VERSION and row["source_id"] != own.id:
                alike[row["source_id"]] = likeness(sketch, other)
        near = {id: share for id, share in alike.items() if share >= at_least}
        known = reading.sources(self._state.session_number(), ids=[*near]) if near else []
        found = [Duplicate(source=s, likeness=round(near[s.id], 2)) for s in known]
        return sorted(found, key=lambda duplicate: (-duplicate.likeness, duplicate.source.id))

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
