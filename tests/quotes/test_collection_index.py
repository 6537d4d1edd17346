"""One index over a collection: the right text, and never a place in two of them."""

import random

import pytest

from citation_engine.model.verdict import Match
from citation_engine.quotes.collection_index import CollectionIndex
from citation_engine.quotes.searchable_text import SearchedText

WORDS = [
    "".join(random.Random(number).choices("abcdefghijklmnoprstuvw", k=4 + number % 6))
    for number in range(3_000)
]


def document(number, length=400):
    generator = random.Random(number)
    return " ".join(generator.choices(WORDS, k=length))


TEXTS = {f"text {number}": document(number) for number in range(60)}


@pytest.fixture(scope="module")
def index():
    return CollectionIndex({key: SearchedText(text) for key, text in TEXTS.items()})


def cut(text, first=100, count=12):
    return " ".join(text.split()[first : first + count])


@pytest.mark.parametrize("key", ["text 0", "text 17", "text 59"])
def test_the_text_that_has_the_words_is_named(index, key):
    [found] = index.find(cut(TEXTS[key]))

    assert found.key == key
    assert found.location.match is Match.EXACT
    assert found.location.places[0].of(TEXTS[key]) == cut(TEXTS[key])


@pytest.mark.parametrize("key", ["text 0", "text 17", "text 59"])
def test_altered_words_lead_to_their_text_and_stay_altered(index, key):
    words = cut(TEXTS[key], count=20).split()
    words[5] = "another"

    found = index.find(" ".join(words))

    assert found[0].key == key
    assert found[0].location.match is Match.NEAR
    assert found[0].location.nearest.of(TEXTS[key]) == cut(TEXTS[key], count=20)


def test_omissions_are_read_in_the_text_that_has_all_parts(index):
    quote = f"{cut(TEXTS['text 9'], 50, 8)} […] {cut(TEXTS['text 9'], 70, 6)}"

    found = index.find(quote)

    assert found[0].key == "text 9"
    assert found[0].location.match is Match.ELIDED


def test_every_text_that_has_the_words_is_named():
    shared = "these words stand in two of the texts"
    texts = {"a": f"{document(1)} {shared}.", "b": document(2), "c": f"{shared}, {document(3)}"}
    index = CollectionIndex({key: SearchedText(text) for key, text in texts.items()})

    assert {found.key for found in index.find(shared)} == {"a", "c"}
    assert len(index.find(shared, most=1)) == 1


@pytest.mark.parametrize(
    "quote", ["the end of one the start of two", "end of one the start", "one the"]
)
def test_no_place_is_in_two_texts(quote):
    texts = {"one": f"{document(1)} the end of one", "two": f"the start of two {document(2)}"}
    index = CollectionIndex({key: SearchedText(text) for key, text in texts.items()})

    for found in index.find(quote):
        assert not found.location.match.located
        for span in (found.location.nearest, *found.location.nearest_segments):
            assert 0 <= span.start <= span.end <= len(texts[found.key])


@pytest.mark.parametrize("quote", ["", "…", "?!", "zzzz qqqq xxxx yyyy"])
def test_a_quotation_of_nothing_is_in_no_text(index, quote):
    assert not any(found.location.match.located for found in index.find(quote))
    assert CollectionIndex({}).find(quote) == []


def test_a_few_letters_are_looked_for_from_end_to_end(index):
    word = TEXTS["text 3"].split()[7]

    assert all(found.location.match is Match.EXACT for found in index.find(word[:4] + word[4:]))
