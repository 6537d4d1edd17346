"""The figures of an audit."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from citation_engine.audit.audit_input import AuditInput
from citation_engine.model.checked import CheckedClaim, Metrics
from citation_engine.model.finding import Finding, Level


class Coverage(NamedTuple):
    """How many claims need evidence, how many of them cite some, and their share."""

    cited: int
    total: int
    share: float


def measure(given: AuditInput, findings: Iterable[Finding]) -> Metrics:
    """Return the figures of a draft; `findings` are those that are left after all ignores."""
    cited, total, share = measure_coverage(given.claims)
    return Metrics(
        total_evidence_sentences=total,
        cited_sentences=cited,
        citation_coverage=share,
        orphaned_sources=sum(source.label not in given.used for source in given.sources),
        audit_failures=sum(finding.level is Level.ERROR for finding in findings),
    )


def measure_coverage(claims: Sequence[CheckedClaim]) -> Coverage:
    """
    Return how many of the claims that need evidence cite a source that is known.

    A marker that points nowhere is no citation: an invented one must not lift the coverage.
    Where nothing needs evidence, nothing is missing.
    """
    needing = [claim for claim in claims if claim.claim.needs_evidence]
    cited = sum(bool(claim.citations) for claim in needing)
    return Coverage(cited, len(needing), cited / len(needing) if needing else 1.0)
