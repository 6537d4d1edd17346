"""
The words most like a quotation that is not there, to show what the source says instead.

Bounded, not exhaustive: long quotations are searched by a few pieces of themselves, and a very
long text is searched up to a budget, from the expected place outwards.
"""

from dataclasses import dataclass

from rapidfuzz.distance import Indel
from rapidfuzz.fuzz import partial_ratio_alignment

from citation_engine.model.span import Span
from citation_engine.text.boundaries import cuts_token
from citation_engine.text.fold import Folded

# Texts up to this length are searched in one go, longer ones in windows of half of it.
LONGEST_WINDOW = 2_000_000
# Characters that all pieces of one quotation together are compared with.
MOST_COMPARED = 20_000_000
# The comparison is quickest for pieces that fit a machine word.
_PIECE = 64
_MOST_PIECES = 4
# Characters at either end by which its edge is chosen, and the most that are compared in the end.
_SIDE = 200
_MOST_FITTED = 50_000
# How far a found edge is moved to fit the quotation better, in characters.
_EDGE = 24
# Words that were not found are never called equal, however alike they are.
_MOST_ALIKE = 0.9999


@dataclass(frozen=True, slots=True)
class Nearest:
    """The words most like a quotation, and how alike they are, from 0 to 1; case is ignored."""

    span: Span | None
    similarity: float


def find_nearest(quote: str, text: Folded, near: Span | None) -> Nearest:
    """Return the words of `text` most like the folded `quote`, starting the search at `near`."""
    needle, haystack = _lower(quote)[:_MOST_FITTED], _lower(text.text)
    if not needle or not haystack.strip():
        return Nearest(None, 0.0)
    centre = text.rewritten.position(near.start) if near else 0
    stretches = _stretches(needle, haystack, centre)
    fitted = [_fit(needle, haystack, text, *stretch) for stretch in stretches]
    best = max(fitted, key=lambda stretch: _alike(needle, haystack[slice(*stretch)]))
    similarity = _alike(needle, haystack[slice(*best)])
    if not similarity:
        return Nearest(None, 0.0)
    return Nearest(Span(*text.origin(*best)), min(similarity, _MOST_ALIKE))


def _lower(text: str) -> str:
    """Return `text` in lower case without moving anything: İ alone would become two characters."""
    return text.replace("\u0130", "I").lower()


def _stretches(needle: str, haystack: str, centre: int) -> list[tuple[int, int]]:
    """Return where the needle may stand, judged by the best place of each of its pieces."""
    pieces = _pieces(needle)
    length = len(needle)
    starts = _piece_starts(pieces, haystack, centre)
    begins = [at - offset for (offset, _), at in zip(pieces, starts, strict=True)]
    whole = [(begin, begin + length) for begin in begins]
    # From the first piece to the last: words that the source has in between move the end.
    spread = (whole[0][0], whole[-1][1])
    if length / 2 <= spread[1] - spread[0] <= length * 2:
        whole.append(spread)
    within = ((max(0, start), min(len(haystack), end)) for start, end in whole)
    return list(dict.fromkeys(within))


def _piece_starts(pieces: list[tuple[int, str]], haystack: str, centre: int) -> list[int]:
    best = [0.0] * len(pieces)
    found = [0] * len(pieces)
    for first, last in _windows(len(haystack), centre, MOST_COMPARED // len(pieces)):
        window = haystack[first:last]
        for number, (_, piece) in enumerate(pieces):
            place = partial_ratio_alignment(piece, window, score_cutoff=best[number])
            if place and place.score > best[number]:
                best[number] = place.score
                found[number] = first + place.dest_start - place.src_start
    return found


def _pieces(needle: str) -> list[tuple[int, str]]:
    """Return up to four pieces spread over the needle, each with its offset."""
    count = min(_MOST_PIECES, -(-len(needle) // _PIECE))
    last = max(0, len(needle) - _PIECE)
    offsets = [last * number // max(1, count - 1) for number in range(count)]
    return [(offset, needle[offset : offset + _PIECE]) for offset in offsets]


def _windows(length: int, centre: int, budget: int) -> list[tuple[int, int]]:
    """Return overlapping windows over the text, nearest to `centre` first, within `budget`."""
    if length <= LONGEST_WINDOW:
        return [(0, length)]
    size = LONGEST_WINDOW // 2
    windows = [(at, min(length, at + size + 4 * _PIECE)) for at in range(0, length, size)]
    windows.sort(key=lambda window: abs(window[0] + size // 2 - centre))
    return windows[: max(1, budget // size)]


def _fit(needle: str, haystack: str, text: Folded, start: int, end: int) -> tuple[int, int]:
    """Return the stretch from `start` to `end` with its edges moved to the words that fit best."""
    starts = [at for at in _edges(haystack, text, start) if not haystack[at : at + 1].isspace()]
    ends = [at for at in _edges(haystack, text, end) if not haystack[at - 1 : at].isspace()]
    starts, ends = starts or [start], ends or [end]
    head, tail = needle[:_SIDE], needle[-_SIDE:]
    start = max(starts, key=lambda at: _alike(head, haystack[at:end][:_SIDE]))
    end = max(ends, key=lambda at: _alike(tail, haystack[start:at][-_SIDE:]))
    start = max(starts, key=lambda at: _alike(head, haystack[at:end][:_SIDE]))
    return _trimmed(haystack, start, max(start, end))


def _edges(haystack: str, text: Folded, around: int) -> list[int]:
    """Return the places near `around` that cut no word; in a very long word there are none."""
    nearby = range(max(0, around - _EDGE), min(len(haystack), around + _EDGE) + 1)
    return [at for at in nearby if _is_edge(haystack, text, at)]


def _is_edge(haystack: str, text: Folded, at: int) -> bool:
    if 0 < at < len(haystack) and haystack[at - 1].isalnum() and haystack[at].isalnum():
        return False
    return not text.rewritten.splits(at) and not cuts_token(haystack, at)


def _trimmed(haystack: str, start: int, end: int) -> tuple[int, int]:
    words = haystack[start:end]
    return start + len(words) - len(words.lstrip()), end - len(words) + len(words.rstrip())


def _alike(left: str, right: str) -> float:
    return Indel.normalized_similarity(left, right)
