import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judge_metrics import (
    auc_measure,
    balanced_accuracy_measure,
    best_threshold,
    calibration_error,
    estimate,
    even_weights,
    fit_logistic,
    reliability,
    share_estimate,
    share_measure,
    value_of,
)

rows = st.lists(
    st.tuples(st.integers(-4, 4).map(float), st.booleans(), st.integers(0, 3)),
    min_size=1,
    max_size=40,
)


def arrays(rows):
    scores, flags, weights = zip(*rows, strict=True)
    return np.array(scores), np.array(flags), np.array(weights, dtype=float)


def auc_by_counting(scores, flags, weights):
    """Every supported row against every other one, as the definition has it."""
    pairs = [
        (weights[i] * weights[j], (scores[i] > scores[j]) + (scores[i] == scores[j]) / 2)
        for i in np.flatnonzero(flags)
        for j in np.flatnonzero(~flags)
    ]
    whole = sum(weight for weight, _ in pairs)
    return sum(weight * won for weight, won in pairs) / whole if whole else None


@given(rows)
def test_the_auc_is_the_share_of_pairs_in_the_right_order_ties_counting_half(rows):
    scores, flags, weights = arrays(rows)
    found = float(auc_measure(scores, flags)(weights[None])[0])
    expected = auc_by_counting(scores, flags, weights)

    assert np.isnan(found) if expected is None else found == pytest.approx(expected)


@given(rows)
def test_weights_count_rows_as_often_as_writing_them_again(rows):
    scores, flags, weights = arrays(rows)
    again = np.repeat(np.arange(len(rows)), weights.astype(int))
    for measure in (
        auc_measure,
        lambda s, f: balanced_accuracy_measure(s >= 0, f),
        lambda s, f: share_measure(f, s >= 0),
    ):
        weighted = float(measure(scores, flags)(weights[None])[0])
        written = value_of(measure(scores[again], flags[again]), len(again))

        assert np.isnan(weighted) if written is None else weighted == pytest.approx(written)


def test_balanced_accuracy_is_the_mean_over_both_classes():
    accepted = np.array([True, True, True, False, True, False])
    flags = np.array([True, True, True, True, False, False])

    assert value_of(balanced_accuracy_measure(accepted, flags), 6) == (3 / 4 + 1 / 2) / 2


def test_a_figure_of_one_class_is_not_defined():
    flags = np.array([True, True])

    assert value_of(auc_measure(np.array([0.1, 0.2]), flags), 2) is None
    assert value_of(balanced_accuracy_measure(flags, flags), 2) is None
    assert estimate(auc_measure(np.array([0.1, 0.2]), flags), ["a", "b"]) is None


def test_an_interval_is_the_same_in_every_run_and_holds_its_figure():
    rng = np.random.default_rng(1)
    flags = rng.random(300) < 0.5
    measure = auc_measure(rng.normal(size=300) + flags, flags)
    once, again = (estimate(measure, list(range(300))) for _ in range(2))

    assert once == again
    assert 0.6 < once.low < once.value < once.high < 0.9
    # The known standard error of this AUC is .026.
    assert 0.07 < once.high - once.low < 0.14


def test_claims_about_one_premise_do_not_make_an_interval_narrower():
    rng = np.random.default_rng(2)
    flags = np.repeat(rng.random(60) < 0.5, 10)
    scores = np.repeat(rng.normal(size=60), 10) + flags
    measure = auc_measure(scores, flags)
    apart = estimate(measure, list(range(600)))
    together = estimate(measure, [n // 10 for n in range(600)])

    assert together.value == apart.value
    assert together.high - together.low > 2 * (apart.high - apart.low)


def test_what_was_never_seen_may_still_be_there():
    none, whole = np.zeros(60, dtype=bool), np.ones(60, dtype=bool)
    groups = [n // 2 for n in range(60)]
    never, always = (share_estimate(part, whole, groups) for part in (none, whole))

    # Three in thirty is the usual rule of thumb for a bound on one side.
    assert (never.value, never.low) == (0, 0)
    assert never.high == pytest.approx(1 - 0.025 ** (1 / 30))
    assert (always.low, always.high) == (1 - never.high, 1)
    assert share_estimate(whole, none, groups) is None


@given(st.lists(rows, min_size=1, max_size=3))
def test_no_other_threshold_is_better_than_the_best(sets):
    sets = [(scores, flags) for scores, flags, _ in map(arrays, sets)]
    usable = [one for one in sets if one[1].any() and not one[1].all()]
    if not usable:
        with pytest.raises(ValueError, match="supported"):
            best_threshold(sets)
        return

    def mean_at(threshold):
        figures = [
            value_of(balanced_accuracy_measure(scores >= threshold, flags), len(flags))
            for scores, flags in usable
        ]
        return sum(figures) / len(figures)

    best = mean_at(best_threshold(sets))

    assert best == pytest.approx(max(mean_at(step / 2) for step in range(-10, 11)))


def test_the_threshold_stands_amid_equally_good_ones():
    scores = np.array([0.0, 1.0, 9.0, 10.0])

    assert best_threshold([(scores, scores > 5)]) == 5.0


def test_probabilities_that_come_true_as_often_as_they_say_have_no_calibration_error():
    probabilities = np.repeat([0.25, 0.75], 100)
    flags = np.r_[np.arange(100) < 25, np.arange(100) < 75]

    assert calibration_error(probabilities, flags) == pytest.approx(0)
    assert calibration_error(probabilities, ~flags) == pytest.approx(0.5)


def test_calibration_can_be_asked_for_as_if_both_classes_were_as_frequent():
    flags = np.arange(100) < 20
    probabilities = np.full(100, 0.5)

    assert calibration_error(probabilities, flags) == pytest.approx(0.3)
    assert calibration_error(probabilities, flags, even_weights(flags)) == pytest.approx(0)


def test_a_reliability_table_leaves_no_row_out():
    probabilities = np.array([0.0, 0.05, 0.1, 0.999, 1.0])
    found = reliability(probabilities, np.array([False, True, True, True, True]))

    assert [(one.low, one.rows, one.share) for one in found] == [
        (0.0, 2, 0.5),
        (0.1, 1, 1.0),
        (0.9, 2, 1.0),
    ]


def test_a_logistic_function_finds_the_weights_that_made_the_rows():
    rng = np.random.default_rng(3)
    features = rng.normal(size=(20_000, 2)) * [1, 10] + [5, 0]
    flags = features @ [1.0, -0.1] - 5 + rng.logistic(size=20_000) > 0
    fitted = fit_logistic(features, flags, np.ones(20_000))

    # The ridge holds the weights back by a little.
    assert fitted.weights / fitted.scale == pytest.approx([1.0, -0.1], rel=0.05)
    assert fitted.margins(np.array([[5.0, 0.0]]))[0] == pytest.approx(0, abs=0.05)


def test_rows_without_importance_do_not_count():
    features = np.array([[0.0], [1.0], [0.0], [1.0], [0.0], [1.0]])
    flags = np.array([False, True, False, True, True, False])
    fitted = fit_logistic(features, flags, np.array([1.0, 1, 1, 1, 0, 0]))

    assert fitted.weights[0] > 1
