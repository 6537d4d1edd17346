"""
How a search goes: ask the database for pieces, read their words, rank what is really there.

The index only proposes. Every piece is read from the stored words and looked through again, so
an index that was altered can hide a passage and cannot invent one.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from citation_engine.model.passage import Passage
from citation_engine.model.span import Span
from citation_engine.record.envelope import FIELDS, read_fields
from citation_engine.record.reading import Reading
from citation_engine.search.indexing import described
from citation_engine.search.query import AllOf, AnyOf, Needle, Wanted
from citation_engine.search.ranking import Examined, Window, examine, score, weights_of
from citation_engine.store.search import compiled
from citation_engine.verify.words import passage_at

# Up to so many pieces are counted to tell rare words from common ones.
MOST_COUNTED = 20_000
# Where not all words are found together, those are looked for that so many pieces have at most.
MOST_RANKED = 5_000
# Longer questions are not looked for as a whole in compounds too: hardly anything has all of it.
MOST_TOGETHER = 4
# So many pieces are read and ranked for one answer.
CANDIDATES = 100


@dataclass(frozen=True, slots=True)
class Filters:
    """Which sources count, and whether words that a later snapshot replaced do."""

    session_id: int | None = None
    type: str | None = None
    sources: tuple[int, ...] | None = None
    older: bool = False

    @property
    def nothing(self) -> bool:
        """Whether no source is left."""
        return self.sources == ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece that was read again, with what was found in it."""

    id: int
    source_id: int
    snapshot_id: int | None
    start: int
    more: bool
    examined: Examined
    score: float

    @property
    def order(self) -> tuple[float, int, int, int]:
        """The best first; of equals the older source, and the earlier place in it."""
        return (-round(self.score, 9), self.source_id, self.snapshot_id or 0, self.start)


