"""
The text of a Word document: paragraphs and tables in order, then notes, headers, footers.

Styles say what is a heading, a caption, hidden; lists give the numbers that a reader sees and no
run has; deleted and hidden words are left out and counted.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from citation_engine.formats.flow import Box, DocumentText, TableMarks
from citation_engine.formats.office.package import (
    OfficeFile,
    PackagePart,
    child,
    chosen,
    is_on,
    number_of,
    value_of,
)
from citation_engine.formats.xml import Element
from citation_engine.model.passage import Mark, MarkKind

_HEADING = re.compile(r"heading ([1-9])")
# What a field says: a link, a reference to a place in the document, a citation.
_FIELD = re.compile(
    r"\s*(?:HYPERLINK\s+\"(?P<link>[^\"]+)\"|(?P<page>PAGE)?REF\s+(?P<place>\S+)"
    r"|CITATION\s+(?P<work>\S+))"
)
_CODE = re.compile(r"\bcode\b|preformatted")
_QUOTES = frozenset(("quote", "intense quote", "block text", "quotations"))
_MOST_BASES = 20
_ON = ("1", "true", "on")
BULLET = "•"
_LEVELS = 9
_PLACE = re.compile(r"%([1-9])")
_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l")),
    *((40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
# Text that was deleted or moved away while changes were tracked, and what is no text.
_DELETED = frozenset(("del", "moveFrom"))
_NOT_TEXT = frozenset(("rPr", "pPr", "instrText", "delText", "delInstrText", "sectPr", "sdtPr"))
_SIGNS = {
    "tab": "\t",
    "ptab": "\t",
    "br": "\n",
    "cr": "\n",
    "noBreakHyphen": "\u2011",
    "softHyphen": "\u00ad",
}
_PICTURES = {"blip": "pictures", "imagedata": "pictures", "chart": "charts", "relIds": "diagrams"}
_OBJECTS = {"OLEObject": "embedded objects", "altChunk": "embedded documents"}
NOT_READ = _PICTURES | _OBJECTS
# Half points: below one point nobody reads anything.
_SMALLEST = 2
DOCX_MAIN = "word/document.xml"
# What only holds blocks; what was deleted or moved away is not among it.
_HOLDERS = frozenset(("sdt", "sdtContent", "customXml", "ins", "moveTo", "smartTag"))
_NO_NOTE = ("separator", "continuationSeparator", "continuationNotice")


class ListPlace(NamedTuple):
    """The list that a paragraph belongs to, and how deep in it."""

    list: str
    level: int | None


class DocxStyles:
    """The styles of a document, and what follows from them for a paragraph or a run."""

    def __init__(self, styles: Element | None) -> None:
        listed = list(styles.all("style")) if styles else []
        self._styles = {style.get("styleId"): style for style in listed}
        # The one of paragraphs that name none.
        usual = (
            style.get("styleId")
            for style in listed
            if style.get("type") == "paragraph" and style.get("default") in _ON
        )
        self._usual = next(usual, "")

    def name_of(self, properties: Element | None) -> str:
        """The name of a paragraph's style, in small letters."""
        return _style_name(next(self._chain(value_of(properties, "pStyle")), None))

    def heading_level(self, properties: Element | None) -> int | None:
        """The level of a heading from 1, or None where a paragraph is none."""
        level = number_of(value_of(properties, "outlineLvl"))
        chain = self._chain(value_of(properties, "pStyle")) if level is None else ()
        for style in chain:
            name = _style_name(style)
            if name == "title":
                return 1
            if heading := _HEADING.fullmatch(name):
                return int(heading[1])
            level = number_of(value_of(child(style, "pPr"), "outlineLvl"))
            if level is not None:
                break
        return level + 1 if level is not None and 0 <= level < 9 else None

    def is_set(self, paragraph: Element | None, run: Element | None, name: str) -> bool:
        """Whether a run is hidden or bold, by itself or by its styles."""
        stated = is_on(run, name)
        names = value_of(run, "rStyle"), value_of(paragraph, "pStyle")
        styles = (style for name in names for style in self._chain(name))
        while stated is None and (style := next(styles, None)):
            stated = is_on(child(style, "rPr"), name)
        return stated or False

    def list_of(self, properties: Element | None) -> tuple[ListPlace | None, str]:
        """The list of a paragraph, and the style that puts it there, if a style does."""
        if stated := _list_place(properties):
            return stated, ""
        for style in self._chain(value_of(properties, "pStyle")):
            if place := _list_place(child(style, "pPr")):
                return place, style.get("styleId")
        return None, ""

    def _chain(self, style_id: str | None) -> Iterator[Element]:
        """A style and those that it is based on."""
        for _ in range(_MOST_BASES):
            style = self._styles.get(style_id if style_id is not None else self._usual)
            if style is None:
                return
            yield style
            style_id = value_of(style, "basedOn") or ""


