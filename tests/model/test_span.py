import pytest

from citation_engine.model.passage import Span


def test_a_span_gives_its_words():
    assert Span(4, 7).of("The cat sat.") == "cat"


def test_an_empty_span_is_allowed():
    assert Span(3, 3).of("The cat sat.") == ""


@pytest.mark.parametrize(("start", "end"), [(2, 1), (-1, 3), (-2, -1)])
def test_a_span_that_no_text_can_have_is_refused(start, end):
    with pytest.raises(ValueError, match="cannot go from"):
        Span(start, end)


def test_spans_sort_in_the_order_of_the_text():
    assert sorted([Span(5, 6), Span(1, 9), Span(1, 2)]) == [Span(1, 2), Span(1, 9), Span(5, 6)]
