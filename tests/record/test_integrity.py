"""Whatever is changed in a record is found, and nothing else is."""

import random
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path

import pytest

from citation_engine import CitationEngine, Settings
from citation_engine.errors import CitationError
from citation_engine.model.verdict import Status, Support, Verdict
from citation_engine.record.damage import LedgerReport
from citation_engine.record.entry_check import why_impossible
from citation_engine.record.merkle import leaf_hash
from citation_engine.record.writer import EntryRef, append, author_of, ref
from record import tampering
from record.scenario import add_check, fill, filled, grow, open_engine, record_verdict

FAST, SLOW = range(2), range(2, 42)
SEEDS = [*FAST, *(pytest.param(seed, marks=pytest.mark.slow) for seed in SLOW)]


@dataclass(frozen=True)
class Kept:
    """A record in a file, an older copy of it, and what was kept outside."""

    file: Path
    yesterday: Path
    note: str
    older_note: str
    vkey: str

    def copy(self, folder: Path) -> Path:
        return Path(shutil.copy(self.file, folder / "copy.db"))

    def verify(self, path: Path, *, outside: bool = True) -> LedgerReport:
        settings = Settings(judge="overlap", key_folder=str(path.parent / "keys"))
        with CitationEngine(path, settings=settings) as engine:
            notes = [self.older_note, self.note] if outside else []
            return engine.ledger.verify(against=notes, key=self.vkey)


def _save(engine: CitationEngine, path: Path) -> Path:
    target = sqlite3.connect(path)
    engine.db.raw_connection().driver_connection.backup(target)
    target.close()
    return path


@pytest.fixture(scope="module")
def kept(tmp_path_factory) -> Kept:
    folder = tmp_path_factory.mktemp("kept")
    with open_engine(":memory:", folder / "keys", every=60, session="first") as engine:
        fill(engine)
        grow(engine, 1, 50)
        older = engine.ledger.checkpoint().text
        yesterday = _save(engine, folder / "yesterday.db")
        for seed in range(2, 6):
            grow(engine, seed, 60)
        fill(engine.in_session("third"))
        note = engine.ledger.checkpoint().text
        return Kept(
            _save(engine, folder / "kept.db"), yesterday, note, older, engine.ledger.verifier_key
        )


def test_the_record_to_tamper_with_is_clean_and_long_enough(kept, tmp_path):
    report = kept.verify(kept.copy(tmp_path))

    assert (report.status, report.findings) == ("clean", ())
    assert report.entries > 512
    assert report.contents_redacted > 0


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("tamper", tampering.TAMPERINGS, ids=lambda tamper: tamper.__name__)
def test_tampering_is_found(kept, tmp_path, tamper, seed):
    path = kept.copy(tmp_path)
    with tampering.unguarded(path) as connection:
        place = tamper(connection, random.Random(f"{tamper.__name__} {seed}"))

    report = kept.verify(path)

    assert report.status == "tampered"
    if place is not None:
        assert place in {finding.index for finding in report.findings}


def test_yesterdays_copy_is_found_by_what_was_kept_outside(kept, tmp_path):
    path = Path(shutil.copy(kept.yesterday, tmp_path / "copy.db"))
    report = kept.verify(path)
    alone = kept.verify(path, outside=False)

    (finding,) = report.findings
    size = int(kept.note.split("\n")[1])
    assert finding.kind == "rollback"
    assert f"the last {size - report.entries} are gone" in finding.message
    assert alone.ok  # Nothing in the file itself can show it.


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_signed_anew_with_another_key_is_found(kept, tmp_path, seed):
    path = kept.copy(tmp_path)
    with tampering.unguarded(path) as connection:
        tampering.edit_recompute_and_sign(connection, random.Random(seed))

    report = kept.verify(path)

    assert "rewritten" in {finding.kind for finding in report.findings}
    assert "signature" in {finding.kind for finding in report.findings}


