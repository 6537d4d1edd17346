"""What became of a claim."""

import pytest

from audit.audited import altered, cited, draft, verdict
from citation_engine.audit.states import citation_state, claim_state
from citation_engine.model.checked import ClaimState
from citation_engine.model.verdict import Match, Status, Support

SUPPORTED, PARTIAL, FAILED = ClaimState.SUPPORTED, ClaimState.PARTIAL, ClaimState.FAILED
UNDECIDED, NOT_CHECKED = ClaimState.UNDECIDED, ClaimState.NOT_CHECKED


def claim(text='Records are kept "for ten years" [S1].', **fields):
    return draft(text, text).claims[0].model_copy(update=fields)


@pytest.mark.parametrize(
    ("found", "state"),
    [
        (verdict(), SUPPORTED),
        (verdict(match=Match.ELIDED), SUPPORTED),
        (verdict(status=Status.UNVERIFIED), UNDECIDED),
        (verdict(Support.PARTIAL), PARTIAL),
        (verdict(Support.UNSUPPORTED), FAILED),
        (verdict(Support.CONTRADICTED), ClaimState.CONTRADICTED),
        (verdict(Support.UNDECIDED), UNDECIDED),
        (verdict(Support.UNREACHABLE), NOT_CHECKED),
        (verdict(Support.NOT_JUDGED), UNDECIDED),
        (altered(Match.NEAR), FAILED),
        (altered(Match.ABSENT), FAILED),
        (verdict(match=Match.ABSENT), FAILED),
        (None, NOT_CHECKED),
    ],
)
def test_a_citation_says_what_its_verdict_says_and_no_more(found, state):
    one = claim()

    assert citation_state(cited(one, found)) is state
    assert claim_state(one, [cited(one, found)]) is state


def test_without_a_quote_and_a_judge_nothing_was_checked():
    one = claim("Records are kept [S1].")

    assert citation_state(cited(one, verdict(Support.NOT_JUDGED))) is NOT_CHECKED


@pytest.mark.parametrize(
    ("found", "state"),
    [
        (verdict(Support.SUPPORTED, Match.NEAR, status=Status.VERIFIED), SUPPORTED),
        (verdict(Support.UNSUPPORTED, Match.NEAR), FAILED),
        (altered(Match.NEAR), FAILED),
        (altered(Match.ABSENT), FAILED),
    ],
)
def test_a_paraphrase_may_be_nearly_there(found, state):
    one = claim("Records are kept [S1].")

    assert citation_state(cited(one, found)) is state


@pytest.mark.parametrize(
    ("first", "second", "state"),
    [
        (verdict(), verdict(), SUPPORTED),
        (verdict(), verdict(Support.UNDECIDED), SUPPORTED),
        (verdict(), verdict(Support.PARTIAL), SUPPORTED),
        (verdict(), None, SUPPORTED),
        (verdict(), verdict(Support.UNSUPPORTED), SUPPORTED),
        (verdict(Support.UNDECIDED), verdict(Support.UNSUPPORTED), UNDECIDED),
        (verdict(Support.UNSUPPORTED), verdict(Support.UNSUPPORTED), FAILED),
        (verdict(Support.UNSUPPORTED), None, FAILED),
        (verdict(), verdict(Support.CONTRADICTED), ClaimState.CONTRADICTED),
        (verdict(Support.UNSUPPORTED), verdict(Support.CONTRADICTED), ClaimState.CONTRADICTED),
        (verdict(Support.PARTIAL), verdict(Support.UNDECIDED), PARTIAL),
        (verdict(Support.UNDECIDED), None, UNDECIDED),
    ],
)
def test_one_of_several_sources_is_enough_unless_another_contradicts(first, second, state):
    one = claim("Records are kept [S1][S2].")
    citations = [cited(one, first), cited(one, second, "S2")]

    assert claim_state(one, citations) is state
    assert claim_state(one, citations[::-1]) is state


def test_a_quote_need_stand_in_one_of_the_cited_sources_only():
    one = claim('Records are kept "for ten years" [S1][S2].')
    lacking = cited(one, altered(Match.ABSENT), "S2")

    assert claim_state(one, [cited(one, verdict()), lacking]) is SUPPORTED
    assert claim_state(one, [cited(one, altered()), lacking]) is FAILED


def test_another_quote_of_the_claim_does_not_stand_in_for_one_that_is_missing():
    one = claim('It says "for ten years" and "in a safe" [S1][S2].')
    citations = [cited(one, verdict()), cited(one, altered(Match.ABSENT), "S2", quote=1)]

    assert claim_state(one, citations) is FAILED


@pytest.mark.parametrize(
    ("text", "fields", "state"),
    [
        ("Records are kept.", {}, ClaimState.UNCITED),
        ("Who keeps them?", {"needs_evidence": False}, ClaimState.NO_EVIDENCE_NEEDED),
        ("Records are kept [S9].", {}, NOT_CHECKED),
    ],
)
def test_a_claim_without_citations_is_not_called_supported(text, fields, state):
    assert claim_state(claim(text, **fields), []) is state
