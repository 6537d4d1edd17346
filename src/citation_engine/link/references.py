"""
Finds what a draft itself says about its sources: lists of references and footnotes.

Everything is found by its exact place in the draft, in time linear to its length. JSON and YAML
drafts have none: what they say about their sources is data, not text.
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial

from citation_engine.formats.markdown.blocks import front_matter_end
from citation_engine.formats.markdown.shelters import joined
from citation_engine.link.reference_html import find_html_lists
from citation_engine.link.reference_lists import (
    BOLD_LEVEL,
    ReferenceList,
    find_lists,
    names_references,
)
from citation_engine.link.reference_words import MOST_READ, read_entry
from citation_engine.markers.footnotes import find_definitions
from citation_engine.model.draft import DraftFormat, Reference
from citation_engine.model.passage import Layout, MarkKind, Span

_NUMBER = re.compile(r"\d{1,4}")
_BRACKETED = re.compile(r"(?<![^\s>\u200b])\[(\d{1,4})\](?!\()")
_LABEL = re.compile("\\[(\u200b+)([^\\[\\]\u200b]{1,80})(\u200b+)\\]")
_INDENT = re.compile("(?:^|(?<=^[•.] )|(?<=[0-9]\\. ))[ \t\u200b]+", re.MULTILINE)
_ENDS = re.compile("[: \t\u200b]*(?:\n|\\Z)")
# A field of the front matter that names sources: in one line, or item by item below it.
_FIELD = re.compile(
    r"^(?P<name>[^\W\d][\w -]{2,40}):[ \t]*(?P<inline>\[[^\n]*\])?[ \t]*$", re.MULTILINE
)
_ITEM = re.compile(r"[ \t]*-[ \t]+(?P<item>[^\n]+(?:\n[ \t]++(?!-[ \t])[^\n]+)*)(?:\n|\Z)")
_IN_LINE = re.compile(r"\"[^\"\n]+\"|'[^'\n]+'|\[\[[^\[\]\n]+\]\]|[^\s,\[\]\"'][^,\[\]\n]*")
_BLOCKS = (MarkKind.PARAGRAPH, MarkKind.ITEM, MarkKind.BOLD, MarkKind.NOTE)
_DATA = (DraftFormat.JSON, DraftFormat.YAML)


def find_references(text: str, format: DraftFormat) -> list[Reference]:
    """
    Return the entries of a draft's lists of references and its footnotes, in order.

    An entry without a number or a name has an empty label: markers can only mean it by its
    place in the list.
    """
    return read_references(text, format)[0]


def read_references(
    text: str, format: DraftFormat, layout: Layout | None = None, known: Sequence[str] = ()
) -> tuple[list[Reference], list[Span]]:
    """
    Return the references of a draft, and where lists of them and footnotes stand.

    What stands there is not read as claims. The heading of a list belongs to it. The stretches
    are in order and do not overlap. What sources are called, `known`, tells entries from words.
    """
    if format is DraftFormat.LATEX:
        # What is not seen stands behind a label, and begins no line.
        text = _LABEL.sub(r"[\2]\1\3", text).replace("\u2028", "\n")
        text = _INDENT.sub(lambda unseen: " " * len(unseen[0]), text)
    lists = _lists(text, format, layout, known)
    if format is DraftFormat.MARKDOWN and not lists:
        lists = _front_lists(text)
    notes = _footnotes(text) if format is DraftFormat.MARKDOWN else []
    places = {note.span.start for note in notes}
    listed = [
        entry
        for found in lists
        for entry in _apart(text, found.references, html=format is DraftFormat.HTML)
    ]
    kept = [entry for entry in listed if entry.span.start not in places]
    entries = sorted((*kept, *notes), key=lambda entry: entry.span)
    return entries, joined([*(found.span for found in lists), *(note.span for note in notes)])


def _apart(text: str, entries: Sequence[Reference], *, html: bool) -> Iterator[Reference]:
    """
    The entries of a list, each by itself, as in "[1] One. [2] Two." of one paragraph.

    Lines without a blank line between them become one paragraph where Markdown is rendered.
    """
    known = {entry.label for entry in entries}
    for entry in entries:
        labels: list[re.Match[str]] = []
        expected = int(entry.label) if _NUMBER.fullmatch(entry.label) else 0
        for label in _BRACKETED.finditer(text, entry.span.start, entry.span.end):
            if int(label[1]) == expected and not (labels and label[1] in known):
                labels.append(label)
                expected += 1
        if len(labels) < 2:
            yield entry
            continue
        ends = [*(label.start() for label in labels[1:]), entry.span.end]
        for label, end in zip(labels, ends, strict=True):
            start = label.start() if label is not labels[0] else entry.span.start
            yield read_entry(label[1], Span(start, end), text[label.end() : end], html=html)


def _headings(text: str, layout: Layout | None) -> dict[int, int]:
    """The levels of the headings that a layout marks, by where their lines begin."""
    levels = {MarkKind.HEADING: 1, MarkKind.BOLD: BOLD_LEVEL, MarkKind.LEAD: BOLD_LEVEL}
    return {
        text.rfind("\n", 0, mark.start) + 1: mark.level or levels[mark.kind]
        for mark in (layout.marks if layout else ())
        if mark.kind in levels and (mark.kind is not MarkKind.LEAD or _ENDS.match(text, mark.end))
    }


def _lists(
    text: str, format: DraftFormat, layout: Layout | None, known: Sequence[str]
) -> list[ReferenceList]:
    if format in _DATA:
        return []
    if format is DraftFormat.HTML:
        return find_html_lists(text)
    marks = layout.marks if layout else ()
    blocks = {one.start: one.kind is MarkKind.ITEM for one in marks if one.kind in _BLOCKS}
    headings = _headings(text, layout)
    is_markdown = format is DraftFormat.MARKDOWN
    links = [
        Span(mark.start, mark.end)
        for mark in marks
        if mark.kind is MarkKind.LINK and "://" in mark.name
    ]
    told = partial(find_lists, markdown=is_markdown, known=known)
    return told(text, marked=headings, blocks=blocks, linked=links)


def _front_lists(text: str) -> list[ReferenceList]:
    """The sources that the front matter lists: what the draft as a whole rests on."""
    end = front_matter_end(text)
    found = []
    for named in _FIELD.finditer(text, 0, end):
        if not names_references(named["name"].replace("_", " ").replace("-", " ")):
            continue
        items = [Span(*one.span()) for one in _IN_LINE.finditer(text, *named.span("inline"))]
        at = named.end() + 1
        while not named["inline"] and (item := _ITEM.match(text, at, end)):
            items.append(Span(*item.span("item")))
            at = item.end()
        entries = [read_entry("", span, span.of(text).strip("\"' ")) for span in items]
        if entries:
            found.append(ReferenceList(Span(named.start(), items[-1].end), entries))
    return found


def _footnotes(text: str) -> list[Reference]:
    """The definitions of footnotes, with the addresses that are in them."""
    found = []
    for note in find_definitions(text):
        written = note.span.of(text)[:MOST_READ]
        words = written.partition("]:")[2]
        entry = read_entry(note.label, note.span, words)
        found.append(entry.model_copy(update={"is_note": True}))
    return found
