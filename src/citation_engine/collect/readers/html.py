"""Reads web pages and e-books (EPUB): what a reader sees, and where each word stands."""

import re
from pathlib import PurePath

from citation_engine.errors import SourceUnreadable
from citation_engine.formats.epub import Chapter, open_book
from citation_engine.formats.html.facts import page_facts
from citation_engine.formats.html.markup import decode_html, parse_html, walk
from citation_engine.formats.html.text import PageBuilder
from citation_engine.formats.zip import ZippedFile
from citation_engine.model.passage import Layout, Mark, MarkKind
from citation_engine.ports import ReadText

HTML_SUFFIXES = (".html", ".htm", ".xhtml", ".xht", ".shtml")
_PAGE_START = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,500}-->\s*)?"
    rb"<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE,
)
EPUB_TYPE = "application/epub+zip"
_NAMED_EPUB = b"mimetype" + EPUB_TYPE.encode()


class HtmlReader:
    """
    Takes the visible text of a page in the order of the document.

    Text that the page's markup hides from readers is left out and counted: scripts, styles,
    comments, `hidden`, and inline styles that hide. Only attributes and inline styles count;
    style sheets are not read. Texts of images (`alt`) are not text.
    """

    name = "html"
    version = "2"

    def accepts(self, data: bytes, file_name: str) -> bool:
        """Files called HTML, and files without a suffix that begin as pages do."""
        suffix = PurePath(file_name).suffix.lower()
        return suffix in HTML_SUFFIXES or (suffix == "" and bool(_PAGE_START.match(data[:2048])))

    def read(self, data: bytes, file_name: str) -> ReadText:
        """The text, its map into the page, and what the page says about itself."""
        source, encoding = decode_html(data)
        tree = parse_html(source)
        builder = PageBuilder()
        builder.take(walk(tree))
        page = builder.result()
        if not page.text.strip():
            raise SourceUnreadable(
                f"{file_name} has no words that a reader could see.",
                fix="If it needs scripts to show them, open it in a browser, save it and add that.",
            )
        remarks = {"hidden_characters": page.hidden} if page.hidden else {}
        return ReadText(
            text=page.text,
            media_type="text/html",
            reader=self.name,
            reader_version=self.version,
            encoding=encoding,
            metadata={**page_facts(tree), **remarks},
            layout=page.layout,
        )


class EpubReader:
    """
    Takes the visible text of every chapter, as of web pages.

    The text of a book has no map into its files: a place is a chapter and a heading.
    """

    name = "epub"
    version = "2"

    def accepts(self, data: bytes, file_name: str) -> bool:
        """Zip files that say that they are books, or are called so."""
        is_named = PurePath(file_name).suffix.lower() == ".epub"
        return data.startswith(b"PK\x03\x04") and (is_named or data[30:58] == _NAMED_EPUB)

    def read(self, data: bytes, file_name: str) -> ReadText:
        """The words of all chapters."""
        archive = ZippedFile(data, file_name)
        book = open_book(archive)
        builder = PageBuilder()
        for chapter in book.chapters:
            _add_chapter(builder, archive, chapter)
        page = builder.result(with_nodes=False)
        if not page.text.strip():
            raise SourceUnreadable(
                f"{file_name} has no words in its chapters.",
                fix="Its pages may be pictures. Make text of them (OCR) and add that.",
            )
        marks = tuple(
            _titled(m, page.layout) for m in page.layout.marks if m.kind is not MarkKind.MAIN
        )
        remarks = {"hidden_characters": page.hidden} if page.hidden else {}
        return ReadText(
            text=page.text,
            media_type=EPUB_TYPE,
            reader=self.name,
            reader_version=self.version,
            metadata={**book.facts, **remarks},
            layout=Layout(marks=marks),
        )


def _add_chapter(builder: PageBuilder, archive: ZippedFile, chapter: Chapter) -> None:
    source, _ = decode_html(archive.read(chapter.path))
    if not source.lstrip().startswith("<?xml"):
        source = '<?xml version="1.0"?>' + source
    builder.flow.start_block(2)
    box = builder.flow.begin()
    builder.take(walk(parse_html(source)))
    builder.mark(box, MarkKind.CHAPTER, chapter.title, chapter.level)


def _titled(mark: Mark, layout: Layout) -> Mark:
    """A chapter that the table of contents does not name is called by its first heading."""
    if mark.kind is not MarkKind.CHAPTER or mark.name:
        return mark
    inside = (
        other.name
        for other in layout.marks
        if other.kind is MarkKind.HEADING and mark.start <= other.start < mark.end
    )
    return mark.model_copy(update={"name": next(inside, "")})
