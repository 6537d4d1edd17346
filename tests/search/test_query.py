"""A query is words and phrases, and databases are asked for all of their forms."""

import pytest

from citation_engine.search.query import (
    MOST_NEEDLES,
    AnyOf,
    Needle,
    Phrase,
    Term,
    parse_claim,
    parse_query,
)


def test_words_are_looked_for_one_by_one():
    assert parse_query("Frist Rechnung") == [Needle(("frist",)), Needle(("rechnung",))]


@pytest.mark.parametrize("query", ['"zehn Jahre"', "„zehn Jahre“", "«zehn Jahre»", "“Zehn jahre”"])
def test_words_in_quotation_marks_are_a_phrase(query):
    assert parse_query(query) == [Needle(("zehn", "jahre"), quoted=True)]


def test_a_mark_without_its_partner_is_nothing():
    assert parse_query('5" pipe') == [Needle(("5",)), Needle(("pipe",))]


def test_a_word_with_a_hyphen_is_words_in_a_row():
    assert parse_query("E-Mail")[0] == Needle(("e", "mail"))


def test_small_words_do_not_count():
    assert parse_query("die Frist der Rechnung") == parse_query("Frist Rechnung")


def test_small_words_count_where_there_is_nothing_else():
    assert parse_query("der die das") == [Needle(("der",)), Needle(("die",)), Needle(("das",))]


def test_small_words_count_in_a_phrase():
    assert parse_query('"Dauer der Frist"')[0].forms == ("dauer", "der", "frist")


def test_a_word_is_looked_for_once():
    assert len(parse_query("Frist frist FRIST")) == 1


def test_nothing_is_looked_for_where_there_are_no_words():
    assert parse_query('"…" – „“ !') == []


def test_a_long_claim_is_bounded():
    assert len(parse_claim(" ".join(f"word{n}" for n in range(500)))) == MOST_NEEDLES


def test_a_word_is_asked_for_in_both_languages():
    assert parse_query("Fristen")[0].wanted() == AnyOf((Term("xfrist"), Term("xfristen")))
    assert parse_query("period")[0].wanted() == Term("xperiod")


def test_a_phrase_is_asked_for_in_both_languages():
    asked = parse_query('"lange Fristen"')[0].wanted(compounds=True)

    assert asked == AnyOf(
        (
            Phrase((Term("xlang"), Term("xfrist"))),
            Phrase((Term("xlang"), Term("xfristen"))),
        )
    )


def test_the_parts_of_compounds_are_asked_for():
    asked = parse_query("Frist")[0].wanted(compounds=True)

    assert asked == AnyOf(
        (Term("xfrist"), Term("xfrist", prefix=True), Term("ytsirf", prefix=True))
    )


@pytest.mark.parametrize("word", ["Amt", "2024", "a1b2c3", "E-Mail"])
def test_a_short_word_or_number_is_no_part_of_a_compound(word):
    needle = parse_query(word)[0]

    assert needle.wanted(compounds=True) == needle.wanted()
