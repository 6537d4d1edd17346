"""Redacted words are gone everywhere, and the record still holds."""

from pathlib import Path

import pytest

from citation_engine import InvalidInput, SourceNotFound
from citation_engine.errors import CitationNotFound, IdempotencyConflict
from citation_engine.model.source import ReadState
from citation_engine.record.proofs import verify_proof
from record.scenario import LAW, add_check, fill, filled, open_engine

WHY = {"reason": "somebody asked", "authority": "data protection office"}
CANARY = "Kanarienvogel-7e1f"


def files_with(folder: Path, words: str) -> list[str]:
    """The files in a folder, database files above all, that hold these words in any form."""
    wanted = [words.encode(), words.encode("utf-16-le"), words.lower().encode()]
    found = [path for path in folder.rglob("*") if path.is_file()]
    return [path.name for path in found if any(w in path.read_bytes() for w in wanted)]


def test_a_redacted_citation_shows_that_it_is(tmp_path):
    with filled(tmp_path) as engine:
        result = engine.redact(citation=1, **WHY)
        citation = engine.get_citation(1)
        report = engine.ledger.verify()

    assert (result.targets, result.contents_deleted, result.erased) == (3, 3, True)
    assert citation.redacted
    assert citation.claim == "[redacted]"
    assert citation.verbatim_quote is None
    assert citation.verdict is None
    assert (report.status, report.contents_redacted) == ("clean", 3)


def test_a_redacted_source_takes_its_citations_along(tmp_path):
    with filled(tmp_path) as engine:
        law = engine.list_sources()[0]
        untouched = engine.get_citation(4)
        engine.redact(source=law.id, **WHY)
        source = engine.get_source(law.id)
        citations = engine.get_citations_for_source(law.id)
        report = engine.ledger.verify()

        assert source.state is ReadState.REDACTED
        assert (source.identifier, source.content, source.metadata) == ("[redacted]", "", {})
        assert all(snapshot.redacted for snapshot in engine.get_snapshots(law.id))
        assert len(citations) == 4
        assert all(citation.redacted for citation in citations)
        assert engine.get_citation(4) == untouched
        assert report.ok


