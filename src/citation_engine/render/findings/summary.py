"""How many claims came out how, how many findings there are, and the line that says so."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import floor

from citation_engine.model.checked import Checked, CheckedClaim, ClaimState
from citation_engine.model.finding import Finding, Level
from citation_engine.render.findings.words import Words

SIGNS = {
    ClaimState.SUPPORTED: "✓",
    ClaimState.FAILED: "✗",
    ClaimState.CONTRADICTED: "⇄",
    ClaimState.UNDECIDED: "?",
    ClaimState.PARTIAL: "~",
    ClaimState.NOT_CHECKED: "○",
    ClaimState.UNCITED: "–",
    ClaimState.NO_EVIDENCE_NEEDED: "·",
}
SEVERITY = {Level.ERROR: 0, Level.WARNING: 1, Level.INFO: 2}


def by_severity(findings: Iterable[Finding]) -> list[Finding]:
    """The findings with the worst first, in their order otherwise."""
    return sorted(findings, key=lambda finding: SEVERITY[finding.level])


def at_or_above(finding: Finding, level: Level | None) -> bool:
    """Whether a finding matters as much as `level` or more; nothing does where it is None."""
    return level is not None and SEVERITY[finding.level] <= SEVERITY[level]


def state_counts(checked: Iterable[Checked]) -> dict[ClaimState, int]:
    """How many claims came out how, in a fixed order; those that need no evidence included."""
    counted = Counter(claim.state for one in checked for claim in one.claims)
    return {state: counted[state] for state in SIGNS}


def level_counts(checked: Iterable[Checked]) -> dict[Level, int]:
    """How many findings there are of each level, the worst first."""
    counted = Counter(finding.level for one in checked for finding in one.findings)
    return {level: counted[level] for level in SEVERITY}


def citation_count(checked: Checked) -> int:
    """How many citations were held against a source."""
    return sum(len(claim.citations) for claim in checked.claims)


def relevant(checked: Checked) -> list[CheckedClaim]:
    """The claims that a check is about: all but those that need no evidence."""
    return [one for one in checked.claims if one.state is not ClaimState.NO_EVIDENCE_NEEDED]


def share(checked: Checked) -> int:
    """The coverage in percent, rounded down, so that only all is 100."""
    return floor(checked.metrics.citation_coverage * 100 + 1e-9)


def is_incomplete(checked: Checked) -> bool:
    """Whether something could not be checked, said in a sentence or by the state of a claim."""
    return not checked.complete


def states_in_words(checked: Iterable[Checked], words: Words) -> str:
    """The states in words, such as `5 supported, 2 failed`; empty where there is no claim."""
    counts = state_counts(checked)
    del counts[ClaimState.NO_EVIDENCE_NEEDED]
    shown = [f"{words.number(n)} {words.state(state)}" for state, n in counts.items() if n]
    return ", ".join(shown)


def closing_line(checked: Sequence[Checked], words: Words) -> str:
    """The line that ends an output: what was found, and whether everything was checked."""
    said = [_found(checked, words)]
    if any(map(is_incomplete, checked)):
        said.append(words.say("incomplete"))
    if ignored := sum(len(one.ignored) for one in checked):
        said.append(words.say("ignored", count=words.number(ignored)))
    return " ".join(said)


def _found(checked: Sequence[Checked], words: Words) -> str:
    counts = {level: n for level, n in level_counts(checked).items() if n}
    if not counts and all(one.empty for one in checked) and not any(map(is_incomplete, checked)):
        return words.say("nothing")
    several = len(checked) > 1
    reports = words.count(len(checked), "report")
    if not counts:
        return words.say("found none in", reports=reports) if several else words.say("found none")
    shown = ", ".join(words.count(n, level.value) for level, n in counts.items())
    if several:
        return words.say("found in", counts=shown, reports=reports)
    return words.say("found", counts=shown)
