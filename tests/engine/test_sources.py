"""Sources: what is kept of them, how they are known again, and what is never evidence."""

from pathlib import Path

import pytest

from citation_engine import CitationEngine, InvalidInput, Settings, SourceNotFound
from citation_engine.errors import IdempotencyConflict, SourceAmbiguous

LAW = "Records are kept for ten years.\n"


def write(path: Path, text: str | bytes = LAW) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


# what is kept --------------------------------------------------------------------------------


def test_a_document_has_every_field_and_they_are_read_back(engine, tmp_path):
    path = write(tmp_path / "gobd.md")

    source = engine.add_doc_source(
        str(path), name="GoBD", version="2024-01", metadata={"author": "BMF", "pages": [1, 2]}
    )

    assert source.id > 0
    assert source.type == "document"
    assert source.identifier == str(path)
    assert (source.name, source.version) == ("GoBD", "2024-01")
    assert source.content == LAW
    assert source.preview == LAW.strip()
    assert source.metadata == {"author": "BMF", "pages": [1, 2]}
    assert source.state == "ready"
    assert (source.label, source.snapshots) == ("S1", 1)
    assert source.created_at.tzinfo is not None
    assert engine.get_source(source.id) == source


def test_a_source_without_a_name_is_called_by_its_file(engine, tmp_path):
    source = engine.add(write(tmp_path / "gobd.md"), name="  ")

    assert source.name == "gobd.md"


def test_lists_of_sources_come_without_the_words(engine):
    engine.add_text(LAW, name="law")

    assert [source.content for source in engine.list_sources()] == [""]


def test_sources_are_listed_by_type(engine, tmp_path):
    document = engine.add(write(tmp_path / "a.md"))
    page = engine.add("https://example.org/a")
    engine.add_db_source("db", "Result", result="42")
    engine.add_custom_source("matrix", "1 2 3")

    listed = {kind: [s.id for s in engine.list_sources(kind)] for kind in ("document", "web")}

    assert listed == {"document": [document.id], "web": [page.id]}
    assert [s.type for s in engine.list_sources()] == ["document", "website", "database", "custom"]
    with pytest.raises(InvalidInput, match="document, website, database, custom"):
        engine.list_sources("book")


def test_a_snapshot_says_how_the_words_were_read(engine, tmp_path):
    source = engine.add(write(tmp_path / "a.md", "Größe".encode("windows-1252")))

    snapshot = engine.get_snapshot(source.snapshot_id)

    assert snapshot.text == "Größe"
    assert (snapshot.encoding, snapshot.reader, snapshot.media_type) == (
        "windows-1252",
        "plain",
        "text/markdown",
    )
    assert snapshot.text_sha256 != snapshot.original_sha256
    assert [s.text for s in engine.get_snapshots(source.id)] == [""]


@pytest.mark.parametrize("id", [0, -1, 10**9, "1", None, True, 2**70, 1.0])
def test_an_unknown_id_is_none(engine, id):
    engine.add_text(LAW, name="law")

    assert engine.get_source(id) is None
    assert engine.get_snapshot(id) is None
    assert engine.get_snapshots(id) == []


# known again ---------------------------------------------------------------------------------


def test_the_same_file_again_is_the_same_source_with_the_same_number(engine, tmp_path):
    path = write(tmp_path / "a.md")

    first, again = engine.add(path), engine.add(str(path))

    assert again == first


def test_a_second_registration_adds_what_was_missing_and_changes_nothing(engine, tmp_path):
    path = write(tmp_path / "a.md")
    engine.add(path, name="Law", metadata={"author": "A"})

    again = engine.add(path, name="Other", version="2", metadata={"author": "B", "year": 2024})

    assert (again.name, again.version, again.number) == ("Law", "2", 1)
    assert again.metadata == {"author": "A", "year": 2024}


