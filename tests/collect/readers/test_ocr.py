"""Pictures and scanned pages: their words, where they stand, and pictures made to do harm."""

import io
import struct
import sys
import zlib
from dataclasses import replace

import pypdfium2 as pdfium
import pytest
from PIL import Image

import made_office as office
import made_pdfs as pdfs
from citation_engine.collect.documents import read_document
from citation_engine.collect.readers.ocr import OcrReader
from citation_engine.collect.readers.pdf import PdfReader
from citation_engine.collect.sandbox import Sandbox
from citation_engine.collect.worker import MIB, Limits
from citation_engine.errors import MissingExtra, SourceUnreadable
from citation_engine.formats.geometry import rects_of
from citation_engine.formats.image import pictures_of
from citation_engine.model.passage import MarkKind, Rect, Span
from citation_engine.plugins import BUILT_IN, load
from citation_engine.settings import Settings
from collect.readers.conformance import check_geometry, check_layout, check_text, needs

LINES = ["Größere Mengen sind zu melden.", "Die Frist beträgt zehn Jahre."]
# Every test with this mark loads the models, which takes seconds.
recognises = pytest.mark.slow


@pytest.fixture(autouse=True)
def _installed():
    needs("rapidocr", "ocr")


@pytest.fixture(scope="module")
def page() -> bytes:
    return pdfs.made(pdfs.lines(LINES, x=30, y=150, size=16), size=(330, 200))


def read(data: bytes, name: str = "a.png"):
    found = OcrReader().read(data, name)
    check_text(found.text)
    check_layout(found.layout, found.text)
    check_geometry(found)
    return found


def overlap(one: Rect, other: Rect) -> float:
    width = min(one.x1, other.x1) - max(one.x0, other.x0)
    height = min(one.y1, other.y1) - max(one.y0, other.y0)
    shared = max(0.0, width) * max(0.0, height)
    areas = [(rect.x1 - rect.x0) * (rect.y1 - rect.y0) for rect in (one, other)]
    return shared / (sum(areas) - shared)


def rect_of(found, words: str) -> Rect:
    start = found.text.index(words)
    (rect,) = rects_of(found.geometry, Span(start, start + len(words)))
    return rect


@recognises
def test_the_words_of_a_picture_are_read_and_marked():
    found = read(office.picture(LINES, dpi=(150, 150)))

    assert found.text.split("\n") == LINES
    assert [(m.kind, m.start, m.end) for m in found.layout.marks] == [
        (MarkKind.OCR, 0, len(found.text))
    ]
    assert found.reader == "ocr"
    assert found.metadata["ocr"]["pages"] == [1]
    assert 0.8 < found.metadata["ocr"]["confidence"] <= 1
    (page,) = found.layout.pages
    assert (round(page.width), round(page.height)) == (360, 120)


@recognises
def test_a_scanned_page_has_its_words_where_the_page_has_them(page):
    truth = PdfReader().read(page, "a.pdf")

    found = read(office.scan(page, 200), "scan.pdf")

    assert found.text == truth.text
    assert overlap(rect_of(found, LINES[0]), rect_of(truth, LINES[0])) > 0.75
    for words in ("Mengen", "melden", "Frist", "zehn"):
        assert overlap(rect_of(found, words), rect_of(truth, words)) > 0.6


@recognises
@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_rotated_page_keeps_its_words_in_place(rotation):
    upright = pdfs.upright_on_rotated(rotation, ["Words that stand upright", "on a turned page"])
    truth = PdfReader().read(upright, "a.pdf")
    turned = _turned(office.drawn(upright, resolution=120), rotation)

    found = read(turned, "scan.pdf")

    assert found.text == truth.text
    assert found.layout.pages[0].rotation == rotation
    for line in truth.text.split("\n"):
        assert overlap(rect_of(found, line), rect_of(truth, line)) > 0.75


def _turned(picture, rotation: int) -> bytes:
    """Return a PDF page that shows `picture` once its viewer has turned it."""
    lying = picture.rotate(rotation, expand=True)
    target = io.BytesIO()
    lying.save(target, "PDF", resolution=120)
    document = pdfium.PdfDocument(target.getvalue())
    document[0].set_rotation(rotation)
    saved = io.BytesIO()
    document.save(saved)
    return saved.getvalue()


@recognises
def test_pages_with_a_text_layer_keep_it():
    words = pdfium.PdfDocument(pdfs.made(pdfs.lines(["Born as text."], y=150), size=(330, 200)))
    picture = pdfium.PdfDocument(
        office.scan(pdfs.made(pdfs.lines(LINES, x=30, y=150), size=(330, 200)))
    )
    both = pdfium.PdfDocument.new()
    both.import_pages(words)
    both.import_pages(picture)
    target = io.BytesIO()
    both.save(target)

    found = read(target.getvalue(), "mixed.pdf")

    assert found.text.split("\n")[0] == "Born as text."
    assert found.metadata["ocr"]["pages"] == [2]
    (mark,) = [m for m in found.layout.marks if m.kind is MarkKind.OCR]
    assert mark.start == found.layout.pages[1].start


