"""Tags, notes, usage and members of sources are on the record and can be taken back openly."""

import threading

import pytest

from citation_engine import InvalidInput, SourceNotFound


@pytest.fixture
def law(engine):
    return engine.add_text("Receipts are kept for ten years.", name="law")


def test_tags_are_added_once_and_can_be_taken_off(engine, law):
    engine.tag(law, "Tax", "retention")
    engine.tag(law, "tax ", "GoBD")
    tagged = engine.untag(law, "retention")

    assert tagged.tags == ("tax", "gobd")
    assert engine.tag(law, "retention").tags == ("tax", "gobd", "retention")


def test_sources_are_listed_by_tag(engine, law):
    other = engine.add_text("Other words.", name="other")
    engine.tag(law, "tax")
    engine.tag(other, "tax", "old")
    engine.untag(other, "tax")

    assert [source.id for source in engine.list_sources(tag="TAX")] == [law.id]
    assert [source.id for source in engine.list_sources(tag="old")] == [other.id]
    assert engine.list_sources(tag="none") == []


@pytest.mark.parametrize("tag", ["", "  ", "a\nb\0", "x" * 101, 3])
def test_a_tag_that_cannot_be_shown_is_refused(engine, law, tag):
    with pytest.raises(InvalidInput):
        engine.tag(law, tag)


def test_a_note_says_who_and_when(engine, law):
    noted = engine.in_session(agent_id="reader").note(law, "Read § 3 too.")

    [note] = noted.notes
    assert (note.text, note.by) == ("Read § 3 too.", "reader")
    assert note.at >= law.created_at


def test_a_note_with_a_key_is_written_once(engine, law):
    for _ in range(2):
        noted = engine.note(law, "Once.", idempotency_key="k")

    assert len(noted.notes) == 1


def test_usage_is_recorded_once_for_each_thing_made(engine, law):
    for _ in range(3):
        engine.record_usage(law, "finding", "f-1")
    engine.record_usage(law, "cluster", "f-1")
    engine.record_usage("S1", "finding", "f-2")

    used = [(usage.number, usage.kind, usage.artifact_id) for usage in engine.get_usage(law)]
    assert used == [(1, "finding", "f-1"), (1, "cluster", "f-1"), (1, "finding", "f-2")]
    assert engine.get_usage() == engine.get_usage(law)


def test_usage_belongs_to_the_session_that_said_it(engine, law):
    other = engine.in_session("other")
    engine.record_usage(law, "finding", "f-1")
    other.record_usage(law.id, "finding", "f-1")

    assert len(engine.get_usage()) == len(other.get_usage()) == 1


def test_an_aggregate_keeps_its_members(engine, law):
    papers = [engine.add_text(f"Paper {n} agrees.", name=f"paper {n}") for n in range(5)]
    count = engine.add_custom_source("count", "3 of 5 papers agree", members=papers[:2])
    engine.add_custom_source("count", "3 of 5 papers agree", members=papers[1:3])

    assert [member.id for member in engine.get_members(count)] == [p.id for p in papers[:3]]
    assert engine.get_members(law) == []


def test_an_aggregate_of_an_unknown_source_is_refused(engine):
    with pytest.raises(SourceNotFound):
        engine.add_custom_source("count", "3 of 5", members=["S9"])
    assert engine.list_sources() == []


def test_many_threads_tag_at_once_and_no_tag_is_lost(engine, law):
    threads = [
        threading.Thread(target=engine.tag, args=(law, f"tag {n % 4}", "common")) for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(engine.get_source(law.id).tags) == ["common", *(f"tag {n}" for n in range(4))]


def test_what_was_said_of_a_source_goes_with_its_redaction(engine, law):
    engine.tag(law, "secret tag")
    engine.note(law, "secret note")
    engine.record_usage(law, "finding", "secret finding")

    engine.redact(source=law, reason="asked", authority="office")

    gone = engine.get_source(law.id)
    assert (gone.tags, gone.notes, engine.get_usage()) == ((), (), [])
    assert engine.list_sources(tag="secret tag") == []
    assert engine.ledger.verify().ok


def test_a_preview_can_be_cited_and_is_not_evidence(engine):
    hit = engine.register_source(
        "website", "https://example.org/hit", preview="Receipts are kept for ten years."
    )
    result = engine.cite("Ten years.", hit, quote="kept for ten years")

    assert (hit.state, hit.preview) == ("preview", "Receipts are kept for ten years.")
    assert result.verification_status == "unverified"
    assert "preview" in result.verification_notes


def test_a_preview_becomes_ready_when_the_words_come(engine):
    hit = engine.register_source("website", "https://example.org/hit", preview="ten years")
    full = engine.register_source(
        "website", "https://example.org/hit", content="Receipts are kept for ten years."
    )

    assert (full.id, full.state, full.number) == (hit.id, "ready", 1)


def test_two_previews_with_other_words_are_two_documents(engine):
    one = engine.register_source("document", "Title", preview="one")
    two = engine.register_source("document", "Title", preview="two")
    again = engine.register_source("document", "Title", preview="one")

    assert one.id == again.id != two.id


def test_a_source_of_another_session_is_joined_by_its_id(engine, law):
    other = engine.in_session("other")
    other.add_text("First here.", name="first")

    joined = other.join(law.id)

    assert (joined.id, joined.number, other.join(law).number) == (law.id, 2, 2)


def test_a_page_that_could_not_be_read_gets_a_preview_and_a_title_later(engine):
    page = engine.add("https://example.org/hit")
    hit = engine.register_source("website", "https://example.org/hit", name="Rules", preview="Ten.")

    assert (page.state, page.name) == ("degraded", "https://example.org/hit")
    assert (hit.id, hit.state, hit.name, hit.preview) == (page.id, "preview", "Rules", "Ten.")


def test_a_preview_of_a_document_becomes_the_document_when_its_words_come(engine):
    hit = engine.register_source("document", "a/law.md", name="Law", preview="Ten.")
    full = engine.register_source("document", "a/law.md", name="Law", content="Ten years.")
    other = engine.register_source("document", "b/law.md", name="Law", preview="Ten.")

    assert (full.id, full.state) == (hit.id, "ready")
    assert other.id != hit.id