def test_a_copy_under_another_name_is_a_source_of_its_own_and_told_as_a_duplicate(engine, tmp_path):
    first = engine.add(write(tmp_path / "a.md"))

    copy = engine.add(write(tmp_path / "b.md"), version="2")

    assert (copy.name, copy.version, copy.number) == ("b.md", "2", 2)
    [duplicate] = engine.near_duplicates(copy)
    assert (duplicate.source.id, duplicate.likeness) == (first.id, 1.0)
    assert [one.source.id for one in engine.near_duplicates(first)] == [copy.id]


def test_a_file_of_the_same_name_and_words_in_another_folder_is_the_same_source(engine, tmp_path):
    first = engine.add(write(tmp_path / "a.md"))
    (tmp_path / "archive").mkdir()

    moved = engine.add(write(tmp_path / "archive" / "a.md"))

    assert moved.id == first.id


def test_a_source_that_was_a_copy_before_it_changed_is_no_duplicate(engine, tmp_path):
    first = engine.add(write(tmp_path / "a.md"))
    engine.add(write(tmp_path / "b.md"))
    engine.add(write(tmp_path / "b.md", "Records are kept for six years.\n"))

    assert engine.near_duplicates(first) == []


def test_two_empty_files_are_two_sources(engine, tmp_path):
    first, second = (
        engine.add(write(tmp_path / "a.md", "")),
        engine.add(write(tmp_path / "b.md", " \n")),
    )

    assert first.id != second.id


def test_a_changed_file_is_a_new_snapshot_and_old_citations_keep_theirs(engine, tmp_path):
    path = write(tmp_path / "a.md")
    before = engine.add(path, version="2019")
    cited = engine.cite("Ten years.", before, quote="kept for ten years").citation
    write(path, "Records are kept for six years.\n")
    after = engine.add(path, version="2024")

    assert (after.id, after.snapshots, after.version) == (before.id, 2, "2024")
    assert after.snapshot_id != before.snapshot_id
    kept = engine.get_citation(cited.id)
    assert kept.snapshot_id == before.snapshot_id
    assert engine.get_snapshot(kept.snapshot_id).text == LAW
    assert [s.version for s in engine.get_snapshots(after.id)] == ["2019", "2024"]
    assert engine.format_citation(cited.id) == "a.md (2019)"


def test_a_source_in_the_hand_is_cited_as_it_was_seen(engine, tmp_path):
    path = write(tmp_path / "a.md")
    seen = engine.add(path, version="2019")
    write(path, "Records are kept for six years.\n")
    engine.add(path, version="2024")

    result = engine.cite("Ten years.", seen, quote="kept for ten years")

    assert result.verification_status == "verified"
    assert result.citation.snapshot_id == seen.snapshot_id
    assert result.formatted_reference == "a.md (2019)"
    assert engine.cite("Ten years.", seen.id, quote="ten years").verification_status == "failed"


def test_a_file_turned_into_a_copy_of_another_stays_the_source_of_its_path(engine, tmp_path):
    one, two = write(tmp_path / "a.md"), write(tmp_path / "b.md", "Other words.")
    engine.add(one)
    second = engine.add(two)
    write(two, LAW)

    changed = engine.add(two)

    assert (changed.id, changed.content) == (second.id, LAW)
    assert engine.cite("c", str(two), quote="ten years").citation.source_id == second.id


def test_the_same_page_in_another_spelling_is_the_same_source(engine):
    first = engine.add("https://Example.org/a?utm_source=x#top")

    again = engine.add_web_source("https://example.org/a", name="Page")

    assert again.id == first.id
    assert engine.add("https://example.org/A").id != first.id


def test_the_words_of_a_page_may_come_later(engine):
    page = engine.add("https://example.org/a")

    again = engine.register_source("website", "https://example.org/a", content=LAW)

    assert (page.state, again.state, again.id) == ("degraded", "ready", page.id)
    assert engine.cite("c", again, quote="ten years").verification_status == "verified"


