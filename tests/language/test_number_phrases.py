"""Numbers of several words."""

import pytest

from citation_engine.language.numbers import read_phrase
from citation_engine.language.tokens import tokenise


@pytest.mark.parametrize(
    ("text", "value", "rest"),
    [
        ("two hundred and five men", 205, "men"),
        ("three million two hundred thousand", 3_200_000, ""),
        ("eine Million", 1_000_000, ""),
        ("zwei Millionen Euro", 2_000_000, "Euro"),
        ("two and three", 2, "and three"),
        ("sixty-four", 64, ""),
        ("sixty twelve", 60, "twelve"),
    ],
)
def test_a_phrase_goes_as_far_as_its_words_belong_together(text, value, rest):
    tokens = tokenise(text)
    phrase = read_phrase(tokens, 0)

    assert phrase.value.english == value
    assert " ".join(token.text for token in tokens[phrase.last :]) == rest


def test_an_abbreviated_magnitude_alone_is_no_number():
    assert read_phrase(tokenise("mill"), 0) is None
