"""
Reads the markers of a draft, whatever their dialect.

Where a sign could be two things, the most specific wins: `[[S:1]]` before `[S:1]` before `[1]`.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from citation_engine.errors import InvalidInput
from citation_engine.formats.markdown.shelters import is_sheltered
from citation_engine.language.tokens import lower
from citation_engine.markers import (
    authors,
    brackets,
    footnotes,
    links,
    mentions,
    named,
    numeric,
    sidecar,
    spellings,
    sup,
    tokens,
    usage,
)
from citation_engine.markers.numbers import read_numbers
from citation_engine.markers.page import Page
from citation_engine.markers.scanning import Grammar, in_order, replaced, scan, stripped
from citation_engine.model.draft import DraftFormat, Marker, Reference
from citation_engine.model.passage import Layout, Span
from citation_engine.ports import Dialect

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
_MODULES = (usage, tokens, footnotes, sup, named, brackets, numeric, authors, links, sidecar)
_FIRST_NUMBER = re.compile(r"\d{1,3}(?!\d)")
_DATA = (DraftFormat.JSON, DraftFormat.YAML)
_DOCUMENTS = (DraftFormat.DOCX, DraftFormat.PDF)


@dataclass(frozen=True, slots=True)
class KnownDialect:
    """A dialect of ours, by its name."""

    name: str

    def find(self, text: str, /) -> list[Marker]:
        """The markers of a text in Markdown; those of a sidecar in JSON or YAML."""
        is_data = self.name == sidecar.DIALECT
        format = sidecar.format_of(text) if is_data else DraftFormat.MARKDOWN
        return find_markers(text, format, dialects=[self.name])


DIALECTS: Mapping[str, Dialect] = {
    module.DIALECT: KnownDialect(module.DIALECT) for module in _MODULES
}


def find_markers(
    text: str,
    format: DraftFormat = DraftFormat.MARKDOWN,
    *,
    dialects: Collection[str] | None = None,
    others: Mapping[str, Dialect] | None = None,
    references: Sequence[Reference] | None = None,
    known: Sequence[str] = (),
    layout: Layout | None = None,
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
        others: dialects beside ours, by name.
        references: the entries of its own lists; where it is None they are looked for.
        known: the keys and entries of a bibliography, and what sources are called.
        layout: what a reader knows about the text of a DOCX or PDF: its links, what is raised.

    """
    beside = others or {}
    page = Page(text, format, references=references, known=known, layout=layout)
    return _found(page, _checked(dialects, beside), beside, entries=False)


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
    found = _found(Page(text, format), _checked(dialects, {}), {}, entries=labels)
    return replaced(text, found, write)


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


def _found(
    page: Page, dialects: Collection[str] | None, others: Mapping[str, Dialect], *, entries: bool
) -> list[Marker]:
    if page.format in _DATA and (dialects is None or sidecar.DIALECT in dialects):
        beside = sidecar.find(page.text, page.format)
        if dialects is None:
            return beside or _in_words(page, {*DIALECTS, *others}, others, entries=entries)
        own = sidecar.read_sidecar(page.text, page.format).span
        words = [
            marker
            for marker in _in_words(page, dialects, others, entries=entries)
            if own is None or marker.span.end <= own.start or marker.span.start >= own.end
        ]
        return in_order([*beside, *words])
    return _in_words(page, dialects, others, entries=entries)


def _in_words(
    page: Page, dialects: Collection[str] | None, others: Mapping[str, Dialect], *, entries: bool
) -> list[Marker]:
    grammars = tuple(one for one in GRAMMARS if dialects is None or one.dialect in dialects)
    found = list(scan(page, grammars, entries=entries)) if grammars else []
    extra = [
        marker
        for name, dialect in others.items()
        if dialects is None or name in dialects
        for marker in _of_another(dialect, page)
    ]
    extra += spellings.find_spelled(page, dialects)
    if dialects is None or numeric.DIALECT in dialects:
        bracketed = sum(one.dialect == numeric.DIALECT for one in found)
        extra += numeric.find_raised(page, bracketed)
    extra += _in_fields(page, dialects)
    if dialects is None or authors.DIALECT in dialects:
        extra += (*authors.find_entries(page), *authors.find_authors(page))
        extra += authors.find_undated(page)
    elements = sup.find_elements(page)
    extra += (one for one in elements if dialects is None or one.dialect in dialects)
    if dialects is None or footnotes.DIALECT in dialects:
        found = [*footnotes.find_notes(page), *found]
    if not found and not extra and (dialects is None or numeric.DIALECT in dialects):
        extra += numeric.find_parenthesised(page)
    if dialects is None:
        apart = sum(not one.text.startswith("[[") for one in (*found, *extra))
        named = [*mentions.find_mentions(page)]
        # A draft that cites otherwise only here and there cites by what it names.
        extra += named if len(named) >= 5 * apart else []
    if dialects is None:
        labels = {one.span.start for one in page.references or ()}
        backing = [
            marker
            for marker in (*found, *extra)
            if marker.dialect != usage.DIALECT and marker.span.start not in labels
        ]
        led = list(links.chosen(page, backing))
        # The link of a document may have the words of a marker, and its address says more.
        found = [*led, *found] if page.format in _DOCUMENTS else [*found, *extra, *led]
    elif links.DIALECT in dialects and page.format not in _DATA:
        extra += (links.marker_of(link, page.text) for link in links.citing(page))
    return in_order([*found, *extra])


def _in_fields(page: Page, dialects: Collection[str] | None) -> Iterator[Marker]:
    """What a word processor keeps as a citation: the numbers that it shows, or the authors."""
    for field in page.fields:
        shown = field.of(page.view)
        span = Span(field.end - len(shown.lstrip()), field.start + len(shown.rstrip()))
        words = shown.strip(" ()[]")
        first = _FIRST_NUMBER.match(words)
        numbers = (read_numbers(words)[0] or (int(first[0]),)) if first else ()
        dialect = numeric.DIALECT if numbers else authors.DIALECT
        names = () if numbers else tuple(authors.names_in(words) or [lower(words)])
        is_told = numbers or any(map(str.isalpha, words))
        if is_told and (dialects is None or dialect in dialects):
            text = span.of(page.text)
            yield Marker(dialect=dialect, span=span, text=text, numbers=numbers, names=names)


def _of_another(dialect: Dialect, page: Page) -> Iterator[Marker]:
    """The markers that a dialect beside ours finds where markers can be."""
    for marker in dialect.find(page.view):
        if not is_sheltered(page.shelters, marker.span.start, marker.span.end):
            yield marker.model_copy(update={"text": marker.span.of(page.text)})


def _checked(dialects: Collection[str] | None, others: Collection[str]) -> Collection[str] | None:
    unknown = sorted(set(dialects or ()) - {*DIALECTS, *others})
    if unknown:
        raise InvalidInput(
            f"There is no dialect of markers called {unknown[0]!r}.",
            fix=f"Choose among {', '.join((*DIALECTS, *others))}.",
        )
    return dialects
