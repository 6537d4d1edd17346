"""Strangers' words in our sentences: on one line, visible, short."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.display import one_line, shortened


@given(st.text(max_size=400), st.integers(1, 100))
def test_the_line_is_one_visible_line_within_the_limit(text, limit):
    line = one_line(text, limit)

    assert len(line) <= limit
    assert all(sign.isprintable() or sign in "\u200c\u200d" for sign in line)
    assert line == line.strip()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("GoBD", "GoBD"),
        (" a\n\n b\t c\u2028d ", "a b c d"),
        ("safe\u202egnp.exe", "safegnp.exe"),
        ("zero\u200bwidth", "zerowidth"),
        ("\x1b[31mred", "\ufffd[31mred"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\ud800", "\ufffd"),
        ("", ""),
    ],
)
def test_what_hides_or_reorders_text_goes_and_letters_stay(text, line):
    assert one_line(text) == line


def test_what_is_too_long_ends_in_an_ellipsis():
    assert one_line("x" * 300, 10) == "x" * 9 + "…"


LARGE = {"text": "x" * 10**6, "number": 10**6000, "list": [0] * 10**5, "bytes": b"x" * 10**6}


@pytest.mark.parametrize("value", LARGE.values(), ids=LARGE)
def test_a_value_of_any_size_is_shown_short(value):
    assert len(shortened(value)) <= 200
