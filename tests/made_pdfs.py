"""PDF files for tests, made while they run: with reportlab, or byte by byte."""

import io
import zlib
from collections.abc import Callable, Sequence
from unicodedata import normalize

from reportlab.lib import pdfencrypt
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

Draw = Callable[[Canvas], None]

LOOSE_ACCENTS = dict(zip("\u0308\u0301\u0300\u0302\u0303\u0327", "¨´`ˆ˜¸", strict=True))

LEFT_COLUMN = [
    "The left column begins the story",
    "and goes on for a while until the",
    "end of the column is reached.",
]
RIGHT_COLUMN = [
    "Only then the right column takes",
    "over and tells how the story went",
    "on to its happy end.",
]


def made(*pages: Draw, size: tuple[float, float] = A4, **options) -> bytes:
    """Return a PDF with one page for each function that draws one."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=size, invariant=1, **options)
    for draw in pages:
        canvas.setFont("Helvetica", 12)
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def lines(
    words: Sequence[str],
    *,
    x: float = 72,
    y: float = 700,
    font: str = "Helvetica",
    size: float = 12,
) -> Draw:
    """Return what draws lines of text, one below the other."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont(font, size)
        for number, line in enumerate(words):
            canvas.drawString(x, y - 1.3 * size * number, line)

    return draw


