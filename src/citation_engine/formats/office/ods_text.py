"""The cells of an OpenDocument spreadsheet (ODS), as they are shown."""

from dataclasses import dataclass, field
from typing import Any

from citation_engine.display import one_line
from citation_engine.formats.cells import Cell
from citation_engine.formats.html.facts import iso_date
from citation_engine.formats.office.package import encrypted
from citation_engine.formats.office.sheets import MOST_COLUMNS, MOST_ROWS, Sheet, Workbook
from citation_engine.formats.office.xml_lookup import number_of
from citation_engine.formats.xml import parse_xml, visit_xml
from citation_engine.formats.zip import ZippedFile

MEDIA_TYPE = "application/vnd.oasis.opendocument.spreadsheet"
MAIN = "content.xml"
_MANIFEST = "META-INF/manifest.xml"
_META = "meta.xml"
_CELLS = ("table-cell", "covered-table-cell")
# Besides cells, these hold paragraphs: comments, drawings, and what was changed.
_ASIDE = frozenset(("annotation", "shapes", "tracked-changes", "frame", "custom-shape", "forms"))
_VALUES = ("value", "date-value", "time-value", "boolean-value", "string-value")


def read_ods(archive: ZippedFile, workbook: Workbook) -> dict[str, Any]:
    """Add all sheets to `workbook`; returns what the file says about itself."""
    if _MANIFEST in archive.names:
        manifest = parse_xml(archive.read(_MANIFEST), _MANIFEST)
        if manifest.first("encryption-data") is not None:
            raise encrypted(archive.file_name)
    content = _Content(workbook)
    visit_xml(archive.read(MAIN), MAIN, content)
    return _facts(archive) | ({"hidden_rows": content.hidden_rows} if content.hidden_rows else {})


def _facts(archive: ZippedFile) -> dict[str, Any]:
    if _META not in archive.names:
        return {}
    meta = parse_xml(archive.read(_META), _META)

    def stated(name: str) -> str:
        found = meta.first(name)
        return one_line(found.text, 500) if found else ""

    facts = {
        "title": stated("title"),
        "author": stated("initial-creator") or stated("creator"),
        "subject": stated("subject"),
        "created": iso_date(stated("creation-date")) or "",
        "modified": iso_date(stated("date")) or "",
    }
    return {name: value for name, value in facts.items() if value}


@dataclass(slots=True)
class _Row:
    """A row while it is read: its cells with words, and how often it comes."""

    times: int
    cells: dict[int, str] = field(default_factory=dict)
    column: int = 1


class _Content:
    """Takes the content of the file. Tables inside cells are not read."""

    def __init__(self, workbook: Workbook) -> None:
        self.hidden_rows = 0
        self._workbook = workbook
        self._hidden_styles: set[str] = set()
        self._style = ""
        self._sheet: Sheet | None = None
        self._line = 1
        self._row: _Row | None = None
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
            self._row = _Row(_times(attributes, "number-rows-repeated", MOST_ROWS))
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

    def _end_row(self, row: _Row) -> None:
        if self._sheet is not None and row.cells:
            self._workbook.expect(row.times * len(row.cells))
            for line in range(self._line, self._line + row.times):
                for column, words in row.cells.items():
                    self._workbook.add_cell(self._sheet, Cell(line, column), words)
        self._line += row.times
        self._row = None


def _times(attributes: dict[str, str], name: str, most: int) -> int:
    return min(max(1, number_of(attributes.get(name)) or 1), most)