@pytest.mark.parametrize("block", SEEDS[1:])
def test_a_flipped_bit_in_the_file_is_found(kept, tmp_path, block):
    before = tampering.logical_content(kept.file)
    for number in range(12):
        path = kept.copy(tmp_path)
        tampering.flip_a_bit(path, random.Random(f"flip {block} {number}"))
        after = tampering.logical_content(path)
        try:
            found = not kept.verify(path).ok
        except CitationError:
            found = True

        assert found or after == before


def test_the_file_beside_the_database_is_used_too(tmp_path):
    with filled(tmp_path) as engine:
        engine.ledger.checkpoint()
        shutil.copy(tmp_path / "a.db.checkpoints", tmp_path / "checkpoints")
    with tampering.unguarded(tmp_path / "a.db") as connection:
        tampering.cut_the_tail(connection, random.Random(1))
    with open_engine(tmp_path / "a.db", tmp_path / "keys") as engine:
        report = engine.ledger.verify()

    assert {finding.kind for finding in report.findings} == {"rollback"}
    assert "a.db.checkpoints" in report.findings[0].message


def test_every_damage_is_reported(kept, tmp_path):
    path = kept.copy(tmp_path)
    with tampering.unguarded(path) as connection:
        connection.execute("UPDATE entry SET leaf = zeroblob(32) WHERE id IN (3, 30, 300)")
        connection.execute("UPDATE status SET status = 'verified' WHERE status = 'failed'")
        changed = connection.execute("SELECT changes()").fetchone()[0]
        connection.execute("DELETE FROM content WHERE entry = 4")

    kinds = [finding.kind for finding in kept.verify(path).findings]

    assert kinds.count("leaf") == 3
    assert kinds.count("changed-row") == changed
    assert kinds.count("missing-content") >= 1


def test_a_status_that_is_shown_and_not_recorded_is_found(kept, tmp_path):
    path = kept.copy(tmp_path)
    with tampering.unguarded(path) as connection:
        connection.execute("UPDATE status SET status = 'verified' WHERE status = 'failed'")

    messages = [finding.message for finding in kept.verify(path).findings]

    assert any("says status 'verified' instead of 'failed'" in message for message in messages)


def test_a_content_that_came_back_after_a_redaction_is_found(tmp_path):
    with filled(tmp_path) as engine:
        number = engine.db.raw_connection().execute("SELECT entry FROM citation").fetchone()[0]
        query = "SELECT * FROM content WHERE entry = ?"
        rows = engine.db.raw_connection().execute(query, (number,)).fetchall()
        engine.redact(citation=1, reason="asked", authority="office")
        assert engine.ledger.verify().ok
    with tampering.unguarded(tmp_path / "a.db") as connection:
        connection.executemany("INSERT INTO content VALUES (?, ?, ?, ?, ?, ?)", rows)
    with open_engine(tmp_path / "a.db", tmp_path / "keys") as engine:
        report = engine.ledger.verify()

    assert [finding.kind for finding in report.findings] == ["returned-content"]


def test_an_unknown_type_of_entry_verifies_and_is_ignored(tmp_path):
    with filled(tmp_path) as engine:

        def work(tx):
            author = author_of(tx, engine.context)
            append(tx, author, "moon.landed", {"id": 1, "status": "verified"}, fields={"a": 1.5})

        engine.state.store.write(engine.state.row, work, needs={"entry": 1})
        report = engine.ledger.verify()
        engine.ledger.rebuild()

        assert report.ok
        assert engine.ledger.verify().ok
        assert [*engine.ledger.entries()][-1].type == "moon.landed"


# statuses that cannot be --------------------------------------------------------------------

GOOD = {"match": "exact", "start": 3, "end": 9, "support": "supported", "snapshot": {"id": 1}}


