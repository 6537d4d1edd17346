"""The page or section that a marker states, for each of its sources."""

import pytest

from citation_engine.markers.reading import find_markers
from citation_engine.markers.stated import stated_place
from citation_engine.model.draft import Claim
from citation_engine.model.passage import Span


def places_in(text):
    claim = Claim(text=text, span=Span(0, len(text)))
    found = [
        stated_place(text, claim, marker, target)
        for marker in find_markers(text)
        for target in (*map(str, marker.numbers), *marker.names)
    ]
    return [(one.locator.page or one.locator.section) if one else None for one in found]


@pytest.mark.parametrize(
    ("written", "places"),
    [
        ("[S1 p. 3]", [3]),
        ("[S1: 24]", [24]),
        ("[S1 §8]", ["§8"]),
        ("[1 p. 3]", [3]),
        ("[1, p. 3; 2, p. 5]", [3, 5]),
        ("[S1, S2, S. 7]", [None, 7]),
        ("[S1, S2] (S. 7)", [7, 7]),
        ("[1, p. 3-5]", [None]),
        ("[[S:1]]", [None]),
        ("【6:0†source】", [None]),
        ("(Müller u. a. 2020, S. 12)", [12]),
        ("(Müller u. a. 2020: 15)", [15]),
        ("(Moe, S. et al. 2020)", [None]),
        ("[Brandt et al., 2019; Moe, 2020, p. 3]", [None, 3]),
        ("[@moe2020, p. 3; @liu2019]", [3, None]),
        (r"\citep[p.~3]{moe2020}", [3]),
        (r"\parencite[see][12]{moe2020}", [12]),
        ("(Source: act.pdf, p. 3)", [3]),
    ],
)
def test_a_place_is_that_of_the_source_it_was_said_of(written, places):
    assert places_in(f"So it is {written}.") == places
