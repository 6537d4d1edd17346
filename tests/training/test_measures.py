import numpy as np
import pytest
from training.measures import auc

RIGHT = np.array([True, False, True, False])


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([0.9, 0.1, 0.8, 0.2], 1.0),
        ([0.1, 0.9, 0.2, 0.8], 0.0),
        ([0.5, 0.5, 0.5, 0.5], 0.5),
        # One of four comparisons is a tie, and three are right.
        ([0.5, 0.5, 0.9, 0.1], 0.875),
    ],
)
def test_ties_count_half_wherever_they_stand(scores, expected):
    assert auc(np.array(scores), RIGHT) == expected


def test_one_class_alone_has_no_order():
    assert np.isnan(auc(np.array([0.1, 0.2]), np.array([True, True])))
