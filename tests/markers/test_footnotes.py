"""Footnotes of Markdown, and what they say."""

from itertools import pairwise

import pytest
from hypothesis import given

from citation_engine.markers import footnotes
from made_markers import drafts, find


@pytest.mark.parametrize(
    ("written", "numbers", "names"),
    [
        ("[^1]", (1,), ()),
        ("[^smith2020]", (), ("smith2020",)),
        ("[^01]", (), ("01",)),
        ("[^1, ^2]", (1, 2), ()),
        ("[^1,^note]", (1,), ("note",)),
        ("[^2-4]", (2, 3, 4), ()),
        ("[^ 1 ]", (1,), ()),
    ],
)
def test_a_label_is_a_number_or_a_name(written, numbers, names):
    (marker,) = find(footnotes, f"Ten years{written}.")

    assert (marker.text, marker.numbers, marker.names) == (written, numbers, names)


@pytest.mark.parametrize(("written", "problem"), [("[^]", "no footnote"), ("[^4-2]", "backwards")])
def test_a_marker_that_cannot_be_understood_is_found_with_its_problem(written, problem):
    (marker,) = find(footnotes, f"Ten years{written}.")

    assert problem in marker.problem


def test_the_label_of_a_definition_is_no_marker():
    text = "Ten[^1]. See [^2]: it says so.\n\n[^1]: Rules, see [^3]\n  > [^2]: Letters\n"

    assert [marker.numbers for marker in find(footnotes, text)] == [(1,), (2,), (3,)]


def test_a_definition_has_the_lines_that_belong_to_it():
    text = (
        "Ten[^1].\n\n[^1]: Rules. https://a.example/b.\n    More of them.\n\n    A paragraph.\n"
        "[^note]: Letters,\non the next line\n\nNo part of it.\n\n[^3]: Mill\n## Heading\n"
    )

    one, two, three = footnotes.find_definitions(text)

    assert one.text == "Rules. https://a.example/b.\nMore of them.\n\nA paragraph."
    assert one.addresses == ("https://a.example/b",)
    assert (two.label, two.text) == ("note", "Letters,\non the next line")
    assert (three.label, three.text) == ("3", "Mill")
    assert one.span.of(text).startswith("[^1]: Rules")
    assert one.span.of(text).endswith("A paragraph.")


@pytest.mark.parametrize(
    ("words", "doi"),
    [
        ("doi:10.1000/182.", "10.1000/182"),
        ("(https://doi.org/10.1000/a(b)c)", "10.1000/a(b)c"),
        ("10.1000/x, 2020", "10.1000/x"),
        ("version 10.1000", None),
    ],
)
def test_a_definition_gives_its_doi(words, doi):
    (reference,) = footnotes.find_definitions(f"[^1]: Smith {words}")

    assert reference.doi == doi


@pytest.mark.parametrize("text", ["```\n[^1]: x\n```", "Ten [^1]: x", "[^1] x", "[^a b\n]: x"])
def test_what_is_no_definition_gives_none(text):
    assert footnotes.find_definitions(text) == []


def test_windows_line_ends_are_no_part_of_a_definition():
    (reference,) = footnotes.find_definitions("[^1]: Rules\r\n    more\r\n\r\nElse\r\n")

    assert reference.text == "Rules\nmore"


@given(drafts)
def test_definitions_stand_where_they_say(text):
    found = footnotes.find_definitions(text)

    assert all(one.span.of(text).startswith(f"[^{one.label}]:") for one in found)
    assert all(a.span.end <= b.span.start for a, b in pairwise(found))


@pytest.mark.parametrize(
    ("written", "numbers", "names"),
    [
        ("[^2, § 3]", (2,), ()),
        ("[^2,§ 3]", (2,), ()),
        ("[^2, p. 3]", (2,), ()),
        ("[^2, 4, pp. 3-5, 9]", (2, 4), ()),
        ("[^act; S. 12]", (), ("act",)),
        ("[^act, Rn. 7]", (), ("act",)),
        ("[^a, section]", (), ("a", "section")),
        ("[^a,p1]", (), ("a", "p1")),
    ],
)
def test_a_place_behind_a_label_is_no_name(written, numbers, names):
    (marker,) = find(footnotes, f"It holds {written}.")

    assert (marker.numbers, marker.names, marker.problem) == (numbers, names, "")


def test_what_stands_directly_below_a_note_and_is_none_of_its_words_does_not_belong_to_it():
    for below in ("- an item", "> a quotation", "| a | row |", "<p>HTML</p>", "[1] An entry"):
        found = footnotes.find_definitions(f"[^1]: Rules,\npage 5.\n{below}\n")

        assert [note.text for note in found] == ["Rules,\npage 5."]


def test_a_note_directly_below_html_is_found():
    assert len(footnotes.find_definitions("</div>\n[^1]: Rules.\n")) == 1
