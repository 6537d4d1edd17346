"""A server that goes away in the middle: read again, written once, or said clearly in time."""

import socket
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import create_engine, make_url

import postgres_server
from citation_engine import CitationEngine, Settings
from citation_engine.errors import DatabaseUnavailable
from hanging import must_end
from postgres_logins import as_superuser
from store.cutting_proxy import CutOnce, cutting_proxy
from store.rows import LAW, fill

pytestmark = [pytest.mark.postgres, pytest.mark.faults]

TERMINATE = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


@pytest.fixture
def terminate(postgres_database):
    """End every connection to the database but the one used for that."""
    admin = create_engine(postgres_database, isolation_level="AUTOCOMMIT")

    def end_all():
        with admin.connect() as connection:
            connection.exec_driver_sql(TERMINATE)

    yield end_all
    admin.dispose()


@pytest.fixture
def engine(postgres_database):
    with CitationEngine(postgres_database, judge="none") as opened:
        opened.add_text(LAW, name="law")
        yield opened


def cite(engine, claim="Ten years.", **given):
    return engine.cite(claim, 1, quote="ten years", **given).citation_id


def claims(engine):
    return [citation.claim for citation in engine.list_citations()]


# ended connections ------------------------------------------------------------------------


def test_reads_go_on_after_every_connection_was_ended(engine, terminate):
    made = cite(engine)
    store, project, size = engine.state.store, engine.state.row, engine.ledger.sequence()
    for read in (
        lambda: engine.get_citation(made).id,
        lambda: len(engine.list_sources()),
        lambda: engine.get_source(1).id,
        lambda: engine.ledger.sequence() > 0,
        lambda: len(list(store.stream_log(project, 0, size))) == size,
        lambda: len(engine.in_session(project="another").list_sources()) == 0,
    ):
        terminate()
        assert read()


def test_writes_go_on_after_every_connection_was_ended(engine, terminate):
    for number in range(3):
        terminate()
        cite(engine, f"Claim {number}.")
    terminate()
    source = engine.add_text("More.", name="more")

    assert claims(engine) == ["Claim 0.", "Claim 1.", "Claim 2."]
    assert source.number == 2


def test_connections_ended_while_threads_write_lose_nothing_and_double_nothing(engine, terminate):
    acknowledged, tried = [], threading.Semaphore(0)

    def disturb():
        # Not by the clock: on a busy machine no write would come to its end in between.
        for _ in range(12):
            terminate()
            for _ in range(4):
                tried.acquire()

    def work(worker):
        for number in range(15):
            claim = f"Claim {worker} {number}."
            try:
                cite(engine, claim)
                acknowledged.append(claim)
            except DatabaseUnavailable:
                pass  # Its fate is not known, which is what keys are for.
            finally:
                tried.release()

    disturber = threading.Thread(target=disturb)
    disturber.start()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    disturber.join()

    found = Counter(claims(engine))
    assert max(found.values()) == 1
    assert set(acknowledged) <= set(found)
    assert len(acknowledged) > 30
    assert [e.index for e in engine.ledger.entries()] == list(range(engine.ledger.sequence()))


# a connection cut around its commit -------------------------------------------------------


@pytest.fixture
def proxy(postgres_database):
    fill(postgres_database)
    with cutting_proxy(postgres_database) as made:
        yield made


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("key", [None, "key"])
def test_a_citation_whose_commit_was_cut_off_is_there_once(proxy, when, key):
    with CitationEngine(proxy.url, judge="none") as engine:
        proxy.cut = CutOnce(b"Cut off here.", when)
        made = cite(engine, "Cut off here.", idempotency_key=key)

        assert proxy.cuts == 1
        assert claims(engine) == ["Ten years.", "Cut off here."]
        assert engine.get_citation(made).claim == "Cut off here."
        created = [e for e in engine.ledger.entries() if e.type == "citation.created"]
        assert len(created) == 2


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_citation_in_a_new_session_whose_commit_was_cut_off_is_there_once(proxy, when):
    with CitationEngine(proxy.url, session="new", judge="none") as engine:
        proxy.cut = CutOnce(b"Cut off here.", when)
        cite(engine, "Cut off here.")

        assert proxy.cuts == 1
        assert [c.session_id for c in engine.list_citations()] == ["default", "new"]
        opened = [e for e in engine.ledger.entries() if e.type == "session.opened"]
        assert len(opened) == 2


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_source_whose_commit_was_cut_off_is_there_once(proxy, when):
    with CitationEngine(proxy.url, judge="none") as engine:
        proxy.cut = CutOnce(b"Words of a source that is cut off.", when)
        source = engine.add_text("Words of a source that is cut off.", name="cut")

        assert proxy.cuts == 1
        assert source.number == 2
        assert [s.name for s in engine.list_sources()] == ["law", "cut"]
        taken = [e for e in engine.ledger.entries() if e.type == "snapshot.taken"]
        assert len(taken) == 2


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_superseding_citation_whose_commit_was_cut_off_supersedes_once(proxy, when):
    with CitationEngine(proxy.url, judge="none") as engine:
        proxy.cut = CutOnce(b"Cut off here.", when)
        made = cite(engine, "Cut off here.", related=[1], relation="supersedes")

        assert engine.get_citation(1).superseded_by == made
        later = [e for e in engine.ledger.entries() if e.type == "citation.superseded"]
        assert len(later) == 1


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_shared_commit_that_was_cut_off_is_there_once_for_everybody(proxy, when):
    with CitationEngine(proxy.url, judge="none") as engine:
        proxy.cut = CutOnce(b"Claim 7.", when)
        with ThreadPoolExecutor(16) as pool:
            made = list(pool.map(lambda n: cite(engine, f"Claim {n}."), range(16)))

        assert proxy.cuts == 1
        assert Counter(claims(engine)) == Counter(
            ["Ten years.", *(f"Claim {number}." for number in range(16))]
        )
        assert {engine.get_citation(id).claim for id in made} == {f"Claim {n}." for n in range(16)}


