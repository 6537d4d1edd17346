"""
What the model gets to read of a premise: all of it, or windows and the sentences that fit best.

A premise that fits is one view. A longer one becomes windows of whole sentences which overlap, and
one view more with the sentences that have most of the claim's words, wherever they stand.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from citation_engine.language.sentences import split_sentences
from citation_engine.model.passage import Span
from citation_engine.verify.judges.local.decision import Lexical
from citation_engine.verify.judges.local.pieces import AROUND
from citation_engine.verify.judges.overlap import CLOSERS

# Pieces of a window and the claim together, and of the best sentences and the claim.
WINDOW = 350
TOP = 448
# The most pieces of a claim: a longer one would leave too little room for the premise.
CLAIM = 250
# About so many words are in the best sentences.
TOP_WORDS = 240
MOST_WINDOWS = 12
# Sentences that a window has in common with the one before, and the share of it they may take.
_SHARED, _SHARED_PART = 2, 0.25
# A sentence with fewer words says nothing by itself.
_LEAST_WORDS = 3
_SPACE = re.compile(r"\s")

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Views:
    """
    The views of one premise for one claim; `top` is None where one window has it all.

    `whole` tells whether every sentence is in some window.
    """

    windows: tuple[str, ...]
    top: str | None = None
    whole: bool = True

    @property
    def all(self) -> tuple[str, ...]:
        """The windows and then the best sentences."""
        return self.windows if self.top is None else (*self.windows, self.top)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sentence, or as much of a long one as fits, with its size and its words of the claim."""

    span: Span
    size: int
    words: int
    shared: frozenset[str]


def views_of(premise: str, claim: str, count: Count, *, most: int = MOST_WINDOWS) -> Views:
    """
    Return what the model reads of `premise` to judge `claim`.

    Where there are more than `most` windows, those with the rarest words of the claim stay.
    `count` says how many pieces a text has for the model.
    """
    taken = min(count(claim), CLAIM) + AROUND
    room = WINDOW - taken
    if count(premise) <= room:
        return Views((premise,))
    pieces = _pieces(premise, room, count, Lexical(claim).content)
    if not pieces:
        return Views(("",))
    weights = _weights(pieces)
    windows = _windows([piece.size for piece in pieces], room)
    whole = len(windows) <= most
    if not whole:
        windows = _best(windows, pieces, weights, most)
    shown = [premise[pieces[one].span.start : pieces[last - 1].span.end] for one, last in windows]
    if len(shown) == 1:
        return Views(tuple(shown))
    return Views(tuple(shown), _top(premise, pieces, weights, TOP - taken), whole)


def parts_of(claim: str) -> tuple[str, ...]:
    """
    Return the sentences of a claim.

    One too short to say anything goes with its neighbour, and a question with its answer.
    """
    flat = " ".join(claim.split())
    parts: list[str] = []
    waiting = ""
    for span in split_sentences(flat):
        waiting = f"{waiting} {span.of(flat)}".strip()
        if len(waiting.split()) >= _LEAST_WORDS and not is_question(waiting):
            parts.append(waiting)
            waiting = ""
    if waiting and parts:
        parts[-1] += f" {waiting}"
    elif waiting:
        parts.append(waiting)
    return tuple(parts)


def is_question(text: str) -> bool:
    """Whether a text ends as a question."""
    return text.rstrip(CLOSERS).endswith("?")


def _pieces(premise: str, room: int, count: Count, wanted: frozenset[str]) -> list[_Piece]:
    pieces = []
    for sentence in split_sentences(premise):
        for span, size in _fitting(premise, sentence, room, count):
            text = span.of(premise)
            shared = wanted.intersection(Lexical(text).stems)
            pieces.append(_Piece(span, size, len(text.split()), shared))
    return pieces


def _fitting(text: str, span: Span, room: int, count: Count) -> Iterator[tuple[Span, int]]:
    """A sentence in stretches that fit, cut between words where there is any such place."""
    waiting = [span]
    while waiting:
        one = waiting.pop()
        size = count(one.of(text))
        if size <= room or one.end - one.start < 2:
            yield one, size
            continue
        middle = _cut(text, one)
        waiting += [Span(middle, one.end), Span(one.start, middle)]


def _cut(text: str, span: Span) -> int:
    """The first white space after the middle of a stretch, else the middle."""
    middle = (span.start + span.end) // 2
    found = _SPACE.search(text, middle, span.end - 1)
    return found.start() if found and found.start() > span.start else middle


def _windows(sizes: Sequence[int], room: int) -> list[tuple[int, int]]:
    """The first piece of each window and the one behind its last."""
    found = []
    first = 0
    while True:
        last, total = first, 0
        while last < len(sizes) and (last == first or total + sizes[last] <= room):
            total += sizes[last]
            last += 1
        found.append((first, last))
        if last == len(sizes):
            return found
        first = _next(sizes, room, first, last)


def _next(sizes: Sequence[int], room: int, first: int, last: int) -> int:
    """Where the next window begins: a sentence or two back, if what follows still fits."""
    start, shared = last, 0
    most = min(room * _SHARED_PART, room - sizes[last])
    while start - 1 > first and last - start < _SHARED and shared + sizes[start - 1] <= most:
        start -= 1
        shared += sizes[start]
    return start


def _weights(pieces: Sequence[_Piece]) -> dict[str, float]:
    """How much a word of the claim tells: the fewer sentences have it, the more."""
    times = Counter(word for piece in pieces for word in piece.shared)
    return {word: math.log((len(pieces) + 1) / (n + 0.5)) for word, n in times.items()}


def _told(words: frozenset[str], weights: dict[str, float]) -> float:
    # In a fixed order, because sums of floats depend on it.
    return sum(weights[word] for word in sorted(words))


def _best(
    windows: Sequence[tuple[int, int]],
    pieces: Sequence[_Piece],
    weights: dict[str, float],
    most: int,
) -> list[tuple[int, int]]:
    def rank(window: tuple[int, int]) -> tuple[float, int]:
        words = frozenset[str]().union(*(piece.shared for piece in pieces[slice(*window)]))
        return -_told(words, weights), window[0]

    return sorted(sorted(windows, key=rank)[:most])


def _top(premise: str, pieces: Sequence[_Piece], weights: dict[str, float], room: int) -> str:
    """The sentences that tell most, in their order; where none has any word, the first ones."""
    told = [_told(piece.shared, weights) for piece in pieces]
    order = sorted(range(len(pieces)), key=lambda n: (-told[n], n))
    chosen: list[int] = []
    words = size = 0
    for number in order:
        piece = pieces[number]
        if chosen and not told[number] and told[chosen[0]]:
            break
        if size + piece.size > room or (chosen and words + piece.words > TOP_WORDS):
            continue
        chosen.append(number)
        words, size = words + piece.words, size + piece.size
    spans = [pieces[number].span for number in sorted(chosen)]
    return " ".join(span.of(premise).strip() for span in spans)
