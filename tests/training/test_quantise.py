import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from training.quantise import HIGHEST, quantise_rows

TABLES = arrays(
    np.float32,
    st.tuples(st.integers(1, 5), st.integers(1, 30)),
    elements=st.floats(-8, 8, width=32),
)


@given(TABLES)
def test_a_value_moves_by_half_a_step_at_most(values):
    whole, scale = quantise_rows(values)

    assert np.all(np.abs(whole * scale[:, None] - values) <= scale[:, None] * 0.5001)


@given(TABLES)
def test_rounding_a_second_time_changes_nothing(values):
    whole, scale = quantise_rows(values)
    again, _ = quantise_rows(whole * scale[:, None])

    assert np.array_equal(again, whole)


def test_two_products_fit_into_sixteen_bits():
    whole, _ = quantise_rows(np.array([[1.0, -1.0]], np.float32))

    assert whole.tolist() == [[HIGHEST, -HIGHEST]]
    assert np.iinfo(np.int16).max >= 2 * 255 * HIGHEST
