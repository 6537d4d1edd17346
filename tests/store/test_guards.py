"""Nothing on the record can be changed or deleted, whoever tries and however."""

import shutil
import sqlite3

import pytest
from sqlalchemy import Integer
from sqlalchemy.exc import DBAPIError

from citation_engine import CitationEngine, Settings
from citation_engine.store.database import Database
from citation_engine.store.failures import REFUSED, TAKEN
from citation_engine.store.guards import guarded_tables, install_guards, missing_guards
from citation_engine.store.postgres import PostgresBackend
from citation_engine.store.schema import DELETABLE_WHEN_REDACTED
from citation_engine.store.sqlite import SqliteBackend
from store.rows import LAW, fill, other_column, row_of, tables, with_key_of

GUARDED = tables("pending")


# SQLite, from a connection that knows nothing of the engine -------------------------------


@pytest.fixture(scope="module")
def made_once(tmp_path_factory):
    path = tmp_path_factory.mktemp("made") / "citations.db"
    CitationEngine(path, judge="none").close()
    return path


@pytest.fixture
def file(made_once, tmp_path):
    path = shutil.copy(made_once, tmp_path)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA recursive_triggers = OFF")
    yield connection
    connection.close()


def insert(connection, table, row, verb="INSERT", after=""):
    places = ", ".join("?" * len(row))
    connection.execute(
        f"{verb} INTO {table.name} ({', '.join(row)}) VALUES ({places}) {after}", [*row.values()]
    )


def dump(connection, table):
    return connection.execute(f"SELECT * FROM {table.name} ORDER BY 1, 2").fetchall()


def unique_keys(connection, table):
    """Every unique key the live database knows, primary keys and partial indexes included."""
    info = connection.execute(f"PRAGMA table_info({table.name})").fetchall()
    keys = [[row[1] for row in sorted(info, key=lambda row: row[5]) if row[5]]]
    for _, name, unique, *_ in connection.execute(f"PRAGMA index_list({table.name})").fetchall():
        columns = [r[2] for r in connection.execute(f"PRAGMA index_info({name})").fetchall()]
        if unique and columns not in keys:
            keys.append(columns)
    return keys


@pytest.mark.parametrize("table", GUARDED, ids=str)
def test_a_row_in_sqlite_cannot_be_updated_or_deleted(file, table):
    insert(file, table, row_of(table, 7))
    before = dump(file, table)
    name = table.columns.keys()[0]

    for attack in (
        f"UPDATE {table.name} SET {name} = {name}",
        f"UPDATE OR REPLACE {table.name} SET {name} = 9",
        f"UPDATE OR IGNORE {table.name} SET {name} = 9",
        f"DELETE FROM {table.name}",
        f"WITH x AS (SELECT 1) DELETE FROM {table.name}",
    ):
        with pytest.raises(sqlite3.IntegrityError, match=REFUSED):
            file.execute(attack)
    assert dump(file, table) == before


@pytest.mark.parametrize("table", GUARDED, ids=str)
def test_a_row_in_sqlite_cannot_be_replaced_by_any_of_its_keys(file, table):
    insert(file, table, row_of(table, 7))
    before = dump(file, table)

    for key in unique_keys(file, table):
        row, other = with_key_of(table, key, 8, taken=7), other_column(table, key)
        upsert = f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {other} = excluded.{other}"
        attacks = [("INSERT OR REPLACE", ""), ("REPLACE", ""), ("INSERT OR IGNORE", "")]
        if (
            key not in (["subject", "seq"], ["project_id", "key_hash"])
            or table.name == "idempotency"
        ):
            attacks.append(("INSERT", upsert))
        for verb, after in attacks:
            with pytest.raises(sqlite3.IntegrityError, match=TAKEN):
                insert(file, table, row, verb, after)
    assert dump(file, table) == before


