import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.language.fold import fold
from citation_engine.model.passage import Span
from citation_engine.quotes.places import exact_places, normalised_places, same_words
from hanging import must_end


def words_found(quote, text, limit=1000):
    return [place.of(text) for place in normalised_places(fold(quote), fold(text), limit)]


def test_every_exact_place_is_listed_in_order():
    text = "ten years, then ten years, often years"

    assert exact_places("ten years", text, 10) == (Span(0, 9), Span(16, 25))


def test_places_do_not_overlap():
    assert exact_places("a b a", "a b a b a b a", 10) == (Span(0, 5), Span(8, 13))


def test_no_more_places_are_listed_than_asked_for():
    assert len(exact_places("ten", "ten " * 100, 7)) == 7
    assert len(words_found("ten x", "ten\nx " * 100, 7)) == 7


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("long-term", "a long-\nterm plan"),
        ("longterm", "a long-\nterm plan"),
        ("long-term", "a long\u00ad\nterm plan"),
        ("long-\nterm", "a long-term plan"),
        ("data-\nbase", "a database"),
        ("Ein- und Ausgang", "der Ein-\nund Ausgang"),
        ("Ein- und Ausgang", "der Ein\u00ad\nund Ausgang"),
        ("COVID-19", "the COVID-\n19 virus"),
        ("2018–2020", "from 2018-\n2020 on"),
        ("word—word", "a word—\nword b"),
        ("state-of-the-art tools", "state-\nof-the-\nart tools"),
    ],
)
def test_a_hyphen_at_a_line_end_may_be_part_of_the_word(quote, text):
    [found] = words_found(quote, text)

    assert same_words(found, quote)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("resign", "they re-sign it"),
        ("re-sign", "they resign"),
        ("re-sign at one-time", "they re-\nsign at onetime"),
        ("COVID19", "the COVID-\n19 virus"),
        ("20182020", "2018-\n2020"),
        ("foo-bar", "foo-\n\nbar"),
    ],
)
def test_a_hyphen_elsewhere_must_agree(quote, text):
    assert words_found(quote, text) == []


def test_a_dash_before_a_line_end_can_end_a_place():
    assert words_found("he said –", "he  said —\nand left") == ["he  said —"]
    assert words_found("he said – and", "he said —\n\nand left") == ["he said —\n\nand"]


@pytest.mark.parametrize(
    ("quote", "text"),
    [("wait.", "wait…"), ("i x", "ﬁ x"), ("=", "=\u0338"), ("a =", "a =\u0338 b")],
)
def test_a_place_never_cuts_a_character(quote, text):
    assert words_found(quote, text) == []


@given(st.text("ab-\n "), st.text("ab-\n "))
def test_texts_with_line_ends_are_compared_alike_both_ways(left, right):
    assert same_words(left, right) == same_words(right, left)
    assert same_words(left, left)


@must_end
@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("a" * 20_000, "a" * 1_000_000),
        ("ab " * 6_666 + "a", "ab " * 333_333),
        ("ab-" * 6_666 + "a", "ab-\n" * 250_000),
        ("a" * 20_000, "a\u00ad\n" * 300_000),
    ],
)
def test_a_text_made_to_be_slow_is_given_up(quote, text):
    assert exact_places(quote, text, 1000) == ()
    assert words_found(quote, text) == []
