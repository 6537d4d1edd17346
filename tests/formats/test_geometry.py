"""Packing where characters stand, and the rectangles of spans."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.formats.geometry import EvenStretch, PageBoxes, pack, pack_page, rects_of
from citation_engine.model.passage import Rect, Span


def page(number=1, start=0, characters=10, stretches=None, **edges) -> PageBoxes:
    first = edges.get("first", [10.0 + 5 * i for i in range(characters)])
    last = edges.get("last", [15.0 + 5 * i for i in range(characters)])
    return PageBoxes(number, start, first, last, stretches or [EvenStretch(0, 100, 110)])


def packed(*pages: PageBoxes) -> bytes:
    return pack(map(pack_page, pages))


def test_a_span_on_one_line_is_one_rectangle():
    geometry = packed(page())

    assert rects_of(geometry, Span(2, 4)) == (Rect(page=1, x0=20, y0=100, x1=30, y1=110),)


def test_a_span_over_a_line_end_has_a_rectangle_on_each_line():
    geometry = packed(page(stretches=[EvenStretch(0, 100, 110), EvenStretch(5, 80, 90)]))

    assert rects_of(geometry, Span(4, 6)) == (
        Rect(page=1, x0=30, y0=100, x1=35, y1=110),
        Rect(page=1, x0=35, y0=80, x1=40, y1=90),
    )


def test_stretches_of_one_line_are_one_rectangle_as_high_as_what_is_in_the_span():
    high = EvenStretch(5, 104, 118, same_line=True)
    geometry = packed(page(stretches=[EvenStretch(0, 100, 110), high]))

    assert rects_of(geometry, Span(0, 10)) == (Rect(page=1, x0=10, y0=100, x1=60, y1=118),)
    assert rects_of(geometry, Span(0, 5)) == (Rect(page=1, x0=10, y0=100, x1=35, y1=110),)
    assert rects_of(geometry, Span(5, 6)) == (Rect(page=1, x0=35, y0=104, x1=40, y1=118),)


def test_text_that_runs_up_the_page_has_its_edges_the_other_way_round():
    geometry = packed(page(stretches=[EvenStretch(0, 100, 110, upward=True)]))

    assert rects_of(geometry, Span(0, 2)) == (Rect(page=1, x0=100, y0=10, x1=110, y1=20),)


def test_a_span_over_a_page_break_has_rectangles_on_both_pages():
    geometry = packed(page(), page(number=2, start=11))

    assert [rect.page for rect in rects_of(geometry, Span(8, 13))] == [1, 2]


@pytest.mark.parametrize("span", [Span(10, 11), Span(3, 3), Span(500, 600)])
def test_where_nothing_is_drawn_there_is_no_rectangle(span):
    assert rects_of(packed(page(), page(number=2, start=11)), span) == ()


def test_a_character_without_width_has_no_part_in_a_rectangle():
    line = page(first=[10, 20, 900], last=[20, 30, 900])

    assert rects_of(packed(line), Span(0, 3))[0].x1 == 30


def test_pages_without_words_can_be_packed():
    geometry = packed(PageBoxes(1, 0, [], [], []), page(number=2, start=1))

    assert rects_of(geometry, Span(0, 2))[0].page == 2


def test_what_lies_off_the_page_is_put_on_its_edge():
    geometry = packed(page(first=[-50.0], last=[20.0], stretches=[EvenStretch(0, -3, 9)]))

    assert rects_of(geometry, Span(0, 1)) == (Rect(page=1, x0=0, y0=0, x1=20, y1=9),)


def test_a_poster_of_two_hundred_inches_is_kept_to_a_quarter_of_a_point():
    geometry = packed(
        page(first=[14_000.0], last=[14_399.0], stretches=[EvenStretch(0, 9e3, 9.1e3)])
    )
    (rect,) = rects_of(geometry, Span(0, 1))

    assert rect.x0 == pytest.approx(14_000, abs=0.25)
    assert rect.x1 == pytest.approx(14_399, abs=0.25)


def test_other_bytes_are_refused():
    with pytest.raises(ValueError, match="not a geometry"):
        rects_of(b"something else", Span(0, 1))


@given(
    edges=st.lists(
        st.tuples(st.floats(0, 3000), st.floats(0.2, 200)).map(lambda e: (e[0], e[0] + e[1])),
        min_size=1,
        max_size=60,
    ),
    data=st.data(),
)
def test_any_span_gets_the_box_around_its_characters(edges, data):
    start = data.draw(st.integers(0, len(edges) - 1))
    end = data.draw(st.integers(start + 1, len(edges)))
    first, last = ([edge[side] for edge in edges] for side in (0, 1))
    (rect,) = rects_of(packed(page(first=first, last=last)), Span(start, end))

    assert rect.x0 == pytest.approx(min(first[start:end]), abs=0.06)
    assert rect.x1 == pytest.approx(max(last[start:end]), abs=0.06)


def test_a_page_of_text_takes_less_than_three_bytes_a_character():
    rnd = random.Random(1)
    widths = {letter: rnd.uniform(2, 9) for letter in "abcdefghijklmnopqrstuvwxyz "}
    first, last, stretches = [], [], []
    for line in range(60):
        stretches.append(EvenStretch(len(first), 700 - 11 * line, 710 - 11 * line))
        x = 72 + rnd.uniform(0, 1)
        for letter in rnd.choices(list(widths), k=80):
            first.append(x)
            x += widths[letter] * rnd.uniform(0.98, 1.02)
            last.append(x)

    geometry = packed(page(first=first, last=last, stretches=stretches))

    assert len(geometry) < 3 * len(first)