@pytest.mark.parametrize("table", GUARDED, ids=str)
def test_a_row_in_sqlite_cannot_be_replaced_by_its_hidden_number(file, table):
    insert(file, table, row_of(table, 7))
    before = dump(file, table)
    try:
        number = file.execute(f"SELECT max(rowid) FROM {table.name}").fetchone()[0]
    except sqlite3.OperationalError:
        return  # The table has none.
    row = row_of(table, 8)
    if isinstance(table.columns["id"].type, Integer):
        row.pop("id")  # The hidden number by its open name.

    for hidden in ("rowid", "oid", "_rowid_"):
        with pytest.raises(sqlite3.IntegrityError, match=TAKEN):
            insert(file, table, {**row, hidden: number}, "INSERT OR REPLACE")
    assert dump(file, table) == before


def test_two_names_in_sqlite_may_share_a_key_and_two_identities_may_not(file):
    alias = next(table for table in GUARDED if table.name == "alias")
    insert(file, alias, {**row_of(alias, 7), "identity": 0})
    insert(file, alias, {**row_of(alias, 7), "identity": 0, "source_id": 8})
    insert(file, alias, {**row_of(alias, 7), "identity": 1, "source_id": 9})

    with pytest.raises(sqlite3.IntegrityError, match=TAKEN):
        insert(file, alias, {**row_of(alias, 7), "source_id": 10}, "INSERT OR REPLACE")
    assert len(dump(file, alias)) == 3


# PostgreSQL, past the privileges ----------------------------------------------------------


def insert_postgres(connection, table, row, after=""):
    places = ", ".join(["%s"] * len(row))
    connection.exec_driver_sql(
        f"INSERT INTO {table.name} ({', '.join(row)}) VALUES ({places}) {after}",
        tuple(row.values()),
    )


def changes(table):
    """Statements that would change or delete rows of a table."""
    name, key = table.columns.keys()[0], [c.name for c in table.primary_key.columns]
    same = " AND ".join(f"t.{column} = s.{column}" for column in key)
    merge = f"MERGE INTO {table.name} t USING {table.name} s ON {same} WHEN MATCHED THEN"
    return [
        f"UPDATE {table.name} SET {name} = {name}",
        f"DELETE FROM {table.name}",
        f"TRUNCATE {table.name}",
        f"{merge} UPDATE SET {name} = s.{name}",
        f"{merge} DELETE",
        f"WITH gone AS (DELETE FROM {table.name} RETURNING 1) SELECT count(*) FROM gone",
    ]


def all_rows(connection):
    return {
        table.name: connection.exec_driver_sql(f"SELECT * FROM {table.name} ORDER BY 1, 2").all()
        for table in GUARDED
    }


@pytest.fixture
def filled(server):
    """A server with one row in every table, and a superuser's connection to it."""
    with server.connect(server.admin) as connection:
        for table in tables():
            insert_postgres(connection, table, row_of(table, 7))
        yield server, connection


@pytest.mark.postgres
@pytest.mark.parametrize("replica", [False, True], ids=["as usual", "as a replica"])
def test_a_superuser_cannot_change_a_row_in_postgresql(filled, replica):
    _, connection = filled
    before = all_rows(connection)
    if replica:
        connection.exec_driver_sql("SET session_replication_role = replica")

    for table in GUARDED:
        for statement in changes(table):
            with pytest.raises(DBAPIError, match=REFUSED):
                connection.exec_driver_sql(statement)
    assert all_rows(connection) == before


@pytest.mark.postgres
def test_an_upsert_in_postgresql_is_refused_on_every_table(filled):
    _, connection = filled
    before = all_rows(connection)

    for table in GUARDED:
        key, name = [c.name for c in table.primary_key.columns], table.columns.keys()[-1]
        upsert = f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {name} = excluded.{name}"
        with pytest.raises(DBAPIError, match=REFUSED):
            insert_postgres(connection, table, row_of(table, 7), upsert)
    assert all_rows(connection) == before


@pytest.mark.postgres
def test_the_owner_is_refused_also_where_no_row_would_be_touched(shared_server):
    with shared_server.connect(shared_server.admin) as admin:
        admin.exec_driver_sql("SET ROLE citation_owner")
        for table in GUARDED:
            for statement in changes(table):
                if table.name in DELETABLE_WHEN_REDACTED and "DELETE" in statement:
                    continue  # Row by row, because a redacted one may go; here are none.
                with pytest.raises(DBAPIError, match=REFUSED):
                    admin.exec_driver_sql(statement)


