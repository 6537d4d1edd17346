import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.model.passage import Span
from citation_engine.render.findings.report import Places, Spot

TEXTS = st.text(st.sampled_from("ab\n\r\t\u2028\x0b\x85ü漢😀"), max_size=60)


@pytest.mark.parametrize(
    ("text", "offset", "place"),
    [
        ("", 0, (1, 1)),
        ("abc", 3, (1, 4)),
        ("a\nb", 1, (1, 2)),
        ("a\nb", 2, (2, 1)),
        ("a\r\nb", 3, (2, 1)),
        ("a\rb", 2, (1, 3)),
        ("a\u2028b\x0bc\x85d", 6, (1, 7)),
        ("a\n", 2, (2, 1)),
        ("😀b", 1, (1, 2)),
        ("\ufeffab", 1, (1, 1)),
        ("\ufeffab", 2, (1, 2)),
        ("\ufeff\nab", 3, (2, 2)),
        ("ab", 99, (1, 3)),
    ],
)
def test_an_offset_has_the_line_and_column_of_an_editor(text, offset, place):
    assert Places(text).at(offset) == place


@given(TEXTS, st.data())
def test_a_place_leads_back_to_its_offset(text, data):
    offset = data.draw(st.integers(0, len(text)))
    places = Places(text)

    line, column = places.at(offset)

    assert places.bounds(line)[0] + column - 1 == offset
    assert line == text.count("\n", 0, offset) + 1


@given(TEXTS)
def test_the_bounds_of_the_lines_leave_out_nothing_but_line_ends(text):
    places = Places(text)

    *lines, last = text.split("\n")

    shown = [text[slice(*places.bounds(line))] for line in range(1, len(lines) + 2)]
    assert shown == [*(line.removesuffix("\r") for line in lines), last]


def test_a_span_over_two_lines_ends_on_the_second():
    assert Places("ab\r\ncd").of(Span(1, 5)) == Spot(1, 2, 2, 2)
