"""A database from before there was a search index gets one when it is migrated."""

import sqlite3

import pytest
from sqlalchemy import create_engine

import postgres_server
from citation_engine import CitationEngine, Settings
from citation_engine.engine.admin import init_database, migrate_database
from citation_engine.errors import SchemaMismatch
from citation_engine.store.migrate import VERSION_TABLE
from postgres_logins import logins_on

SETTINGS = Settings()
INDEX = ("chunk_words", "chunk", "sketch", "band", "vector")


def fill(db):
    for project in ("default", "other"):
        with CitationEngine(db, project=project, judge="none") as engine:
            engine.add_text(f"Crocodiles of the {project} project.", name="animals")


def found(db):
    names = []
    for project in ("default", "other"):
        with CitationEngine(db, project=project, judge="none") as engine:
            names += [hit.passage.text for hit in engine.search("crocodile")]
            assert engine.ledger.verify().ok
    return names


WANTED = ["Crocodiles of the default project.", "Crocodiles of the other project."]


def without_index(path):
    """Make a file of the first schema."""
    fill(path)
    connection = sqlite3.connect(path, isolation_level=None)
    for table in INDEX:
        connection.execute(f"DROP TABLE {table}")
    connection.execute(f"UPDATE {VERSION_TABLE} SET version_num = '0001'")
    connection.close()


def tables_of(path):
    """The columns of each table, and whether SQLite keeps a hidden row number in it."""
    connection = sqlite3.connect(path)
    named = "SELECT name, sql FROM sqlite_master WHERE type = 'table'"
    tables = {
        name: (connection.execute(f"PRAGMA table_info({name})").fetchall(), "WITHOUT ROWID" in sql)
        for name, sql in connection.execute(named).fetchall()
    }
    connection.close()
    return tables


def test_a_file_without_an_index_gets_one(tmp_path):
    path = str(tmp_path / "citations.db")
    without_index(path)

    with pytest.raises(SchemaMismatch):
        CitationEngine(path, judge="none")
    report = migrate_database(path, settings=SETTINGS)

    assert (report.before, report.after) == ("0001", "0002")
    assert found(path) == WANTED


def test_a_migrated_file_has_the_tables_of_a_new_one(tmp_path):
    older, new = str(tmp_path / "older.db"), str(tmp_path / "new.db")
    without_index(older)
    migrate_database(older, settings=SETTINGS)
    fill(new)

    assert tables_of(older) == tables_of(new)
    assert tables_of(new)["sketch"][1]
    assert "chunk_words" in tables_of(new)


def test_migrating_twice_changes_nothing(tmp_path):
    path = str(tmp_path / "citations.db")
    fill(path)
    migrate_database(path, settings=SETTINGS)

    assert found(path) == WANTED


@pytest.mark.postgres
@pytest.mark.parametrize("roles", [True, False])
def test_a_server_without_an_index_gets_one(postgres_url, roles):
    with logins_on(postgres_url) as logins, postgres_server.fresh_database(postgres_url) as url:
        owner = url if roles else logins.owner_of(url)
        init_database(owner, settings=SETTINGS, roles=roles)
        db = logins.make(url, "citation_agent") if roles else owner
        fill(db)
        engine = create_engine(owner)
        with engine.begin() as connection:
            for table in INDEX[1:]:
                connection.exec_driver_sql(f"DROP TABLE {table}")
            connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '0001'")
        engine.dispose()

        migrate_database(owner, settings=SETTINGS)

        assert found(db) == WANTED
