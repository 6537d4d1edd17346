"""What can go wrong under the engine comes out as one sentence with a fix; nothing is lost."""

import os
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from citation_engine import CitationEngine, CitationError, Settings
from citation_engine.errors import (
    AccessDenied,
    DatabaseBusy,
    DatabaseFull,
    DatabaseReadOnly,
    DatabaseUnavailable,
    EngineClosed,
)
from citation_engine.store.failures import (
    REFUSED,
    TAKEN,
    is_collision,
    is_lost_connection,
    translate,
)
from hanging import must_end
from store.rows import LAW, fill


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "citations.db")


def cite(engine, claim="Ten years.", **given):
    return engine.cite(claim, 1, quote="ten years", **given).citation_id


@contextmanager
def mounted(folder, options):
    """A file system of its own on a folder, where the tests may make one."""
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("NOT TESTED: only an administrator may mount a small or read-only disk.")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


# read-only --------------------------------------------------------------------------------


def test_a_file_in_a_read_only_folder_is_refused_with_a_fix(tmp_path):
    path = str(tmp_path / "citations.db")
    with mounted(tmp_path, "size=16m"):
        fill(path)
        subprocess.run(["mount", "-o", "remount,ro", str(tmp_path)], check=True)

        with pytest.raises(DatabaseUnavailable, match="writ"):
            CitationEngine(path, judge="none")
        subprocess.run(["mount", "-o", "remount,rw", str(tmp_path)], check=True)
        assert fill(path) == 2


def test_no_database_can_be_made_in_a_read_only_folder(tmp_path):
    with (
        mounted(tmp_path, "size=1m,ro"),
        pytest.raises(DatabaseUnavailable, match=r"cannot be opened.*you may write there"),
    ):
        CitationEngine(str(tmp_path / "citations.db"), judge="none")


@pytest.mark.skipif(os.geteuid() == 0, reason="Rights do not hold an administrator back.")
def test_a_file_without_the_right_to_write_can_be_read(path):
    made = fill(path)
    Path(path).chmod(0o444)

    with CitationEngine(path, judge="none") as engine:
        assert engine.get_citation(made).claim == "Ten years."
        with pytest.raises(DatabaseReadOnly):
            cite(engine)


def test_connections_that_may_only_read_are_told_apart_from_a_broken_database(path):
    fill(path)
    with CitationEngine(path, judge="none") as engine:
        engine.db.dispose()
        event.listen(engine.db, "connect", lambda c, _: c.execute("PRAGMA query_only = ON"))

        with pytest.raises(DatabaseReadOnly, match="Make the file and its folder writable"):
            cite(engine)
        assert len(engine.list_citations()) == 1


# full -------------------------------------------------------------------------------------


def cite_until_full(engine, most=5_000):
    """Cite until the database refuses, and return what was acknowledged and the refusal."""
    made = []
    for number in range(most):
        try:
            made.append(cite(engine, f"Claim {number}. " + "x" * 500))
        except CitationError as error:
            return made, error
    raise AssertionError("The disk did not fill up.")


def stored(engine):
    return [citation.id for citation in engine.list_citations()]


def test_a_full_disk_loses_nothing_that_was_acknowledged(tmp_path):
    path = str(tmp_path / "citations.db")
    with mounted(tmp_path, "size=3m"):
        with CitationEngine(path, judge="none") as engine:
            engine.add_text(LAW, name="law")
            room = tmp_path / "room"
            room.write_bytes(b"x" * 500_000)
            made, refusal = cite_until_full(engine)

            assert isinstance(refusal, DatabaseFull)
            assert "Free some space" in str(refusal)
            assert stored(engine) == made
            room.unlink()
            made.append(cite(engine))
            assert stored(engine) == made
        with CitationEngine(path, judge="none") as engine:
            assert stored(engine) == made
            assert engine.ledger.sequence() == len(list(engine.ledger.entries()))


