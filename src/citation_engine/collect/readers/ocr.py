"""Reads pictures and scanned PDF files by recognising their letters (extra `ocr`)."""

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any

from citation_engine.collect.readers import pdf
from citation_engine.collect.web.media import image_type
from citation_engine.errors import SourceUnreadable
from citation_engine.formats.image import (
    MOST_PIXELS_A_SIDE,
    Recognition,
    engine_version,
    is_installed,
    pictures_of,
)
from citation_engine.formats.paged import PlacedPage, put_together
from citation_engine.model.source import NO_WORDS
from citation_engine.ports import ReadText

if TYPE_CHECKING:
    import pypdfium2 as pdfium  # type: ignore[import-untyped]


MOST_RECOGNISED = 200
# Dots an inch at which a page is drawn.
_DRAWN = 200


class OcrReader:
    """
    Takes pictures, and PDF files whose pages are pictures.

    Its words are a machine's reading: they are marked as OCR, the metadata say on which pages and
    how sure the machine was. A page of a PDF that has a text layer of its own keeps that, unless
    the layer was recognised, too, or its letters have no names.
    """

    name = "ocr"
    version = "2"
    # Some seconds a page; the models must fit in.
    times_seconds = 20
    times_memory = 3
    threads = 4

    def accepts(self, data: bytes, file_name: str) -> bool:
        """Pictures by their first bytes, and PDF files."""
        return bool(image_type(data)) or pdf.is_pdf(data)

    def available(self) -> bool:
        """Whether its packages are installed."""
        return is_installed()

    def read(self, data: bytes, file_name: str) -> ReadText:
        """The words of all pages."""
        recognition = Recognition(file_name)
        media_type = image_type(data)
        if media_type:
            metadata: dict[str, Any] = {}
            paged = put_together(_pictures(data, file_name, recognition))
        else:
            media_type = pdf.MEDIA_TYPE
            with closing(pdf.opened(data, file_name)) as document:
                pdf.check_page_count(len(document), file_name)
                recognise = partial(_recognised, document, file_name, recognition)
                pages = pdf.PdfPages(document, recognise)
                paged = put_together(pages.read(), pdf.outline(document))
                metadata = pdf.metadata_of(document.get_metadata_dict()) | pages.remarks()
        if not paged.text.strip():
            layer = "" if image_type(data) else f"{file_name} has no text layer. "
            raise SourceUnreadable(
                f"{layer}{NO_WORDS}{file_name}.",
                fix="Scan or photograph it anew, sharper and larger.",
            )
        return ReadText(
            text=paged.text,
            media_type=media_type,
            reader=self.name,
            reader_version=f"{self.version}+rapidocr.{engine_version()}",
            metadata=metadata | recognition.remarks(),
            layout=paged.layout,
            geometry=paged.geometry,
        )


def _pictures(data: bytes, file_name: str, recognition: Recognition) -> Iterator[PlacedPage]:
    """A page for each picture in the file."""
    for number, picture in enumerate(pictures_of(data, file_name, MOST_RECOGNISED), 1):
        page = PlacedPage(number, picture.width, picture.height)
        recognition.read(picture.pixels, page)
        yield page


def _recognised(
    document: "pdfium.PdfDocument", file_name: str, recognition: Recognition, blank: PlacedPage
) -> PlacedPage:
    """A page with the words that are seen when it is drawn."""
    page = PlacedPage(blank.number, blank.width, blank.height, blank.rotation)
    longest = max(page.width, page.height)
    if longest <= 0:
        return page
    if len(recognition.pages) >= MOST_RECOGNISED:
        raise SourceUnreadable(
            f"{file_name} has more than {MOST_RECOGNISED} pages without a text layer.",
            fix="Split it into smaller files and add those, or give it a text layer first.",
        )
    source = document[page.number - 1]
    try:
        scale = min(_DRAWN / 72, MOST_PIXELS_A_SIDE / longest)
        picture = source.render(scale=scale, rev_byteorder=True).to_numpy()
    finally:
        source.close()
    recognition.read(picture[:, :, :3], page)
    return page
