"""The tables the engine reads from are nothing but the record, told again."""

import pytest

from citation_engine.errors import AccessDenied, LedgerBroken
from record import tampering
from record.scenario import fill, filled, grow, open_engine, tables_of


def test_rebuilding_changes_nothing(tmp_path):
    with filled(tmp_path) as engine:
        grow(engine, 1, 40)
        before = tables_of(engine)
        rows = engine.ledger.rebuild()

        assert tables_of(engine) == before
        assert rows == sum(map(len, before.values()))
        assert engine.ledger.verify().ok


def test_rebuilding_repairs_what_was_changed(tmp_path):
    with filled(tmp_path) as engine:
        before = tables_of(engine)
    with tampering.unguarded(tmp_path / "a.db") as connection:
        connection.execute("UPDATE status SET status = 'verified'")
        connection.execute("DELETE FROM citation WHERE id = 2")
        connection.execute("DELETE FROM session")
    with open_engine(tmp_path / "a.db", tmp_path / "keys", session="first") as engine:
        assert not engine.ledger.verify().ok
        engine.ledger.rebuild()

        assert tables_of(engine) == before
        assert engine.ledger.verify().ok


def test_rebuilding_keeps_redacted_names_away(tmp_path):
    with filled(tmp_path) as engine:
        engine.redact(source="Law", reason="asked", authority="office")
        before = tables_of(engine)
        engine.ledger.rebuild()

        assert tables_of(engine) == before


def test_rebuilding_leaves_other_projects_alone(tmp_path):
    with filled(tmp_path) as engine:
        other = engine.in_session("first", project="other")
        fill(other)
        before = tables_of(other)
        engine.ledger.rebuild()

        assert tables_of(other) == before


def test_the_guards_are_back_afterwards(tmp_path):
    with filled(tmp_path) as engine:
        count = "SELECT count(*) FROM sqlite_master WHERE type = 'trigger'"
        before = engine.db.raw_connection().execute(count).fetchone()
        engine.ledger.rebuild()

        assert engine.db.raw_connection().execute(count).fetchone() == before
        with pytest.raises(Exception, match="append-only"):
            engine.db.raw_connection().execute("DELETE FROM citation")


def test_a_damaged_record_rebuilds_nothing(tmp_path):
    with filled(tmp_path):
        pass
    with tampering.unguarded(tmp_path / "a.db") as connection:
        connection.execute("UPDATE entry SET body = 'no body' WHERE id = 12")
    with open_engine(tmp_path / "a.db", tmp_path / "keys", session="first") as engine:
        before = tables_of(engine)
        with pytest.raises(LedgerBroken, match="nothing was rebuilt"):
            engine.ledger.rebuild()

        assert tables_of(engine) == before
        assert engine.db.raw_connection().execute("SELECT count(*) FROM citation").fetchone() != (
            0,
        )


@pytest.mark.postgres
def test_rebuilding_in_postgresql_changes_nothing(tmp_path, postgres_database):
    with open_engine(postgres_database, tmp_path / "keys", session="first") as engine:
        fill(engine)
        grow(engine, 1, 20)
        before = tables_of(engine)
        engine.ledger.rebuild()

        assert tables_of(engine) == before
        assert engine.ledger.verify().ok
        with pytest.raises(Exception, match="append-only"), engine.db.begin() as connection:
            connection.exec_driver_sql("DELETE FROM citation")


@pytest.mark.postgres
def test_only_the_owner_of_the_tables_rebuilds(tmp_path, postgres_database, postgres_url):
    from citation_engine import Settings
    from citation_engine.engine.admin import init_database
    from postgres_logins import logins_on

    with logins_on(postgres_url) as logins:
        init_database(postgres_database, settings=Settings())
        agent = logins.make(postgres_database, "citation_agent")
        with open_engine(agent, tmp_path / "keys", session="first") as engine:
            fill(engine)
            with pytest.raises(AccessDenied):
                engine.ledger.rebuild()
            report = engine.ledger.verify()

    assert report.ok
