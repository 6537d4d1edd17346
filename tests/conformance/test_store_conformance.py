"""What users rely on, the same on every database."""

import unicodedata
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from citation_engine import InvalidInput, Settings, SourceNotFound
from citation_engine.errors import CitationNotFound, EngineClosed, IdempotencyConflict
from citation_engine.testing import FakeJudge

LAW = "Records are kept for ten years. They may not be changed. Copies are allowed."


def together(many, work):
    """Run `work(0)` … `work(many - 1)` in as many threads, and return what each gave."""
    with ThreadPoolExecutor(many) as pool:
        return list(pool.map(work, range(many)))


def cite(engine, source, **given):
    return engine.cite("Records are kept for ten years.", source, quote="ten years", **given)


# sources ----------------------------------------------------------------------------------


def test_a_source_comes_back_as_it_went_in(engine):
    added = engine.add_text(LAW, name="law", version="2024", metadata={"pages": [1, 2.5, None]})

    found = engine.get_source(added.id)
    assert found == added
    assert (found.name, found.version, found.content) == ("law", "2024", LAW)
    assert found.metadata == {"pages": [1, 2.5, None]}
    assert (found.number, found.label, found.snapshots) == (1, "S1", 1)
    assert found.project_id == engine.project


def test_a_second_registration_gives_the_same_source_and_number(engine):
    first = engine.add_text(LAW, name="law")
    engine.add_text("Something else.", name="other")
    again = engine.add_text(LAW, name="law")

    assert (again.id, again.number, again.snapshots) == (first.id, first.number, 1)
    assert [source.number for source in engine.list_sources()] == [1, 2]


def test_a_second_registration_fills_in_what_was_missing_and_overwrites_nothing(engine):
    engine.add_text(LAW, name="law", metadata={"author": "A"})
    again = engine.add_text(LAW, name="law", version="2", metadata={"author": "B", "year": 1999})

    assert again.version == "2"
    assert again.metadata == {"author": "A", "year": 1999}


def test_changed_words_are_a_new_snapshot_and_citations_stay_with_theirs(engine):
    old = engine.add_text("Kept for ten years.", name="law")
    cited = engine.cite("Ten.", old, quote="ten years").citation
    new = engine.add_text("Kept for six years.", name="law")

    assert new.id == old.id
    assert [s.ordinal for s in engine.get_snapshots(new.id)] == [1, 2]
    assert engine.get_source(new.id).content == "Kept for six years."
    assert engine.get_snapshot(engine.get_citation(cited.id).snapshot_id).text == (
        "Kept for ten years."
    )


def test_a_file_and_its_later_version_are_one_source(engine, tmp_path):
    path = tmp_path / "law.md"
    path.write_text("Ten years.")
    first = engine.add(path)
    path.write_text("Six years.")
    second = engine.add(path)

    assert (second.id, second.snapshots) == (first.id, 2)


def test_numbers_are_dense_and_unique_when_eight_threads_register_at_once(engine):
    added = together(
        8, lambda n: [engine.add_text(f"Text {n} {i}", name=f"{n}-{i}") for i in range(3)]
    )

    numbers = sorted(source.number for batch in added for source in batch)
    assert numbers == list(range(1, 25))
    assert len({source.id for batch in added for source in batch}) == 24


def test_sixteen_threads_that_register_the_same_source_get_one(engine):
    added = together(16, lambda _: engine.add_text(LAW, name="law"))

    assert {(source.id, source.number) for source in added} == {(added[0].id, 1)}
    assert len(engine.list_sources()) == 1
    assert len(engine.get_snapshots(added[0].id)) == 1


def test_two_engines_that_register_the_same_source_get_one(place):
    if not place.stays:
        pytest.skip("Memory has one engine.")
    with place.open(session="one") as one, place.open(session="two") as two:
        added = together(8, lambda n: (one if n % 2 else two).add("https://example.org/Page"))

        assert len({source.id for source in added}) == 1
        assert len(one.list_sources()) == 1


