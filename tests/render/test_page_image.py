"""Pages of PDF files as pictures with words marked."""

import struct
import zlib

import pytest

import made_pdfs as pdfs
from citation_engine.collect.readers.pdf import PdfReader
from citation_engine.collect.sandbox import Sandbox
from citation_engine.errors import InvalidInput, SourceUnreadable
from citation_engine.formats.geometry import rects_of
from citation_engine.model.passage import Rect, Span
from citation_engine.render.page_image import page_png


class Picture:
    """A PNG as our own code writes them, unpacked."""

    def __init__(self, png: bytes) -> None:
        assert png.startswith(b"\x89PNG\r\n\x1a\n")
        self.chunks = {}
        at = 8
        while at < len(png):
            (length,) = struct.unpack_from(">I", png, at)
            kind, content = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
            assert struct.unpack_from(">I", png, at + 8 + length)[0] == zlib.crc32(kind + content)
            self.chunks[kind] = content
            at += 12 + length
        self.width, self.height, *rest = struct.unpack(">IIBBBBB", self.chunks[b"IHDR"])
        assert rest == [8, 2, 0, 0, 0]
        rows = zlib.decompress(self.chunks[b"IDAT"])
        self.row = 3 * self.width + 1
        assert len(rows) == self.row * self.height
        self.rows = rows

    def pixel(self, x: int, y: int) -> tuple[int, int, int]:
        at = y * self.row + 1 + 3 * x
        return tuple(self.rows[at : at + 3])

    def marked(self) -> tuple[int, int, int, int] | None:
        """Return the box around all yellow pixels: left, top, right, bottom."""
        yellow = [
            (x, y)
            for y in range(self.height)
            for x in range(self.width)
            if self.pixel(x, y)[0] > 200 and self.pixel(x, y)[2] < 120
        ]
        if not yellow:
            return None
        across, down = zip(*yellow, strict=True)
        return min(across), min(down), max(across) + 1, max(down) + 1

    def dark(self, box: tuple[int, int, int, int]) -> int:
        left, top, right, bottom = box
        return sum(
            max(self.pixel(x, y)) < 120 for y in range(top, bottom) for x in range(left, right)
        )


def shown(data: bytes, words: str, *, page: int = 1, dpi: float = 72) -> Picture:
    found = PdfReader().read(data, "a.pdf")
    start = found.text.index(words)
    rects = rects_of(found.geometry, Span(start, start + len(words)))
    return Picture(page_png(data, page, rects, dpi))


def test_the_words_are_marked_and_can_still_be_read():
    picture = shown(pdfs.one_page(pdfs.words_at(50, 500, "Some words here")), "words")
    left, top, right, bottom = picture.marked()

    assert (picture.width, picture.height) == (400, 600)
    assert 82 <= left <= 86
    assert 114 <= right <= 122
    assert (top, bottom) == pytest.approx((600 - 500 - 10.8, 600 - 500 + 3), abs=2)
    assert picture.dark((left, top, right, bottom)) > 20
    assert picture.pixel(300, 300) == (255, 255, 255)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_the_mark_is_where_the_words_are_however_the_page_is_turned(rotation):
    data = pdfs.upright_on_rotated(rotation, ["Some words here"])
    picture = shown(data, "words")
    left, top, right, bottom = picture.marked()
    height = picture.height
    # Upright text starts 50 points from the left and 300 from the bottom of the turned page.
    assert (picture.width, height) == ((600, 400) if rotation in (90, 270) else (400, 600))
    assert 82 <= left <= 86
    assert 114 <= right <= 122
    assert (top, bottom) == pytest.approx((height - 310.8, height - 297), abs=2)
    assert picture.dark((left, top, right, bottom)) > 20


def test_the_mark_is_where_the_words_are_on_a_cropped_page():
    box = b"/MediaBox [0 0 400 600] /CropBox [100 50 300 550]"
    picture = shown(pdfs.one_page(pdfs.words_at(120, 300, "Seen words"), page=box), "Seen")
    left, top, _, bottom = picture.marked()

    assert (picture.width, picture.height) == (200, 500)
    assert left == pytest.approx(19, abs=1)
    assert (top, bottom) == pytest.approx((500 - 260.8, 500 - 247), abs=2)


def test_a_quote_over_a_line_end_is_marked_on_both_lines():
    data = pdfs.one_page(pdfs.words_at(50, 500, "ends here") + pdfs.words_at(50, 480, "and begins"))
    picture = shown(data, "here\nand")
    left, top, right, bottom = picture.marked()

    assert left < 52
    assert right > 80
    assert bottom - top > 30
    assert picture.pixel(60, top + 2) == (255, 255, 255)


@pytest.mark.parametrize("page", [1, 2])
def test_a_quote_over_a_page_break_is_marked_on_each_page(page):
    data = pdfs.made(pdfs.lines(["ends here"], y=60), pdfs.lines(["and begins"], y=800))
    _, top, _, _ = shown(data, "here\nand", page=page).marked()

    assert (top > 700) is (page == 1)


def test_a_page_without_marks_is_drawn_as_it_is():
    data = pdfs.made(pdfs.lines(["Words."]), pdfs.lines(["More."]))

    assert Picture(page_png(data, 2, [Rect(page=1, x0=9, y0=9, x1=90, y1=90)], 40)).marked() is None


def test_a_rectangle_off_the_page_does_no_harm():
    off = Rect(page=1, x0=-500, y0=-500, x1=9000, y1=9000)
    picture = Picture(page_png(pdfs.one_page(b""), 1, [off], 36))

    assert picture.marked() == (0, 0, 200, 300)


def test_a_page_that_is_not_there_is_an_error():
    with pytest.raises(InvalidInput, match="no page 2; the document has 1"):
        page_png(pdfs.two_columns(), 2, [])


def test_an_enormous_page_is_drawn_smaller():
    data = pdfs.one_page(b"", page=b"/MediaBox [0 0 14000 14000]")
    head = page_png(data, 1, [])[16:24]
    width, height = struct.unpack(">II", head)

    assert width == height
    assert width * height < 13_000_000


def test_the_sandbox_draws_the_same_picture():
    data = pdfs.two_columns()
    rects = [Rect(page=1, x0=72, y0=700, x1=120, y1=712)]
    sandbox = Sandbox()
    drawn = sandbox.run(page_png, data, name="a.pdf", page=1, rects=rects, dpi=50)
    with pytest.raises(SourceUnreadable, match="no page 7"):
        sandbox.run(page_png, data, name="a.pdf", page=7, rects=rects)
    with pytest.raises(SourceUnreadable, match=r"failed on a\.pdf"):
        sandbox.run(page_png, b"%PDF-", name="a.pdf", page=1, rects=[])
    sandbox.close()

    assert drawn == page_png(data, 1, rects, 50)


def test_a_strip_of_a_page_has_the_marked_words_and_little_else():
    data = pdfs.made(pdfs.lines(["First line", "Second line"]))
    rect = {"page": 1, "x0": 72, "y0": 700, "x1": 200, "y1": 712}
    whole, strip = (page_png(data, 1, [rect], around=around) for around in (None, 40))

    assert _height(strip) < _height(whole) / 5
    assert page_png(data, 1, [], around=40) == page_png(data, 1, [])


def _height(png: bytes) -> int:
    return int.from_bytes(png[20:24], "big")
