"""Guards lower what a judge says, and never lift it."""

import pytest

from citation_engine import CitationEngine
from citation_engine.testing import FakeJudge

LAW = "Records must be kept for ten years. Letters may be destroyed after 6 years and 3 months."


@pytest.fixture(scope="module")
def engine():
    with CitationEngine(":memory:", judge=FakeJudge("supported")) as engine:
        engine.add_text(LAW, name="law")
        yield engine


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("Records must be kept for six years.", "six"),
        ("Records must not be kept for ten years.", "not"),
        ("Records may be kept for ten years.", "may"),
        ("Records must be kept for ten months.", "months"),
    ],
)
def test_a_claim_that_differs_from_the_passage_is_not_verified_though_the_judge_says_so(
    engine, claim, words
):
    result = engine.cite(claim, "S1", quote="Records must be kept for ten years.")

    assert result.verification_status == "unverified"
    assert any(words in conflict.claim_words for conflict in result.verdict.conflicts)
    assert result.verdict.conflicts[0].sentence in result.verification_notes


def test_a_number_of_another_sentence_does_not_stand_for_the_one_in_its_place(engine):
    result = engine.cite("Records must be kept for 6 years.", "S1", quote="kept for ten years")

    assert result.verification_status == "unverified"


@pytest.mark.parametrize(
    "claim",
    [
        "Records must be kept for ten years.",
        "Records must be kept for 10 years.",
        "Records must be kept for a decade.",
    ],
)
def test_a_claim_that_says_the_same_stays_verified(engine, claim):
    result = engine.cite(claim, "S1", quote="Records must be kept for ten years.")

    assert (result.verification_status, result.verdict.conflicts) == ("verified", ())


@pytest.mark.parametrize("answer", ["unsupported", "contradicted", "partial", "undecided"])
def test_guards_never_lift_what_a_judge_says(answer):
    with CitationEngine(":memory:", judge=FakeJudge(answer)) as engine:
        engine.add_text(LAW, name="law")
        result = engine.cite("Records must be kept for ten years.", "S1", quote="for ten years")

    assert result.verdict.support == answer
    assert result.verdict.conflicts == ()


@pytest.mark.parametrize("answer", ["undecided", "unsupported", "not_judged"])
def test_another_number_in_the_same_words_fails_whatever_the_judge_leaves_open(answer):
    with CitationEngine(":memory:", judge=FakeJudge(answer)) as engine:
        engine.add_text(LAW, name="law")
        result = engine.cite("Records must be kept for six years.", "S1", quote="for ten years")

    assert (result.verification_status, result.verdict.support) == ("failed", "contradicted")
    assert '"six years"' in result.verification_notes
    assert '"ten years"' in result.verification_notes


@pytest.mark.parametrize("answer", ["undecided", "unsupported", "not_judged", "unreachable"])
@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("Records must not be kept for ten years.", "not"),
        ("Records may be kept for ten years.", "may"),
    ],
)
def test_a_negation_and_must_and_may_are_told_whatever_the_judge_says(answer, claim, words):
    with CitationEngine(":memory:", judge=FakeJudge(answer)) as engine:
        engine.add_text(LAW, name="law")
        result = engine.cite(claim, "S1", quote="Records must be kept for ten years.")

    assert result.verdict.support == answer
    assert words in [one.claim_words for one in result.verdict.conflicts]


def test_the_words_of_a_quote_that_were_changed_are_named(engine):
    result = engine.cite("c", "S1", quote="Records must be kept for two years.")

    [change] = result.verdict.changes
    assert (change.quote_words, change.source_words, change.aspect) == ("two", "ten", "number")
    assert engine.get_citation(result.citation_id).verdict.changes == (change,)


def test_a_count_of_stored_rows_need_not_stand_in_them():
    with CitationEngine(":memory:", judge=FakeJudge("supported")) as engine:
        engine.add_custom_source("count", "42 of 60 papers agree.")
        result = engine.cite("70 percent agree.", "S1", context="Counted.")

    assert (result.verification_status, result.verdict.self_supplied) == ("verified", True)
