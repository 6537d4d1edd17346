"""Reads presentations (PPTX): a page for each slide, with its title, tables and notes."""

from typing import Any

from citation_engine.errors import SourceUnreadable
from citation_engine.formats.office.package import OfficeFile, is_office, open_archive
from citation_engine.formats.office.pptx_text import MAIN, MOST_LISTED, read_pptx
from citation_engine.ports import ReadText

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
SUFFIXES = (".pptx", ".pptm", ".ppsx", ".ppsm", ".potx")


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
        return is_office(data, file_name, SUFFIXES, MAIN.encode())

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
            media_type=MEDIA_TYPE,
            reader=self.name,
            reader_version=self.version,
            metadata=office.facts() | remarks,
            layout=slides.written.layout(),
        )
