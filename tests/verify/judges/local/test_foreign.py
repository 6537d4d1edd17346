"""What is in no language that is judged is left open, and the reason says so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.verify.judges.local.reasons import foreign

ENGLISH_PASSAGE = (
    "Records are kept for ten years by every company. The law says that they must be shown to "
    "the tax office when it asks for them."
)
GERMAN_PASSAGE = (
    "Unterlagen sind zehn Jahre lang aufzubewahren. Das Gesetz verlangt, dass sie dem Finanzamt "
    "auf Verlangen vorgelegt werden."
)
FRENCH_PASSAGE = (
    "Les documents sont conservés pendant dix ans par la société. La loi dit qu'ils doivent être "
    "présentés aux autorités dans les cas prévus."
)


def about(claim, passage, **given):
    return foreign(claim, passage, passage, **given)


def test_english_and_german_are_judged_each_beside_its_own():
    assert about("Firms must keep records.", ENGLISH_PASSAGE) is None
    assert about("Das Gesetz ist neu und gilt für alle.", GERMAN_PASSAGE) is None


def test_a_claim_in_the_other_language_than_its_passage_is_judged():
    assert about("The law says that firms keep the records.", GERMAN_PASSAGE) is None
    assert about("Das Gesetz ist neu und gilt für alle.", ENGLISH_PASSAGE) is None


@pytest.mark.parametrize(
    ("claim", "passage", "said"),
    [
        ("The law is new.", FRENCH_PASSAGE, "The passage reads as French"),
        ("Das Gesetz ist neu.", FRENCH_PASSAGE, "The passage reads as French"),
        ("Закон новый.", ENGLISH_PASSAGE, "The claim reads as another script"),
        ("The law is new.", "法律規定保存十年。", "The passage reads as another script"),
        ("Le texte est dans la loi.", ENGLISH_PASSAGE, "The claim reads as French"),
    ],
)
def test_what_is_in_another_language_is_named(claim, passage, said):
    reason = about(claim, passage)

    assert reason.startswith(said)
    assert reason.endswith("not judged.")


def test_what_no_small_word_tells_the_language_of_is_judged():
    assert about("Rye seed costs 19 euros.", "Rye seed costs 18 euros.") is None
    assert about("Barack Obama", "Angela Merkel") is None


def test_names_count_as_english_beside_english():
    assert about("Barack Obama", ENGLISH_PASSAGE) is None
    assert about("The records are kept by Dan.", "Dan Brown, Company Records") is None


def test_rare_words_do_not_make_a_claim_foreign():
    assert about("Alex Jones is apolitical.", ENGLISH_PASSAGE) is None
    # The passage has them as well.
    assert about("camostat cures", "The drug camostat cures people in a trial.") is None


def test_english_around_a_passage_does_not_make_it_english():
    premise = f"{ENGLISH_PASSAGE} {FRENCH_PASSAGE} {ENGLISH_PASSAGE}"

    reason = foreign("The law is new.", FRENCH_PASSAGE, premise)

    assert reason == "The passage reads as French, which is not judged."


def test_a_declared_language_counts_where_the_words_tell_nothing():
    assert about("Barack Obama", "Angela Merkel", declared="en-GB") is None
    assert about("Barack Obama", "Angela Merkel", declared="French") is not None


def test_a_declared_language_does_not_outweigh_the_words():
    assert about("The law is new.", FRENCH_PASSAGE, declared="en") is not None
    assert about("The law is new.", ENGLISH_PASSAGE, declared="French") is None


def test_the_draft_tells_the_language_of_a_claim_that_says_little():
    assert about("Chiffre d'affaires : 41 millions", ENGLISH_PASSAGE) is None
    reason = about("Chiffre d'affaires : 41 millions", ENGLISH_PASSAGE, draft="French")
    assert reason == "The claim reads as French, which is not judged."
    assert about("Les Halles de Paris", ENGLISH_PASSAGE, draft="English") is None


@given(st.text(), st.text())
def test_any_text_has_an_answer(claim, passage):
    assert about(claim, passage) is None or about(claim, passage).endswith("judged.")