def test_sources_are_listed_by_type_and_by_session(engine):
    engine.add_text(LAW, name="law")
    engine.add_custom_source("matrix", "a b c")
    other = engine.in_session("other")
    other.add_custom_source("plot", "1 2 3")

    assert [source.name for source in engine.list_sources()] == ["law", "matrix", "plot"]
    assert [source.name for source in engine.list_sources("custom")] == ["matrix", "plot"]
    assert [source.name for source in engine.list_sources(session_id="other")] == ["plot"]
    assert engine.list_sources(session_id="nobody's") == []


# citations --------------------------------------------------------------------------------


def test_a_citation_comes_back_as_it_went_in(engine):
    law = engine.add_text(LAW, name="law")
    result = engine.cite(
        "Records are kept for ten years.",
        law,
        quote="kept for ten years",
        context="Records are kept for ten years.",
        locator={"section": "§ 1", "paragraph": 3},
        reasoning="It says so.",
        confidence="medium",
        language="en",
    )

    found = engine.get_citation(result.citation_id)
    assert found == result.citation
    assert found.locator.given() == {"section": "§ 1", "paragraph": 3}
    assert found.passage.text == "kept for ten years"
    assert found.verification_status == "verified"
    assert engine.get_citation(f"[{found.id}]") == found


@pytest.mark.parametrize(
    ("judge", "quote", "status"),
    [
        (FakeJudge("supported"), "ten years", "verified"),
        (FakeJudge("supported"), "two centuries", "failed"),
        (FakeJudge("contradicted"), "ten years", "failed"),
        (FakeJudge("undecided"), "ten years", "unverified"),
        ("none", "ten years", "unverified"),
        (FakeJudge(available=False), "ten years", "pending"),
    ],
)
def test_what_a_check_found_is_the_status_that_is_kept(place, judge, quote, status):
    with place.open(judge=judge) as engine:
        law = engine.add_text(LAW, name="law")
        result = engine.cite("Kept for ten years.", law, quote=quote)

        assert result.verification_status == status
        assert engine.get_citation(result.citation_id).verification_status == status
        assert [c.id for c in engine.get_citations_by_status(status)] == [result.citation_id]


def test_filters_narrow_together(engine):
    law, other = engine.add_text(LAW, name="law"), engine.add_text("ten years", name="other")
    one, two = cite(engine, law).citation_id, cite(engine, other).citation_id
    three = cite(engine.in_session("later"), law).citation_id
    four = engine.cite("Wrong.", law, quote="a thousand moons").citation_id

    def ids(**filters):
        return [citation.id for citation in engine.list_citations(**filters)]

    assert ids() == [one, two, three, four]
    assert ids(source_id=law.id) == [one, three, four]
    assert ids(session_id="later") == [three]
    assert ids(source_id=law.id, verification_status="failed") == [four]
    assert ids(source_id=other.id, session_id="later") == []
    assert ids(after=one, limit=2) == [two, three]
    assert [c.id for c in engine.get_citations_for_source(law.id)] == [one, three, four]


@pytest.mark.parametrize("id", [0, -1, 10**9, 2**63 - 1, 2**63, 10**30, True, "x", "[999999]", ""])
def test_unknown_ids_give_nothing_and_raise_nothing(engine, id):
    cite(engine, engine.add_text(LAW, name="law"))

    assert engine.get_citation(id) is None or id is True
    assert engine.get_source(id) is None
    assert engine.get_snapshot(id) is None
    assert engine.get_snapshots(id) == []


@pytest.mark.parametrize("id", [10**9, 2**63, 10**30])
def test_filters_by_unknown_ids_give_nothing(engine, id):
    cite(engine, engine.add_text(LAW, name="law"))

    assert engine.list_citations(source_id=id) == []
    assert engine.get_citations_for_source(id) == []
    with pytest.raises(SourceNotFound):
        engine.cite("Claim.", id, quote="ten years")


@pytest.mark.parametrize("given", [{"limit": -1}, {"after": -1}, {"limit": 1.5}, {"limit": "1"}])
def test_a_limit_that_is_no_number_is_refused(engine, given):
    with pytest.raises(InvalidInput, match="0 or more"):
        engine.list_citations(**given)


