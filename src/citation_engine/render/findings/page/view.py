"""A checked report as a page needs it: what is shown, and under which names."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from citation_engine.model.checked import Checked, CheckedClaim, CheckedSource, ClaimState
from citation_engine.model.finding import Finding, Level
from citation_engine.model.span import Span
from citation_engine.render.findings.page.words import Words

# The states that a reader can ask for, the worst first; keys 1 to 7 stand for them.
STATES = (
    ClaimState.FAILED,
    ClaimState.CONTRADICTED,
    ClaimState.PARTIAL,
    ClaimState.UNDECIDED,
    ClaimState.NOT_CHECKED,
    ClaimState.UNCITED,
    ClaimState.SUPPORTED,
)
SIGNS = {
    ClaimState.FAILED: "✗",
    ClaimState.CONTRADICTED: "⇄",
    ClaimState.PARTIAL: "~",
    ClaimState.UNDECIDED: "?",
    ClaimState.NOT_CHECKED: "○",
    ClaimState.UNCITED: "–",
    ClaimState.SUPPORTED: "✓",
    ClaimState.NO_EVIDENCE_NEEDED: "·",
}
LEVELS = (Level.ERROR, Level.WARNING, Level.INFO)
LEVEL_SIGNS = {Level.ERROR: "✗", Level.WARNING: "!", Level.INFO: "i"}
_WORST_FIRST = {level: number for number, level in enumerate(LEVELS)}


class ReportView:
    """One report of a page; `number` is its place among the reports."""

    def __init__(
        self,
        number: int,
        checked: Checked,
        words: Words,
        *,
        pictures: Mapping[tuple[int, str], bytes],
        texts: Mapping[str, str],
    ) -> None:
        self.number = number
        self.checked = checked
        self.words = words
        self.texts = texts
        self._pictures = pictures
        self.findings: Sequence[Finding] = sorted(
            checked.findings, key=lambda one: _WORST_FIRST[one.level]
        )

    @cached_property
    def claims(self) -> Sequence[CheckedClaim]:
        """The claims that have a card: all but those that need no evidence and have nothing."""
        named = {finding.claim for finding in self.findings}
        return [
            one
            for one in self.checked.claims
            if one.state is not ClaimState.NO_EVIDENCE_NEEDED
            or one.citations
            or one.claim.id in named
        ]

    @cached_property
    def claim_numbers(self) -> Mapping[str, int]:
        """The place in `claims` of each claim, by its id."""
        return {one.claim.id: number for number, one in reversed(list(enumerate(self.claims)))}

    @cached_property
    def findings_of(self) -> Mapping[int, Sequence[int]]:
        """The places in `findings` of what is wrong with each claim."""
        found: dict[int, list[int]] = {}
        for number, finding in enumerate(self.findings):
            claim = self.claim_of(finding)
            if claim is not None:
                found.setdefault(claim, []).append(number)
        return found

    @cached_property
    def sources(self) -> Mapping[str, CheckedSource]:
        """The sources by their labels."""
        return {source.label: source for source in self.checked.sources}

    @cached_property
    def states_of(self) -> Mapping[str, Counter[ClaimState]]:
        """How many claims that rest on a source are in which state, by its label."""
        counted: dict[str, Counter[ClaimState]] = {}
        for one in self.claims:
            for label in {citation.source for citation in one.citations}:
                counted.setdefault(label, Counter())[one.state] += 1
        return counted

    @cached_property
    def _source_numbers(self) -> Mapping[str, int]:
        return {label: number for number, label in enumerate(self.sources)}

    @cached_property
    def _lines(self) -> list[int]:
        text = self.checked.draft.text
        starts, at = [0], text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = text.find("\n", at + 1)
        return starts

    def claim_of(self, finding: Finding) -> int | None:
        """The place in `claims` of the claim that a finding is about."""
        return self.claim_numbers.get(finding.claim) if finding.claim else None

    def card_id(self, claim: int) -> str:
        """What the card of a claim is called in the page."""
        return f"card-{self.key(claim)}"

    def text_id(self, claim: int) -> str:
        """What the words of a claim are called in the page."""
        return f"text-{self.key(claim)}"

    def key(self, claim: int) -> str:
        """What ties the words of a claim to its card."""
        return f"{self.number}-{claim}"

    def finding_id(self, finding: int) -> str:
        """What a finding is called in the page."""
        return f"finding-{self.number}-{finding}"

    def spot_id(self, finding: int) -> str:
        """What the words that a finding is about are called in the page."""
        return f"spot-{self.number}-{finding}"

    def source_id(self, label: str) -> str | None:
        """What a source is called in the page."""
        number = self._source_numbers.get(label)
        return None if number is None else f"source-{self.number}-{number}"

    def source_name(self, label: str) -> str:
        """A source by its label and its name."""
        source = self.sources.get(label)
        return f"{label} {source.name}" if source and source.name else label

    def picture(self, claim: CheckedClaim, citation: int) -> bytes | None:
        """The picture of the page that a citation points to, if there is one."""
        return self._pictures.get((self.number, f"{claim.claim.id}/{citation}"))

    def place(self, span: Span) -> str:
        """Line and column of a span in the draft, from 1."""
        line = bisect_right(self._lines, span.start)
        return f"{line}:{span.start - self._lines[line - 1] + 1}"

    def line(self, span: Span) -> int:
        """The line of the draft that a span begins on, from 1."""
        return bisect_right(self._lines, span.start)

    @cached_property
    def numbers(self) -> Counter[ClaimState]:
        """How many claims are in each state."""
        return Counter(one.state for one in self.checked.claims)
