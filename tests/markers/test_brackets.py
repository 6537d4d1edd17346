"""`[S1]` in all the ways models write it, and nowhere else."""

import pytest

from citation_engine.markers import brackets
from made_markers import find, write


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("[S1]", (1,)),
        ("[S1, S3]", (1, 3)),
        ("[S1,S3]", (1, 3)),
        ("[S1; 3]", (1, 3)),
        ("[S2-S4]", (2, 3, 4)),
        ("[S2–4]", (2, 3, 4)),
        ("[S1 and S3]", (1, 3)),
        ("[S1 S3]", (1, 3)),
        ("[s1]", (1,)),
        ("[ S 1 ]", (1,)),
        ("[S-1]", (1,)),
        ("[S\u200b1]", (1,)),
        ("[[S1]]", (1,)),
        ("[[S1, S2]]", (1, 2)),
        ("[S1, p. 24]", (1,)),
        ("[S1, S. 24]", (1,)),
        ("[S1: § 147 Abs. 3]", (1,)),
        ("[Source 1]", (1,)),
        ("[Sources: S1, S3]", (1, 3)),
        ("[Quelle 3]", (3,)),
        ("【S1】", (1,)),
        ("[S1](https://a.example/b)", (1,)),
        ("[[S2]](https://a.example/b_(c))", (2,)),
    ],
)
def test_a_marker_is_understood_as_models_write_it(written, meant):
    (marker,) = find(brackets, f"Ten years {written}.")

    assert (marker.text, marker.numbers, marker.problem) == (written, meant, "")


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("[S0]", "'0' is not the number"),
        ("[S4-S2]", "4-2 runs backwards"),
        ("[S1-S20000000]", "more than 1,000 numbers"),
        ("[S1-]", "'1-' is not the number"),
        ("[S?9]", "'?9' is not the number"),
    ],
)
def test_a_marker_that_cannot_be_understood_is_found_with_its_problem(written, problem):
    (marker,) = find(brackets, f"Ten years {written}.")

    assert marker.numbers == ()
    assert problem in marker.problem


@pytest.mark.parametrize(
    "text",
    [
        "[Standard]",
        "[S1a]",
        "[Summary 2020 of it]",
        "\\[S1\\]",
        "[S]",
        "[[S:1]]",
        "[S:1]",
        "[S1: x",
    ],
)
def test_what_is_written_otherwise_is_no_marker(text):
    assert find(brackets, text) == []


def test_a_label_in_the_list_of_sources_is_no_marker():
    text = "Ten [S1].\n\n## Sources\n\n[S1] Rules [S2]\n- **[S2]** Letters\n\n## More\n\n[S3] Six."

    assert [marker.numbers for marker in find(brackets, text)] == [(1,), (2,), (3,)]


@pytest.mark.parametrize(
    ("some", "written"),
    [([1], "[S1]"), ([1, 3], "[S1, S3]"), ([2, 3, 4], "[S2-S4]")],
)
def test_numbers_are_written_as_a_list(some, written):
    assert write(brackets, some) == written


@pytest.mark.parametrize("written", ["[S1]-[S3]", "[S1]–[S3]", "[s1]-[s3](https://a.example)"])
def test_a_dash_between_two_markers_is_a_range_with_those_in_the_middle(written):
    (marker,) = find(brackets, f"It holds {written}.")

    assert (marker.text, marker.numbers, marker.problem) == (written, (1, 2, 3), "")


def test_an_absurd_range_between_two_markers_is_told():
    (marker,) = find(brackets, "It holds [S1]-[S99999].")

    assert (marker.numbers, marker.problem) == ((), "It has more than 1,000 numbers.")
