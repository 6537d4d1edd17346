"""Checks and measures which claims cite nothing, and how many that should cite do (CE3xx)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from citation_engine.audit.audit_input import SHOWN, AuditInput
from citation_engine.audit.codes import make_finding
from citation_engine.audit.places import words_in_draft
from citation_engine.display import one_line
from citation_engine.language.dates import find_dates
from citation_engine.language.numbers import Quantity, find_quantities
from citation_engine.language.tokens import span_of, tokenise
from citation_engine.model.checked import CheckedClaim, Metrics
from citation_engine.model.finding import Finding, Level
from citation_engine.model.passage import Span

# A claim of this length is a table or a log that was taken for a sentence.
_MOST_READ = 10_000


def uncited(given: AuditInput) -> Iterator[Finding]:
    """Claims that need evidence and cite none: with a number CE302, else CE301."""
    for checked in given.claims:
        claim = checked.claim
        if not claim.needs_evidence or claim.markers or checked.citations:
            continue
        figure = first_figure(claim.text)
        where = {"pointer": claim.pointer, "claim": claim.id or None}
        if figure is None:
            yield make_finding(
                "CE301",
                f'No source is cited for "{one_line(claim.text, SHOWN)}"',
                "Cite a source for it, say that it is your own view, or drop it.",
                span=claim.span,
                **where,
            )
        else:
            yield make_finding(
                "CE302",
                f'No source is cited for "{one_line(figure.of(claim.text), SHOWN)}".',
                "Cite the source of the number, or drop it.",
                span=words_in_draft(given, claim, figure),
                **where,
            )


def too_little(given: AuditInput) -> Iterator[Finding]:
    """A coverage below what was asked for (CE303)."""
    least = given.options.min_coverage
    cited, total, share = measure_coverage(given.claims)
    if least is None or share >= least:
        return
    # Cut, not rounded, so that it never looks like the share that was asked for.
    shown = int(1000 * cited / total) / 10
    yield make_finding(
        "CE303",
        f"{cited} of {total} claims that need evidence cite a source: {shown:g} %, "
        f"less than {100 * least:g} %.",
        "Cite a source for the claims with CE301 or CE302, or ask for less.",
    )


def first_figure(text: str) -> Span | None:
    """Return where a text first has a number or date that somebody must have from somewhere."""
    tokens = tokenise(text[:_MOST_READ])
    dates = find_dates(tokens)
    taken = frozenset(at for date in dates for at in range(date.first, date.last))
    found = [span_of(tokens, date.first, date.last) for date in dates]
    for quantity in find_quantities(tokens, taken):
        if _is_figure(quantity):
            found.append(span_of(tokens, quantity.first, quantity.last))
    return min(found, default=None)


def _is_figure(quantity: Quantity) -> bool:
    """Whether a number is a figure, not a "one", a version, or the number of a chapter."""
    if quantity.weak or quantity.label is not None or quantity.reading is None:
        return False
    return quantity.unit is not None or any(map(str.isdigit, quantity.text))


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
    cited = sum(claim.is_cited for claim in needing)
    return Coverage(cited, len(needing), cited / len(needing) if needing else 1.0)
