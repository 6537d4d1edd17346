""" "42 of 60 papers": an aggregate is cited, and leads back to the papers it was counted from."""

import sqlite3

import pytest

from citation_engine import CitationEngine, SourceNotFound
from citation_engine.testing import FakeJudge

COUNT = "SELECT count(*) AS n FROM paper_analysis WHERE architecture_type LIKE '%microservices%'"


@pytest.fixture
def engine():
    with CitationEngine(":memory:", judge=FakeJudge()) as engine:
        yield engine


@pytest.fixture
def papers(engine):
    """Sixty papers, of which 42 say that they use microservices."""
    kinds = ["microservices"] * 42 + ["a monolith"] * 18
    return [
        engine.add_text(f"Study {n}. The system is built as {kind}.", name=f"paper-{n}.txt")
        for n, kind in enumerate(kinds, 1)
    ]


@pytest.fixture
def database(papers):
    """The extraction: one row for each paper, by the number the session gave it."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE paper_analysis (paper text, architecture_type text)")
    rows = [(p.label, "microservices" if "micro" in p.content else "monolith") for p in papers]
    connection.executemany("INSERT INTO paper_analysis VALUES (?, ?)", rows)
    connection.commit()
    yield connection
    connection.close()


@pytest.fixture
def aggregate(engine, papers, database):
    rows = database.execute(COUNT).fetchall()
    return engine.add_db_source(
        "slr_content_db",
        "Papers with microservices",
        COUNT,
        "42 of 60 papers match",
        result=rows,
        columns=["n"],
        members=papers[:42],
    )


def test_an_aggregate_leads_to_its_members_and_to_nothing_else(engine, papers, aggregate):
    members = engine.get_members(aggregate)

    assert [member.id for member in members] == [paper.id for paper in papers[:42]]
    assert engine.get_members(papers[0]) == []


def test_the_aggregate_is_cited_and_its_members_can_be_looked_into(engine, aggregate):
    result = engine.cite_db(
        "70% of the reviewed papers use microservices.",
        aggregate.id,
        "42 of 60 papers (70%) name microservices.",
        {"table": "paper_analysis", "query": COUNT, "result_description": "42 of 60 papers match"},
    )

    [cited] = engine.get_citations_for_source(aggregate.id)
    members = engine.get_members(cited.source_id)
    assert cited.extraction_method == "aggregation"
    assert result.verification_status == "verified"
    assert result.verdict.reason == "The result says: 42 of 60 = 70 %."
    assert result.verdict.self_supplied
    assert len(members) == 42
    assert all("microservices" in engine.get_source(member.id).content for member in members)


def test_a_member_is_cited_on_its_own_as_ever(engine, papers, aggregate):
    result = engine.cite("Study 7 uses microservices.", papers[6], "built as microservices")

    assert result.verification_status == "verified"
    assert not result.verdict.self_supplied


def test_the_count_is_checked_against_the_database(engine, aggregate, database):
    assert engine.rerun(aggregate, database).ok
    database.execute("UPDATE paper_analysis SET architecture_type = 'monolith' WHERE paper = 'S1'")
    database.commit()

    again = engine.rerun(aggregate, database)

    assert [(c.column, c.before, c.after) for c in again.changed] == [("n", "42", "41")]


def test_members_stay_when_the_changed_count_is_kept(engine, aggregate, database):
    database.execute("DELETE FROM paper_analysis WHERE paper = 'S1'")
    database.commit()

    engine.rerun(aggregate, database, keep=True)

    assert len(engine.get_members(aggregate)) == 42
    assert engine.get_source(aggregate.id).snapshots == 2


def test_a_matrix_the_agent_made_has_members_too(engine, papers):
    matrix = engine.add_custom_source(
        "Architecture matrix", "paper | kind\nS1 | microservices", members=["S1", papers[1].id]
    )

    assert [member.name for member in engine.get_members(matrix)] == ["paper-1.txt", "paper-2.txt"]


def test_an_aggregate_of_aggregates_leads_down_step_by_step(engine, papers, aggregate):
    review = engine.add_custom_source("Review", "Two thirds use it.", members=[aggregate])

    [below] = engine.get_members(review)
    assert below.id == aggregate.id
    assert len(engine.get_members(below)) == 42


def test_an_unknown_member_is_refused_and_nothing_is_registered(engine, papers):
    before = len(engine.list_sources())

    with pytest.raises(SourceNotFound):
        engine.add_custom_source("Matrix", "x", members=["S99"])

    assert len(engine.list_sources()) == before


def test_members_survive_the_file_being_closed(tmp_path):
    with CitationEngine(tmp_path / "c.db") as engine:
        paper = engine.add_text("A study.", name="paper")
        matrix = engine.add_custom_source("Matrix", "1 of 1", members=[paper])
    with CitationEngine(tmp_path / "c.db") as engine:
        assert [member.name for member in engine.get_members(matrix.id)] == ["paper"]
        assert engine.ledger.verify().ok
