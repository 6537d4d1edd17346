"""The audit as a whole."""

from audit.audited import altered, checked, cited, codes, draft, given, holding, source, verdict
from citation_engine.audit.audit_input import AuditOptions
from citation_engine.audit.checks import CHECKS, audit, in_order
from citation_engine.audit.codes import make_finding
from citation_engine.model.checked import ClaimState
from citation_engine.model.finding import CODES
from citation_engine.model.passage import Span
from citation_engine.model.source import ReadState
from citation_engine.model.verdict import Match, Support


def test_a_draft_in_which_all_is_well_has_no_finding():
    assert audit(holding()) == []


def test_an_empty_draft_has_no_finding():
    assert audit(given(draft(""), labels=())) == []


def test_the_worst_comes_first_then_quotes_references_and_what_cites_nothing():
    text = 'Costs fell. Kept "for ten years" [S1]. Sold [S9].'
    made = draft(text, "Costs fell.", 'Kept "for ten years" [S1].', "Sold [S9].")
    first, second, third = made.claims
    claims = (
        checked(first),
        checked(second, cited(second, altered(Match.ABSENT))),
        checked(third),
    )

    found = audit(given(made, *claims, labels=("S1", "S2"), options=AuditOptions(min_coverage=0.9)))

    assert codes(found) == ["CE101", "CE001", "CE303", "CE002", "CE301"]


def test_no_finding_comes_twice():
    finding = make_finding("CE301", "Not cited.", span=Span(3, 5))

    assert in_order([finding, finding]) == [finding]


def test_findings_without_a_span_follow_the_order_of_the_claims():
    found = [make_finding("CE301", "Not cited.", claim=claim) for claim in ("a", "b", "c")]

    assert in_order(found, ["c", "a", "b"]) == [found[2], found[0], found[1]]


def test_every_claim_that_was_cited_and_is_not_supported_has_a_finding():
    for support in Support:
        for match in (*Match, None):
            for quote in (0, None):
                text = 'Kept "for ten years" [S1].'
                made = draft(text, text)
                claim = made.claims[0]
                one = checked(claim, cited(claim, verdict(support, match), quote=quote))

                found = audit(given(made, one))

                assert found or one.state is ClaimState.SUPPORTED, (support, match, quote)


def test_every_code_of_a_finding_is_known():
    made = draft("Kept [S9].", "Kept [S9].")
    found = audit(given(made, sources=(source(state=ReadState.DEGRADED),)))

    assert {one.code for one in found} <= set(CODES)
    assert len(CHECKS) == len(set(CHECKS))