def test_a_database_that_may_not_grow_says_that_it_is_full(path):
    with CitationEngine(path, judge="none") as engine:
        engine.db.dispose()
        event.listen(engine.db, "connect", lambda c, _: c.execute("PRAGMA max_page_count = 90"))
        engine.add_text(LAW, name="law")
        made, refusal = cite_until_full(engine)

        assert isinstance(refusal, DatabaseFull)
        assert stored(engine) == made
    with CitationEngine(path, judge="none") as engine:
        made.append(cite(engine))
        assert stored(engine) == made


def test_threads_that_share_a_commit_are_each_told_when_the_disk_is_full(path):
    with CitationEngine(path, judge="none") as engine:
        engine.db.dispose()
        event.listen(engine.db, "connect", lambda c, _: c.execute("PRAGMA max_page_count = 120"))
        engine.add_text(LAW, name="law")
        made, refusals = [], []

        def work():
            acknowledged, refusal = cite_until_full(engine)
            made.extend(acknowledged)
            refusals.append(refusal)

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)

        assert [type(refusal) for refusal in refusals] == [DatabaseFull] * 8
        assert stored(engine) == sorted(made)


# damaged ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [b"Dear diary, " * 500, b"SQLite format 3\x00" + b"\xff" * 8_000, b"%PDF-1.7\n" * 900],
    ids=["text", "scrambled", "PDF"],
)
def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(path, content):
    Path(path).write_bytes(content)

    with pytest.raises(DatabaseUnavailable, match="not a citation database, or it is damaged"):
        CitationEngine(path, judge="none")
    assert Path(path).read_bytes() == content


