"""The text of a presentation: slide by slide, with titles, tables, diagrams and notes."""

from collections.abc import Iterator
from dataclasses import dataclass

from citation_engine.errors import SourceUnreadable
from citation_engine.formats.flow import LONGEST_NAME, DocumentText, TableMarks
from citation_engine.formats.office.package import OfficeFile, PackagePart, child, chosen, number_of
from citation_engine.formats.xml import Element
from citation_engine.model.passage import MarkKind

PPTX_MAIN = "ppt/presentation.xml"
MOST_SLIDES = 5_000
_SHAPES = frozenset(("sp", "grpSp", "graphicFrame", "pic", "cxnSp", "contentPart"))
_TITLES = ("title", "ctrTitle")
_EDGES = {**dict.fromkeys(("ftr", "dt", "sldNum"), MarkKind.FOOTER), "hdr": MarkKind.HEADER}
# In hundredths of a point: below one point nobody reads anything.
_SMALLEST = 100
_ON = ("1", "true")


@dataclass(slots=True)
class Slides:
    """The words of all slides, and which of them are hidden."""

    written: DocumentText
    hidden: list[int]


def read_pptx(office: OfficeFile) -> Slides:
    """The words of a presentation and their marks."""
    path = office.main_part(PPTX_MAIN)
    presentation = office.xml(path)
    parts = office.parts_of(path)
    size = presentation.first("sldSz")
    slides = Slides(DocumentText(), [])
    names = [slide.get("id") for slide in _slide_ids(presentation)]
    if len(names) > MOST_SLIDES:
        raise SourceUnreadable(
            f"{office.archive.file_name} has {len(names):,} slides; at most {MOST_SLIDES:,} "
            "are read.",
            fix="Split it into smaller files and add those.",
        )
    for number, name in enumerate(names, 1):
        part = parts.get(name)
        slides.written.start_page()
        if part is None or part.path not in office.archive.names:
            slides.written.not_read["missing slides"] += 1
            continue
        reading = _SlideReading(office, part, slides.written, size)
        if reading.read(number):
            slides.hidden.append(number)
    return slides


def _slide_ids(presentation: Element) -> Iterator[Element]:
    listed = presentation.first("sldIdLst")
    return listed.all("sldId") if listed else iter(())


