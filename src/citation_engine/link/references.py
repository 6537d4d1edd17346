"""
Finds what a draft itself says about its sources: lists of references and footnotes.

Everything is found by its exact place in the draft, in time linear to its length. JSON and YAML
drafts have none: what they say about their sources is data, not text.
"""

from citation_engine.formats.markdown.shelters import joined
from citation_engine.link.reference_html import find_html_lists
from citation_engine.link.reference_lists import ReferenceList, find_lists
from citation_engine.link.reference_words import MOST_READ, read_entry
from citation_engine.markers.footnotes import find_definitions
from citation_engine.model.draft import DraftFormat, Reference
from citation_engine.model.passage import Span

_DATA = (DraftFormat.JSON, DraftFormat.YAML)


def find_references(text: str, format: DraftFormat) -> list[Reference]:
    """
    Return the entries of a draft's lists of references and its footnotes, in order.

    An entry without a number or a name has an empty label: markers can only mean it by its
    place in the list.
    """
    return read_references(text, format)[0]


def read_references(text: str, format: DraftFormat) -> tuple[list[Reference], list[Span]]:
    """
    Return the references of a draft, and where lists of them and footnotes stand.

    What stands there is not read as claims. The heading of a list belongs to it. The stretches
    are in order and do not overlap.
    """
    lists = _lists(text, format)
    notes = _footnotes(text) if format is DraftFormat.MARKDOWN else []
    places = {note.span.start for note in notes}
    listed = [entry for found in lists for entry in found.references]
    kept = [entry for entry in listed if entry.span.start not in places]
    entries = sorted((*kept, *notes), key=lambda entry: entry.span)
    return entries, joined([*(found.span for found in lists), *(note.span for note in notes)])


def _lists(text: str, format: DraftFormat) -> list[ReferenceList]:
    if format in _DATA:
        return []
    if format is DraftFormat.HTML:
        return find_html_lists(text)
    return find_lists(text, markdown=format is DraftFormat.MARKDOWN)


def _footnotes(text: str) -> list[Reference]:
    """The definitions of footnotes, with the addresses that are in them."""
    found = []
    for note in find_definitions(text):
        written = note.span.of(text)[:MOST_READ]
        words = written.partition("]:")[2]
        found.append(read_entry(note.label, note.span, words))
    return found
