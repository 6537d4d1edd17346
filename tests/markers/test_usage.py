"""`[[USAGE:1,3]]` is read and stripped."""

import pytest

from citation_engine.markers import usage
from citation_engine.markers.reading import strip_markers
from made_markers import find


@pytest.mark.parametrize(
    ("written", "meant"),
    [("[[USAGE:1,3]]", (1, 3)), ("[[ usage : 2-4 ]]", (2, 3, 4)), ("[USAGE: 5]", (5,))],
)
def test_a_tag_is_understood_as_models_write_it(written, meant):
    (marker,) = find(usage, f"Ten years.\n\n{written}")

    assert (marker.numbers, marker.dialect) == (meant, "usage")


@pytest.mark.parametrize(
    ("text", "stripped"),
    [
        ("Ten years. [[USAGE:1,3]]", "Ten years."),
        ("[[USAGE:1]]\nTen years.", "\nTen years."),
        ("Ten years. [[USAGE:all]]", "Ten years. [[USAGE:all]]"),
    ],
)
def test_a_tag_is_stripped_and_one_that_is_not_understood_stays(text, stripped):
    assert strip_markers(text, dialects=["usage"]) == stripped


def test_an_empty_tag_says_so():
    (marker,) = find(usage, "[[USAGE:]]")

    assert marker.problem == "It names no source."
