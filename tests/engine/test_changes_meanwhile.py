"""A source that changes, or is redacted, while a citation of it is being checked."""

from citation_engine import CitationEngine
from citation_engine.testing import FakeJudge


def test_words_that_were_redacted_while_they_were_checked_are_not_written_back(tmp_path):
    path = tmp_path / "shared.db"
    with CitationEngine(path, judge="none") as other:

        def redact_meanwhile(question):
            other.redact(source=1, reason="asked for", authority="the author")
            return "supported"

        judge = FakeJudge(redact_meanwhile)
        with CitationEngine(path, judge=judge) as engine:
            law = engine.add_text("The canary stands here.", name="law")
            result = engine.cite("It stands.", law, quote="canary stands")

    assert result.verification_status == "unverified"
    assert b"canary stands here" not in path.read_bytes()
    assert len(judge.asked) == 1


def test_a_citation_made_during_a_change_rests_on_the_snapshot_the_caller_saw(tmp_path):
    path, file = tmp_path / "shared.db", tmp_path / "law.md"
    file.write_text("Kept for ten years.")
    with CitationEngine(path, judge="none") as other:
        judge = FakeJudge(
            lambda question: file.write_text("New.") and other.add(file) and "supported"
        )
        with CitationEngine(path, judge=judge) as engine:
            law = engine.add(file)
            result = engine.cite("Ten years.", law, quote="ten years")

    assert result.verification_status == "verified"
    assert result.citation.snapshot_id == law.snapshot_id


def test_a_citation_is_made_though_fifteen_sessions_register_its_source_meanwhile(tmp_path):
    path, sessions = tmp_path / "shared.db", iter(range(15))

    def register_meanwhile(question):
        if (number := next(sessions, None)) is not None:
            with CitationEngine(path, judge="none", session=f"agent{number}") as other:
                other.add_text("Kept for ten years.", name="law")
        return "supported"

    with CitationEngine(path, judge=FakeJudge(register_meanwhile)) as engine:
        law = engine.add_text("Kept for ten years.", name="law")
        result = engine.cite("Ten years.", law, quote="ten years")

    assert result.verification_status == "verified"
    assert next(sessions, None) is None
