"""The text of a Word document: paragraphs and tables in order, then notes, headers, footers."""

from collections.abc import Iterator

from citation_engine.formats.flow import Box
from citation_engine.formats.office.docx_lists import Lists
from citation_engine.formats.office.docx_runs import NOT_READ, LabelNote, RunText
from citation_engine.formats.office.docx_styles import Styles
from citation_engine.formats.office.package import OfficeFile, Part
from citation_engine.formats.office.written import TableMarks, Written
from citation_engine.formats.office.xml_lookup import child, chosen, is_on, number_of, value_of
from citation_engine.formats.xml import Element
from citation_engine.model.layout import MarkKind

MAIN = "word/document.xml"
# What only holds blocks; what was deleted or moved away is not among it.
_HOLDERS = frozenset(("sdt", "sdtContent", "customXml", "ins", "moveTo", "smartTag"))
_NO_NOTE = ("separator", "continuationSeparator", "continuationNotice")


def read_docx(office: OfficeFile) -> Written:
    """The words of a document and their marks."""
    path = office.main_part(MAIN)
    document = office.xml(path)
    parts = office.parts_of(path)
    reading = _Reading(
        Styles(office.xml_of_kind(parts, "styles")), Lists(office.xml_of_kind(parts, "numbering"))
    )
    reading.bare_paper = document.first("background") is None
    body = document.first("body") or Element("")
    reading.blocks(body)
    for kind in ("footnote", "endnote"):
        reading.notes(kind, office.xml_of_kind(parts, f"{kind}s"))
    settings = office.xml_of_kind(parts, "settings")
    for kind, part in _edges(document, parts, settings):
        if part.path in office.archive.names:
            reading.edge(kind, office.xml(part.path))
    return reading.written


class _Reading:
    """The work on one document."""

    def __init__(self, styles: Styles, lists: Lists) -> None:
        self.written = Written()
        self.styles = styles
        self.lists = lists
        self.bare_paper = True
        self._label_note = LabelNote()
        # How many tables and text boxes are around: their ground may have any colour.
        self._inside = 0
        self._cells = 0
        # What stands before the first words of a note.
        self._lead = ""

    def blocks(self, holder: Element) -> None:
        """Paragraphs and tables, in order."""
        for one in holder.children:
            if one.name == "p":
                self._paragraph(one)
            elif one.name == "tbl":
                self._table(one)
            elif one.name == "AlternateContent":
                self.blocks(chosen(one))
            elif one.name in _HOLDERS:
                self.blocks(one)
            elif one.name in NOT_READ:
                self.written.not_read[NOT_READ[one.name]] += 1

    def notes(self, kind: str, notes: Element | None) -> None:
        """The notes that the text refers to, in that order, each with its sign."""
        known = {one.get("id"): one for one in notes.all(kind)} if notes else {}
        for note, label in list(self._label_note.numbers[kind].items()):
            element = known.get(note)
            if element is None or element.get("type") in _NO_NOTE:
                continue
            box = self.written.flow.begin()
            self._lead = f"[{label}] " if label else ""
            self.blocks(element)
            self._lead = ""
            self.written.mark(box, MarkKind.NOTE, label)

    def edge(self, kind: MarkKind, part: Element) -> None:
        """A header or a footer, once."""
        box = self.written.flow.begin()
        for one in part.children:
            self.blocks(one)
        self.written.mark(box, kind)

    def _paragraph(self, paragraph: Element) -> None:
        properties = child(paragraph, "pPr")
        run = RunText(self.styles, self._label_note, self.bare_paper and not self._inside)
        run.take_paragraph(paragraph)
        words, line_ends = run.text.strip(), 1 if self._cells else 2
        place, style = self.styles.list_of(properties)
        label = self.lists.label(place, style) if place and words else ""
        level = self.styles.heading_level(properties)
        if label:
            words = f"{label} {words}"
            line_ends = line_ends if level else 1
        if words and self._lead:
            words, self._lead = self._lead + words, ""
        box = self.written.paragraph(words, line_ends)
        self._mark_paragraph(box, words, level, self.styles.name_of(properties))
        self._note_remarks(run)
        for content in run.boxes:
            self._inside += 1
            self.blocks(content)
            self._inside -= 1

    def _mark_paragraph(self, box: Box, words: str, level: int | None, style: str) -> None:
        if level and not self._inside:
            self.written.heading(box, words, level)
        elif style == "caption":
            self.written.mark(box, MarkKind.CAPTION)
        elif style.startswith("toc "):
            self.written.mark(box, MarkKind.NAVIGATION)

    def _note_remarks(self, run: RunText) -> None:
        self.written.hidden += run.hidden
        self.written.deleted += run.deleted
        self.written.not_read += run.not_read

    def _table(self, table: Element) -> None:
        self.written.flow.start_block(2)
        marks = TableMarks(self.written)
        self._inside += 1
        for row in _held(table, "tr"):
            properties = child(row, "trPr")
            if child(properties, "del") is not None:
                self.written.deleted += sum(len(one.text) for one in row.all("delText"))
                continue
            marks.start_row(number_of(value_of(properties, "gridBefore")) or 0)
            for cell in _held(row, "tc"):
                width = value_of(child(cell, "tcPr"), "gridSpan")
                opened = marks.start_cell(number_of(width) or 1)
                self._cells += 1
                self.blocks(cell)
                self._cells -= 1
                marks.end_cell(opened)
            marks.end_row()
        self._inside -= 1
        marks.end()


def _held(holder: Element, name: str) -> Iterator[Element]:
    """The rows of a table or the cells of a row, also those inside content controls."""
    for one in holder.children:
        if one.name == name:
            yield one
        elif one.name in _HOLDERS:
            yield from _held(one, name)


def _edges(
    document: Element, parts: dict[str, Part], settings: Element | None
) -> Iterator[tuple[MarkKind, Part]]:
    """The headers and then the footers that are shown, each once."""
    differ = child(settings and settings.first("settings"), "evenAndOddHeaders")
    for name, kind in (("header", MarkKind.HEADER), ("footer", MarkKind.FOOTER)):
        done = set()
        for section in document.all("sectPr"):
            for one in section.children:
                shown = {
                    "first": bool(is_on(section, "titlePg")),
                    "even": differ is not None,
                }.get(one.get("type"), True)
                part = parts.get(one.get("id"))
                if one.name == f"{name}Reference" and shown and part and part not in done:
                    done.add(part)
                    yield kind, part
