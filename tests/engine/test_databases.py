"""Database results: stored with query, cells and hash, run again only where the caller says so."""

import asyncio
import sqlite3

import psycopg
import pytest
from sqlalchemy import make_url

from citation_engine import AsyncCitationEngine, CitationEngine, InvalidInput, SourceNotFound
from citation_engine.hashing import sha256_hex
from citation_engine.model.source import RerunOutcome
from citation_engine.testing import FakeJudge

QUERY = "SELECT kind, count(*) AS n FROM papers GROUP BY kind"


@pytest.fixture
def engine():
    with CitationEngine(":memory:", judge=FakeJudge()) as engine:
        yield engine


@pytest.fixture
def papers():
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.execute("CREATE TABLE papers (id integer PRIMARY KEY, kind text)")
    kinds = ["micro"] * 42 + ["mono"] * 18
    connection.executemany("INSERT INTO papers (kind) VALUES (?)", [(kind,) for kind in kinds])
    connection.commit()
    yield connection
    connection.close()


def add(engine, papers, query=QUERY, parameters=None, **more):
    result = papers.execute(query, parameters or ())
    return engine.add_db_source(
        "slr_content_db", "Papers by kind", query, result=result, parameters=parameters, **more
    )


def test_a_result_is_stored_with_its_query_its_cells_and_their_hash(engine, papers):
    source = add(engine, papers)

    snapshot = engine.get_snapshot(source.snapshot_id)
    cells = engine.get_original(snapshot.id)
    assert source.content == "kind | n\nmicro | 42\nmono | 18"
    assert source.metadata["query"] == QUERY
    assert b'"micro","42"' in cells
    assert snapshot.original_sha256 == sha256_hex(cells)


def test_the_same_result_is_the_same(engine, papers):
    source = add(engine, papers)

    again = engine.rerun(source, papers)

    assert again.ok
    assert again.summary == "The result is the same: 2 rows."
    assert again.sha256_before == again.sha256_after
    assert again.snapshot_id == source.snapshot_id
    assert engine.get_source(source.id).live.outcome == "same"


def test_a_changed_result_says_what_changed(engine, papers):
    source = add(engine, papers)
    papers.execute("UPDATE papers SET kind = 'micro' WHERE id > 57")
    papers.execute("INSERT INTO papers (kind) VALUES ('serverless')")
    papers.commit()

    again = engine.rerun(source.label, papers)

    assert again.outcome is RerunOutcome.CHANGED
    assert [(c.row, c.column, c.before, c.after) for c in again.changed] == [
        ("kind = micro", "n", "42", "45"),
        ("kind = mono", "n", "18", "15"),
    ]
    assert again.added == (("serverless", "1"),)
    assert (again.rows_before, again.rows_after) == (2, 3)
    assert "1 row added" in again.summary
    assert engine.get_source(source.id).live.outcome == "changed"
    assert engine.get_source(source.id).snapshots == 1


def test_a_changed_result_is_kept_when_asked_and_citations_stay_with_theirs(engine, papers):
    source = add(engine, papers)
    cited = engine.cite_db("42 papers are micro.", source.id, "42 micro", {"table": "papers"})
    papers.execute("DELETE FROM papers WHERE id = 1")
    papers.commit()

    again = engine.rerun(source, papers, keep=True)

    newest = engine.get_source(source.id)
    assert newest.snapshot_id == again.new_snapshot_id != source.snapshot_id
    assert "micro | 41" in newest.content
    assert engine.get_citation(cited.citation_id).snapshot_id == source.snapshot_id
    assert engine.rerun(newest, papers).ok
    assert engine.rerun(source, papers).outcome is RerunOutcome.CHANGED
    assert engine.ledger.verify().ok


def test_parameters_are_stored_with_the_query_and_tell_results_apart(engine, papers):
    query = "SELECT count(*) AS n FROM papers WHERE kind = ?"
    micro = add(engine, papers, query, ["micro"])
    mono = add(engine, papers, query, ["mono"])

    assert micro.id != mono.id
    assert micro.metadata["parameters"] == ["micro"]
    assert engine.rerun(micro, papers).ok
    assert engine.rerun(mono, papers).ok
    assert add(engine, papers, query, ["mono"]).id == mono.id


@pytest.mark.parametrize(
    "query",
    [
        "DELETE FROM papers",
        "WITH gone AS (DELETE FROM papers RETURNING *) SELECT * FROM gone",
        "SELECT 1; DROP TABLE papers",
        "ATTACH DATABASE 'x.db' AS x",
        "PRAGMA writable_schema = ON",
        "SELECT load_extension('evil')",
    ],
)
def test_a_hostile_query_is_stored_as_text_and_never_run(engine, papers, query):
    source = engine.add_db_source("db", "hostile", query, result=[{"n": 42}])

    again = engine.rerun(source, papers)

    assert again.outcome is RerunOutcome.FAILED
    assert again.summary.startswith("Whether the result changed cannot be told. The query ")
    assert papers.execute("SELECT count(*) FROM papers").fetchone() == (60,)
    assert engine.get_source(source.id).live is None


def test_registering_and_citing_run_nothing(engine, papers):
    """A query reaches a database by `rerun` and by nothing else."""
    seen = []
    papers.set_trace_callback(seen.append)

    source = engine.add_db_source("db", "n", "SELECT count(*) FROM papers", result=42)
    engine.cite_db("42.", source.id, "42", {"query": "DELETE FROM papers"})

    assert seen == []
    assert engine.rerun(source, papers).outcome is RerunOutcome.CHANGED
    assert any("count" in statement for statement in seen)


