"""Reads Word documents (DOCX): what a reader of the printed document sees, with its headings."""

from citation_engine.errors import SourceUnreadable
from citation_engine.formats.office.docx_text import MAIN, read_docx
from citation_engine.formats.office.package import OfficeFile, is_office, open_archive
from citation_engine.ports import ReadText

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
SUFFIXES = (".docx", ".docm", ".dotx", ".dotm")


class DocxReader:
    """
    Takes paragraphs, lists with their numbers, tables and text boxes in the order of the document.

    Notes follow the text, headers and footers follow the notes, all of them marked. Deleted and
    hidden text is left out and counted; comments are not part of the text. Where pages begin is
    up to the program that prints, so there are none.
    """

    name = "docx"
    version = "1"

    def accepts(self, data: bytes, file_name: str) -> bool:
        """Files called so, and files without a suffix that hold a Word document."""
        return is_office(data, file_name, SUFFIXES, MAIN.encode())

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
            media_type=MEDIA_TYPE,
            reader=self.name,
            reader_version=self.version,
            metadata=office.facts() | written.remarks(),
            layout=written.layout(),
        )
