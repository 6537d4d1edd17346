"""Small files that want to be enormous: each is refused with a sentence."""

import io
import zipfile
import zlib

import pytest

import made_pdfs as pdfs
from citation_engine.collect.documents import read_document
from citation_engine.collect.sandbox import Sandbox
from citation_engine.errors import SourceUnreadable
from citation_engine.plugins import load, names
from citation_engine.settings import Settings

READERS = [load("readers", name) for name in names("readers")]
LINES = b"0 0 m 1 1 l S\n"


def flate_of_ten_gigabytes() -> bytes:
    """Return operators that were compressed a million at a time, over and over, and then again."""
    packer = zlib.compressobj(9)
    piece = packer.compress(LINES * 75_000) + packer.flush(zlib.Z_FULL_FLUSH)
    content = zlib.compress(piece[:2] + piece[2:] * 10_000 + b"\x03\0", 9)
    return pdfs.one_page(content, filters=b"/Filter [/FlateDecode /FlateDecode]")


def page_tree_of_itself() -> bytes:
    pages = b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>"
    return pdfs.raw_pdf(b"<< /Type /Catalog /Pages 2 0 R >>", pages)


def words_without_end() -> bytes:
    return pdfs.nested_flate(b"BT /F 1 Tf (words and words and words) Tj ET\n" * 1_500_000, 2)


def office_file(member: str, content: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", b"<Types/>")
        archive.writestr(member, content)
    return out.getvalue()


def zip_of_zips(levels: int) -> bytes:
    inner = bytes(50_000_000)
    for level in range(levels):
        inner = office_file(f"{level}.zip", inner)
    return inner


def billion_laughs() -> bytes:
    entities = ['<!ENTITY a0 "ha">']
    entities += [f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 11)]
    return f"<?xml version='1.0'?><!DOCTYPE a [{''.join(entities)}]><a>&a10;</a>".encode()


def document_xml(content: bytes) -> bytes:
    return office_file("word/document.xml", content)


QUICK = {
    "nested.pdf": lambda: pdfs.nested_flate(bytes(100 << 20), 3),
    "pages.pdf": lambda: pdfs.many_pages(100_000),
    "cycle.pdf": page_tree_of_itself,
    "arrays.pdf": lambda: pdfs.one_page(b"[" * 5_000_000),
    "states.pdf": lambda: pdfs.nested_flate(b"q " * 5_000_000, 2),
    "deep.json": lambda: b"[" * 1_000_000,
    "deep-objects.json": lambda: b'{"a":' * 1_000_000,
    "nested.zip": lambda: zip_of_zips(4),
    "zeros.docx": lambda: document_xml(bytes(100 << 20)),
    "laughs.docx": lambda: document_xml(billion_laughs()),
    "laughs.xml": billion_laughs,
    "laughs.svg": billion_laughs,
}
SLOW = {
    "lines.pdf": lambda: pdfs.nested_flate(LINES * 15_000_000, 3),
    "ten-gigabytes.pdf": flate_of_ten_gigabytes,
    "words.pdf": words_without_end,
    "wide.json": lambda: b"[" + b"[]," * 20_000_000 + b"[]]",
}
BOMBS = [
    *(pytest.param(name, make, id=name) for name, make in QUICK.items()),
    *(pytest.param(name, make, id=name, marks=pytest.mark.slow) for name, make in SLOW.items()),
]


@pytest.fixture(scope="module")
def sandbox():
    made = Sandbox()
    yield made
    made.close()


@pytest.mark.parametrize(("name", "make"), BOMBS)
def test_a_bomb_is_refused_with_a_sentence(name, make, sandbox):
    data = make()

    with pytest.raises(SourceUnreadable) as caught:
        read_document(data, name, Settings(), READERS, sandbox=sandbox)

    assert name in caught.value.message
    assert caught.value.fix
