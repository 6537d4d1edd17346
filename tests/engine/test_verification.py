"""Many citations are checked again, and a failed one names what would hold in its place."""

import pytest

from citation_engine import InvalidInput
from citation_engine.errors import CitationNotFound

LAW = "Receipts are kept for ten years. Letters are kept for six years."


@pytest.fixture
def law(engine):
    return engine.add_text(LAW, name="law")


def pending(engine, judge, law, many):
    judge.available = False
    results = [
        engine.cite("Kept for ten years.", law, quote="kept for ten years") for _ in range(many)
    ]
    judge.available = True
    judge.asked.clear()
    return [result.citation_id for result in results]


def test_all_pending_citations_are_checked_and_the_judge_is_asked_about_several_at_once(
    engine, judge, law
):
    ids = pending(engine, judge, law, 20)
    told = []

    done = engine.verify_all(progress=told.append, together=8)

    assert [result.citation_id for result in done] == ids
    assert done == told
    assert {result.verification_status for result in done} == {"verified"}
    assert engine.list_citations(verification_status="pending") == []
    assert len(judge.asked) == 20


def test_a_judge_that_goes_away_leaves_the_rest_pending_and_the_next_call_goes_on(
    engine, judge, law
):
    pending(engine, judge, law, 12)

    def leave_after_eight(result):
        judge.available = len(seen := engine.list_citations(verification_status="verified")) < 4
        assert seen

    first = engine.verify_all(progress=leave_after_eight, together=4, at_once=1)
    judge.available = True
    left = len(engine.list_citations(verification_status="pending"))
    second = engine.verify_all()

    assert 4 <= len(first) < 12
    assert len(first) + left == 12
    assert len(second) == left
    assert engine.verify_all() == []


def test_a_dead_judge_changes_no_verdict(engine, judge, law):
    good = engine.cite("Ten years.", law, quote="kept for ten years")
    judge.available = False

    assert engine.verify_all(status=None) == []
    assert engine.get_citation(good.citation_id).verification_status == "verified"


def test_everything_can_be_judged_anew(engine, judge, law):
    good = engine.cite("Ten years.", law, quote="kept for ten years")
    bad = engine.cite("Ten years.", law, quote="kept for two years")
    judge.answer = "contradicted"

    done = engine.verify_all(status=None)

    assert [r.citation_id for r in done] == [good.citation_id, bad.citation_id]
    assert {r.verification_status for r in done} == {"failed"}


def test_a_status_that_does_not_exist_is_refused(engine):
    with pytest.raises(InvalidInput):
        engine.verify_all(status="nonsense")


def test_redacted_citations_are_left_out(engine, law):
    gone = engine.cite("Ten years.", law, quote="kept for ten years")
    engine.redact(citation=gone.citation_id, reason="asked", authority="office")

    assert engine.verify_all(status=None) == []
    with pytest.raises(CitationNotFound):
        engine.verify(gone.citation_id)


# misattribution -----------------------------------------------------------------------------


def test_a_quote_of_another_source_of_the_session_names_that_source(engine, law):
    other = engine.add_text(
        "# Act\n\nBooks are closed within twelve months of the year.", name="Act"
    )

    result = engine.cite("Closed.", law, quote="Books are closed within twelve months")

    better = result.verdict.better
    assert result.verification_status == "failed"
    assert (better.source_id, better.label, better.what) == (other.id, "S2", "words")
    assert better.passage.text == "Books are closed within twelve months"
    assert "S2 (Act)" in result.verification_notes
    assert result.verdict.fix.startswith("Cite S2:")


def test_a_claim_that_another_passage_carries_names_that_passage(engine, judge, law):
    other = engine.add_text("Invoices are kept for eight years after the year.", name="Invoices")
    judge.answer = lambda question: (
        "supported" if "eight" in question.passage.text else "unsupported"
    )

    result = engine.cite("Invoices are kept eight years.", law, quote="kept for ten years")

    better = result.verdict.better
    assert result.verification_status == "failed"
    assert (better.source_id, better.what) == (other.id, "claim")
    assert "carries the claim" in result.verification_notes
    assert engine.get_citation(result.citation_id).verdict.better == better


def test_sources_of_another_session_are_not_named(engine, law):
    engine.in_session("other").add_text("Books are closed within twelve months.", name="Act")

    result = engine.cite("Closed.", law, quote="Books are closed within twelve months")

    assert result.verdict.better is None


def test_a_verified_citation_looks_no_further(engine, judge, law):
    result = engine.cite("Ten years.", law, quote="kept for ten years")

    assert (result.verification_status, result.verdict.better) == ("verified", None)
    assert len(judge.asked) == 1
