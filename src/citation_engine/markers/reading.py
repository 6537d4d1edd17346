"""
Reads the markers of a draft, whatever their dialect.

Where a sign could be two things, the most specific wins: `[[S:1]]` before `[S:1]` before `[1]`.
"""

from collections.abc import Callable, Collection

from citation_engine.errors import InvalidInput
from citation_engine.markers import (
    brackets,
    footnotes,
    links,
    named,
    numeric,
    sidecar,
    sup,
    tokens,
    usage,
)
from citation_engine.markers.page import Page
from citation_engine.markers.scanning import Grammar, in_order, replaced, scan, stripped
from citation_engine.model.draft import DraftFormat, Marker

# Those of brackets, the most specific first.
GRAMMARS: tuple[Grammar, ...] = (
    usage.GRAMMAR,
    tokens.GRAMMAR,
    footnotes.GRAMMAR,
    sup.GRAMMAR,
    named.GRAMMAR,
    brackets.GRAMMAR,
    numeric.GRAMMAR,
)
DIALECTS = (*(grammar.dialect for grammar in GRAMMARS), links.DIALECT, sidecar.DIALECT)
_DATA = (DraftFormat.JSON, DraftFormat.YAML)


def find_markers(
    text: str,
    format: DraftFormat = DraftFormat.MARKDOWN,
    *,
    dialects: Collection[str] | None = None,
) -> list[Marker]:
    """
    Return the markers of a draft, in order, none overlapping another.

    Without `dialects` all are read. Links are then markers only where the draft cites by them,
    and markers in the strings of JSON and YAML only where there is no sidecar: a sidecar has
    the last word.

    Args:
        text: the draft as it is; all spans are into it.
        format: its format.
        dialects: the names of the dialects to read.

    """
    return _found(Page(text, format), _checked(dialects), entries=False)


def find_labels(text: str, format: DraftFormat = DraftFormat.MARKDOWN) -> list[Marker]:
    """Return what looks like markers and labels the entries of the draft's list of sources."""
    page = Page(text, format)
    return [one for one in scan(page, GRAMMARS, entries=True) if page.begins_entry(one.span.start)]


def replace_markers(
    text: str,
    write: Callable[[Marker], str],
    format: DraftFormat = DraftFormat.MARKDOWN,
    *,
    dialects: Collection[str] | None = None,
    labels: bool = False,
) -> str:
    """
    Return the draft with each marker as `write` gives it; the rest is unchanged.

    With `labels` those of the list of sources are written too, as they must be when sources get
    new numbers.
    """
    return replaced(text, _found(Page(text, format), _checked(dialects), entries=labels), write)


def strip_markers(
    text: str,
    format: DraftFormat = DraftFormat.MARKDOWN,
    *,
    dialects: Collection[str] | None = None,
) -> str:
    """
    Return the draft without its markers, but for those with a problem.

    The words of links stay where they say something. The list of sources stays.
    """
    found = find_markers(text, format, dialects=dialects)
    if any(marker.dialect == sidecar.DIALECT for marker in found):
        text = sidecar.strip(text)
        found = find_markers(text, format, dialects=dialects)
    linked = [marker for marker in found if marker.dialect == links.DIALECT]
    if linked:
        text = links.stripped_links(text, linked)
        others = set(dialects or DIALECTS) - {links.DIALECT}
        found = find_markers(text, format, dialects=others)
    return stripped(text, [one for one in found if one.dialect != sidecar.DIALECT])


def _found(page: Page, dialects: Collection[str] | None, *, entries: bool) -> list[Marker]:
    if page.format in _DATA and (dialects is None or sidecar.DIALECT in dialects):
        beside = sidecar.find(page.text, page.format)
        if dialects is None:
            return beside or _in_words(page, set(DIALECTS), entries=entries)
        own = sidecar.read_sidecar(page.text, page.format).span
        words = [
            marker
            for marker in _in_words(page, dialects, entries=entries)
            if own is None or marker.span.end <= own.start or marker.span.start >= own.end
        ]
        return in_order([*beside, *words])
    return _in_words(page, dialects, entries=entries)


def _in_words(page: Page, dialects: Collection[str] | None, *, entries: bool) -> list[Marker]:
    grammars = tuple(one for one in GRAMMARS if dialects is None or one.dialect in dialects)
    found = list(scan(page, grammars, entries=entries)) if grammars else []
    extra: list[Marker] = []
    if dialects is None or sup.DIALECT in dialects:
        extra += sup.find_elements(page)
    if dialects is None:
        others = sum(marker.dialect != usage.DIALECT for marker in (*found, *extra))
        extra += links.chosen(page, others)
    elif links.DIALECT in dialects and page.format not in _DATA:
        extra += (links.marker_of(link, page.text) for link in links.citing(page))
    return in_order([*found, *extra]) if extra else found


def _checked(dialects: Collection[str] | None) -> Collection[str] | None:
    unknown = sorted(set(dialects or ()) - set(DIALECTS))
    if unknown:
        raise InvalidInput(
            f"There is no dialect of markers called {unknown[0]!r}.",
            fix=f"Choose among {', '.join(DIALECTS)}.",
        )
    return dialects
