"""
Finds the stretches of a Markdown text that are no words: code, comments, tags, addresses, formulas.

In them a sign is not a marker. A marker that is overlooked leaves a claim without its source, so
only what is clearly code or an address counts. Indented code does not: drafts indent the
paragraphs of their lists as well. Drafts are short of closing tags and full of stray signs, and
every offset must hold in the file as it is, so a text is looked through from left to right.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge

from citation_engine.formats.html.tags import STRICT_TAG
from citation_engine.language.blocks import find_fences
from citation_engine.model.passage import Span

# Nobody writes longer code within a sentence: the backtick that opens it is a stray one.
MOST_INLINE = 1_000

_TICKS = re.compile(r"`[`]*+")
# Where inline code cannot go on: a blank line, or a line that begins a block of its own.
BLOCK_START = re.compile(r"\n[ \t]*+(?:$|(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]|[>|])", re.MULTILINE)
_SCHEME = re.compile(r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,31}\Z")
_IN_ANGLES = re.compile(r"<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*+>")
# The value of an attribute, to its closing quotation mark.
_IN_QUOTES = re.compile(r"(?:\"[^\"'<>\n]*+\"|'[^\"'<>\n]*+')")
# The target of a link.
_IN_LINK = re.compile(r"(?!\[)(?:<[^<>\n]*+>|(?:[^\s()]|\([^\s()]*+\))++)")
# In running text. A bracket ends it unless it is clear that the address goes on.
_RUNNING = re.compile(
    r"(?:\[[0-9A-Fa-f:.]{2,60}+\])?+"
    r"(?:[^\s<>\"\[\]]|\[{1,2}[^\[\]\s]{0,100}+\]{1,2}(?=[A-Za-z0-9/&=%#])|\[\](?==)"
    r"|(?<=[/=])\[{1,2}[^\[\]\s]{0,100}+\]{1,2})*+"
)
_ADDRESS_SIGNS = {"://": re.compile("://"), "](": re.compile(r"\]\("), "<": re.compile("<[A-Za-z]")}
# In Markdown an element within a line that does not close soon is a word about an element.
MOST_HIDDEN = 1_000

_RAW = ("script", "style", "textarea", "title", "template", "noscript", "xmp", "iframe")
_CODE = ("pre", "code", "kbd", "samp", "tt", "math", "svg")
HIDING_ELEMENTS = frozenset((*_RAW, *_CODE))
HIDING = re.compile(rf"<(?:(!--)|({'|'.join((*_RAW, *_CODE))})(?=[\s/>]))", re.IGNORECASE)
# At the beginning of a line these last to the end of the text if nothing closes them.
_LASTING = ("--", "pre", "script", "style", "textarea")
_CLOSING = {name: re.compile(rf"</{name}\s*+>", re.IGNORECASE) for name in (*_RAW, *_CODE)}
_CLOSING["--"] = re.compile("-->")
_FORMULA = re.compile(
    r"\$\$[^$]{1,1000}+\$\$"
    # Within a line. A dollar before a number is money unless the rest looks like a formula.
    r"|(?<![\\$\w])\$(?=[^\s$])[^$\n]{1,300}(?<![\s\\])\$(?![\w$])"
    r"|\\\((?:[^\\\n]|\\[^()\n]){0,500}+\\\)"
    r"|\\\[(?:[^\\]|\\[^\[\]]){0,1000}+\\\]"
    # The optional argument of a command: \sqrt[3]{x}, \cite[12]{smith}.
    r"|\\[A-Za-z]{2,30}\*?(?:\[[^\[\]\n]{0,100}\])++(?=\{)"
)
_LOOKS_SO = re.compile(r"[\\^_={}<>]|^\$[^\s$]{1,12}\$$")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")


def find_shelters(text: str) -> list[Span]:
    """Return what shelters in a Markdown text, in order and without overlaps."""
    hidden = with_hidden(text, find_code(text))
    return joined([*hidden, *find_inline_tags(text), *find_addresses(text)])


def with_hidden(text: str, code: list[Span]) -> list[Span]:
    """Return the code of a Markdown text with that in elements, and its comments."""
    return joined([*code, *find_hiding(text, code)]) if "<" in text else code


def find_code(text: str) -> list[Span]:
    """Return the fenced and the inline code of a Markdown text, fences and backticks included."""
    fences = find_fences(text)
    return joined([*fences, *find_inline_code(text, fences)]) if "`" in text else fences


def find_addresses(text: str) -> Iterator[Span]:
    """Yield where addresses stand in a Markdown text: in links, in angles, in running text."""
    done = 0
    for sign in _address_signs(text):
        if sign.start() < done and (sign[0] != "](" or sign.end() < done):
            continue
        found = _address_at(text, sign)
        if found is not None:
            yield found
            done = found.end


def is_sheltered(shelters: Sequence[Span], start: int, end: int) -> bool:
    """Whether any of `shelters`, which are in order, has a part of `start` to `end`."""
    at = bisect_right(shelters, end - 1, key=lambda span: span.start) - 1
    return at >= 0 and shelters[at].end > start


def joined(spans: Iterable[Span]) -> list[Span]:
    """Return the spans in order, those that overlap as one."""
    one: list[Span] = []
    for span in sorted(spans):
        if one and span.start < one[-1].end:
            if span.end > one[-1].end:
                one[-1] = Span(one[-1].start, span.end)
        else:
            one.append(span)
    return one


def find_inline_code(text: str, fences: Sequence[Span] = ()) -> Iterator[Span]:
    """Yield inline code: a run of backticks up to the next one of the same length in its block."""
    at = 0
    block: list[tuple[int, int]] = []
    for match in _TICKS.finditer(text):
        run, before = match.span(), at
        while at < len(fences) and fences[at].end <= run[0]:
            at += 1
        in_fence = at < len(fences) and fences[at].start <= run[0]
        cut = in_fence or at > before
        if block and (cut or BLOCK_START.search(text, block[-1][1], run[0] + 1)):
            yield from _pairs(text, block)
            block = []
        if not in_fence:
            block.append(run)
    yield from _pairs(text, block)


def _pairs(text: str, runs: Sequence[tuple[int, int]]) -> Iterator[Span]:
    ahead: dict[int, list[int]] = {}
    for at in range(len(runs) - 1, -1, -1):
        ahead.setdefault(runs[at][1] - runs[at][0], []).append(at)
    at = 0
    while at < len(runs):
        start, end = runs[at]
        start += _is_escaped(text, start)
        same = ahead.get(end - start, [])
        while same and same[-1] <= at:
            same.pop()
        if start < end and same and runs[same[-1]][1] - start <= MOST_INLINE:
            yield Span(start, runs[same[-1]][1])
            at = same[-1]
        at += 1


def _is_escaped(text: str, position: int) -> bool:
    before = text[max(0, position - 50) : position]
    slashes = len(before) - len(before.rstrip("\\"))
    return slashes % 2 == 1


def _address_signs(text: str) -> Iterator[re.Match[str]]:
    """What may begin an address, in order. Each is looked for apart, which is much quicker."""
    found = [pattern.finditer(text) for sign, pattern in _ADDRESS_SIGNS.items() if sign in text]
    return merge(*found, key=lambda match: match.start())


def _address_at(text: str, sign: re.Match[str]) -> Span | None:
    start, end = sign.span()
    if sign[0] == "](":
        found = _IN_LINK.match(text, end)
        return Span(end, found.end()) if found else None
    if sign[0] != "://":
        found = _IN_ANGLES.match(text, start)
        return Span(*found.span()) if found else None
    scheme = _SCHEME.search(text[max(0, start - 33) : start])
    if scheme is None:
        return None
    first = start - len(scheme[0])
    if text[first - 2 : first] in ('="', "='"):
        found = _IN_QUOTES.match(text, first - 1)
        if found:
            return Span(*found.span())
    found = _RUNNING.match(text, end)
    assert found is not None  # It matches nothing as well.
    return Span(first, found.end())


class _Ends:
    """Where what is hidden ends; each closing sign is looked for once, however many open."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._known: dict[str, list[int]] = {}

    def after(self, start: int, name: str) -> int | None:
        """Return where the next closing sign after `start` ends, or None."""
        if name not in self._known:
            self._known[name] = [sign.end() for sign in _CLOSING[name].finditer(self._text)]
        known = self._known[name]
        at = bisect_left(known, start)
        return known[at] if at < len(known) else None


