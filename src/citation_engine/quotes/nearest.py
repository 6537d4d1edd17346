"""
The words most like a quotation that is not there, to show what the source says instead.

They begin and end with whole words. How alike they are is measured on the words themselves,
typography and case aside.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Indel, Levenshtein

from citation_engine.language.fold import fold
from citation_engine.language.tokens import cuts_token
from citation_engine.model.passage import Span
from citation_engine.quotes.alignment import Stretch, align
from citation_engine.quotes.elided import longest_gap
from citation_engine.quotes.searchable_text import IndexedText
from citation_engine.quotes.skeleton import Skeleton
from citation_engine.quotes.skeleton_places import Quotation
from citation_engine.quotes.stretches import find_stretches

# How far a found edge is moved to fit the quotation better, in characters.
_EDGE = 24
# Characters around a stretch that are read with it, and those by which its edges are chosen.
_AROUND, _SIDE = 40, 64
_SAME_WORD = 8
# Characters that make sure of an edge without looking any further.
_SURE = 12
# The most that is compared in the end.
_MOST_FITTED = 50_000
# Words that were not found are never called equal, however alike they are.
_MOST_ALIKE = 0.9999
# The longest part of a quotation with omissions that is looked for beside its neighbour.
_LONGEST_PART = 4_000
# Places with the same letters that are looked at for one that has the words whole.
_MOST_LETTERS = 4
_WORD_EDGE = re.compile(r"\b|(?<=\W)(?=[^\w\s])|(?<=[^\w\s])(?=\W)|\Z")


@dataclass(frozen=True, slots=True)
class Nearest:
    """
    The words most like a quotation, and how alike they are, from 0 to 1; case is ignored.

    `segments` are the stretches that have the words, where others stand between.
    """

    span: Span | None
    similarity: float
    segments: tuple[Span, ...] = ()


NOTHING = Nearest(None, 0.0)


def find_nearest(
    quote: Quotation, text: IndexedText, near: Sequence[Span] = (), letters: Sequence[int] = ()
) -> Nearest:
    """
    Return the words of a text most like a quotation; those where it is expected win a tie.

    `letters` is where the skeleton has the quotation's letters, if that is known.
    """
    skeleton = text.skeleton
    expected = [(skeleton.position(one.start), skeleton.position(one.end)) for one in near]
    if letters:
        return _same_letters(quote, skeleton, expected, letters)
    best, least = NOTHING, None
    for stretch in find_stretches(quote.skeleton, skeleton, text.seeds, expected):
        least = stretch.distance if least is None else least
        # Only where whole words are less alike than the letters may others be more so, but for
        # those of which as many letters differ.
        if stretch.distance > least and best.similarity >= 1 - least / len(quote.skeleton):
            break
        fitted = _fitted(quote, skeleton, stretch)
        if best.span is None or fitted.similarity > best.similarity:
            best = fitted
    return best


def _same_letters(
    quote: Quotation,
    skeleton: Skeleton,
    expected: Sequence[tuple[int, int]],
    letters: Sequence[int],
) -> Nearest:
    """Return the words of the first place with a quotation's letters that has them whole."""
    here = [at for at in letters if any(start <= at < end for start, end in expected)]
    best = NOTHING
    for at in (here or letters)[:_MOST_LETTERS]:
        fitted = _fitted(quote, skeleton, Stretch(((at, at + len(quote.skeleton)),), 0.0))
        if best.span is None or fitted.similarity > best.similarity:
            best = fitted
        if best.similarity == _MOST_ALIKE:
            break
    return best


def words_of(quote: Quotation, text: IndexedText, stretch: Stretch) -> Nearest:
    """Return the words of a stretch that was found to be most like a quotation."""
    return _fitted(quote, text.skeleton, stretch)