def test_a_result_of_the_same_query_is_a_new_snapshot(engine):
    first = engine.add_db_source("db", "Count", query="SELECT 1", result="41")
    second = engine.add_db_source("db", "Count", query="SELECT 1", result="42")
    other = engine.add_db_source("db", "Count", query="SELECT 2", result="42")

    assert (second.id, second.snapshots, second.content) == (first.id, 2, "42")
    assert other.id != first.id


def test_an_artifact_with_other_words_is_another_source(engine):
    numbers = [engine.add_custom_source("matrix", words).number for words in ("1", "2", "1")]

    assert numbers == [1, 2, 1]


# numbers -------------------------------------------------------------------------------------


def test_each_session_numbers_its_own_sources_from_one(engine):
    other = engine.in_session("other")
    one, two = engine.add_text("one", name="a"), engine.add_text("two", name="b")

    numbers = [other.add_text("two", name="b").number, other.add_text("one", name="a").number]

    assert numbers == [1, 2]
    assert [s.number for s in engine.list_sources(session_id="default")] == [1, 2]
    assert [s.id for s in other.list_sources(session_id="other")] == [two.id, one.id]
    assert engine.list_sources(session_id="never") == []


def test_a_source_the_session_was_not_given_has_no_number_there(engine):
    source = engine.add_text("one", name="a")

    seen = engine.in_session("other").get_source(source.id)

    assert (seen.number, seen.label) == (None, f"source {source.id}")


# found by name -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["law.md", "GoBD", "S1", "[S1]", "s1", " S1 ", str, int])
def test_a_source_is_found_by_what_a_tool_may_call_it(engine, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "law.md")
    source = engine.add("law.md", name="GoBD")
    named = name if isinstance(name, str) else name(source.id)

    assert engine.cite("c", named, quote="ten years").citation.source_id == source.id


