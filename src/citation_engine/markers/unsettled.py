"""
Tells how far a text that is still being written is settled.

What is settled reads the same whatever comes next. What is not may be the beginning of a marker,
or stands behind something that may yet turn out to be code, a tag, an address or a formula.
"""

import re
from collections.abc import Iterator

from citation_engine.formats.markdown.shelters import (
    BLOCK_START,
    HIDING,
    MOST_INLINE,
    find_hiding,
    is_sheltered,
    joined,
    lasts,
)
from citation_engine.language.blocks import find_fences
from citation_engine.language.vocabulary import pattern
from citation_engine.markers.numbers import DASHES, GAP, INVISIBLE
from citation_engine.markers.page import Page
from citation_engine.markers.scanning import OPENING, Grammar, pattern_of
from citation_engine.markers.sup import citing_elements
from citation_engine.model.passage import Span

# Nothing that shelters within a paragraph is longer.
MOST_OPEN = 1_200

_OPENED = re.compile(f"[{re.escape(OPENING)}]")
# A bracket that is still open and may become a marker. A long one begins like one.
_LIKE_ONE = (
    rf"(?:[\d?^]|(?i:s{GAP}[-_.:：]?{GAP}[\d?s:：]|{pattern('references', 'MARKER_BEGINNINGS')})"
    r"|[^\[\]\n]{0,42}@)"
)
_POSSIBLE = re.compile(
    rf"\[{GAP}(?:\[{GAP})?(?:[^\[\]]{{0,48}}+\Z|(?={_LIKE_ONE})[^\[\]]*+\Z)"
    rf"|\[{GAP}\[[^\[\]]*+\]{GAP}\Z"
    r"|[【［][^【】［］\n]{0,400}+\Z|\ue200[^\ue201\n]{0,2000}+\Z"
)
# What may follow a closed marker and change what it is, and is not all there.
_LINKED = re.compile(
    r"\(\s*+(?:<[^<>\n]*+>?|(?:[^\s()<>]|\([^\s()]*+\))*+(?:\([^\s()]*+)?)"
    r"(?:\s++(?:\"[^\"\n]*+\"?|'[^'\n]*+'?|\([^()\n]*+\)?)?)?\s*+\Z"
)
_FOLLOWED = re.compile(
    rf"[\s\]{INVISIBLE}]{{0,8}}\Z|\.(?:[a-z_]\w{{0,40}})?\Z|\s?[-+*/|&=<]{{0,2}}\s?\Z"
    rf"|[{DASHES}](?:\[[^\[\]]{{0,48}}+\]?)?\Z"
)
# What may begin something that shelters.
_SIGN = re.compile(r"<|\$|\\(?:[(\[A-Za-z]|\Z)|!\[")
_ATTRIBUTE = r"[A-Za-z_:][\w.:-]*+(?:\s*+=\s*+(?:\"[^\"\n]*+\"|'[^'\n]*+'|[^\s\"'=<>`]++))?+"
_OPEN_TAG = re.compile(
    rf"<(?:/[A-Za-z]?[A-Za-z0-9-]*+\s*+|!-?|[A-Za-z][A-Za-z0-9-]*+(?:\s++{_ATTRIBUTE})*+"
    r"(?:\s*+=)?\s*+(?:\"[^\"\n]*+|'[^'\n]*+)?/?)?\Z"
    r"|<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*+\Z"
)
_OPEN_VALUE = re.compile(r"=(?:[\"'][^\"'<>\n]*+)?\Z")
_OPEN_TARGET = re.compile(r"\]\((?:<[^<>\n]*+|(?:[^\s()]|\([^\s()]*+\))*+\([^\s()]*+)\Z")
_OPEN_IMAGE = re.compile(
    r"!\[(?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]*+\])*+\])*+"
    r"(?:\[(?:[^\[\]]|\[[^\[\]]*+\])*+(?:\[[^\[\]]*+)?|\](?:\([^\n]*+|\[[^\]\n]*+)?)?\Z"
)
_OPEN_COMMAND = re.compile(r"\\(?:[A-Za-z]*+\*?(?:\[[^\[\]\n]*+\])*+(?:\[[^\[\]\n]*+)?)?\Z")
_OPEN_MONEY = re.compile(r"\$(?!\$)[^$\n]{0,300}+\$?\Z")
_NAMES = "sup|span|cite"
_ELEMENT = re.compile(
    rf"<[A-Za-z]{{0,4}}\Z|<(?:{_NAMES})\b[^<>]{{0,2000}}+\Z"
    rf"|<(?:sup|(?:span|cite)(?=[^<>]*data-(?:sid|cites)))\b[^<>]{{0,2000}}+>"
    rf"(?:[^<\n]|\n(?!\s*\n)|<(?!/?(?:{_NAMES})\b)){{0,2000}}+(?:</(?:{_NAMES})\s*+)?\Z",
    re.IGNORECASE,
)


