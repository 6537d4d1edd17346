"""`[cite_2]`, `[cite:2]` and keys."""

import pytest

from citation_engine.markers import named
from made_markers import find


@pytest.mark.parametrize(
    ("written", "numbers", "names"),
    [
        ("[cite_2]", (2,), ()),
        ("[cite:2]", (2,), ()),
        ("[cite: 1, 2]", (1, 2), ()),
        ("[Cite 4]", (4,), ()),
        ("[citation:3]", (3,), ()),
        ("[cite_1, cite_3]", (1, 3), ()),
        ("[cite:smith2020]", (), ("smith2020",)),
        ("[cite: 1, smith]", (1,), ("smith",)),
        ("[cite:2, p. 5]", (2,), ()),
        ("[@smith2020]", (), ("smith2020",)),
        ("[see @doe99, pp. 33-35; -@smith04]", (), ("doe99", "smith04")),
        ("【cite:2】", (2,), ()),
        ("\ue200cite\ue202turn0search1\ue202turn0news2\ue201", (), ("turn0search1", "turn0news2")),
    ],
)
def test_a_marker_gives_ids_and_names(written, numbers, names):
    (marker,) = find(named, f"Ten years {written}.")

    assert (marker.text, marker.numbers, marker.names) == (written, numbers, names)


@pytest.mark.parametrize(
    "text",
    [
        *("[citation needed]", "[cite_start]", "[cites]", "[cited 3 times]", "[info@a.example]"),
        *("[@bob](https://a.example)", "\\[cite_1]", "[cite_1]: x"),
    ],
)
def test_what_points_nowhere_is_no_marker(text):
    assert find(named, text) == []


def test_numbers_and_names_stand_side_by_side():
    text = "Ten years [cite_2][cite_smith]."

    assert [marker.numbers or marker.names for marker in find(named, text)] == [(2,), ("smith",)]