def test_a_limit_may_be_none_at_all_or_larger_than_any_database(engine):
    made = cite(engine, engine.add_text(LAW, name="law")).citation_id

    assert engine.list_citations(limit=0) == []
    assert [c.id for c in engine.list_citations(limit=10**30)] == [made]
    assert engine.list_citations(after=10**30) == []
    assert [c.id for c in engine.list_citations(as_of=10**30)] == [made]


def test_citing_a_source_that_is_not_there_leaves_nothing(engine):
    with pytest.raises(SourceNotFound):
        engine.cite("Claim.", 10**9, quote="x")

    assert engine.list_citations() == []


# idempotency ------------------------------------------------------------------------------


def test_the_same_key_with_the_same_request_is_the_same_citation(engine):
    law = engine.add_text(LAW, name="law")
    first = cite(engine, law, idempotency_key="k")
    again = cite(engine, law, idempotency_key="k")

    assert again.citation == first.citation
    assert len(engine.list_citations()) == 1


def test_without_a_key_two_equal_calls_are_two_citations(engine):
    law = engine.add_text(LAW, name="law")

    assert cite(engine, law).citation_id != cite(engine, law).citation_id


def test_the_same_key_with_another_request_is_an_error_and_writes_nothing(engine):
    law = engine.add_text(LAW, name="law")
    cite(engine, law, idempotency_key="k")

    with pytest.raises(IdempotencyConflict, match="'k'"):
        engine.cite("Something else.", law, quote="ten years", idempotency_key="k")
    assert len(engine.list_citations()) == 1


def test_a_key_of_one_project_means_nothing_in_another(engine):
    other = engine.in_session(project=f"other {uuid4().hex}")
    first = cite(engine, engine.add_text(LAW, name="law"), idempotency_key="k")
    second = cite(other, other.add_text(LAW, name="law"), idempotency_key="k")

    assert first.citation_id != second.citation_id


def test_thirty_two_threads_with_the_same_key_make_one_citation(engine):
    law = engine.add_text(LAW, name="law")
    made = together(32, lambda _: cite(engine, law, idempotency_key="same").citation_id)

    assert len(set(made)) == 1
    assert [citation.id for citation in engine.list_citations()] == [made[0]]


def test_a_source_is_registered_once_under_a_key(engine):
    first = engine.add_text(LAW, name="law", idempotency_key="k")
    size = engine.ledger.sequence()
    again = engine.add_text(LAW, name="law", idempotency_key="k")

    assert again == first
    assert engine.ledger.sequence() == size


# relations and time -----------------------------------------------------------------------


def test_relations_are_kept_in_order(engine):
    law = engine.add_text(LAW, name="law")
    one, two = cite(engine, law), cite(engine, law)
    third = cite(engine, law, related=[two.citation_id, one.citation_id], relation="supports")

    found = engine.get_citation(third.citation_id)
    assert found.related_citations == (two.citation_id, one.citation_id)
    assert found.relation_type == "supports"
    assert found.superseded_by is None


def test_a_relation_to_a_citation_that_is_not_there_writes_nothing(engine):
    law = engine.add_text(LAW, name="law")

    with pytest.raises(CitationNotFound):
        cite(engine, law, related=[10**9], relation="supports")
    assert engine.list_citations() == []


def test_a_citation_that_supersedes_another_shows_on_the_older_one(engine):
    law = engine.add_text(LAW, name="law")
    old = cite(engine, law).citation_id
    new = cite(engine, law, related=old, relation="supersedes").citation_id

    assert engine.get_citation(old).superseded_by == new
    assert engine.get_citation(new).superseded_by is None


def test_as_of_shows_what_was_known_then(engine):
    law = engine.add_text(LAW, name="law")
    old = cite(engine, law).citation_id
    then = engine.ledger.sequence() - 1
    new = cite(engine, law, related=old, relation="supersedes").citation_id

    assert engine.get_citation(old, as_of=then).superseded_by is None
    assert engine.get_citation(new, as_of=then) is None
    assert [c.id for c in engine.list_citations(as_of=then)] == [old]
    assert [c.id for c in engine.list_citations(as_of=engine.ledger.sequence())] == [old, new]


