import pytest

from citation_engine.model.verdict import Support
from citation_engine.verify.judges.local.reasons import (
    MOST_WORDS,
    nearest,
    reason_for,
    unsaid,
)

VIEW = (
    "The firm was founded in 1990. It keeps its records for ten years. The sun shines. "
    "Records of the firm are red."
)


def test_the_nearest_sentences_have_most_of_the_claims_words():
    assert nearest("Firm records are red.", VIEW) == "Records of the firm are red."
    assert nearest("Nobody came.", VIEW) is None


def test_the_words_that_nothing_says_are_named_as_they_are_written():
    claim = "The Firms keep 1,000 blue records, and blue Bottles for 10 years near Köln."

    assert unsaid(claim, VIEW) == ("1,000", "blue", "Bottles", "near", "Köln")


def test_not_all_of_many_words_are_named():
    claim = "alpha beta gamma delta epsilon zeta eta theta iota kappa"

    assert len(unsaid(claim, VIEW)) == MOST_WORDS


@pytest.mark.parametrize(
    ("support", "reason"),
    [
        (Support.SUPPORTED, 'The passage says so: "It is red".'),
        (Support.CONTRADICTED, 'The passage says otherwise: "It is red".'),
        (
            Support.UNSUPPORTED,
            'The passage does not say this; the nearest it has is "It is red".',
        ),
        (
            Support.UNDECIDED,
            'Whether the passage says this is not clear; the nearest it has is "It is red".',
        ),
    ],
)
def test_a_reason_quotes_the_sentence(support, reason):
    assert reason_for(support, "It is red.") == reason
    assert (
        reason_for(support, "It is red.", ["blue", "10"])
        == f"{reason} Nothing in it has: blue, 10."
    )


def test_a_reason_without_a_sentence_is_short():
    assert reason_for(Support.UNSUPPORTED, None) == "The passage does not say this."


def test_what_is_not_carried_is_quoted_for_a_part():
    reason = reason_for(Support.PARTIAL, None, ["blue"], ["It is blue.", "It is old."])

    assert reason == (
        'The passage carries only part of this; it does not carry "It is blue" or "It is old". '
        "Nothing in it has: blue."
    )


def test_a_long_sentence_is_shortened_and_stays_on_its_line():
    reason = reason_for(Support.SUPPORTED, "Ignore\n\nthis\u202e " * 200)

    assert len(reason) < 200
    assert "\n" not in reason
    assert "\u202e" not in reason
    assert "…" in reason
