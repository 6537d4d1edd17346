import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.verify.judges.local.decision import COUNTS, by_language, features_of

PREMISE = (
    "In 1998 the Eiffel Tower was painted by Anna Smith. "
    "It weighs 7,300 tonnes and has three floors."
)


def of(claim, premise=PREMISE):
    return features_of(premise, claim)


def test_all_features_are_offered_under_their_names():
    assert tuple(of("The tower was painted.")) == COUNTS


def test_words_are_compared_without_their_endings():
    assert of("Towers were painted.")["word_recall"] == 1
    assert of("The towers were sold.")["word_recall"] == 0.5


def test_small_words_do_not_count():
    assert of("She has been there for the tower.")["word_recall"] == 1


def test_a_claim_of_small_words_is_compared_by_them():
    assert of("It was.")["word_recall"] == 1
    assert of("We are.")["word_recall"] == 0


def test_pairs_of_words_are_compared_in_their_order():
    assert of("painted by Anna Smith")["bigram_recall"] == 1
    assert of("Smith Anna by painted")["bigram_recall"] == 0


def test_one_word_has_no_pair_and_counts_by_itself():
    assert of("painted")["bigram_recall"] == 1
    assert of("sold")["bigram_recall"] == 0


@pytest.mark.parametrize(
    ("claim", "missing"),
    [
        ("It was painted in 1998.", 0),
        ("It was painted in 1999.", 1),
        ("It has 3 floors and weighs 7300 tonnes.", 0),
        ("It has four floors and weighs 7,300.0 tonnes.", 0.5),
        ("It was painted.", 0),
    ],
)
def test_numbers_are_found_however_they_are_written(claim, missing):
    assert of(claim)["numbers_missing"] == missing


@pytest.mark.parametrize(
    ("claim", "missing"),
    [
        ("It was painted by Anna Smith.", 0),
        ("Anna Smith's tower was painted.", 0),
        ("It was painted by Anna Jones.", 1),
        ("Painted by nobody.", 0),
        ("Berta Jones painted it.", 1),
        ("The Tower of London was painted.", 0.5),
    ],
)
def test_names_are_looked_for(claim, missing):
    assert of(claim)["names_missing"] == missing


def test_a_passage_may_have_the_last_part_of_a_name_alone():
    assert features_of("Presley was born in Tupelo.", "It was Elvis Presley.")["names_missing"] == 0


def test_lengths_are_logarithms_of_words():
    found = features_of("one two three", "one two")

    assert found["log_premise"] == pytest.approx(math.log(4))
    assert found["log_claim"] == pytest.approx(math.log(3))


@given(st.text(max_size=80), st.text(max_size=80))
def test_anything_can_be_compared(premise, claim):
    found = features_of(premise, claim)

    assert all(math.isfinite(value) and value >= 0 for value in found.values())
    assert all(found[name] <= 1 for name in COUNTS[:4])


@given(st.text(alphabet=st.characters(max_codepoint=0x17F), max_size=80))
def test_a_text_has_all_of_its_own_words(text):
    found = features_of(text, text)

    assert found["numbers_missing"] == found["names_missing"] == 0
    assert found["word_recall"] == 1


@pytest.mark.parametrize(
    ("premise", "claim", "german", "crossed"),
    [
        ("Die Mühle ist geschlossen worden.", "Der Müller hat sie geschlossen.", 1, 0),
        ("Die Mühle ist geschlossen worden.", "The miller closed it.", 0, 1),
        ("The mill was closed.", "Der Müller hat sie geschlossen.", 0, 1),
        ("The mill was closed.", "The miller closed it.", 0, 0),
        ("The mill was closed.", "Mill, 1904", 0, 0),
        ("Die Mühle ist geschlossen worden.", "Mühle, 1904", 1, 0),
    ],
)
def test_a_pair_is_in_one_language_or_in_two(premise, claim, german, crossed):
    assert by_language(premise, claim) == {"german": german, "crossed": crossed}