def settled_to(page: Page, grammars: tuple[Grammar, ...], start: int, *, elements: bool) -> int:
    """
    Return how far the text is settled, from `start` on.

    Args:
        page: the text so far.
        grammars: the dialects that are read.
        start: what comes before is settled.
        elements: whether elements of HTML are markers too.

    """
    text = page.text
    code = _sure_code(page)
    ticks = _open_ticks(text, code)
    sure = joined([*code, *_sure_elements(page, ticks)])
    opened = min(ticks, _opened_at(page, sure))
    least = len(text)
    if elements:
        whole_elements = [Span(*match.span()) for match, _ in citing_elements(text)]
        least = _element_at(text, start, sure, opened, whole_elements)
        # Brackets in them are part of them.
        sure = joined([*sure, *(span for span in whole_elements if span.end <= least)])
    past = start
    for match in _OPENED.finditer(text, start):
        at = match.start()
        if at >= least:
            break
        if at < past or is_sheltered(sure, at, at + 1):
            continue
        whole = pattern_of(grammars).match(text, at)
        if whole is None:
            if at >= opened or _POSSIBLE.match(text, at):
                return at
        elif whole.end() > opened or _may_change(text, whole.end()):
            return at
        else:
            past = whole.end()
    return least


def is_surely_open(text: str, at: int) -> bool:
    """Whether a bracket at `at` is still open and may become a marker, so far as it stands."""
    return _POSSIBLE.match(text, at) is not None


def _may_change(text: str, end: int) -> bool:
    """Whether what follows a marker is not there yet, or not far enough to tell what it is."""
    return (
        end == len(text)
        or _FOLLOWED.match(text, end) is not None
        or (text[end] == "(" and _LINKED.match(text, end) is not None)
    )


def _sure_code(page: Page) -> list[Span]:
    """Code in backticks whatever comes next: it is closed, or the line of its fence is."""
    text = page.text
    fences = find_fences(text)
    complete = [span for span in fences if text.find("\n", span.start, span.end) >= 0]
    closed = (span for span in page.code if span.end < len(text) and span not in fences)
    return joined([*complete, *closed])


def _open_ticks(text: str, code: list[Span]) -> int:
    """Where backticks stand that may open code, or of which there may come more."""
    low = max(0, len(text) - MOST_INLINE)
    at = text.find("`", _block_start(text, low))
    while at >= 0 and is_sheltered(code, at, at + 1):
        at = text.find("`", at + 1)
    return len(text) if at < 0 else at


def _sure_elements(page: Page, ticks: int) -> Iterator[Span]:
    """What is hidden by elements and comments whatever comes next; not behind open `ticks`."""
    text = page.text
    if "<" in text:
        for span in find_hiding(text, page.code):
            if span.start < ticks and (span.end < len(text) or lasts(text, span.start)):
                yield span


def _opened_at(page: Page, sure: list[Span]) -> int:
    """Where the first thing begins that is open at the end of the text and may shelter."""
    text, length = page.text, len(page.text)
    low = max(0, length - MOST_OPEN)
    places = [length]
    for opening in (_OPEN_VALUE, _OPEN_TARGET):
        if found := opening.search(text, low):
            places.append(found.start())
    for sign in _SIGN.finditer(text, low):
        at = sign.start()
        if sign[0] == "<":
            hides = HIDING.match(text, at) and not is_sheltered(sure, at, at + 1)
            is_open = bool(hides or _OPEN_TAG.match(text, at))
        else:
            is_open = _is_open(page, at)
        if is_open:
            places.append(at)
            break
    return min(places)


def _is_open(page: Page, at: int) -> bool:
    """Whether an image or a formula begins at `at` and may go on."""
    text, sign = page.text, page.text[at]
    if sign == "!":
        return _OPEN_IMAGE.match(text, at) is not None
    if any(span.start <= at < span.end < len(text) for span in page.formulas):
        return False
    if sign == "$" and text[at : at + 2] not in ("$", "$$"):
        return _OPEN_MONEY.match(text, at) is not None
    if sign == "\\" and text[at + 1 : at + 2] not in ("(", "["):
        return _OPEN_COMMAND.match(text, at) is not None
    return True


def _block_start(text: str, low: int) -> int:
    start = low
    for cut in BLOCK_START.finditer(text, low, len(text)):
        # A line end at the end of the text may be followed by anything.
        if cut.end() < len(text):
            start = cut.start() + 1
    return start


def _element_at(text: str, start: int, sure: list[Span], opened: int, whole: list[Span]) -> int:
    """Where an element begins that is a marker or may become one, and is not settled."""
    ends = {span.start: span.end for span in whole}
    at = text.find("<", start)
    while at >= 0:
        if not is_sheltered(sure, at, at + 1):
            if _ELEMENT.match(text, at) or ends.get(at, 0) > opened:
                return at
            at = max(at, ends.get(at, 0) - 1)
        at = text.find("<", at + 1)
    return len(text)