def find_nearest_parts(
    parts: Sequence[Quotation], text: IndexedText, near: Sequence[Span] = ()
) -> Nearest:
    """
    Return the words most like the parts of a quotation with omissions.

    The longest part says where; the others are looked for before and after it, in order.
    """
    longest = max(range(len(parts)), key=lambda at: len(parts[at].skeleton))
    anchor = find_nearest(parts[longest], text, near)
    if anchor.span is None:
        return NOTHING
    found = {longest: anchor}
    at = text.skeleton.position(anchor.span.end)
    for number in range(longest + 1, len(parts)):
        reach = longest_gap(parts[number - 1], parts[number])
        found[number], at = _next_part(parts[number], text, at, reach)
    at = text.skeleton.position(anchor.span.start)
    for number in range(longest - 1, -1, -1):
        reach = longest_gap(parts[number], parts[number + 1])
        found[number], at = _next_part(parts[number], text, at, -reach)
    spans = [found[number].span for number in range(len(parts))]
    segments = tuple(span for span in spans if span)
    total = sum(len(part.skeleton) for part in parts)
    alike = sum(found[n].similarity * len(part.skeleton) for n, part in enumerate(parts)) / total
    return Nearest(Span(segments[0].start, segments[-1].end), min(alike, _MOST_ALIKE), segments)