def with_loose_accents(words: Sequence[str], *, y: float = 700, font: str = "Times-Roman") -> Draw:
    """Return what draws lines as old fonts do: an accent is a sign of its own over its letter."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont(font, 12)
        for number, line in enumerate(words):
            x, base = 72.0, y - 16 * number
            for word in line.split():
                plain = "".join(normalize("NFD", letter)[0] for letter in word)
                canvas.drawString(x, base, plain)
                for at, letter in enumerate(word):
                    if len(parts := normalize("NFD", letter)) == 2:
                        accent = LOOSE_ACCENTS[parts[1]]
                        spare = canvas.stringWidth(plain[at]) - canvas.stringWidth(accent)
                        left = x + canvas.stringWidth(plain[:at]) + spare / 2
                        canvas.drawString(left, base + 2.5 * letter.isupper(), accent)
                x += canvas.stringWidth(plain + " ")

    return draw


def together(*parts: Draw) -> Draw:
    """Return what draws all of the parts on one page."""

    def draw(canvas: Canvas) -> None:
        for part in parts:
            part(canvas)

    return draw


def two_columns() -> bytes:
    return made(together(lines(LEFT_COLUMN), lines(RIGHT_COLUMN, x=320)))


def with_headers(pages: int = 4) -> bytes:
    def page(number: int) -> Draw:
        return together(
            lines(["Journal of Made Results"], y=800, size=9),
            lines([f"On page {number} it says {word}." for word in ("this", "that", "more")]),
            lines([f"Page {number} of {pages}"], y=40, size=9),
        )

    return made(*(page(number) for number in range(1, pages + 1)))


def with_headings() -> bytes:
    """Return one chapter with two sections, by the size of their letters alone."""
    body = [f"This is line {number} of the body of the text." for number in range(6)]
    return made(
        together(
            lines(["A chapter whose title goes", "over two lines"], y=780, size=24),
            lines(["First section"], y=690, size=16),
            lines(body, y=660),
            lines(["Second section"], y=540, size=16),
            lines(body, y=510),
        )
    )


def with_outline() -> bytes:
    def page(canvas: Canvas) -> None:
        canvas.bookmarkPage("scope")
        canvas.addOutlineEntry("Scope", "scope", level=0)
        canvas.bookmarkPage("terms")
        canvas.addOutlineEntry("Terms and words", "terms", level=1)
        lines(["1 Scope", "This rule is for all.", "1.1 Terms and words", "A term is a word."])(
            canvas
        )

    return made(page)


def upright_on_rotated(rotation: int, words: Sequence[str]) -> bytes:
    """Return a page that a viewer turns by `rotation`, with text that is upright when turned."""
    turn = {
        0: b"1 0 0 1 0 0",
        90: b"0 1 -1 0 400 0",
        180: b"-1 0 0 -1 400 600",
        270: b"0 -1 1 0 0 600",
    }[rotation]
    text = b"".join(words_at(50, 300 - 16 * n, line) for n, line in enumerate(words))
    box = b"/MediaBox [0 0 400 600] /Rotate %d" % rotation
    return one_page(b"q %s cm\n%sQ" % (turn, text), page=box)


def scan_with_text_layer(words: str) -> bytes:
    """Return a picture over the whole page with invisible text on it, as OCR programs make them."""

    def draw(canvas: Canvas) -> None:
        picture(canvas)
        invisible(words)(canvas)

    return made(draw)


def picture(canvas: Canvas) -> None:
    """Draw a grey picture over the page."""
    from reportlab.lib.utils import ImageReader

    grey = ImageReader(io.BytesIO(grey_png()))
    canvas.drawImage(grey, 0, 0, *A4)


def grey_png() -> bytes:
    import struct

    def chunk(kind: bytes, content: bytes) -> bytes:
        checked = kind + content
        return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))

    head = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)
    rows = (b"\0" + bytes([200] * 6)) * 2
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def invisible(words: str, *, y: float = 500) -> Draw:
    def draw(canvas: Canvas) -> None:
        text = canvas.beginText(72, y)
        text.setTextRenderMode(3)
        text.textOut(words)
        text.setTextRenderMode(0)
        canvas.drawText(text)

    return draw


def encrypted() -> bytes:
    lock = pdfencrypt.StandardEncryption("secret", canPrint=0)
    return made(lines(["Nobody reads this."]), encrypt=lock)


def raw_pdf(*objects: bytes) -> bytes:
    """Return a PDF of these objects, of which the first is the catalogue."""
    out = bytearray(b"%PDF-1.7\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(objects) + 1)
    return bytes(out + b"startxref\n%d\n%%%%EOF\n" % start)


def stream(content: bytes, entries: bytes = b"") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(content), entries, content)


FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


def one_page(
    content: bytes,
    *,
    filters: bytes = b"",
    page: bytes = b"/MediaBox [0 0 400 600]",
    catalogue: bytes = b"",
    font: bytes = FONT,
) -> bytes:
    """Return one page with this content, byte by byte; its font is called F."""
    return raw_pdf(
        b"<< /Type /Catalog /Pages 2 0 R %s >>" % catalogue,
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R %s /Contents 4 0 R "
        b"/Resources << /Font << /F 5 0 R >> >> >>" % page,
        stream(content, filters),
        font,
    )


def words_at(x: float, y: float, words: str, size: float = 12) -> bytes:
    """Return the content that draws words at a place."""
    text = words.encode("cp1252").replace(b"(", rb"\(").replace(b")", rb"\)")
    return b"BT /F %g Tf %g %g Td (%s) Tj ET\n" % (size, x, y, text)


def page_labels() -> bytes:
    """Return five pages labelled i, ii, 1, 2 and A-1."""
    kids = b" ".join(b"%d 0 R" % number for number in range(5, 10))
    pages = [
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R "
        b"/Resources << /Font << /F 3 0 R >> >> >>"
    ] * 5
    labels = b"<< /Nums [0 << /S /r >> 2 << /S /D >> 4 << /S /D /P (A-) >>] >>"
    return raw_pdf(
        b"<< /Type /Catalog /Pages 2 0 R /PageLabels %s >>" % labels,
        b"<< /Type /Pages /Kids [%s] /Count 5 >>" % kids,
        FONT,
        stream(words_at(20, 100, "Some words.")),
        *pages,
    )


def many_pages(count: int) -> bytes:
    """Return a PDF of many pages that are all the same object."""
    kids = b"4 0 R " * count
    return raw_pdf(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, count),
        stream(words_at(20, 100, "Some words.")),
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 3 0 R >>",
    )


def nested_flate(content: bytes, layers: int) -> bytes:
    """Return a page whose content is compressed several times over."""
    for _ in range(layers):
        content = zlib.compress(content, 9)
    return one_page(content, filters=b"/Filter [%s]" % (b"/FlateDecode " * layers))
