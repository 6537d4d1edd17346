"""Verdicts: what a check found, in two independent halves."""

from enum import StrEnum

from citation_engine.model.conflict import Conflict, Difference
from citation_engine.model.passage import Locator, Passage
from citation_engine.model.value import Value


class Match(StrEnum):
    """How the quoted words stand in the snapshot."""

    EXACT = "exact"
    NORMALISED = "normalised"
    ELIDED = "elided"
    NEAR = "near"
    ABSENT = "absent"

    @property
    def located(self) -> bool:
        """Whether the words are there, typography and marked omissions aside."""
        return self in (Match.EXACT, Match.NORMALISED, Match.ELIDED)


class Place(StrEnum):
    """How the place found relates to the place that was cited."""

    AS_CITED = "as_cited"
    ELSEWHERE = "elsewhere"
    SEVERAL = "several"
    UNSTATED = "unstated"


class Support(StrEnum):
    """Whether the words carry the claim, according to a judge."""

    SUPPORTED = "supported"
    PARTIAL = "partial"
    CONTRADICTED = "contradicted"
    UNSUPPORTED = "unsupported"
    UNDECIDED = "undecided"
    NOT_JUDGED = "not_judged"
    UNREACHABLE = "unreachable"


class Status(StrEnum):
    """The two halves folded into one word."""

    VERIFIED = "verified"
    UNVERIFIED = "unverified"
    FAILED = "failed"
    PENDING = "pending"


class JudgeIdentity(Value):
    """Who judged: enough to argue with the judgement later."""

    name: str
    version: str = ""
    model: str | None = None
    prompt_hash: str | None = None


class Judgement(Value):
    """What a judge says about one claim and one passage."""

    support: Support
    reason: str = ""
    confidence: float | None = None


class Better(Value):
    """
    What would hold in place of a citation that does not.

    `what` says why: the source has the quoted `words`, or its passage carries the `claim`.
    """

    source_id: int
    label: str
    name: str
    passage: Passage
    what: str


class Repair(Value):
    """
    What to cite in place of what was cited: exact words, and where they stand.

    `label` names the source where it is another one. Nothing is changed by itself: whether these
    words carry the claim is for the next check to say.
    """

    quote: str
    locator: Locator
    label: str | None = None


class Verdict(Value):
    """
    What a check found: are the words there, do they carry the claim, who judged, why.

    `changes` are the words of a quote that are not those of the nearest passage. `conflicts` are
    words of the claim that do not agree with the passage; they can only lower `support`.
    """

    status: Status
    match: Match | None = None
    place: Place = Place.UNSTATED
    places: int = 0
    support: Support = Support.NOT_JUDGED
    judge: JudgeIdentity
    reason: str = ""
    notes: str = ""
    fix: str = ""
    similarity: float | None = None
    differences: tuple[str, ...] = ()
    passage: Passage | None = None
    nearest: Passage | None = None
    changes: tuple[Difference, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    better: Better | None = None
    snapshot_id: int | None = None
    self_supplied: bool = False

    @property
    def repair(self) -> Repair | None:
        """What could be cited instead; None where all is well, or nothing better is known."""
        if self.better is not None:
            words = self.better.passage
            return Repair(quote=words.text, locator=words.locator, label=self.better.label)
        found = None
        if self.match in (Match.NEAR, Match.ABSENT) and self.status is Status.FAILED:
            found = self.nearest
        elif self.place is Place.ELSEWHERE:
            found = self.passage
        return Repair(quote=found.text, locator=found.locator) if found else None
