"""Reads e-books (EPUB): the chapters in reading order, each marked with its title."""

from pathlib import PurePath

from citation_engine.errors import SourceUnreadable
from citation_engine.formats.epub import Chapter, open_book
from citation_engine.formats.html.markup import decode_html, parse_html, walk
from citation_engine.formats.html.text import PageBuilder
from citation_engine.formats.zip import ZippedFile
from citation_engine.model.layout import Layout, Mark, MarkKind
from citation_engine.ports import ReadText

MEDIA_TYPE = "application/epub+zip"
_NAMED = b"mimetype" + MEDIA_TYPE.encode()


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
        return data.startswith(b"PK\x03\x04") and (is_named or data[30:58] == _NAMED)

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
            media_type=MEDIA_TYPE,
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
