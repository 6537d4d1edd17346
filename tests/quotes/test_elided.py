import pytest

from citation_engine.quotes.elided import LONGEST_GAP, find_elided, split_at_omissions
from citation_engine.quotes.searchable_text import SearchedText

TEXT = "Alle Daten sind, soweit es vorgeschrieben ist, zehn Jahre lang zu speichern."


def read(quote, text):
    chains = find_elided(quote, SearchedText(text), 1000)
    return [[part.of(text) for part in chain] for chain in chains]


@pytest.mark.parametrize(
    "mark", ["…", "...", "[…]", "[...]", "(…)", "( ... )", ". . .", "....", "[ … ]"]
)
def test_every_usual_mark_is_an_omission(mark):
    assert split_at_omissions(f"Alle Daten sind {mark} zu speichern") == [
        "Alle Daten sind",
        "zu speichern",
    ]


def test_parts_are_found_in_order():
    assert read("Alle Daten sind […] zehn Jahre lang", TEXT) == [
        ["Alle Daten sind", "zehn Jahre lang"]
    ]
    assert read("zehn Jahre lang […] Alle Daten sind", TEXT) == []


def test_an_omission_at_an_end_leaves_one_part():
    assert read("… zehn Jahre lang zu speichern …", TEXT) == [["zehn Jahre lang zu speichern"]]


def test_parts_are_found_whatever_their_typography():
    assert read("the “final\nword” [...] was said", "the 'ﬁnal word' that was said") == [
        ["the 'ﬁnal word'", "was said"]
    ]


def test_the_smallest_stretch_wins():
    text = "the first word a the first word b the last word c the last word"

    [chain] = find_elided("the first word … the last word", SearchedText(text), 1000)

    assert text[chain[0].start : chain[-1].end] == "the first word b the last word"


def test_equally_short_ways_are_all_listed():
    text = "It starts here and goes on, it ends there. It starts here and goes on, it ends there."

    assert len(read("It starts here … it ends there", text)) == 2


def test_listed_ways_do_not_overlap():
    text = SearchedText("one two three " * 9)

    chains = find_elided("one two three … one two three", text, 1000)

    assert len(chains) == 4


def test_parts_too_far_apart_are_not_joined():
    near, far = ("it starts here" + "\n" * 2 + "x " * n + "it ends there" for n in (2900, 3100))

    assert LONGEST_GAP == 6000
    assert read("it starts here … it ends there", near)
    assert not read("it starts here … it ends there", far)


def test_a_short_part_must_stand_close_to_its_neighbour():
    assert read("He … was found guilty", "He at last was found guilty")
    assert not read("He … was found guilty", "He " + "x " * 400 + "was found guilty")


@pytest.mark.parametrize(
    "quote", ["He … guilty", "He was … not … found guilty of it", "… a …", "…"]
)
def test_a_part_that_would_be_found_anywhere_is_not_enough(quote):
    assert read(quote, "He was of course not yet found guilty of it, a man said") == []


def test_one_missing_part_is_enough_to_fail():
    assert read("Alle Daten sind … soweit nichts … fünf Jahre lang zu speichern", TEXT) == []


def test_no_part_is_cut_out_of_a_word():
    assert read("lle Daten sind … zehn Jahre lang", TEXT) == []


def test_a_quotation_without_an_omission_is_not_elided():
    assert read("Alle Daten sind", TEXT) == []
