import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.model.verdict import Support
from citation_engine.verify.judges.local.decision import (
    MARGINS,
    Decider,
    Logistic,
    Scores,
    aggregated,
)

ONE = {"features": ["x"], "mean": [1.0], "scale": [2.0], "weights": [3.0], "bias": -0.5}
CARD = {
    "support": ONE,
    "contradiction": ONE | {"weights": [-3.0]},
    "thresholds": {"supported": 0.8, "unsupported": 0.2, "contradicted": 0.7, "spoken": 0.3},
}
LOGIT = st.floats(-60, 60)


@pytest.fixture
def decider():
    return Decider.from_json(CARD)


def log_share(scores, number):
    """The logit of one answer's probability, by another way."""
    total = sum(math.exp(one) for one in scores)
    share = math.exp(scores[number]) / total
    return math.log(share / (1 - share))


def test_a_margin_is_the_logit_of_an_answers_probability():
    scores = Scores(2.0, -1.0, 0.5)

    assert scores.margin == pytest.approx(log_share(scores, 0))
    assert scores.contra == pytest.approx(log_share(scores, 2))
    assert scores.told == pytest.approx(-log_share(scores, 1))


@given(st.tuples(LOGIT, LOGIT, LOGIT))
def test_margins_of_any_scores_are_numbers(logits):
    scores = Scores(*logits)

    assert all(map(math.isfinite, (scores.margin, scores.contra, scores.told)))


def test_the_best_window_counts():
    low, high = Scores(0.0, 3.0, 1.0), Scores(4.0, 0.0, 0.0)
    top = Scores(1.0, 2.0, 2.5)

    found = aggregated([low, high], top, [1.5, -2.0])

    assert tuple(found) == MARGINS
    assert found["margin_window"] == high.margin
    assert found["margin_top"] == top.margin
    assert found["margin_parts"] == -2.0
    assert found["contra_window"] == low.contra
    assert found["contra_top"] == top.contra
    assert found["contra_best"] == high.contra


def test_one_view_stands_for_all():
    only = Scores(1.0, 2.0, 0.0)

    found = aggregated([only], None, [])

    assert found["margin_window"] == found["margin_top"] == found["margin_parts"] == only.margin
    assert found["contra_window"] == found["contra_top"] == found["contra_best"] == only.contra


def test_the_best_sentences_count_for_a_claim_of_one_sentence():
    found = aggregated([Scores(0.0, 3.0, 0.0)], Scores(5.0, 0.0, 0.0), [])

    assert found["margin_parts"] == found["margin_top"] > found["margin_window"]


def test_a_probability_is_the_logistic_of_the_weighed_features(decider):
    found = decider.probabilities({"x": 2.0, "word_recall": 1.0, "unused": 9.0})

    assert found.supported == pytest.approx(1 / (1 + math.exp(-(-0.5 + 3 * (2 - 1) / 2))))
    assert found.contradicted == pytest.approx(1 / (1 + math.exp(-(-0.5 - 3 * (2 - 1) / 2))))


@pytest.mark.parametrize("x", [-1e9, 1e9])
def test_no_feature_is_too_large(decider, x):
    assert {round(one, 9) for one in decider.probabilities({"x": x, "word_recall": 1.0})} == {
        0,
        1,
    }


def test_a_passage_speaks_of_a_claim_when_it_has_enough_of_its_words(decider):
    assert decider.speaks({"word_recall": 0.3})
    assert not decider.speaks({"word_recall": 0.29})


def test_a_passage_that_does_not_speak_of_a_claim_contradicts_nothing(decider):
    assert decider.support(0.1, 0.9, spoken=False) is Support.UNSUPPORTED
    assert decider.support(0.5, 0.9, spoken=False) is Support.UNDECIDED


def test_not_speaking_of_a_claim_never_makes_it_supported(decider):
    assert decider.support(0.9, 0.9, spoken=False) is Support.UNDECIDED


@pytest.mark.parametrize(
    ("supported", "contradicted", "expected"),
    [
        (0.8, 0.1, Support.SUPPORTED),
        (0.79, 0.1, Support.UNDECIDED),
        (0.21, 0.1, Support.UNDECIDED),
        (0.2, 0.1, Support.UNSUPPORTED),
        (0.1, 0.7, Support.CONTRADICTED),
        (0.5, 0.7, Support.CONTRADICTED),
        (0.9, 0.9, Support.UNDECIDED),
    ],
)
def test_thresholds_decide(decider, supported, contradicted, expected):
    assert decider.support(supported, contradicted) is expected


YES, NO, OPEN, CONTRARY = (0.9, 0.0), (0.1, 0.0), (0.5, 0.0), (0.1, 0.9)


@pytest.mark.parametrize(
    ("whole", "parts", "expected"),
    [
        (YES, [YES, YES], Support.SUPPORTED),
        (YES, [YES, NO], Support.PARTIAL),
        (NO, [YES, NO], Support.PARTIAL),
        (OPEN, [CONTRARY, YES], Support.PARTIAL),
        (CONTRARY, [CONTRARY, YES], Support.CONTRADICTED),
        (YES, [YES, OPEN], Support.SUPPORTED),
        (YES, [OPEN, NO], Support.UNDECIDED),
        (YES, [NO], Support.SUPPORTED),
        (OPEN, [NO, OPEN], Support.UNDECIDED),
        (NO, [NO, NO], Support.UNSUPPORTED),
    ],
)
def test_a_claim_of_several_sentences_may_be_supported_in_part(decider, whole, parts, expected):
    assert decider.support(*whole, parts) is expected


@given(
    st.tuples(st.floats(0, 1), st.floats(0, 1)),
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=4),
)
def test_nothing_is_supported_below_the_threshold_nor_against_a_part(whole, parts):
    answer = Decider.from_json(CARD).support(*whole, parts)

    if answer is Support.SUPPORTED:
        assert whole[0] >= 0.8 > 0.7 > whole[1]
        assert len(parts) < 2 or all(part[0] > 0.2 for part in parts)


@pytest.mark.parametrize(
    "changed",
    [
        {"weights": [1.0, 2.0]},
        {"scale": [0.0]},
        {"bias": math.nan},
        {"mean": [math.inf]},
    ],
)
def test_numbers_that_cannot_be_used_are_refused(changed):
    with pytest.raises(ValueError, match="logistic function"):
        Logistic.from_json(ONE | changed)


@pytest.mark.parametrize(
    "changed",
    [{"supported": 0.1}, {"unsupported": 0.0}, {"supported": 1.0}, {"contradicted": 1.5}],
)
def test_thresholds_out_of_order_are_refused(changed):
    with pytest.raises(ValueError, match="threshold"):
        Decider.from_json(CARD | {"thresholds": CARD["thresholds"] | changed})
