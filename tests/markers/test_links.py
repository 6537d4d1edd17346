"""Links as citations: where they lead, and which of their words are the claim's."""

import pytest

from citation_engine.markers import links
from citation_engine.markers.reading import strip_markers
from citation_engine.model.draft import DraftFormat
from made_markers import find


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("[rose by 5 %](https://a.example/b)", "https://a.example/b"),
        ("[a](<https://a.example/b c>)", "https://a.example/b c"),
        ('[a](https://a.example/b "A title")', "https://a.example/b"),
        ("[a [b] c](https://a.example/x_(y))", "https://a.example/x_(y)"),
        ("([source](https://a.example))", "https://a.example"),
        ("[[1]](https://a.example)", "https://a.example"),
        ("<https://a.example/b>", "https://a.example/b"),
        (
            '<a class="x" href="https://a.example/?a=1&amp;b=2">here</a>',
            "https://a.example/?a=1&b=2",
        ),
        ("[the file](sources/gobd.pdf#page=4)", "sources/gobd.pdf#page=4"),
        ("https://a.example/b_(c)", "https://a.example/b_(c)"),
    ],
)
def test_the_name_of_a_link_is_its_address(written, address):
    (marker,) = find(links, f"Revenue {written}, they say.")

    assert (marker.text, marker.names, marker.numbers) == (written, (address,), ())


def test_what_closes_a_sentence_is_no_part_of_an_address():
    text = "See https://a.example/b. (Or https://a.example/c) and https://a.example/d[1]."

    assert [m.names[0] for m in find(links, text)] == [f"https://a.example/{n}" for n in "bcd"]


def test_a_link_by_its_label_leads_where_the_label_is_defined():
    text = "See [the paper][Smith].\n\n[smith]: https://a.example/b\n"

    assert [marker.names for marker in find(links, text)] == [("https://a.example/b",)]


@pytest.mark.parametrize(
    "text",
    [
        "![a chart](https://a.example/c.png)",
        "[below](#sources) and [me](mailto:a@a.example) and [x](javascript:y)",
        "`[a](https://a.example)`",
        "[^1]: Rules <https://a.example>",
        "[1]: https://a.example",
        "## Sources\n\n1. [Rules](https://a.example)\n2. https://a.example/b\n",
        "[a](not a link)",
    ],
)
def test_what_cites_nothing_is_no_marker(text):
    assert find(links, text) == []


def test_links_of_html_are_its_anchors():
    text = (
        '<p>Ten <a href="https://a.example">here</a><!-- <a href="https://b.example">b</a> --></p>'
    )

    assert [m.names for m in find(links, text, DraftFormat.HTML)] == [("https://a.example",)]


def test_words_that_say_something_stay_and_others_go():
    text = "Revenue [rose by 5 %](https://a.example) ([source](https://b.example)), see <https://c.example>."

    assert strip_markers(text, dialects=["links"]) == "Revenue rose by 5 %, see."


def test_the_words_of_a_claim_are_told_by_their_place():
    text = "Revenue [rose](https://a.example) [1](https://b.example)."
    claim, number = find(links, text)

    assert links.words_of(claim).of(text) == "rose"
    assert links.words_of(number).of(text) == ""


def test_an_escaped_parenthesis_is_part_of_the_address():
    found = find(links, r"It is 5 ([source](https://a.example/x_\(y\))).")

    assert [marker.names for marker in found] == [("https://a.example/x_(y)",)]
