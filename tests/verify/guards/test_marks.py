"""The words that guards look for: negation, modality, quantifiers, opposites."""

import pytest

from citation_engine.language.tokens import tokenise
from citation_engine.model.verdict import Aspect
from citation_engine.verify.guards.passages import (
    Lexicon,
    find_modals,
    find_negations,
    find_quantifiers,
    negates,
    obliges,
    opposites_of,
)


def values(find, text):
    return [mark.value for mark in find(tokenise(text))]


def test_the_longest_phrase_counts():
    lexicon = Lexicon(Aspect.QUANTIFIER, {"more": ["more than"], "most": ["no more than"]})

    (mark,) = lexicon.find(tokenise("It is no more than that."))

    assert (mark.first, mark.last, mark.value) == (2, 5, "most")


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("It is not here", 1),
        ("It isn't and can't", 2),
        ("Es ist keine Frist", 1),
        ("weder hier noch da", 1),
        ("ohne Grund", 1),
        ("Convention No. 81", 0),
        ("No rules", 1),
        ("a notable note", 0),
    ],
)
def test_words_that_deny_are_found(text, count):
    assert len(values(find_negations, text)) == count


@pytest.mark.parametrize(
    ("left", "right"),
    [
        *(("lawful", "unlawful"), ("possible", "impossible"), ("legal", "illegal")),
        *(("regular", "irregular"), ("agree", "disagree"), ("zulässig", "unzulässig")),
        *(("harmless", "harmful"), ("wertlos", "wertvoll"), ("steuerfrei", "steuerpflichtig")),
        *(("possible", "impossibility"), ("common", "uncommon")),
    ],
)
def test_a_prefix_or_an_ending_turns_a_word_around(left, right):
    assert negates(left, right)
    assert negates(right, left)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        *(("form", "inform"), ("board", "aboard"), ("come", "income"), ("kept", "keep")),
        *(("lawful", "lawful"), ("einer", "keiner"), ("art", "part"), ("inland", "land")),
    ],
)
def test_words_that_only_look_alike_are_no_such_pair(left, right):
    assert not negates(left, right)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("they must pay", "must"),
        ("he has to pay", "must"),
        ("er ist verpflichtet", "must"),
        ("they should pay", "should"),
        ("sie soll zahlen", "should"),
        ("er darf gehen", "may"),
        ("it may be", "may"),
        ("das könnte sein", "can"),
    ],
)
def test_how_binding_something_is_is_found(text, value):
    assert values(find_modals, text) == [value]


def test_a_month_and_a_noun_are_no_modal_verbs():
    assert values(find_modals, "It is in May") == []
    assert values(find_modals, "das Soll und das Haben") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Die Akten sind aufzubewahren", True),
        ("Er hat die Akten zu prüfen", True),
        ("Die Akten sind alt", False),
        ("Er geht zu Fuß nach Essen", False),
    ],
)
def test_german_obliges_without_a_word_for_must(text, expected):
    tokens = tokenise(text)

    assert obliges(tokens, 0, len(tokens)) is expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no more than ten", "at most"),
        ("more than ten", "more"),
        ("nicht weniger als zehn", "at least"),
        ("bis zu zehn", "at most"),
        ("≥ 10", "at least"),
    ],
)
def test_bounds_are_read_as_a_whole(text, value):
    assert values(find_quantifiers, text) == [value]


def test_opposites_go_both_ways_and_know_no_sharp_s():
    assert "peace" in opposites_of("war")
    assert "war" in opposites_of("peace")
    assert "klein" in opposites_of("gross")
    assert opposites_of("table") == frozenset()
