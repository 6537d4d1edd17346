"""
How a search goes: ask an index for pieces of texts, look through them, rank what is there.

An index only proposes. Every piece is read from the stored words and looked through again, so
an index that was altered can hide a passage and cannot invent one.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from typing import Any, NamedTuple, Protocol

from citation_engine.model.hit import Evidence, Hit
from citation_engine.model.passage import Passage, Span
from citation_engine.model.source import Source
from citation_engine.search.query import AllOf, AnyOf, Needle, Wanted
from citation_engine.search.ranking import (
    Examined,
    PieceText,
    SentenceWindow,
    best_window,
    covered,
    examine,
    score,
    weights_of,
)

# Up to so many pieces are counted to tell rare words from common ones.
MOST_COUNTED = 20_000
# Where not all words are found together, those are looked for that so many pieces have at most.
MOST_RANKED = 5_000
# Longer questions are not looked for as a whole in compounds too: hardly anything has all of it.
MOST_TOGETHER = 4
# So many pieces are read and ranked for one answer.
CANDIDATES = 100
# A longer question is none.
LONGEST_QUERY = 20_000
# How many sentences a passage has at most, and how many characters beyond one sentence.
SHOWN, LONGEST_SHOWN = 2, 500
CARRYING, LONGEST_CARRYING = 3, 700
# Of the pieces that fit a claim, so many are looked through sentence by sentence.
READ_CLOSELY = 40
# How much the sentences count for a claim, and how much the piece they stand in.
_SENTENCES, _PIECE = 0.7, 0.3
# What a source is called counts beside its words.
_NAME_COUNTS = 0.5
# Sums of the same numbers in another order differ by less.
_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class Filters:
    """Which sources count, and whether words that a later snapshot replaced do."""

    session_id: int | None = None
    type: str | None = None
    sources: tuple[int, ...] | None = None
    older: bool = False


class StoredPiece(NamedTuple):
    """A piece of a text as an index knows it; without a snapshot it says what a source is."""

    id: int
    source_id: int
    snapshot_id: int | None
    start: int
    # Whether the text goes on behind it.
    more: bool
    words: PieceText


class PieceIndex(Protocol):
    """Knows which pieces have some words."""

    def count(self, wanted: Sequence[Wanted], most: int) -> list[int]:
        """How many pieces have each of some things, up to a number."""
        ...

    def size(self, most: int) -> int:
        """How many pieces there are, up to a number."""
        ...

    def propose(self, wanted: Wanted, filters: Filters, limit: int) -> Sequence[int]:
        """The pieces that have what is wanted, the best first."""
        ...

    def read(self, ids: Sequence[int]) -> Iterable[StoredPiece]:
        """These pieces with their words."""
        ...


@dataclass(frozen=True, slots=True)
class RankedPiece:
    """A piece that was looked through, with what was found in it."""

    stored: StoredPiece
    examined: Examined
    score: float

    @property
    def order(self) -> tuple[float, int, int, int]:
        """The best first; of equals the older source, and the earlier place in it."""
        piece = self.stored
        return (-round(self.score, 9), piece.source_id, piece.snapshot_id or 0, piece.start)


@dataclass(slots=True)
class PieceSearch:
    """One question to an index."""

    index: PieceIndex
    needles: Sequence[Needle]
    filters: Filters
    weights: list[float] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Count the pieces that have each of the words, so that rare words count more."""
        wanted = [needle.wanted() for needle in self.needles]
        self.counts = self.index.count(wanted, MOST_COUNTED)
        self.weights = weights_of(self.counts, self.index.size(MOST_COUNTED))

    def pieces(self, also: Iterable[int] = ()) -> list[RankedPiece]:
        """The pieces that fit, the best first; those named in `also` whether they do or not."""
        named = list(also)
        ids = list(dict.fromkeys([*self._candidates(), *named]))
        read = map(self._ranked, self.index.read(ids) if ids else ())
        kept = [piece for piece in read if piece.stored.id in set(named) or self._fits(piece)]
        return sorted(kept, key=lambda piece: piece.order)

    def _ranked(self, stored: StoredPiece) -> RankedPiece:
        examined = examine(stored.words, self.needles)
        return RankedPiece(stored, examined, score(examined, self.weights))

    def _fits(self, piece: RankedPiece) -> bool:
        """Whether anything is there, and every phrase in quotation marks."""
        found = piece.examined.found
        quoted = {n for n, needle in enumerate(self.needles) if needle.quoted}
        return bool(found) and quoted <= found

    def _candidates(self) -> list[int]:
        """Pieces that have all of it; then also in compounds; then some of it, rare words first."""
        found: dict[int, None] = {}
        for wanted in self._questions():
            found.update(dict.fromkeys(self.index.propose(wanted, self.filters, CANDIDATES)))
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

    def window(self, piece: RankedPiece, sentences: int, longest: int) -> SentenceWindow | None:
        """The best sentences of a piece; all of it where it was found by its meaning alone."""
        if not piece.examined.matches:
            text = piece.stored.words.text
            start, stop = len(text) - len(text.lstrip()), len(text.rstrip())
            return SentenceWindow(Span(start, stop), 0.0) if start < stop else None
        return best_window(
            piece.examined,
            self.weights,
            sentences=sentences,
            longest=longest,
            cut=piece.stored.more,
        )


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """Some sentences of a piece that are worth showing."""

    piece: RankedPiece
    window: SentenceWindow
    score: float

    @property
    def source_id(self) -> int:
        """The source they are of."""
        return self.piece.stored.source_id

    @property
    def span(self) -> Span:
        """Where they stand in the snapshot."""
        start = self.piece.stored.start
        return Span(start + self.window.span.start, start + self.window.span.end)

    @property
    def order(self) -> tuple[float, int, int, int]:
        """The best first; of equals the older source, and the earlier place in it."""
        snapshot = self.piece.stored.snapshot_id or 0
        return (-round(self.score, 9), self.source_id, snapshot, self.span.start)

    @property
    def marks(self) -> tuple[Span, ...]:
        """Where the words that were found stand in the snapshot."""
        start = self.piece.stored.start
        inside = self.piece.examined.spans(self.window.span)
        return tuple(Span(start + span.start, start + span.end) for span in inside)


