"""Reads PDF files with pdfium: words, pages, headings, and where each character stands."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from citation_engine.display import one_line
from citation_engine.errors import SourceUnreadable
from citation_engine.formats.paged import OutlineEntry, PlacedPage, put_together
from citation_engine.ports import NeedsReader, ReadText

if TYPE_CHECKING:
    import pypdfium2 as pdfium  # type: ignore[import-untyped]


MEDIA_TYPE = "application/pdf"
MOST_PAGES = 20_000
_MOST_HEADINGS = 5_000
_INSTALL = 'Install text recognition with: pip install "citation-engine[ocr]"'
_MOST_LISTED = 200
# A viewer takes a file for a PDF when its mark stands in the first bytes, not only at the first.
_MARK_WITHIN = 1024
_DATE = re.compile(
    r"D?:?(?P<year>\d{4})(?P<month>\d\d)?(?P<day>\d\d)?(?P<hour>\d\d)?(?P<minute>\d\d)?"
    r"(?P<second>\d\d)?(?:Z|(?P<zone>[+-]\d\d)'?(?P<zone_minute>\d\d)?)?"
)


class PdfReader:
    """
    Takes PDF files with a text layer.

    A line ends in a line end, a page too. Words that cannot be seen on the page are left
    out and counted in the metadata; the text layer over a scan is kept and marked as OCR.
    """

    name = "pdf"
    version = "5"

    def accepts(self, data: bytes, file_name: str) -> bool:
        """Whatever begins as PDF files do."""
        return is_pdf(data)

    def read(self, data: bytes, file_name: str) -> ReadText:
        """The words of all pages."""
        document = opened(data, file_name)
        try:
            pages = PdfPages(document)
            check_page_count(len(document), file_name)
            paged = put_together(pages.read(), outline(document))
            metadata = metadata_of(document.get_metadata_dict()) | pages.remarks()
        finally:
            document.close()
        check_text(paged.text, file_name)
        return ReadText(
            text=paged.text,
            media_type=MEDIA_TYPE,
            reader=self.name,
            reader_version=f"{self.version}+pdfium.{_build()}",
            metadata=metadata,
            layout=paged.layout,
            geometry=paged.geometry,
        )


def is_pdf(data: bytes) -> bool:
    """Whether a viewer would take these bytes for a PDF."""
    return b"%PDF-" in data[:_MARK_WITHIN]


def check_page_count(count: int, file_name: str) -> None:
    """Refuse a document of more pages than one source should have."""
    if count > MOST_PAGES:
        raise SourceUnreadable(
            f"{file_name} has {count:,} pages; at most {MOST_PAGES:,} are read.",
            fix="Split it into smaller files and add those.",
        )


def check_text(text: str, file_name: str) -> None:
    """Refuse a document without words, and one whose letters nobody can name."""
    letters = len("".join(text.split()))
    if not letters:
        raise NeedsReader(
            f"{file_name} has no text layer: its pages are pictures or drawings, or empty.",
            fix=_INSTALL,
            reader="ocr",
        )
    if text.count("\ufffd") * 2 > letters:
        raise NeedsReader(
            f"The fonts of {file_name} do not say which letters they show.",
            fix=_INSTALL,
            reader="ocr",
        )


def encrypted(file_name: str) -> SourceUnreadable:
    """The refusal of a file that only a password opens."""
    return SourceUnreadable(
        f"{file_name} is encrypted and opens only with a password.",
        fix="Save a copy without the password and add that.",
    )


def damaged(file_name: str, reason: str) -> SourceUnreadable:
    """The refusal of a file that is no PDF after all."""
    return SourceUnreadable(
        f"{file_name} is not a PDF that can be opened: {one_line(reason)}",
        fix="Open it in a PDF viewer, save it anew and add that.",
    )


def metadata_of(info: dict[str, Any]) -> dict[str, str]:
    """Title, author, subject, keywords and dates out of the document's own information."""
    facts = {
        "title": one_line(info.get("Title") or info.get("title") or ""),
        "author": one_line(info.get("Author") or info.get("author") or ""),
        "subject": one_line(info.get("Subject") or info.get("subject") or ""),
        "keywords": one_line(info.get("Keywords") or info.get("keywords") or ""),
        "created": iso_date(info.get("CreationDate") or info.get("creationDate") or ""),
        "modified": iso_date(info.get("ModDate") or info.get("modDate") or ""),
    }
    return {name: value for name, value in facts.items() if value}