def test_a_path_is_found_in_any_spelling(engine, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    source = engine.add(write(tmp_path / "docs" / "law.md"))

    for spelling in ("docs/law.md", "./docs/../docs/law.md", str(tmp_path / "docs" / "law.md")):
        assert engine.cite("c", spelling, quote="ten").citation.source_id == source.id


def test_two_files_of_one_name_are_two_sources_and_the_bare_name_means_neither(engine, tmp_path):
    first = engine.add(write(tmp_path / "a" / "law.md", "ten years"))
    second = engine.add(write(tmp_path / "b" / "law.md", "six years"))

    assert first.id != second.id
    with pytest.raises(SourceAmbiguous) as caught:
        engine.cite("c", "law.md", quote="ten years")
    assert f"{first.id} (" in caught.value.message
    assert "id or its number" in caught.value.fix
    by_path = engine.cite("c", str(tmp_path / "b" / "law.md"), quote="six years")
    assert by_path.citation.source_id == second.id


@pytest.mark.parametrize("name", ["b/law.md", "/elsewhere/law.md", "https://example.org/law.md"])
def test_a_file_of_the_same_name_elsewhere_is_not_taken_for_it(engine, tmp_path, name):
    engine.add(write(tmp_path / "a" / "law.md"))

    with pytest.raises(SourceNotFound, match="Add the source first"):
        engine.cite("c", name, quote="ten years")


def test_a_source_named_like_a_number_makes_the_number_ambiguous(engine):
    engine.add_text("one", name="S2")
    engine.add_text("two", name="b")

    with pytest.raises(SourceAmbiguous):
        engine.cite("c", "S2", quote="two")


def test_a_source_named_like_an_id_makes_the_id_ambiguous(engine):
    first = engine.add_text("one", name="b")
    engine.add_text("two", name=str(first.id))

    with pytest.raises(SourceAmbiguous):
        engine.cite("c", str(first.id), quote="one")
    assert engine.cite("c", first.id, quote="one").citation.source_id == first.id


def test_names_belong_to_their_session(engine):
    engine.in_session("a b").add_text("one", name="c")
    engine.in_session("a").add_text("two", name="other")

    with pytest.raises(SourceNotFound):
        engine.in_session("a").cite("x", "b c", quote="one")


@pytest.mark.parametrize("source", [None, True, 1.5, b"law", ["law"], ""])
def test_what_names_no_source_is_refused_in_a_sentence(engine, source):
    engine.add_text(LAW, name="law")

    with pytest.raises(InvalidInput, match="The source is"):
        engine.cite("c", source, quote="ten")


@pytest.mark.parametrize(
    "source", [0, -1, 10**9, 2**63, 2**200, "S7", "law\0", "x" * 7_000, "~", ".."]
)
def test_a_source_that_is_not_there_is_not_found(engine, source):
    engine.add_text(LAW, name="law")

    with pytest.raises(SourceNotFound) as caught:
        engine.cite("c", source, quote="ten")
    assert len(str(caught.value)) < 500


def test_a_source_of_another_database_is_not_taken_for_ours(engine):
    ours = engine.add_text("Ours: kept for ten years.", name="ours")
    with CitationEngine(":memory:") as elsewhere:
        theirs = elsewhere.add_text("Theirs: kept for six years.", name="theirs")
    theirs = theirs.model_copy(update={"id": ours.id, "project_id": engine.project})

    with pytest.raises(SourceNotFound, match="another project or database"):
        engine.cite("Six years.", theirs, quote="six years")


@pytest.mark.parametrize(
    "changes",
    [
        {"type": "custom"},
        {"state": "ready", "content": "two hundred years"},
        {"snapshot_id": 10**9},
        {"name": "Trusted"},
    ],
)
def test_a_source_changed_in_the_hand_is_the_one_on_the_record(engine, changes):
    source = engine.add_text(LAW, name="law").model_copy(update=changes)

    result = engine.cite("c", source, quote="two hundred years", context="Trust me.")

    assert result.verification_status == "failed"
    assert not result.verdict.self_supplied
    assert "law" in result.verification_notes


def test_a_snapshot_of_another_source_is_not_borrowed(engine):
    mine = engine.add_text(LAW, name="law")
    other = engine.add_text("Kept for six years.", name="other")
    mixed = mine.model_copy(update={"snapshot_id": other.snapshot_id})

    result = engine.cite("Six years.", mixed, quote="six years")

    assert result.verification_status == "failed"
    assert result.citation.snapshot_id == mine.snapshot_id


def test_a_typed_method_wants_a_source_of_its_type(engine):
    source = engine.add_text(LAW, name="law")

    with pytest.raises(SourceNotFound, match="is a document, not a website"):
        engine.cite_web("c", source.id, "ten years", {})


# degraded ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.png", b"\x89PNG\r\n", "There is no reader for a.png."),
        ("a.exe", b"MZ\0", "There is no reader for a.exe."),
        ("a.json", b"{broken", "is not valid JSON"),
        ("a.txt", b"", "has no words"),
        ("a.md", b" \n\t\n", "has no words"),
    ],
)
def test_a_file_without_readable_words_is_kept_and_never_evidence(
    engine, tmp_path, name, data, reason
):
    source = engine.add(write(tmp_path / name, data))

    result = engine.cite("c", source, quote="broken")

    assert (source.state, source.content, source.number) == ("degraded", "", 1)
    assert reason in source.state_reason
    assert result.verification_status == "unverified"
    assert reason in result.verification_notes
    assert engine.get_citation(result.citation_id) == result.citation


def test_a_page_that_was_not_fetched_is_never_evidence(engine):
    page = engine.add_web_source("https://example.org/a")

    result = engine.cite_web("c", page.id, "context", {}, verbatim_quote="anything")

    assert result.verification_status == "unverified"
    assert "offline" in result.verification_notes


@pytest.mark.parametrize("words", ["", "  \n"])
@pytest.mark.parametrize("method", ["aggregation", "negative"])
def test_an_artifact_without_words_is_never_evidence(engine, judge, words, method):
    judge.answer = "unsupported" if method == "negative" else "supported"
    source = engine.add_custom_source("matrix", words)

    result = engine.cite("c", source, context="All of it.", method=method)

    assert source.state == "degraded"
    assert result.verification_status == "unverified"