def _next_part(part: Quotation, text: IndexedText, at: int, reach: int) -> tuple[Nearest, int]:
    """
    Return the nearest words of a part after or before a place in the skeleton, and the next.

    Of equally near ones those closest to that place; `reach` is how far they may be away, less
    than 0 for before it.
    """
    skeleton, size = text.skeleton, len(part.skeleton)
    if size > _LONGEST_PART:
        return NOTHING, at
    low, high = max(0, min(at, at + reach)), min(skeleton.length, max(at, at + reach + size))
    around = skeleton.data[low:high]
    if reach > 0:
        found = align(part.skeleton, around, size // 3)
    else:
        # What ends first is told; read backwards, that is what stands last.
        found = align(part.skeleton[::-1], around[::-1], size // 3)
    if not found or found.start >= found.end:
        return NOTHING, at
    start, end = low + found.start, low + found.end
    if reach < 0:
        start, end = high - found.end, high - found.start
    stretch = Stretch(((start, end),), found.distance)
    return _fitted(part, skeleton, stretch), end if reach > 0 else start


def _fitted(quote: Quotation, skeleton: Skeleton, stretch: Stretch) -> Nearest:
    """Return the words of a stretch with its edges moved to where words begin and end."""
    first, last = skeleton.around(stretch.start, stretch.end)
    wanted = _lower(quote.folded.text)
    if max(last - first, len(wanted)) > _MOST_FITTED:
        return _fitted_ends(quote, skeleton, stretch, wanted)
    around = _Edges(wanted, skeleton.text, first - _AROUND, last + _AROUND)
    start = around.start(first, quote.lead, last)
    end = around.end(last, quote.trail, start)
    said, span = around.words(start, end)
    if span is None:
        return NOTHING
    similarity = Indel.normalized_similarity(wanted, said)
    if len(stretch.parts) == 1:
        return Nearest(span, min(similarity, _MOST_ALIKE), (span,))
    return _in_segments(wanted, skeleton, stretch, span, similarity)


def _fitted_ends(quote: Quotation, skeleton: Skeleton, stretch: Stretch, wanted: str) -> Nearest:
    """Return the words of a very long stretch, of which only the ends are read."""
    first, last = skeleton.around(stretch.start, stretch.end)
    head = _Edges(wanted[: 2 * _SIDE], skeleton.text, first - _AROUND, first + 2 * _SIDE)
    tail = _Edges(wanted[-2 * _SIDE :], skeleton.text, last - 2 * _SIDE, last + _AROUND)
    start = head.start(first, quote.lead, first + 2 * _SIDE)
    end = tail.end(last, quote.trail, tail.position(last - 2 * _SIDE))
    begin, finish = head.words(start, head.length)[1], tail.words(0, end)[1]
    if begin is None or finish is None or begin.start >= finish.end:
        return NOTHING
    span = Span(begin.start, finish.end)
    similarity = max(0.0, 1 - stretch.distance / len(quote.skeleton))
    return Nearest(span, min(similarity, _MOST_ALIKE), (span,))


def _in_segments(
    wanted: str, skeleton: Skeleton, stretch: Stretch, span: Span, similarity: float
) -> Nearest:
    """Return the words in segments, if they are more alike without what stands between."""
    parts = [list(skeleton.around(*part)) for part in stretch.parts]
    parts[0][0], parts[-1][1] = span.start, span.end
    segments = tuple(Span(start, end) for start, end in parts if start < end)
    said = " ".join(fold(part.of(skeleton.text)).text for part in segments)
    joined = Indel.normalized_similarity(wanted, _lower(said)) - stretch.gap_cost / len(wanted)
    if joined <= similarity:
        return Nearest(span, min(similarity, _MOST_ALIKE), (span,))
    return Nearest(span, min(joined, _MOST_ALIKE), segments)


class _Edges:
    """
    The edges of words in a stretch of text, and how well a quotation begins and ends there.

    Places come as offsets of the text, and are then offsets of the folded stretch.
    """

    def __init__(self, wanted: str, text: str, low: int, high: int) -> None:
        self._wanted = wanted
        self._low = max(0, low)
        self._folded = fold(text[self._low : max(self._low, high)])
        self._lowered = _lower(self._folded.text)

    @property
    def length(self) -> int:
        """How long the folded stretch is."""
        return len(self._lowered)

    def position(self, offset: int) -> int:
        """Return where an offset of the text is in the folded stretch."""
        return self._folded.rewritten.position(max(0, offset - self._low))

    def words(self, start: int, end: int) -> tuple[str, Span | None]:
        """Return the folded words between two places, and where they stand in the text."""
        start, end = _trimmed(self._lowered, start, end)
        if start >= end:
            return "", None
        first, last = self._folded.origin(start, end)
        return self._lowered[start:end], Span(self._low + first, self._low + last)

    def start(self, offset: int, lead: int, before: int) -> int:
        """Return where the words begin near an offset; they end after `before`."""
        near, last = self.position(offset), self.position(before)
        at = near - lead
        if at >= 0 and self._lowered.startswith(self._wanted[:_SURE], at) and self._is_edge(at):
            return at
        word = self._wanted.split(maxsplit=1)[0]
        worth, ranked = _worth(word), []
        for at in self._around(near):
            there = self._lowered[at : min(last, near + _SIDE)]
            if at < last and not there[:1].isspace():
                same = worth if there.startswith(word) else 0
                ranked.append((self._unlike(self._wanted[:_SIDE], there, at - near) - same, at))
        return self._best(ranked, near)

    def end(self, offset: int, trail: int, after: int) -> int:
        """Return where the words end near an offset; they begin at the place `after`."""
        near = self.position(offset)
        at = near + trail
        if self._lowered.endswith(self._wanted[-_SURE:], 0, at) and self._is_edge(at):
            return at
        word = self._wanted.rsplit(maxsplit=1)[-1]
        worth, ranked = _worth(word), []
        for at in self._around(near):
            there = self._lowered[max(after, near - _SIDE) : at]
            if at > after and not there[-1:].isspace():
                same = worth if there.endswith(word) else 0
                ranked.append((self._unlike(self._wanted[-_SIDE:], there, at - near) - same, at))
        return self._best(ranked, near)

    def _around(self, near: int) -> set[int]:
        low, high = max(0, near - _EDGE), min(len(self._lowered), near + _EDGE)
        return {edge.start() for edge in _WORD_EDGE.finditer(self._lowered, low, high)} | {near}

    def _unlike(self, side: str, there: str, moved: int) -> float:
        """
        Return how a side of the quotation differs from the text there.

        All stretches that are compared have their inner end in common, so only the outer ones
        tell them apart.
        """
        return Levenshtein.distance(side, there) + abs(moved) / 2

    def _best(self, ranked: list[tuple[float, int]], near: int) -> int:
        return next((at for _, at in sorted(ranked) if self._is_edge(at)), near)

    def _is_edge(self, at: int) -> bool:
        return not self._folded.rewritten.splits(at) and not cuts_token(self._lowered, at)


def _worth(word: str) -> int:
    """
    Return for how many letters the quotation's own first or last word counts.

    It counts for more than it has: else a "not" beside it would be cut off. A sign counts for
    none, because signs are everywhere.
    """
    return min(_SAME_WORD, 2 * len(word)) if any(map(str.isalnum, word)) else 0


def _lower(text: str) -> str:
    """Return `text` in lower case without moving anything: İ alone would become two characters."""
    return text.replace("\u0130", "I").lower()


def _trimmed(haystack: str, start: int, end: int) -> tuple[int, int]:
    words = haystack[start : max(start, end)]
    return start + len(words) - len(words.lstrip()), start + len(words.rstrip())