@pytest.mark.postgres
def test_an_agent_may_not_even_try(filled):
    server, admin = filled
    before = all_rows(admin)

    with server.connect(server.agent) as agent:
        agent.exec_driver_sql("SELECT set_config('citation.project_id', '7', false)")
        for table in GUARDED:
            for statement in (
                *changes(table),
                *([f"COPY {table.name} FROM STDIN"] if table.name != "deployment" else []),
                f"ALTER TABLE {table.name} DISABLE TRIGGER ALL",
                f"ALTER TABLE {table.name} DISABLE ROW LEVEL SECURITY",
                f"ALTER TABLE {table.name} ADD COLUMN more text",
                f"DROP TRIGGER {table.name}_no_row ON {table.name}",
                f"DROP TABLE {table.name}",
                f"CREATE TRIGGER mine BEFORE INSERT ON {table.name}"
                " FOR EACH ROW EXECUTE FUNCTION citation_refuse()",
                f"SELECT * FROM {table.name} FOR UPDATE",
                f"DO $$ BEGIN LOCK TABLE {table.name} IN ACCESS EXCLUSIVE MODE; END $$",
            ):
                with pytest.raises(DBAPIError) as refused:
                    agent.exec_driver_sql(statement)
                assert refused.value.orig.sqlstate in ("42501", "0A000"), statement
    assert all_rows(admin) == before


@pytest.mark.postgres
@pytest.mark.parametrize(
    "statement",
    [
        "SET session_replication_role = replica",
        "SET ROLE citation_owner",
        "SET ROLE citation_maintainer",
        "GRANT citation_owner TO CURRENT_USER",
        "CREATE OR REPLACE FUNCTION citation_refuse() RETURNS trigger"
        " LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
        "ALTER FUNCTION citation_refuse() RENAME TO gone",
        "SELECT setval('entry_number', 1)",
        "UPDATE citation_engine_version SET version_num = '0'",
        "DELETE FROM citation_engine_version",
        "DROP SCHEMA public CASCADE",
        "CREATE TABLE public.mine (id int)",
    ],
)
def test_an_agent_has_no_way_around_in_postgresql(shared_server, statement):
    with (
        shared_server.connect(shared_server.agent) as agent,
        pytest.raises(DBAPIError, match=r"permission denied|must be (owner|able)|must have"),
    ):
        agent.exec_driver_sql(statement)


# Redaction, the one way for words to go ---------------------------------------------------


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def raw(request, tmp_path):
    """Run raw SQL as somebody who has the right to delete contents."""
    if request.param == "sqlite":
        path = str(tmp_path / "citations.db")
        fill(path)
        connection = sqlite3.connect(path, isolation_level=None)
        yield connection.execute
        connection.close()
    else:
        server = request.getfixturevalue("server")
        fill(server.agent)
        with server.connect(server.maintainer) as connection:
            connection.exec_driver_sql("SELECT set_config('citation.project_id', '1', false)")
            yield connection.exec_driver_sql


ENTRY = "INSERT INTO entry (id, project_id, entry_id, type, body, leaf) VALUES "


def test_contents_and_aliases_stay_as_long_as_no_redaction_names_them(raw):
    for table in ("content", "alias"):
        with pytest.raises((sqlite3.IntegrityError, DBAPIError), match=REFUSED):
            raw(f"DELETE FROM {table}")


def test_contents_and_aliases_go_when_a_redaction_names_them_and_only_those(raw):
    source = raw("SELECT entry FROM source").fetchall()[0][0]
    raw(ENTRY + "(900, 1, 'x', 'content.redacted', 'x', 'x')")
    raw(f"INSERT INTO redaction (target, project_id, entry) VALUES ({source}, 1, 900)")

    raw(f"DELETE FROM content WHERE entry = {source}")
    raw(f"DELETE FROM alias WHERE entry = {source}")
    with pytest.raises((sqlite3.IntegrityError, DBAPIError), match=REFUSED):
        raw("DELETE FROM content")
    assert raw(f"SELECT count(*) FROM content WHERE entry = {source}").fetchall()[0][0] == 0
    assert raw("SELECT count(*) FROM content").fetchall()[0][0] > 0


