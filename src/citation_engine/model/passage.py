"""Passages: exact words of a text, where they stand, and how a person finds them."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, field_validator


class Value(BaseModel):
    """A frozen value that refuses unknown fields."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", ser_json_bytes="base64", val_json_bytes="base64"
    )


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Where something stands in a text: from `start` up to, not including, `end`."""

    start: int
    end: int

    def __post_init__(self) -> None:
        """Refuse a span that no text can have, because a wrong offset is found too late."""
        if not 0 <= self.start <= self.end:
            raise ValueError(f"A span cannot go from {self.start} to {self.end}.")

    def of(self, text: str) -> str:
        """Return the words at this span of `text`."""
        return text[self.start : self.end]


class Stretch(Value):
    """Words of a text, and where they stand in it."""

    start: int
    end: int
    text: str


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
    PARAGRAPH = "paragraph"
    ITEM = "item"
    CODE = "code"
    QUOTE = "quote"
    BOLD = "bold"
    LEAD = "lead"
    LINK = "link"
    SUPERSCRIPT = "superscript"
    CITATION = "citation"


class Mark(Value):
    """
    One annotated span.

    `name` is how a person finds it: the heading's words, a cell such as
    `B7`, a sheet's or a slide's name, a JSON Pointer for a value, where a link leads. The
    `level` is that of a heading; a cell that has one is in the head of its table.
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


class Locator(Value):
    """
    Where in a source a person should look.

    The named fields are the ones the engine understands; anything else an agent
    finds useful is kept as it was given.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="allow",
        coerce_numbers_to_str=True,
        ser_json_inf_nan="constants",
    )

    page: int | str | None = None
    page_start: int | str | None = None
    page_end: int | str | None = None
    section: str | None = None
    section_header: str | None = None
    char_offset_start: int | None = None
    char_offset_end: int | None = None
    heading_context: str | None = None
    accessed_at: str | None = None
    query: str | None = None
    table: str | None = None
    result_description: str | None = None

    @field_validator("accessed_at", mode="before")
    @classmethod
    def _spell_out(cls, value: Any) -> Any:
        """A date or time as text, as the record keeps it."""
        return value.isoformat() if isinstance(value, date) else value

    def given(self) -> dict[str, Any]:
        """The fields that were given, and no others."""
        return self.model_dump(mode="json", exclude_none=True)


class Passage(Value):
    """
    Exact words in a snapshot, with the words around them.

    `segments` are the stretches that were meant, where some of the text between `start` and
    `end` was left out. `section` is what the place is called by: "§ 147 Abs. 3 Satz 1" in a law,
    else the headings above it.
    """

    start: int
    end: int
    text: str
    before: str = ""
    after: str = ""
    segments: tuple[Span, ...] = ()
    line: int | None = None
    section: str | None = None
    page: int | None = None
    page_label: str | None = None
    rects: tuple[Rect, ...] = ()

    def place_of(self, start: int, end: int) -> Span:
        """Where words stand in the source, by their offsets in what is read of it."""
        first = max(0, self.start - len(self.before))
        return Span(first + start, first + end)

    @property
    def locator(self) -> Locator:
        """The locator by which a person finds it."""
        if self.page is not None:
            return Locator(page=self.page, section=self.section)
        return Locator(section=self.section, char_offset_start=self.start, char_offset_end=self.end)

    @property
    def where(self) -> str:
        """Where a person finds it: the page or, without pages, the line; and the section."""
        section = [self.section] if self.section else []
        if self.page is not None:
            return ", ".join([f"page {self.page_label or self.page}", *section])
        return ", ".join([*section, *([f"line {self.line}"] if self.line else [])])


class JoinedPassage(Passage):
    """
    Words of several places of a snapshot, put together to be read at once.

    `segments` are the places and `offsets` where the words of each begin in `text`; what stands
    between them, such as the head of a column, is there to understand them.
    """

    offsets: tuple[int, ...] = ()

    def place_of(self, start: int, end: int) -> Span:
        """The stretch of the source from the first to the last of some words."""
        found = [
            Span(part.start + max(0, start - at), min(part.end, part.start + end - at))
            for part, at in zip(self.segments, self.offsets, strict=True)
            if at < end and at + part.end - part.start > start
        ]
        if not found:
            return Span(self.start, self.start)
        return Span(min(one.start for one in found), max(one.end for one in found))
