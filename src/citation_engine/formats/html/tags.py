"""
Goes through HTML as it was written: tags, words, and where each stands.

A parser that builds a tree says nothing about offsets, and claims are known by theirs. Broken
markup is read leniently: what a browser would swallow after a quotation mark that is never
closed is kept.
"""

import html
import re
from collections.abc import Generator, Iterator, Mapping
from typing import NamedTuple

_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>[a-zA-Z][^\s/>]*+)"
    r"(?P<rest>(?:[\s/=]++|[^\s/>=]++(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'"
    r"|[^\s>\"'][^\s>]*+)?+)?+)*+)>"
)
_ATTRIBUTE = re.compile(
    r"([^\s/>=]++)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s>\"'][^\s>]*+)))?+"
)
# Their words are read as they stand, up to their own end tag.
_RAW = frozenset("script style textarea title iframe noembed noframes xmp".split())
_TEXTUAL = frozenset(("textarea", "xmp"))


class Tag(NamedTuple):
    """A tag: its name in small letters, whether it closes, and its attributes."""

    start: int
    end: int
    name: str
    closes: bool
    attributes: Mapping[str, str | None]


class Run(NamedTuple):
    """Words between two tags."""

    start: int
    end: int


def find_tags(text: str) -> Iterator[Tag | Run]:
    """Give the tags and the words between them, in order; comments and the like are left out."""
    at, last = 0, text.rfind(">")
    words = 0
    while (start := text.find("<", at)) >= 0 and start < last:
        found = _next(text, start, last)
        if found is None:
            at = start + 1
            continue
        if words < start:
            yield Run(words, start)
        if isinstance(found, Tag):
            yield found
            at = words = found.end
            if found.name in _RAW and not found.closes:
                at = words = yield from _raw(text, found)
        else:
            at = words = found
    if words < len(text):
        yield Run(words, len(text))


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
    closes = bool(found["close"])
    attributes = {} if closes or not found["rest"] else _attributes(found["rest"])
    return Tag(start, found.end(), found["name"].lower(), closes, attributes)


def _comment_end(text: str, start: int, last: int) -> int:
    if not text.startswith("<!--", start):
        return text.find(">", start) + 1
    if text.startswith(("<!-->", "<!--->"), start):
        return text.find(">", start) + 1
    end = text.find("-->", start + 4, last + 1)
    return end + 3 if end >= 0 else len(text)


def _raw(text: str, tag: Tag) -> Generator[Run, None, int]:
    found = re.compile(f"</{tag.name}(?=[\\s/>])", re.IGNORECASE).search(text, tag.end)
    end = found.start() if found else len(text)
    if tag.name in _TEXTUAL and tag.end < end:
        yield Run(tag.end, end)
    return end


def _attributes(rest: str) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for one in _ATTRIBUTE.finditer(rest):
        name = one[1].lower()
        value = next((given for given in one.groups()[1:] if given is not None), None)
        if name not in found:
            found[name] = None if value is None else html.unescape(value)
    return found