# What a place comes to: the passage, or None where its words are not there any more.
Show = Callable[[FoundPlace], Passage | None]
# Sources without their words, by their ids.
Sources = Callable[[set[int]], Mapping[int, Source]]


def find_evidence(
    search: PieceSearch,
    pieces: Sequence[RankedPiece],
    limit: int,
    show: Show,
    sources: Sources,
    *,
    least: float = 0.0,
) -> list[Evidence]:
    """The passages that most likely speak of a claim, the best first; below `least` not all."""
    close = [piece for piece in pieces[: max(READ_CLOSELY, 4 * limit)] if piece.stored.snapshot_id]
    shown = _best_places(_places(search, close, least), limit, None, show)
    by_id = sources({place.source_id for place, _ in shown})
    return [
        Evidence(source=by_id[place.source_id], passage=passage, **_facts(place))
        for place, passage in shown
        if place.source_id in by_id
    ]


def find_hits(
    search: PieceSearch,
    pieces: Sequence[RankedPiece],
    limit: int,
    per_source: int | None,
    show: Show,
    sources: Sources,
) -> list[Hit]:
    """Passages, then sources of which only the name fits; a name that fits lifts its passages."""
    named: dict[int, RankedPiece] = {}
    for piece in pieces:
        if piece.stored.snapshot_id is None:
            named.setdefault(piece.stored.source_id, piece)
    lifted = [_lifted(piece, named) for piece in pieces if piece.stored.snapshot_id]
    lifted.sort(key=lambda piece: piece.order)
    windows = ((piece, search.window(piece, SHOWN, LONGEST_SHOWN)) for piece in lifted)
    places = (FoundPlace(piece, window, piece.score) for piece, window in windows if window)
    shown = _best_places(places, limit, per_source, show)
    having = {place.source_id for place, _ in shown}
    alone = [piece for id, piece in named.items() if id not in having][:limit]
    by_id = sources(having | {piece.stored.source_id for piece in alone})
    hits = [
        Hit(source=source, passage=passage, in_name=source.id in named, **_facts(place))
        for place, passage in shown
        if (source := by_id.get(place.source_id))
    ]
    for piece in alone:
        if (source := by_id.get(piece.stored.source_id)) is not None:
            hits.append(_named_hit(source, piece))
    return sorted(hits, key=lambda hit: -hit.score)[:limit]


