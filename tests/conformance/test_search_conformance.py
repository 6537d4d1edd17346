"""Searching finds the same, in the same order, on every database."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from citation_engine import InvalidInput, SourceNotFound
from citation_engine.model.source import NewSource
from citation_engine.testing import HashingEmbedder

GERMAN = (
    "Die Unterlagen sind geordnet zu speichern. Die Aufbewahrungsfrist beträgt zehn Jahre. "
    "Sie beginnt mit dem Schluss des Kalenderjahrs. Die Bücher wurden von der Behörde geprüft.\n\n"
    "Die Anschrift des Amtes ist die Lange Straße 7."
)
ENGLISH = (
    "This guide tells how records are kept. The retention period for invoices is ten years. "
    "It starts at the end of the year in which the invoice was issued.\n\n"
    "Other retention periods are shorter."
)
FILLER = "\n\n".join(
    f"Paragraph {n}. " + "The committee met in the large hall and spoke about the weather. " * 12
    for n in range(30)
)


@pytest.fixture
def library(engine):
    engine.add_text(GERMAN, name="Aufbewahrungsverordnung")
    engine.add_text(ENGLISH, name="Record keeping", type="custom")
    engine.add_text(FILLER, name="Minutes of the committee")
    return engine


def shown(hits):
    return [(hit.source.name, hit.passage.text if hit.passage else None) for hit in hits]


@pytest.mark.parametrize(
    ("query", "name", "why"),
    [
        ("Aufbewahrungsfristen", "Aufbewahrungsverordnung", "Aufbewahrungsfrist"),
        ("retention periods", "Record keeping", "retention"),
        ("Strasse", "Aufbewahrungsverordnung", "Straße"),
        ("STRASZE STRASSE", "Aufbewahrungsverordnung", "Straße"),
        ("geprueft", "Aufbewahrungsverordnung", "geprüft"),
        ("gepruft", "Aufbewahrungsverordnung", "geprüft"),
        ("Frist", "Aufbewahrungsverordnung", "Aufbewahrungsfrist"),
        ("Aufbewahrung", "Aufbewahrungsverordnung", "Aufbewahrungsfrist"),
        ("buecher", "Aufbewahrungsverordnung", "Bücher"),
        ("invoice", "Record keeping", "invoices"),
        ("weather committees", "Minutes of the committee", "committee"),
    ],
)
def test_words_are_found_in_every_form(library, query, name, why):
    hit = library.search(query)[0]

    assert hit.source.name == name
    assert why in hit.why
    assert hit.passage is not None
    assert all(mark.of(library.get_source(hit.source.id).content) in hit.why for mark in hit.marks)


def test_a_passage_is_the_words_of_the_source_at_its_place(library):
    for hit in library.search("retention committee Aufbewahrungsfrist", limit=50):
        text = library.get_source(hit.source.id).content
        if hit.passage:
            assert text[hit.passage.start : hit.passage.end] == hit.passage.text
            assert hit.passage.line == text.count("\n", 0, hit.passage.start) + 1


def test_a_phrase_is_found_only_as_it_stands(library):
    together = library.search('"retention period for invoices"')
    turned = library.search('"invoices for retention"')

    assert shown(together) == [
        ("Record keeping", "The retention period for invoices is ten years.")
    ]
    assert turned == []


def test_a_phrase_over_the_end_of_a_piece_is_found(engine):
    sentences = [f"Sentence number {n} has exactly these words in it." for n in range(200)]
    engine.add_text(" ".join(sentences), name="numbers")

    for n in range(0, 199, 7):
        hits = engine.search(f'"words in it sentence number {n + 1} has"')
        assert len(hits) == 1
        assert f"number {n + 1} " in hits[0].passage.text


def test_what_has_all_words_comes_before_what_has_some(library):
    hits = library.search("ten years hall")

    assert {hit.source.name for hit in hits} == {"Record keeping", "Minutes of the committee"}
    assert hits[0].score >= hits[-1].score > 0


def test_a_source_is_found_by_what_it_is_called(library):
    (hit,) = library.search("verordnung")

    assert (hit.source.name, hit.in_name) == ("Aufbewahrungsverordnung", True)
    assert hit.passage is None
    assert hit.why == ("Aufbewahrungsverordnung",)


def test_a_source_without_words_is_found_by_its_description(engine):
    new = NewSource(
        type="website",
        identifier="https://example.org/a",
        name="A page",
        preview="A hit about crocodiles.",
        metadata={"author": "Adalbert"},
        state="preview",
        keys=("web https://example.org/a",),
    )
    engine.sources.record(new)

    assert [hit.source.name for hit in engine.search("Adalbert")] == ["A page"]
    assert [hit.source.name for hit in engine.search("crocodile")] == ["A page"]
    assert engine.find_evidence("A hit about crocodiles.") == []


def test_one_source_does_not_crowd_out_the_others(library):
    hits = library.search("committee weather retention", limit=50)
    crowded = library.search("committee weather retention", limit=50, per_source=None)

    assert sum(hit.source.name.startswith("Minutes") for hit in hits) == 3
    assert len(crowded) > len(hits)


def test_filters_leave_out_the_rest(library):
    law, guide, _ = library.list_sources()
    library.tag(law, "tax", "old")
    library.untag(law, "old")
    other = library.in_session("other")
    other.add_text(ENGLISH, name="Record keeping", type="custom")

    def names(**filters):
        return sorted({hit.source.name for hit in library.search("ten years zehn", **filters)})

    assert names() == [law.name, guide.name]
    assert names(type="custom") == [guide.name]
    assert names(tag="TAX") == [law.name]
    assert names(tag="old") == []
    assert names(tag="unheard of") == []
    assert names(session_id="other") == [guide.name]
    assert names(session_id="nobody's") == []
    assert names(sources=[law]) == [law.name]
    assert names(sources=["S2", law.id]) == [law.name, guide.name]
    assert names(sources=[law], tag="tax", type="custom") == []
    with pytest.raises(SourceNotFound):
        names(sources=["S99"])


def test_only_the_latest_words_are_found(engine, tmp_path):
    path = tmp_path / "law.txt"
    path.write_text("The old rule speaks of crocodiles.")
    engine.add(path)
    path.write_text("The new rule speaks of alligators.")
    source = engine.add(path)

    assert engine.search("crocodiles") == []
    assert [hit.source.id for hit in engine.search("alligators")] == [source.id]
    (old,) = engine.search("crocodiles", older=True)
    assert old.snapshot_id != source.snapshot_id
    assert engine.get_snapshot(old.snapshot_id).text[old.marks[0].start :].startswith("crocodiles")


def test_projects_do_not_see_each_other(library, place):
    other = library.in_session(project=f"{place.project} other")
    other.add_text("The retention period is secret here.", name="secret")

    assert [hit.source.name for hit in other.search("retention")] == ["secret"]
    assert "secret" not in {hit.source.name for hit in library.search("retention secret")}
    assert other.search("Aufbewahrungsfrist") == []


def test_evidence_is_the_sentence_that_speaks_of_the_claim(library):
    german = library.find_evidence("Bücher werden zehn Jahre lang aufbewahrt.")
    english = library.find_evidence("Invoices must be retained for ten years.", limit=1)

    assert german[0].source.name == "Aufbewahrungsverordnung"
    assert "zehn Jahre" in german[0].passage.text
    assert [found.passage.text for found in english] == [
        "The retention period for invoices is ten years."
    ]
    assert english[0].why == ("invoices", "ten", "years")


def test_evidence_comes_from_the_named_sources(library):
    found = library.find_evidence("ten years zehn Jahre", sources=["S1"])

    assert {evidence.source.number for evidence in found} == {1}


def test_equal_passages_come_in_the_order_of_their_sources(engine):
    for n in range(6):
        engine.add_text(f"Records are kept for ten years. Copy {n}.", name=f"copy {n}")

    first, second = (shown(engine.find_evidence("kept for ten years", limit=6)) for _ in "ab")
    assert first == second
    assert [name for name, _ in first] == [f"copy {n}" for n in range(6)]


@pytest.mark.parametrize("query", ["", "   ", "…", '""'])
def test_a_query_without_words_is_refused(library, query):
    with pytest.raises(InvalidInput):
        library.search(query)
    with pytest.raises(InvalidInput):
        library.find_evidence(query)


@pytest.mark.parametrize(
    "query",
    [
        "' OR 1=1 --",
        'a"b',
        "NEAR(a b)",
        "stems: x",
        "a & b | !c",
        "a:*",
        "'x':A",
        "\\ a",
        "x\x00y",
        "\u202eabc",
        "𝔘𝔫𝔦𝔠𝔬𝔡𝔢",
        "e" * 5_000,
        "(" * 50 + "a",
        "* ^ - + ~ {a b} : col",
        "und " * 400,
    ],
)
def test_no_query_can_break_the_database(library, query):
    library.search(query)
    library.find_evidence(query)


def test_words_of_scripts_without_spaces_are_found(engine):
    engine.add_text("これは保存期間についての文書です。保存期間は十年です。", name="日本語")

    assert len(engine.search("保存期間")) == 1
    assert engine.search("間期存保") == []


def test_near_duplicates_are_told_and_kept_apart(engine):
    text = " ".join(f"Sentence {n} speaks about matter {n * 7 % 31} at length." for n in range(60))
    first = engine.add_text(text, name="first")
    second = engine.add_text(text.replace("Sentence 30", "Satz 30"), name="second")
    engine.add_text(FILLER, name="unlike")
    short = engine.add_text("Too short to tell.", name="short")

    (duplicate,) = engine.near_duplicates(second)
    assert duplicate.source.id == first.id
    assert 0.9 < duplicate.likeness <= 1.0
    assert [d.source.id for d in engine.near_duplicates("S1")] == [second.id]
    assert engine.near_duplicates(short) == []
    assert len(engine.list_sources()) == 4


def test_a_source_is_no_duplicate_of_its_own_older_words(engine, tmp_path):
    path = tmp_path / "law.txt"
    path.write_text(FILLER)
    engine.add(path)
    path.write_text(FILLER + " One more sentence.")
    source = engine.add(path)
    copy = engine.add_text(FILLER + " The end.", name="nearly the old words")

    assert [d.source.id for d in engine.near_duplicates(source)] == [copy.id]
    assert [d.source.id for d in engine.near_duplicates(copy)] == [source.id]


def test_vectors_find_what_words_do_not(library):
    embedder = HashingEmbedder(meanings={"dinosaur": "weather", "epoch": "year"})
    assert library.search("dinosaurs") == []

    made = library.embed_sources(embedder, batch=7)
    hits = library.search("dinosaurs", embedder=embedder)

    assert made > 20
    assert library.embed_sources(embedder) == 0
    assert hits[0].source.name == "Minutes of the committee"
    assert (hits[0].why, hits[0].marks) == ((), ())
    assert hits[0].passage.text in library.get_source(hits[0].source.id).content


def test_vectors_and_words_are_fused(library):
    embedder = HashingEmbedder(meanings={"dinosaur": "weather"})
    library.embed_sources(embedder)
    hits = library.search("retention dinosaurs", embedder=embedder, limit=10)
    limited = library.search("dinosaurs", embedder=embedder, sources=["S1"])

    assert {"Record keeping", "Minutes of the committee"} <= {hit.source.name for hit in hits}
    assert all(hit.source.number == 1 for hit in limited)


def test_vectors_of_another_embedder_are_not_compared(library):
    library.embed_sources(HashingEmbedder(meanings={"dinosaur": "weather"}))
    other = HashingEmbedder(identity="another")

    assert library.search("dinosaurs", embedder=other) == []


def test_what_is_no_embedder_is_refused(library):
    with pytest.raises(InvalidInput, match="not an embedder"):
        library.search("ten", embedder=object())
    with pytest.raises(InvalidInput, match="vectors for"):
        library.embed_sources(_Wrong())


class _Wrong:
    identity = "wrong"

    def embed(self, texts):
        return [[1.0]] * (len(texts) + 1)


def test_two_writers_make_one_index(place):
    if not place.stays:
        pytest.skip("A database in memory has one engine.")

    def add(numbers):
        with place.open() as engine:
            for n in numbers:
                engine.add_text(f"Word{n} stands here beside crocodiles.", name=f"source {n}")

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(add, (range(12), range(6, 18))))
    with place.open() as engine:
        found = engine.search("crocodiles", limit=100)
        one_by_one = [len(engine.search(f"Word{n}")) for n in range(18)]

    assert sorted({hit.source.name for hit in found}) == sorted(f"source {n}" for n in range(18))
    assert len(found) == 18
    assert one_by_one == [1] * 18
