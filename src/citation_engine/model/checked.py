"""What checking a draft gives: its claims held against its sources, and what is wrong with it."""

from datetime import datetime
from enum import StrEnum

from pydantic import Field

from citation_engine.model.draft import Claim, Draft, Marker, Quoted
from citation_engine.model.finding import Finding, Ignored, Level
from citation_engine.model.source import ReadState
from citation_engine.model.value import Value
from citation_engine.model.verdict import JudgeIdentity, Verdict


class ClaimState(StrEnum):
    """What became of a claim, the worst of its citations counting."""

    SUPPORTED = "supported"
    PARTIAL = "partial"
    CONTRADICTED = "contradicted"
    FAILED = "failed"
    UNDECIDED = "undecided"
    NOT_CHECKED = "not_checked"
    UNCITED = "uncited"
    NO_EVIDENCE_NEEDED = "no_evidence_needed"


class LinkedBy(StrEnum):
    """How a marker was tied to a source."""

    NUMBER = "session number"
    CITATION = "citation"
    MAP = "sources map"
    ADDRESS = "address"
    DOI = "DOI"
    FILE_NAME = "file name"
    TITLE = "title"
    NAME_ORDER = "name order"
    PROVIDER = "provider"


class CheckedCitation(Value):
    """
    A claim held against one source that a marker of it points to.

    Without a `verdict` nothing could be checked, and `unchecked` says why.
    """

    source: str
    marker: Marker | None = None
    quote: Quoted | None = None
    linked_by: LinkedBy
    verdict: Verdict | None = None
    unchecked: str = ""
    citation_id: int | None = None


class CheckedClaim(Value):
    """A claim, what became of it, and its citations."""

    claim: Claim
    state: ClaimState
    citations: tuple[CheckedCitation, ...] = ()


class CheckedSource(Value):
    """A source that a draft was checked against; `label` is its number, such as S1."""

    label: str
    name: str
    identifier: str
    media_type: str = ""
    state: ReadState = ReadState.READY
    reason: str = ""
    pages: int | None = None
    sha256: str | None = None
    snapshot_id: int | None = None
    url: str | None = None
    publisher: str | None = None
    year: str | None = None
    used: bool = False


class Metrics(Value):
    """
    The figures of an audit.

    `citation_coverage` is the share of the sentences that need evidence and cite a known source.
    """

    total_evidence_sentences: int = 0
    cited_sentences: int = 0
    citation_coverage: float = 1.0
    orphaned_sources: int = 0
    audit_failures: int = 0


class SavedCheck(Value):
    """
    A check of a draft as the record keeps it, without any words.

    `findings` have code, claim and source; `ignored` have code, claim and the reason.
    """

    entry_id: str
    checked_at: datetime
    name: str
    sha256: str
    format: str
    judge: str
    metrics: Metrics
    complete: bool
    citations: tuple[int, ...] = ()
    findings: tuple[dict[str, str | None], ...] = ()
    ignored: tuple[dict[str, str | None], ...] = ()


class Checked(Value):
    """
    A draft that was checked.

    `notes` are what a reader must know about how it was done, such as which number was taken for
    which source. `unchecked` are sentences about what could not be checked: with one of them the
    draft is not fine, whatever the findings say.
    """

    draft: Draft = Field(repr=False)
    draft_sha256: str = ""
    claims: tuple[CheckedClaim, ...] = ()
    sources: tuple[CheckedSource, ...] = ()
    findings: tuple[Finding, ...] = ()
    ignored: tuple[Ignored, ...] = ()
    notes: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()
    metrics: Metrics = Metrics()
    judge: JudgeIdentity
    seconds: float | None = None

    @property
    def name(self) -> str:
        """What the draft is called."""
        return self.draft.name or "draft"

    @property
    def complete(self) -> bool:
        """Whether everything that was to be checked was checked."""
        return not self.unchecked and not any(
            one.state is ClaimState.NOT_CHECKED and one.citations for one in self.claims
        )

    @property
    def empty(self) -> bool:
        """Whether there was nothing to check: no marker, and no claim that needs evidence."""
        needed = any(one.claim.needs_evidence for one in self.claims)
        return not needed and not self.draft.markers

    @property
    def ok(self) -> bool:
        """Whether everything was checked and nothing is an error."""
        return self.complete and not self.at_level(Level.ERROR)

    def at_level(self, *levels: Level) -> list[Finding]:
        """The findings of these levels."""
        return [finding for finding in self.findings if finding.level in levels]

    def in_state(self, *states: ClaimState) -> list[CheckedClaim]:
        """The claims that became this."""
        return [claim for claim in self.claims if claim.state in states]

    def source(self, label: str) -> CheckedSource | None:
        """The source of that label."""
        return next((source for source in self.sources if source.label == label), None)
