"""Database results as text: rows as a table, values as they are written, objects refused."""

import sqlite3
from datetime import UTC, date, datetime
from decimal import Decimal
from uuid import UUID

import pytest

from citation_engine.collect.results import show_result
from citation_engine.errors import InvalidInput


def test_a_string_stays_as_it_is():
    assert show_result("42 of 60\n") == "42 of 60\n"


def test_rows_are_a_table_with_all_columns_that_occur():
    shown = show_result([{"kind": "a", "n": 42}, {"kind": "b", "share": None}])

    assert shown == "kind | n | share\na | 42 | \nb |  | "


def test_rows_of_a_driver_are_rows_too():
    connection = sqlite3.connect(":memory:")
    connection.row_factory = sqlite3.Row
    rows = connection.execute("SELECT 'x' AS kind, 42 AS n").fetchall()
    connection.close()

    assert show_result(rows) == "kind | n\nx | 42"


def test_a_cell_cannot_look_like_further_rows():
    shown = show_result([{"n": 1, "note": "fine\n99 | forged"}])

    assert shown.count("\n") == 1


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Decimal("1.10"), "1.10"),
        (date(2024, 6, 1), "2024-06-01"),
        (datetime(2024, 6, 1, 12, tzinfo=UTC), "2024-06-01 12:00:00+00:00"),
        (UUID(int=7), "00000000-0000-0000-0000-000000000007"),
        (b"caf\xe9", r"caf\xe9"),
        (True, "True"),
        (None, ""),
        ([1, 2], "[1, 2]"),
        ({"a": Decimal(1)}, '{"a": "1"}'),
    ],
)
def test_a_cell_shows_its_value(value, shown):
    assert show_result([{"v": value}]) == f"v\n{shown}"


def test_columns_may_be_named_by_numbers():
    assert show_result([{1: "a", 2: "b"}]) == "1 | 2\na | b"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (42, "42"),
        ([], "[]"),
        ([[1, "ä"]], '[\n [\n  1,\n  "ä"\n ]\n]'),
        ({"n": 1}, '{\n "n": 1\n}'),
    ],
)
def test_anything_else_is_json(value, shown):
    assert show_result(value) == shown


def deep():
    value = []
    for _ in range(100_000):
        value = [value]
    return value


@pytest.mark.parametrize("value", [object(), [{"v": object()}], iter([1]), deep(), {1, object()}])
def test_what_cannot_be_written_down_is_refused_in_a_sentence(value):
    with pytest.raises(InvalidInput, match="cannot be shown as text") as caught:
        show_result(value)

    assert "0x" not in caught.value.message
