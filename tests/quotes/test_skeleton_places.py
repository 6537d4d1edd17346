"""Places found by the skeleton are those that comparing the whole text would find."""

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from citation_engine.language.fold import fold
from citation_engine.model.passage import Span
from citation_engine.quotes import searchable_text, skeleton_places
from citation_engine.quotes.places import exact_places, normalised_places
from citation_engine.quotes.searchable_text import SearchedText
from citation_engine.quotes.skeleton_places import Quotation, find_places

NASTY = "aB1 2.,-–'’\"…\n\u00ad\u200b\u0301é\u00a0ﬁ漢²ß가"
WORDS = st.sampled_from(
    [
        "a",
        "ab",
        "long-",
        "term",
        "ﬁn",
        "fin",
        "10",
        "000",
        "2.5",
        "can",
        "'t",
        "(§",
        "5)",
        "é",
        "知",
    ]
)
GAPS = st.sampled_from([" ", "\n", "-\n", "\u00ad\n", ", ", "\u00a0", "", " – ", "\u200b"])
TEXTS = st.one_of(
    st.text(NASTY, max_size=30),
    st.lists(st.tuples(WORDS, GAPS), max_size=12).map(lambda p: "".join(a + b for a, b in p)),
)


def both(quote, text):
    quotation = Quotation(quote)
    found = find_places(quotation, SearchedText(text), 1000)
    return found, normalised_places(quotation.folded, fold(text), 1000)


@settings(max_examples=600)
@given(TEXTS, st.data())
@example("10-\n12 a", None)
def test_every_place_is_one_that_comparing_everything_finds(text, data):
    quote = "12 a" if data is None else data.draw(TEXTS)
    assume(Quotation(quote).has_words and Quotation(quote).skeleton)

    found, expected = both(quote, text)

    assert set(found.exact) == set(exact_places(Quotation(quote).text, text, 1000))
    assert bool(found.places) == bool(expected)
    for place in found.places:
        assert any(place.start < one.end and one.start < place.end for one in expected)


@settings(max_examples=400)
@given(TEXTS, st.data())
def test_every_stretch_of_a_text_is_found_in_it(text, data):
    assume(len(text) > 1)
    start = data.draw(st.integers(0, len(text) - 1))
    quote = text[start : data.draw(st.integers(start + 1, len(text)))]
    assume(Quotation(quote).has_words and Quotation(quote).skeleton)

    found, expected = both(quote, text)

    # The slow way folds a hyphen at the end of a cut with the line before it; characters that
    # are simply equal it may miss, and nothing else.
    assert bool(found.places) == bool(expected) or found.exact


@pytest.mark.parametrize(
    ("quote", "text", "place"),
    [
        ("(ja)", "Er sagte:  (\n\n ja )  oder (ja) und nein", "(ja)"),
        ("„ja“", 'Er sagte "ja" dazu', '"ja"'),
        ("schön", "sehr scho\u0308n hier", "scho\u0308n"),
        ("x" + "\u0301" * 5, "a x" + "\u0301" * 5 + " b", "x" + "\u0301" * 5),
        (
            "한국",
            "대 \u1112\u1161\u11ab\u1100\u116e\u11a8 민",
            "\u1112\u1161\u11ab\u1100\u116e\u11a8",
        ),
    ],
)
def test_what_stands_around_the_letters_belongs_to_a_place(quote, text, place):
    [found] = find_places(Quotation(quote), SearchedText(text), 9).places

    assert found.of(text) == place


def test_white_space_alone_is_told_apart_from_other_typography():
    found = find_places(Quotation("ten years"), SearchedText("ten\n years, “ten years”"), 9)

    assert found.spaced == {Span(0, 10)}
    assert found.exact == (Span(13, 22),)


def test_the_same_characters_are_not_hidden_by_other_typography_before_them():
    found = find_places(Quotation("ten\nten"), SearchedText("ten ten\nten"), 9)

    assert found.exact == (Span(4, 11),)
    assert found.places == (Span(0, 7),)


def test_letters_without_the_words_are_remembered():
    found = find_places(Quotation("schon 15"), SearchedText("es ist schön 1.5"), 9)

    assert found.places == ()
    assert found.letters == (len("esist"),)


def test_only_places_within_a_stretch_are_found_if_one_is_given():
    text = "ten years here, ten years there, ten years everywhere"

    found = find_places(Quotation("ten years"), SearchedText(text), 9, Span(10, 40))

    assert found.places == (Span(16, 25),)


def test_no_more_places_are_listed_than_asked_for():
    assert len(find_places(Quotation("ten"), SearchedText("ten " * 100), 7).places) == 7


@pytest.mark.parametrize("quote", ["ten years in the archive", "in the archive", "ten"])
def test_a_large_text_has_the_same_places_with_an_index_and_without(quote, monkeypatch):
    text = (
        "Records are kept for\nten years in the archive, and so on. " * 40 + "x y z. " * 500
    ) * 4
    scanned = find_places(Quotation(quote), SearchedText(text), 1000)
    monkeypatch.setattr(skeleton_places, "_SCANNED", 100)
    monkeypatch.setattr(searchable_text, "SMALL", 100)

    assert find_places(Quotation(quote), SearchedText(text), 1000) == scanned
    assert len(scanned.places) == 160


def test_a_search_for_a_few_letters_in_a_text_of_nothing_else_ends():
    found = find_places(Quotation("aa"), SearchedText("a" * 3_000_000), 1000)

    assert found.places == ()