def test_no_trace_of_the_words_is_left_in_the_files(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    with open_engine(data / "a.db", tmp_path / "keys", session="first") as engine:
        text = f"{CANARY} lives at the corner. " * 2_000
        source = engine.add_text(text, name=f"About {CANARY}", metadata={"who": CANARY})
        engine.cite(f"{CANARY} lives there.", source=source, quote=f"{CANARY} lives at the corner")
        cited = engine.cite("x", source=source, quote=f"{CANARY} moved").citation_id
        add_check(engine, cited, support="unsupported", status="failed")
        assert engine.get_snapshot(source.snapshot_id).text
        assert files_with(data, CANARY)

        result = engine.redact(source=source, **WHY)

        assert result.erased
        assert files_with(data, CANARY) == []
        assert CANARY not in repr(engine.list_sources() + engine.list_citations())
        assert engine.get_snapshot(source.snapshot_id).text == ""
        assert engine.ledger.verify().ok
    assert files_with(data, CANARY) == []


def test_a_user_is_forgotten_by_name(tmp_path):
    with filled(tmp_path) as engine:
        ada = engine.in_session("second", user_id=CANARY)
        cited = ada.cite("Six years.", source=ada.add_text(LAW, name="Law"), quote="six years")
        assert engine.get_citation(cited.citation_id).created_by == CANARY

        result = engine.redact(user_id=CANARY, **WHY)

        assert result.targets == 1
        assert engine.get_citation(cited.citation_id).created_by == "second"
        assert files_with(tmp_path, CANARY) == []
        assert engine.ledger.verify().ok
        with pytest.raises(InvalidInput, match="names no user"):
            engine.redact(user_id=CANARY, **WHY)


def test_the_redaction_is_on_the_record(tmp_path):
    with filled(tmp_path) as engine:
        result = engine.redact(citation=2, **WHY)
        entry = [*engine.ledger.entries()][-1]

    assert (entry.type, entry.entry_id) == ("content.redacted", result.entry_id)
    assert entry.data["authority"] == "data protection office"
    assert len(entry.data["targets"]) == 2
    assert b"somebody asked" not in entry.body


def test_proofs_and_bundles_of_redacted_entries_still_hold(tmp_path):
    with filled(tmp_path) as engine:
        before = engine.ledger.prove(citation=1)
        engine.redact(citation=1, **WHY)
        after = engine.ledger.prove(citation=1)
        report = engine.ledger.export(tmp_path / "record.zip")
        vkey = engine.ledger.verifier_key

    assert before.body == after.body
    assert verify_proof(after.text, before.body, vkey).index == before.index
    assert report.entries == report.size


def test_a_file_can_be_added_again_after_its_redaction(tmp_path):
    path = tmp_path / "law.txt"
    path.write_text(LAW)
    with open_engine(tmp_path / "a.db", tmp_path / "keys") as engine:
        first = engine.add(path)
        engine.redact(source=first, **WHY)
        second = engine.add(path)
        cited = engine.cite("Ten.", source=second, quote="kept for ten years")

        assert second.id != first.id
        assert (second.label, second.content) == ("S2", LAW)
        assert cited.verification_status == "verified"
        assert engine.get_source(first.id).state is ReadState.REDACTED
        assert engine.ledger.verify().ok


def test_a_second_redaction_deletes_nothing_more(tmp_path):
    with filled(tmp_path) as engine:
        engine.redact(citation=1, **WHY)
        again = engine.redact(citation=1, **WHY)
        rest = engine.redact(source="Law", **WHY)

        assert (again.targets, again.contents_deleted) == (0, 0)
        assert rest.targets > 0
        assert engine.ledger.verify().ok


def test_a_repeated_request_redacts_once(tmp_path):
    with filled(tmp_path) as engine:
        first = engine.redact(citation=1, idempotency_key="k", **WHY)
        second = engine.redact(citation=1, idempotency_key="k", **WHY)

        assert first == second
        with pytest.raises(IdempotencyConflict):
            engine.redact(citation=2, idempotency_key="k", **WHY)


@pytest.mark.parametrize(
    ("what", "error"),
    [
        ({"citation": 99}, CitationNotFound),
        ({"source": 99}, SourceNotFound),
        ({"user_id": "nobody"}, InvalidInput),
        ({}, InvalidInput),
        ({"citation": 1, "source": 1}, InvalidInput),
        ({"citation": "x"}, InvalidInput),
        ({"citation": 1, "reason": " "}, InvalidInput),
        ({"citation": 1, "authority": ""}, InvalidInput),
    ],
)
def test_a_request_that_cannot_be_met_changes_nothing(tmp_path, what, error):
    with filled(tmp_path) as engine:
        size = engine.ledger.sequence()
        with pytest.raises(error):
            engine.redact(**{**WHY, **what})

        assert engine.ledger.sequence() == size


def test_the_words_of_another_project_stay(tmp_path):
    with filled(tmp_path) as engine:
        other = engine.in_session("first", project="other")
        fill(other)
        engine.redact(source="Law", **WHY)

        assert other.get_source(other.list_sources()[0].id).content
        assert engine.ledger.verify().ok
        assert other.ledger.verify().ok


@pytest.mark.postgres
def test_redaction_in_postgresql(tmp_path, postgres_database):
    with open_engine(postgres_database, tmp_path / "keys", session="first") as engine:
        fill(engine)
        engine.redact(citation=2, **WHY)
        engine.redact(source="Law", **WHY)
        report = engine.ledger.verify()

        assert report.ok
        assert report.contents_redacted > 10
        assert engine.get_citation(1).claim == "[redacted]"
