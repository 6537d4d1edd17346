"""Findings: one thing wrong with a draft, with a stable code."""

from enum import StrEnum

from citation_engine.model.passage import Passage, Span, Value


class Level(StrEnum):
    """How much a finding matters."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Edit(Value):
    """A mechanical change of a draft: the words at `span` become `text`."""

    span: Span
    text: str


class Finding(Value):
    """
    One thing wrong with a draft or a record.

    `span` is the place in the draft's text that a caret goes under, `places` are all of them
    where there are several, `claim` is the id of the (first) claim,
    `source` the label of the source, `marker` the text of the marker. `evidence` is the passage
    of the source, or the nearest words in it. `edits` is how it can be mended without judgement,
    where that is possible.
    """

    code: str
    name: str
    level: Level
    message: str
    help: str = ""
    span: Span | None = None
    places: tuple[Span, ...] = ()
    pointer: str | None = None
    claim: str | None = None
    source: str | None = None
    marker: str | None = None
    evidence: Passage | None = None
    edits: tuple[Edit, ...] = ()


class Ignored(Value):
    """A finding that the draft asks to leave out, and the reason it gives."""

    finding: Finding
    reason: str
    span: Span | None = None
