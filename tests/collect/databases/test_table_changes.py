"""What changed between two tables: columns, rows, cells, order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.collect.databases.results import (
    SHOWN,
    Table,
    compare_tables,
    shown_rows,
    summary_of,
    table_of,
)

CELLS = st.none() | st.sampled_from(["a", "b", "1", "2", ""])
ROWS = st.lists(st.tuples(CELLS, CELLS), max_size=6)


def table(*rows, columns=("kind", "n")):
    return table_of(columns, rows)


def compare(before, after, *, ordered=False):
    return compare_tables(before, after, ordered=ordered)


def test_the_same_rows_in_another_order_are_the_same():
    assert compare(table(("a", 1), ("b", 2)), table(("b", 2), ("a", 1))).none


def test_the_same_rows_in_another_order_are_a_change_where_the_query_has_an_order():
    difference = compare(table(("a", 1), ("b", 2)), table(("b", 2), ("a", 1)), ordered=True)

    assert difference.reordered
    assert "the same rows in another order" in summary_of(difference, 2, 2)


def test_rows_that_came_and_went_are_told():
    difference = compare(table(("a", 1), ("b", 2)), table(("b", 2), ("c", 3)))

    assert (difference.added, difference.removed) == ([("c", "3")], [("a", "1")])
    assert difference.changed == []


def test_a_cell_that_changed_is_told_with_its_row():
    difference = compare(table(("a", 42), ("b", 2)), table(("a", 45), ("b", 2)))

    [cell] = difference.changed
    assert (cell.row, cell.column, cell.before, cell.after) == ("kind = a", "n", "42", "45")
    assert (difference.added, difference.removed) == ([], [])
    assert summary_of(difference, 2, 2) == (
        "The result has changed: 1 cell changed in 1 row (rows: 2 before, 2 now). "
        "First: n where kind = a: '42' is now '45'."
    )


def test_a_single_value_that_changed_is_a_changed_cell():
    difference = compare(table((42,), columns=("n",)), table((45,), columns=("n",)))

    assert [(c.row, c.before, c.after) for c in difference.changed] == [(None, "42", "45")]


def test_equal_rows_are_counted():
    difference = compare(table(("a", 1), ("a", 1)), table(("a", 1)))

    assert difference.removed == [("a", "1")]


def test_nothing_is_not_an_empty_text():
    difference = compare(table(("a", None)), table(("a", "")))

    assert [(c.before, c.after) for c in difference.changed] == [(None, "")]
    assert "NULL is now ''" in summary_of(difference, 1, 1)


def test_columns_in_another_order_are_the_same():
    assert compare(table(("a", 1)), table((1, "a"), columns=("n", "kind"))).none


def test_columns_that_came_and_went_are_told_and_the_rest_is_compared():
    before = table(("a", 1), columns=("kind", "n"))
    after = table(("b", 0.5), columns=("kind", "share"))

    difference = compare(before, after)

    assert difference.columns_added == ("share",)
    assert difference.columns_removed == ("n",)
    assert [(c.column, c.before, c.after) for c in difference.changed] == [("kind", "a", "b")]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (table((1,), columns=("a",)), table((1,), columns=("b",))),
        (table((1, 2), columns=("a", "a")), table((1, 2), columns=("a", "b"))),
        (table_of(None, [(1, 2)]), table((1,), columns=("a",))),
    ],
)
def test_tables_that_cannot_be_laid_side_by_side_have_changed(before, after):
    assert not compare(before, after).none


def test_rows_stored_without_names_are_compared_by_place():
    assert compare(table_of(None, [("a", 1)]), table(("a", 1))).none
    assert not compare(table_of(None, [("a", 1)]), table(("a", 2))).none


def test_two_columns_of_one_name_are_compared_by_place():
    twice = ("id", "id")

    assert compare(table((1, 2), columns=twice), table((1, 2), columns=twice)).none
    assert not compare(table((1, 2), columns=twice), table((2, 1), columns=twice)).none


def test_what_is_shown_is_bounded():
    rows = [("x" * 1_000, n) for n in range(1_000)]

    shown = shown_rows(table(*rows).rows)

    assert len(shown) == SHOWN
    assert len(shown[0][0]) == 200


@given(ROWS, ROWS, st.booleans())
def test_the_difference_turns_one_table_into_the_other(old, new, ordered):
    before, after = (Table(("kind", "n"), tuple(rows)) for rows in (old, new))

    difference = compare(before, after, ordered=ordered)

    same = old == new if ordered else sorted(old, key=str) == sorted(new, key=str)
    assert difference.none == same
    kept = len(old) - len(difference.removed)
    assert kept + len(difference.added) == len(new)


@given(ROWS)
def test_a_table_is_stored_and_read_again_unchanged(rows):
    given = Table(("kind", "n"), tuple(rows))

    assert Table.decoded(given.encoded()) == given


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"\xff", b'{"v": 9, "rows": []}', b"[" * 9999])
def test_what_is_no_table_is_none(data):
    assert Table.decoded(data) is None
