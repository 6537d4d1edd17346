import pytest
from judge_answers import answers_of, figures_of, right_share
from judge_data import BadData, Row

from citation_engine.model.verdict import Support
from citation_engine.verify.judges.none import NoJudge
from citation_engine.verify.judges.overlap import OverlapJudge

S, U, C, X = Support.SUPPORTED, Support.UNSUPPORTED, Support.CONTRADICTED, Support.UNDECIDED


def rows(labels):
    return [Row(f"premise {n}", "claim", label) for n, label in enumerate(labels.split())]


def test_figures_are_shares_of_what_they_say():
    found = figures_of(rows("e e e e n n c c ns ns"), [S, S, U, X, S, X, C, S, C, X])

    assert found.shares == {
        "supported": 0.4,
        "partial": 0,
        "undecided": 0.3,
        "unsupported": 0.1,
        "contradicted": 0.2,
    }
    assert found.precision.value == 2 / 4
    assert found.recall.value == 2 / 4
    assert found.false_accepts.value == 2 / 6
    assert found.false_rejects.value == 1 / 4
    # The row that is only called not supported counts neither way.
    assert found.contradicted_precision.value == 1
    assert found.contradicted_recall.value == 1 / 2


def test_what_a_set_cannot_say_is_left_open():
    found = figures_of(rows("e ns"), [X, X])

    assert found.precision is None
    assert found.recall.value == found.false_accepts.value == 0
    assert found.contradicted_precision is found.contradicted_recall is None


def test_right_answers_are_counted_among_the_decided_ones():
    assert right_share(rows("e n c e n"), [S, U, S, X, X]) == (3, pytest.approx(2 / 3))
    assert right_share(rows("e n"), [X, X]) == (0, None)


def test_guards_lower_what_a_judge_calls_supported():
    class Yes(OverlapJudge):
        def judge(self, questions):
            return [a.model_copy(update={"support": S}) for a in super().judge(questions)]

    premise = "The firm was founded in 1867 and has 30 employees."
    pairs = [(premise, "The firm was founded in 1867."), (premise, "The firm was founded in 1868.")]
    found = answers_of(Yes(), pairs, "rows")

    assert [one.bare for one in found] == [S, S]
    assert found[0].guarded is S
    assert found[1].guarded is not S


def test_a_judge_that_gives_no_answer_stops_the_run():
    with pytest.raises(BadData, match="no answer"):
        answers_of(NoJudge(), [("a premise", "a claim")], "rows")
