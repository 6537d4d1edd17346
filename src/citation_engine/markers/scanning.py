"""Finds the markers of several dialects in one pass, and puts other words in their place."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from citation_engine.markers.numbers import has_blank_line
from citation_engine.markers.page import Page, may_begin_line
from citation_engine.model.draft import Marker
from citation_engine.model.passage import Span

_SPACE = " \t\u00a0\u202f"
_CLOSING = ".,;:!?…)]}\"'”’»*_。，；：！？"


class Meaning(NamedTuple):
    """What the words of a marker say: numbers, names, or what is wrong with them."""

    numbers: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    problem: str = ""


class Grammar(NamedTuple):
    """
    How a dialect of brackets is written.

    `pattern` matches what follows the opening bracket, to the end of the marker; `wide` is the
    same for the other signs in `OPENING`. `understand` reads the words of a whole marker.
    `accepts` looks at what is around it, and says whether it is one at all.
    """

    dialect: str
    pattern: str
    understand: Callable[[str], Meaning]
    accepts: Callable[[Page, int, int], bool] | None = None
    wide: str = ""


OPENING = "[【［\ue200"


def scan(page: Page, grammars: Sequence[Grammar], *, entries: bool = False) -> Iterator[Marker]:
    """
    Yield the markers of these dialects in order; where two could begin, the first dialect wins.

    Args:
        page: the text.
        grammars: the dialects, the most specific first.
        entries: also the labels in the list of sources, which are no markers.

    """
    view, text = page.view, page.text
    known = {grammar.dialect: grammar for grammar in grammars}
    wide = not view.isascii() and any(sign in view for sign in OPENING[1:])
    # The same sources are cited again and again.
    meanings: dict[tuple[str, str], Meaning] = {}
    shelters: list[Span] | None = None
    at = 0
    for match in pattern_of(tuple(grammars), wide).finditer(view):
        start, end = match.span()
        if shelters is None:
            shelters = page.shelters
        while at < len(shelters) and shelters[at].end <= start:
            at += 1
        words = match[0]
        # An address behind the bracket is part of the marker, and shelters itself only.
        closed = start + words.index("](") + 1 if words[-1] == ")" else end
        if at < len(shelters) and shelters[at].start < closed:
            continue
        grammar = known[match.lastgroup or ""]
        if "\n" in words and has_blank_line(words):
            continue
        if grammar.accepts and not grammar.accepts(page, start, end):
            continue
        if not entries and may_begin_line(view, start) and page.begins_entry(start):
            continue
        key = (grammar.dialect, words)
        if (meaning := meanings.get(key)) is None:
            meaning = meanings[key] = grammar.understand(words)
        numbers, names, problem = meaning
        yield Marker(
            dialect=grammar.dialect,
            span=Span(start, end),
            text=words if view is text else text[start:end],
            numbers=numbers,
            names=names,
            problem=problem,
        )


@lru_cache(maxsize=64)
def pattern_of(grammars: tuple[Grammar, ...], wide: bool = True) -> re.Pattern[str]:
    """
    Return one pattern for all these dialects, with or without those of wide brackets.

    It is quick because it looks for one character, or for one set of them.
    """
    if not wide:
        bodies = (f"(?P<{one.dialect}>{one.pattern})" for one in grammars)
        return re.compile(rf"\[(?:{'|'.join(bodies)})")
    bodies = (
        rf"(?P<{one.dialect}>(?<=\[)(?:{one.pattern})"
        + (rf"|(?<!\[)(?:{one.wide}))" if one.wide else ")")
        for one in grammars
    )
    return re.compile(rf"[{re.escape(OPENING)}](?:{'|'.join(bodies)})")


def in_order(markers: Iterable[Marker]) -> list[Marker]:
    """Return markers in order, without those that overlap one that begins before them."""
    kept: list[Marker] = []
    for marker in sorted(markers, key=lambda one: (one.span.start, -one.span.end)):
        if not kept or marker.span.start >= kept[-1].span.end:
            kept.append(marker)
    return kept


def replaced(
    text: str, markers: Iterable[Marker], write: Callable[[Marker], str], start: int = 0
) -> str:
    """Return the text from `start` on with each marker as `write` gives it."""
    pieces: list[str] = []
    done = start
    for marker in markers:
        pieces += (text[done : marker.span.start], write(marker))
        done = marker.span.end
    return "".join((*pieces, text[done:]))


def stripped(text: str, markers: Iterable[Marker]) -> str:
    """
    Return the text without its markers and without the space that set them off.

    A marker with a problem stays, because it points to something that somebody must look at.
    """
    gone = [marker for marker in markers if not marker.problem]
    starts = {marker.span.start for marker in gone}
    pieces: list[str] = []
    done, begins_line = 0, True
    for marker in gone:
        kept, after = text[done : marker.span.start], marker.span.end
        following = text[after : after + 1]
        if after in starts or not following or following.isspace() or following in _CLOSING:
            kept = kept.rstrip(_SPACE)
        begins_line = kept.endswith("\n") if kept else begins_line
        while begins_line and text[after : after + 1] in (*_SPACE,):
            after += 1
        pieces.append(kept)
        done = after
    return "".join((*pieces, text[done:]))
