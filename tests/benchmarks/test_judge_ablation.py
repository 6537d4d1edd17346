from judge_ablation import TAKEN_BACK, always_yes, counts_of, pairs_in, weighed
from judge_data import Row

DENIED = Row("The mill closed in May. That was not so.", "The mill closed in May.", "c")
DEARER = Row("The mill cost 900 euros.", "The mill cost 700 euros.", "c")
PLAIN = Row("The mill cost 900 euros.", "The mill cost 900 euros.", "e")


def test_each_rule_is_seen_to_object_and_changes_nothing():
    denied, dearer, plain = weighed([DENIED, DEARER, PLAIN], always_yes, "rows")

    assert denied.objecting == {"taken back"}
    assert dearer.objecting == {"number"}
    assert plain.objecting == frozenset()
    assert all(one.supported for one in (denied, dearer, plain))


def test_objections_are_counted_for_true_and_false_claims():
    counts = list(counts_of(weighed([DENIED, DEARER, PLAIN], always_yes, "rows")))

    assert counts[0] == ("(called supported)", "1 : 2", "1 : 0")
    assert ("number", "0 : 1", "0 : 1") in counts


def test_there_are_two_hundred_denials_and_as_many_that_deny_nothing():
    rows = pairs_in(TAKEN_BACK).rows

    assert sum(row.supported for row in rows) == 200
    assert len(rows) == len({row.premise for row in rows}) == 400
