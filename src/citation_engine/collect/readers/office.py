"""Reads Word documents, presentations and spreadsheets: what a reader of them sees."""

from pathlib import PurePath
from typing import Any

from citation_engine.errors import SourceUnreadable
from citation_engine.formats.office.docx import DOCX_MAIN, read_docx
from citation_engine.formats.office.package import OfficeFile, is_office, open_archive
from citation_engine.formats.office.pptx import PPTX_MAIN, read_pptx
from citation_engine.formats.office.sheets import (
    ODS_MAIN,
    ODS_TYPE,
    XLSX_MAIN,
    Workbook,
    read_ods,
    read_xlsx,
)
from citation_engine.model.passage import Layout
from citation_engine.ports import ReadText

DOCX_SUFFIXES = (".docx", ".docm", ".dotx", ".dotm")
PPTX_SUFFIXES = (".pptx", ".pptm", ".ppsx", ".ppsm", ".potx")
SHEET_SUFFIXES = (".xlsx", ".xlsm", ".xltx", ".xltm", ".ods", ".ots")
# Of slides and sheets that are named in the metadata.
MOST_LISTED = 200
_OPEN_XML = "application/vnd.openxmlformats-officedocument"
DOCX_TYPE = f"{_OPEN_XML}.wordprocessingml.document"
PPTX_TYPE = f"{_OPEN_XML}.presentationml.presentation"
XLSX_TYPE = f"{_OPEN_XML}.spreadsheetml.sheet"
_NAMED_ODS = b"mimetype" + ODS_TYPE.encode()


class DocxReader:
    """
    Takes paragraphs, lists with their numbers, tables and text boxes in the order of the document.

    Notes follow the text, headers and footers follow the notes, all of them marked. Deleted and
    hidden text is left out and counted; comments are not part of the text. Where pages begin is
    up to the program that prints, so there are none.
    """

    name = "docx"
    version = "3"

    def accepts(self, data: bytes, file_name: str) -> bool:
        """Files called so, and files without a suffix that hold a Word document."""
        return is_office(data, file_name, DOCX_SUFFIXES, DOCX_MAIN.encode())

    def read(self, data: bytes, file_name: str) -> ReadText:
        """The words of the document."""
        office = OfficeFile(open_archive(data, file_name, ".docx"))
        written = read_docx(office)
        text = written.flow.text
        if not text.strip():
            raise SourceUnreadable(
                f"{file_name} has no words that a reader could see.",
                fix="If its pages are pictures, save it as PDF and add that.",
            )
        return ReadText(
            text=text,
            media_type=DOCX_TYPE,
            reader=self.name,
            reader_version=self.version,
            metadata=office.facts() | written.remarks(),
            layout=written.layout(),
        )


class PptxReader:
    """
    Takes the words of every slide, the title first and then in the order of the slide.

    Speaker's notes follow their slide and are marked. Words that stand beside the slide or are
    hidden are left out and counted. Hidden slides are read and named in the metadata.
    """

    name = "pptx"
    version = "1"

    def accepts(self, data: bytes, file_name: str) -> bool:
        """Files called so, and files without a suffix that hold a presentation."""
        return is_office(data, file_name, PPTX_SUFFIXES, PPTX_MAIN.encode())

    def read(self, data: bytes, file_name: str) -> ReadText:
        """The words of all slides."""
        office = OfficeFile(open_archive(data, file_name, ".pptx"))
        slides = read_pptx(office)
        text = slides.written.flow.text
        if not text.strip():
            raise SourceUnreadable(
                f"{file_name} has no words on its slides.",
                fix="If the slides are pictures, save it as PDF and add that.",
            )
        remarks: dict[str, Any] = slides.written.remarks()
        if slides.hidden:
            remarks["hidden_slides"] = slides.hidden[:MOST_LISTED]
        return ReadText(
            text=text,
            media_type=PPTX_TYPE,
            reader=self.name,
            reader_version=self.version,
            metadata=office.facts() | remarks,
            layout=slides.written.layout(),
        )


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
        is_ods = PurePath(file_name).suffix == "" and data[30 : 30 + len(_NAMED_ODS)] == _NAMED_ODS
        return is_ods or is_office(data, file_name, SHEET_SUFFIXES, XLSX_MAIN.encode())

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
            media_type=ODS_TYPE if is_ods else XLSX_TYPE,
            reader=self.name,
            reader_version=self.version,
            metadata=metadata | _sheets(workbook),
            layout=Layout(marks=marks),
        )


def _sheets(workbook: Workbook) -> dict[str, Any]:
    hidden = [sheet.name for sheet in workbook.sheets if sheet.hidden]
    names = {"sheets": [sheet.name for sheet in workbook.sheets][:MOST_LISTED]}
    return names | ({"hidden_sheets": hidden[:MOST_LISTED]} if hidden else {})
