"""Draws a page of a PDF with words marked on it, as a highlighter marks them."""

import struct
import zlib
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from citation_engine.errors import InvalidInput
from citation_engine.model.passage import Rect

if TYPE_CHECKING:
    import pypdfium2 as pdfium  # type: ignore[import-untyped]

# Pixels of a picture; a page is drawn smaller where it would have more.
_MOST_PIXELS = 12_000_000
# Points by which a mark is wider than the words.
_MARGIN = 1.0
# What a highlighter makes of red, green and blue: white turns yellow, black stays nearly black.
_INK = tuple(
    bytes(round(value * (1 - share) + colour * share) for value in range(256))
    for colour, share in ((255, 0.12), (225, 0.12), (0, 0.68))
)


def page_png(
    data: bytes,
    page: int,
    rects: Iterable[Rect | Mapping[str, Any]],
    dpi: float = 110,
    around: float | None = None,
) -> bytes:
    """
    Return page number `page` (from 1) as a PNG, with those of `rects` that are on it marked.

    With `around`, only the strip with the marks, and so many points above and below them.

    The page is turned as a viewer turns it. What draws a stranger's PDF runs in this
    process: let the sandbox call it, `sandbox.run(page_png, data, name=..., page=..., rects=...)`.
    """
    import pypdfium2 as pdfium

    document = pdfium.PdfDocument(data)
    try:
        if not 1 <= page <= len(document):
            raise InvalidInput(
                f"There is no page {page}; the document has {len(document)}.",
                fix="Give a page from 1 on.",
            )
        source = document[page - 1]
        picture = _Picture(source, _scale(source, dpi))
        for rect in map(Rect.model_validate, rects):
            if rect.page == page:
                picture.mark(rect)
        return picture.as_png(around)
    finally:
        document.close()


def _scale(source: "pdfium.PdfPage", dpi: float) -> float:
    width, height = source.get_size()
    wanted = max(dpi, 1.0) / 72
    most: float = (_MOST_PIXELS / max(width * height, 1.0)) ** 0.5
    return min(wanted, most)


class _Picture:
    """A drawn page as rows of red, green and blue."""

    def __init__(self, source: "pdfium.PdfPage", scale: float) -> None:
        left, bottom, right, top = source.get_bbox()
        self.size = right - left, top - bottom
        self.rotation = source.get_rotation()
        self.scale = scale
        bitmap = source.render(scale=scale, rev_byteorder=True, draw_annots=True)
        self.width, self.height = bitmap.width, bitmap.height
        self.rows = bytearray(_rgb(bitmap))
        bitmap.close()
        # The first and the last row with a mark.
        self.marked: tuple[int, int] | None = None

    def mark(self, rect: Rect) -> None:
        """Put the highlighter over a rectangle."""
        left, top, right, bottom = self._pixels(rect)
        first, last = self.marked or (top, bottom)
        self.marked = min(first, top), max(last, bottom)
        for y in range(max(top, 0), min(bottom, self.height)):
            start = 3 * (y * self.width + min(max(left, 0), self.width))
            end = 3 * (y * self.width + min(max(right, 0), self.width))
            for channel, ink in enumerate(_INK):
                part = slice(start + channel, end, 3)
                self.rows[part] = self.rows[part].translate(ink)

    def _pixels(self, rect: Rect) -> tuple[int, int, int, int]:
        """Where a rectangle is in the picture: left, top, right, bottom."""
        one = self._turned(rect.x0 - _MARGIN, rect.y0)
        other = self._turned(rect.x1 + _MARGIN, rect.y1)
        (left, right), (top, bottom) = (sorted(pair) for pair in zip(one, other, strict=True))
        return int(left), int(top), round(right + 0.5), round(bottom + 0.5)

    def _turned(self, x: float, y: float) -> tuple[float, float]:
        """A point of the unrotated page, from its bottom left, as pixels from the top left."""
        width, height = self.size
        right, down = {
            0: (x, height - y),
            90: (y, x),
            180: (width - x, y),
            270: (height - y, width - x),
        }[self.rotation]
        return right * self.scale, down * self.scale

    def _shown(self, around: float | None) -> range:
        """The rows that are shown: all of them, or those with the marks and some around them."""
        if around is None or self.marked is None:
            return range(self.height)
        more = round(around * self.scale)
        return range(max(0, self.marked[0] - more), min(self.height, self.marked[1] + more))

    def as_png(self, around: float | None = None) -> bytes:
        """The picture in the plainest form of PNG: eight bits a colour, rows unfiltered."""
        shown = self._shown(around) or range(self.height)
        head = struct.pack(">IIBBBBB", self.width, len(shown), 8, 2, 0, 0, 0)
        length = 3 * self.width
        rows = b"".join(b"\0" + self.rows[y * length : (y + 1) * length] for y in shown)
        chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 6)), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(kind: bytes, content: bytes) -> bytes:
    checked = kind + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))


def _rgb(bitmap: "pdfium.PdfBitmap") -> bytes:
    """The pixels row by row, without padding and without what is not a colour."""
    pixels = bytes(bitmap.buffer)
    channels = bitmap.n_channels
    length = channels * bitmap.width
    rows = b"".join(
        pixels[start : start + length]
        for start in range(0, bitmap.stride * bitmap.height, bitmap.stride)
    )
    if channels == 3:
        return rows
    packed = bytearray(3 * bitmap.width * bitmap.height)
    for channel in range(3):
        packed[channel::3] = rows[channel if channels == 4 else 0 :: channels]
    return bytes(packed)
