import pytest

from citation_engine.verify.judges.local.decision import (
    COUNTS,
    LANGUAGES,
    MARGINS,
    Scores,
    features_of,
)
from citation_engine.verify.judges.local.judge import MOST_PART_WINDOWS, asked_of

LONG = " ".join(f"S{at} the cat is here and the dog is there." for at in range(500))


def count(text):
    return len(text.split())


def test_a_claim_of_one_sentence_is_asked_as_a_whole():
    asked = asked_of("The cat sat.", "A cat sat.", count)

    assert asked.pairs == [("The cat sat.", "A cat sat.")]
    assert asked.parts == ()


def test_the_sentences_of_a_claim_are_asked_after_the_whole():
    claim = "A cat sat. A dog ran."

    asked = asked_of("The cat sat.", claim, count)

    assert [said for _, said in asked.pairs] == [claim, "A cat sat.", "A dog ran."]


def test_a_sentence_is_asked_of_fewer_windows():
    asked = asked_of(LONG, "A cat is here. A dog is there.", count)

    assert [len(part.views.windows) for part in asked.parts] == [MOST_PART_WINDOWS] * 2
    assert len(asked.pairs) == len(asked.views.all) + 2 * (MOST_PART_WINDOWS + 1)


def test_scores_come_back_to_what_they_were_asked_for():
    claim = "A cat sat. A dog ran."
    scores = [Scores(1.0, 0.0, 0.0), Scores(2.0, 0.0, 0.0), Scores(-3.0, 0.0, 4.0)]

    measured = asked_of("The cat sat.", claim, count).measured(scores)

    by_language = {*LANGUAGES, *(f"{name}_margin" for name in LANGUAGES)}
    assert set(measured.features) == {*MARGINS, *COUNTS, *by_language}
    assert measured.features["margin_window"] == scores[0].margin
    assert measured.features["margin_parts"] == scores[2].margin
    assert [part["margin_window"] for part in measured.parts] == [s.margin for s in scores[1:]]
    assert measured.parts[1]["contra_best"] == scores[2].contra
    assert measured.parts[0].items() >= features_of("The cat sat.", "A cat sat.").items()
    assert measured.scores == (scores[0],)


def test_the_view_of_the_best_sentences_is_told_from_the_windows():
    asked = asked_of(LONG, "A cat is here.", count)
    scores = [Scores(float(number), 0.0, 0.0) for number in range(len(asked.pairs))]

    features = asked.measured(scores).features

    assert features["margin_top"] == scores[-1].margin
    assert features["margin_window"] == scores[-2].margin


def test_scores_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="1 pairs have 2 scores"):
        asked_of("a", "b", count).measured([Scores(0, 0, 0)] * 2)
