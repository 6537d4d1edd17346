"""The roles of PostgreSQL, and that they can be set up again and again."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

import postgres_server
from citation_engine import CitationEngine, Settings
from citation_engine.engine.admin import init_database
from citation_engine.errors import AccessDenied
from citation_engine.store.guards import missing_guards
from citation_engine.store.roles import ROLES, read_login, roles_in_force, wrong_rights
from postgres_logins import as_superuser, name_in
from store.rows import LAW, fill, tables

pytestmark = pytest.mark.postgres


def test_every_table_belongs_to_a_role_nobody_logs_in_as(shared_server):
    with shared_server.connect(shared_server.admin) as connection:
        owners = connection.exec_driver_sql(
            "SELECT DISTINCT pg_get_userbyid(relowner), rolcanlogin FROM pg_class"
            " JOIN pg_roles r ON r.oid = relowner WHERE relnamespace = 'public'::regnamespace"
        ).all()
        functions = connection.exec_driver_sql(
            "SELECT DISTINCT pg_get_userbyid(proowner) FROM pg_proc"
            " WHERE pronamespace = 'public'::regnamespace"
        ).all()

        assert owners == [("citation_owner", False)]
        assert functions == [("citation_owner",)]
        assert roles_in_force(connection)


def test_the_rights_are_as_they_should_be_and_a_second_run_repairs_them(server):
    as_superuser(
        server.admin,
        "GRANT UPDATE (body), DELETE ON entry TO citation_agent",
        "GRANT INSERT ON entry TO citation_auditor",
        "GRANT SELECT ON content TO PUBLIC",
        "REVOKE INSERT ON log FROM citation_agent",
    )
    with server.connect(server.admin) as connection:
        assert set(wrong_rights(connection)) == {
            "citation_agent has DELETE on entry",
            "citation_agent has UPDATE on entry",
            "citation_maintainer has DELETE on entry",
            "citation_maintainer has UPDATE on entry",
            "citation_auditor has INSERT on entry",
            "public has SELECT on content",
            "citation_agent lacks INSERT on log",
            "citation_maintainer lacks INSERT on log",
        }
        report = init_database(server.admin, settings=Settings())

        assert wrong_rights(connection) == []
        assert (report.created, report.roles) == (False, ROLES)


@pytest.mark.parametrize(
    ("login", "groups"),
    [
        ("agent", ("citation_agent",)),
        ("auditor", ("citation_auditor",)),
        ("maintainer", ("citation_agent", "citation_maintainer")),
    ],
)
def test_a_login_is_held_to_its_groups(shared_server, login, groups):
    with shared_server.connect(getattr(shared_server, login)) as connection:
        found = read_login(connection)

    assert found.groups == groups
    assert found.least_privilege


def test_a_superuser_and_an_owner_are_not_held_to_anything(logins, shared_server):
    owner = logins.make(shared_server.admin, "citation_owner")

    with shared_server.connect(shared_server.admin) as connection:
        assert read_login(connection).superuser
        assert not read_login(connection).least_privilege
    with shared_server.connect(owner) as connection:
        assert read_login(connection).owner
        assert not read_login(connection).least_privilege


def test_a_maintainer_writes_as_an_agent_does(shared_server):
    assert fill(shared_server.maintainer) == 1


def test_a_maintainer_redacts_and_an_agent_may_not(server):
    made = fill(server.agent)
    given = {"citation": made, "reason": "Asked for.", "authority": "The person."}
    with CitationEngine(server.agent, judge="none") as agent:
        size = agent.ledger.sequence()
        with pytest.raises(AccessDenied, match="permission denied") as refused:
            agent.redact(**given)
        assert "citation_maintainer" in refused.value.fix
        assert agent.ledger.sequence() == size
        assert agent.get_citation(made).claim == "Ten years."

        with CitationEngine(server.maintainer, judge="none") as maintainer:
            maintainer.redact(**given)
            assert maintainer.get_citation(made).redacted
        assert agent.get_citation(made).claim == "[redacted]"
        assert agent.ledger.sequence() > size


def test_only_the_owner_rebuilds_what_is_folded_from_the_record(server, logins):
    made = fill(server.agent)
    owner = logins.make(server.admin, "citation_owner")

    with CitationEngine(server.agent, judge="none") as engine:
        with pytest.raises(AccessDenied):
            engine.ledger.rebuild()
        assert engine.get_citation(made).claim == "Ten years."
    with CitationEngine(owner, judge="none") as engine:
        assert engine.ledger.rebuild() > 0
        assert engine.get_citation(made).claim == "Ten years."
        with engine.db.connect() as connection:
            assert missing_guards(connection) == []


def test_a_login_without_a_group_is_told_which_one_it_needs(shared_server, logins):
    stranger = logins.make(shared_server.admin)

    with pytest.raises(AccessDenied, match="may not use the citation tables") as refused:
        CitationEngine(stranger, judge="none")
    assert refused.value.fix.endswith(f'GRANT citation_agent TO "{name_in(stranger)}".')


def test_a_database_in_use_by_its_owner_can_be_given_roles_later(postgres_database, logins):
    owner = logins.owner_of(postgres_database)
    made = fill(owner)
    init_database(postgres_database, settings=Settings())
    agent = logins.make(postgres_database, "citation_agent")

    with CitationEngine(agent, judge="none") as engine:
        assert engine.get_citation(made).claim == "Ten years."
        assert engine.cite("More.", 1, quote="ten years").citation_id == made + 1


def test_an_owner_that_may_not_make_roles_gets_the_tables_and_a_note(postgres_database, logins):
    report = init_database(logins.owner_of(postgres_database), settings=Settings())

    assert report.created
    assert report.roles == ()
    assert "were not set up" in report.notes[0]


def test_a_login_that_may_create_roles_need_not_be_a_superuser(postgres_database, logins):
    init_database(postgres_database, schema="another", settings=Settings())  # The roles exist now.
    helper = logins.make(postgres_database, rights="CREATEROLE")
    as_superuser(
        postgres_database,
        f"ALTER SCHEMA public OWNER TO {name_in(helper)}",
        f"GRANT citation_owner TO {name_in(helper)} WITH ADMIN OPTION",
        f"GRANT citation_agent TO {name_in(helper)} WITH ADMIN OPTION",
    )
    report = init_database(helper, settings=Settings())
    agent = logins.make(postgres_database, "citation_agent")

    assert report.roles == ROLES
    assert fill(agent) == 1


def test_roles_are_for_a_schema_of_any_name(postgres_database, logins):
    report = init_database(postgres_database, schema="Some_Schema", settings=Settings())
    agent = logins.make(postgres_database, "citation_agent")

    assert report.roles == ROLES
    assert fill(agent, db_schema="Some_Schema") == 1
    with pytest.raises(AccessDenied, match="sees no citation tables and may not create them"):
        CitationEngine(agent, judge="none")


@pytest.mark.slow
def test_eight_databases_of_a_server_can_be_set_up_at_once(postgres_url):
    with ExitStack() as stack:
        made = [stack.enter_context(postgres_server.fresh_database(postgres_url)) for _ in range(8)]
        with ThreadPoolExecutor(8) as pool:
            reports = list(pool.map(lambda db: init_database(db, settings=Settings()), made))

    assert [(report.created, report.roles) for report in reports] == [(True, ROLES)] * 8


def test_a_table_beside_ours_is_left_alone(postgres_database, logins):
    as_superuser(postgres_database, "CREATE TABLE customers (id int)")
    init_database(postgres_database, settings=Settings())
    agent = logins.make(postgres_database, "citation_agent")

    with CitationEngine(agent, judge="none") as engine:
        engine.add_text(LAW, name="law")
        with engine.db.connect() as connection:
            visible = connection.exec_driver_sql(
                "SELECT has_table_privilege('customers', 'SELECT')"
            ).scalar()
    assert visible is False
    assert "customers" not in [table.name for table in tables()]
