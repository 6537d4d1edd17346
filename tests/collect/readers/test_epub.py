"""E-books: the chapters in reading order, their titles, and books that are made to do harm."""

import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import made_books as books
from citation_engine.collect.readers.html import EpubReader
from citation_engine.errors import SourceUnreadable
from citation_engine.model.passage import MarkKind
from collect.readers.conformance import check_reading

NAV = '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
NCX = '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'


def read(data: bytes):
    return check_reading(EpubReader(), data, "a.epub")


def chapters(found) -> list[tuple[str, str]]:
    marks = [m for m in found.layout.marks if m.kind is MarkKind.CHAPTER]
    return [(m.name, found.text[m.start : m.end]) for m in marks]


def files(**more: str | bytes) -> dict[str, str | bytes]:
    return {
        "META-INF/container.xml": books.CONTAINER,
        "OEBPS/book.opf": books.package(["one", "two"]),
        "OEBPS/one.xhtml": books.chapter("<p>First.</p>"),
        "OEBPS/two.xhtml": books.chapter("<p>Second.</p>"),
        **more,
    }


def test_chapters_stand_in_the_order_of_the_spine():
    found = read(books.book(b="<h1>Begin</h1><p>One.</p>", a="<h1>End</h1><p>Two.</p>"))

    assert found.text == "Begin\n\nOne.\n\nEnd\n\nTwo."
    assert chapters(found) == [("Begin", "Begin\n\nOne."), ("End", "End\n\nTwo.")]
    assert found.media_type == "application/epub+zip"
    assert not found.layout.nodes


def test_what_a_book_says_about_itself():
    assert read(books.book(a="<p>Words")).metadata == {
        "title": "Ein Buch",
        "authors": ["Anna Müller", "Bo Lee"],
        "language": "de",
        "published": "2021-04-05",
        "publisher": "Verlag",
        "identifier": "urn:isbn:9783000000000",
    }


def test_titles_come_from_the_navigation():
    data = files()
    data["OEBPS/book.opf"] = books.package(["one", "two"], NAV)
    data["OEBPS/nav.xhtml"] = books.navigation(
        ("one.xhtml", "Erstes  Kapitel"), ("two.xhtml#x", "Zweites"), ("two.xhtml#y", "Nicht dies")
    )

    found = read(books.made(data))

    assert chapters(found) == [("Erstes Kapitel", "First."), ("Zweites", "Second.")]


def test_titles_come_from_an_older_table_of_contents():
    data = files()
    data["OEBPS/book.opf"] = books.package(["one", "two"], NCX, ' toc="ncx"')
    data["OEBPS/toc.ncx"] = books.contents(("one.xhtml", "Eins"), ("two.xhtml", "Zwei"))

    assert [name for name, _ in chapters(read(books.made(data)))] == ["Eins", "Zwei"]


def test_empty_elements_and_hidden_words_of_a_chapter():
    found = read(books.book(a='<p><a id="p1"/>Seen <span hidden="">SECRET</span>here</p><p/>'))

    assert found.text == "Seen here"
    assert found.metadata["hidden_characters"] == 6


def test_a_footnote_is_marked():
    found = read(books.book(a='<p>Text</p><aside epub:type="footnote"><p>1 Note</p></aside>'))

    assert [found.text[m.start : m.end] for m in found.layout.marks if m.kind == "note"] == [
        "1 Note"
    ]


def test_a_book_is_known_by_its_type_or_its_name():
    data = books.book(a="x")

    assert EpubReader().accepts(data, "download")
    assert EpubReader().accepts(b"PK\x03\x04", "a.EPUB")
    assert not EpubReader().accepts(b"PK\x03\x04", "a.docx")
    assert not EpubReader().accepts(b"words", "a.epub")


def bomb() -> bytes:
    body = books.chapter("<p>" + "0" * 30_000_000)
    return books.made(files(**{"OEBPS/one.xhtml": body}))


def entities() -> str:
    return (
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
        "<package>&b;</package>"
    )


ENCRYPTED = (
    "<encryption><EncryptedData><CipherData><CipherReference URI='OEBPS/one.xhtml'/>"
    "</CipherData></EncryptedData></encryption>"
)
OUTSIDE = (
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><container><rootfile full-path="&a;"/>'
    "</container>"
)
UNREADABLE = {
    "not a zip": (lambda: b"PK\x03\x04 and nothing else", "not a zip file"),
    "cut off": (lambda: books.book(a="<p>x")[:-100], "not a zip file"),
    "empty": (lambda: books.made({}), "has no file 'META-INF/container.xml'"),
    "no package": (
        lambda: books.made({"META-INF/container.xml": books.CONTAINER}),
        "has no file 'OEBPS/book.opf'",
    ),
    "no chapters": (
        lambda: books.made(files(**{"OEBPS/book.opf": books.package([])})),
        "no chapters",
    ),
    "chapters elsewhere": (
        lambda: books.made(files(**{"OEBPS/book.opf": books.package(["../../etc/passwd"])})),
        "no chapters",
    ),
    "no words": (lambda: books.book(a="<img src='a.png'/>"), "no words"),
    "not XML": (lambda: books.made(files(**{"OEBPS/book.opf": "<package>"})), "is not XML"),
    "entities": (lambda: books.made(files(**{"OEBPS/book.opf": entities()})), "declares entities"),
    "outside entity": (
        lambda: books.made(files(**{"META-INF/container.xml": OUTSIDE})),
        "declares entities",
    ),
    "deep XML": (
        lambda: books.made(files(**{"OEBPS/book.opf": "<a>" * 100_000})),
        "nested more than 200",
    ),
    "copy-protected": (
        lambda: books.made(files(**{"META-INF/encryption.xml": ENCRYPTED})),
        "copy-protected",
    ),
    "bomb": (bomb, "far more than it should"),
    "many files": (
        lambda: books.made({f"{n}": "" for n in range(10_001)}),
        "more than 10,000 files",
    ),
    "deep chapter": (lambda: books.book(a="<div>" * 50_000), "nested more than 1,000"),
}


@pytest.mark.parametrize(("make", "said"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_book_that_cannot_be_read_says_why(make, said):
    with pytest.raises(SourceUnreadable, match=said) as caught:
        EpubReader().read(make(), "a.epub")

    assert caught.value.fix


def test_fonts_may_be_encrypted():
    data = files(**{"META-INF/encryption.xml": ENCRYPTED.replace("one.xhtml", "font.otf")})

    assert read(books.made(data)).text == "First.\n\nSecond."


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_a_damaged_book_is_read_or_refused(draw):
    data = bytearray(books.book(a="<h1>Title</h1><p>Words of a chapter.</p>", b="<p>More."))
    for _ in range(draw.draw(st.integers(1, 8))):
        data[draw.draw(st.integers(4, len(data) - 1))] = draw.draw(st.integers(0, 255))
    try:
        found = EpubReader().read(bytes(data), "a.epub")
    except SourceUnreadable:
        return

    assert found.text


def test_a_locked_member_is_refused():
    target = io.BytesIO(books.book(a="<p>x"))
    with zipfile.ZipFile(target) as archive:
        at = archive.getinfo("META-INF/container.xml").header_offset
    data = bytearray(target.getvalue())
    data[at + 6] |= 1
    central = data.find(b"PK\x01\x02", data.find(b"PK\x01\x02") + 4)
    data[central + 8] |= 1

    with pytest.raises(SourceUnreadable, match="is damaged at"):
        EpubReader().read(bytes(data), "a.epub")
