"""
Which piece of a text answers best, and which of its sentences.

A piece is ranked by how much of what is looked for it has: rare words count more than common
ones, a second mention less than the first, the part of a compound less than the word itself.
Everything here is read from the text, so the order does not depend on the database.
"""

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from citation_engine.language.detection import Language
from citation_engine.language.sentences import split_sentences
from citation_engine.language.terms import (
    SearchWords,
    forms_of,
    head_of,
    spelled,
    stem_of,
    words_of,
)
from citation_engine.model.passage import Span
from citation_engine.search.indexing import LEAST_COMPOUND
from citation_engine.search.query import Needle

# The usual constants of BM25, and the usual length of a piece in words.
_SATURATION, _LENGTH_MATTERS, _USUAL_LENGTH = 1.2, 0.5, 180
_COMPOUND = 0.4
# The other part of a compound has at least this many letters.
_OTHER_PART = 3
# A further sentence must add this share of all that is looked for.
_WORTH = 0.07
# Of equals the one counts that ends as a sentence does: a title has the words, and states nothing.
_STATES, _ENDS = 1e-6, (".", "!", "?", "…")
_LEAST_WEIGHT = 0.05
# The constant of reciprocal rank fusion, as its authors have it.
_FUSION = 60


class PieceText:
    """A piece of a text: its words, their stems, its sentences, each worked out once."""

    def __init__(self, text: str, language: str | None, forms: Sequence[str] | None = None) -> None:
        self.text = text
        self.language = language
        self._forms = forms

    @cached_property
    def forms(self) -> Sequence[str]:
        """Its words without their places, where nobody found them out before."""
        return forms_of(self.text) if self._forms is None else self._forms

    @cached_property
    def compounds(self) -> Sequence[tuple[int, str, str]]:
        """The words that may be compounds: their numbers, how they begin and how they end."""
        return [(at, *parts) for at, form in enumerate(self.forms) if (parts := _parts(form))]

    @cached_property
    def words(self) -> SearchWords:
        """Its words with their places, which only a piece that is read closely needs."""
        return words_of(self.text)

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """Its sentences."""
        return tuple(split_sentences(self.text))

    @cached_property
    def places(self) -> Mapping[str, list[int]]:
        """Where its words stand, by their stems, in both languages if it is open which it is."""
        places: dict[str, list[int]] = defaultdict(list)
        languages = (Language(self.language),) if self.language else tuple(Language)
        stems = [[stem_of(form, known) for form in self.forms] for known in languages]
        for at, stem in enumerate(stems[0]):
            places[stem].append(at)
        for other in stems[1:]:
            for at, stem in enumerate(other):
                if stem != stems[0][at]:
                    places[stem].append(at)
        if len(languages) > 1:
            return {stem: sorted(set(found)) for stem, found in places.items()}
        return places


# Pieces that are held, because claim after claim is looked for in the same ones.
_HELD = 4_096
held_piece = lru_cache(maxsize=_HELD)(PieceText)


def forget() -> None:
    """Drop the words that are held, because some of them have to go."""
    held_piece.cache_clear()


class NeedleMatch(NamedTuple):
    """
    The places of a piece where a needle was found, as it is or as a part of compounds.

    `starts` are the numbers of words; from each of them `length` words belong to it.
    """

    needle: int
    starts: list[int]
    length: int
    whole: bool
    piece: PieceText

    @property
    def spans(self) -> list[Span]:
        """Where they stand."""
        last = self.length - 1
        return [self.piece.words.span(at, at + last) for at in self.starts]


@dataclass(frozen=True, slots=True)
class Examined:
    """A piece of a text, and what was found in it."""

    piece: PieceText
    matches: list[NeedleMatch]

    @property
    def found(self) -> frozenset[int]:
        """The numbers of the needles it has."""
        return frozenset(match.needle for match in self.matches)

    def spans(self, within: Span) -> list[Span]:
        """Where the found words stand, as far as they are within a span."""
        spans = {span for match in self.matches for span in match.spans}
        return sorted(s for s in spans if within.start <= s.start and s.end <= within.end)


@dataclass(frozen=True, slots=True)
class SentenceWindow:
    """Some sentences of a piece, and the share of what is looked for that they have."""

    span: Span
    covered: float


def weights_of(counts: Sequence[int], total: int) -> list[float]:
    """Return how much each needle tells, by how many pieces of how many have it."""
    return [max(_LEAST_WEIGHT, math.log1p((total - n + 0.5) / (n + 0.5))) for n in counts]


def examine(piece: PieceText, needles: Sequence[Needle]) -> Examined:
    """Return what of the needles is in a piece of text."""
    places, compounding = piece.places, piece.language != Language.ENGLISH
    matches: list[NeedleMatch] = []
    for number, needle in enumerate(needles):
        starts, whole = _starts(needle, places), True
        if not starts and compounding and (needle.part or needle.beginning):
            starts, whole = _compounds(needle, piece.compounds), False
        if starts:
            matches.append(NeedleMatch(number, starts, len(needle.forms), whole, piece))
    return Examined(piece, matches)


