import re
from string import Formatter

import pytest

from citation_engine.errors import InvalidInput
from citation_engine.model.checked import ClaimState
from citation_engine.model.finding import Level
from citation_engine.model.source import ReadState
from citation_engine.render.findings.sarif import meaning_of
from citation_engine.render.findings.words import LANGUAGES, WORDS, OutputWords


def fields_of(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text)} - {None}


@pytest.mark.parametrize("key", WORDS)
def test_both_languages_have_the_same_places_for_values(key):
    english, german = WORDS[key]

    assert all(WORDS[key])
    assert fields_of(english) == fields_of(german)
    assert english.count("|") == german.count("|")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_and_level_has_a_word(language):
    words = OutputWords(language)

    assert all(words.state(state) for state in ClaimState)
    assert all(words.level(level) for level in Level)
    assert all(words(f"read.{state}") for state in ReadState)


def test_the_meaning_of_an_unknown_code_is_its_name():
    assert meaning_of("CE999", "moon-is-blue", "en") == "Moon is blue."


def test_numbers_are_written_as_the_language_writes_them():
    assert OutputWords("en").count(1234, "error") == "1,234 errors"
    assert OutputWords("de").count(1234, "warning") == "1.234 Warnungen"
    assert OutputWords("de").count(1, "warning") == "1 Warnung"
    assert OutputWords("de").decimal(3.25) == "3,2"


def test_a_language_without_words_is_refused():
    with pytest.raises(InvalidInput, match=re.escape("'fr'")):
        OutputWords("fr")