def iso_date(date: str) -> str:
    """A PDF's date as ISO 8601 has it, as exact as it was given; empty where it is none."""
    match = _DATE.match(date.strip())
    if match is None:
        return ""
    parts = match.groupdict()
    day = "-".join(filter(None, (parts["year"], parts["month"], parts["day"])))
    if not parts["hour"] or not parts["minute"]:
        return day
    zone = f"{parts['zone']}:{parts['zone_minute'] or '00'}" if parts["zone"] else ""
    if match.group().endswith("Z"):
        zone = "+00:00"
    return f"{day}T{parts['hour']}:{parts['minute']}:{parts['second'] or '00'}{zone}"


def _build() -> int:
    """The build of pdfium, on which the words and their order depend."""
    from pypdfium2.version import PDFIUM_INFO  # type: ignore[import-untyped]

    return int(PDFIUM_INFO.build)


def opened(data: bytes, file_name: str) -> "pdfium.PdfDocument":
    """The document, which must be closed; refused where it is none or needs a password."""
    import pypdfium2 as pdfium
    import pypdfium2.raw as raw  # type: ignore[import-untyped]

    try:
        return pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if raw.FPDF_GetLastError() == raw.FPDF_ERR_PASSWORD:
            raise encrypted(file_name) from None
        raise damaged(file_name, str(error)) from error


@dataclass(slots=True)
class PdfPages:
    """
    The pages as they are read, and what there is to say about them afterwards.

    `recognise` gives the words of a page that has no text layer of its own, where they are wanted.
    """

    document: "pdfium.PdfDocument"
    recognise: Callable[[PlacedPage], PlacedPage] | None = None
    hidden: int = 0
    pictures: list[int] = field(default_factory=list)
    damaged: list[int] = field(default_factory=list)

    def read(self) -> Iterator[PlacedPage]:
        """Every page in turn; one that cannot be loaded is an empty one."""
        import pypdfium2 as pdfium

        for index in range(len(self.document)):
            try:
                page = self._read(index)
            except pdfium.PdfiumError:
                self.damaged.append(index + 1)
                page = PlacedPage(index + 1, 0, 0)
            page.label = self.document.get_page_label(index) or None
            yield page

    def _read(self, index: int) -> PlacedPage:
        from citation_engine.formats.pdf import read_page

        reading = read_page(self.document, index)
        if self.recognise and not _has_own_words(reading.page):
            return self.recognise(reading.page)
        self.hidden += reading.hidden
        if reading.only_pictures:
            self.pictures.append(index + 1)
        return reading.page

    def remarks(self) -> dict[str, Any]:
        """How many characters were hidden, and which pages gave no words."""
        remarks = {
            "hidden_characters": self.hidden,
            "pages_without_text": self.pictures[:_MOST_LISTED],
            "damaged_pages": self.damaged[:_MOST_LISTED],
        }
        return {name: value for name, value in remarks.items() if value}


def _has_own_words(page: PlacedPage) -> bool:
    """Whether a page has a text layer that was not recognised itself and has letters."""
    letters = [line for line in page.lines if not line.recognised]
    text = page.text
    return bool(letters) and 2 * text.count("\ufffd") <= len(text.replace(" ", ""))


def outline(document: "pdfium.PdfDocument") -> list[OutlineEntry]:
    """The bookmarks that lead to a page."""
    entries: list[OutlineEntry] = []
    for bookmark in document.get_toc():
        destination = bookmark.get_dest()
        page = destination.get_index() if destination else None
        if page is not None:
            entries.append(OutlineEntry(bookmark.get_title(), bookmark.level + 1, page + 1))
        if len(entries) >= _MOST_HEADINGS:
            break
    return entries
