from enum import IntEnum, StrEnum

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.record.envelope import canonical_json

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
    max_leaves=20,
)


class Colour(StrEnum):
    RED = "red"


class Number(IntEnum):
    TWO = 2


@given(VALUES)
def test_the_bytes_are_those_of_another_implementation(value):
    assert canonical_json(value) == rfc8785.dumps(value)


def test_keys_are_sorted_by_utf16_units_not_by_code_points():
    assert canonical_json({"\uffee": 1, "\U0001f600": 2}) == '{"\U0001f600":2,"\uffee":1}'.encode()


def test_control_characters_are_escaped_and_others_are_not():
    assert canonical_json("\x00\b\n\x1f\x7fä/\u2028") == (
        b'"\\u0000\\b\\n\\u001f\x7f\xc3\xa4/\xe2\x80\xa8"'
    )


def test_tuples_are_lists_and_enumerations_are_their_values():
    assert canonical_json((Colour.RED, Number.TWO, True)) == b'["red",2,true]'


@pytest.mark.parametrize("value", [0.5, [1.0], {"score": float("nan")}, b"bytes", {1, 2}, {1: "a"}])
def test_a_value_without_a_canonical_form_is_refused(value):
    with pytest.raises(TypeError):
        canonical_json(value)


@pytest.mark.parametrize("value", [2**53, -(2**53), "\ud800", {"\udfff": 1}])
def test_a_value_that_other_readers_cannot_hold_is_refused(value):
    with pytest.raises(ValueError, match=r"2\*\*53|surrogate"):
        canonical_json(value)


def test_the_message_about_a_float_says_what_to_do():
    with pytest.raises(TypeError, match="store it as a string"):
        canonical_json({"similarity": 0.93})
