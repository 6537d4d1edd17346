"""The tables come into being once, whoever is first, and are those of the schema."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from citation_engine import CitationEngine, Settings
from citation_engine.engine.admin import migrate_database
from citation_engine.engine.state import choose_backend
from citation_engine.errors import AccessDenied, SchemaMismatch
from citation_engine.store.guards import missing_guards
from citation_engine.store.migrate import HEAD, VERSION_TABLE, current_version, ensure_schema
from citation_engine.store.schema import metadata
from postgres_logins import as_superuser, name_in
from store.rows import fill

KINDS = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]
# One program that forks, so that the sixteen really begin at the same moment.
SIXTEEN = """
import os, sys
import alembic.command, psycopg, sqlite3
from citation_engine import CitationEngine

def open_and_cite(number):
    with CitationEngine(sys.argv[1], project=f"project {number % 3}", judge="none") as engine:
        law = engine.add_text("ten years", name="law")
        engine.cite("Ten.", law, quote="ten years")

children = []
for number in range(16):
    child = os.fork()
    if child == 0:
        try:
            open_and_cite(number)
        except BaseException as error:
            sys.stderr.write(f"{error!r}\\n")
            os._exit(1)
        os._exit(0)
    children.append(child)
sys.exit(sum(os.waitpid(child, 0)[1] != 0 for child in children))
"""


@pytest.fixture(params=KINDS)
def empty(request, tmp_path):
    """The URL or path of a database that nobody has opened yet."""
    if request.param == "sqlite":
        return str(tmp_path / "citations.db")
    return request.getfixturevalue("postgres_database")


def opened(db, schema=None):
    backend = choose_backend(db, None, schema, Settings())
    return backend, backend.open()


def test_a_new_database_is_the_one_the_schema_describes(empty):
    backend, engine = opened(empty)
    assert ensure_schema(engine, backend) is True

    with engine.connect() as connection:
        options = {
            "version_table": VERSION_TABLE,
            "compare_server_default": True,
            "include_name": lambda name, *_: not str(name).startswith("chunk_words"),
            "include_object": lambda thing, *_: not _is_elsewhere(thing, connection),
        }
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, metadata) == []
        assert current_version(connection) == HEAD
    engine.dispose()


def _is_elsewhere(thing, connection):
    """Whether only the other database has it."""
    return thing.name == "chunk_stems" and connection.dialect.name == "sqlite"


def test_every_unique_key_and_condition_is_in_the_database(empty):
    backend, engine = opened(empty)
    ensure_schema(engine, backend)

    conditions = {"entry_subject_seq": "subject", "alias_identity": "identity"}
    with engine.connect() as connection:
        for name, column in conditions.items():
            query = "SELECT sql FROM sqlite_master WHERE name = ?"
            if backend.name == "postgresql":
                query = "SELECT indexdef FROM pg_indexes WHERE indexname = %s"
            statement = connection.exec_driver_sql(query, (name,)).scalar()
            assert "UNIQUE" in statement
            assert column in statement.partition("WHERE")[2]
    engine.dispose()


def test_migrating_again_changes_nothing(empty):
    made = fill(empty)
    reports = [migrate_database(empty, settings=Settings()) for _ in range(2)]

    assert [(report.before, report.after) for report in reports] == [(HEAD, HEAD)] * 2
    with CitationEngine(empty, judge="none") as engine:
        assert engine.get_citation(made).claim == "Ten years."
        with engine.db.connect() as connection:
            assert missing_guards(connection) == []


def test_migrating_an_empty_database_makes_the_tables(empty):
    assert migrate_database(empty, settings=Settings()).before is None
    assert fill(empty) == 1


def test_sixteen_threads_that_open_an_empty_database_at_once_share_it(empty):
    with ThreadPoolExecutor(16) as pool:
        made = list(pool.map(lambda n: fill(empty, f"project {n % 3}"), range(16)))

    assert len(set(made)) == 16
    with CitationEngine(empty, judge="none") as engine, engine.db.connect() as connection:
        query = "SELECT count(*) FROM deployment"
        assert connection.exec_driver_sql(query).scalar() == 1


def test_sixteen_threads_may_each_make_a_database_of_their_own(tmp_path):
    with ThreadPoolExecutor(16) as pool:
        made = list(pool.map(lambda n: fill(str(tmp_path / f"{n}.db")), range(16)))

    assert made == [1] * 16


@pytest.mark.slow
def test_sixteen_processes_that_open_an_empty_database_at_once_share_it(empty):
    done = subprocess.run(
        [sys.executable, "-c", SIXTEEN, empty], stderr=subprocess.PIPE, text=True, timeout=120
    )

    assert (done.returncode, done.stderr) == (0, "")
    counts = []
    for number in range(3):
        with CitationEngine(empty, project=f"project {number}", judge="none") as engine:
            counts.append((len(engine.list_citations()), len(engine.list_sources())))
    assert counts == [(6, 1), (5, 1), (5, 1)]


def set_version(db, version):
    statement = f"UPDATE {VERSION_TABLE} SET version_num = '{version}'"
    if db.startswith("postgresql"):
        as_superuser(db, statement)
    else:
        with sqlite3.connect(db) as connection:
            connection.execute(statement)
        connection.close()


def test_a_database_of_a_later_version_is_refused_and_left_alone(empty):
    fill(empty)
    set_version(empty, "9999")

    with pytest.raises(SchemaMismatch, match=f"has schema 9999; .* expects {HEAD}") as refused:
        CitationEngine(empty, judge="none")
    assert refused.value.fix == "Update citation-engine on this machine."


@pytest.mark.parametrize("table", ["entry", "log"])
def test_tables_of_somebody_else_are_not_taken_for_ours(empty, table):
    statement = f"CREATE TABLE {table} (id int)"
    if empty.startswith("postgresql"):
        as_superuser(empty, statement)
    else:
        with sqlite3.connect(empty) as connection:
            connection.execute(statement)
        connection.close()

    with pytest.raises(SchemaMismatch, match=f"table '{table}' that is not one of ours"):
        CitationEngine(empty, judge="none")


@pytest.mark.postgres
def test_a_role_that_may_not_create_tables_is_told_what_to_do(postgres_database, logins):
    login = logins.make(postgres_database)

    with pytest.raises(AccessDenied, match="sees no citation tables") as refused:
        CitationEngine(login, judge="none")
    assert name_in(login) in str(refused.value)
    assert "`cite db init`" in refused.value.fix


@pytest.mark.postgres
def test_a_role_that_may_not_create_schemas_is_told_what_to_do(postgres_database, logins):
    with pytest.raises(AccessDenied, match="`cite db init`"):
        CitationEngine(logins.make(postgres_database), db_schema="mine", judge="none")


# A schema for each project ----------------------------------------------------------------


@pytest.mark.postgres
@pytest.mark.parametrize("name", ["mine", "Mixed_Case", "select", "a" * 63])
def test_everything_is_made_inside_the_schema_that_was_named(postgres_database, logins, name):
    fill(logins.owner_of(postgres_database), db_schema=name)

    _, engine = opened(postgres_database)
    with engine.connect() as connection:
        places = connection.exec_driver_sql(
            "SELECT n.nspname, 'relation' FROM pg_class c JOIN pg_namespace n"
            " ON n.oid = relnamespace UNION SELECT n.nspname, 'function' FROM pg_proc"
            " JOIN pg_namespace n ON n.oid = pronamespace"
        ).all()
    engine.dispose()
    ours = {
        tuple(p) for p in places if p[0] not in ("pg_catalog", "pg_toast", "information_schema")
    }
    assert ours == {(name, "relation"), (name, "function")}


@pytest.mark.postgres
def test_two_schemas_of_a_database_know_nothing_of_each_other(postgres_database):
    fill(postgres_database, db_schema="one")
    fill(postgres_database, db_schema="one", claim="Again.")
    fill(postgres_database, db_schema="two")

    with CitationEngine(postgres_database, db_schema="two", judge="none") as two:
        assert [citation.id for citation in two.list_citations()] == [1]
    with CitationEngine(postgres_database, db_schema="one", judge="none") as one:
        assert [citation.claim for citation in one.list_citations()] == ["Ten years.", "Again."]
        assert one.ledger.origin != two.ledger.origin


@pytest.mark.postgres
def test_options_in_the_url_are_kept_beside_ours(postgres_database):
    url = f"{postgres_database}&options=-c%20statement_timeout%3D12345&application_name=mine"
    with CitationEngine(url, db_schema="one", judge="none") as engine, engine.db.connect() as c:
        shown = [
            c.exec_driver_sql(f"SHOW {name}").scalar()
            for name in ("statement_timeout", "application_name", "search_path", "lock_timeout")
        ]

    assert shown == ["12345ms", "mine", '"one",pg_temp', "30s"]
