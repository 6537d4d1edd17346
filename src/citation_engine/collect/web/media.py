"""Decides which kinds of content are taken from the web, and whether the bytes are of that kind."""

import codecs
import re
from enum import StrEnum


class Family(StrEnum):
    """What kinds of content have in common that a look at the bytes can tell."""

    TEXT = "text"
    PDF = "a PDF"
    ZIP = "a zip file"
    IMAGE = "an image"
    OTHER = "of another kind"


TAKEN = "text, HTML, XML, JSON, PDF, Office documents (docx, xlsx, pptx, odt, …), EPUB and images"

_TEXTS = {
    f"application/{name}"
    for name in ("json", "ndjson", "x-ndjson", "xml", "xhtml+xml", "yaml", "x-yaml", "toml")
}
_PDFS = {"application/pdf", "application/x-pdf"}
_ZIPPED = re.compile(
    r"application/(epub\+zip|vnd\.oasis\.opendocument\.[a-z-]+"
    r"|vnd\.openxmlformats-officedocument\.[a-z.]+)"
)
_IMAGES = {f"image/{name}" for name in ("png", "jpeg", "jpg", "gif", "webp", "tiff", "bmp")}
# What servers say when they do not know.
_UNKNOWN = {"", "application/octet-stream", "binary/octet-stream", "application/x-download"}

_STARTS = (
    (b"\x89PNG\r\n\x1a\n", Family.IMAGE, "image/png"),
    (b"\xff\xd8\xff", Family.IMAGE, "image/jpeg"),
    (b"GIF87a", Family.IMAGE, "image/gif"),
    (b"GIF89a", Family.IMAGE, "image/gif"),
    (b"II*\x00", Family.IMAGE, "image/tiff"),
    (b"MM\x00*", Family.IMAGE, "image/tiff"),
    (b"PK\x03\x04", Family.ZIP, "application/zip"),
    (b"PK\x05\x06", Family.ZIP, "application/zip"),
)
_OTHER_STARTS = (
    *(
        b"\x7fELF",
        b"\xca\xfe\xba\xbe",
        b"\xfe\xed\xfa",
        b"\x00asm",
        b"Rar!\x1a",
        b"7z\xbc\xaf\x27\x1c",
    ),
    *(b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"\xd0\xcf\x11\xe0", b"SQLite format 3\x00", b"BZh9"),
)
_OFFICE = "application/vnd.openxmlformats-officedocument."
_INSIDE_OFFICE = (
    (b"word/", f"{_OFFICE}wordprocessingml.document"),
    (b"xl/", f"{_OFFICE}spreadsheetml.sheet"),
    (b"ppt/", f"{_OFFICE}presentationml.presentation"),
)
_ZIPPED_NAME = re.compile(rb"mimetype(application/[a-z.+-]{3,80})")
# What does not stand in text (https://mimesniff.spec.whatwg.org/#binary-data-byte).
_NOT_IN_TEXT = bytes([*range(9), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20)])
_LOOKED_AT = 4096
_PDF_START = b"%PDF-"
_PDF_WITHIN = 1024

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_NOT_FOR_PAGES = {"utf_7", "idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined"}
_MEDIA_TYPE = re.compile(r"[a-z0-9!#$&^_.+-]{1,80}/[a-z0-9!#$&^_.+-]{1,120}")
_IN_HEADER = re.compile(r";\s*charset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_IN_HTML = re.compile(rb"<meta[^>]{1,300}?charset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE)
_IN_XML = re.compile(rb"\s*<\?xml[^>]{1,200}?encoding\s*=\s*[\"']([\w.:-]{1,40})")


def stated_type(content_type: str) -> str:
    """The media type in a `Content-Type` header; empty if there is none that can be read."""
    stated = content_type.partition(";")[0].strip().lower()
    return stated if _MEDIA_TYPE.fullmatch(stated) else ""


def is_taken(stated: str) -> bool:
    """Whether content of this type may be fetched; where the server does not know, bytes decide."""
    return stated in _UNKNOWN or _family_of(stated) is not Family.OTHER


