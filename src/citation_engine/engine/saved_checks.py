"""Keeps a check on the record: its citations, and what was found and left out."""

from functools import partial
from typing import TYPE_CHECKING, Any

from citation_engine.check.claims import ClaimChecker, Tie
from citation_engine.check.draft_check import Audit
from citation_engine.check.report import CheckReport
from citation_engine.engine.state import once_only
from citation_engine.errors import CitationError
from citation_engine.hashing import sha256_hex
from citation_engine.model.checked import CheckedCitation, CheckedClaim
from citation_engine.record import drafts

if TYPE_CHECKING:
    from citation_engine.engine.engine import CitationEngine


def save_check(engine: "CitationEngine", audit: Audit, report: CheckReport) -> CheckReport:
    """
    Record the citations of a draft that were checked, and that it was; say their numbers.

    Saving the same check of the same draft again records nothing twice.
    """
    checker = ClaimChecker(engine, audit.draft.claims)
    ties: dict[tuple[int, str, str], Tie] = {
        (tie.claim, tie.source.label, tie.words or ""): tie for tie in audit.ties
    }
    claims = []
    for number, claim in enumerate(report.claims):
        citations = tuple(
            _saved(engine, checker, ties, number, claim, one, report.draft_sha256)
            for one in claim.citations
        )
        claims.append(claim.model_copy(update={"citations": citations}))
    saved = report.model_copy(update={"claims": tuple(claims)})
    fields = _fields(saved)
    once = once_only(f"check {sha256_hex(repr(fields))}", "check", lambda: fields)
    write = partial(drafts.note_draft, judge=report.judge.name, fields=fields)
    engine.state.write(write, drafts.NEEDS, once)
    return saved


def _saved(
    engine: "CitationEngine",
    checker: ClaimChecker,
    ties: dict[tuple[int, str, str], Tie],
    number: int,
    claim: CheckedClaim,
    checked: CheckedCitation,
    draft: str,
) -> CheckedCitation:
    """The citation with its number; what could not be checked is no citation."""
    verdict = checked.verdict
    if verdict is None:
        return checked
    words = checked.quote.text if checked.quote else ""
    tie = ties.get((number, checked.source, words)) or next(
        (t for (n, label, _), t in ties.items() if (n, label) == (number, checked.source)), None
    )
    if tie is None or (not tie.words and verdict.passage is None):
        return checked
    new = checker.citation(tie, verdict.passage)
    key = f"check {draft} {claim.claim.id} {tie.source.id} {sha256_hex(tie.words or '')}"
    try:
        result = engine.citations.record(new, tie.source, key)
    except CitationError as error:
        return checked.model_copy(update={"unchecked": f"Not recorded. {error}"})
    return checked.model_copy(update={"citation_id": result.citation_id})


def _fields(report: CheckReport) -> dict[str, Any]:
    """What the record keeps of a check, without any words of the draft or of its sources."""
    return {
        "name": report.name,
        "sha256": report.draft_sha256,
        "format": report.draft.format.value,
        "metrics": report.metrics.model_dump(mode="json"),
        "complete": report.complete,
        "citations": [
            one.citation_id for claim in report.claims for one in claim.citations if one.citation_id
        ],
        "findings": [
            {"code": one.code, "claim": one.claim, "source": one.source} for one in report.findings
        ],
        "ignored": [
            {"code": one.finding.code, "claim": one.finding.claim, "reason": one.reason}
            for one in report.ignored
        ],
    }
