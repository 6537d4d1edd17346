"""
Every place where a text has the words of a quotation, exactly or typography aside.

Offsets are always the text's own, and no place begins or ends inside a word or number.
"""

import re
from collections.abc import Callable

from citation_engine.language.fold import Folded, Unhyphenated, fold, trim, unhyphenate
from citation_engine.language.tokens import cuts_token
from citation_engine.model.passage import Span

# Characters that one search may compare at places it then refuses. Only a text made to be slow
# reaches it; the places after that are not seen, which can hide a place but never invent one.
_MOST_WORK = 100_000_000
# Comparing hyphens one by one costs about as much as comparing this many characters.
_HYPHEN = 100

# No place begins inside a run of these, so a refused one need not be looked at.
_WORD_RUN = re.compile(r"[0-9A-Za-z\xc0-\u024f\u0400-\u052f]+")


def exact_places(quote: str, text: str, limit: int) -> tuple[Span, ...]:
    """Return where `text` has `quote` character for character, up to `limit` places."""

    def accept(start: int, end: int) -> Span | None:
        return None if cuts_token(text, start) or cuts_token(text, end) else Span(start, end)

    return _search(quote, text, accept, limit)


def normalised_places(
    quote: Folded, text: Folded, limit: int, covering: Span | None = None
) -> tuple[Span, ...]:
    """
    Return where the original of `text` has the words of `quote`, typography aside.

    With `covering`, only places that have all of that stretch of the original.
    """
    if quote.line_ends or text.line_ends:
        return _places_over_line_ends(quote, text, limit, covering)

    def accept(start: int, end: int) -> Span | None:
        return _original_span(text, start, end, covering)

    return _search(quote.text, text.text, accept, limit)


def same_words(left: str, right: str) -> bool:
    """Whether two texts are equal, typography aside."""
    first, second = _unhyphenated(fold(trim(left))), _unhyphenated(fold(trim(right)))
    return first.key.text == second.key.text and first.agrees(second, 0)


def _places_over_line_ends(
    quote: Folded, text: Folded, limit: int, covering: Span | None
) -> tuple[Span, ...]:
    needle, haystack = _unhyphenated(quote), _unhyphenated(text)

    def accept(start: int, end: int) -> Span | None:
        if not haystack.agrees(needle, start):
            return None
        return _original_span(text, *haystack.key.origin(start, end), covering)

    # A word may begin where a hyphen was taken out, so words are not skipped.
    return _search(needle.key.text, haystack.key.text, accept, limit, _HYPHEN, skip_words=False)


def _unhyphenated(folded: Folded) -> Unhyphenated:
    return folded.line_ends or unhyphenate(folded.text, (), ())


def _search(
    needle: str,
    haystack: str,
    accept: Callable[[int, int], Span | None],
    limit: int,
    cost: int = 1,
    *,
    skip_words: bool = True,
) -> tuple[Span, ...]:
    """Return the accepted places of `needle`, none overlapping another."""
    found: list[Span] = []
    work = at = 0
    while needle and len(found) < limit and work < _MOST_WORK:
        at = haystack.find(needle, at)
        if at < 0:
            break
        work += cost * len(needle)
        span = accept(at, at + len(needle))
        if span:
            found.append(span)
            at += len(needle)
        else:
            run = _WORD_RUN.match(haystack, at) if skip_words else None
            at = run.end() if run else at + 1
    return tuple(found)


def _original_span(text: Folded, start: int, end: int, covering: Span | None) -> Span | None:
    """Return the original place of a folded one, or None where it would cut something."""
    if text.rewritten.splits(start) or text.rewritten.splits(end):
        return None
    first, last = text.origin(start, end)
    if covering and not first <= covering.start <= covering.end <= last:
        return None
    if cuts_token(text.original, first) or cuts_token(text.original, last):
        return None
    return Span(first, last)