def score(examined: Examined, weights: Sequence[float]) -> float:
    """Return how well a piece answers, from 0 to 1."""
    length = 1 - _LENGTH_MATTERS + _LENGTH_MATTERS * len(examined.piece.forms) / _USUAL_LENGTH
    gained = sum(_gained(match, weights[match.needle], length) for match in examined.matches)
    most = sum(weights) * (_SATURATION + 1) or 1.0
    return gained / most * covered(examined.matches, weights)


def _gained(match: NeedleMatch, weight: float, length: float) -> float:
    factor, many = 1.0 if match.whole else _COMPOUND, len(match.starts)
    return weight * factor * many * (_SATURATION + 1) / (many + _SATURATION * length)


def best_window(
    examined: Examined, weights: Sequence[float], *, sentences: int, longest: int, cut: bool
) -> SentenceWindow | None:
    """
    Return the sentences in a row that have most of what is looked for, of equals a statement.

    `cut` says that the text goes on behind the piece: its last sentence is taken only where
    nothing was found before it. None where nothing was found at all.
    """
    spans = examined.piece.sentences
    if cut and (best := _best(spans[:-1], examined, weights, sentences, longest)):
        return best
    found = _best(spans, examined, weights, sentences, longest)
    return found or _whole_matches(examined, weights)


def _best(
    spans: Sequence[Span],
    examined: Examined,
    weights: Sequence[float],
    sentences: int,
    longest: int,
) -> SentenceWindow | None:
    best: tuple[float, SentenceWindow] | None = None
    found = ((span, match) for match in examined.matches for span in match.spans)
    ordered = sorted(found, key=lambda one: one[0])
    starts = [own.start for own, _ in ordered]
    for at in range(len(spans)):
        for end in range(at, min(at + sentences, len(spans))):
            span = Span(spans[at].start, spans[end].end)
            if end > at and span.end - span.start > longest:
                break
            near = ordered[bisect_left(starts, span.start) : bisect_right(starts, span.end)]
            share = covered((match for own, match in near if own.end <= span.end), weights)
            states = span.of(examined.piece.text).rstrip().endswith(_ENDS)
            worth = share - _WORTH * (end - at) + _STATES * states
            if share and (best is None or worth > best[0] + 1e-9):
                best = worth, SentenceWindow(span, share)
    return best[1] if best else None


def _whole_matches(examined: Examined, weights: Sequence[float]) -> SentenceWindow | None:
    """The words of the best match alone: a phrase may run over long sentences."""
    best = max(examined.matches, key=lambda match: weights[match.needle], default=None)
    if best is None:
        return None
    return SentenceWindow(best.spans[0], covered([best], weights))


def fuse(rankings: Iterable[Sequence[int]]) -> dict[int, float]:
    """Return the scores of things by their places in several rankings, 1 for first in all."""
    ranked = [*rankings]
    scores: dict[int, float] = defaultdict(float)
    for ranking in ranked:
        for place, thing in enumerate(ranking, 1):
            scores[thing] += (_FUSION + 1) / (_FUSION + place) / len(ranked)
    return scores


def _starts(needle: Needle, places: Mapping[str, list[int]]) -> list[int]:
    """The first word of every place that has a needle's words in a row."""
    if len(needle.stems) == 1:
        found = [places[stem] for stem in needle.stems[0] if stem in places]
        if len(found) < 2:
            return found[0] if found else []
        return sorted({at for own in found for at in own})
    each = [[at for stem in stems for at in places.get(stem, ())] for stems in needle.stems]
    starts = sorted(set(each[0]))
    for n, own in enumerate(each[1:], 1):
        following = set(own)
        starts = [at for at in starts if at + n in following]
    return starts


def _compounds(needle: Needle, words: Sequence[tuple[int, str, str]]) -> list[int]:
    """The words that have the needle as their first or last part."""
    begin, end = needle.beginning, needle.part
    return [at for at, word, head in words if _has(word, head, begin, end)]


def _has(word: str, head: str, begin: str | None, end: str | None) -> bool:
    if end and head.endswith(end) and len(head) - len(end) >= _OTHER_PART:
        return True
    return bool(begin and word.startswith(begin) and len(word) - len(begin) >= _OTHER_PART)


@lru_cache(maxsize=100_000)
def _parts(form: str) -> tuple[str, str] | None:
    """How a word that may be a compound begins and ends; None where it is too short for one."""
    if len(form) < LEAST_COMPOUND or not form.isalpha():
        return None
    return spelled(form), head_of(form)


def covered(matches: Iterable[NeedleMatch], weights: Sequence[float]) -> float:
    """Return the share of what is looked for that some matches are."""
    factor: dict[int, float] = {}
    for match in matches:
        gained = 1.0 if match.whole else _COMPOUND
        factor[match.needle] = max(gained, factor.get(match.needle, 0.0))
    return sum(weights[n] * gained for n, gained in factor.items()) / (sum(weights) or 1.0)
