"""Setting a database up, and seeing how it stands."""

import sqlite3

import pytest
from sqlalchemy import make_url

import postgres_server
from citation_engine import CitationEngine, InvalidSetting, Settings
from citation_engine.engine.admin import diagnose, init_database, migrate_database
from citation_engine.errors import AccessDenied
from postgres_logins import as_superuser, logins_on

SETTINGS = Settings()


@pytest.fixture
def file(tmp_path):
    path = str(tmp_path / "citations.db")
    init_database(path, settings=SETTINGS)
    return path


@pytest.fixture(scope="session")
def logins(postgres_url):
    with logins_on(postgres_url) as made:
        yield made


@pytest.fixture
def database(postgres_url):
    with postgres_server.fresh_database(postgres_url) as url:
        init_database(url, settings=SETTINGS)
        yield url


def found(db, name, **given):
    """What the diagnosis says under a name that begins like this."""
    return next(d for d in diagnose(db, settings=SETTINGS, **given) if d.name.startswith(name))


def wrong(db):
    return [d.name for d in diagnose(db, settings=SETTINGS) if not d.ok]


# a file -----------------------------------------------------------------------------------


def test_a_file_is_made_once(tmp_path):
    path = str(tmp_path / "citations.db")
    first, second = (init_database(path, settings=SETTINGS) for _ in range(2))

    assert (first.created, second.created) == (True, False)
    assert first.roles == ()
    assert "no roles" in first.notes[0]


def test_a_sound_file_has_nothing_wrong(file):
    assert wrong(file) == []
    assert found(file, "journal").value == "wal"
    assert found(file, "synchronous").value == "full"
    assert "file" in found(file, "setup").value


def test_looking_does_not_make_a_file(tmp_path):
    path = tmp_path / "citations.db"

    assert "not there yet" in diagnose(str(path), settings=SETTINGS)[0].value
    assert not path.exists()


@pytest.mark.parametrize(
    "damage",
    [
        "DROP TRIGGER entry_no_update",
        "DROP TRIGGER alias_no_insert",
        "DROP TRIGGER log_no_delete;"
        "CREATE TRIGGER log_no_delete BEFORE DELETE ON log BEGIN SELECT 1; END",
    ],
)
def test_a_guard_that_was_taken_off_is_noticed_and_can_be_put_back(file, damage):
    with sqlite3.connect(file) as connection:
        connection.executescript(damage)
    connection.close()

    guards = found(file, "guards")
    assert not guards.ok
    assert "_no_" in guards.value
    assert "cite db migrate" in guards.fix
    migrate_database(file, settings=SETTINGS)
    assert wrong(file) == []


def test_a_file_that_is_no_database_is_a_finding_and_not_an_error(tmp_path):
    path = tmp_path / "notes.db"
    path.write_text("Dear diary, " * 1000)

    (said,) = diagnose(str(path), settings=SETTINGS)
    assert not said.ok
    assert "not a citation database" in said.value
    assert path.read_text().startswith("Dear diary")


# a server ---------------------------------------------------------------------------------


@pytest.mark.postgres
def test_an_agents_login_is_held_to_its_rights(database, logins):
    agent = logins.make(database, "citation_agent")

    assert set(wrong(agent)) <= {"fsync"}  # The server of the tests does not flush.
    assert found(agent, "setup").value == "least privilege"
    assert "citation_agent" in found(agent, "login").value
    assert found(agent, "rights").ok


@pytest.mark.postgres
def test_an_owners_login_is_a_setup_of_its_own(postgres_database, logins):
    owner = logins.owner_of(postgres_database)
    CitationEngine(owner, judge="none").close()

    assert set(wrong(owner)) <= {"fsync"}
    setup = found(owner, "setup")
    assert (setup.value, setup.ok) == ("owner", True)
    assert "cite db init" in setup.fix


