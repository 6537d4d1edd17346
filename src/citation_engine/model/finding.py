"""Findings: one thing wrong with a draft, with a code that never changes."""

from dataclasses import dataclass
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
    of that source, or the nearest words in it. `edits` is how it can be mended without judgement,
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


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding: its code, its name, its level, and what it means in one sentence."""

    code: str
    name: str
    level: Level
    meaning: str


_E, _W, _I = Level.ERROR, Level.WARNING, Level.INFO
_ALL = (
    Code("CE001", "unknown-source", _E, "A marker points to a source that is not known."),
    Code("CE002", "unused-source", _W, "A source was given and nothing in the draft cites it."),
    Code("CE003", "numbering-gap", _W, "The numbers of the markers do not run from 1 to the last."),
    Code("CE004", "malformed-marker", _E, "A marker cannot be understood."),
    Code("CE005", "marker-in-code", _W, "A marker stands in code, where it cites nothing."),
    Code("CE006", "sidecar-path-missing", _E, "A sidecar cites for a path that is not there."),
    Code("CE007", "ambiguous-source", _E, "A marker fits several sources."),
    Code("CE008", "repeated-source", _I, "A marker names the same source twice."),
    Code("CE009", "unanchored-citation", _W, "It is not known which words a citation belongs to."),
    Code("CE010", "bad-ignore", _W, "An ignore has no reason or no known code, so it is void."),
    Code("CE011", "unused-ignore", _I, "An ignore matches no finding."),
    Code("CE012", "unused-reference", _I, "No marker points to an entry of the reference list."),
    Code("CE013", "numbers-shifted", _W, "The numbers seem to be those of other sources."),
    Code("CE101", "quote-not-found", _E, "The quoted words are not in the source."),
    Code("CE102", "quote-altered", _E, "The quoted words are nearly, not exactly, in the source."),
    Code(
        "CE103", "wrong-locator", _W, "The quoted words stand at another place than the one named."
    ),
    Code("CE104", "quote-ambiguous", _I, "The quoted words stand at several places."),
    Code("CE105", "quote-stitched", _W, "The parts of a quote stand far apart in the source."),
    Code("CE106", "quote-too-short", _W, "A quote is too short to show anything."),
    Code("CE107", "quote-in-other-source", _I, "Of several cited sources, one lacks the quote."),
    Code("CE201", "claim-unsupported", _E, "The source does not carry the claim."),
    Code("CE202", "claim-contradicted", _E, "The source says the contrary of the claim."),
    Code("CE203", "number-mismatch", _E, "A number, unit or date differs from the source."),
    Code("CE204", "claim-partial", _W, "The source carries only a part of the claim."),
    Code("CE205", "other-source-supports", _W, "Another source has what the cited one has not."),
    Code(
        "CE206", "claim-undecided", _W, "It could not be decided if the source carries the claim."
    ),
    Code("CE207", "citation-not-checked", _W, "A citation could not be checked."),
    Code("CE208", "support-not-judged", _I, "The quote is there; nobody judged what it carries."),
    Code("CE209", "source-adds-nothing", _I, "Of several cited sources, one lacks the claim."),
    Code("CE301", "uncited-claim", _W, "A claim needs evidence and cites none."),
    Code("CE302", "naked-number", _W, "A claim with a number or a date cites nothing."),
    Code("CE303", "coverage-below-threshold", _E, "Too few claims that need evidence cite any."),
    Code("CE401", "source-unreadable", _E, "The words of a source are not at hand."),
    Code("CE402", "source-changed", _W, "A source is no longer what it was when it was read."),
    Code("CE403", "link-dead", _W, "The address of a source leads nowhere any more."),
    Code("CE404", "no-text-layer", _E, "A source has pictures of its pages and no words."),
    Code("CE405", "duplicate-source", _I, "Two sources have nearly the same words."),
    Code("CE501", "record-broken", _E, "The record is not what it was."),
    Code("CE502", "bad-signature", _E, "A signature does not belong to what it signs."),
    Code("CE503", "sign-off-stale", _E, "The draft or its sources changed after the sign-off."),
)
CODES = {one.code: one for one in _ALL}
