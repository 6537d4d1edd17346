"""
An index of pieces in memory, which proposes the same ones as a database does.

It ranks as the full-text table of SQLite ranks, to the last digit, so that a check without a
database comes to the same passages as one with it.
"""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from heapq import nsmallest

from citation_engine.search.indexing import IndexedChunk
from citation_engine.search.pieces import Filters, StoredPiece
from citation_engine.search.query import AllOf, AnyOf, Phrase, Term, Wanted
from citation_engine.search.ranking import PieceText

# The constants of BM25, and the weight of a term that more than half of the pieces have.
_SATURATION, _LENGTH_MATTERS = 1.2, 0.75
_LEAST_WEIGHT = 1e-6


class MemoryIndex:
    """Pieces of texts by their terms. Texts are added first; then it is asked."""

    def __init__(self) -> None:
        self._pieces: list[StoredPiece] = []
        self._terms: list[tuple[str, ...]] = []
        # How often each piece has a term, the pieces in order.
        self._postings: dict[str, dict[int, int]] = {}
        self._latest: dict[int, int] = {}

    def add(
        self, source_id: int, snapshot_id: int | None, text: str, chunks: Sequence[IndexedChunk]
    ) -> None:
        """Add the pieces of a text: a snapshot's, which replaces earlier ones, or a name's."""
        if snapshot_id is not None:
            self._latest[source_id] = snapshot_id
        for place, chunk in enumerate(chunks):
            number = len(self._pieces)
            words = PieceText(text[chunk.start : chunk.stop], chunk.language, chunk.forms)
            more = place + 1 < len(chunks)
            piece = StoredPiece(number, source_id, snapshot_id, chunk.start, more, words)
            self._pieces.append(piece)
            self._terms.append(chunk.terms)
            for term, many in Counter(chunk.terms).items():
                self._postings.setdefault(term, {})[number] = many

    def count(self, wanted: Sequence[Wanted], most: int) -> list[int]:
        """How many pieces have each of some things, up to a number."""
        return [min(most, len(self._matching(one))) for one in wanted]

    def size(self, most: int) -> int:
        """How many pieces there are, up to a number."""
        return min(most, len(self._pieces))

    def propose(self, wanted: Wanted, filters: Filters, limit: int) -> list[int]:
        """The pieces that have what is wanted, the best first."""
        matching = [id for id in self._matching(wanted) if self._counts(id, filters)]
        scores = self._scores(wanted, set(matching))
        return nsmallest(limit, matching, key=lambda piece: (-scores[piece], piece))

    def read(self, ids: Sequence[int]) -> list[StoredPiece]:
        """These pieces with their words, in the order of the texts."""
        return [self._pieces[id] for id in sorted(ids)]

    def _counts(self, id: int, filters: Filters) -> bool:
        piece = self._pieces[id]
        if filters.sources is not None and piece.source_id not in filters.sources:
            return False
        replaced = piece.snapshot_id not in (None, self._latest.get(piece.source_id))
        return filters.older or not replaced

    def _matching(self, wanted: Wanted) -> set[int]:
        match wanted:
            case Term() | Phrase():
                return set(self._mentions(wanted))
            case AnyOf(parts):
                return set().union(*map(self._matching, parts))
            case AllOf(parts):
                return set.intersection(*map(self._matching, parts))

    def _scores(self, wanted: Wanted, matching: set[int]) -> dict[int, float]:
        """How well pieces fit: BM25 over all terms and phrases of a question, in their order."""
        total = len(self._pieces)
        scores = dict.fromkeys(matching, 0.0)
        for leaf in _leaves(wanted):
            mentions = self._mentions(leaf)
            weight = math.log((total - len(mentions) + 0.5) / (len(mentions) + 0.5))
            weight = weight if weight > 0 else _LEAST_WEIGHT
            for id in matching & mentions.keys():
                many = float(mentions[id])
                long = 1 - _LENGTH_MATTERS + _LENGTH_MATTERS * len(self._terms[id]) / self._usual
                fit = (many * (_SATURATION + 1.0)) / (many + _SATURATION * long)
                scores[id] += weight * fit
        return scores

    def _mentions(self, leaf: Term | Phrase) -> dict[int, int]:
        """How often pieces have a term, any of those that begin with it, or a phrase."""
        if isinstance(leaf, Phrase):
            return self._phrase_mentions(tuple(term.text for term in leaf.terms))
        if not leaf.prefix:
            return self._postings.get(leaf.text, {})
        mentions: Counter[int] = Counter()
        for term in self._beginning_with(leaf.text):
            mentions.update(self._postings[term])
        return mentions

    def _phrase_mentions(self, phrase: tuple[str, ...]) -> dict[int, int]:
        having = set.intersection(*(set(self._postings.get(term, ())) for term in phrase))
        counted = {id: _count_in_a_row(self._terms[id], phrase) for id in having}
        return {id: many for id, many in counted.items() if many}

    def _beginning_with(self, beginning: str) -> Iterator[str]:
        for at in range(bisect_left(self._vocabulary, beginning), len(self._vocabulary)):
            if not self._vocabulary[at].startswith(beginning):
                return
            yield self._vocabulary[at]

    @cached_property
    def _vocabulary(self) -> list[str]:
        return sorted(self._postings)

    @cached_property
    def _usual(self) -> float:
        """How many terms a piece usually has."""
        return float(sum(map(len, self._terms))) / float(len(self._pieces))


def _leaves(wanted: Wanted) -> Iterator[Term | Phrase]:
    if isinstance(wanted, Term | Phrase):
        yield wanted
        return
    for part in wanted.parts:
        yield from _leaves(part)


def _count_in_a_row(terms: Sequence[str], phrase: Iterable[str]) -> int:
    wanted = tuple(phrase)
    last = len(terms) - len(wanted)
    return sum(terms[at : at + len(wanted)] == wanted for at in range(last + 1))
