"""Places in sources, as providers name them, turned into locators."""

from typing import Any, NamedTuple

from citation_engine.display import shortened
from citation_engine.link.providers.shapes import whole
from citation_engine.model.passage import Locator


class Where(NamedTuple):
    """A locator, and what is to be said about it."""

    locator: Locator = Locator()
    note: str = ""


def characters(start: Any, end: Any) -> Where:
    """Return the locator of a stretch of the source's text, from 0 and without the end."""
    first, last = whole(start), whole(end)
    if first is None or last is None or first > last:
        return _unreadable("characters", start, end)
    return Where(Locator(char_offset_start=first, char_offset_end=last))


def pages(first: Any, end: Any) -> Where:
    """Return the locator of pages counted from 1, where `end` is the page after the last."""
    start, after = whole(first), whole(end)
    # One page is also written with itself as its end.
    last = start if after is None or after == start else after - 1
    if not start or last is None or last < start:
        return _unreadable("pages", first, end)
    return Where(pages_through(start, last))


def page(number: Any) -> Where:
    """Return the locator of one page, counted from 1."""
    found = whole(number)
    return Where(Locator(page=found)) if found else _unreadable("page", number, None)


def pages_through(first: int, last: int) -> Locator:
    """Return the locator of the pages from the first to the last, counted from 1."""
    return Locator(page=first) if first == last else Locator(page_start=first, page_end=last)


def blocks(start: Any, end: Any) -> Where:
    """Return the locator of blocks of a source that was sent in blocks, from 0, without the end."""
    first, last = whole(start), whole(end)
    if first is None or last is None or first > last:
        return _unreadable("blocks", start, end)
    return Where(Locator.model_validate({"block_start": first, "block_end": last}))


def _unreadable(what: str, start: Any, end: Any) -> Where:
    shown = (
        shortened(start, 40) if end is None else f"{shortened(start, 40)} to {shortened(end, 40)}"
    )
    return Where(note=f"The place in the source, {what} {shown}, cannot be read.")