class _SlideReading:
    """The work on one slide."""

    def __init__(
        self, office: OfficeFile, part: PackagePart, written: DocumentText, size: Element | None
    ) -> None:
        self.office = office
        self.written = written
        self.slide = office.xml(part.path)
        self.parts = office.parts_of(part.path)
        width, height = (number_of(size.get(name)) if size else None for name in ("cx", "cy"))
        self.width, self.height = width or 0, height or 0
        self.title = ""

    def read(self, number: int) -> bool:
        """Add the slide; returns whether it is a hidden one."""
        box = self.written.flow.begin()
        tree = self.slide.first("spTree")
        shapes = list(_shapes(tree)) if tree else []
        for shape in sorted(shapes, key=lambda shape: _kind(shape) not in _TITLES):
            if self._off_slide(shape):
                self.written.hidden += sum(len("".join(text.texts)) for text in shape.all("t"))
            else:
                self._shape(shape)
        self._notes(number)
        # A slide without a title is no part of the one before.
        self.written.mark(box, MarkKind.SLIDE, self.title[:LONGEST_NAME] or f"Slide {number}")
        top = self.slide.first("sld")
        return top is not None and top.get("show") in ("0", "false")

    def _shape(self, shape: Element) -> None:
        if _is_hidden(shape):
            self.written.hidden += sum(len("".join(text.texts)) for text in shape.all("t"))
        elif shape.name == "grpSp":
            for inner in _shapes(shape):
                self._shape(inner)
        elif shape.name == "graphicFrame":
            self._frame(shape)
        elif shape.name in ("pic", "contentPart"):
            self.written.not_read["pictures"] += 1
        else:
            self._text_shape(shape)

    def _text_shape(self, shape: Element) -> None:
        kind = _kind(shape)
        box = self.written.flow.begin()
        words = self._paragraphs(child(shape, "txBody"))
        if kind in _TITLES and words and not self.title:
            self.title = " ".join(words.split())
            self.written.heading(box, words, 1)
        elif edge := _EDGES.get(kind):
            self.written.mark(box, edge)

    def _paragraphs(self, body: Element | None, line_ends: int = 2) -> str:
        """Add the paragraphs of a shape on lines of their own; returns their words."""
        every = []
        self.written.flow.start_block(line_ends)
        for paragraph in body.children if body else ():
            if paragraph.name == "p":
                every.append(self._words(paragraph).strip())
                self.written.paragraph(every[-1], 1)
        self.written.flow.start_block(line_ends)
        return "\n".join(filter(None, every))

    def _words(self, paragraph: Element) -> str:
        parts = []
        for run in _runs(paragraph):
            size = number_of((child(run, "rPr") or run).get("sz"))
            words = "\n" if run.name == "br" else "".join("".join(t.texts) for t in run.all("t"))
            if size is not None and size < _SMALLEST and run.name != "br":
                self.written.hidden += len(words)
            else:
                parts.append(words)
        return "".join(parts).replace("\v", "\n")

    def _frame(self, frame: Element) -> None:
        """A table, a diagram, a chart or an embedded object."""
        if table := frame.first("tbl"):
            self._table(table)
        elif diagram := frame.first("relIds"):
            part = self.parts.get(diagram.get("dm"))
            if part and part.path in self.office.archive.names:
                for point in self.office.xml(part.path).all("pt"):
                    self._paragraphs(child(point, "t"), 1)
            else:
                self.written.not_read["diagrams"] += 1
        elif frame.first("chart"):
            self.written.not_read["charts"] += 1
        else:
            self.written.not_read["embedded objects"] += 1

    def _table(self, table: Element) -> None:
        self.written.flow.start_block(2)
        marks = TableMarks(self.written)
        for row in table.children:
            if row.name != "tr":
                continue
            marks.start_row()
            for cell in row.children:
                if cell.name == "tc":
                    opened = marks.start_cell(1)
                    merged = cell.get("hMerge") in _ON or cell.get("vMerge") in _ON
                    self._paragraphs(None if merged else child(cell, "txBody"), 1)
                    marks.end_cell(opened)
            marks.end_row()
        marks.end()

    def _notes(self, number: int) -> None:
        notes = self.office.xml_of_kind(self.parts, "notesSlide")
        tree = notes.first("spTree") if notes else None
        box = self.written.flow.begin()
        for shape in _shapes(tree) if tree else ():
            if _kind(shape) == "body":
                self._paragraphs(child(shape, "txBody"))
        self.written.mark(box, MarkKind.NOTE, f"notes of slide {number}")

    def _off_slide(self, shape: Element) -> bool:
        """Whether a shape lies where no one sees it."""
        place = child(child(shape, "spPr") or child(shape, "grpSpPr") or shape, "xfrm")
        start, extent = child(place, "off"), child(place, "ext")
        if start is None or extent is None or not self.width or not self.height:
            return False
        x, y, width, height = (
            number_of(text) or 0
            for text in (start.get("x"), start.get("y"), extent.get("cx"), extent.get("cy"))
        )
        return x + width <= 0 or y + height <= 0 or x >= self.width or y >= self.height


def _shapes(tree: Element) -> Iterator[Element]:
    for element in tree.children:
        if element.name == "AlternateContent":
            yield from _shapes(chosen(element))
        elif element.name in _SHAPES:
            yield element


def _runs(paragraph: Element) -> Iterator[Element]:
    for element in paragraph.children:
        if element.name == "AlternateContent":
            yield from _runs(chosen(element))
        elif element.name in ("r", "fld", "br", "m"):
            yield element


def _kind(shape: Element) -> str:
    """What a shape is for: `title`, `body`, a footer and so on; empty for any other."""
    place = next((element for element in shape.children if element.name == "nvSpPr"), None)
    holder = child(child(place, "nvPr"), "ph")
    return (holder.get("type") or "body") if holder else ""


def _is_hidden(shape: Element) -> bool:
    for element in shape.children:
        if element.name.startswith("nv"):
            named = child(element, "cNvPr")
            return named is not None and named.get("hidden") in _ON
    return False