@pytest.mark.parametrize(
    ("change", "method", "source", "quoted", "possible"),
    [
        ({}, "direct_quote", "document", True, True),
        ({"match": "normalised"}, "direct_quote", "document", True, True),
        ({"match": "elided"}, "direct_quote", "document", None, True),
        ({"match": "near"}, "paraphrase", "document", False, True),
        ({"match": "near"}, "paraphrase", "document", True, False),
        ({"match": "near", "start": None, "end": None}, "paraphrase", "document", False, False),
        ({"match": "absent"}, "direct_quote", "document", True, False),
        ({"match": "absent"}, "negative", "document", None, False),
        ({"match": None}, "paraphrase", "document", False, False),
        ({"match": None}, "paraphrase", "database", False, True),
        ({"match": None}, "paraphrase", "custom", False, True),
        ({"match": None, "support": "unsupported"}, "negative", "document", False, True),
        ({"match": None, "support": "supported"}, "negative", "document", False, False),
        ({"support": "contradicted"}, "direct_quote", "document", True, False),
        ({"support": "not_judged"}, "direct_quote", "document", True, False),
        ({"support": "undecided"}, "direct_quote", "document", True, False),
        ({"snapshot": None}, "direct_quote", "document", True, False),
        ({"start": 9, "end": 9}, "direct_quote", "document", True, False),
        ({"start": -1}, "direct_quote", "document", True, False),
    ],
)
def test_verified_has_to_follow_from_the_verdict(change, method, source, quoted, possible):
    why = why_impossible({**GOOD, **change}, method, source, quoted)

    assert (why is None) is possible


def test_a_verdict_that_says_verified_for_absent_words_is_found(tmp_path):
    with filled(tmp_path) as engine:
        absent = engine.cite("Never.", source="Law", quote="words that are nowhere").citation_id
        add_check(engine, absent, support="supported", status="verified")
        report = engine.ledger.verify()

    (finding,) = report.findings
    assert finding.kind == "impossible-status"
    assert "the words were absent" in finding.message
    assert finding.index == report.entries - 1


def test_a_near_quotation_that_says_verified_is_found(tmp_path):
    with filled(tmp_path) as engine:
        near = engine.cite("Two.", source="Law", quote="Records are kept for two years.")
        verdict: Verdict = near.verdict
        assert verdict.match == "near"

        forged = {
            "passage": verdict.nearest,
            "support": Support.SUPPORTED,
            "status": Status.VERIFIED,
        }
        record_verdict(engine, near.citation_id, verdict.model_copy(update=forged))
        report = engine.ledger.verify()

    assert [finding.kind for finding in report.findings] == ["impossible-status"]
    assert "only near" in report.findings[0].message


