"""Stored queries on real databases: the result comes back, and nothing is ever changed."""

import contextlib
import queue
import sqlite3
import threading
from types import SimpleNamespace

import psycopg
import pytest
from psycopg.rows import dict_row
from sqlalchemy import create_engine, make_url

from citation_engine import InvalidInput
from citation_engine.collect.databases.reruns import (
    QueryFailed,
    QueryLimits,
    QueryRefused,
    ReadingQuery,
    _run_postgresql,
    _run_sqlite,
    run_query,
)

LIMITS = QueryLimits(seconds=20, rows=1_000, bytes=1_000_000)
MAKE = (
    "CREATE TABLE papers (id integer PRIMARY KEY, kind text, note text)",
    "INSERT INTO papers VALUES (1, 'micro', NULL), (2, 'mono', 'x'), (3, 'micro', '')",
)
COUNT = "SELECT kind, count(*) AS n FROM papers GROUP BY kind"
# Each tries to change something, to wait, or to get out of the transaction.
HOSTILE = [
    "DELETE FROM papers",
    "WITH gone AS (DELETE FROM papers RETURNING *) SELECT * FROM gone",
    "SELECT 1; DELETE FROM papers",
    "SELECT 1; COMMIT; DELETE FROM papers",
    "SELECT * INTO copy FROM papers",
    "INSERT INTO papers VALUES (4, 'x', 'y')",
    "UPDATE papers SET kind = 'x'",
    "DROP TABLE papers",
    "ATTACH DATABASE 'other.db' AS other",
    "PRAGMA writable_schema = ON",
    "PRAGMA query_only = OFF",
    "VACUUM",
    "COPY papers TO '/tmp/papers'",
    "COPY papers FROM PROGRAM 'id'",
    "SELECT pg_sleep(100)",
    "SET TRANSACTION READ WRITE",
    "SELECT set_config('transaction_read_only', 'off', false)",
    "SELECT load_extension('evil')",
    "EXPLAIN ANALYZE DELETE FROM papers",
]


@pytest.fixture
def lite():
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    for statement in MAKE:
        connection.execute(statement)
    connection.commit()
    yield connection
    connection.close()


@pytest.fixture
def post(postgres_database):
    url = make_url(postgres_database).set(drivername="postgresql")
    with psycopg.connect(url.render_as_string(hide_password=False)) as connection:
        for statement in MAKE:
            connection.execute(statement)
        connection.commit()
        yield connection


@pytest.fixture(params=["sqlite", "postgresql"])
def connection(request):
    return request.getfixturevalue("lite" if request.param == "sqlite" else "post")


def papers(connection):
    rows = connection.execute("SELECT id, kind, note FROM papers ORDER BY id").fetchall()
    connection.rollback()
    return rows


def test_the_rows_come_back_with_their_columns(connection):
    found = run_query(connection, f"{COUNT} ORDER BY kind", None, LIMITS)

    assert found.table.columns == ("kind", "n")
    assert found.table.rows == (("micro", "2"), ("mono", "1"))
    assert found.ordered


def test_nothing_and_the_empty_text_stay_apart(connection):
    found = run_query(connection, "SELECT note FROM papers ORDER BY id", None, LIMITS)

    assert found.table.rows == ((None,), ("x",), ("",))


def test_parameters_go_along(connection):
    mark = "?" if isinstance(connection, sqlite3.Connection) else "%s"

    found = run_query(
        connection, f"SELECT count(*) FROM papers WHERE kind = {mark}", ["micro"], LIMITS
    )

    assert found.table.rows == (("2",),)


def test_a_percent_sign_without_parameters_is_a_percent_sign(connection):
    query = "SELECT count(*) FROM papers WHERE kind LIKE 'm%o'"

    assert run_query(connection, query, None, LIMITS).table.rows == (("3",),)


def test_no_rows_are_a_result_with_columns(connection):
    found = run_query(connection, "SELECT id, kind FROM papers WHERE id > 9", None, LIMITS)

    assert (found.table.columns, found.table.rows) == (("id", "kind"), ())


@pytest.mark.parametrize("query", HOSTILE)
def test_a_hostile_query_is_refused_and_changes_nothing(connection, query):
    before = papers(connection)

    with pytest.raises(QueryRefused):
        run_query(connection, query, None, LIMITS)

    assert papers(connection) == before


