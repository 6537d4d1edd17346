"""Reads spreadsheets (XLSX and ODS): a line for each row, under the name of its sheet."""

from pathlib import PurePath
from typing import Any

from citation_engine.errors import SourceUnreadable
from citation_engine.formats.office.ods_text import MAIN as ODS_MAIN
from citation_engine.formats.office.ods_text import MEDIA_TYPE as ODS
from citation_engine.formats.office.ods_text import read_ods
from citation_engine.formats.office.package import OfficeFile, is_office, open_archive
from citation_engine.formats.office.sheets import Workbook
from citation_engine.formats.office.xlsx_text import MAIN as XLSX_MAIN
from citation_engine.formats.office.xlsx_text import read_xlsx
from citation_engine.model.layout import Layout
from citation_engine.ports import ReadText

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
SUFFIXES = (".xlsx", ".xlsm", ".xltx", ".xltm")
ODS_SUFFIXES = (".ods", ".ots")
MOST_LISTED = 200
_NAMED = b"mimetype" + ODS.encode()


class SpreadsheetReader:
    """
    Takes the cells of all sheets with the values they showed last; formulas are not calculated.

    Numbers stand at their full precision with a point, dates in ISO form, percentages with their
    sign; cells of an ODS file as they are shown. Comments are not part of the text. Hidden sheets
    are read and named in the metadata.
    """

    name = "spreadsheet"
    version = "1"
    # Cell by cell, a workbook with two million of them takes this long.
    times_seconds = 2

    def accepts(self, data: bytes, file_name: str) -> bool:
        """Files called so, and files without a suffix that hold a workbook."""
        is_ods = PurePath(file_name).suffix == "" and data[30 : 30 + len(_NAMED)] == _NAMED
        suffixes = (*SUFFIXES, *ODS_SUFFIXES)
        return is_ods or is_office(data, file_name, suffixes, XLSX_MAIN.encode())

    def read(self, data: bytes, file_name: str) -> ReadText:
        """The words and numbers of all sheets."""
        archive = open_archive(data, file_name, ".xlsx")
        workbook = Workbook(file_name)
        is_ods = ODS_MAIN in archive.names and XLSX_MAIN not in archive.names
        if is_ods:
            metadata = read_ods(archive, workbook)
        else:
            office = OfficeFile(archive)
            metadata = office.facts() | read_xlsx(office, workbook)
        text, marks = workbook.result()
        if not text.strip():
            raise SourceUnreadable(
                f"{file_name} has no cells with words or numbers.",
                fix="Save it in the program that made it, so that its cells have values.",
            )
        return ReadText(
            text=text,
            media_type=ODS if is_ods else XLSX,
            reader=self.name,
            reader_version=self.version,
            metadata=metadata | _sheets(workbook),
            layout=Layout(marks=marks),
        )


def _sheets(workbook: Workbook) -> dict[str, Any]:
    hidden = [sheet.name for sheet in workbook.sheets if sheet.hidden]
    names = {"sheets": [sheet.name for sheet in workbook.sheets][:MOST_LISTED]}
    return names | ({"hidden_sheets": hidden[:MOST_LISTED]} if hidden else {})
