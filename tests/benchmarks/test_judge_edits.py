import random

import pytest
from judge_edits import edits, name_of_the_passage, names_in, opposite, other_number

PREMISE = (
    "Marie Curie was born in Warsaw in 1867. She moved to Paris with 3 trunks, and "
    "Pierre Curie met her there. Ernest Rutherford worked in Manchester."
)


def rng():
    return random.Random(1)


@pytest.mark.parametrize(
    "claim",
    [
        "Marie Curie was born in 1867.",
        "She had three trunks.",
        "It cost 1,250 francs.",
        "The share was 12.5 percent.",
    ],
)
def test_a_number_becomes_one_that_the_premise_has_nowhere(claim):
    for seed in range(50):
        edited = other_number(claim, PREMISE, random.Random(seed))
        changed = set(edited.split()) - set(claim.split())

        assert edited != claim
        assert len(changed) == 1
        assert not changed & set(PREMISE.replace(".", " ").split())


@pytest.mark.parametrize(
    "claim",
    [
        "She had more than 30 trunks.",
        "It happened before March 16.",
        "There were at least two of them.",
        "It was shown in COVID-19 wards [3].",
        "It is a 44-year-old house.",
        "She had trunks.",
    ],
)
def test_no_number_is_changed_where_another_may_be_as_true(claim):
    assert other_number(claim, PREMISE, rng()) is None


def test_a_year_stays_a_year():
    for seed in range(50):
        edited = other_number("Born in 1867", PREMISE, random.Random(seed))

        assert 1800 < int(edited.split()[-1]) < 1900


@pytest.mark.parametrize(
    ("claim", "denied"),
    [
        ("She was born there.", "She was not born there."),
        ("It has been shown often.", "It has not been shown often."),
        ("She was not born there.", "She was born there."),
        ("She didn't go there.", "She did go there."),
        ("She moved to Paris.", None),
        ("Was she born there?", None),
        ("Nobody was there without a coat.", None),
    ],
)
def test_a_claim_is_denied_or_its_one_denial_taken_away(claim, denied):
    assert opposite(claim, PREMISE, rng()) == denied


def test_names_are_found_without_the_small_words_before_them():
    assert names_in("The Red Cross helped. In Warsaw, Marie Curie met her. Later she left.") == [
        "Red Cross",
        "Warsaw",
        "Marie Curie",
    ]


def test_a_name_from_elsewhere_has_no_word_of_the_passage():
    edit = edits(["Warsaw", "Pierre Curie", "Niels Bohr", "Oslo"])["name, from elsewhere"]
    found = {edit("She was born in Warsaw.", PREMISE, random.Random(seed)) for seed in range(30)}

    assert found == {"She was born in Oslo.", None} or found == {"She was born in Oslo."}


def test_a_name_from_the_passage_is_as_long_as_the_one_it_stands_for():
    found = {
        name_of_the_passage("She met Pierre Curie in Paris.", PREMISE, random.Random(seed))
        for seed in range(30)
    }

    assert found == {
        "She met Ernest Rutherford in Paris.",
        "She met Pierre Curie in Warsaw.",
        "She met Pierre Curie in Manchester.",
    }


def test_a_name_that_the_premise_lacks_is_left_alone():
    assert name_of_the_passage("She lived in Rome.", PREMISE, rng()) is None


def test_the_same_seed_makes_the_same_edits():
    claim = "Marie Curie was born in Warsaw in 1867."
    once, again = (
        [edit(claim, PREMISE, random.Random(7)) for edit in edits(["Oslo", "Rome"]).values()]
        for _ in range(2)
    )

    assert once == again
    assert None not in once
