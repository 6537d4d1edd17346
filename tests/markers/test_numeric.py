"""`[1]` where it cites, and the many places where it does not."""

import pytest

from citation_engine.markers import numeric
from made_markers import find


def numbers_in(text):
    return [marker.numbers for marker in find(numeric, text)]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("[1]", (1,)),
        ("[1, 2]", (1, 2)),
        ("[1,2,5–7]", (1, 2, 5, 6, 7)),
        ("[1-3]", (1, 2, 3)),
        ("[ 1 ]", (1,)),
        ("[1 and 2]", (1, 2)),
        ("[1\u200b]", (1,)),
        ("[[1]]", (1,)),
        ("[1, p. 24]", (1,)),
        ("[3, S. 7-9]", (3,)),
        ("【1】", (1,)),
        ("【13†L1-L5】", (13,)),
        ("［2］", (2,)),
        ("[12,500]", (12, 500)),
    ],
)
def test_a_marker_is_understood_as_models_write_it(written, meant):
    (marker,) = find(numeric, f"Ten years {written}.")

    assert (marker.text, marker.numbers, marker.problem) == (written, meant, "")


def test_a_message_and_a_result_in_it_are_a_name():
    (marker,) = find(numeric, "Ten years 【6:0†source】.")

    assert (marker.names, marker.numbers) == (("6:0",), ())


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("[4-2]", "runs backwards"),
        ("[1-20000000]", "more than 1,000"),
        ("[0]", "'0' is not the number"),
        ("[12345678901]", "is not the number"),
        ("[2, ?9]", "'?9' is not the number"),
    ],
)
def test_a_marker_that_cannot_be_understood_is_found_with_its_problem(written, problem):
    (marker,) = find(numeric, f"Ten years {written}.")

    assert marker.numbers == ()
    assert problem in marker.problem


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Ten years[1].", 1),
        ("Ten years.[1]", 1),
        ("CO2[1], vitamin C[2], e.g.[3], 10 %[4] and (so)[5]", 5),
        ("Both [1][2].", 2),
        ("Costs rose from $5 [1] to $6 [2].", 2),
        ("See https://a.example/page[1].", 1),
        ("(https://a.example)[1]", 1),
        ("See [the paper][1].", 1),
        ("[1] Smith says so.", 1),
        ("| Ten | [1] |", 1),
        ("As [1] (2020) says.", 1),
        ("Wow![1]", 1),
    ],
)
def test_in_prose_it_is_a_marker(text, count):
    assert len(find(numeric, text)) == count


@pytest.mark.parametrize(
    "text",
    [
        "See [1](https://a.example).",
        "See [[1]](https://a.example).",
        "[1]: https://a.example",
        "- [ ] open\n- [x] done",
        "the element a[1] and row_2[3] and arr[10]",
        "items[1].name() and items[2] = 5 and items[0]",
        "\\[1\\]",
        "![1](a.png) and ![a](b.png 'See [2]')",
        "$x[1] = 2$ and \\sqrt[3]{x} and \\(a[2]\\)",
        "$$\nx_{[1]}\n$$",
        "in the interval [0, 1]",
        "on [2024-01-02]",
        "about [1,000] people",
        "in [2024] and [1999, 2001]",
        "[1 2] and [3 apples] and [1st]",
        "5¹ and x²",
        "<img alt='[1]'>",
        "[S1] [^1] [cite_1]",
    ],
)
def test_what_is_something_else_is_no_marker(text):
    assert find(numeric, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Ten [2024].\n\n## References\n\n[2024] Smith",
        "Ten [2024].\n\n[2024]: https://a.example",
        "Ten [2024].\n\n## Literatur\n\n2024. Smith",
        "Ten [2024] and six [1850].",
    ],
)
def test_a_year_is_a_marker_where_the_draft_has_such_a_label(text):
    assert (2024,) in numbers_in(text)


@pytest.mark.parametrize(
    "heading",
    [
        "## References",
        "# 5. Quellen",
        "**Sources**",
        "Literaturverzeichnis:",
        "Notes\n-----",
        "### 📚 Sources",
    ],
)
def test_a_label_in_the_list_of_sources_is_no_marker(heading):
    text = f"Ten [1].\n\n{heading}\n\n[1] Smith [2]\n- [2] Jones\n1. [3] Mill\n| [4] | Hume |\n"

    assert numbers_in(text) == [(1,), (2,)]


def test_behind_the_list_of_sources_a_bracket_is_a_marker_again():
    text = "## References\n\n[1] Smith\n\n### Old\n\n[2] Jones\n\n## Annex\n\n[3] Ten years."

    assert numbers_in(text) == [(3,)]


def test_a_line_that_only_mentions_sources_opens_no_list():
    assert numbers_in("Sources\nThe sources differ.\n[1] says ten.") == [(1,)]


@pytest.mark.parametrize("written", ["[1]-[3]", "[1]–[3]", "[1]‑[3]", "[1]−[ 3 ]"])
def test_a_dash_between_two_markers_is_a_range_with_those_in_the_middle(written):
    (marker,) = find(numeric, f"It holds {written}.")

    assert (marker.text, marker.numbers, marker.problem) == (written, (1, 2, 3), "")


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("[3]-[1]", "The range 3-1 runs backwards."),
        ("[1]–[99999]", "It has more than 1,000 numbers."),
    ],
)
def test_an_absurd_range_between_two_markers_is_told(written, problem):
    (marker,) = find(numeric, f"It holds {written}.")

    assert (marker.text, marker.numbers, marker.problem) == (written, (), problem)


@pytest.mark.parametrize("text", ["So [1] - [3] differs.", "So [1]—[3] differs.", "[1], [3]"])
def test_a_dash_that_sets_words_off_makes_no_range(text):
    assert [marker.numbers for marker in find(numeric, text)] == [(1,), (3,)]


def test_a_range_at_the_beginning_of_a_line_defines_nothing():
    assert [marker.numbers for marker in find(numeric, "[1]-[3]: all agree.")] == [(1, 2, 3)]


def test_a_marker_before_a_link_is_kept_where_a_dash_is_between():
    assert [marker.text for marker in find(numeric, "[1]-[3](https://a.example)")] == ["[1]"]


def test_a_marker_among_the_words_of_an_image_is_found():
    assert [marker.text for marker in find(numeric, "![Sales [2]](b.png)")] == ["[2]"]
