import random

import pytest

from citation_engine.model.span import Span
from citation_engine.text import nearest
from citation_engine.text.fold import fold
from citation_engine.text.nearest import find_nearest

TEXT = "Records are kept for ten years. Invoices are not kept at all. Notes are kept for one year."


def words(quote, text, near=None):
    found = find_nearest(fold(quote).text, fold(text), near)
    return found.span.of(text), found.similarity


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("Records are kept for two years.", "Records are kept for ten years."),
        ("Invoices are kept at all", "Invoices are not kept at all"),
        ("records were kept for ten years", "Records are kept for ten years"),
        ("INVOICES ARE NOT KEPT", "Invoices are not kept"),
        ("are kept at all", "are not kept at all"),
        ("Notes are not kept for one year.", "Notes are kept for one year."),
    ],
)
def test_the_nearest_words_are_whole_words(quote, expected):
    found, similarity = words(quote, TEXT)

    assert found == expected
    assert 0.8 <= similarity < 1


def test_offsets_are_the_originals():
    text = "Der ﬁnale   Satz\nlautet: zehn Jahre\u00ad\nfrist gilt immer."

    found, _ = words("lautet: zwölf Jahresfrist gilt immer", text)

    assert found == "lautet: zehn Jahre\u00ad\nfrist gilt immer"


def test_words_in_between_are_taken_in_for_long_quotations():
    generator = random.Random(7)
    said = " ".join("".join(generator.choices("abcdefghijkl", k=6)) for _ in range(60))
    middle = len(said) // 2
    text = f"Before. {said[:middle]} PAGE HEADER 12 of the yearly report {said[middle:]} After."

    found, similarity = words(said, text)

    assert found == text[len("Before. ") : -len(" After.")]
    assert similarity > 0.9


@pytest.mark.parametrize("text", ["", "   ", "\u200b\n"])
def test_an_empty_text_has_no_nearest_words(text):
    assert find_nearest("ten years", fold(text), None) == nearest.Nearest(None, 0.0)


def test_nothing_alike_is_not_a_place():
    assert find_nearest("abc", fold("xyz"), None) == nearest.Nearest(None, 0.0)


def test_a_very_long_text_is_searched_from_the_expected_place(monkeypatch):
    monkeypatch.setattr(nearest, "LONGEST_WINDOW", 4000)
    monkeypatch.setattr(nearest, "MOST_COMPARED", 4000)
    text = "x y z " * 2000 + "Records are kept for ten years. " + "x y z " * 2000
    quote = "Records are kept for two years."

    assert words(quote, text, Span(12_000, 12_010))[0] == "Records are kept for ten years."
    assert words(quote, text)[1] < 0.8


def test_words_over_the_edge_of_a_window_are_seen(monkeypatch):
    monkeypatch.setattr(nearest, "LONGEST_WINDOW", 4000)
    text = "x" * 1985 + " Records are kept for ten years. " + "x y z " * 800

    assert words("Records are kept for two years.", text)[0] == "Records are kept for ten years."


def test_words_that_were_not_found_are_never_called_equal():
    assert words("a" * 100, "a" * 1000)[1] < 1
