"""
HTML as markers meet it: what is hidden from readers, and where tags stand.

This is no reader of pages. Drafts are short of closing tags and full of stray signs, and every
offset must hold in the file as it is, so the text is looked through once, from left to right.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from html import unescape

from citation_engine.model.span import Span

# In Markdown an element within a line that does not close soon is a word about an element.
MOST_HIDDEN = 1_000

_RAW = ("script", "style", "textarea", "title", "template", "noscript", "xmp", "iframe")
_CODE = ("pre", "code", "kbd", "samp", "tt", "math", "svg")
HIDING = re.compile(rf"<(?:(!--)|({'|'.join((*_RAW, *_CODE))})(?=[\s/>]))", re.IGNORECASE)
# A tag by the rules of CommonMark, which are strict: `a <b [1] and c> d` has none.
_STRICT_TAG = re.compile(
    r"<(?:/[A-Za-z][A-Za-z0-9-]*+\s*+"
    r"|[A-Za-z][A-Za-z0-9-]*+"
    r"(?:\s++[A-Za-z_:][\w.:-]*+(?:\s*+=\s*+(?:\"[^\"\n]*+\"|'[^'\n]*+'|[^\s\"'=<>`]++))?+)*+"
    r"\s*+/?)>"
)
# A tag as browsers take it.
_TAG = re.compile(r"<(/?)([A-Za-z][^\s/<>]*+)((?:[^<>\"']|\"[^\"]*+\"|'[^']*+')*+)>|<[!?][^<>]*+>")
_LOOSE_TAG = re.compile(r"<[/!?]?[A-Za-z][^<>]*+>")
_ENTITY = re.compile(
    r"&(?:#\d{2,6}|#[xX][0-9A-Fa-f]{2,5}|nbsp|[nm]dash|minus|hyphen|comma|semi|shy|zwn?j"
    r"|thinsp|e[nm]sp|lbrack|rbrack|lsqb|rsqb|Hat|lowbar|colon);"
)
_BLOCKS = frozenset(
    """
    address article aside blockquote body caption center dd details dialog div dl dt fieldset
    figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html legend li main menu nav
    ol option p section summary table tbody td tfoot th thead tr ul
    """.split()
)
_UNSEEN = "\u200b"
_LONGEST_TAG = 10_000
# At the beginning of a line these last to the end of the text if nothing closes them.
_LASTING = ("--", "pre", "script", "style", "textarea")
_CLOSING = {name: re.compile(rf"</{name}\s*+>", re.IGNORECASE) for name in (*_RAW, *_CODE)}
_CLOSING["--"] = re.compile("-->")


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


def find_tags(text: str) -> Iterator[Span]:
    """Yield where the tags of a Markdown text stand, their attributes with them."""
    if "<" in text:
        for match in _STRICT_TAG.finditer(text):
            yield Span(*match.span())


def view_of(text: str) -> str:
    """
    Return the words of an HTML text that readers see, each where it stands in the text.

    The view is as long as the text. Tags within a line are invisible characters in it, tags
    that begin or end a block are line ends, headings begin with the sign that Markdown has for
    them, and comments, scripts and code are gone.
    """
    pieces: list[str] = []
    done = at = 0
    ends = _Ends(text)
    while (at := text.find("<", at)) >= 0:
        end, instead = _instead(text, at, ends)
        if end == at:
            at += 1
            continue
        pieces += (_plain(text[done:at]), instead)
        done = at = end
    pieces.append(_plain(text[done:]))
    return "".join(pieces)


def hidden_in(text: str) -> list[Span]:
    """Return the comments, the scripts and the code of an HTML text, in order."""
    hidden: list[Span] = []
    ends = _Ends(text)
    done = 0
    for match in HIDING.finditer(text):
        if match.start() >= done:
            end = ends.after(match.end(), _name(match))
            done = len(text) if end is None else end
            hidden.append(Span(match.start(), done))
    return hidden


def lasts(text: str, at: int) -> bool:
    """Whether what opens at `at` in a Markdown text hides everything until it is closed."""
    opening = HIDING.match(text, at)
    if opening is None or _name(opening) not in _LASTING:
        return False
    before = text[max(0, at - 4) : at].rstrip(" ")
    return before.endswith("\n") or (at < 4 and not before)


def _name(hiding: re.Match[str]) -> str:
    return (hiding[2] or "--").lower()


def _instead(text: str, at: int, ends: _Ends) -> tuple[int, str]:
    """Where the tag at `at` ends, with what it hides, and what stands for it in the view."""
    if hiding := HIDING.match(text, at):
        found = ends.after(hiding.end(), _name(hiding))
        end = len(text) if found is None else found
        return end, "\n" * (end - at)
    # The second is for a quotation mark too few: half of the page must not be its attribute.
    tag = _TAG.match(text, at, at + _LONGEST_TAG) or _LOOSE_TAG.match(text, at)
    if tag is None:
        return at, ""
    length = tag.end() - at
    name = (tag[2] or "").lower() if tag.re is _TAG else ""
    if name == "br":
        return tag.end(), "\n" + _UNSEEN * (length - 1)
    if name not in _BLOCKS:
        return tag.end(), _UNSEEN * length
    if name[0] == "h" and name[1:].isdigit() and not tag[1]:
        sign = "# " if name == "h1" else "## "
        return tag.end(), "\n" * (length - len(sign)) + sign
    return tag.end(), "\n" * length


def _plain(text: str) -> str:
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(entity: re.Match[str]) -> str:
    character = unescape(entity[0])
    if len(character) != 1 or character in "<>&\"'":
        return entity[0]
    # So that a bracket's span has all of its entity, be it the first of a marker or the last.
    pad = _UNSEEN * (len(entity[0]) - 1)
    return character + pad if character in "[【［" else pad + character