def test_a_mended_file_is_ready(engine, tmp_path):
    path = write(tmp_path / "a.json", "{broken")
    broken = engine.add(path)
    write(path, '{"years": 10}')

    mended = engine.add(path)

    assert (mended.id, mended.state, mended.state_reason) == (broken.id, "ready", "")


def test_a_reader_that_breaks_does_not_stop_the_work(engine, tmp_path, monkeypatch):
    class Clumsy:
        name, version, in_process = "clumsy", "1", True

        def accepts(self, data, file_name):
            return True

        def read(self, data, file_name):
            raise ZeroDivisionError("oh\nno")

    monkeypatch.setattr(engine.state.shared, "readers", [Clumsy()])

    source = engine.add(write(tmp_path / "a.md"))

    assert source.state == "degraded"
    assert "The reader clumsy failed on a.md: ZeroDivisionError: oh no." in source.state_reason


# results and artifacts -----------------------------------------------------------------------


def test_a_query_is_kept_as_text_and_never_run(engine):
    source = engine.add_db_source(
        "slr", "Papers", query="DROP TABLE entry; --", result_description="3 records"
    )

    assert source.metadata == {"query": "DROP TABLE entry; --", "result_description": "3 records"}
    assert source.content == "3 records"
    assert engine.get_source(source.id).name == "Papers"


def test_a_result_without_anything_to_show_is_degraded(engine):
    source = engine.add_db_source("slr", "Papers", query="SELECT 1")

    assert source.state == "degraded"
    assert source.state_reason == "Neither a result nor a description of it was given."


def test_an_artifact_keeps_its_description(engine):
    source = engine.add_custom_source("matrix", "1 2", "A matrix", {"rows": 1})

    assert source.metadata == {"rows": 1, "description": "A matrix"}
    assert (source.identifier, source.content) == ("matrix", "1 2")


# what is refused -----------------------------------------------------------------------------


def nested(depth):
    value = {}
    for _ in range(depth):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    "metadata",
    [
        {"a": float("nan")},
        {"a": float("inf")},
        {"a": object()},
        {"a": {1, 2}},
        {"a": b"bytes"},
        {"a": "\ud800"},
        {"\ud800": 1},
        {1: "a"},
        nested(100_000),
        "author: A",
        ["author"],
        7,
    ],
)
def test_metadata_that_is_not_json_is_refused_in_a_sentence(engine, metadata):
    with pytest.raises(InvalidInput, match="The metadata") as caught:
        engine.add_text(LAW, name="law", metadata=metadata)

    assert len(str(caught.value)) < 600
    assert engine.list_sources() == []


def test_metadata_that_refers_to_itself_is_refused(engine):
    metadata = {}
    metadata["self"] = metadata

    with pytest.raises(InvalidInput, match="The metadata cannot be kept"):
        engine.add_text(LAW, name="law", metadata=metadata)


def test_the_limits_can_be_set_and_are_named():
    settings = Settings(judge="overlap", max_metadata=50, max_source_bytes=100)
    with CitationEngine(":memory:", settings=settings) as engine:
        with pytest.raises(InvalidInput, match="CITATION_MAX_METADATA"):
            engine.add_text(LAW, name="law", metadata={"a": "x" * 50})
        with pytest.raises(InvalidInput, match="CITATION_MAX_SOURCE_BYTES"):
            engine.add_text("ä" * 51, name="law")
        engine.add_text("ä" * 50, name="law", metadata={"a": "x" * 40})


@pytest.mark.parametrize(
    "given",
    [
        {"name": 5},
        {"name": ["a"]},
        {"version": 2024},
        {"name": "x" * 8_001},
        {"version": "\ud800"},
    ],
    ids=repr,
)
def test_a_name_or_version_that_is_no_text_is_refused(engine, tmp_path, given):
    path = write(tmp_path / "a.md")

    with pytest.raises(InvalidInput, match=r"The (name|version)"):
        engine.add(path, **given)


