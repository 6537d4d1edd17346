"""Lines of a draft with carets under the words a finding is about."""

from collections.abc import Iterator

from citation_engine.model.span import Span
from citation_engine.render.findings.pieces import DIM, END, Piece
from citation_engine.render.findings.places import Places
from citation_engine.render.findings.visible import cells, width

MOST_LINES = 3
LEAST_ROOM = 20
CUT = "…"
BAR = " │ "


def excerpt(
    text: str, places: Places, span: Span, *, room: int, style: str, numbered: bool = True
) -> Iterator[Piece]:
    """
    The lines of a span with their numbers, and carets under what is meant.

    Of a long line only the part around the words is shown; of many lines only the first.
    """
    first, last = places.at(span.start)[0], places.at(max(span.start, span.end - 1))[0]
    shown = range(first, min(last, first + MOST_LINES - 1) + 1)
    gutter = len(str(shown[-1])) if numbered else 2
    for line in shown:
        start, end = places.bounds(line)
        inside = Span(
            min(max(span.start, start), end) - start, max(min(span.end, end), start) - start
        )
        words, carets = caret_lines(text, start, end, inside, max(LEAST_ROOM, room - gutter - 4))
        number = line if numbered else ""
        yield from (Piece(f" {number:>{gutter}}{BAR}", DIM), Piece(words), END)
        # An empty span is a place to point at; a blank line inside a span is not.
        if inside.start < inside.end or span.start == span.end:
            yield from (Piece(f" {'':>{gutter}}{BAR}", DIM), Piece(carets, style), END)
    if last > shown[-1]:
        yield from (Piece(f" {'':>{gutter}}{BAR}{CUT}", DIM), END)


def caret_lines(text: str, start: int, end: int, inside: Span, room: int) -> tuple[str, str]:
    """
    A line of a text, from `start` to `end`, and a line with carets under `inside` of it.

    Both fit into `room` columns. There is at least one caret.
    """
    # Characters may be wide, but hardly any has no width: more than this is never shown.
    low = max(0, inside.start - 2 * room)
    high = min(end - start, inside.start + 4 * room)
    shown = cells(text[start + low : start + high])
    sizes = [width(one) for one in shown]
    first, last = _window(sizes, inside.start - low, room, whole=(low, high) == (0, end - start))
    left = CUT if low + first > 0 else ""
    right = CUT if low + last < end - start else ""
    mark_from = max(inside.start - low, first)
    mark_to = min(max(inside.end - low, mark_from), last)
    words = left + "".join(shown[first:last]) + right
    gap = len(left) + sum(sizes[first:mark_from])
    carets = max(1, sum(sizes[mark_from:mark_to]))
    return words, " " * gap + "^" * carets


def _window(sizes: list[int], marked: int, room: int, *, whole: bool) -> tuple[int, int]:
    """Which characters of a line to show, so that the marked one and what follows it fit."""
    if whole and sum(sizes) <= room:
        return 0, len(sizes)
    room -= 2 * len(CUT)
    first, used = marked, 0
    while first > 0 and used + sizes[first - 1] <= room // 3:
        first -= 1
        used += sizes[first]
    last = marked
    while last < len(sizes) and used + sizes[last] <= room:
        used += sizes[last]
        last += 1
    while first > 0 and used + sizes[first - 1] <= room:
        first -= 1
        used += sizes[first]
    return first, last
