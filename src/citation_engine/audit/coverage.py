"""Checks which claims cite nothing, and how many of those that should cite do (CE3xx)."""

from collections.abc import Iterator

from citation_engine.audit.audit_input import SHOWN, AuditInput
from citation_engine.audit.codes import make_finding
from citation_engine.audit.metrics import measure_coverage
from citation_engine.audit.places import words_in_draft
from citation_engine.display import one_line
from citation_engine.language.dates import find_dates
from citation_engine.language.numbers import Quantity, find_quantities
from citation_engine.language.tokens import span_of, tokenise
from citation_engine.model.finding import Finding
from citation_engine.model.span import Span

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