def test_the_log_has_no_gaps_when_eight_threads_cite(engine):
    law = engine.add_text(LAW, name="law")
    together(8, lambda n: [cite(engine, law) for _ in range(5)])

    entries = list(engine.ledger.entries())
    assert [entry.index for entry in entries] == list(range(engine.ledger.sequence()))
    assert sum(entry.type == "citation.created" for entry in entries) == 40
    assert len({entry.entry_id for entry in entries}) == len(entries)


def test_one_writer_sees_its_entries_in_the_order_they_were_made(engine):
    law = engine.add_text(LAW, name="law")
    made = [cite(engine, law).citation.entry_id for _ in range(5)]

    logged = [e.entry_id for e in engine.ledger.entries() if e.type == "citation.created"]
    assert logged == made


def test_a_citation_stands_although_the_log_cannot_be_signed(place, tmp_path, caplog):
    settings = Settings(
        judge="overlap", checkpoint_entries=1, signing_key=str(tmp_path / "no such key")
    )
    with place.open(settings=settings) as engine:
        law = engine.add_text(LAW, name="law")
        made = cite(engine, law)

        assert [c.id for c in engine.list_citations()] == [made.citation_id]
    assert "could not be signed" in caplog.text


# apart ------------------------------------------------------------------------------------


def test_sessions_number_the_same_library_each_for_itself(engine):
    engine.add_text("First.", name="first")
    law = engine.add_text(LAW, name="law")
    other = engine.in_session("other")
    same = other.add_text(LAW, name="law")

    assert (law.number, same.number) == (2, 1)
    assert law.id == same.id
    assert other.cite("Ten.", "S1", quote="ten years").citation.source_id == law.id


def test_projects_see_nothing_of_each_other(engine):
    law = engine.add_text(LAW, name="law")
    made = cite(engine, law)
    other = engine.in_session(project=f"other {uuid4().hex}")

    assert other.list_sources() == []
    assert other.list_citations() == []
    assert other.get_source(law.id) is None
    assert other.get_snapshot(law.snapshot_id) is None
    assert other.get_snapshots(law.id) == []
    assert other.get_citation(made.citation_id) is None
    with pytest.raises(SourceNotFound):
        other.cite("Claim.", law.id, quote="ten years")
    with pytest.raises(SourceNotFound):
        other.cite("Claim.", law, quote="ten years")
    assert other.add_text(LAW, name="law").id != law.id


def test_a_citation_of_another_project_cannot_be_related_to(engine):
    made = cite(engine, engine.add_text(LAW, name="law"))
    other = engine.in_session(project=f"other {uuid4().hex}")
    law = other.add_text(LAW, name="law")

    with pytest.raises(CitationNotFound):
        cite(other, law, related=[made.citation_id], relation="supports")


# texts ------------------------------------------------------------------------------------

WORDS = {
    "emoji": "👩‍👩‍👧‍👦 ten years 🇩🇪 𝔉𝔯𝔞𝔨𝔱𝔲𝔯",
    "composed": unicodedata.normalize("NFC", "Prüfung für ten years Ångström"),
    "decomposed": unicodedata.normalize("NFD", "Prüfung für ten years Ångström"),
    "controls": "a\tb\x01\x7f\u200b\ufeff\u2028 ten years \u202e",
    "quotes": "'; DROP TABLE entry; -- ten years \\' \\x00 %s %(x)s :name ? $1 {0}",
    "edges": "\ud7ff\ue000\ufffd\uffff\U0010ffff ten years",
}


@pytest.mark.parametrize("text", WORDS.values(), ids=WORDS)
def test_texts_are_kept_character_by_character(engine, text):
    name = f"law {text}"
    source = engine.add_text(text, name=name, version=text, metadata={text: text})
    made = engine.cite(text, source, quote="ten years", reasoning=text, idempotency_key=text)

    found, cited = engine.get_source(source.id), engine.get_citation(made.citation_id)
    assert (found.content, found.name, found.version) == (text, name, text)
    assert found.metadata == {text: text}
    assert (cited.claim, cited.relevance_reasoning) == (text, text)
    assert cited.passage.text == "ten years"
    assert engine.cite("Again.", name, quote="ten years").citation.source_id == source.id


