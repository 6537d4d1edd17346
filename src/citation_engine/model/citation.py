"""Citations: the record that a claim rests on a passage of a source, and why."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from pydantic import Field

from citation_engine.errors import VerificationFailed
from citation_engine.model.passage import Locator, Passage, Value
from citation_engine.model.verdict import Status, Verdict


class Session(Value):
    """Who worked for whom on what; it numbers the sources it was given, S1, S2 and so on."""

    session_id: str = "default"
    agent_id: str | None = None
    user_id: str | None = None
    project_id: str = "default"
    created_at: datetime = Field(default_factory=lambda: datetime.now(UTC))


CitationContext = Session


class Confidence(StrEnum):
    """The agent's own estimate."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class ExtractionMethod(StrEnum):
    """How the claim came out of the source."""

    DIRECT_QUOTE = "direct_quote"
    PARAPHRASE = "paraphrase"
    INFERENCE = "inference"
    AGGREGATION = "aggregation"
    NEGATIVE = "negative"


class MadeBy(StrEnum):
    """Which of the three ways to cite made the citation."""

    CITE = "cite"
    LINK = "link"
    MATCH = "match"


class RelationType(StrEnum):
    """How one citation stands to others."""

    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    EXTENDS = "extends"
    SUPERSEDES = "supersedes"


class Citation(Value):
    """A claim rests on a passage of a source, by this method, for this reason."""

    id: int
    entry_id: str
    claim: str
    verbatim_quote: str | None = None
    quote_context: str = ""
    quote_language: str | None = None
    relevance_reasoning: str | None = None
    confidence: Confidence = Confidence.HIGH
    extraction_method: ExtractionMethod = ExtractionMethod.DIRECT_QUOTE
    source_id: int
    snapshot_id: int | None = None
    locator: Locator = Locator()
    related_citations: tuple[int, ...] = ()
    relation_type: RelationType | None = None
    made_by: MadeBy = MadeBy.CITE
    verification_status: Status = Status.PENDING
    verification_notes: str = ""
    verdict: Verdict | None = None
    superseded_by: int | None = None
    redacted: bool = False
    created_at: datetime
    created_by: str | None = None
    session_id: str = "default"
    project_id: str = "default"

    @property
    def marker(self) -> str:
        """What the agent writes into its prose, such as `[1]`."""
        return f"[{self.id}]"

    @property
    def similarity_score(self) -> float | None:
        """How alike the quoted words and the source's words are, 0 to 1."""
        return self.verdict.similarity if self.verdict else None

    @property
    def passage(self) -> Passage | None:
        """The exact words in the snapshot, where they were located."""
        return self.verdict.passage if self.verdict else None


class CitationResult(Value):
    """What `cite` gives back: the number to write into the prose, and what the check found."""

    citation_id: int
    verification_status: Status
    verification_notes: str = ""
    similarity_score: float | None = None
    matched_location: dict[str, Any] | None = None
    source_registered: bool = False
    archive_reference: dict[str, Any] | None = None
    formatted_reference: str = ""
    summary_note: str = ""
    citation: Citation
    verdict: Verdict

    @property
    def marker(self) -> str:
        """What the agent writes into its prose, such as `[1]`."""
        return self.citation.marker

    def raise_if_failed(self) -> None:
        """Raise `VerificationFailed` if the check failed, for callers who want an exception."""
        if self.verification_status is Status.FAILED:
            raise VerificationFailed(
                f"Citation {self.marker} failed: {self.verification_notes}",
                fix=self.verdict.fix or None,
                partial_result={"citation_id": self.citation_id},
            )


class NewCitation(Value):
    """A citation as it comes in: checked for form, not yet for truth."""

    claim: str
    verbatim_quote: str | None = None
    quote_context: str | None = None
    quote_language: str | None = None
    relevance_reasoning: str | None = None
    confidence: Confidence = Confidence.HIGH
    extraction_method: ExtractionMethod = ExtractionMethod.DIRECT_QUOTE
    locator: Locator = Locator()
    related_citations: tuple[int, ...] = ()
    relation_type: RelationType | None = None
    made_by: MadeBy = MadeBy.CITE
