"""
The cells of a spreadsheet (XLSX and ODS): a line for each row, a tab between columns.

Rows without a gap between them make a block, which is marked as a table with the range of its
cells, such as `B3:F40`. So the cell of any character can be counted. While cells are few, each
has a mark of its own. Formulas are not calculated: cells show what they showed last.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from citation_engine.errors import SourceUnreadable
from citation_engine.formats.office.package import OfficeFile, encrypted, number_of, stated_facts
from citation_engine.formats.plain import clean_source_text
from citation_engine.formats.xml import Element, parse_xml, visit_xml
from citation_engine.formats.zip import ZippedFile
from citation_engine.model.passage import Mark, MarkKind

_CELL = re.compile(r"([A-Z]{1,3})([1-9]\d{0,6})", re.ASCII)
MOST_CELLS = 2_000_000
# A layout is read whole each time; beyond this, cells have no marks of their own.
MOST_MARKED = 20_000
MOST_ROWS = 1_048_576
MOST_COLUMNS = 16_384
# Empty cells that are set as tabs between and before those with words.
_MOST_GAPS = 20_000_000
_BREAKS = re.compile(r"[\t\n\r\v\f\x85\u2028\u2029]+")
# What the formats that every Excel knows by number are for.
_BUILT_IN = {
    **dict.fromkeys((9, 10), "percentage"),
    **dict.fromkeys((*range(14, 18), *range(27, 37), *range(50, 59)), "day"),
    **dict.fromkeys((*range(18, 22), 45, 47), "time"),
    22: "moment",
    46: "elapsed",
}
_LITERAL = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]', re.IGNORECASE)
_ELAPSED = re.compile(r"\[(h+|m+|s+)\]", re.IGNORECASE)
_DAY = re.compile(r"[yd]", re.IGNORECASE)
_TIME = re.compile(r"[hs]", re.IGNORECASE)
_MONTH_ONLY = re.compile(r"m+", re.IGNORECASE)
_WHOLE = re.compile(r"-?[1-9]\d{0,14}|0", re.ASCII)
_SECONDS = 86_400
_LAST_DAY = 2_958_466
# Beyond this, a number is written with an exponent.
_LONGEST_NUMBER = 30
XLSX_MAIN = "xl/workbook.xml"
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_ON = ("1", "true")
ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet"
ODS_MAIN = "content.xml"
_MANIFEST = "META-INF/manifest.xml"
_META = "meta.xml"
_FACTS = {
    "title": ("title",),
    "author": ("initial-creator", "creator"),
    "subject": ("subject",),
    "created": ("creation-date",),
    "modified": ("date",),
}
_CELLS = ("table-cell", "covered-table-cell")
# Besides cells, these hold paragraphs: comments, drawings, and what was changed.
_ASIDE = frozenset(("annotation", "shapes", "tracked-changes", "frame", "custom-shape", "forms"))
_VALUES = ("value", "date-value", "time-value", "boolean-value", "string-value")


class SheetCell(NamedTuple):
    """A cell of a sheet, by its row and column from 1."""

    row: int
    column: int

    @property
    def name(self) -> str:
        """The name as a person knows it: B7."""
        letters, column = "", self.column
        while column > 0:
            column, rest = divmod(column - 1, 26)
            letters = chr(ord("A") + rest) + letters
        return f"{letters}{self.row}"


def cell_of(name: str) -> SheetCell | None:
    """The cell that a name such as B7 means, or None."""
    match = _CELL.fullmatch(name)
    if not match:
        return None
    column = 0
    for letter in match[1]:
        column = 26 * column + ord(letter) - ord("A") + 1
    return SheetCell(int(match[2]), column)


@dataclass(slots=True)
class Sheet:
    """A sheet while it is read: its cells in any order, by row and column."""

    name: str
    hidden: bool = False
    rows: dict[int, dict[int, str]] = field(default_factory=dict)


class Workbook:
    """The sheets of a spreadsheet while it is read, and what is to be said about them."""

    def __init__(self, file_name: str) -> None:
        self.file_name = file_name
        self.sheets: list[Sheet] = []
        self._cells = 0
        self._parts: list[str] = []
        self._length = 0
        self._marks: list[Mark] = []
        self._gaps = 0

    def add_sheet(self, name: str, *, hidden: bool) -> Sheet:
        """A sheet begins."""
        self.sheets.append(Sheet(" ".join(clean_source_text(name).split()), hidden))
        return self.sheets[-1]

    def add_cell(self, sheet: Sheet, cell: SheetCell, words: str) -> None:
        """A cell with words; breaks inside it become spaces, since a line is a row."""
        words = words if words.isalnum() else _BREAKS.sub(" ", clean_source_text(words)).strip()
        if not words:
            return
        self.expect(1)
        self._cells += 1
        if not (0 < cell.row <= MOST_ROWS and 0 < cell.column <= MOST_COLUMNS):
            raise self._too_large(f"a cell beyond column XFD or row {MOST_ROWS:,}")
        sheet.rows.setdefault(cell.row, {})[cell.column] = words

    def expect(self, cells: int) -> None:
        """Refuse a spreadsheet to which so many cells cannot be added."""
        if self._cells + cells > MOST_CELLS:
            raise self._too_large(f"more than {MOST_CELLS:,} cells with words or numbers")

    def result(self) -> tuple[str, tuple[Mark, ...]]:
        """The whole text and its marks."""
        for sheet in self.sheets:
            if sheet.rows:
                self._put_sheet(sheet)
        marks = sorted(self._marks, key=lambda mark: (mark.start, -mark.end))
        return "".join(self._parts), tuple(marks)

    def _put_sheet(self, sheet: Sheet) -> None:
        start = self._begin(2)
        if sheet.name:
            self._put(sheet.name)
            self._mark(MarkKind.HEADING, start, sheet.name, level=1)
        for first, last in _blocks(sorted(sheet.rows)):
            self._put_block(sheet, first, last)
        self._mark(MarkKind.SHEET, start, sheet.name)

    def _put_block(self, sheet: Sheet, first: int, last: int) -> None:
        rows = [sheet.rows[number] for number in range(first, last + 1)]
        left, right = min(map(min, rows)), max(map(max, rows))
        self._gaps += sum(max(row) - left + 1 - len(row) for row in rows)
        if self._gaps > _MOST_GAPS:
            raise self._too_large("too many empty cells between those with words")
        start = self._begin(2)
        for number, row in enumerate(rows, first):
            self._put("\n" * (number > first))
            self._mark_cells(number, left, row)
            self._put("\t".join(row.get(column, "") for column in range(left, max(row) + 1)))
        area = f"{SheetCell(first, left).name}:{SheetCell(last, right).name}"
        # Leading tabs belong to the block, so that columns can be counted in its first line.
        self._mark(MarkKind.TABLE, start, area)

    def _mark_cells(self, number: int, left: int, row: dict[int, str]) -> None:
        if self._cells > MOST_MARKED:
            return
        at = self._length
        for column in range(left, max(row) + 1):
            words = row.get(column, "")
            if words:
                name, end = SheetCell(number, column).name, at + len(words)
                self._marks.append(Mark(kind=MarkKind.CELL, start=at, end=end, name=name))
            at += len(words) + 1

    def _begin(self, line_ends: int) -> int:
        if self._length:
            self._put("\n" * line_ends)
        return self._length

    def _put(self, words: str) -> None:
        self._parts.append(words)
        self._length += len(words)

    def _mark(self, kind: MarkKind, start: int, name: str, level: int | None = None) -> None:
        if self._length > start:
            self._marks.append(
                Mark(kind=kind, start=start, end=self._length, name=name, level=level)
            )

    def _too_large(self, what: str) -> SourceUnreadable:
        return SourceUnreadable(
            f"{self.file_name} has {what}.",
            fix="Save the part that is cited as a smaller file and add that.",
        )


def _blocks(rows: list[int]) -> list[tuple[int, int]]:
    """Runs of rows without a gap, each with its first and last."""
    blocks: list[tuple[int, int]] = []
    for row in rows:
        if blocks and row == blocks[-1][1] + 1:
            blocks[-1] = blocks[-1][0], row
        else:
            blocks.append((row, row))
    return blocks


class NumberFormats:
    """How each kind of cell shows its number: as a number, a percentage, a date, a time."""

    def __init__(self, styles: Element | None, *, since_1904: bool) -> None:
        codes = {
            format.get("numFmtId"): format.get("formatCode")
            for format in (styles.all("numFmt") if styles else ())
        }
        cells = styles.first("cellXfs") if styles else None
        ids = [cell.get("numFmtId") for cell in (cells.all("xf") if cells else ())]
        self._kinds = [
            _kind_of_code(codes[id]) if id in codes else _BUILT_IN.get(number_of(id) or 0, "number")
            for id in ids
        ]
        self._since_1904 = since_1904

    def shown(self, value: str, style: str) -> str:
        """A number as it is shown, at its full precision, in a form that no country disputes."""
        number = int(style) if style.isdecimal() and len(style) < 9 else 0
        kind = self._kinds[number] if number < len(self._kinds) else "number"
        if kind == "number" and _WHOLE.fullmatch(value):
            return value
        try:
            exact = Decimal(value.strip())
        except InvalidOperation:
            return value
        if not exact.is_finite():
            return value
        if kind == "percentage":
            return f"{plain_number(exact * 100)}%"
        if kind in ("day", "moment", "time", "elapsed"):
            return _shown_time(exact, kind, since_1904=self._since_1904) or plain_number(exact)
        return plain_number(exact)


def plain_number(number: Decimal) -> str:
    """A number with the 15 digits that Excel knows of it, without an exponent where possible."""
    try:
        rounded = Decimal(f"{number:.15g}").normalize()
    except InvalidOperation:
        return str(number)
    if rounded == 0:
        return "0"
    exponent = rounded.adjusted()
    return f"{rounded:f}" if -_LONGEST_NUMBER < exponent < _LONGEST_NUMBER else f"{rounded:g}"


def _kind_of_code(code: str) -> str:
    """What a format is for, by its first section; words in it do not count."""
    bare = _LITERAL.sub("", code.partition(";")[0] if '"' not in code else code)
    bare = re.sub(r"General|Standard|AM/PM|A/P", "", bare, flags=re.IGNORECASE)
    if _ELAPSED.search(bare):
        return "elapsed"
    has_day, has_time = bool(_DAY.search(bare)), bool(_TIME.search(bare))
    if has_day or (_MONTH_ONLY.search(bare) and not has_time):
        return "moment" if has_time else "day"
    if has_time:
        return "time"
    return "percentage" if "%" in bare else "number"


def _shown_time(days: Decimal, kind: str, *, since_1904: bool) -> str:
    """A date or a time of day in ISO form; empty where the number is none."""
    seconds = int((days * _SECONDS).to_integral_value()) if abs(days) < 10**9 else None
    if seconds is None:
        return ""
    if kind == "elapsed":
        sign, seconds = ("-" if seconds < 0 else ""), abs(seconds)
        return f"{sign}{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    if not 0 <= days < _LAST_DAY - (1462 if since_1904 else 0):
        return ""
    if kind == "time" and days < 1:
        return _clock(seconds)
    # Excel counts a 29 February 1900 that never was.
    first = datetime(1904, 1, 1) if since_1904 else datetime(1899, 12, 30)  # noqa: DTZ001
    if not since_1904 and days < 61:
        first += timedelta(days=1)
    moment = first + timedelta(seconds=seconds)
    if kind == "day" and seconds % _SECONDS == 0:
        return moment.date().isoformat()
    return f"{moment.date().isoformat()} {_clock(seconds % _SECONDS)}"


def _clock(seconds: int) -> str:
    shown = f"{seconds // 3600 % 24:02}:{seconds // 60 % 60:02}"
    return shown + (f":{seconds % 60:02}" if seconds % 60 else "")


def read_xlsx(office: OfficeFile, workbook: Workbook) -> dict[str, Any]:
    """Add all sheets to `workbook`; returns what is to be said about them."""
    path = office.main_part(XLSX_MAIN)
    book = office.xml(path)
    parts = office.parts_of(path)
    properties = book.first("workbookPr")
    formats = NumberFormats(
        office.xml_of_kind(parts, "styles"),
        since_1904=properties is not None and properties.get("date1904") in _ON,
    )
    content = _XlsxContent(workbook, formats)
    for part in parts.values():
        if part.kind == "sharedStrings" and part.path in office.archive.names:
            visit_xml(office.archive.read(part.path), part.path, content)
    not_read: Counter[str] = Counter()
    for listed in book.all("sheet"):
        sheet_part = parts.get(listed.get("id"))
        if sheet_part is None or sheet_part.path not in office.archive.names:
            not_read["missing sheets"] += 1
        elif sheet_part.kind == "chartsheet":
            not_read["charts"] += 1
        elif sheet_part.kind == "worksheet":
            hidden = listed.get("state") in ("hidden", "veryHidden")
            content.start_sheet(workbook.add_sheet(listed.get("name"), hidden=hidden))
            visit_xml(office.archive.read(sheet_part.path), sheet_part.path, content)
    return {**content.hidden, **({"not_read": dict(not_read)} if not_read else {})}


class _XlsxContent:
    """
    Takes the strings that cells share, and then the cells sheet by sheet.

    A cell without a name follows the one before it. How Japanese words are read is left out.
    """

    def __init__(self, workbook: Workbook, formats: NumberFormats) -> None:
        self.hidden: Counter[str] = Counter()
        self._workbook = workbook
        self._formats = formats
        self._strings: list[str] = []
        self._parts: list[str] = []
        self._in_value = False
        self._readings = 0
        self._attributes: dict[str, str] = {}
        self.start_sheet(None)

    def start_sheet(self, sheet: Sheet | None) -> None:
        """The cells that come belong to this sheet."""
        self._sheet = sheet
        self._row = 0
        self._at = SheetCell(0, 0)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "c":
            stated = cell_of(attributes.get("r", ""))
            self._at = stated or SheetCell(self._row, self._at.column + 1)
            self._attributes, self._parts = attributes, []
        elif name == "row":
            self._row = number_of(attributes.get("r")) or self._row + 1
            self._at = SheetCell(self._row, 0)
            if attributes.get("hidden") in _ON:
                self.hidden["hidden_rows"] += 1
        elif name == "col" and attributes.get("hidden") in _ON:
            first, last = (number_of(attributes.get(key)) or 0 for key in ("min", "max"))
            if last >= first:
                self.hidden["hidden_columns"] += last - first + 1
        elif name == "si":
            self._parts = []
        elif name == "rPh":
            self._readings += 1
        self._in_value = name in ("v", "t") and not self._readings

    def end(self, name: str) -> None:
        self._in_value = False
        if name == "rPh":
            self._readings -= 1
        elif name == "si":
            self._strings.append(_unescaped("".join(self._parts)))
        elif name == "c" and self._parts:
            if self._sheet:
                self._workbook.add_cell(self._sheet, self._at, self._shown("".join(self._parts)))
            self._parts = []

    def words(self, text: str) -> None:
        if self._in_value:
            self._parts.append(text)

    def _shown(self, value: str) -> str:
        kind = self._attributes.get("t", "n")
        if kind == "s":
            number = number_of(value.strip())
            known = number is not None and 0 <= number < len(self._strings)
            return self._strings[number] if number is not None and known else "\ufffd"
        if kind == "b":
            return "TRUE" if value.strip() in _ON else "FALSE"
        if kind == "n":
            return self._formats.shown(value, self._attributes.get("s", ""))
        return _unescaped(value)


def _unescaped(text: str) -> str:
    """Characters that XML cannot hold are written `_x000D_`."""
    if "_x" not in text:
        return text
    return _ESCAPE.sub(lambda escape: chr(int(escape[1], 16)), text)


def read_ods(archive: ZippedFile, workbook: Workbook) -> dict[str, Any]:
    """Add all sheets to `workbook`; returns what the file says about itself."""
    if _MANIFEST in archive.names:
        manifest = parse_xml(archive.read(_MANIFEST), _MANIFEST)
        if manifest.first("encryption-data") is not None:
            raise encrypted(archive.file_name)
    content = _OdsContent(workbook)
    visit_xml(archive.read(ODS_MAIN), ODS_MAIN, content)
    meta = parse_xml(archive.read(_META), _META) if _META in archive.names else None
    hidden = {"hidden_rows": content.hidden_rows} if content.hidden_rows else {}
    return stated_facts(meta, _FACTS) | hidden


@dataclass(slots=True)
class _OdsRow:
    """A row while it is read: its cells with words, and how often it comes."""

    times: int
    cells: dict[int, str] = field(default_factory=dict)
    column: int = 1


class _OdsContent:
    """Takes the content of the file. Tables inside cells are not read."""

    def __init__(self, workbook: Workbook) -> None:
        self.hidden_rows = 0
        self._workbook = workbook
        self._hidden_styles: set[str] = set()
        self._style = ""
        self._sheet: Sheet | None = None
        self._line = 1
        self._row: _OdsRow | None = None
        self._cell: dict[str, str] = {}
        self._in_cell = False
        self._paragraphs: list[str] = []
        self._in_paragraph = 0
        self._aside = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name in _ASIDE:
            self._aside += 1
        elif self._aside:
            return
        elif name == "style":
            self._style = attributes.get("name", "")
        elif name == "table-properties" and attributes.get("display") == "false":
            self._hidden_styles.add(self._style)
        elif name == "table" and not self._in_cell:
            hidden = attributes.get("style-name") in self._hidden_styles
            self._sheet = self._workbook.add_sheet(attributes.get("name", ""), hidden=hidden)
            self._line = 1
        elif name == "table-row":
            self._row = _OdsRow(_times(attributes, "number-rows-repeated", MOST_ROWS))
            if attributes.get("visibility") in ("collapse", "filter"):
                self.hidden_rows += self._row.times
        elif name in _CELLS and not self._in_cell:
            self._cell, self._paragraphs, self._in_cell = attributes, [], True
        elif self._in_cell:
            self._start_text(name, attributes)

    def _start_text(self, name: str, attributes: dict[str, str]) -> None:
        if name == "p":
            self._in_paragraph += 1
            self._paragraphs.append("")
        elif name == "s":
            self.words(" " * min(_times(attributes, "c", 1000), 1000))
        elif name in ("tab", "line-break"):
            self.words(" ")

    def end(self, name: str) -> None:
        if name in _ASIDE:
            self._aside -= 1
        elif self._aside:
            return
        elif name == "p" and self._in_paragraph:
            self._in_paragraph -= 1
        elif name in _CELLS and self._in_cell:
            self._end_cell()
        elif name == "table-row" and self._row:
            self._end_row(self._row)
        elif name == "table" and not self._in_cell:
            self._sheet = None

    def words(self, text: str) -> None:
        if self._in_paragraph and not self._aside:
            self._paragraphs[-1] += text

    def _end_cell(self) -> None:
        self._in_cell = False
        if self._row is None:
            return
        shown = "\n".join(self._paragraphs).strip()
        words = shown or next((self._cell[key] for key in _VALUES if key in self._cell), "")
        times = _times(self._cell, "number-columns-repeated", MOST_COLUMNS)
        if words:
            for column in range(self._row.column, self._row.column + times):
                self._row.cells[column] = words
        self._row.column += times

    def _end_row(self, row: _OdsRow) -> None:
        if self._sheet is not None and row.cells:
            self._workbook.expect(row.times * len(row.cells))
            for line in range(self._line, self._line + row.times):
                for column, words in row.cells.items():
                    self._workbook.add_cell(self._sheet, SheetCell(line, column), words)
        self._line += row.times
        self._row = None


def _times(attributes: dict[str, str], name: str, most: int) -> int:
    return min(max(1, number_of(attributes.get(name)) or 1), most)
