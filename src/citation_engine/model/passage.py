"""Passages: exact words in a snapshot, and the locator by which a person finds them."""

from datetime import date
from typing import Any

from pydantic import ConfigDict, field_validator

from citation_engine.model.layout import Rect
from citation_engine.model.span import Span
from citation_engine.model.value import Value


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