@pytest.mark.parametrize("query", [query for query in HOSTILE if "pg_sleep" not in query])
def test_the_database_itself_refuses_what_the_first_guard_would_let_through(
    connection, query, tmp_path, monkeypatch
):
    # ATTACH makes a file, and nothing but the first guard holds it back.
    monkeypatch.chdir(tmp_path)
    run = _run_sqlite if isinstance(connection, sqlite3.Connection) else _run_postgresql
    before = papers(connection)

    with contextlib.suppress(sqlite3.Error, psycopg.Error, QueryFailed):
        run(connection, ReadingQuery(query, ordered=False), None, LIMITS)
        assert "PRAGMA" in query or "ATTACH" in query

    connection.rollback()
    assert papers(connection) == before
    connection.execute("INSERT INTO papers VALUES (9, 'z', 'z')")
    connection.rollback()


def test_a_function_that_writes_is_held_back_by_the_transaction(post):
    post.execute(
        "CREATE FUNCTION wipe() RETURNS integer LANGUAGE sql AS $$ DELETE FROM papers; SELECT 1 $$"
    )
    post.commit()
    before = papers(post)

    with pytest.raises(QueryFailed, match="read-only transaction"):
        run_query(post, "SELECT wipe()", None, LIMITS)

    assert papers(post) == before


def test_a_function_that_waits_is_stopped_by_the_clock(post):
    post.execute("CREATE FUNCTION wait() RETURNS void LANGUAGE sql AS $$ SELECT pg_sleep(60) $$")
    post.commit()

    with pytest.raises(QueryFailed, match=r"took longer than 0\.2 seconds"):
        run_query(post, "SELECT wait()", None, QueryLimits(seconds=0.2))


def test_a_query_without_an_end_is_stopped_on_sqlite(lite):
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "

    with pytest.raises(QueryFailed, match=r"took longer than 0\.2 seconds"):
        run_query(lite, f"{endless} SELECT max(i) FROM n", None, QueryLimits(seconds=0.2))

    assert run_query(lite, COUNT, None, LIMITS).table.rows


def test_too_many_rows_are_refused_not_cut(connection):
    many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500) "

    with pytest.raises(QueryFailed, match="more than 1,000 rows"):
        run_query(connection, f"{many} SELECT i FROM n", None, LIMITS)


def test_too_large_values_are_refused(connection):
    large = (
        "hex(zeroblob(700000))"
        if isinstance(connection, sqlite3.Connection)
        else ("repeat('x', 1400000)")
    )

    with pytest.raises(QueryFailed, match=r"more than 1,000,000|too big"):
        run_query(connection, f"SELECT {large}", None, LIMITS)


def test_a_mistake_in_the_query_is_told_with_the_words_of_the_database(connection):
    with pytest.raises(QueryFailed, match="nowhere"):
        run_query(connection, "SELECT a FROM nowhere", None, LIMITS)

    assert run_query(connection, COUNT, None, LIMITS).table.rows


def test_an_unfinished_transaction_is_left_alone(connection):
    connection.execute("INSERT INTO papers VALUES (4, 'new', 'mine')")

    with pytest.raises(InvalidInput, match="unfinished transaction"):
        run_query(connection, COUNT, None, LIMITS)

    connection.commit()
    assert len(papers(connection)) == 4


def test_the_connection_is_as_it_was(lite):
    lite.row_factory = lambda cursor, row: SimpleNamespace(row=row)
    lengths = lite.getlimit(0)

    assert run_query(lite, COUNT, None, LIMITS).table.columns == ("kind", "n")
    with pytest.raises(QueryFailed):
        run_query(lite, "SELECT nothing", None, LIMITS)

    assert lite.getlimit(0) == lengths
    lite.execute("INSERT INTO papers VALUES (4, 'new', 'mine')")
    lite.commit()


def test_a_connection_that_may_only_read_stays_so(lite):
    lite.execute("PRAGMA query_only = ON")

    run_query(lite, COUNT, None, LIMITS)

    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        lite.execute("DELETE FROM papers")


def test_rows_of_another_kind_and_autocommit_make_no_difference(post):
    post.row_factory = dict_row
    post.autocommit = True

    found = run_query(post, f"{COUNT} ORDER BY 1", None, LIMITS)

    assert found.table.rows == (("micro", "2"), ("mono", "1"))
    assert post.autocommit
    post.execute("INSERT INTO papers VALUES (4, 'new', 'mine')")


