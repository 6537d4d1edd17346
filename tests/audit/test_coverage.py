"""Checks of coverage: CE301 to CE303, and the figures."""

import pytest

from audit.audited import checked, cited, codes, draft, given, holding, source, verdict
from citation_engine.audit.audit_input import AuditOptions
from citation_engine.audit.codes import make_finding
from citation_engine.audit.coverage import (
    first_figure,
    measure,
    measure_coverage,
    too_little,
    uncited,
)
from citation_engine.errors import InvalidInput


def test_claims_that_cite_have_no_finding():
    assert list(uncited(holding())) == []
    assert list(too_little(holding())) == []


def test_a_claim_that_cites_nothing_is_named():
    text = "Invoices are documents. Costs fell."

    found = list(uncited(given(draft(text, "Invoices are documents.", "Costs fell."))))

    assert codes(found) == ["CE301", "CE301"]
    assert found[0].message == 'No source is cited for "Invoices are documents."'
    assert found[1].span.of(text) == "Costs fell."


def test_a_claim_with_a_number_is_a_naked_number_and_nothing_else():
    text = "Costs fell by **42 percent**."

    (finding,) = uncited(given(draft(text, text)))

    assert finding.code == "CE302"
    assert finding.message == 'No source is cited for "42 percent".'
    assert finding.span.of(text) == "42 percent"


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("It grew 3 times.", "3 times"),
        ("Sie gilt seit dem 31. Dezember 2024.", "31. Dezember 2024"),
        ("Das kostet 1,5 Mio. Euro.", "1,5 Mio. Euro"),
        ("It is kept for ten years.", "ten years"),
        ("Since 1998 it is law.", "1998"),
        ("A third of 12 % is little.", "12 %"),
    ],
)
def test_numbers_and_dates_are_figures(text, figure):
    assert first_figure(text).of(text) == figure


@pytest.mark.parametrize(
    "text",
    [
        "One of them left.",
        "It took one year.",
        "See chapter 3.",
        "Nothing here.",
        "",
        "The first rule is § 147.",
    ],
)
def test_small_words_and_names_of_places_are_no_figures(text):
    assert first_figure(text) is None


def test_a_claim_that_needs_no_evidence_or_has_a_marker_is_left_alone():
    text = "Who pays 5 euros? They do [S9]."
    made = draft(text, "Who pays 5 euros?", "They do [S9].")
    question = made.claims[0].model_copy(update={"needs_evidence": False})

    assert list(uncited(given(made, checked(question), checked(made.claims[1])))) == []


def test_a_provider_s_citation_without_a_marker_is_a_citation():
    made = draft("Costs fell.", "Costs fell.")
    claim = made.claims[0]

    assert list(uncited(given(made, checked(claim, cited(claim, verdict()))))) == []


def half(least):
    text = "Costs fell [S1]. Rents rose. Who pays?"
    made = draft(text, "Costs fell [S1].", "Rents rose.", "Who pays?")
    first, second, third = made.claims
    claims = (
        checked(first, cited(first, verdict())),
        checked(second),
        checked(third.model_copy(update={"needs_evidence": False})),
    )
    return given(made, *claims, options=AuditOptions(min_coverage=least))


def test_a_coverage_below_the_threshold_is_an_error():
    (finding,) = too_little(half(0.8))

    assert (finding.code, finding.level) == ("CE303", "error")
    assert finding.message == (
        "1 of 2 claims that need evidence cite a source: 50 %, less than 80 %."
    )


@pytest.mark.parametrize("least", [None, 0, 0.5])
def test_a_coverage_that_reaches_the_threshold_is_fine(least):
    assert list(too_little(half(least))) == []


def test_a_share_just_below_the_threshold_does_not_look_like_it():
    claim = draft("Costs fell.", "Costs fell.").claims[0]
    claims = (checked(claim, cited(claim, verdict())),) * 1999 + (checked(claim),)
    audit = given(draft("Costs fell."), *claims, options=AuditOptions(min_coverage=1))

    (finding,) = too_little(audit)

    assert "99.9 %, less than 100 %" in finding.message


@pytest.mark.parametrize("wrong", [80, -0.1, float("nan")])
def test_a_threshold_that_is_no_share_is_refused(wrong):
    with pytest.raises(InvalidInput):
        AuditOptions(min_coverage=wrong)


def test_an_invented_marker_does_not_lift_the_coverage():
    made = draft("Costs fell [S9].", "Costs fell [S9].")

    assert measure_coverage(given(made).claims).share == 0


def test_where_nothing_needs_evidence_nothing_is_missing():
    assert measure_coverage(()) == (0, 0, 1.0)


def test_the_figures_count_claims_unused_sources_and_errors():
    audit = given(
        half(None).draft, *half(None).claims, sources=(source("S1"), source("S2"), source("S3"))
    )
    findings = [make_finding("CE101", "Not there."), make_finding("CE301", "Not cited.")]

    metrics = measure(audit, findings)

    assert (metrics.cited_sentences, metrics.total_evidence_sentences) == (1, 2)
    assert metrics.citation_coverage == 0.5
    assert (metrics.orphaned_sources, metrics.audit_failures) == (2, 1)
