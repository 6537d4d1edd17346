"""
HTML as markers meet it: what is hidden from readers, and where tags stand.

This is no reader of pages. Drafts are short of closing tags and full of stray signs, and every
offset must hold in the file as it is, so the text is looked through once, from left to right.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from html import unescape
from typing import NamedTuple

from citation_engine.formats.html import tags as html
from citation_engine.model.span import Span

# In Markdown an element within a line that does not close soon is a word about an element.
MOST_HIDDEN = 1_000

_RAW = ("script", "style", "textarea", "title", "template", "noscript", "xmp", "iframe")
_CODE = ("pre", "code", "kbd", "samp", "tt", "math", "svg")
_HIDING_NAMES = frozenset((*_RAW, *_CODE))
HIDING = re.compile(rf"<(?:(!--)|({'|'.join((*_RAW, *_CODE))})(?=[\s/>]))", re.IGNORECASE)
# A tag by the rules of CommonMark, which are strict: `a <b [1] and c> d` has none.
_STRICT_TAG = re.compile(
    r"<(?:/[A-Za-z][A-Za-z0-9-]*+\s*+"
    r"|[A-Za-z][A-Za-z0-9-]*+"
    r"(?:\s++[A-Za-z_:][\w.:-]*+(?:\s*+=\s*+(?:\"[^\"\n]*+\"|'[^'\n]*+'|[^\s\"'=<>`]++))?+)*+"
    r"\s*+/?)>"
)
_ENTITY = re.compile(
    r"&(?:#\d{2,6}|#[xX][0-9A-Fa-f]{2,5}|nbsp|[nm]dash|minus|hyphen|comma|semi|shy|zwn?j"
    r"|thinsp|e[nm]sp|lbrack|rbrack|lsqb|rsqb|Hat|lowbar|colon);"
)
_UNSEEN = "\u200b"
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


class HtmlView(NamedTuple):
    """
    The words of an HTML text that readers see, each where it stands in the text.

    The view is as long as the text. Tags within a line are invisible characters in it, tags
    that begin or end a block are line ends, headings begin with the sign that Markdown has for
    them, and comments, scripts and code, which are `hidden`, are gone.
    """

    view: str
    hidden: list[Span]


def view_html(text: str) -> HtmlView:
    """Return what readers see of an HTML text, and what is hidden from them."""
    pieces: list[str] = []
    hidden: list[Span] = []
    hiding: int | None = None
    for step in html.find_tags(text, _HIDING_NAMES):
        length = step.end - step.start
        if hiding is not None:
            pieces.append("\n" * length)
            if isinstance(
                step, html.Tag
            ):  # It closes what was opened; nothing else is read until then.
                hidden.append(Span(hiding, step.end))
                hiding = None
        elif isinstance(step, html.Tag) and step.name in _HIDING_NAMES and not step.closes:
            pieces.append("\n" * length)
            hiding = step.start
        elif isinstance(step, html.Tag):
            pieces.append(_instead(step))
        elif isinstance(step, html.Run):
            pieces.append(_plain(text[step.start : step.end]))
        elif text.startswith("<!--", step.start):
            hidden.append(Span(step.start, step.end))
            pieces.append("\n" * length)
        else:
            pieces.append(_UNSEEN * length)
    if hiding is not None:
        hidden.append(Span(hiding, len(text)))
    return HtmlView("".join(pieces), hidden)


def lasts(text: str, at: int) -> bool:
    """Whether what opens at `at` in a Markdown text hides everything until it is closed."""
    opening = HIDING.match(text, at)
    if opening is None or _name(opening) not in _LASTING:
        return False
    before = text[max(0, at - 4) : at].rstrip(" ")
    return before.endswith("\n") or (at < 4 and not before)


def _name(hiding: re.Match[str]) -> str:
    return (hiding[2] or "--").lower()


def _instead(tag: html.Tag) -> str:
    """What stands for a tag in the view."""
    length = tag.end - tag.start
    if tag.name == "br":
        return "\n" + _UNSEEN * (length - 1)
    if tag.name not in html.BLOCKS:
        return _UNSEEN * length
    if tag.name[0] == "h" and tag.name[1:].isdigit() and not tag.closes:
        sign = "# " if tag.name == "h1" else "## "
        return "\n" * (length - len(sign)) + sign
    return "\n" * length


def _plain(text: str) -> str:
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(entity: re.Match[str]) -> str:
    character = unescape(entity[0])
    if len(character) != 1 or character in "<>&\"'":
        return entity[0]
    # So that a bracket's span has all of its entity, be it the first of a marker or the last.
    pad = _UNSEEN * (len(entity[0]) - 1)
    return character + pad if character in "[【［" else pad + character
