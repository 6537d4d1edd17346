"""Reads web pages: what a reader sees, and where in the page each word stands."""

import re
from pathlib import PurePath

from citation_engine.errors import SourceUnreadable
from citation_engine.formats.html.facts import page_facts
from citation_engine.formats.html.markup import decode_html, parse_html, walk
from citation_engine.formats.html.text import PageBuilder
from citation_engine.ports import ReadText

SUFFIXES = (".html", ".htm", ".xhtml", ".xht", ".shtml")
_START = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,500}-->\s*)?"
    rb"<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE,
)


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
        return suffix in SUFFIXES or (suffix == "" and bool(_START.match(data[:2048])))

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