@pytest.mark.parametrize("text", [None, 5, b"bytes", ["a"]])
def test_words_that_are_no_text_are_refused(engine, text):
    with pytest.raises(InvalidInput, match="The content is"):
        engine.add_text(text, name="a", type="custom")


@pytest.mark.parametrize("name", [None, "", "  ", 5])
def test_a_source_needs_a_name(engine, name):
    with pytest.raises(InvalidInput, match="The identifier is"):
        engine.add_text(LAW, name=name)
    with pytest.raises(InvalidInput, match="The identifier is"):
        engine.add_db_source(name, "Result", result="42")
    with pytest.raises(InvalidInput, match="The identifier is"):
        engine.add_custom_source(name, "words")


@pytest.mark.parametrize("what", [None, 5, b"a.md", "", "a\0.md"])
def test_what_is_no_path_is_refused(engine, what):
    with pytest.raises(InvalidInput, match="is not a path"):
        engine.add(what)
    with pytest.raises(InvalidInput, match="is not a path"):
        engine.add_doc_source(what)


@pytest.mark.parametrize(
    "url",
    [
        None,
        5,
        "",
        "example.org",
        "ftp://example.org",
        "https://",
        "http://[::1",
        "https://user:secret@example.org/",
        "https://example.org:99999/",
        "https://example.org\\@evil.example",
        "javascript:alert(1)",
    ],
)
def test_what_is_no_web_address_is_refused(engine, url):
    with pytest.raises(InvalidInput):
        engine.add_web_source(url)
    with pytest.raises(InvalidInput):
        engine.register_source("website", url, content=LAW)
    assert engine.list_sources() == []


def test_a_file_cannot_be_registered_as_a_web_page(engine, tmp_path):
    path = write(tmp_path / "secret.md")

    with pytest.raises(InvalidInput, match="http"):
        engine.register_source("website", str(path))


def test_an_address_given_as_a_document_is_looked_for_as_a_file(engine):
    with pytest.raises(SourceNotFound, match="no file"):
        engine.register_source("document", "https://example.org/a.md")


def test_an_unknown_type_is_answered_with_those_there_are(engine):
    with pytest.raises(InvalidInput, match="document, website, database, custom"):
        engine.register_source("book", "a", content="b")


def test_unstorable_characters_are_replaced_and_everything_else_is_kept(engine):
    source = engine.add_text("a\0b\r\nc\ud800 \u202e\u200b", name="a")

    assert source.content == "a\ufffdb\nc\ufffd \u202e\u200b"


# once ----------------------------------------------------------------------------------------


def test_the_same_key_with_the_same_source_is_one_registration(engine):
    first = engine.add_text(LAW, name="law", idempotency_key="k")
    entries = len(list(engine.ledger.entries()))

    again = engine.add_text(LAW, name="law", idempotency_key="k")

    assert again == first
    assert len(list(engine.ledger.entries())) == entries


@pytest.mark.parametrize(
    "change",
    [
        {"text": "Other words."},
        {"name": "other"},
        {"version": "2"},
        {"metadata": {"a": 1}},
        {"type": "custom"},
    ],
    ids=repr,
)
def test_the_same_key_with_anything_else_is_a_conflict(engine, change):
    given = {"text": LAW, "name": "law"}
    engine.add_text(**given, idempotency_key="k")

    with pytest.raises(IdempotencyConflict, match="'k'"):
        engine.add_text(**{**given, **change}, idempotency_key="k")


def test_the_same_key_with_another_result_is_a_conflict(engine):
    engine.add_db_source("db", "Count", query="q", result="41", idempotency_key="k")

    with pytest.raises(IdempotencyConflict):
        engine.add_db_source("db", "Count", query="q", result="42", idempotency_key="k")


def test_a_key_of_a_citation_is_not_a_key_of_a_source(engine):
    source = engine.add_text(LAW, name="law", idempotency_key="k")

    with pytest.raises(IdempotencyConflict):
        engine.cite("c", source, quote="ten years", idempotency_key="k")
