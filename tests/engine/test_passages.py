"""Which source has some words?"""

import pytest

from citation_engine import CitationEngine, Match
from citation_engine.engine.state import CollectionIndexes


@pytest.fixture
def engine():
    with CitationEngine(":memory:", judge="none") as engine:
        for number in range(1, 6):
            text = f"Document {number} says that its secret word is number{number}word, and more."
            engine.add_text(text, name=f"source {number}")
        yield engine


def test_the_source_that_has_the_words_comes_first(engine):
    [first, *_] = engine.find_quote("its secret word is number4word")

    assert first.source.label == "S4"
    assert first.located.match is Match.EXACT


def test_words_that_no_source_has_are_near_to_the_most_alike(engine):
    [first, *_] = engine.find_quote("says that its secret phrase is number3word")

    assert first.source.label == "S3"
    assert first.located.match is Match.NEAR


def test_words_of_nothing_are_in_no_source(engine):
    assert engine.find_quote("zebra xylophone quixotic") == []


def test_sources_of_other_sessions_are_not_named(engine):
    other = engine.in_session("other")
    other.add_text("Only the other session has these words.", name="other")

    assert engine.find_quote("Only the other session has these words") == []
    assert [hit.source.name for hit in other.find_quote("Only the other session")] == ["other"]


def test_a_source_that_was_added_later_is_found(engine):
    engine.find_quote("its secret word")
    engine.add_text("A newcomer brings words of its own.", name="new")

    assert engine.find_quote("A newcomer brings words")[0].source.name == "new"


def test_redacted_words_are_in_no_source(engine):
    engine.find_quote("its secret word is number2word")
    engine.redact(source="S2", reason="Asked for.", authority="DPO")

    found = engine.find_quote("its secret word is number2word")
    assert "S2" not in [hit.source.label for hit in found]


def test_with_very_much_text_words_in_a_row_are_still_found(engine):
    engine.state.shared.collections = CollectionIndexes(most_characters=10)

    assert engine.find_quote("its secret word is number5word")[0].source.label == "S5"
