from citation_engine.model.verdict import Support
from citation_engine.ports import Judge
from citation_engine.verify.judges.none import NoJudge


def test_the_judge_that_does_not_judge_leaves_every_question_open():
    judge = NoJudge()

    assert isinstance(judge, Judge)
    assert [answer.support for answer in judge.judge([1, 2])] == [Support.NOT_JUDGED] * 2
