"""Alignment: both ways give the same answer, and it is the best there is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.quotes.alignment import align, align_slowly

FEW = st.text("ab", min_size=1, max_size=12).map(str.encode)
MANY = st.text("abcdefgh", min_size=1, max_size=150).map(str.encode)


def distances(needle, haystack):
    """Return for each end in the haystack the fewest changes, by the plain table."""
    row = list(range(len(needle) + 1))
    ends = [row[-1]]
    for byte in haystack:
        above, row[0] = row[0], 0
        for at, other in enumerate(needle, 1):
            above, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, above + (byte != other))
        ends.append(row[-1])
    return ends


@given(FEW, FEW)
def test_no_stretch_takes_fewer_changes(needle, haystack):
    found = align_slowly(needle, haystack, len(needle))

    ends = distances(needle, haystack)
    assert found.distance == min(ends)
    assert found.end == ends.index(min(ends))
    if found.end:
        assert distances(needle, haystack[found.start : found.end])[-1] == found.distance


@given(st.one_of(st.tuples(FEW, FEW), st.tuples(MANY, MANY)), st.integers(0, 150))
def test_both_ways_agree(pair, most):
    pytest.importorskip("edlib")

    assert align(*pair, most) == align_slowly(*pair, most)


def test_too_many_changes_are_nothing():
    assert align_slowly(b"abcd", b"xxabydxx", 1) is not None
    assert align_slowly(b"abcd", b"xxabyyxx", 1) is None
    assert align(b"", b"abc", 3) is None
    assert align(b"abc", b"", 3) is None
