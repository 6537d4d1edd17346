"""The judge for tests says what it is told and remembers what it was asked."""

import pytest

from citation_engine.errors import JudgeUnavailable
from citation_engine.model.passage import Passage
from citation_engine.model.verdict import Support
from citation_engine.ports import Judge, Question
from citation_engine.testing import FakeJudge

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