def test_a_row_that_only_looks_like_a_redaction_opens_nothing(raw):
    source = raw("SELECT entry FROM source").fetchall()[0][0]
    raw(ENTRY + "(900, 1, 'x', 'source.joined', 'x', 'x')")
    raw(f"INSERT INTO redaction (target, project_id, entry) VALUES ({source}, 1, 900)")
    raw(f"INSERT INTO redaction (target, project_id, entry) VALUES ({source}, 1, 901)")

    with pytest.raises((sqlite3.IntegrityError, DBAPIError), match=REFUSED):
        raw(f"DELETE FROM content WHERE entry = {source}")


def test_a_redaction_of_another_project_opens_nothing(tmp_path):
    path = str(tmp_path / "citations.db")
    fill(path)
    connection = sqlite3.connect(path, isolation_level=None)
    source = connection.execute("SELECT entry FROM source").fetchone()[0]
    connection.execute(ENTRY + "(900, 2, 'x', 'content.redacted', 'x', 'x')")
    connection.execute(f"INSERT INTO redaction VALUES ({source}, 2, 900)")

    with pytest.raises(sqlite3.IntegrityError, match=REFUSED):
        connection.execute(f"DELETE FROM content WHERE entry = {source}")
    connection.close()


@pytest.mark.postgres
def test_a_temporary_table_called_redaction_opens_nothing(server):
    fill(server.agent)
    with server.connect(server.maintainer) as connection:
        connection.exec_driver_sql("SELECT set_config('citation.project_id', '1', false)")
        for statement in (
            "CREATE TEMP TABLE redaction AS SELECT entry AS target, project_id, 900 AS entry"
            " FROM content",
            "CREATE TEMP TABLE entry AS SELECT 900 AS id, 1 AS project_id,"
            " 'content.redacted' AS type",
        ):
            connection.exec_driver_sql(statement)

        with pytest.raises(DBAPIError, match=REFUSED):
            connection.exec_driver_sql("DELETE FROM content")


@pytest.mark.postgres
def test_an_agent_may_not_delete_even_what_is_redacted(shared_server):
    with shared_server.connect(shared_server.agent) as connection:
        connection.exec_driver_sql("SELECT set_config('citation.project_id', '1', false)")

        with pytest.raises(DBAPIError, match="permission denied for table content"):
            connection.exec_driver_sql("DELETE FROM content")


# Collisions -------------------------------------------------------------------------------


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def database(request, tmp_path):
    settings = Settings()
    if request.param == "sqlite":
        made = Database(SqliteBackend(str(tmp_path / "citations.db"), settings))
    else:
        url = request.getfixturevalue("postgres_database")
        made = Database(PostgresBackend(url, None, settings))
    yield made
    made.close()


def test_a_writer_whose_key_was_taken_meanwhile_decides_again(database):
    project = database.open_project("p")
    row = {"project_id": project.id, "key_hash": b"k", "source_id": 1, "identity": 1, "entry": 1}
    database.write(project, lambda tx: tx.add("alias", row), needs={})
    seen = []

    def work(tx):
        # The first time it decides on what it knew before the other one was there.
        known = tx.rows("aliases", key_hashes=[b"k"], identity=True) if seen else []
        seen.append(known)
        if not known:
            tx.add("alias", {**row, "source_id": 2, "entry": 2})
        return known[0]["source_id"] if known else 2

    assert database.write(project, work, needs={}) == 1
    assert len(seen) == 2


def test_the_guards_can_be_installed_again_and_again(database):
    for _ in range(2):
        with database.engine.begin() as connection:
            install_guards(connection)
            assert missing_guards(connection) == []
    assert len(guarded_tables()) == len(GUARDED)


def test_a_source_that_is_added_again_is_still_found(tmp_path):
    with CitationEngine(str(tmp_path / "c.db"), judge="none") as engine:
        assert engine.add_text(LAW, name="law").id == engine.add_text(LAW, name="law").id