@dataclass(slots=True)
class Search:
    """One question to the library of a project."""

    reading: Reading
    needles: Sequence[Needle]
    filters: Filters
    weights: list[float] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Count the pieces that have each of the words, so that rare words count more."""
        wanted = [self._compiled(needle.wanted()) for needle in self.needles]
        backend = self.reading.store.backend
        rows = self.reading.rows(f"counted_{backend}", wanted=json.dumps(wanted), most=MOST_COUNTED)
        self.counts = [row["many"] for row in rows]
        total = self.reading.rows("piece_count", most=MOST_COUNTED)[0]["many"]
        self.weights = weights_of(self.counts, total)

    def pieces(self, also: Iterable[int] = ()) -> list[Piece]:
        """The pieces that fit, the best first; those named in `also` whether they do or not."""
        also = list(also)
        read = self._read(list(dict.fromkeys([*self._candidates(), *also])))
        kept = [piece for piece in read if piece.id in set(also) or self._fits(piece.examined)]
        return sorted(kept, key=lambda piece: piece.order)

    def _fits(self, examined: Examined) -> bool:
        """Whether anything is there, and every phrase in quotation marks."""
        found = examined.found
        quoted = {n for n, needle in enumerate(self.needles) if needle.quoted}
        return bool(found) and quoted <= found

    def _candidates(self) -> list[int]:
        """Pieces that have all of it; then also in compounds; then some of it, rare words first."""
        found: dict[int, None] = {}
        for wanted in self._questions():
            found.update(dict.fromkeys(self._ask(wanted)))
            if len(found) >= CANDIDATES:
                break
        return [*found][:CANDIDATES]

    def _questions(self) -> Iterator[Wanted]:
        whole = [needle.wanted() for needle in self.needles]
        parts = [needle.wanted(compounds=True) for needle in self.needles]
        yield _all(whole)
        if parts != whole and len(parts) <= MOST_TOGETHER:
            yield _all(parts)
        quoted = [needle.wanted() for needle in self.needles if needle.quoted]
        some = self._rarest([n for n, needle in enumerate(self.needles) if not needle.quoted])
        if len(self.needles) > 1 and some:
            yield _all([*quoted, AnyOf(tuple(parts[n] for n in some))])

    def _rarest(self, numbers: Sequence[int]) -> list[int]:
        """As many words as do not together have too many pieces to rank; one at least."""
        kept: list[int] = []
        room = MOST_RANKED
        for number in sorted(numbers, key=lambda n: (self.counts[n], n)):
            room -= self.counts[number]
            if kept and room < 0:
                break
            kept.append(number)
        return kept

    def _ask(self, wanted: Wanted) -> list[int]:
        backend, filters = self.reading.store.backend, self.filters
        ids = None if filters.sources is None else json.dumps(filters.sources)
        rows = self.reading.rows(
            f"found_{backend}",
            wanted=self._compiled(wanted),
            limit=CANDIDATES,
            sources=ids,
            session_id=filters.session_id,
            type=filters.type,
            older=filters.older,
        )
        return [row["id"] for row in rows]

    def _compiled(self, wanted: Wanted) -> str:
        return compiled(self.reading.store.backend, self.reading.project.id, wanted)

    def _read(self, ids: list[int]) -> Iterator[Piece]:
        rows = self.reading.rows("pieces", ids=ids) if ids else []
        names = self._descriptions([row["entry"] for row in rows if row["snapshot_id"] is None])
        for row in rows:
            if row["snapshot_id"] is None:
                said = names.get((row["entry"], row["source_id"]), "")
                text = said[row["start"] : row["stop"]]
            else:
                text = bytes(row["words"] or b"").decode("utf-8", "replace")
            examined = examine(text, row["language"], self.needles)
            yield Piece(
                id=row["id"],
                source_id=row["source_id"],
                snapshot_id=row["snapshot_id"],
                start=row["start"],
                more=bool(row["more"]),
                examined=examined,
                score=score(examined, self.weights),
            )

    def _descriptions(self, entries: list[int]) -> dict[tuple[int, int], str]:
        """What entries call the sources they are about, by both."""
        if not entries:
            return {}
        about = {}
        for row in self.reading.rows("entries", ids=entries):
            data = json.loads(row["body"])["data"]
            about[row["id"]] = data.get("source", data)["id"]
        rows = self.reading.rows("content", entries=entries, name=FIELDS)
        said = {row["entry"]: described(read_fields(row["bytes"])) for row in rows}
        return {(entry, about[entry]): text for entry, text in said.items() if entry in about}


@dataclass(frozen=True, slots=True)
class Place:
    """Some sentences of a piece that are worth showing."""

    piece: Piece
    window: Window
    score: float

    @property
    def span(self) -> Span:
        """Where they stand in the snapshot."""
        start = self.piece.start
        return Span(start + self.window.span.start, start + self.window.span.end)

    @property
    def order(self) -> tuple[float, int, int, int]:
        """The best first; of equals the older source, and the earlier place in it."""
        snapshot = self.piece.snapshot_id or 0
        return (-round(self.score, 9), self.piece.source_id, snapshot, self.span.start)

    def shown(self, reading: Reading) -> tuple[Passage, dict[str, Any]] | None:
        """
        The passage from the stored words, and what was found in it.

        None where the words are gone, or are not those the piece was read from.
        """
        snapshot = reading.snapshot(self.piece.snapshot_id) if self.piece.snapshot_id else None
        text, start = self.piece.examined.text, self.piece.start
        if snapshot is None or snapshot.source_id != self.piece.source_id:
            return None
        if snapshot.text[start : start + len(text)] != text:
            return None
        inside = self.piece.examined.spans(self.window.span)
        marks = tuple(Span(start + span.start, start + span.end) for span in inside)
        why = tuple(dict.fromkeys(mark.of(snapshot.text) for mark in marks))
        facts = {"snapshot_id": snapshot.id, "score": round(self.score, 4)}
        return passage_at(snapshot, self.span), {**facts, "why": why, "marks": marks}


Shown = tuple[Place, Passage, dict[str, Any]]


def best_places(
    places: Iterable[Place], limit: int, *, per_source: int | None, reading: Reading
) -> list[Shown]:
    """The first places with their passages, of places that come the best first, none twice."""
    given: list[Shown] = []
    taken: dict[int, list[Span]] = defaultdict(list)
    of_source: dict[int, int] = defaultdict(int)
    for place in places:
        spans, source = taken[place.piece.snapshot_id or 0], place.piece.source_id
        if any(span.start < place.span.end and place.span.start < span.end for span in spans):
            continue
        if per_source is not None and of_source[source] >= per_source:
            continue
        found = place.shown(reading)
        if found is None:
            continue
        spans.append(place.span)
        of_source[source] += 1
        given.append((place, *found))
        if len(given) >= limit:
            break
    return given


def _all(parts: Sequence[Wanted]) -> Wanted:
    return parts[0] if len(parts) == 1 else AllOf(tuple(parts))
