"""Queries that only read are told from all others; what is uncertain is refused."""

import contextlib
import sqlite3

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from citation_engine.collect.databases.reruns import QueryRefused, SqlDialect, read_query

KNOWN = [SqlDialect.SQLITE, SqlDialect.POSTGRESQL]
ALL = list(SqlDialect)

READING = [
    "SELECT 1",
    "select * from papers where title = 'x'",
    "WITH a AS (SELECT 1) SELECT * FROM a",
    "VALUES (1, 2)",
    "(SELECT 1) UNION (SELECT 2)",
    "SELECT count(*) FROM papers WHERE year > 2020 ORDER BY 1",
    "SELECT updated, deleted_at, inserted FROM papers",
    "SELECT p.name FROM papers p",
    "SELECT 1;",
    " \n SELECT 1 ;;  ",
]
ONLY_WHERE_KNOWN = [
    "SELECT 1 -- and a comment",
    "SELECT /* a comment */ 1",
    "SELECT 1; -- done",
    "SELECT 'DELETE FROM papers; --'",
    'SELECT "delete" FROM papers',
    "SELECT p.update FROM papers p",
    "SELECT 'it''s; fine'",
    "SELECT replace(title, 'a', 'b') FROM papers",
    "SELECT * FROM papers WHERE title LIKE '%;%'",
    r"SELECT * FROM papers WHERE title LIKE '%\_%' ESCAPE '\'",
]
REFUSED = [
    "",
    "  ;  ",
    "-- nothing",
    "DELETE FROM papers",
    "INSERT INTO papers VALUES (1)",
    "UPDATE papers SET n = 1",
    "REPLACE INTO papers VALUES (1)",
    "DROP TABLE papers",
    "CREATE TABLE a (b int)",
    "ATTACH DATABASE 'x.db' AS x",
    "DETACH x",
    "PRAGMA writable_schema = ON",
    "VACUUM INTO 'copy.db'",
    "EXPLAIN ANALYZE DELETE FROM papers",
    "EXPLAIN SELECT 1",
    "COPY papers TO '/tmp/x'",
    "COPY papers FROM PROGRAM 'id'",
    "CALL wipe()",
    "DO $$ BEGIN DELETE FROM papers; END $$",
    "SET ROLE postgres",
    "BEGIN",
    "COMMIT",
    "LOCK TABLE papers",
    "NOTIFY x",
    "SELECT 1; DELETE FROM papers",
    "SELECT 1; SELECT 2",
    "SELECT 1;;SELECT 2;",
    "WITH gone AS (DELETE FROM papers RETURNING *) SELECT * FROM gone",
    "WITH a AS (SELECT 1) DELETE FROM papers",
    "WITH a AS (SELECT 1) INSERT INTO papers SELECT * FROM a",
    "SELECT * INTO copy FROM papers",
    "SELECT 1 INTO OUTFILE '/tmp/x'",
    "SELECT * FROM papers FOR UPDATE",
    "MERGE INTO papers USING a ON true WHEN MATCHED THEN DELETE",
    "SELECT pg_sleep(100)",
    "SELECT pg_catalog.pg_sleep(100)",
    "SELECT PG_SLEEP (100)",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_terminate_backend(1)",
    "SELECT pg_advisory_lock(1)",
    "SELECT lo_export(1, '/tmp/x')",
    "SELECT * FROM dblink('host=b', 'DELETE FROM papers') AS t(a int)",
    "SELECT set_config('x.y', 'z', false)",
    "SELECT nextval('s')",
    "SELECT query_to_xml('DELETE FROM papers', true, true, '')",
    "SELECT load_extension('evil')",
    "SELECT writefile('x', 'y')",
    "SELECT 1 /* never closed",
    "SELECT 1 /* a /* b */ ; DELETE FROM papers; -- */",
    "SELECT 1\0; DELETE FROM papers",
    "SELECT '" + "x" * 1_000_001 + "'",
]
# What one database reads as text and another as a statement.
AMBIGUOUS = {
    SqlDialect.SQLITE: [
        "SELECT '",
        'SELECT "a',
        "SELECT $$; DELETE FROM papers; --$$",
        r"SELECT E'\'; DELETE FROM papers; --'",
        "SELECT \"load_extension\"('x')",
        "SELECT [load_extension]('x')",
        "SELECT `load_extension`('x')",
    ],
    SqlDialect.POSTGRESQL: [
        "SELECT '",
        'SELECT "a',
        r"SELECT '\'; DELETE FROM papers; --'",
        "SELECT $a$ x $a$; DELETE FROM papers",
        "SELECT $a$ never closed",
        "SELECT 1 -- x\r; DELETE FROM papers",
        'SELECT "pg_sleep"(1)',
        "SELECT a$$; DELETE FROM papers; --$$",
        "SELECT `'`; DELETE FROM papers; --'",
        "SELECT $é$ ' $é$; DELETE FROM papers; --'",
    ],
    SqlDialect.OTHER: [
        *ONLY_WHERE_KNOWN[:3],
        "SELECT ';'",
        r"SELECT 'a\' '; DELETE FROM papers; --'",
        "SELECT 1 DELETE FROM papers",
        "SELECT 1 EXEC xp_cmdshell 'id'",
        "SELECT 1--1",
        "SELECT 1 # x",
        "SELECT /*! 1 */ 1",
        "SELECT sleep(10)",
        "SELECT load_file('/etc/passwd')",
        "SELECT * FROM t WHERE note = 'please delete this'",
    ],
}