def _style_name(style: Element | None) -> str:
    return (value_of(style, "name") or "").lower()


def _list_place(properties: Element | None) -> ListPlace | None:
    """The list that these properties name."""
    numbers = child(properties, "numPr")
    stated = value_of(numbers, "numId")
    return None if stated is None else ListPlace(stated, number_of(value_of(numbers, "ilvl")))


@dataclass(frozen=True, slots=True)
class _ListLevel:
    format: str = "decimal"
    label: str = ""
    start: int = 1
    style: str = ""
    legal: bool = False


@dataclass(slots=True)
class _DocxList:
    """A list: its levels, and how far each has been counted. Several numbers may share it."""

    levels: dict[int, _ListLevel]
    counts: dict[int, int] = field(default_factory=dict)


class DocxLists:
    """The lists of a document while it is read from the beginning to the end."""

    def __init__(self, numbering: Element | None) -> None:
        every = numbering.children if numbering else []
        top = every[0].children if len(every) == 1 else every
        self._lists = {
            element.get("abstractNumId"): _DocxList(_levels(element))
            for element in top
            if element.name == "abstractNum"
        }
        self._numbers = {element.get("numId"): element for element in top if element.name == "num"}
        self._started: set[str] = set()

    def label(self, place: ListPlace, style: str = "") -> str:
        """The sign before the next paragraph at this place; empty where it has none."""
        number = self._numbers.get(place.list)
        numbered = self._lists.get(value_of(number, "abstractNumId") or "")
        if number is None or numbered is None:
            return ""
        level = place.level
        if level is None:
            level = next(
                (n for n, other in numbered.levels.items() if style and other.style == style), 0
            )
        self._start(place.list, number, numbered)
        return _next_label(numbered, min(max(level, 0), _LEVELS - 1))

    def _start(self, name: str, number: Element, numbered: _DocxList) -> None:
        """The first use of a number may start its list anew."""
        if name in self._started:
            return
        self._started.add(name)
        for element in number.children:
            level, start = number_of(element.get("ilvl")), value_of(element, "startOverride")
            if element.name == "lvlOverride" and level is not None and number_of(start) is not None:
                numbered.counts[level] = (number_of(start) or 0) - 1


def _next_label(numbered: _DocxList, level: int) -> str:
    own = numbered.levels.get(level, _ListLevel())
    if own.format == "bullet":
        return BULLET
    for upper in range(level):
        numbered.counts.setdefault(upper, numbered.levels.get(upper, _ListLevel()).start)
    numbered.counts[level] = numbered.counts.get(level, own.start - 1) + 1
    for deeper in range(level + 1, _LEVELS):
        numbered.counts.pop(deeper, None)

    def counted(match: re.Match[str]) -> str:
        which = int(match[1]) - 1
        format = numbered.levels.get(which, _ListLevel()).format
        return written_number(numbered.counts.get(which, 1), "decimal" if own.legal else format)

    return "" if own.format == "none" else _PLACE.sub(counted, own.label).strip()


def _levels(abstract: Element) -> dict[int, _ListLevel]:
    levels = {}
    for element in abstract.children:
        number = number_of(element.get("ilvl"))
        if element.name == "lvl" and number is not None and 0 <= number < _LEVELS:
            start = number_of(value_of(element, "start"))
            levels[number] = _ListLevel(
                format=value_of(element, "numFmt") or "decimal",
                label=value_of(element, "lvlText") or "",
                start=1 if start is None else start,
                style=value_of(element, "pStyle") or "",
                legal=is_on(element, "isLgl") or False,
            )
    return levels


def written_number(number: int, format: str) -> str:
    """A number in a format of Word; unknown formats are written in digits."""
    return _FORMATS.get(format, str)(number)


def _letters(number: int) -> str:
    """Letters from a to z, then aa, bb and so on."""
    if not 1 <= number <= 26 * 20:
        return str(number)
    return chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)


