"""Reads PDF files with PyMuPDF (extra `pymupdf`), when it is asked for by name."""

from array import array
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from citation_engine.collect.readers.pdf import (
    MEDIA_TYPE,
    check_page_count,
    check_text,
    damaged,
    encrypted,
    is_pdf,
    metadata_of,
)
from citation_engine.errors import MissingExtra
from citation_engine.formats.paged import (
    ABOVE,
    BELOW,
    GlyphRun,
    OutlineEntry,
    PlacedPage,
    put_together,
)
from citation_engine.formats.plain import clean_source_text
from citation_engine.ports import ReadText

_SMALLEST = 1.0
_WHITE = 245
_LEVEL = 0.99


class PyMuPdfReader:
    """The same words, pages and places as the reader `pdf` gives, by another library."""

    name = "pymupdf"
    version = "2"
    on_request = True

    def accepts(self, data: bytes, file_name: str) -> bool:
        """Whatever begins as PDF files do."""
        return is_pdf(data)

    def read(self, data: bytes, file_name: str) -> ReadText:
        """The words of all pages."""
        document = _opened(data, file_name)
        with document:
            check_page_count(document.page_count, file_name)
            outline = [
                OutlineEntry(title, level, page)
                for level, title, page in document.get_toc()
                if page > 0
            ]
            pages = (_PageReading(document, i).result() for i in range(document.page_count))
            paged = put_together(pages, outline)
            metadata = metadata_of(document.metadata or {})
        check_text(paged.text, file_name)
        return ReadText(
            text=paged.text,
            media_type=MEDIA_TYPE,
            reader=self.name,
            reader_version=f"{self.version}+mupdf.{_library().mupdf_version}",
            metadata=metadata,
            layout=paged.layout,
            geometry=paged.geometry,
        )


def _opened(data: bytes, file_name: str) -> Any:
    pymupdf = _library()
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    try:
        document = pymupdf.open(stream=data, filetype="pdf")
    except (RuntimeError, ValueError) as error:
        raise damaged(file_name, str(error)) from error
    if document.needs_pass:
        raise encrypted(file_name)
    return document


def _library() -> Any:
    try:
        return import_module("pymupdf")
    except ImportError:
        raise MissingExtra("The reader pymupdf", "pymupdf") from None


class _PageReading:
    """The work on one page."""

    def __init__(self, document: Any, index: int) -> None:
        self.source = document[index]
        self.box = self.source.cropbox
        self.page = PlacedPage(
            index + 1,
            width=self.box.width,
            height=self.box.height,
            rotation=self.source.rotation,
            label=self.source.get_label() or None,
        )
        self._pictures: list[Any] | None = None
        self._grounds: list[Any] | None = None

    def result(self) -> PlacedPage:
        for block in self._words()["blocks"]:
            for line in block.get("lines", ()):
                spans = (self._run(span, line["dir"]) for span in line["spans"])
                self.page.add_line([run for run in spans if run])
        return self.page

    def _words(self) -> Any:
        pymupdf = _library()
        left_out = pymupdf.TEXT_PRESERVE_LIGATURES | pymupdf.TEXT_PRESERVE_IMAGES
        return self.source.get_text("rawdict", flags=pymupdf.TEXTFLAGS_RAWDICT & ~left_out)

    def _place(self, x: float, y: float) -> tuple[float, float]:
        """A point as PyMuPDF has it, from the top left, as one from the bottom left."""
        return x, self.page.height - y

    def _run(self, span: dict[str, Any], direction: tuple[float, float]) -> GlyphRun | None:
        hidden, recognised = self._state(span)
        characters = [each for each in span["chars"] if self._on_page(each["bbox"])]
        if hidden or not characters:
            return None
        boxes = [self._box(each["bbox"]) for each in characters]
        upward, edges = self._edges(span, direction)
        low, high = edges or (min(box[1] for box in boxes), max(box[3] for box in boxes))
        return GlyphRun(
            clean_source_text("".join(each["c"] for each in characters)),
            array("f", (box[1 if upward else 0] for box in boxes)),
            array("f", (box[3 if upward else 2] for box in boxes)),
            low,
            high,
            upward,
            span["size"],
            recognised,
        )

    def _box(self, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        (x0, y0), (x1, y1) = self._place(*box[:2]), self._place(*box[2:])
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)

    def _edges(
        self, span: dict[str, Any], direction: tuple[float, float]
    ) -> tuple[bool, tuple[float, float] | None]:
        """Whether a line runs up or down the page, and its edges unless it lies askew."""
        zero, tip = self._place(0, 0), self._place(*direction)
        right, up = tip[0] - zero[0], tip[1] - zero[1]
        x, y = self._place(*span["origin"])
        if abs(right) > _LEVEL:
            origin, em = y, span["size"] * right
        elif abs(up) > _LEVEL:
            origin, em = x, -span["size"] * up
        else:
            return False, None
        low, high = sorted((origin - BELOW * em, origin + ABOVE * em))
        return abs(up) > _LEVEL, (low, high)

    def _on_page(self, box: tuple[float, float, float, float]) -> bool:
        left, bottom, right, top = self._box(box)
        return right >= 0 and top >= 0 and left <= self.page.width and bottom <= self.page.height

    def _state(self, span: dict[str, Any]) -> tuple[bool, bool]:
        """Whether words are hidden, and whether they were read off a picture."""
        if span["size"] < _SMALLEST:
            return True, False
        if span["alpha"] == 0:
            over_picture = _lies_in(self._all_pictures(), span)
            return not over_picture, over_picture
        if min(span["color"].to_bytes(4)[1:]) >= _WHITE:
            return not _lies_in(self._all_grounds(), span), False
        return False, False

    def _all_pictures(self) -> list[Any]:
        if self._pictures is None:
            self._pictures = [each["bbox"] for each in self.source.get_image_info()]
        return self._pictures

    def _all_grounds(self) -> list[Any]:
        if self._grounds is None:
            self._grounds = [*self._all_pictures(), *self._painted()]
        return self._grounds

    def _painted(self) -> Iterator[Any]:
        for each in self.source.get_drawings():
            if each.get("fill") and min(each["fill"]) * 255 < _WHITE:
                yield each["rect"]


def _lies_in(boxes: list[Any], span: dict[str, Any]) -> bool:
    left, top, right, bottom = span["chars"][0]["bbox"]
    x, y = (left + right) / 2, (top + bottom) / 2
    return any(box[0] <= x <= box[2] and box[1] <= y <= box[3] for box in boxes)