@pytest.mark.postgres
def test_tampering_in_postgresql_is_found(tmp_path, postgres_database):
    with open_engine(postgres_database, tmp_path / "keys", session="first") as engine:
        fill(engine)
        kept = engine.ledger.checkpoint().text
        with engine.db.begin() as connection:
            for table in ("entry", "status", "content"):
                connection.exec_driver_sql(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
            connection.exec_driver_sql("UPDATE entry SET body = 'x' WHERE id = 3")
            connection.exec_driver_sql("UPDATE status SET status = 'verified' WHERE seq = 1")
            connection.exec_driver_sql("DELETE FROM content WHERE entry = 4")
        report = engine.ledger.verify(against=[kept])

    kinds = {finding.kind for finding in report.findings}
    assert {"leaf", "unreadable", "changed-row", "missing-content", "rewritten"} <= kinds


# what only somebody who may write could have done ---------------------------------------------


def _write(engine, type, data, **given):
    def work(tx):
        append(tx, author_of(tx, engine.context), type, data, **given)

    engine.state.store.write(engine.state.row, work, needs={"entry": 1})


def _citation(engine, number):
    rows = engine.state.store.rows(engine.state.row, "citation_refs", ids=[number])
    return EntryRef(rows[0]["entry"], bytes(rows[0]["entry_id"]))


def _kinds(engine):
    return [finding.kind for finding in engine.ledger.verify().findings]


def test_entries_about_a_citation_are_counted(tmp_path):
    with filled(tmp_path) as engine:
        older = _citation(engine, 2)
        data = {"citation": ref(2, older), "by": ref(3, _citation(engine, 3)), "seq": 5}
        _write(engine, "citation.superseded", data, subject=older)

        assert _kinds(engine) == ["sequence"]


def test_a_reference_has_to_lead_somewhere(tmp_path):
    with filled(tmp_path) as engine:
        older = _citation(engine, 2)
        nowhere = {"id": 3, "entry_id": "0190a5b2-7c1e-7000-8000-000000000000"}
        _write(
            engine,
            "citation.superseded",
            {"citation": ref(2, older), "by": nowhere, "seq": 2},
            subject=older,
        )

        assert _kinds(engine) == ["reference"]


def test_a_reference_has_to_have_the_right_number(tmp_path):
    with filled(tmp_path) as engine:
        older = _citation(engine, 2)
        data = {"citation": ref(2, older), "by": ref(4, _citation(engine, 3)), "seq": 2}
        _write(engine, "citation.superseded", data, subject=older)

        assert _kinds(engine) == ["reference"]


def test_data_that_do_not_belong_to_the_type_are_told(tmp_path):
    with filled(tmp_path) as engine:
        with engine.db.begin() as connection:
            connection.exec_driver_sql("DROP TRIGGER entry_no_update")
        before = engine.ledger.verify()
        body = b'{"actor":null,"data":{},"entry_id":"x","project":"default","session":null,'
        body += b'"time":"2026-01-01T00:00:00.000000Z","type":"citation.created","v":1}'
        with engine.db.begin() as connection:
            connection.exec_driver_sql("UPDATE entry SET body = ? WHERE id = 9", (body,))

        assert before.ok
        assert {"leaf", "envelope", "unreadable"} <= set(_kinds(engine))


def test_a_later_version_of_the_format_is_left_unchecked(tmp_path):
    with filled(tmp_path) as engine:
        last = [*engine.ledger.entries()][-1]
    with tampering.unguarded(tmp_path / "a.db") as connection:
        body = last.body.replace(b'"v":1}', b'"v":2}')
        row = (body, leaf_hash(body), bytes.fromhex(last.entry_id.replace("-", "")))
        connection.execute("UPDATE entry SET body = ?, leaf = ? WHERE entry_id = ?", row)
        connection.execute("DELETE FROM checkpoint")
    (tmp_path / "a.db.checkpoints").unlink()
    with open_engine(tmp_path / "a.db", tmp_path / "keys") as engine:
        report = engine.ledger.verify()

    assert (report.status, [f.kind for f in report.findings]) == ("incomplete", ["version"])


def test_a_pseudonym_has_to_fit_its_name(tmp_path):
    with filled(tmp_path):
        pass
    with tampering.unguarded(tmp_path / "a.db") as connection:
        connection.execute("UPDATE project SET name_key = zeroblob(32)")
    with open_engine(tmp_path / "a.db", tmp_path / "keys") as engine:
        assert set(_kinds(engine)) == {"name"}


def test_a_status_filed_under_another_project_is_told_and_not_shown(tmp_path):
    with filled(tmp_path):
        pass
    with tampering.unguarded(tmp_path / "a.db") as connection:
        query = "SELECT entry FROM status WHERE citation_id = 2"
        (entry,) = connection.execute(query).fetchone()
        connection.execute("INSERT INTO status VALUES (1, 9, 7, 'failed', ?)", (entry,))
    with open_engine(tmp_path / "a.db", tmp_path / "keys") as engine:
        shown = engine.get_citation(1).verification_status
        kinds = _kinds(engine)

    assert shown == "verified"
    assert "foreign-row" in kinds
