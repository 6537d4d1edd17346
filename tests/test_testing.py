"""The judge for tests says what it is told and remembers what it was asked."""

import pytest

from citation_engine.errors import JudgeUnavailable
from citation_engine.model.passage import Passage
from citation_engine.model.verdict import Support
from citation_engine.ports import Judge, Question
from citation_engine.testing import FakeJudge, assert_citations_hold, assert_supported

QUESTION = Question("claim", Passage(start=0, end=5, text="words"))


@pytest.mark.parametrize("support", Support)
def test_a_judge_for_tests_answers_what_it_was_told(support):
    judge = FakeJudge(support.value)

    assert [answer.support for answer in judge.judge([QUESTION] * 2)] == [support] * 2
    assert judge.asked == [QUESTION] * 2
    assert isinstance(judge, Judge)


def test_a_judge_for_tests_may_answer_by_the_question():
    judge = FakeJudge(lambda question: "supported" if question.claim == "claim" else "partial")

    answers = judge.judge([QUESTION, QUESTION._replace(claim="other")])

    assert [answer.support for answer in answers] == ["supported", "partial"]


def test_a_judge_for_tests_may_be_out_of_reach():
    judge = FakeJudge(available=False)

    with pytest.raises(JudgeUnavailable):
        judge.judge([QUESTION])
    assert judge.asked == [QUESTION]


# Assertions about reports ----------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "act.md").write_text("Records are kept for ten years.", "utf-8")
    return tmp_path


def test_a_report_whose_citations_hold_passes(folder):
    (folder / "r.md").write_text("Records are kept for ten years [S1].", "utf-8")

    assert assert_citations_hold(folder / "r.md", folder / "act.md").ok


def test_a_report_whose_citations_do_not_hold_fails_and_shows_where(folder):
    (folder / "r.md").write_text('It says "kept for all eternity" [S1].', "utf-8")

    with pytest.raises(AssertionError, match=r"(?s)CE101.*\^\^\^"):
        assert_citations_hold(folder / "r.md", folder / "act.md")


def test_a_claim_is_asserted_to_be_in_a_file(folder):
    assert_supported("Records are kept for ten years.", folder / "act.md")
    with pytest.raises(AssertionError, match="failed"):
        assert_supported("Records are kept for six years.", folder / "act.md")
