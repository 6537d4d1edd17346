"""
The dialect of double brackets: `[[S:1]]`, `[[S:1,3]]`, `[[S:2-4]]`.

Models write it with other spaces, dashes and letter cases, and put invisible characters in it.
All of that is understood. Where the numbers cannot be understood it is still a marker, with
its `problem`: it is neither left out nor mended. In code and in addresses it is no marker.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from citation_engine.errors import InvalidInput
from citation_engine.markers.shelter import find_shelters, is_sheltered
from citation_engine.model.draft import Marker
from citation_engine.model.span import Span
from citation_engine.text.shown import one_line

DIALECT = "tokens"
# A marker with more numbers than this is a mistake or an attack, and is not spelled out.
MOST_NUMBERS = 1_000

_INVISIBLE = "\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff"
_GAP = rf"[\s{_INVISIBLE}]*+"
_MARKER = re.compile(rf"\[{_GAP}\[{_GAP}[sS]{_GAP}[:：]([^\[\]]*+)\]{_GAP}\]")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_UNSEEN = re.compile(f"[{_INVISIBLE}]")
_SEPARATOR = re.compile(r"[,;，；、]")
_ITEM = re.compile(
    r"\s*(?:S\s*[:：]?\s*)?0*([1-9][0-9]{0,8})"
    r"(?:\s*[-‐‑‒–—―−－]+\s*(?:S\s*[:：]?\s*)?0*([1-9][0-9]{0,8}))?\s*",
    re.IGNORECASE,
)
_SPACE = " \t\u00a0\u202f"
_CLOSING = ".,;:!?…)]}\"'”’»*_。，；：！？"


def find(text: str) -> list[Marker]:
    """Return the markers of a text, in order."""
    return list(_markers(text))


def format(numbers: Iterable[int], unknown: Iterable[int] = ()) -> str:
    """
    Return the marker for these numbers, in the order given and each once.

    Three or more numbers in a row are a range. Numbers that are `unknown` are written with
    a question mark, as in `[[S:2,?9]]`, so that they point nowhere and can be seen.
    """
    known = list(dict.fromkeys(numbers))
    strange = [f"?{number}" for number in dict.fromkeys(unknown)]
    if not 0 < len(known) + len(strange) <= MOST_NUMBERS or any(n < 1 for n in known):
        raise InvalidInput(
            f"No marker can be made of {len(known) + len(strange):,} numbers"
            + (f", the smallest being {min(known)}." if known else "."),
            fix=f"Give from 1 to {MOST_NUMBERS:,} numbers, counted from 1.",
        )
    return f"[[S:{','.join([*_ranges(known), *strange])}]]"


def replace(text: str, write: Callable[[Marker], str]) -> str:
    """Return the text with each marker as `write` gives it; the rest is unchanged."""
    pieces: list[str] = []
    done = 0
    for marker in _markers(text):
        pieces += (text[done : marker.span.start], write(marker))
        done = marker.span.end
    return "".join((*pieces, text[done:]))


def strip(text: str) -> str:
    """
    Return the text without its markers and without the space that set them off.

    A marker with a problem stays, because it points to something that somebody must look at.
    """
    markers = [marker for marker in _markers(text) if not marker.problem]
    starts = {marker.span.start for marker in markers}
    pieces: list[str] = []
    done, begins_line = 0, True
    for marker in markers:
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


def _markers(text: str) -> Iterator[Marker]:
    found = list(_MARKER.finditer(text))
    shelters = find_shelters(text) if found else []
    for match in found:
        if is_sheltered(shelters, *match.span()) or _BLANK_LINE.search(match[0]):
            continue
        numbers, problem = _read(match[1])
        yield Marker(
            dialect=DIALECT,
            span=Span(*match.span()),
            text=match[0],
            numbers=numbers,
            problem=problem,
        )


def _read(body: str) -> tuple[tuple[int, ...], str]:
    """The numbers in a marker, or none of them and what is wrong."""
    numbers: dict[int, None] = {}
    parts = _SEPARATOR.split(_UNSEEN.sub("", body))
    # A comma too many says nothing about which sources are meant.
    given = [part for part in parts if part.strip()]
    if not given:
        return (), "It names no source."
    if len(given) > MOST_NUMBERS:
        return (), f"It has more than {MOST_NUMBERS:,} numbers."
    for part in given:
        item = _ITEM.fullmatch(part)
        if item is None:
            return (), f"{one_line(part, 80)!r} is not the number of a source."
        first, last = int(item[1]), int(item[2] or item[1])
        if last < first:
            return (), f"The range {first}-{last} runs backwards."
        if last - first >= MOST_NUMBERS - len(numbers):
            return (), f"It has more than {MOST_NUMBERS:,} numbers."
        numbers.update(dict.fromkeys(range(first, last + 1)))
    return tuple(numbers), ""


def _ranges(numbers: list[int]) -> Iterator[str]:
    start = 0
    while start < len(numbers):
        end = start
        while end + 1 < len(numbers) and numbers[end + 1] == numbers[end] + 1:
            end += 1
        if end - start > 1:
            yield f"{numbers[start]}-{numbers[end]}"
            start = end + 1
        else:
            yield str(numbers[start])
            start += 1