def test_what_cannot_be_stored_in_a_source_is_replaced_alike(engine):
    source = engine.add_text("a\x00b\ud800c ten\r\nyears", name="law")

    assert engine.get_source(source.id).content == "a\ufffdb\ufffdc ten\nyears"


def test_nul_in_a_claim_is_kept(engine):
    law = engine.add_text(LAW, name="a\x00b", metadata={"k\x00": "v\x00"})
    made = engine.cite("Ten\x00years.", law, quote="ten years", idempotency_key="k\x00")

    assert engine.get_citation(made.citation_id).claim == "Ten\x00years."
    assert engine.get_source(law.id).metadata == {"k\x00": "v\x00"}
    assert engine.get_source(law.id).name == "a\x00b"


@pytest.mark.parametrize("name", ["claim", "quote", "context", "idempotency_key"])
def test_half_a_character_in_a_citation_is_refused_with_its_place(engine, name):
    law = engine.add_text(LAW, name="law")
    given = {"claim": "Claim.", "source": law, "quote": "ten years", name: "ab\ud800"}

    with pytest.raises(InvalidInput, match="position 2"):
        engine.cite(**given)
    assert engine.list_citations() == []


@pytest.mark.parametrize("name", ["a\x00b", "a\ud800b", "a\nb"])
def test_a_project_or_session_with_a_name_that_cannot_be_shown_is_refused(engine, name):
    with pytest.raises(InvalidInput):
        engine.in_session(project=name)
    with pytest.raises(InvalidInput):
        engine.in_session(name)


@pytest.mark.parametrize(
    "name", ["Ünïcode 🗂", "a/b?c#d%20", "'; DROP TABLE project; --", "x" * 200]
)
def test_any_other_name_of_a_project_is_fine(engine, name):
    own = engine.in_session(project=f"{name} {uuid4().hex[:8]}"[-200:])
    made = cite(own, own.add_text(LAW, name="law"))

    assert own.get_citation(made.citation_id).project_id == own.project


def test_a_source_of_five_megabytes_is_kept_whole_and_searched_to_its_end(engine):
    text = "".join(f"Line {n} of a long report on waste ✓.\n" for n in range(130_000)) + "The end."
    assert len(text.encode()) > 5_000_000
    source = engine.add_text(text, name="long")
    made = engine.cite("It ends.", source, quote="The end.")

    assert engine.get_source(source.id).content == text
    assert made.citation.passage.start == len(text) - len("The end.")


# life -------------------------------------------------------------------------------------


def test_closing_twice_is_fine_and_a_closed_engine_says_so(place):
    engine = place.open()
    law = engine.add_text(LAW, name="law")
    engine.close()
    engine.close()

    for call in (
        engine.list_sources,
        lambda: engine.get_citation(1),
        lambda: cite(engine, law),
        lambda: engine.add_text("More.", name="more"),
        lambda: list(engine.ledger.entries(0, 1)),
        engine.ledger.sequence,
    ):
        with pytest.raises(EngineClosed, match="Open a new one"):
            call()


def test_everything_is_there_after_reopening(place):
    if not place.stays:
        pytest.skip("Memory is gone when it is closed.")
    with place.open(session="s") as engine:
        law = engine.add_text(LAW, name="law")
        made = cite(engine, law, idempotency_key="k")
        entries = [entry.body for entry in engine.ledger.entries()]

    with place.open(session="s") as engine:
        assert engine.get_source(law.id) == law
        assert engine.get_citation(made.citation_id) == made.citation
        assert [entry.body for entry in engine.ledger.entries()] == entries
        assert cite(engine, law, idempotency_key="k").citation_id == made.citation_id
        assert engine.add_text("Next.", name="next").number == 2


def test_an_engine_sees_what_another_one_wrote_a_moment_ago(place):
    if not place.stays:
        pytest.skip("Memory has one engine.")
    with place.open() as one, place.open() as two:
        law = one.add_text(LAW, name="law")
        made = cite(two, two.get_source(law.id))

        assert one.get_citation(made.citation_id) == made.citation
        assert one.ledger.sequence() == two.ledger.sequence()
