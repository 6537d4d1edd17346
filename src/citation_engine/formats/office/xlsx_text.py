"""The cells of an Excel file (XLSX), sheet by sheet, as they were last calculated."""

import re
from typing import Any

from citation_engine.formats.cells import Cell, cell_of
from citation_engine.formats.office.package import OfficeFile
from citation_engine.formats.office.sheets import Sheet, Workbook
from citation_engine.formats.office.xlsx_values import Formats
from citation_engine.formats.office.xml_lookup import number_of
from citation_engine.formats.xml import visit_xml

MAIN = "xl/workbook.xml"
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_ON = ("1", "true")


def read_xlsx(office: OfficeFile, workbook: Workbook) -> dict[str, Any]:
    """Add all sheets to `workbook`; returns what is to be said about them."""
    path = office.main_part(MAIN)
    book = office.xml(path)
    parts = office.parts_of(path)
    properties = book.first("workbookPr")
    formats = Formats(
        office.xml_of_kind(parts, "styles"),
        since_1904=properties is not None and properties.get("date1904") in _ON,
    )
    strings = _Strings()
    for part in parts.values():
        if part.kind == "sharedStrings" and part.path in office.archive.names:
            visit_xml(office.archive.read(part.path), part.path, strings)
    remarks = {"charts": 0, "missing sheets": 0, "hidden_rows": 0, "hidden_columns": 0}
    for listed in book.all("sheet"):
        sheet_part = parts.get(listed.get("id"))
        if sheet_part is None or sheet_part.path not in office.archive.names:
            remarks["missing sheets"] += 1
        elif sheet_part.kind == "chartsheet":
            remarks["charts"] += 1
        elif sheet_part.kind == "worksheet":
            hidden = listed.get("state") in ("hidden", "veryHidden")
            sheet = workbook.add_sheet(listed.get("name"), hidden=hidden)
            cells = _Cells(workbook, sheet, strings.every, formats)
            visit_xml(office.archive.read(sheet_part.path), sheet_part.path, cells)
            remarks["hidden_rows"] += cells.hidden_rows
            remarks["hidden_columns"] += cells.hidden_columns
    not_read = {name: remarks.pop(name) for name in ("charts", "missing sheets")}
    found: dict[str, Any] = {name: count for name, count in remarks.items() if count}
    if any(not_read.values()):
        found["not_read"] = {name: count for name, count in not_read.items() if count}
    return found


class _Strings:
    """The strings that cells share, without the readings of Japanese ones."""

    def __init__(self) -> None:
        self.every: list[str] = []
        self._parts: list[str] = []
        self._in_text = False
        self._reading = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "si":
            self._parts = []
        elif name == "rPh":
            self._reading += 1
        self._in_text = name == "t" and not self._reading

    def end(self, name: str) -> None:
        self._in_text = False
        if name == "si":
            self.every.append(_unescaped("".join(self._parts)))
        elif name == "rPh":
            self._reading -= 1

    def words(self, text: str) -> None:
        if self._in_text:
            self._parts.append(text)


class _Cells:
    """The cells of one sheet. A cell without a name follows the one before it."""

    def __init__(
        self, workbook: Workbook, sheet: Sheet, strings: list[str], formats: Formats
    ) -> None:
        self.hidden_rows = 0
        self.hidden_columns = 0
        self._workbook = workbook
        self._sheet = sheet
        self._strings = strings
        self._formats = formats
        self._row = 0
        self._at = Cell(0, 0)
        self._attributes: dict[str, str] = {}
        self._parts: list[str] = []
        self._in_value = False
        self._reading = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "c":
            stated = cell_of(attributes.get("r", ""))
            self._at = stated or Cell(self._row, self._at.column + 1)
            self._attributes, self._parts = attributes, []
        elif name == "row":
            self._row = number_of(attributes.get("r")) or self._row + 1
            self._at = Cell(self._row, 0)
            self.hidden_rows += attributes.get("hidden") in _ON
        elif name == "col" and attributes.get("hidden") in _ON:
            first, last = (number_of(attributes.get(key)) or 0 for key in ("min", "max"))
            self.hidden_columns += max(0, last - first + 1)
        elif name == "rPh":
            self._reading += 1
        self._in_value = name in ("v", "t") and not self._reading

    def end(self, name: str) -> None:
        self._in_value = False
        if name == "rPh":
            self._reading -= 1
        elif name == "c" and self._parts:
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
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)
