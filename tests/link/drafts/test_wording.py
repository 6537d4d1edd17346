from hypothesis import given
from hypothesis import strategies as st

from citation_engine.link.drafts.parts import Wording
from citation_engine.model.passage import Span


@st.composite
def changes(draw, length):
    cuts = sorted(draw(st.lists(st.integers(0, length), max_size=8, unique=True)))
    return [
        (start, end, draw(st.sampled_from(["", "x", "yz"])))
        for start, end in zip(cuts[::2], cuts[1::2], strict=False)
    ]


@given(st.data(), st.text("abc", min_size=1, max_size=20))
def test_the_way_back_stays_inside_the_draft_and_in_order(data, text):
    wording = Wording(text, 7)
    for _ in range(2):
        wording = wording.rewritten(data.draw(changes(len(wording.text))))

    ends = [wording.origin(at, at + 1) for at in range(len(wording.text))]
    assert all(7 <= span.start <= span.end <= 7 + len(text) for span in ends)
    assert ends == sorted(ends, key=lambda span: span.start)


def test_markup_that_touches_words_is_part_of_their_span():
    wording = Wording("**Bold.** [1] More").rewritten([(0, 2, ""), (7, 9, ""), (9, 13, "")])

    assert wording.text == "Bold. More"
    assert wording.origin(0, 5) == Span(2, 7)
    assert wording.origin_with_markup(0, 5) == Span(0, 13)
    assert wording.origin_with_markup(6, 10, after=13) == Span(14, 18)


def test_a_part_of_a_rewritten_wording_keeps_its_way_back():
    wording = Wording("a\\nb c", 3).rewritten([(1, 3, "\n")])
    part = wording.cut(2, 5)

    assert part.text == "b c"
    assert part.origin(0, 3) == Span(6, 9)
    assert part.position(6) == 0