@pytest.mark.parametrize("dialect", ALL)
@pytest.mark.parametrize("query", READING)
def test_a_query_that_only_reads_is_taken(query, dialect):
    statement = read_query(query, dialect)

    assert statement.text.strip() == query.strip().rstrip(";").strip()


@pytest.mark.parametrize("dialect", KNOWN)
@pytest.mark.parametrize("query", ONLY_WHERE_KNOWN)
def test_comments_strings_and_names_are_read_as_the_database_reads_them(query, dialect):
    assert read_query(query, dialect)


@pytest.mark.parametrize("dialect", ALL)
@pytest.mark.parametrize("query", REFUSED, ids=lambda query: query[:50])
def test_a_query_that_does_more_is_refused_in_a_sentence(query, dialect):
    with pytest.raises(QueryRefused, match=r"^The query .*\.$"):
        read_query(query, dialect)


@pytest.mark.parametrize(
    ("dialect", "query"), [(dialect, query) for dialect in ALL for query in AMBIGUOUS[dialect]]
)
def test_a_query_that_hides_something_in_its_quotes_is_refused(dialect, query):
    with pytest.raises(QueryRefused):
        read_query(query, dialect)


@pytest.mark.parametrize(
    ("query", "dialect"),
    [
        (r"SELECT E'it\'s; fine'", SqlDialect.POSTGRESQL),
        ("SELECT $$it's; fine$$", SqlDialect.POSTGRESQL),
        ("SELECT $a$it's $$; fine$a$", SqlDialect.POSTGRESQL),
        ("TABLE papers", SqlDialect.POSTGRESQL),
        ("SELECT pg_size_pretty(pg_table_size('papers'))", SqlDialect.POSTGRESQL),
        ("SELECT [odd;name] FROM papers", SqlDialect.SQLITE),
        ("SELECT `odd;name` FROM papers", SqlDialect.SQLITE),
    ],
)
def test_what_only_one_database_knows_is_taken_there(query, dialect):
    assert read_query(query, dialect).text == query


@pytest.mark.parametrize(
    ("query", "ordered"),
    [
        ("SELECT a FROM t ORDER BY a", True),
        ("SELECT a FROM t order\nby a LIMIT 3", True),
        ("SELECT a FROM t", False),
        ("SELECT a FROM (SELECT a FROM t ORDER BY a) x", False),
        ("SELECT row_number() OVER (ORDER BY a) FROM t", False),
        ("SELECT 'order by' FROM t", False),
        ("SELECT a FROM t -- ORDER BY a", False),
        ("SELECT rank() OVER (ORDER BY a) FROM t ORDER BY 1", True),
    ],
)
@pytest.mark.parametrize("dialect", KNOWN)
def test_an_order_counts_where_the_whole_result_has_it(query, ordered, dialect):
    assert read_query(query, dialect).ordered is ordered


@given(st.text(max_size=60), st.sampled_from(ALL))
def test_any_text_is_taken_or_refused_and_nothing_else(query, dialect):
    with contextlib.suppress(QueryRefused):
        assert read_query(query, dialect).text in query


@given(
    st.lists(
        st.sampled_from(
            ["'", '"', "$$", "$a$", "\\", "/*", "*/", "--", "\n", ";", "E'", "a", "`", "[", "]"]
        ),
        max_size=12,
    )
)
@example([";", ";", "--"])
def test_no_quotes_hide_a_second_statement_from_sqlite(parts):
    query = "SELECT 1 " + " ".join(parts) + " ; DELETE FROM t"
    try:
        run = read_query(query, SqlDialect.SQLITE).text
    except QueryRefused:
        return
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE t (a)")
    said = ""
    try:
        connection.execute(run)
    except sqlite3.Error as error:
        said = str(error)
    connection.close()

    # SQLite itself counts the statements; we must never see fewer.
    assert "one statement" not in said
