"""Whether two names mean the same section."""

import pytest

from citation_engine.sections.sections import read_name, read_number, steps_of


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Kapitel 8: Archiv", "8 Archiv", True),
        ("Kapitel 8: Archiv", "Archiv", True),
        ("Kapitel 8: Archiv", "Kapitel 9: Archiv", False),
        ("VII. - Die Gesetzgebung", "VII. Die Gesetzgebung", True),
        ("1.1 Results", "11 Results", False),
        ("Results", "results.", True),
        ("Eﬃcient ways", "Efficient ways", True),
        ("I think", "think", False),
        ("Scope", "Scopes", False),
        ("8", "Archiv", False),
        ("…", "–", False),
    ],
)
def test_names_mean_the_same_where_nothing_in_them_differs(one, other, same):
    assert read_name(one).means(read_name(other)) is same
    assert read_name(other).means(read_name(one)) is same


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("8.1", ("8.1", "8.1")),
        ("§ 8.1", ("8.1", "8.1")),
        ("§8.1", ("8.1", "8.1")),
        ("Section 8.1-8.2", ("8.1", "8.2")),
        ("§ 8.1 bis § 8.2", ("8.1", "8.2")),
        ("Kapitel 8.", ("8", "8")),
        ("8.1 Archiv", None),
        ("Archiv", None),
        ("Anlage 1", None),
        ("Art. 5", None),
    ],
)
def test_a_name_that_is_a_number_only_is_read_as_one(name, numbers):
    assert read_number(name) == numbers


def test_a_path_is_divided_by_the_first_sign_it_has():
    assert steps_of("Part 1 › Input / Output") == ["Part 1", "Input / Output"]
    assert steps_of("Part 1 > Scope") == ["Part 1", "Scope"]
    assert steps_of("Input/Output") == ["Input/Output"]
