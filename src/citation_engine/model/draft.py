"""Drafts: what the AI wrote, the claims in it, and the markers that point to sources."""

from enum import StrEnum

from citation_engine.model.span import Span
from citation_engine.model.value import Value


class DraftFormat(StrEnum):
    """The formats a draft can have."""

    MARKDOWN = "markdown"
    HTML = "html"
    JSON = "json"
    YAML = "yaml"
    TEXT = "text"


class Marker(Value):
    """
    A sign in a draft that points to sources; several dialects, one type.

    Where it cannot be understood it has no numbers, and `problem` says why.
    """

    dialect: str
    span: Span
    text: str
    numbers: tuple[int, ...] = ()
    problem: str = ""


class Claim(Value):
    """One assertion in a draft, with its span or its JSON Pointer."""

    text: str
    span: Span | None = None
    pointer: str | None = None
    markers: tuple[Marker, ...] = ()


class Draft(Value):
    """What the AI wrote."""

    text: str
    format: DraftFormat = DraftFormat.MARKDOWN
    name: str | None = None
    claims: tuple[Claim, ...] = ()
