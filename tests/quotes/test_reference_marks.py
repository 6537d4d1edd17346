"""Reference marks: what can be left out of a quotation, and what cannot."""

import pytest

from citation_engine.model.verdict import Match
from citation_engine.quotes.locate import find_quote
from citation_engine.quotes.reference_marks import reference_marks
from citation_engine.quotes.repairs import REFERENCE_MARKS

# A text around that has reference marks, as a paper does.
PAPER = (
    "Models grew [1]. Data grew too [2, 3], and so did errors [4–6].\n\n{}\n\n"
    "Later work [7] disagrees. Others [8] do not."
)


def left_out(text):
    """Return a text without what counts as its reference marks."""
    for start, end, new in reversed(reference_marks(text, 0, len(text))):
        text = text[:start] + new + text[end:]
    return text


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("Deep networks [22, 21] have led", "Deep networks have led"),
        ("Deep networks[22] have led", "Deep networks have led"),
        ("It has led to progress [3].", "It has led to progress."),
        ("It has led to progress.[3] Then", "It has led to progress. Then"),
        ("It has led to progress [3–5, 9]; then", "It has led to progress; then"),
        ("as Miller said[^12] again", "as Miller said again"),
        ("as Miller said [@miller2020, p. 3; @x] again", "as Miller said again"),
        ("the river[note 3] floods[citation needed] often", "the river floods often"),
        ("It is so.¹ Then", "It is so. Then"),
        ("the harbour¹² burned", "the harbour burned"),
        ("“It is so.”³ Then", "“It is so.” Then"),
    ],
)
def test_marks_are_left_out(said, plain):
    assert left_out(PAPER.format(said)).split("\n\n")[1] == plain


@pytest.mark.parametrize(
    "said",
    [
        "an area of 5 m² is meant",
        "an area of 5 Meter² is meant",
        "10² metres",
        "E = mc² holds",
        "the variance sigma² grows",
        "x² grows",
        "the interval [0, 1] is closed",
        "the interval [1, 2] is closed",
        "as shown by [22] in detail",
        "see [3] for more",
        "siehe [3] und [4]",
        "in Abs. [2] geregelt",
        "the element x[3] is zero",
        "the element arr[3] is zero",
        "f(x)[3] is zero",
        "in the year [2020] it ended",
        "he [sic] said",
        "he [not she] said",
        "a list [link](target) here",
        "the values = [3] are",
    ],
)
def test_what_may_be_more_than_a_mark_is_kept(said):
    assert left_out(PAPER.format(said)).split("\n\n")[1] == said


def test_numbers_in_brackets_are_no_marks_where_no_others_are_around():
    assert left_out("The interval around it [22] has led to much.") == (
        "The interval around it [22] has led to much."
    )


def test_elements_of_one_array_do_not_make_each_other_marks():
    text = "Here rows[1] is set, rows[2] is not, rows[3] is empty and rows[4] is full."

    assert left_out(text) == text


NETWORKS = PAPER.format(
    "Deep convolutional neural networks [22, 21] have led to breakthroughs [50]."
)


def test_a_quotation_without_the_marks_is_found_and_they_are_named():
    found = find_quote("neural networks have led to breakthroughs", NETWORKS)

    assert found.match is Match.NORMALISED
    assert found.differences == (f"{REFERENCE_MARKS} [22, 21]",)
    assert found.places[0].of(NETWORKS) == "neural networks [22, 21] have led to breakthroughs"


def test_a_mark_right_after_the_words_is_left_out_too():
    text = PAPER.format("They say that the harbour¹² burned in winter.")

    found = find_quote("that the harbour", text)

    assert found.match is Match.NORMALISED
    assert found.differences == (f"{REFERENCE_MARKS} ¹²",)
    assert found.places[0].of(text) == "that the harbour"


def test_a_mark_that_the_quotation_has_stays():
    found = find_quote("networks have led to breakthroughs [50].", NETWORKS)

    assert found.match is Match.NORMALISED
    assert found.differences == (f"{REFERENCE_MARKS} [22, 21]",)


def test_other_typography_is_named_beside_the_marks():
    found = find_quote("neural  networks\nhave led to breakthroughs.", NETWORKS)

    assert found.differences == ("white space", f"{REFERENCE_MARKS} [22, 21], [50]")


@pytest.mark.parametrize(
    "quote",
    [
        "neural networks have not led to breakthroughs",
        "neural networks has led to breakthroughs",
        "neural networks [23, 21] have led to breakthroughs",
        "neural networks [22] have led to breakthroughs",
        "Deep neural networks have led to breakthroughs",
        "networks have led to break",
    ],
)
def test_no_other_word_may_differ(quote):
    assert not find_quote(quote, NETWORKS).match.located


@pytest.mark.parametrize(
    ("quote", "said"),
    [
        ("an area of 5 m of land is sold", "an area of 5 m² of land is sold"),
        ("it is shown by several authors", "it is shown by [22] several authors"),
        ("the interval is closed and bounded", "the interval [1, 2] is closed and bounded"),
        ("he wrote that it is true", "he wrote [falsely] that it is true"),
    ],
)
def test_what_is_no_mark_cannot_be_left_out(quote, said):
    assert not find_quote(quote, PAPER.format(said)).match.located