SLOW_COMMIT = (
    "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS"
    " 'BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END'",
    "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON citation DEFERRABLE INITIALLY DEFERRED"
    " FOR EACH ROW EXECUTE FUNCTION wait()",
)


def test_a_commit_that_is_still_under_way_when_the_retry_comes_is_not_doubled(
    proxy, postgres_database
):
    as_superuser(postgres_database, *SLOW_COMMIT)
    with CitationEngine(proxy.url, judge="none") as engine:
        # The retry sees nothing yet, waits at the unique key, and then finds the first try.
        proxy.cut = CutOnce(b"Cut off here.", "after")
        cite(engine, "Cut off here.")

        assert proxy.cuts == 1
        assert claims(engine).count("Cut off here.") == 1


# no server --------------------------------------------------------------------------------


@pytest.mark.slow
@must_end
def test_a_server_that_is_gone_is_said(proxy):
    with CitationEngine(proxy.url, judge="none") as engine:
        cite(engine)
        proxy.stop()

        for call in (engine.list_citations, lambda: cite(engine), engine.ledger.sequence):
            with pytest.raises(DatabaseUnavailable, match="does not answer") as failed:
                call()
            assert "server is running" in failed.value.fix


def test_a_server_that_never_was_is_said_at_once():
    with pytest.raises(DatabaseUnavailable, match="does not answer"):
        CitationEngine("postgresql://nobody@127.0.0.1:1/none", judge="none")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"database": "not_there"}, 'database "not_there" does not exist'),
        ({"username": "nobody_known"}, "nobody_known"),
    ],
)
def test_a_login_that_is_refused_is_said_in_the_servers_words(postgres_url, change, said):
    url = make_url(postgres_url).set(**change).render_as_string(hide_password=False)
    with pytest.raises(DatabaseUnavailable, match="refused the login") as failed:
        CitationEngine(url, judge="none")
    assert said in failed.value.message
    assert "CITATION_DB_URL" in failed.value.fix


@pytest.mark.slow
@must_end
def test_a_server_that_does_not_take_part_is_given_up():
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        port = deaf.getsockname()[1]

        with pytest.raises(DatabaseUnavailable, match="does not answer"):
            CitationEngine(f"postgresql://x@127.0.0.1:{port}/y?connect_timeout=2", judge="none")


@pytest.mark.slow
@must_end
def test_a_server_that_was_stopped_takes_nothing_with_it():
    run = postgres_server.Run()
    try:
        url = postgres_server.server_url(run.folder)
        engine = CitationEngine(url, judge="none")
        engine.add_text(LAW, name="law")
        cite(engine)
    finally:
        run.end()

    with pytest.raises(DatabaseUnavailable, match="does not answer"):
        cite(engine)
    with pytest.raises(DatabaseUnavailable, match="does not answer"):
        engine.list_citations()
    engine.close()


@must_end
def test_a_writer_that_stands_still_holds_others_up_no_longer_than_was_set(postgres_database):
    fill(postgres_database)
    admin = create_engine(postgres_database)
    settings = Settings(judge="overlap", busy_seconds=1)
    with (
        CitationEngine(postgres_database, judge="none", settings=settings) as engine,
        admin.connect() as holder,
    ):
        holder.exec_driver_sql("LOCK TABLE entry IN EXCLUSIVE MODE")

        with pytest.raises(DatabaseUnavailable, match="for too long"):
            cite(engine)
        holder.rollback()
        assert cite(engine) > 1
    admin.dispose()
