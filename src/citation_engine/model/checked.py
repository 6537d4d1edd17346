"""What checking a draft gives: its claims held against its sources, and what is wrong with it."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from pydantic import Field

from citation_engine.model.citation import NewCitation
from citation_engine.model.draft import Claim, Draft, Marker, Quoted, Reference
from citation_engine.model.finding import Finding, Ignored, Level
from citation_engine.model.passage import JoinedPassage, Passage, Span, Value
from citation_engine.model.source import EXTENT, NO_READER, NO_WORDS, ReadState, Snapshot, Source
from citation_engine.model.verdict import JudgeIdentity, Verdict

# Words of a text below which it is no work with several pages.
_FEWEST_OF_PAGE = 150


class ClaimState(StrEnum):
    """What became of a claim, given all its citations."""

    SUPPORTED = "supported"
    PARTIAL = "partial"
    CONTRADICTED = "contradicted"
    FAILED = "failed"
    UNDECIDED = "undecided"
    NOT_CHECKED = "not_checked"
    UNCITED = "uncited"
    NO_EVIDENCE_NEEDED = "no_evidence_needed"


class LinkedBy(StrEnum):
    """
    How a marker was tied to a source.

    Two of them are guesses: a title that fits without saying enough (`LIKENESS`), and the order
    of the sources' names, where nothing says what numbers mean. What a `SEARCH` found for a claim
    that cites nothing was cited by nobody.
    """

    NUMBER = "session number"
    CITATION = "citation"
    MAP = "sources map"
    ADDRESS = "address"
    DOI = "DOI"
    IDENTIFIER = "identifier"
    FILE_NAME = "file name"
    TITLE = "title"
    AUTHOR = "author and year"
    ONLY = "only source"
    LIKENESS = "likeness"
    NAME_ORDER = "name order"
    PROVIDER = "provider"
    SEARCH = "search"

    @property
    def is_guess(self) -> bool:
        """Whether it may be another source: what fails on a guess is no error."""
        return self in (LinkedBy.LIKENESS, LinkedBy.NAME_ORDER)


class Link(Value):
    """
    One target of a marker, and the sources it means, by their labels.

    It was called by `number` or by `name`. Without `sources` it means none, and `problem` says
    why; `candidates` are those it may mean. `reference` is the entry that explains it.
    """

    marker: Marker
    number: int | None = None
    name: str = ""
    sources: tuple[str, ...] = ()
    linked_by: LinkedBy | None = None
    problem: str = ""
    candidates: tuple[str, ...] = ()
    reference: Reference | None = None

    @property
    def target(self) -> str:
        """What the marker says: a number or a name."""
        return self.name if self.number is None else str(self.number)


class CheckedReference(Value):
    """
    Something that a draft refers to, and the sources it means, by their labels.

    `label` is what markers call it, `entry` what the reference list says of it, `places` are
    where markers point to it. Without `sources` it means none of them, and `problem` says why.
    """

    label: str
    entry: str = ""
    sources: tuple[str, ...] = ()
    linked_by: LinkedBy | None = None
    problem: str = ""
    candidates: tuple[str, ...] = ()
    places: tuple[Span, ...] = ()

    @property
    def is_guess(self) -> bool:
        """Whether its sources are only guessed at."""
        return self.linked_by is not None and self.linked_by.is_guess


@dataclass(frozen=True, slots=True)
class CitedClaim:
    """
    A claim, the source it cites and the words it rests on, from the link to the verdict.

    `new` says what is claimed and which words are cited. `passages` are those that speak of a
    claim which does not rest on the words it cites; None where it does. `together` are the best
    places of the source in one. In a draft it is the claim of that `number`, and `marker` ties it
    to the source.
    """

    new: NewCitation
    source: Source
    snapshot: Snapshot | None = None
    passages: tuple[Passage, ...] | None = None
    together: JoinedPassage | None = None
    number: int = 0
    marker: Marker | None = None
    linked_by: LinkedBy | None = None
    quote: Quoted | None = None
    # Words that it points to in the source, or quotes beside much that it says in its own.
    pointers: tuple[str, ...] = ()
    # Why it cannot be checked, where that is known beforehand.
    problem: str = ""
    # Characters of other sources that may carry it as well.
    elsewhere: int = 0
    # The marker that is cited with it and has no source here.
    lost: str = ""
    # How many sources the cited one rests on, where it is an aggregate.
    members: int = 0
    # The language of the whole draft it is from.
    language: str = ""

    @property
    def wordless(self) -> bool:
        """Whether there are no words of the source to check against."""
        unread = self.source.state in (ReadState.DEGRADED, ReadState.REDACTED)
        return unread or self.snapshot is None or self.snapshot.redacted

    @property
    def extent(self) -> object:
        """How much of the source is there; of one that is cited by a page, hardly a page may be."""
        there, place = self.snapshot, self.new.locator
        page = next((str(one) for one in (place.page, place.page_start) if one is not None), "1")
        is_beyond = there and len(there.layout.pages) < 2 and page != "1"
        is_note = there and is_beyond and len(there.text.split()) < _FEWEST_OF_PAGE
        return self.source.metadata.get(EXTENT) or ("note" if is_note else None)


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
    """
    A claim, what became of it, and its citations.

    `together` are the sources, by their labels, that carry it together and none of them alone.
    """

    claim: Claim
    state: ClaimState
    citations: tuple[CheckedCitation, ...] = ()
    together: tuple[str, ...] = ()

    @property
    def is_cited(self) -> bool:
        """Whether the draft itself cites a known source for it."""
        return any(one.linked_by is not LinkedBy.SEARCH for one in self.citations)

    @property
    def is_carried_elsewhere(self) -> bool:
        """Whether another source than those it cites carries it, and none contradicts it."""
        found = (one.verdict.better for one in self.citations if one.verdict)
        decided = self.state in (ClaimState.SUPPORTED, ClaimState.CONTRADICTED)
        return not decided and any(one is not None and one.what == "claim" for one in found)


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

    @property
    def is_unknown_kind(self) -> bool:
        """Whether nothing is to be read in it, as in a program or a picture beside the sources."""
        return self.reason.startswith((NO_READER, NO_WORDS))


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

    With `all_claims` every claim that needs evidence was held against all sources, cited or not.
    `notes` are what a reader must know about how it was done, such as which number was taken for
    which source. `unchecked` are sentences about what could not be checked: with one of them the
    draft is not fine, whatever the findings say.
    """

    draft: Draft = Field(repr=False)
    draft_sha256: str = ""
    claims: tuple[CheckedClaim, ...] = ()
    references: tuple[CheckedReference, ...] = ()
    sources: tuple[CheckedSource, ...] = ()
    findings: tuple[Finding, ...] = ()
    ignored: tuple[Ignored, ...] = ()
    notes: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()
    metrics: Metrics = Metrics()
    all_claims: bool = False
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

    @property
    def reference_counts(self) -> dict[str, int]:
        """
        How many references there are: with a source, with a guessed one, and without.

        A page that could not be fetched is none that was found.
        """
        pages = ("http://", "https://")
        missing = {
            one.label
            for one in self.sources
            if one.state is ReadState.DEGRADED and one.identifier.startswith(pages)
        }
        linked = [one for one in self.references if not missing.issuperset(one.sources)]
        guessed = sum(one.is_guess for one in linked)
        return {
            "all": len(self.references),
            "found": len(linked) - guessed,
            "guessed": guessed,
            "missing": len(self.references) - len(linked),
        }

    @property
    def grounded_counts(self) -> dict[str, int]:
        """How many claims need evidence, and how many of them the sources carry, or do not."""
        needing = [one for one in self.claims if one.state is not ClaimState.NO_EVIDENCE_NEEDED]
        elsewhere = [one for one in needing if one.is_carried_elsewhere]
        states = Counter(one.state for one in needing if one not in elsewhere)
        return {
            "all": len(needing),
            "supported": states[ClaimState.SUPPORTED],
            "elsewhere": len(elsewhere),
            "partial": states[ClaimState.PARTIAL],
            "not": states[ClaimState.FAILED] + states[ClaimState.CONTRADICTED],
            "undecided": states[ClaimState.UNDECIDED],
            "not_checked": states[ClaimState.NOT_CHECKED] + states[ClaimState.UNCITED],
        }

    def at_level(self, *levels: Level) -> list[Finding]:
        """The findings of these levels."""
        return [finding for finding in self.findings if finding.level in levels]

    def in_state(self, *states: ClaimState) -> list[CheckedClaim]:
        """The claims that became this."""
        return [claim for claim in self.claims if claim.state in states]

    def source(self, label: str) -> CheckedSource | None:
        """The source of that label."""
        return next((source for source in self.sources if source.label == label), None)
