"""A source in one line: for a footnote, and for the table under a report."""

import re
from collections.abc import Iterable

from citation_engine.display import one_line
from citation_engine.model.checked import CheckedSource
from citation_engine.urls import fault_of

# Nobody reads longer titles, and one line must stay one line.
LONGEST = 1_000

_MARKUP = re.compile(r"[\\\[\]<`]")


def describe(
    title: str, publisher: str | None = None, year: str | None = None, url: str | None = None
) -> str:
    """
    Return a source in one line of Markdown: `Title — Publisher (Year) <address>`.

    The words come from strangers, so nothing in them is taken for a marker, a link or a tag.
    Only what leads to a page is written as an address.
    """
    said = _plain(title) or "Untitled"
    if publisher := _plain(publisher or ""):
        said += f" — {publisher}"
    if year := _plain(year or ""):
        said += f" ({year})"
    if address := (url or "").strip():
        leads = not fault_of(address) and not {"<", ">"} & set(address)
        said += f" <{address}>" if leads else f" {_plain(address)}"
    return said


def describe_source(source: CheckedSource) -> str:
    """Return a source of a checked draft in one line of Markdown."""
    return describe(source.name, source.publisher, source.year, source.url)


def source_table(sources: Iterable[CheckedSource]) -> list[tuple[str, str, str]]:
    """Return a row for each source: its label, its title, and its address or path."""
    return [
        (source.label, one_line(source.name), one_line(source.url or source.identifier))
        for source in sources
    ]


def _plain(words: str) -> str:
    # Most words are on one line as they are, and looking at each letter takes its time.
    if len(words) > LONGEST or not words.isprintable() or "  " in words:
        words = one_line(words, LONGEST)
    return _MARKUP.sub(r"\\\g<0>", words.strip())
