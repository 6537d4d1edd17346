"""A text as the guards read it, and the sentence that speaks of a claim's matter."""

import pytest

from citation_engine.language.detection import Language
from citation_engine.verify.guards.names import is_name
from citation_engine.verify.guards.passages import overlapping, pair, read


def test_a_language_is_sure_by_several_words_and_likely_by_one():
    assert read("the end of the day").language is Language.ENGLISH
    assert read("signed by Smith").language is None
    assert read("signed by Smith").likely is Language.ENGLISH
    assert read("Frist 1.000", "de").language is Language.GERMAN
    assert read("une phrase", "fr").language is None


def test_what_shares_a_token_with_a_stretch_is_found():
    text = read("It must not be, and cannot be, without.")
    marks = text.negations

    assert overlapping(marks, 0, 2) == ()
    assert overlapping(marks, 2, 3) == marks[:1]
    assert overlapping(marks, 0, len(text.tokens)) == marks


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("It was signed by Ann Smith today", ["Ann", "Smith"]),
        ("The ship sank. Nobody was there", []),
        ("Die Frist der Akten ist lang", []),
        ("Die EZB und das GoBD sind da", ["EZB", "GoBD"]),
        ("Es war Herr Schmidt und nicht sie", ["Schmidt"]),
        ("ALL OF THE WORDS", []),
    ],
)
def test_names_are_told_from_other_capitals(text, names):
    known = read(text)

    assert [t.text for at, t in enumerate(known.tokens) if is_name(known, at)] == names


def test_the_sentence_with_most_of_the_claims_words_is_the_best():
    passage = read("Ships are old. Records are kept in the harbour. Nobody knows.")
    both = pair(read("The records are kept in a harbour."), passage)

    assert passage.words(both.best.first, both.best.last) == "Records are kept in the harbour."
    assert both.best.is_same_matter
    assert not both.sentences[0].is_same_matter


def test_the_opposite_of_a_word_is_of_the_same_matter():
    both = pair(read("Prices increased."), read("Prices decreased."))

    assert both.best.share == 1
