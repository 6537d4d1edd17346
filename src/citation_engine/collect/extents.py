"""
How much of a page its words are: all of it, an abstract, or only a wall in the way of it.

A wall is a login, a cookie or consent notice, a test for robots, or a page that says that there is
none. Such words must not count as what the page says.
"""

import re
from collections.abc import Mapping
from typing import Any

from citation_engine.language.vocabulary import pattern
from citation_engine.model.passage import Layout, MarkKind
from citation_engine.model.source import EXTENT, Extent

# A page with more words of its own than these says something, whatever else it asks for.
WALL_WORDS = 150
ABSTRACT_WORDS = 600
# Characters beyond which nobody looks: navigation makes a wall longer, but not that long.
LONGEST = 40_000
_AROUND = (MarkKind.NAVIGATION, MarkKind.HEADER, MarkKind.FOOTER)
_WALL = re.compile(rf"\b(?:{pattern('phrases', 'WALL')})", re.IGNORECASE)
_PASSWORD = re.compile(rb"<input\b[^>]{0,500}\btype\s*=\s*[\"']?password", re.IGNORECASE)
# What the metadata of an article's page has: its number, or where its full text is.
_ARTICLE = ("doi", "pdf")


def page_extent(
    text: str, layout: Layout, facts: Mapping[str, Any], html: bytes = b""
) -> dict[str, str]:
    """What the metadata of a page says about its extent: nothing where it may be all of it."""
    if len(text) > LONGEST:
        return {}
    words = own_words(text, layout)
    if words <= WALL_WORDS and (_WALL.search(text) or _PASSWORD.search(html)):
        return {EXTENT: Extent.WALL.value}
    if html and words <= ABSTRACT_WORDS and any(facts.get(name) for name in _ARTICLE):
        return {EXTENT: Extent.ABSTRACT.value}
    return {}


def own_words(text: str, layout: Layout) -> int:
    """How many words a page has beside its navigation, its header and its footer."""
    own = list(text)
    for mark in layout.marks:
        if mark.kind in _AROUND:
            own[mark.start : mark.end] = " " * (mark.end - mark.start)
    return len("".join(own).split())
