"""PostgreSQL shows a transaction one project, and a login without a project nothing."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from sqlalchemy.exc import DBAPIError

from citation_engine import CitationEngine, Settings
from citation_engine.errors import AccessDenied
from store.rows import LAW, fill, tables

pytestmark = pytest.mark.postgres


def count(connection, table="entry"):
    return connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar()


def enter(connection, name, id):
    connection.exec_driver_sql(
        "SELECT set_config('citation.project', %s, false),"
        " set_config('citation.project_id', %s, false)",
        (name, str(id)),
    )


@pytest.fixture(scope="module")
def two_projects(shared_server):
    fill(shared_server.agent, "one")
    fill(shared_server.agent, "two")
    return shared_server


@pytest.mark.parametrize("login", ["agent", "maintainer", "owner"])
def test_who_names_no_project_sees_no_rows(two_projects, login):
    url = two_projects.admin if login == "owner" else getattr(two_projects, login)
    with two_projects.connect(url) as connection:
        if login == "owner":
            connection.exec_driver_sql("SET ROLE citation_owner")
        # The index is searched with the owner's rights, by functions that name the project.
        left_out = ("deployment", "chunk") if login == "owner" else ("deployment",)

        assert {table.name: count(connection, table.name) for table in tables(*left_out)} == {
            table.name: 0 for table in tables(*left_out)
        }


def test_a_search_on_the_server_stays_in_its_project(two_projects):
    asked = "SELECT count(*) FROM citation_find(%s, NULL, NULL, NULL, true, 10)"
    with two_projects.connect(two_projects.agent) as connection:
        enter(connection, "one", 1)
        own = connection.exec_driver_sql(asked, ("'1xyear'",)).scalar()
        others = connection.exec_driver_sql(asked, ("'2xyear'",)).scalar()
        connection.exec_driver_sql("SELECT set_config('citation.project_id', '', false)")
        nobody = connection.exec_driver_sql(asked, ("'1xyear'",)).scalar()

    assert (own, others, nobody) == (1, 0, 0)


def test_who_names_a_project_sees_its_rows_alone(two_projects):
    with two_projects.connect(two_projects.agent) as connection:
        enter(connection, "one", 1)
        own = count(connection)
        projects = connection.exec_driver_sql("SELECT DISTINCT project_id FROM entry").all()
        enter(connection, "two", 2)

        assert own > 0
        assert projects == [(1,)]
        assert connection.exec_driver_sql("SELECT name FROM project").all() == [("two",)]


def test_a_row_cannot_be_slipped_into_another_project(two_projects):
    with two_projects.connect(two_projects.agent) as connection:
        enter(connection, "one", 1)

        with pytest.raises(DBAPIError, match="row-level security"):
            connection.exec_driver_sql("INSERT INTO pending (entry, project_id) VALUES (999, 2)")
        with pytest.raises(DBAPIError, match="row-level security"):
            connection.exec_driver_sql(
                "INSERT INTO project (name, origin, name_key, created_at)"
                " VALUES ('three', 'o', 'k', 0)"
            )


@pytest.mark.parametrize("wrong", ["", "x", "1; DROP TABLE entry", "99999999999999999999"])
def test_a_project_that_is_no_number_shows_nothing(two_projects, wrong):
    with two_projects.connect(two_projects.agent) as connection:
        connection.exec_driver_sql("SELECT set_config('citation.project_id', %s, false)", (wrong,))
        try:
            seen = count(connection)
        except DBAPIError:
            seen = 0

        assert seen == 0


def test_pooled_connections_do_not_remember_the_project_they_were_used_for(server):
    settings = Settings(judge="overlap", pool_size=2)
    names = [f"project {n}" for n in range(5)]
    with CitationEngine(server.agent, judge="none", settings=settings) as engine:
        engines = {name: engine.in_session(project=name) for name in names}
        made = {name: set() for name in names}

        def work(seed):
            random = Random(seed)
            for turn in range(8):
                name = random.choice(names)
                own = engines[name]
                law = own.add_text(f"{LAW} {name}", name="law")
                made[name].add(own.cite(f"{name} {turn}", law, quote="ten years").citation_id)
                assert {c.project_id for c in own.list_citations()} == {name}
                assert {c.claim.rsplit(" ", 1)[0] for c in own.list_citations()} == {name}
                with engine.db.connect() as connection:
                    assert count(connection) == 0

        with ThreadPoolExecutor(6) as pool:
            list(pool.map(work, range(6)))
        for name in names:
            assert {c.id for c in engines[name].list_citations()} == made[name]


def test_a_pooled_connection_forgets_its_project_after_a_failed_write(server):
    with CitationEngine(server.agent, judge="none", settings=Settings(pool_size=1)) as engine:
        store, project = engine.state.store, engine.state.row
        fill(server.agent)
        with pytest.raises(AccessDenied):
            store.write(
                project, lambda tx: tx.add("pending", {"entry": 1, "project_id": 99}), needs={}
            )

        with engine.db.connect() as connection:
            assert count(connection) == 0


# auditors ---------------------------------------------------------------------------------


def test_an_auditor_sees_all_projects_and_changes_none(two_projects):
    with two_projects.connect(two_projects.auditor) as connection:
        assert connection.exec_driver_sql(
            "SELECT DISTINCT p.name FROM entry e JOIN project p ON p.id = e.project_id ORDER BY 1"
        ).all() == [("one",), ("two",)]
        for table in tables():
            with pytest.raises(DBAPIError, match="permission denied"):
                connection.exec_driver_sql(f"INSERT INTO {table.name} DEFAULT VALUES")
            with pytest.raises(DBAPIError, match="permission denied"):
                connection.exec_driver_sql(f"DELETE FROM {table.name}")


def test_an_engine_with_an_auditors_login_reads_one_project(two_projects):
    with CitationEngine(two_projects.auditor, project="one", judge="none") as engine:
        (first,) = [citation.id for citation in engine.list_citations()]
        assert engine.get_source(1).content == LAW
        assert engine.get_citation(first, as_of=engine.ledger.sequence()).id == first
        assert len(list(engine.ledger.entries())) == engine.ledger.sequence() > 0


def test_an_engine_with_an_auditors_login_says_that_it_may_not_write(two_projects):
    with CitationEngine(two_projects.auditor, project="one", judge="none") as engine:
        with pytest.raises(AccessDenied, match="may not do this: permission denied") as refused:
            engine.cite("Claim.", 1, quote="ten years")
        assert "citation_agent" in refused.value.fix
        with pytest.raises(AccessDenied):
            engine.add_text("More.", name="more")
        with pytest.raises(AccessDenied):
            engine.in_session(project="a project that is new")


def test_an_auditor_reads_what_is_sequenced_and_leaves_the_rest_to_others(server):
    with CitationEngine(server.agent, judge="none") as engine:
        law = engine.add_text(LAW, name="law")
        engine.ledger.sequence()
        made = engine.cite("Ten years.", law, quote="ten years").citation_id

        with CitationEngine(server.auditor, judge="none") as auditor:
            before = auditor.ledger.sequence()
            assert auditor.get_citation(made).id == made
            assert auditor.get_citation(made, as_of=before) is None
        assert engine.ledger.sequence() > before


def test_an_auditor_verifies_the_record_of_each_project(two_projects):
    for name in ("one", "two"):
        with CitationEngine(two_projects.auditor, project=name, judge="none") as auditor:
            report = auditor.ledger.verify()

            # An auditor holds no signing key, and was not given the public one here.
            assert [finding.kind for finding in report.findings] == ["no-key"]
            assert report.status == "incomplete"
            assert report.entries == auditor.ledger.sequence() > 0
