from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.language.sentences import is_prose, split_sentences
from citation_engine.verify.judges.local.pieces import AROUND, WordPiece
from citation_engine.verify.judges.local.views import (
    MOST_WINDOWS,
    TOP,
    TOP_WORDS,
    WINDOW,
    is_question,
    parts_of,
    views_of,
)
from made_pair_model import VOCABULARY

PIECES = WordPiece(VOCABULARY)
CLAIM = "The tower was built near the river."


def count(text):
    return len(text.split())


def sentences(number, words=20):
    return [f"S{at} {'records ' * (words - 3)}are kept." for at in range(number)]


def test_a_premise_that_fits_is_one_view():
    premise = " ".join(sentences(10))

    views = views_of(premise, CLAIM, count)

    assert views.windows == (premise,)
    assert views.top is None
    assert views.all == (premise,)


def test_claim_and_premise_fit_together_or_there_are_windows():
    claim = "word " * 46
    premise = "x " * (WINDOW - 46 - AROUND)

    assert views_of(premise, claim, count).top is None
    assert views_of(premise + "x", claim, count).top is not None


def test_windows_are_whole_sentences_that_overlap():
    premise = " ".join(sentences(100))

    views = views_of(premise, CLAIM, count, most=100)

    assert all(one.startswith("S") and one.endswith("kept.") for one in views.windows)
    held = [[s.of(one) for s in split_sentences(one)] for one in views.windows]
    assert [name for name in sentences(100) if not any(name in one for one in held)] == []
    for first, second in pairwise(held):
        assert 1 <= len(set(first) & set(second)) <= 2
    assert views.windows[0] in premise


@given(
    st.lists(st.text("ab. \n?é法", max_size=600), max_size=12),
    st.text("ab. ", max_size=300),
)
def test_no_view_is_longer_than_the_model_reads(texts, claim):
    premise = ". ".join(texts)

    views = views_of(premise, claim, PIECES.count)

    claimed = min(PIECES.count(claim), 250)
    for window in views.windows:
        assert PIECES.count(window) + claimed + AROUND <= WINDOW
    if views.top is not None:
        assert PIECES.count(views.top) + claimed + AROUND <= TOP
    assert views.windows
    assert len(views.windows) <= MOST_WINDOWS


@given(st.lists(st.integers(1, 80), min_size=1, max_size=40))
def test_few_windows_lose_nothing(lengths):
    premise = " ".join(f"S{at} {'word ' * length}end." for at, length in enumerate(lengths))

    views = views_of(premise, CLAIM, count, most=1000)

    shown = " ".join(views.windows).split()
    assert set(premise.split()) <= set(shown)
    assert len(shown) >= len(premise.split())


def test_a_sentence_longer_than_a_window_is_cut_between_words():
    premise = " ".join(f"word{number}" for number in range(2_000))

    views = views_of(premise, CLAIM, count, most=100)

    assert all(word in premise.split() for one in views.windows for word in one.split())
    assert {word for one in views.windows for word in one.split()} == set(premise.split())


def test_a_long_word_without_spaces_is_cut_anyhow():
    views = views_of("法" * 5_000, CLAIM, PIECES.count, most=100)

    assert sum(map(len, views.windows)) == 5_000
    assert len(views.windows) > 10


def test_of_many_windows_those_with_the_rarest_words_of_the_claim_stay_in_order():
    lines = sentences(400)
    lines[33] = "S33 the tower is old."
    lines[390] = "S390 it was built near the river."

    views = views_of(" ".join(lines), CLAIM, count)

    assert len(views.windows) == MOST_WINDOWS
    kept = [one for one in views.windows if "S33 " in one or "S390 " in one]
    assert "S33 " in kept[0]
    assert "S390 " in kept[-1]
    starts = [int(one.split()[0][1:]) for one in views.windows]
    assert starts == sorted(starts)


def test_the_best_sentences_stand_in_their_order_and_are_not_many():
    lines = sentences(200)
    lines[50] = "The river is long."
    lines[150] = "A tower was built."
    lines[20] = "Near towers there are rivers."

    top = views_of(" ".join(lines), CLAIM, count).top

    assert top == "Near towers there are rivers. The river is long. A tower was built."


def test_the_best_sentences_have_about_so_many_words():
    top = views_of("The tower near it is built of stone and iron here. " * 200, CLAIM, count).top

    assert TOP_WORDS - 20 <= len(top.split()) <= TOP_WORDS


def test_where_no_sentence_has_a_word_of_the_claim_the_first_ones_are_taken():
    top = views_of(" ".join(sentences(200)), CLAIM, count).top

    assert top.startswith("S0 ")
    assert len(top.split()) <= TOP_WORDS


def test_a_hundred_thousand_words_are_few_views():
    premise = "The old tower near the river was built by the firm in the north. " * 8_000

    views = views_of(premise, CLAIM, PIECES.count)

    assert len(views.windows) == MOST_WINDOWS
    assert views == views_of(premise, CLAIM, PIECES.count)


@pytest.mark.parametrize(
    ("claim", "parts"),
    [
        ("", ()),
        ("The cat sat.", ("The cat sat.",)),
        ("The cat sat. The dog ran away.", ("The cat sat.", "The dog ran away.")),
        ("The cat sat.\nThe dog\nran away.", ("The cat sat.", "The dog ran away.")),
        ("Yes. The dog ran away.", ("Yes. The dog ran away.",)),
        ("The dog ran away. Yes.", ("The dog ran away. Yes.",)),
        ("Who ran away? The dog did so.", ("Who ran away? The dog did so.",)),
        ("The dog ran. Who ran away?", ("The dog ran. Who ran away?",)),
        ("Who ran away?", ("Who ran away?",)),
        ("Yes.", ("Yes.",)),
    ],
)
def test_a_claim_has_its_sentences_as_parts(claim, parts):
    assert parts_of(claim) == parts


def test_a_question_is_known_by_its_end():
    assert is_question('"Is it so?" ')
    assert not is_question("Is it so? It is.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Records are kept for ten years.", True),
        ("Table 2\nRecords are kept for ten years.", True),
        ("archive,year,records\nNorthern,2023,1175", False),
        ("Country | Population\nSpain | 48 million", False),
        ("", False),
    ],
)
def test_prose_has_a_sentence(text, expected):
    assert is_prose(text) is expected