def _roman(number: int) -> str:
    if not 1 <= number < 4000:
        return str(number)
    signs = []
    for value, sign in _ROMAN:
        count, number = divmod(number, value)
        signs.append(sign * count)
    return "".join(signs)


_FORMATS: dict[str, Callable[[int], str]] = {
    "none": lambda _: "",
    "decimalZero": lambda number: f"{number:02}",
    "lowerLetter": _letters,
    "upperLetter": lambda number: _letters(number).upper(),
    "lowerRoman": _roman,
    "upperRoman": lambda number: _roman(number).upper(),
}


@dataclass(slots=True)
class ParagraphWords:
    """
    The words of a paragraph as they are gathered.

    `boxes` are the text boxes that hang on it. Words are hidden if they are marked as hidden, are
    smaller than a point, or are white on bare paper. `inner` are links and what stands above the
    line, by where they begin and end in the words; `bold` is how far all words are bold.
    """

    styles: DocxStyles
    label_note: "NoteLabels"
    bare_paper: bool = True
    parts: list[str] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)
    hidden: int = 0
    deleted: int = 0
    not_read: Counter[str] = field(default_factory=Counter)
    links: Mapping[str, str] = field(default_factory=dict)
    inner: list[tuple[MarkKind, int, int, str]] = field(default_factory=list)
    bold: int = 0
    _bold_ended: bool = False
    _properties: Element | None = None
    _length: int = 0
    # The names of the places that it has, by which others refer to it.
    places: list[str] = field(default_factory=list)
    # What fields say while they are read, and where their results begin.
    _fields: list[tuple[str, int]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The words so far."""
        return "".join(self.parts)

    def take_paragraph(self, paragraph: Element) -> None:
        """Take all runs of a paragraph."""
        self._properties = child(paragraph, "pPr")
        self._take(paragraph, hidden=False)

    def _take(self, element: Element, *, hidden: bool) -> None:
        for inner in element.children:
            if inner.name in _DELETED:
                self.deleted += _length(inner)
            elif inner.name == "r":
                self._take_run(inner, hidden=hidden or self._is_hidden(child(inner, "rPr")))
            elif inner.name in ("hyperlink", "fldSimple"):
                start = self._length
                self._take(inner, hidden=hidden)
                self._note(MarkKind.LINK, start, self.links.get(inner.get("id"), ""))
                self._note_field(inner.get("instr"), start)
            elif inner.name == "t":
                self._add("".join(inner.texts), hidden=hidden)
            elif inner.name == "txbxContent":
                self.boxes.append(inner)
            elif inner.name == "AlternateContent":
                self._take(chosen(inner), hidden=hidden)
            elif inner.name not in _NOT_TEXT or inner.name == "instrText":
                self._take_sign(inner, hidden=hidden)
                self._take(inner, hidden=hidden)

    def _take_run(self, run: Element, *, hidden: bool) -> None:
        """The words of a run, with what its letters say."""
        start, properties = self._length, child(run, "rPr")
        self._take(run, hidden=hidden)
        words = "".join(self.parts)[start:] if self._length > start else ""
        if words.strip() and not self._bold_ended:
            self._bold_ended = not self.styles.is_set(self._properties, properties, "b")
            self.bold = self.bold if self._bold_ended else self._length
        if value_of(properties, "vertAlign") == "superscript":
            self._note(MarkKind.SUPERSCRIPT, start)

    def _take_field(self, element: Element) -> None:
        """A field that Word keeps among the runs: what it says, its result, its end."""
        kind = element.get("fldCharType")
        if kind == "begin":
            self._fields.append(("", -1))
        elif self._fields:
            said, start = self._fields.pop()
            if element.name == "instrText":
                self._fields.append((said + "".join(element.texts), start))
            elif kind == "separate":
                self._fields.append((said, self._length))
            elif start >= 0:
                self._note_field(said, start)

    def _note_field(self, said: str, start: int) -> None:
        if not (found := _FIELD.match(said)):
            return
        if found["work"]:
            self._note(MarkKind.CITATION, start, found["work"])
        else:
            inside = "#" if found["page"] else f"#{found['place']}"
            self._note(MarkKind.LINK, start, found["link"] or inside)

    def _note(self, kind: MarkKind, start: int, name: str = "") -> None:
        if start < self._length and (name or kind is not MarkKind.LINK):
            self.inner.append((kind, start, self._length, name))

    def _take_sign(self, element: Element, *, hidden: bool) -> None:
        if element.name in ("fldChar", "instrText"):
            self._take_field(element)
        elif element.name == "bookmarkStart":
            self.places.append(element.get("name"))
        elif element.name in _SIGNS:
            self._add(_SIGNS[element.name], hidden=hidden)
        elif element.name == "sym":
            self._add(_symbol(element.get("char")), hidden=hidden)
        elif element.name in ("footnoteReference", "endnoteReference"):
            start, sign = self._length, self.label_note(element)
            self._add(sign, hidden=hidden)
            self._note(MarkKind.SUPERSCRIPT, start, f"^{sign.strip('[]')}")
        elif element.name in NOT_READ and not hidden:
            self.not_read[NOT_READ[element.name]] += 1

    def _add(self, words: str, *, hidden: bool) -> None:
        if hidden:
            self.hidden += len(words.strip())
        else:
            self.parts.append(words)
            self._length += len(words)

    def _is_hidden(self, run: Element | None) -> bool:
        if self.styles.is_set(self._properties, run, "vanish"):
            return True
        size = number_of(value_of(run, "sz"))
        if size is not None and size < _SMALLEST:
            return True
        shaded = child(run, "shd") or child(run, "highlight") or child(self._properties, "shd")
        is_white = (value_of(run, "color") or "").upper() == "FFFFFF"
        return is_white and self.bare_paper and not shaded


class NoteLabels:
    """Gives the sign that stands in the text where a note is referred to."""

    def __init__(self) -> None:
        self.numbers: dict[str, dict[str, str]] = {"footnote": {}, "endnote": {}}

    def __call__(self, reference: Element) -> str:
        """The sign of the note that is referred to; empty where the author wrote one."""
        kind = reference.name.removesuffix("Reference")
        labels = self.numbers[kind]
        note = reference.get("id")
        if reference.get("customMarkFollows") in _ON:
            labels.setdefault(note, "")
            return ""
        if note not in labels:
            counted = sum(1 for label in labels.values() if label) + 1
            # Word counts so where nothing else is said: footnotes 1, 2, 3, endnotes i, ii, iii.
            format = "decimal" if kind == "footnote" else "lowerRoman"
            labels[note] = written_number(counted, format)
        return f"[{labels[note]}]" if labels[note] else ""


def _symbol(code: str) -> str:
    """A character of a symbol font, which fonts keep in a private area."""
    try:
        number = int(code, 16)
    except ValueError:
        return "\ufffd"
    return chr(number) if 0x20 <= number < 0xD800 or 0xE000 <= number <= 0xFFFD else "\ufffd"


def _length(deleted: Element) -> int:
    return sum(
        len("".join(element.texts)) for name in ("delText", "t") for element in deleted.all(name)
    )


def read_docx(office: OfficeFile) -> DocumentText:
    """The words of a document and their marks."""
    path = office.main_part(DOCX_MAIN)
    document = office.xml(path)
    parts = office.parts_of(path)
    reading = _DocxReading(
        DocxStyles(office.xml_of_kind(parts, "styles")),
        DocxLists(office.xml_of_kind(parts, "numbering")),
        office.links_of(path),
    )
    reading.bare_paper = document.first("background") is None
    body = document.first("body") or Element("")
    reading.blocks(body)
    for kind in ("footnote", "endnote"):
        reading.links = office.links_of(f"word/{kind}s.xml")
        reading.notes(kind, office.xml_of_kind(parts, f"{kind}s"))
    settings = office.xml_of_kind(parts, "settings")
    for kind, part in _edges(document, parts, settings):
        if part.path in office.archive.names:
            reading.edge(kind, office.xml(part.path))
    reading.resolve_places()
    return reading.written


class _DocxReading:
    """The work on one document."""

    def __init__(self, styles: DocxStyles, lists: DocxLists, links: Mapping[str, str]) -> None:
        self.written = DocumentText()
        self.links = links
        self.styles = styles
        self.lists = lists
        self.bare_paper = True
        self._label_note = NoteLabels()
        # How many tables and text boxes are around: their ground may have any colour.
        self._inside = 0
        self._cells = 0
        # What stands before the first words of a note.
        self._lead = ""
        # Where the places are that fields refer to, and the names of the next paragraph.
        self._places: dict[str, int] = {}
        self._next_places: list[str] = []

    def blocks(self, holder: Element) -> None:
        """Paragraphs and tables, in order."""
        for element in holder.children:
            if element.name == "p":
                self._paragraph(element)
            elif element.name == "tbl":
                self._table(element)
            elif element.name == "bookmarkStart":
                self._next_places.append(element.get("name"))
            elif element.name == "AlternateContent":
                self.blocks(chosen(element))
            elif element.name in _HOLDERS:
                self.blocks(element)
            elif element.name in NOT_READ:
                self.written.not_read[NOT_READ[element.name]] += 1

    def notes(self, kind: str, notes: Element | None) -> None:
        """The notes that the text refers to, in that order, each with its sign."""
        known = {note.get("id"): note for note in notes.all(kind)} if notes else {}
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
        for element in part.children:
            self.blocks(element)
        self.written.mark(box, kind)

    def resolve_places(self) -> None:
        """Let links to places in the document say at which character those begin, if at any."""
        for number, mark in enumerate(self.written.marks):
            if mark.kind is MarkKind.LINK and mark.name.startswith("#"):
                name = f"#{self._places.get(mark.name[1:], '')}"
                self.written.marks[number] = mark.model_copy(update={"name": name})

    def _paragraph(self, paragraph: Element) -> None:
        properties = child(paragraph, "pPr")
        bare_paper = self.bare_paper and not self._inside
        run = ParagraphWords(self.styles, self._label_note, bare_paper, links=self.links)
        run.take_paragraph(paragraph)
        words, line_ends = run.text.strip(), 1 if self._cells else 2
        lead = first = len(run.text) - len(run.text.lstrip())
        place, style = self.styles.list_of(properties)
        label = self.lists.label(place, style) if place and words else ""
        level = self.styles.heading_level(properties)
        if label:
            words = f"{label} {words}"
            line_ends = line_ends if level else 1
            lead -= len(label) + 1
        if words and self._lead:
            lead -= len(self._lead)
            words, self._lead = self._lead + words, ""
        box = self.written.paragraph(words, line_ends)
        if words:
            self._places |= dict.fromkeys((*self._next_places, *run.places), box.start)
            self._next_places = []
        self._mark_paragraph(box, words, level, self.styles.name_of(properties))
        if words and not self._inside and not level:
            depth = (place.level or 0) + 1 if place else 1
            is_bold = run.bold >= len(run.text.rstrip())
            kind = MarkKind.ITEM if label else MarkKind.BOLD if is_bold else None
            if kind:
                self.written.mark(box, kind, label, depth if label else None)
        if first < run.bold < len(run.text.rstrip()):
            run.inner.insert(0, (MarkKind.LEAD, first, run.bold, ""))
        self._mark_inner(box, run, lead)
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
        elif _CODE.search(style):
            self.written.mark(box, MarkKind.CODE)
        elif style in _QUOTES and not self._inside:
            self.written.mark(box, MarkKind.QUOTE)

    def _mark_inner(self, box: Box, run: ParagraphWords, lead: int) -> None:
        """Mark the links and superscripts of a paragraph, whose words begin at `lead`."""
        for kind, first, last, name in run.inner:
            start, end = box.start + max(0, first - lead), min(box.end, box.start + last - lead)
            if box.start >= 0 and start < end:
                self.written.marks.append(Mark(kind=kind, start=start, end=end, name=name))

    def _note_remarks(self, run: ParagraphWords) -> None:
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
                self.written.deleted += sum(len(element.text) for element in row.all("delText"))
                continue
            heads = bool(is_on(properties, "tblHeader"))
            marks.start_row(number_of(value_of(properties, "gridBefore")) or 0, heads=heads)
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
    for element in holder.children:
        if element.name == name:
            yield element
        elif element.name in _HOLDERS:
            yield from _held(element, name)


def _edges(
    document: Element, parts: dict[str, PackagePart], settings: Element | None
) -> Iterator[tuple[MarkKind, PackagePart]]:
    """The headers and then the footers that are shown, each once."""
    differ = child(settings and settings.first("settings"), "evenAndOddHeaders")
    for name, kind in (("header", MarkKind.HEADER), ("footer", MarkKind.FOOTER)):
        done = set()
        for section in document.all("sectPr"):
            for reference in section.children:
                shown = {
                    "first": bool(is_on(section, "titlePg")),
                    "even": differ is not None,
                }.get(reference.get("type"), True)
                part = parts.get(reference.get("id"))
                if reference.name == f"{name}Reference" and shown and part and part not in done:
                    done.add(part)
                    yield kind, part
