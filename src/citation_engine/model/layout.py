"""Layout: the way back from a character of a snapshot to what a person can look at."""

from enum import StrEnum

from citation_engine.model.value import Value


class MarkKind(StrEnum):
    """What a span of a snapshot's text is, beside being text."""

    HEADING = "heading"
    HEADER = "header"
    FOOTER = "footer"
    NAVIGATION = "navigation"
    MAIN = "main"
    CAPTION = "caption"
    TABLE = "table"
    CELL = "cell"
    SHEET = "sheet"
    SLIDE = "slide"
    CHAPTER = "chapter"
    NOTE = "note"
    VALUE = "value"
    OCR = "ocr"


class Mark(Value):
    """
    One annotated span.

    `name` is how a person finds it: the heading's words, a cell such as
    `B7`, a sheet's or a slide's name, a JSON Pointer for a value.
    """

    kind: MarkKind
    start: int
    end: int
    name: str = ""
    level: int | None = None


class PageSpan(Value):
    """A page: its number from 1, the label printed on it, its span and its size in points."""

    number: int
    start: int
    end: int
    label: str | None = None
    width: float = 0.0
    height: float = 0.0
    rotation: int = 0


class Rect(Value):
    """One line of marked words on a page: PDF points, origin bottom-left, unrotated."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


class TextNode(Value):
    """A run of a snapshot's text that came out of one text node of the stored page."""

    start: int
    end: int
    node: int
    offset: int = 0


class Layout(Value):
    """
    Everything a reader knows about a text beside the text.

    Nothing is removed from a text for being a header or navigation; it is
    marked, so that a quote from there is still found and told apart.
    """

    pages: tuple[PageSpan, ...] = ()
    marks: tuple[Mark, ...] = ()
    nodes: tuple[TextNode, ...] = ()
