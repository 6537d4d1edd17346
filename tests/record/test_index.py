"""The search index is made from the record, goes with the words, and cannot make words up."""

import pytest
from sqlalchemy import text

from citation_engine import CitationEngine
from citation_engine.testing import FakeJudge, HashingEmbedder
from record import tampering
from record.scenario import open_engine

WHY = {"reason": "somebody asked", "authority": "data protection office"}
SECRET = (
    "Kanarienvogelzüchterin Quasimodine wohnt in der Xylophongasse. "
    "Die Züchterin hat viele Vögel, und sie singen am Morgen, wenn die Sonne über den Dächern "
    "steht, und am Abend, wenn der Wind aus dem Tal heraufkommt und die Fenster offen sind."
)
STEMS = ("kanarienvogelzuchterin", "quasimodin", "xylophongass")
INDEX = ("chunk", "sketch", "band", "vector")


def traces(folder, *words):
    """The files that hold one of these words, forwards or backwards, in any case."""
    wanted = [w.encode() for word in words for w in (word, word[::-1])]
    found = [path for path in folder.rglob("*") if path.is_file()]
    return [
        (path.name, word) for path in found for word in wanted if word in path.read_bytes().lower()
    ]


def rows_of(engine, *tables):
    with engine.db.connect() as connection:
        return {
            table: sorted(map(repr, connection.execute(text(f"SELECT * FROM {table}"))))
            for table in tables
        }


def counts(engine):
    return {table: len(rows) for table, rows in rows_of(engine, *INDEX).items()}


def add_others(engine, first, last):
    for n in range(first, last):
        engine.add_text(f"Other words number {n} about the weather. " * 30, name=f"other {n}")


def test_no_trace_of_redacted_words_is_left_in_the_index(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    with open_engine(data / "a.db", tmp_path / "keys") as engine:
        add_others(engine, 0, 9)
        source = engine.add_text(SECRET, name="About Quasimodine")
        add_others(engine, 9, 30)
        engine.embed_sources(HashingEmbedder())
        assert traces(data, *STEMS)
        before = counts(engine)

        result = engine.redact(source=source, **WHY)
        after = counts(engine)

        assert result.erased
        assert traces(data, *STEMS, "quasimodine", "xylophongasse") == []
        assert all(after[table] < before[table] for table in INDEX)
        assert engine.search("Quasimodine") == []
        assert len(engine.search("weather", limit=100)) == 30
        assert engine.ledger.verify().ok
    assert traces(data, *STEMS) == []


def test_the_last_words_of_an_index_go_too(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    with open_engine(data / "a.db", tmp_path / "keys") as engine:
        source = engine.add_text(SECRET, name="secret")
        engine.redact(source=source, **WHY)

        assert traces(data, *STEMS) == []
        assert counts(engine) == dict.fromkeys(INDEX, 0)


def test_redacting_a_citation_leaves_the_index_alone(tmp_path):
    with open_engine(tmp_path / "a.db", tmp_path / "keys") as engine:
        source = engine.add_text(SECRET, name="secret")
        cited = engine.cite("She lives there.", source, quote="wohnt in der Xylophongasse")
        before = rows_of(engine, *INDEX)
        engine.redact(citation=cited.citation_id, **WHY)

        assert rows_of(engine, *INDEX) == before


def test_rebuilding_makes_the_same_index(tmp_path):
    with open_engine(tmp_path / "a.db", tmp_path / "keys") as engine:
        add_others(engine, 0, 4)
        engine.add_text(SECRET, name="secret")
        before = rows_of(engine, "chunk", "sketch", "band")
        engine.ledger.rebuild()

        assert rows_of(engine, "chunk", "sketch", "band") == before
        assert [hit.source.name for hit in engine.search("Quasimodine")] == ["secret"]


def test_rebuilding_repairs_an_index_that_was_changed(tmp_path):
    path = tmp_path / "a.db"
    with open_engine(path, tmp_path / "keys") as engine:
        engine.add_text(SECRET, name="secret")
        other = engine.in_session(project="other")
        other.add_text(SECRET, name="secret elsewhere")
        before = rows_of(engine, "chunk", "sketch", "band")
    with tampering.unguarded(path) as connection:
        connection.execute("UPDATE chunk SET stems = '1xnothing', start = 3")
        connection.execute("INSERT INTO chunk_words (chunk_words) VALUES ('delete-all')")
        connection.execute("DELETE FROM band")
    with open_engine(path, tmp_path / "keys") as engine:
        assert engine.search("Quasimodine") == []
        engine.ledger.rebuild()
        engine.in_session(project="other").ledger.rebuild()

        assert rows_of(engine, "chunk", "sketch", "band") == before
        assert len(engine.search("Quasimodine")) == 1
        assert len(engine.in_session(project="other").search("Quasimodine")) == 1


def test_rebuilding_brings_no_redacted_words_back(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    with open_engine(data / "a.db", tmp_path / "keys") as engine:
        engine.redact(source=engine.add_text(SECRET, name="secret"), **WHY)
        engine.ledger.rebuild()

        assert counts(engine) == dict.fromkeys(INDEX, 0)
        assert traces(data, *STEMS) == []


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE chunk SET start = start + 5",
        "UPDATE chunk SET byte_start = byte_start + 5",
        "UPDATE chunk SET snapshot_id = 1, entry = (SELECT entry FROM snapshot WHERE id = 1)",
        "UPDATE chunk SET stems = stems || ' 1xforg'",
        "UPDATE chunk SET source_id = 1",
        "UPDATE chunk SET snapshot_id = 999",
        "UPDATE chunk SET stop = 1, byte_stop = 1",
    ],
)
def test_an_altered_index_cannot_make_up_words(tmp_path, change):
    path = tmp_path / "a.db"
    with open_engine(path, tmp_path / "keys") as engine:
        engine.add_text("Honest words stand here. " * 20, name="honest")
        engine.add_text(SECRET, name="secret")
    with tampering.unguarded(path) as connection:
        connection.execute(change)
        connection.execute("INSERT INTO chunk_words (chunk_words) VALUES ('rebuild')")
    with open_engine(path, tmp_path / "keys") as engine:
        hits = [*engine.search("Quasimodine forged honest wohnt"), *engine.search("forg secret")]

        assert "forg" not in {word for hit in hits for word in hit.why}
        for hit in hits:
            assert not hit.in_name or hit.source.name in ("honest", *hit.why)
            if hit.passage:
                snapshot = engine.get_snapshot(hit.snapshot_id)
                assert snapshot.source_id == hit.source.id
                assert snapshot.text[hit.passage.start : hit.passage.end] == hit.passage.text
                assert [mark.of(snapshot.text) for mark in hit.marks]


@pytest.mark.postgres
def test_redaction_in_postgresql_takes_the_index_along(postgres_database, tmp_path):
    with CitationEngine(postgres_database, judge=FakeJudge()) as engine:
        source = engine.add_text(SECRET, name="secret")
        engine.add_text("Other words stand here, about the weather.", name="other")
        engine.embed_sources(HashingEmbedder())
        before = counts(engine)
        engine.redact(source=source, **WHY)

        assert all(counts(engine)[table] < before[table] for table in INDEX)
        assert engine.search("Quasimodine") == []
        assert len(engine.search("weather")) == 1
        before = rows_of(engine, "chunk")
        engine.ledger.rebuild()
        assert rows_of(engine, "chunk") == before