def settled_type(stated: str, body: bytes, charset: str | None) -> tuple[str, str | None]:
    """
    The media type that holds for these bytes, and what is wrong with it, or None.

    The header decides, and the bytes must not contradict it. A server that does
    not know what it sends is not believed beyond what the bytes show.
    """
    family, shown = _look(body, charset)
    if stated in _UNKNOWN:
        is_known = _family_of(shown) is not Family.OTHER
        return shown, None if is_known else "is not of a kind that is fetched"
    declared = _family_of(stated)
    if declared is Family.PDF and _PDF_START in body[:_PDF_WITHIN]:
        return stated, None  # Some have rubbish before their beginning.
    if declared is Family.TEXT and family is Family.OTHER and _is_mostly_text(body):
        return stated, None
    if family is not declared and body:
        return stated, f"is called {stated} and is {family}"
    return (shown if family is Family.IMAGE else stated), None


def image_type(body: bytes) -> str:
    """The media type of an image by its first bytes; empty where it is none."""
    family, shown = _look(body[:_LOOKED_AT], None)
    return shown if family is Family.IMAGE else ""


def charset_of(content_type: str, body: bytes) -> str | None:
    """
    The encoding that a page states: by its first bytes, its header or its markup.

    None where it states none, or one that is not an encoding of text.
    """
    for mark, name in _BYTE_ORDER_MARKS:
        if body.startswith(mark):
            return name
    start = body[:_LOOKED_AT]
    found = [match[1] for match in [_IN_HEADER.search(content_type)] if match]
    found += [m[1].decode() for m in (_IN_XML.match(start), _IN_HTML.search(start)) if m]
    return next((name.lower() for name in found if _is_text_encoding(name)), None)


def _family_of(media_type: str) -> Family:
    if media_type in _IMAGES:
        return Family.IMAGE
    if media_type in _PDFS:
        return Family.PDF
    if _ZIPPED.fullmatch(media_type):
        return Family.ZIP
    if media_type.startswith("text/") or media_type in _TEXTS:
        return Family.TEXT
    return Family.TEXT if media_type.endswith(("+json", "+xml")) else Family.OTHER


def _look(body: bytes, charset: str | None) -> tuple[Family, str]:
    for start, family, name in _STARTS:
        if body.startswith(start):
            return family, _zipped_type(body) if family is Family.ZIP else name
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return Family.IMAGE, "image/webp"
    if body[:2] == b"BM" and body[6:10] == b"\x00\x00\x00\x00":
        return Family.IMAGE, "image/bmp"
    if body[:_PDF_WITHIN].lstrip(b"\xef\xbb\xbf \t\r\n\f\x00").startswith(_PDF_START):
        return Family.PDF, "application/pdf"
    start = body[:_LOOKED_AT]
    wide = (charset or "").startswith(("utf-16", "utf-32"))
    if body.startswith(_OTHER_STARTS) or (
        not wide and start.translate(None, _NOT_IN_TEXT) != start
    ):
        return Family.OTHER, "application/octet-stream"
    is_html = re.match(
        rb"(\xef\xbb\xbf)?\s*<(!doctype html|html|head|body)\b", start, re.IGNORECASE
    )
    return Family.TEXT, "text/html" if is_html else "text/plain"


def _is_mostly_text(body: bytes) -> bool:
    """A stray control character is forgiven to what calls itself text."""
    start = body[:_LOOKED_AT]
    strays = len(start) - len(start.translate(None, _NOT_IN_TEXT))
    return not body.startswith(_OTHER_STARTS) and strays * 100 <= len(start)


def _zipped_type(body: bytes) -> str:
    if named := _ZIPPED_NAME.match(body, 30):
        return named[1].decode()
    if b"[Content_Types].xml" in body:
        return next((name for inside, name in _INSIDE_OFFICE if inside in body), "application/zip")
    return "application/zip"


def _is_text_encoding(name: str) -> bool:
    try:
        "a".encode(name)
        return codecs.lookup(name).name.replace("-", "_") not in _NOT_FOR_PAGES
    except (LookupError, ValueError):
        return False