def test_a_closed_connection_is_told(connection):
    connection.close()

    with pytest.raises(QueryFailed, match="closed"):
        run_query(connection, COUNT, None, LIMITS)


def test_an_engine_of_sqlalchemy_will_do_and_gets_its_connection_back(post):
    engine = create_engine(
        "postgresql+psycopg://",
        creator=lambda: psycopg.connect(post.info.dsn, password=post.info.password),
    )
    try:
        found = run_query(
            engine, "SELECT id FROM papers WHERE kind = :kind", {"kind": "mono"}, LIMITS
        )
        assert found.table.rows == (("2",),)
        assert engine.pool.checkedout() == 0
    finally:
        engine.dispose()


def test_a_connection_of_sqlalchemy_will_do(tmp_path):
    engine = create_engine(f"sqlite:///{tmp_path / 'a.db'}")
    try:
        with engine.connect() as connection:
            for statement in MAKE:
                connection.exec_driver_sql(statement)
            with pytest.raises(InvalidInput, match="unfinished transaction"):
                run_query(connection, COUNT, None, LIMITS)
            connection.commit()
            query = "SELECT id FROM papers WHERE kind = :kind AND id > :id"
            named = run_query(connection, query, {"kind": "micro", "id": 1}, LIMITS)
            listed = run_query(connection, "SELECT id FROM papers WHERE id = ?", [2], LIMITS)
            with pytest.raises(QueryRefused):
                run_query(connection, "DELETE FROM papers", None, LIMITS)
            borrowed = run_query(connection.connection, COUNT, None, LIMITS)
    finally:
        engine.dispose()

    assert (named.table.rows, listed.table.rows) == ((("3",),), (("2",),))
    assert len(borrowed.table.rows) == 2


class Unknown:
    """A driver we do not know, around a connection we do."""

    autocommit = False

    def __init__(self, inner, rows=None):
        self._inner, self._rows, self.rolled_back = inner, rows, 0

    def cursor(self):
        cursor = self._inner.cursor()
        if self._rows:
            cursor.row_factory = self._rows
        return cursor

    def rollback(self):
        self.rolled_back += 1


def test_with_an_unknown_driver_the_strict_check_holds_and_it_is_rolled_back(lite):
    unknown = Unknown(lite)

    found = run_query(unknown, COUNT, None, LIMITS)
    with pytest.raises(QueryRefused):
        run_query(unknown, "SELECT ';'", None, LIMITS)
    with pytest.raises(QueryFailed):
        run_query(unknown, "SELECT nothing", None, LIMITS)

    assert len(found.table.rows) == 2
    assert unknown.rolled_back == 2


def test_rows_that_are_mappings_are_put_in_order(lite):
    def as_mapping(cursor, row):
        return dict(reversed(list(zip([d[0] for d in cursor.description], row, strict=True))))

    found = run_query(
        Unknown(lite, as_mapping), "SELECT id, kind FROM papers WHERE id = 2", None, LIMITS
    )

    assert found.table.rows == (("2", "mono"),)


def test_an_unknown_driver_that_commits_by_itself_is_refused(lite):
    unknown = Unknown(lite)
    unknown.autocommit = True

    with pytest.raises(InvalidInput, match="commits by itself"):
        run_query(unknown, COUNT, None, LIMITS)


class Asynchronous:
    async def execute(self, query):
        raise AssertionError

    def cursor(self):
        raise AssertionError


@pytest.mark.parametrize("given", [None, "citations.db", object(), Asynchronous()])
def test_what_is_no_usable_connection_is_refused(given):
    with pytest.raises(InvalidInput):
        run_query(given, COUNT, None, LIMITS)


def test_a_connection_of_another_thread_is_told(tmp_path):
    made, done = queue.Queue(), threading.Event()

    def work():
        with contextlib.closing(sqlite3.connect(tmp_path / "a.db")) as connection:
            made.put(connection)
            done.wait(20)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        with pytest.raises(QueryFailed, match="thread"):
            run_query(made.get(timeout=20), "SELECT 1", None, LIMITS)
    finally:
        done.set()
        thread.join()
