"""Database results as text: rows as a table, values as they are written, objects refused."""

import sqlite3
from collections import namedtuple
from datetime import UTC, date, datetime
from decimal import Decimal
from uuid import UUID

import pytest
from sqlalchemy import create_engine, text

from citation_engine.collect.databases.results import plain_parameters, show_result, take_result
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


def cells(result, columns=None):
    table = take_result(result, columns).table
    return None if table is None else (table.columns, table.rows)


DATABASE = sqlite3.connect(":memory:")


def cursor_after(query):
    return DATABASE.execute(query)


class Pandas:
    """What a data frame of pandas can do, as far as it is used."""

    columns = ("kind", "n")

    def itertuples(self, index, name):
        assert (index, name) == (False, None)
        return iter([("a", 1.0), ("b", float("nan"))])


class Polars:
    columns = ("kind", "n")

    def rows(self):
        return [("a", 1.0), ("b", None)]


class Arrow:
    column_names = ("kind", "n")
    columns = ("a column of values", "another")

    def to_pylist(self):
        return [{"kind": "a", "n": 1.0}, {"kind": "b", "n": None}]


class NumpyNumber:
    dtype = "float64"

    def item(self):
        return 1.0


Pair = namedtuple("Pair", "kind n")
ROWS = [("a", 1.0), ("b", None)]


@pytest.mark.parametrize(
    ("result", "columns"),
    [
        ([{"kind": "a", "n": 1.0}, {"kind": "b"}], None),
        (ROWS, ["kind", "n"]),
        ([{"n": 1.0, "kind": "a", "x": 3}, {"n": None, "kind": "b"}], ["kind", "n"]),
        ([Pair("a", 1.0), Pair("b", None)], None),
        ({"columns": ["kind", "n"], "rows": ROWS}, None),
        ({"columns": ["kind", "n"], "data": ROWS, "index": [0, 1]}, None),
        (cursor_after("SELECT 'a' AS kind, 1.0 AS n UNION ALL SELECT 'b', NULL"), None),
        (cursor_after("SELECT 'a', 1.0 UNION ALL SELECT 'b', NULL"), ["kind", "n"]),
        (Pandas(), None),
        (Polars(), None),
        (Arrow(), None),
        ([("a", NumpyNumber()), ("b", None)], ["kind", "n"]),
    ],
)
def test_rows_in_every_form_are_the_same_table(result, columns):
    taken = take_result(result, columns)

    assert taken.text == "kind | n\na | 1.0\nb | "
    assert (taken.table.columns, taken.table.rows) == (("kind", "n"), (("a", "1.0"), ("b", None)))


def test_a_result_of_sqlalchemy_is_a_table():
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        taken = take_result(connection.execute(text("SELECT 'a' AS kind, 1 AS n")))
    engine.dispose()

    assert taken.text == "kind | n\na | 1"


def test_a_query_without_rows_still_has_its_columns():
    assert cells(cursor_after("SELECT 1 AS n WHERE 1 = 0")) == (("n",), ())


@pytest.mark.parametrize(
    ("result", "held"),
    [
        (42, (None, (("42",),))),
        (Decimal("1.10"), (None, (("1.10",),))),
        ([[1, "ä"]], (None, (("1", "ä"),))),
        ([], (None, ())),
        ({"n": 1}, (("n",), (("1",),))),
        ({"n": [1]}, None),
        ("42 of 60", None),
        ([1, 2], None),
    ],
)
def test_values_and_bare_rows_have_cells_too(result, held):
    assert cells(result) == held


def test_a_cell_keeps_its_line_ends_for_comparing():
    assert cells([{"note": "a\nb"}]) == (("note",), (("a\nb",),))


@pytest.mark.parametrize(
    ("result", "columns"),
    [
        ([("a", 1)], ["kind"]),
        ([{"kind": "a"}], ["kind", "n"]),
        (42, ["kind"]),
        (cursor_after("CREATE TABLE t (a)"), None),
    ],
)
def test_rows_that_do_not_fit_their_columns_are_refused(result, columns):
    with pytest.raises(InvalidInput, match="cannot be shown as text"):
        take_result(result, columns)


def test_parameters_are_kept_as_json_has_them():
    given = {"year": 2024, "on": date(2024, 6, 1), "share": Decimal("0.5"), "all": None}

    assert plain_parameters(given) == {
        "year": 2024,
        "on": "2024-06-01",
        "share": "0.5",
        "all": None,
    }
    assert plain_parameters((1, "a")) == [1, "a"]
    assert plain_parameters(None) is None


@pytest.mark.parametrize("given", ["a", 3, {1: 2}, [object()], [b"x"]])
def test_parameters_that_cannot_be_kept_are_refused(given):
    with pytest.raises(InvalidInput, match=r"[Pp]arameter"):
        plain_parameters(given)