def find_hiding(text: str, code: Sequence[Span]) -> list[Span]:
    """
    Return the comments and the code in elements of a Markdown text, in order.

    What begins in `code` that is marked by backticks hides nothing.
    """
    hidden: list[Span] = []
    ends = _Ends(text)
    done = at = 0
    for match in HIDING.finditer(text):
        start, name = match.start(), _name(match)
        while at < len(code) and code[at].end <= start:
            at += 1
        if start < done or (at < len(code) and code[at].start <= start):
            continue
        end = ends.after(match.end(), name)
        if lasts(text, start):
            done = len(text) if end is None else end
        elif end is not None and end - start <= MOST_HIDDEN:
            done = end
        else:
            continue
        hidden.append(Span(start, done))
    return hidden


def find_inline_tags(text: str) -> Iterator[Span]:
    """Yield where the tags of a Markdown text stand, their attributes with them."""
    if "<" in text:
        for match in STRICT_TAG.finditer(text):
            yield Span(*match.span())


def lasts(text: str, at: int) -> bool:
    """Whether what opens at `at` in a Markdown text hides everything until it is closed."""
    opening = HIDING.match(text, at)
    if opening is None or _name(opening) not in _LASTING:
        return False
    before = text[max(0, at - 4) : at].rstrip(" ")
    return before.endswith("\n") or (at < 4 and not before)


def _name(hiding: re.Match[str]) -> str:
    return (hiding[2] or "--").lower()


def find_formulas(text: str) -> list[Span]:
    """Return where formulas stand in a text, in order."""
    if "$" not in text and "\\" not in text:
        return []
    return [Span(*match.span()) for match in _FORMULA.finditer(text) if _is_formula(match[0])]


def _is_formula(words: str) -> bool:
    if words.startswith(("$$", "\\[")):
        # An escaped bracket is the same sign; a formula is not escaped words.
        return not _BLANK_LINE.search(words) and len(words) > 8
    return not words.startswith("$") or _LOOKS_SO.search(words) is not None
