"""Findings: one thing wrong with a draft, with a stable code."""

from enum import StrEnum

from citation_engine.model.passage import Passage, Span, Value


class Level(StrEnum):
    """How much a finding matters."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Topic(StrEnum):
    """What a finding is about, the most important first."""

    SUPPORT = "support"
    QUOTES = "quotes"
    REFERENCES = "references"
    COVERAGE = "coverage"
    RECORD = "record"


_TOPICS = {
    "CE2": Topic.SUPPORT,
    "CE1": Topic.QUOTES,
    "CE0": Topic.REFERENCES,
    "CE4": Topic.REFERENCES,
    "CE3": Topic.COVERAGE,
}
# That the numbers are shifted says why much of the rest is wrong.
_SHIFTED = "CE013"
_LEVELS, _IN_ORDER = tuple(Level), tuple(Topic)


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
    where that is possible. `also` is what else was found at the same place, and says less.
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
    also: tuple["Finding", ...] = ()

    @property
    def topic(self) -> Topic:
        """What it is about."""
        return _TOPICS.get(self.code[:3], Topic.RECORD)

    @property
    def rank(self) -> tuple[int, int]:
        """What goes first: errors before warnings, and support before quotes and references."""
        if self.code == _SHIFTED:
            return -1, 0
        return _LEVELS.index(self.level), _IN_ORDER.index(self.topic)


class Ignored(Value):
    """A finding that the draft asks to leave out, and the reason it gives."""

    finding: Finding
    reason: str
    span: Span | None = None
