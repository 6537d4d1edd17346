"""Tokens: the same for the same words, whatever the typography, with their places."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from citation_engine.language.fold import fold
from citation_engine.language.tokens import TokenKind, lower, span_of, tokenise


def words(text):
    return [token.text for token in tokenise(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ten years, not six.", ["Ten", "years", ",", "not", "six", "."]),
        ("don't stop", ["don't", "stop"]),
        ("non-profit", ["non", "-", "profit"]),
        ("1.000,50 and 1 000 000", ["1.000,50", "and", "1 000 000"]),
        ("2024-12-31 at 10:30", ["2024-12-31", "at", "10:30"]),
        ("10kg of H2O", ["10", "kg", "of", "H2O"]),
        ("5-10 or -5", ["5", "-", "10", "or", "-5"]),
        ("see [...] and (…)", ["see", "[...]", "and", "(...)"]),
        ("(https://example.org/x?y=1) c", ["(", "https://example.org/x?y=1", ")", "c"]),
        ("<b>bold</b>", ["<b>", "bold", "</b>"]),
        ("a <b and c> d", ["a", "<", "b", "and", "c", ">", "d"]),
        ("東京は", ["東", "京", "は"]),
    ],
)
def test_a_text_is_cut_into_words_numbers_and_signs(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("„Frist“ – so", '"Frist" - so'),
        ("effi­cient ﬁles", "efficient files"),
        ("long\n  way", "long way"),
        ("Aufbewah-\nrung", "Aufbewahrung"),
        ("scho\u0308n", "schön"),
        ("1\u00a0000", "1 000"),
        ("wait…", "wait..."),
    ],
)
def test_typography_makes_no_other_tokens(left, right):
    assert words(left) == words(right)


def test_a_minus_belongs_to_its_number_and_a_dash_does_not():
    assert words("at -5 degrees") != words("at - 5 degrees")


def test_keys_have_no_case():
    assert [t.key for t in tokenise("STRASSE Straße ΣΊΣΥΦΟΣ Σίσυφος İ")] == [
        *("strasse", "strasse"),
        *("σίσυφοσ", "σίσυφοσ", "i"),
    ]
    assert lower("ABC") == "abc"


def test_kinds_tell_words_numbers_and_signs_apart():
    kinds = [token.kind for token in tokenise("§ 5 Absatz www.example.org")]

    assert kinds == [TokenKind.SIGN, TokenKind.NUMBER, TokenKind.WORD, TokenKind.ADDRESS]


def test_the_place_between_two_tokens_is_empty():
    tokens = tokenise("one two")

    assert span_of(tokens, 1, 1).start == span_of(tokens, 1, 1).end == 3
    assert span_of(tokens, 0, 0).start == 0
    assert span_of(tokens, 0, 2).of("one two") == "one two"


@given(st.text(max_size=80))
@example("at 5㏂")
@example("0\u0f73")
def test_tokens_stand_in_order_and_do_not_overlap(text):
    tokens, folded = tokenise(text), fold(text).rewritten

    for a, b in pairwise(tokens):
        # What is folded as one may hold several tokens, as ㏂ does, which is "a.m.".
        shared = {folded.position(at) for at in range(b.start, a.end)}
        assert len(shared) <= 1
        assert all(folded.splits(at + 1) for at in shared)
    assert all(0 <= token.start < token.end <= len(text) for token in tokens)


@given(
    st.lists(st.sampled_from(["ten", "10", "§", "-5", "can't", "ÄRA", "1.000", "%"]), max_size=9)
)
def test_a_token_stands_where_it_says(parts):
    text = "  ".join(parts)

    assert [text[t.start : t.end] for t in tokenise(text)] == parts