def _places(
    search: PieceSearch, pieces: Sequence[RankedPiece], least: float
) -> Iterator[FoundPlace]:
    """
    Yield the best sentences of each piece, the best piece's first; none that cannot have `least`.

    Sentences have at most what their piece has, so pieces that cannot come next are not read
    sentence by sentence before somebody asks for more.
    """
    weights = search.weights
    most = {
        at: _SENTENCES * covered(piece.examined.matches, weights) + _PIECE * piece.score
        for at, piece in enumerate(pieces)
    }
    waiting = sorted(
        (at for at in most if most[at] >= least - _ROUNDING), key=lambda at: (-most[at], at)
    )
    ready: list[tuple[tuple[float, int, int, int], int, FoundPlace]] = []
    for number, at in enumerate(waiting):
        piece = pieces[at]
        if (window := search.window(piece, CARRYING, LONGEST_CARRYING)) is not None:
            total = _SENTENCES * window.covered + _PIECE * piece.score
            place = FoundPlace(piece, window, total)
            heappush(ready, (place.order, at, place))
        left = most[waiting[number + 1]] if number + 1 < len(waiting) else -1.0
        while ready and ready[0][2].score > left + _ROUNDING:
            yield heappop(ready)[2]


def _best_places(
    places: Iterable[FoundPlace], limit: int, per_source: int | None, show: Show
) -> list[tuple[FoundPlace, Passage]]:
    """The first places with their passages, of places that come the best first, none twice."""
    given: list[tuple[FoundPlace, Passage]] = []
    taken: dict[int, list[Span]] = defaultdict(list)
    of_source: dict[int, int] = defaultdict(int)
    for place in places:
        span, spans = place.span, taken[place.piece.stored.snapshot_id or 0]
        if any(other.start < span.end and span.start < other.end for other in spans):
            continue
        if per_source is not None and of_source[place.source_id] >= per_source:
            continue
        passage = show(place)
        if passage is None:
            continue
        spans.append(span)
        of_source[place.source_id] += 1
        given.append((place, passage))
        if len(given) >= limit:
            break
    return given


def _facts(place: FoundPlace) -> dict[str, Any]:
    """What is told of a passage that was found: where the words stand, and how well it fits."""
    text, start = place.piece.stored.words.text, place.piece.stored.start
    marks = place.marks
    why = tuple(dict.fromkeys(text[mark.start - start : mark.end - start] for mark in marks))
    snapshot_id = place.piece.stored.snapshot_id
    return {"snapshot_id": snapshot_id, "score": round(place.score, 4), "why": why, "marks": marks}


def _named_hit(source: Source, piece: RankedPiece) -> Hit:
    """A source of which only the name fits."""
    text = piece.stored.words.text
    found = piece.examined.spans(Span(0, len(text)))
    why = tuple(dict.fromkeys(span.of(text) for span in found))
    return Hit(source=source, score=round(piece.score, 4), why=why, in_name=True)


def _lifted(piece: RankedPiece, named: Mapping[int, RankedPiece]) -> RankedPiece:
    called = named.get(piece.stored.source_id)
    if called is None:
        return piece
    return replace(piece, score=min(1.0, piece.score + _NAME_COUNTS * called.score))


def _all(parts: Sequence[Wanted]) -> Wanted:
    return parts[0] if len(parts) == 1 else AllOf(tuple(parts))