def test_the_query_of_another_registration_does_not_replace_the_sources_own(engine, papers):
    source = add(engine, papers)

    other = engine.add_db_source(
        "slr_content_db",
        "Papers by kind",
        "SELECT 1",
        result=[{"n": 1}],
        metadata={"query": QUERY},
    )

    assert other.id != source.id
    assert engine.get_source(source.id).metadata["query"] == QUERY


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        ("kind | n\nmicro | 42\nmono | 18", "same"),
        ("42 of 60 papers are micro.", "failed"),
        ([{"kind": "mono", "n": 18}, {"kind": "micro", "n": 42}], "same"),
        ([("micro", 42), ("mono", 18)], "same"),
        ([("micro", 42)], "changed"),
        ([], "changed"),
    ],
)
def test_a_result_stored_in_another_form_is_compared_as_far_as_it_can_be(
    engine, papers, result, outcome
):
    source = engine.add_db_source("db", "kinds", QUERY, result=result)

    assert engine.rerun(source, papers).outcome == outcome


def test_what_was_only_described_cannot_be_compared_and_shows_the_rows_of_now(engine, papers):
    source = engine.add_db_source("db", "kinds", QUERY, "42 of 60 papers are micro")

    again = engine.rerun(source, papers)

    assert again.outcome is RerunOutcome.FAILED
    assert "description" in again.reason
    assert ("micro", "42") in again.added


def test_an_order_counts_only_where_the_query_has_one(engine, papers):
    free = engine.add_db_source(
        "db", "free", "SELECT id FROM papers WHERE id < 3", result=[{"id": 2}, {"id": 1}]
    )
    ordered = engine.add_db_source(
        "db",
        "ordered",
        "SELECT id FROM papers WHERE id < 3 ORDER BY id",
        result=[{"id": 2}, {"id": 1}],
    )

    assert engine.rerun(free, papers).ok
    again = engine.rerun(ordered, papers)
    assert (again.outcome, again.reordered) == (RerunOutcome.CHANGED, True)


def test_what_is_shown_is_bounded_and_the_counts_are_not(engine, papers):
    source = engine.add_db_source("db", "ids", "SELECT id FROM papers", result=[{"id": 0}])

    again = engine.rerun(source, papers)

    assert len(again.added) == 20
    assert (again.rows_added, again.rows_removed) == (60, 1)


def test_limits_are_told(engine, papers):
    source = engine.add_db_source("db", "ids", "SELECT id FROM papers", result=[{"id": 0}])

    again = engine.rerun(source, papers, max_rows=10)

    assert "more than 10 rows" in again.reason


@pytest.mark.parametrize("wrong", [{"seconds": 0}, {"seconds": "1"}, {"max_rows": 0}])
def test_limits_that_are_none_are_refused(engine, papers, wrong):
    source = add(engine, papers)

    with pytest.raises(InvalidInput):
        engine.rerun(source, papers, **wrong)


def test_other_sources_and_results_without_a_query_are_refused(engine, papers):
    text = engine.add_text("Words.", name="text")
    bare = engine.add_db_source("db", "bare", result=42)

    with pytest.raises(SourceNotFound, match="is a document, not a database"):
        engine.rerun(text, papers)
    with pytest.raises(InvalidInput, match="no query stored"):
        engine.rerun(bare, papers)


def test_a_redacted_result_cannot_be_run_again(engine, papers):
    source = add(engine, papers)
    engine.redact(source=source, reason="asked", authority="officer")

    with pytest.raises(InvalidInput, match="no query stored"):
        engine.rerun(source.id, papers)


def test_a_repeated_call_with_its_key_is_recorded_once(engine, papers):
    source = add(engine, papers)
    engine.rerun(source, papers, idempotency_key="k")
    size = engine.ledger.sequence()

    assert engine.rerun(source, papers, idempotency_key="k").ok
    assert engine.ledger.sequence() == size


def test_a_result_on_postgresql_is_run_again_there(postgres_database, engine):
    url = make_url(postgres_database).set(drivername="postgresql")
    with psycopg.connect(url.render_as_string(hide_password=False)) as connection:
        connection.execute("CREATE TABLE papers (kind text, share numeric, at date)")
        connection.execute("INSERT INTO papers VALUES ('micro', 0.70, '2024-06-01')")
        connection.commit()
        query = "SELECT * FROM papers WHERE kind = %s"
        rows = connection.execute(query, ["micro"])
        source = engine.add_db_source("pg", "papers", query, result=rows, parameters=["micro"])
        connection.rollback()
        same = engine.rerun(source, connection)
        connection.execute("UPDATE papers SET share = 0.75")
        connection.commit()
        changed = engine.rerun(source, connection)

    assert same.ok
    assert [(c.column, c.before, c.after) for c in changed.changed] == [("share", "0.70", "0.75")]


def test_the_asynchronous_engine_runs_it_in_a_thread(papers):
    async def work():
        async with AsyncCitationEngine(":memory:") as engine:
            rows = papers.execute(QUERY).fetchall()
            source = await engine.add_db_source(
                "db", "kinds", QUERY, result=rows, columns=["kind", "n"]
            )
            return await engine.rerun(source, papers)

    assert asyncio.run(work()).ok
