import random

import pytest

from citation_engine.model.passage import Span
from citation_engine.quotes.locate import find_quote
from citation_engine.quotes.nearest import NOTHING, find_nearest, find_nearest_parts
from citation_engine.quotes.searchable_text import SearchedText
from citation_engine.quotes.skeleton_places import Quotation

TEXT = "Records are kept for ten years. Invoices are not kept at all. Notes are kept for one year."


def nearest(quote, text, *near):
    return find_nearest(Quotation(quote), SearchedText(text), near)


def words(quote, text, *near):
    found = nearest(quote, text, *near)
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


def random_words(generator, count):
    return " ".join("".join(generator.choices("abcdefghijkl", k=6)) for _ in range(count))


@pytest.mark.parametrize("filling", [0, 3000, 100_000])
def test_words_in_between_are_taken_in(filling):
    generator = random.Random(7)
    said, other = random_words(generator, 60), random_words(generator, filling // 7)
    middle = said.index(" ", len(said) // 2)
    header = " PAGE HEADER 12 of the yearly report"
    text = f"Before. {other} {said[:middle]}{header}{said[middle:]} {other[::-1]} After."

    found = nearest(said, text)

    assert found.span.of(text) == f"{said[:middle]}{header}{said[middle:]}"
    assert found.similarity > 0.9


def test_a_short_quotation_over_a_long_gap_is_found_in_segments():
    header = " 508\n\nReport of the Commission to the Members of the Council 44\n"
    text = f"He said that all invoices must be kept{header}for ten years in good order. " + TEXT

    found = nearest("all invoices must be kept for ten years in good order", text)

    assert [part.of(text) for part in found.segments] == [
        "all invoices must be kept",
        "for ten years in good order",
    ]
    assert 0.8 < found.similarity < 1


@pytest.mark.parametrize("text", ["", "   ", "\u200b\n"])
def test_an_empty_text_has_no_nearest_words(text):
    assert nearest("ten years", text) == NOTHING


def test_nothing_alike_is_not_a_place():
    assert nearest("abc", "xyz").similarity == 0.0


def test_of_equally_near_words_those_expected_are_shown():
    text = "Records are kept for ten years. " + "Other words. " * 20
    text += "Records are kept for six years. " + "x " * 200
    last = text.rindex("Records")

    assert words("Records are kept for two years.", text)[0] == "Records are kept for ten years."
    found = nearest("Records are kept for two years.", text, Span(last, last + 10))
    assert found.span.of(text) == "Records are kept for six years."


@pytest.mark.parametrize("copies", [100, 20_000])
def test_words_that_differ_are_found_in_small_and_in_large_texts(copies):
    generator = random.Random(3)
    text = random_words(generator, copies)
    text += " Records are kept for ten years in the archive of the office. "
    text += random_words(generator, copies)

    found, similarity = words(
        "Records were kept for two years in the archives of the offices.", text
    )

    assert found == "Records are kept for ten years in the archive of the office."
    assert similarity > 0.85


@pytest.mark.parametrize(
    ("quote", "said"),
    [
        ("ist nicht das Finanzgericht zuständig", "ist das Finanzgericht zuständig"),
        ("die dazu verpflichtet sind", "die nicht dazu verpflichtet sind"),
        ("muss die Behörde erkennen lassen", "kann die Behörde erkennen lassen"),
    ],
)
def test_a_word_beside_the_edge_is_not_cut_off(quote, said):
    text = f"In den Fällen des Absatzes 2 {said}, wenn es anders nicht geht."

    assert words(quote, text)[0] == said


def test_words_that_were_not_found_are_never_called_equal():
    assert words("a" * 100, "a" * 1000)[1] < 1


def test_parts_of_a_quotation_are_found_one_by_one():
    text = "All data are, unless another law says so, to be kept for ten years by the office."
    parts = [Quotation("All dates are"), Quotation("be kept for two years by the office.")]

    found = find_nearest_parts(parts, SearchedText(text))

    assert found.span.of(text) == text
    assert [part.of(text) for part in found.segments] == [
        "All data are",
        "be kept for ten years by the office.",
    ]
    assert 0.8 < found.similarity < 1


@pytest.mark.parametrize(
    ("quote", "said", "least"),
    [
        ("die zuständige dem 40. März", "die zuständige dem 40. Dezember", 0.89),
        ("dem seiner Aufgaben dem mit den", "oder seiner Aufgaben dem mit den", 0.95),
        ("as a vestige of the much the", "as a vestige of the much larger", 0.92),
        ("sfudio album by American singer", "studio album by American singer-songwriter", 0.83),
    ],
)
def test_a_short_quotation_is_not_cut_off_in_its_middle(quote, said, least):
    text = f"In all other cases of the kind of these (number 12) {said} after that. {TEXT}"

    found, similarity = words(quote, text)

    assert found in said
    assert similarity > least


@pytest.mark.parametrize(
    ("quote", "said"),
    [
        ("known as Henry of Winchester was ,", "known as Henry of Winchester , was"),
        ("#### werden. § 211 Pflichten", "werden. #### § 211 Pflichten"),
    ],
)
def test_a_sign_at_the_end_of_a_quotation_does_not_cut_words_off(quote, said):
    assert words(quote, f"He was {said} the king. {TEXT}")[0] == said


def test_of_places_with_the_same_letters_the_one_with_the_same_words_is_shown():
    first, second = "Absatz 5 des Einkommensteuergesetzes", "Satz 3 des Einkommensteuergesetzes"
    text = f"Das folgt aus {first} allein. {TEXT} Das folgt aus {second} allein."

    assert words("Satz t des Einkommensteuergesefzes", text)[0] == second


def test_letters_inside_a_longer_word_do_not_hide_the_same_words_in_another_case():
    text = f"aa) juristischen Personen des Rechts {TEXT} a) juristischen Personen des Rechts."
    quote = "A)  Juristischen Personen Des Rechts"

    found = find_quote(quote, text)

    assert [place.of(text) for place in found.places] == ["a) juristischen Personen des Rechts"]


def test_a_short_part_before_an_omission_is_looked_for_close_by():
    between = "Other words stand in the way of it all. " * 40
    said = "as in ... the overwhelming interests of all the members"
    text = f"He lives in town. {between} {said} of the board."

    found = find_quote("in ... the overwelming interests of oll the mumbers", text)

    assert found.nearest.of(text) == said.removeprefix("as ")