def test_a_damaged_page_is_one_sentence_when_it_is_read(path):
    with CitationEngine(path, judge="none") as engine:
        engine.add_text(LAW, name="law")
        for number in range(30):
            cite(engine, f"Claim {number}. " + "x" * 3_000)
    with Path(path).open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        for page in range(30, size // 4096):
            file.seek(page * 4096)
            file.write(b"\xa5" * 4096)

    with (
        pytest.raises(DatabaseUnavailable, match=r"damaged.*restore this one from a backup"),
        CitationEngine(path, judge="none") as engine,
    ):
        engine.list_citations()


@pytest.mark.parametrize("where", ["missing/citations.db", "."])
def test_a_place_where_no_file_can_be_is_refused_with_a_fix(tmp_path, where):
    with pytest.raises(DatabaseUnavailable, match=r"cannot be opened.*its folder exists"):
        CitationEngine(str(tmp_path / where), judge="none")


# held by others ---------------------------------------------------------------------------


@must_end
def test_a_file_that_another_process_holds_is_busy_after_the_time_that_was_set(path):
    made = fill(path)
    holder = sqlite3.connect(path, isolation_level=None)
    with CitationEngine(path, judge="none", settings=Settings(busy_seconds=1)) as engine:
        holder.execute("BEGIN IMMEDIATE")
        start = time.monotonic()

        with pytest.raises(DatabaseBusy, match="held the database for too long"):
            cite(engine)
        assert time.monotonic() - start > 0.9
        assert engine.get_citation(made).id == made
        holder.execute("ROLLBACK")
        assert cite(engine) == made + 1
    holder.close()


def test_a_writer_waits_for_another_process_that_is_done_soon(path):
    fill(path)
    holder = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    with CitationEngine(path, judge="none") as engine:
        holder.execute("BEGIN IMMEDIATE")
        timer = threading.Timer(0.4, holder.execute, ["ROLLBACK"])
        timer.start()

        assert cite(engine) == 2
        timer.join()
    holder.close()


SECOND = """
import sys
from citation_engine import CitationEngine

with CitationEngine(sys.argv[1], session="second", judge="none") as engine:
    law = engine.add_text(sys.argv[2], name="law")
    made = [engine.cite(f"Second {n}.", law, quote="ten years") for n in range(20)]
    print(law.id, *[result.citation_id for result in made])
"""


def test_a_second_process_writes_to_the_same_file(path):
    with CitationEngine(path, judge="none") as engine:
        law = engine.add_text(LAW, name="law")
        second = subprocess.Popen(
            [sys.executable, "-c", SECOND, path, LAW], stdout=subprocess.PIPE, text=True
        )
        own = []
        while second.poll() is None and len(own) < 2_000:
            own.append(cite(engine, f"First {len(own)}."))
        source, *others = map(int, second.communicate(timeout=240)[0].split())

        assert second.returncode == 0
        assert source == law.id
        assert stored(engine) == sorted([*own, *others])
        assert [entry.index for entry in engine.ledger.entries()] == list(
            range(engine.ledger.sequence())
        )


# words ------------------------------------------------------------------------------------


class DriverError(Exception):
    def __init__(self, said, sqlstate=None, sqlite_errorname=None):
        super().__init__(said)
        self.sqlstate, self.sqlite_errorname = sqlstate, sqlite_errorname


def wrapped(cls=DBAPIError, **given):
    return cls("SELECT 1", None, DriverError(given.pop("said", "broken"), **given))


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (wrapped(sqlstate="53100"), DatabaseFull, "full"),
        (wrapped(sqlstate="25006"), DatabaseReadOnly, "read"),
        (
            wrapped(sqlstate="42501", said="permission denied for table entry"),
            AccessDenied,
            "entry",
        ),
        (wrapped(sqlstate="53300"), DatabaseBusy, "max_connections"),
        (wrapped(sqlstate="55P03"), DatabaseBusy, "too long"),
        (wrapped(sqlstate="57014"), DatabaseBusy, "too long"),
        (wrapped(sqlstate="57P01"), DatabaseUnavailable, "does not answer"),
        (wrapped(sqlstate="08006"), DatabaseUnavailable, "does not answer"),
        (wrapped(sqlstate="28P01", said='password failed for "x"'), DatabaseUnavailable, "login"),
        (wrapped(sqlstate="42P01"), DatabaseUnavailable, "tables are gone"),
        (wrapped(sqlstate="58030"), DatabaseUnavailable, "disk"),
        (wrapped(sqlstate="XX001"), DatabaseUnavailable, "backup"),
        (wrapped(sqlstate="23001", said=REFUSED), AccessDenied, "append-only"),
        (wrapped(sqlstate="22003", said="out of range"), DatabaseUnavailable, "out of range"),
        (wrapped(OperationalError, said="server closed"), DatabaseUnavailable, "does not answer"),
        (wrapped(sqlite_errorname="SQLITE_FULL"), DatabaseFull, "space"),
        (wrapped(sqlite_errorname="SQLITE_IOERR_WRITE"), DatabaseUnavailable, "disk"),
        (wrapped(sqlite_errorname="SQLITE_READONLY_DIRECTORY"), DatabaseReadOnly, "writable"),
        (wrapped(said="Cannot operate on a closed database."), EngineClosed, "closed"),
    ],
)
def test_every_failure_has_a_kind_a_sentence_and_a_fix(error, kind, words):
    ours = translate(error)

    assert type(ours) is kind
    assert words in str(ours)
    assert ours.message.endswith(".")
    assert ours.fix.endswith(".")


@pytest.mark.parametrize(
    ("error", "lost", "collides"),
    [
        (wrapped(sqlstate="57P01"), True, False),
        (wrapped(sqlstate="57P03"), True, False),
        (wrapped(OperationalError, sqlstate="40P01"), False, True),
        (wrapped(OperationalError, sqlstate="40001"), False, True),
        (wrapped(IntegrityError, sqlstate="23505"), False, True),
        (wrapped(IntegrityError, sqlstate="23001", said=REFUSED), False, False),
        (wrapped(IntegrityError, sqlite_errorname="SQLITE_CONSTRAINT", said=TAKEN), False, True),
        (wrapped(IntegrityError, sqlite_errorname="SQLITE_CONSTRAINT", said=REFUSED), False, False),
        (wrapped(sqlstate="53100"), False, False),
        (ValueError("ours"), False, False),
    ],
)
def test_a_lost_connection_and_a_collision_are_told_apart(error, lost, collides):
    assert is_lost_connection(error) is lost
    assert is_collision(error) is collides
