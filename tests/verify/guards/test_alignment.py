"""Alignment: which stretches of two rows of tokens differ."""

import random

from hypothesis import given
from hypothesis import strategies as st

from citation_engine.verify.guards import alignment
from citation_engine.verify.guards.alignment import Gap, differing
from hanging import must_end

ROWS = st.lists(st.sampled_from("abcd"), max_size=20)


def test_stretches_that_differ_are_given_and_touching_ones_are_one():
    assert differing("a b c d".split(), "a x y d".split()) == [Gap(1, 3, 1, 3)]
    assert differing("a b".split(), "a x b".split()) == [Gap(1, 1, 1, 2)]
    assert differing("a b".split(), "a b".split()) == []


def rebuilt(left, right, blocks):
    """The right row, from the left one and the blocks."""
    row, done = [], 0
    for a, b, c, d in blocks:
        row += [*left[done:a], *right[c:d]]
        done = b
    return row + left[done:]


@given(ROWS, ROWS)
def test_all_that_lies_between_two_blocks_is_equal(left, right):
    assert rebuilt(left, right, differing(left, right)) == right


@given(ROWS, ROWS)
def test_rows_too_long_to_compare_are_cut_at_words_both_have_once(left, right):
    usual, alignment.MOST_COMPARED = alignment.MOST_COMPARED, 1
    try:
        blocks = differing([*left, "x", *left], [*right, "x", *right])
    finally:
        alignment.MOST_COMPARED = usual

    assert rebuilt([*left, "x", *left], [*right, "x", *right], blocks) == [*right, "x", *right]


@must_end
def test_long_rows_are_compared():
    rng = random.Random(1)
    left = [str(rng.randrange(30_000)) for _ in range(300_000)]
    right = [*left[:9000], "new", *left[9001:]]
    turned = left[::-1]

    assert differing(left, right) == [Gap(9000, 9001, 9000, 9001)]
    assert rebuilt(left, turned, differing(left, turned)) == turned
