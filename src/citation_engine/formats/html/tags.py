"""
Goes through HTML as it was written: tags, words, and where each stands.

A parser that builds a tree says nothing about offsets, and claims are known by theirs. Broken
markup is read leniently: what a browser would swallow after a quotation mark that is never
closed is kept.
"""

import html
import re
from collections.abc import Collection, Generator, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>[a-zA-Z][^\s/>]*+)"
    r"(?P<rest>(?:[\s/=]++|[^\s/>=]++(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'"
    r"|[^\s>\"'][^\s>]*+)?+)?+)*+)>"
)
_ATTRIBUTE = re.compile(
    r"([^\s/>=]++)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s>\"'][^\s>]*+)))?+"
)
# A tag in Markdown, by the rules of CommonMark, which are strict: `a <b [1] and c> d` has none.
STRICT_TAG = re.compile(
    r"<(?:/[A-Za-z][A-Za-z0-9-]*+\s*+"
    r"|[A-Za-z][A-Za-z0-9-]*+"
    r"(?:\s++[A-Za-z_:][\w.:-]*+(?:\s*+=\s*+(?:\"[^\"\n]*+\"|'[^'\n]*+'|[^\s\"'=<>`]++))?+)*+"
    r"\s*+/?)>"
)
# Elements that begin and end lines of their own.
BLOCKS = frozenset(
    """
    address article aside blockquote body caption center dd details dialog dir div dl dt fieldset
    figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li
    listing main menu nav ol optgroup option p plaintext pre search section select summary table
    tbody td textarea tfoot th thead tr ul xmp button
    """.split()
)
# Their words are read as they stand, up to their own end tag.
RAW = frozenset("script style textarea title iframe noembed noframes xmp".split())
_ANY = re.compile(r"<(?:!--(?:[^-]|-(?!->))*+(?:-->)?|[/!?]?[a-zA-Z][^<>]*+>)")
_TEXTUAL = frozenset(("textarea", "xmp"))


@dataclass(eq=False)
class Tag:
    """A tag: its name in small letters, whether it closes, and the rest of it as written."""

    start: int
    end: int
    name: str
    closes: bool
    rest: str

    @cached_property
    def attributes(self) -> dict[str, str | None]:
        """The attributes by their names in small letters; the first of a name counts."""
        found: dict[str, str | None] = {}
        for attribute in _ATTRIBUTE.finditer(self.rest) if self.rest and not self.closes else ():
            name = attribute[1].lower()
            value = next((given for given in attribute.groups()[1:] if given is not None), None)
            if name not in found:
                found[name] = None if value is None else html.unescape(value)
        return found


class TextRun(NamedTuple):
    """Words between two tags."""

    start: int
    end: int


class Unread(NamedTuple):
    """What a reader never sees: a comment, a declaration, the content of a script."""

    start: int
    end: int


def find_tags(text: str, raw: Collection[str] = RAW) -> Iterator[Tag | TextRun | Unread]:
    """
    Give the tags and what stands between them, in order; together they are the whole text.

    Args:
        text: the page, or a piece of one.
        raw: the elements in which nothing is read up to their own end tag.

    """
    at, last = 0, text.rfind(">")
    words = 0
    while (start := text.find("<", at)) >= 0:
        if start > last and (start := text.find("<!--", start)) < 0:
            break  # Nothing ends there any more, but for a comment, which needs no end.
        found = _next(text, start, last)
        if found is None:
            at = start + 1
            continue
        if words < start:
            yield TextRun(words, start)
        if isinstance(found, Tag):
            yield found
            at = words = found.end
            if found.name in raw and not found.closes:
                at = words = yield from _raw(text, found)
        else:
            yield Unread(start, found)
            at = words = found
    if words < len(text):
        yield TextRun(words, len(text))


def _next(text: str, start: int, last: int) -> "Tag | int | None":
    """Return the tag at `start`, or the end of a comment, or None where words go on."""
    sign = text[start + 1 : start + 2]
    if sign == "!":
        return _comment_end(text, start, last)
    if sign == "?" or (sign == "/" and not text[start + 2 : start + 3].isalpha()):
        return text.find(">", start) + 1
    if not (sign.isascii() and (sign.isalpha() or sign == "/")):
        return None
    found = _TAG.match(text, start)
    if not found:
        return None
    return Tag(start, found.end(), found["name"].lower(), bool(found["close"]), found["rest"])


def _comment_end(text: str, start: int, last: int) -> int:
    if not text.startswith("<!--", start):
        return text.find(">", start) + 1
    if text.startswith(("<!-->", "<!--->"), start):
        return text.find(">", start) + 1
    end = text.find("-->", start + 4, last + 1)
    return end + 3 if end >= 0 else len(text)


def without_tags(text: str, instead: str = "") -> str:
    """Return a short text without what looks like a tag or a comment."""
    return _ANY.sub(instead, text)


def _raw(text: str, tag: Tag) -> Generator[TextRun | Unread, None, int]:
    found = re.compile(f"</{tag.name}(?=[\\s/>])", re.IGNORECASE).search(text, tag.end)
    end = found.start() if found else len(text)
    if tag.end < end:
        yield TextRun(tag.end, end) if tag.name in _TEXTUAL else Unread(tag.end, end)
    return end
