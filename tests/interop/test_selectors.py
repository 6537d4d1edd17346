"""Selectors ask for sources of a pool, and never for more than there are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.errors import InvalidInput, SourceNotFound
from citation_engine.interop.pool import parse_selector, select
from hanging import must_end


@pytest.mark.parametrize(
    ("selector", "numbers"),
    [
        ("so:sources_pool", [1, 2, 3, 4, 5, 6, 7, 8]),
        ("conv:sources_pool", [1, 2, 3, 4, 5, 6, 7, 8]),
        ("so:sources_pool[1-5]", [1, 2, 3, 4, 5]),
        ("so:sources_pool[1,3]", [1, 3]),
        ("so:sources_pool[2-4,7]", [2, 3, 4, 7]),
        (" so:sources_pool [ 7 , 2 – 3 ] ", [7, 2, 3]),
        ("so:sources_pool[3,1-3]", [3, 1, 2]),
        (["so:sources_pool[2]", "so:sources_pool[1-2]"], [2, 1]),
        ([], []),
    ],
)
def test_a_selector_names_sources_in_its_order_and_each_once(selector, numbers):
    assert select(selector, 8) == numbers


@pytest.mark.parametrize(
    ("selector", "said"),
    [
        ("so:sources_pool[]", "is not a number or a range"),
        ("so:sources_pool[1,]", "is not a number or a range"),
        ("so:sources_pool[0]", "'0'"),
        ("so:sources_pool[one]", "'one'"),
        ("so:sources_pool[1-2-3]", "'1-2-3'"),
        ("so:sources_pool[5-1]", "5-1 .*runs backwards"),
        ("so:sources_pool[1", "not a selector"),
        ("so:other[1]", "not a selector"),
        ("sources_pool", "not a selector"),
        ("", "not a selector"),
        ("so:sources_pool[" + "1," * 10_000 + "1]", "not a selector"),
        (["so:sources_pool", 5], "5 is not a selector"),
    ],
)
def test_a_selector_that_cannot_be_read_is_refused_with_a_sentence(selector, said):
    with pytest.raises(InvalidInput, match=said):
        select(selector, 8)


@pytest.mark.parametrize(
    ("selector", "count", "said"),
    [
        ("so:sources_pool[9]", 8, "no S9, .* it has 8, S1 to S8"),
        ("so:sources_pool[7-12]", 8, "no S9"),
        ("so:sources_pool[1]", 0, "no S1, .* it is empty"),
    ],
)
def test_a_source_that_is_not_in_the_pool_is_named(selector, count, said):
    with pytest.raises(SourceNotFound, match=said):
        select(selector, count)


@must_end
def test_a_range_that_nobody_can_count_out_is_refused():
    with pytest.raises(SourceNotFound, match="no S9"):
        select(f"so:sources_pool[1-{10**18 - 1}]", 8)


@given(st.lists(st.tuples(st.integers(1, 50), st.integers(0, 50)), min_size=1, max_size=10))
def test_what_is_written_is_read(pairs):
    items = [str(a) if n == 0 else f"{a}-{a + n}" for a, n in pairs]

    ranges = parse_selector(f"so:sources_pool[{','.join(items)}]")

    assert ranges == tuple(range(a, a + n + 1) for a, n in pairs)