@pytest.mark.postgres
@pytest.mark.parametrize("rights", ["SUPERUSER", "BYPASSRLS"])
def test_a_login_that_row_security_does_not_hold_is_a_finding(database, logins, rights):
    login = logins.make(database, "citation_agent", rights=rights)

    assert not found(login, "login").ok
    assert "projects are not kept apart" in found(login, "login").fix


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("damage", "name", "said"),
    [
        ("DROP TRIGGER entry_no_row ON entry", "guards", "entry_no_row"),
        ("ALTER TABLE log DISABLE TRIGGER log_no_row", "guards", "log_no_row"),
        ("ALTER TABLE log ENABLE TRIGGER log_no_statement", "guards", "log_no_statement"),
        (
            "CREATE OR REPLACE FUNCTION citation_refuse() RETURNS trigger LANGUAGE plpgsql"
            " AS 'BEGIN RETURN NEW; END'",
            "guards",
            "citation_refuse()",
        ),
        ("ALTER TABLE entry DISABLE ROW LEVEL SECURITY", "row security", "entry"),
        ("ALTER TABLE entry NO FORCE ROW LEVEL SECURITY", "row security", "entry"),
        ("DROP POLICY content_of_project ON content", "row security", "content"),
        ("CREATE POLICY all_of_it ON content USING (true)", "row security", "all_of_it"),
        ("ALTER POLICY content_of_project ON content USING (true)", "row security", "content"),
        ("GRANT UPDATE ON status TO citation_agent", "rights", "citation_agent has UPDATE"),
        ("REVOKE SELECT ON citation FROM citation_auditor", "rights", "citation_auditor lacks"),
        ("GRANT UPDATE ON SEQUENCE entry_number TO citation_agent", "rights", "UPDATE on entry_n"),
        ("GRANT CREATE ON SCHEMA public TO PUBLIC", "schema is closed", "no"),
    ],
)
def test_what_was_opened_is_noticed(database, logins, damage, name, said):
    as_superuser(database, damage)
    owner = logins.make(database, "citation_owner")

    assert not found(owner, name).ok
    assert said in found(owner, name).value


@pytest.mark.postgres
def test_migrating_repairs_what_was_opened(database, logins):
    as_superuser(
        database,
        "DROP TRIGGER entry_no_row ON entry",
        "ALTER TABLE log DISABLE TRIGGER ALL",
        "ALTER TABLE entry NO FORCE ROW LEVEL SECURITY",
        "DROP POLICY content_of_project ON content",
        "GRANT UPDATE ON status TO citation_agent",
    )
    migrate_database(database, settings=SETTINGS)

    assert set(wrong(logins.make(database, "citation_agent"))) <= {"fsync"}


@pytest.mark.postgres
def test_a_server_that_flushes_nothing_is_a_finding(database):
    as_superuser(
        database, f"ALTER DATABASE {make_url(database).database} SET synchronous_commit = off"
    )

    said = found(database, "synchronous_commit")
    assert (said.value, said.ok) == ("off", False)
    assert "could lose entries" in said.fix


@pytest.mark.postgres
def test_a_database_without_tables_is_said_to_be_empty_and_stays_so(postgres_database):
    said = diagnose(postgres_database, settings=SETTINGS)

    assert said[-1].value == "no tables yet"
    assert diagnose(postgres_database, settings=SETTINGS) == said


@pytest.mark.postgres
def test_a_password_is_not_shown(database, logins):
    agent = logins.make(database, "citation_agent")

    shown = " ".join(d.value + d.fix for d in diagnose(agent, settings=SETTINGS))
    assert make_url(agent).password not in shown


@pytest.mark.parametrize("port", [1])
def test_a_server_that_is_not_there_is_a_finding_and_not_an_error(port):
    (said,) = diagnose(f"postgresql://x:secret@127.0.0.1:{port}/db", settings=SETTINGS)

    assert not said.ok
    assert "does not answer" in said.value
    assert "secret" not in said.value


@pytest.mark.postgres
def test_only_who_may_create_can_set_up(postgres_database, logins):
    with pytest.raises(AccessDenied, match="cite db init"):
        init_database(logins.make(postgres_database), settings=SETTINGS)


def test_a_schema_that_is_no_name_is_refused(tmp_path):
    with pytest.raises(InvalidSetting, match="db_schema"):
        init_database("postgresql://host/db", schema='x"; DROP', settings=SETTINGS)
