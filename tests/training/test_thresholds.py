"""One threshold for all languages: what another would do is done by moving their log odds."""

import numpy as np
import pytest
from training.fit import probability
from training.thresholds import ENGLISH, Judged, moved, raised, shift_of, threshold

FUNCTION = {
    "features": ["margin_window", "german"],
    "mean": [0.5, 0.3],
    "scale": [2.0, 0.4],
    "weights": [1.5, -0.2],
    "bias": 0.1,
}


def test_a_moved_language_meets_the_common_threshold_where_it_met_its_own():
    english, german = np.array([[1.0, 0.0]]), np.array([[1.0, 1.0]])
    own = float(probability(FUNCTION, german)[0])

    after = moved(FUNCTION, "german", shift_of(own, 0.8))

    assert probability(after, german)[0] == pytest.approx(0.8, abs=1e-4)
    assert probability(after, english) == pytest.approx(probability(FUNCTION, english), abs=1e-4)


def test_a_row_is_raised_as_its_language_is_moved_and_a_refused_one_stays_refused():
    row = Judged("written-de-de", "german", True, 0.6)

    assert raised(row, {"german": shift_of(0.6, 0.8)}).accepted == pytest.approx(0.8)
    assert raised(row, {}).accepted == pytest.approx(0.6)
    assert raised(row._replace(accepted=0.0), {"german": 2.0}).accepted == 0.0


def test_the_threshold_of_a_language_is_that_of_its_own_false_rows():
    false = [Judged("written-de-de", "german", False, n / 100) for n in range(100)]
    others = [Judged("written-en-en", ENGLISH, False, 0.2) for _ in range(100)]

    found = threshold([*false, *others], "german")

    assert sum(one.accepted >= found for one in false) <= 5
    assert threshold([*false, *others], ENGLISH) == pytest.approx(0.3)