@recognises
def test_every_page_of_a_tiff_file_is_a_page():
    pages = [
        Image.open(io.BytesIO(office.picture([words]))) for words in ("First page", "Second page")
    ]
    target = io.BytesIO()
    pages[0].save(target, "TIFF", save_all=True, append_images=pages[1:])

    found = read(target.getvalue(), "fax.tiff")

    assert found.text == "First page\nSecond page"
    assert [p.number for p in found.layout.pages] == [1, 2]


@recognises
def test_a_photograph_is_read_as_it_is_held():
    exif = Image.Exif()
    exif[0x0112] = 6
    image = Image.open(io.BytesIO(office.picture(["Held upright"]))).rotate(90, expand=True)
    target = io.BytesIO()
    image.save(target, "JPEG", exif=exif)

    assert read(target.getvalue(), "photo.jpg").text == "Held upright"


@recognises
def test_a_scan_is_recognised_without_being_asked_for(page):
    readers = [load("readers", name) for name in BUILT_IN["readers"]]

    found = read_document(office.scan(page), "scan.pdf", Settings(), readers)

    assert (found.reader, found.text.split("\n")) == ("ocr", LINES)


@recognises
def test_a_page_without_words_says_so():
    blank = pdfs.made(lambda _: None, size=(200, 200))

    with pytest.raises(SourceUnreadable, match=r"No words could be recognised in a\.pdf"):
        OcrReader().read(blank, "a.pdf")


def test_the_reader_of_pdfs_asked_for_by_name_does_not_hand_on(page):
    readers = [load("readers", name) for name in BUILT_IN["readers"]]

    with pytest.raises(SourceUnreadable, match=r"no text layer.*citation-engine\[ocr\]"):
        read_document(office.scan(page), "scan.pdf", Settings(), readers, reader="pdf")


class Missing(OcrReader):
    """As the reader is where its extra is not installed."""

    def available(self) -> bool:
        return False


def test_without_the_extra_a_scan_says_what_to_install(page):
    readers = [PdfReader(), Missing()]

    with pytest.raises(SourceUnreadable, match=r"scan.pdf has no text layer.*\[ocr\]"):
        read_document(office.scan(page), "scan.pdf", Settings(), readers)


def test_without_the_extra_a_picture_says_what_to_install(monkeypatch):
    # To Python, a module that is None is not installed.
    monkeypatch.setitem(sys.modules, "rapidocr", None)

    with pytest.raises(MissingExtra, match=r"as in a\.png.*citation-engine\[ocr\]"):
        OcrReader().read(office.picture(["x"]), "a.png")


# Each of these limits meets another library at another moment.
@pytest.mark.parametrize("mebibytes", [300, 450, 540, 600, 640, 660, 700])
def test_recognition_that_does_not_fit_into_the_memory_says_so(page, mebibytes):
    sandbox = Sandbox(Limits(memory_bytes=mebibytes * MIB))
    try:
        with pytest.raises(SourceUnreadable, match=r"scan\.pdf.*memory"):
            sandbox.read(OcrReader(), office.scan(page), "scan.pdf")
    finally:
        sandbox.close()


def chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)


def huge_png(width: int, height: int) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 1000))
    )


def many_frames() -> bytes:
    small = Image.new("1", (2, 2))
    target = io.BytesIO()
    small.save(target, "TIFF", save_all=True, append_images=[small] * 200)
    return target.getvalue()


UNREADABLE = {
    "huge": (lambda: huge_png(100_000, 100_000), "100,000 × 100,000 pixels"),
    "cut off": (lambda: office.picture(["x"])[:200], "not a picture that can be opened"),
    "only a beginning": (lambda: b"\xff\xd8\xff", "not a picture that can be opened"),
    "many pages": (many_frames, "has 201 pages"),
}


@pytest.mark.parametrize(("make", "said"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_picture_that_cannot_be_read_says_why(make, said):
    with pytest.raises(SourceUnreadable, match=said) as caught:
        OcrReader().read(make(), "a.png")

    assert caught.value.fix


def test_a_very_large_picture_is_made_smaller_and_keeps_its_size_on_paper():
    target = io.BytesIO()
    Image.new("1", (9_000, 3_000), 1).save(target, "PNG", dpi=(300, 300))

    (found,) = pictures_of(target.getvalue(), "a.png", 1)

    assert found.pixels.shape == (1333, 4000, 3)
    assert (round(found.width), round(found.height)) == (2160, 720)


def test_what_can_be_seen_through_is_paper():
    target = io.BytesIO()
    Image.new("RGBA", (40, 40), (0, 0, 0, 0)).save(target, "PNG")

    (found,) = pictures_of(target.getvalue(), "a.png", 1)

    assert found.pixels.min() == 255


def test_pictures_are_known_by_their_first_bytes():
    reader = OcrReader()

    assert reader.accepts(office.picture(["x"]), "any.name")
    assert not reader.accepts(b"words", "a.png")


def test_the_limits_allow_for_the_work():
    from citation_engine.collect.documents import sandbox_for

    usual, ours = sandbox_for(Settings()).limits, sandbox_for(Settings(), OcrReader()).limits

    assert ours == replace(
        usual,
        wall_seconds=20 * usual.wall_seconds,
        cpu_seconds=80 * usual.cpu_seconds,
        memory_bytes=3 * usual.memory_bytes,
    )
