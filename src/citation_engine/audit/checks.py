"""All checks of a draft, one after the other, and of several drafts together."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from citation_engine.audit import coverage, markers, quotes, sources, support
from citation_engine.audit.audit_input import AuditInput
from citation_engine.model.checked import Checked, LinkedBy
from citation_engine.model.finding import Finding, Level, Topic

Check = Callable[[AuditInput], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (
    markers.shifted,
    markers.unknown,
    markers.ambiguous,
    markers.malformed,
    markers.in_code,
    markers.unanchored,
    markers.gaps,
    markers.repeated,
    quotes.quotes,
    support.support,
    support.left_out,
    coverage.uncited,
    coverage.too_little,
    sources.unused,
    sources.unused_references,
    sources.unreadable,
    sources.changed,
    sources.dead,
    sources.duplicates,
)


def audit(given: AuditInput) -> list[Finding]:
    """
    Return what is wrong with a draft, none of it twice, the most important first.

    Errors come before warnings; of each, what is about support comes before quotes and
    references. Otherwise they come in the order of the draft, and those about the draft as a
    whole or its sources last.
    """
    found = (finding for check in CHECKS for finding in check(given))
    guessed = {
        (claim.claim.id, one.source): one.linked_by
        for claim in given.claims
        for one in claim.citations
        if one.linked_by.is_guess
    }
    softened = (_on_guess(one, guessed.get((one.claim or "", one.source or ""))) for one in found)
    return in_order(softened, [checked.claim.id for checked in given.claims])


def _on_guess(finding: Finding, linked_by: LinkedBy | None) -> Finding:
    """What is wrong with a source that was only guessed at is no error, and says so."""
    if linked_by is None or finding.level is not Level.ERROR:
        return finding
    said = f"{finding.message} The source is a guess, by {linked_by.value}."
    fix = "Say which source is meant in the reference list or with a sources map."
    return finding.model_copy(update={"level": Level.WARNING, "message": said, "help": fix})


def in_order(findings: Iterable[Finding], claims: Sequence[str] = ()) -> list[Finding]:
    """Return findings with the most important first, each once; `claims` are the claims' ids."""
    places = {claim: at for at, claim in enumerate(claims)}
    return sorted(dict.fromkeys(findings), key=lambda finding: _order(finding, places))


def _order(finding: Finding, places: Mapping[str, int]) -> tuple[int | str, ...]:
    if finding.span is not None:
        part, place = 0, finding.span.start
    else:
        # The claims of a draft that is no running text may have no span.
        part, place = (1 if finding.claim else 2), places.get(finding.claim or "", 0)
    return *finding.rank, part, place, finding.code, finding.source or "", finding.message


# Of the findings about one claim, which says most; those that are not named say less.
_TELLING = ("CE102", "CE101", "CE203", "CE202", "CE201", "CE204", "CE103", "CE105", "CE106")
# What may stand below another finding about the same claim. What could not be checked stands
# alone, and so does what has a correction of its own.
_BELOW = (
    *("CE104", "CE107", "CE201", "CE202", "CE203", "CE204", "CE205", "CE206", "CE208", "CE209"),
    "CE012",
)
UNUSED = "CE002"
# A source that nothing cites, and its entry in the list.
_NOT_CITED = (UNUSED, "CE012")


def fold(findings: Iterable[Finding]) -> list[Finding]:
    """
    Return the findings with one for each place: the most telling, and the others below it.

    A number that differs and a source that does not carry the claim are the same fault, seen
    twice, and so are a source that nothing cites and its entry. Quotes of one claim stand at
    places of their own. Fold after ignores and selections: what stands below a finding is
    neither ignored nor selected by its own code.
    """
    given = list(findings)
    groups: dict[str, list[Finding]] = {}
    for one in given:
        if one.claim is not None and one.code[:3] in ("CE1", "CE2") and one.code != "CE207":
            groups.setdefault(one.claim, []).append(one)
        elif one.code in _NOT_CITED and one.source is not None:
            groups.setdefault(f"{UNUSED} {one.source}", []).append(one)
    folded: dict[Finding, Finding | None] = {}
    for group in groups.values():
        main, *others = sorted(group, key=_telling)
        below = tuple(one for one in others if one.code in _BELOW and _is_said(one, main))
        folded |= dict.fromkeys(below)
        # Where another source has it, nothing is to be changed but the citation.
        help = next((one.help for one in below if one.code == "CE205"), main.help)
        folded[main] = main.model_copy(update={"also": below, "help": help})
    kept = (folded.get(one, one) for one in given)
    return [one for one in kept if one is not None]


def _telling(finding: Finding) -> tuple[int, int]:
    named = finding.code in _TELLING
    return finding.rank[0], _TELLING.index(finding.code) if named else len(_TELLING)


def _is_said(finding: Finding, main: Finding) -> bool:
    """Whether a finding is about the same words as another one of its claim."""
    return finding.topic is Topic.SUPPORT or finding.span == main.span or main.code == UNUSED


# Findings about a source alone, which are the same for every draft.
ABOUT_SOURCES = ("CE401", "CE402", "CE403", "CE404", "CE405")

SomeChecked = TypeVar("SomeChecked", bound=Checked)


def together(checked: Sequence[SomeChecked]) -> list[SomeChecked]:
    """
    Return the drafts with each finding about a source once, in the first draft that has it.

    A source that one of the drafts cites is not unused.
    """
    used = {source.label for one in checked for source in one.sources if source.used}
    told: set[tuple[str, str | None, str]] = set()
    joined = []
    for one in checked:
        kept: list[Finding] = []
        for finding in one.findings:
            key = (finding.code, finding.source, finding.message)
            alone = finding.code in (*ABOUT_SOURCES, UNUSED) and finding.span is None
            if alone and (key in told or (finding.code == UNUSED and finding.source in used)):
                kept += finding.also
                continue
            told.add(key)
            kept.append(finding)
        joined.append(one.model_copy(update={"findings": tuple(kept)}))
    return joined
