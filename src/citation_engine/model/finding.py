"""Findings: one thing wrong with a draft, with a stable code."""

from enum import StrEnum

from citation_engine.model.span import Span
from citation_engine.model.value import Value


class Level(StrEnum):
    """How much a finding matters."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Finding(Value):
    """One thing wrong with a draft or a record."""

    code: str
    name: str
    level: Level
    message: str
    help: str = ""
    span: Span | None = None
