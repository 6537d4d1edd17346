"""A text in pieces goes out as the whole would, and hardly later."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.errors import InvalidInput
from citation_engine.markers.reading import replace_markers
from citation_engine.markers.stream import MOST_HELD, STEP, STREAMED, MarkerStream
from hanging import must_end
from made_markers import drafts


def shown(marker):
    said = ",".join(map(str, marker.numbers or marker.names)) or marker.problem
    return f"{{{marker.dialect}@{marker.span.start}:{said}}}"


def streamed(text, size):
    stream = MarkerStream(shown)
    pieces = [stream.feed(text[at : at + size]) for at in range(0, len(text), size)]
    return "".join((*pieces, stream.finish()))


@given(text=drafts, cuts=st.lists(st.integers(1, 9), min_size=1, max_size=40))
def test_any_pieces_give_the_same_text_as_the_whole(text, cuts):
    stream = MarkerStream(shown)
    out, at = [], 0
    for cut in (*cuts, len(text)):
        out.append(stream.feed(text[at : at + cut]))
        at += cut

    assert "".join((*out, stream.finish())) == replace_markers(text, shown, dialects=STREAMED)


@given(
    parts=st.lists(drafts, min_size=3, max_size=12),
    fill=st.sampled_from(("word ", "word\n", "- word\n\n", "x")),
    size=st.sampled_from((1_000, STEP, 3_000)),
)
def test_long_texts_come_out_the_same_however_they_are_cut(parts, fill, size):
    text = (fill * 400).join(parts)

    assert streamed(text, size) == streamed(text, len(text)) == streamed(text, 517)


def test_what_comes_before_a_marker_goes_out_at_once():
    stream = MarkerStream(lambda marker: f"({marker.numbers[0]})")

    assert stream.feed("Ten years ") == "Ten years "
    assert stream.feed("[[S:") == ""
    assert stream.feed("1]]") == ""
    assert stream.feed(". Six") == "(1). Six"
    assert stream.finish() == ""


def test_a_bracket_that_is_no_marker_is_not_held_for_long():
    stream = MarkerStream(shown)
    stream.feed("See [the long title of a paper that nobody ever wrote down")

    assert stream.feed(" or read") == " or read"


def test_a_bracket_that_never_closes_is_released():
    stream = MarkerStream(shown)
    text = "[[S:" + "1," * 20_000
    held = longest = 0
    for at in range(0, len(text), 7):
        piece = text[at : at + 7]
        held += len(piece) - len(stream.feed(piece))
        longest = max(longest, held)

    assert longest <= MOST_HELD + STEP
    assert len(stream.finish()) == held


def test_code_goes_out_as_it_comes():
    stream = MarkerStream(shown)
    stream.feed("```python\n")

    assert stream.feed("x = a[1]; y = [[S:") == "x = a[1]; y = [[S:"
    assert stream.feed("1]]\n```\nTen [1] x") == "1]]\n```\nTen {numeric@40:1} x"


def test_backticks_hold_a_marker_only_until_it_is_clear_what_they_are():
    stream = MarkerStream(shown)

    assert stream.feed("Press ` now [1] ") == "Press ` now "
    assert stream.feed("or later.\n\nSix") == "{numeric@12:1} or later.\n\nSix"


def test_the_list_of_sources_keeps_its_labels():
    assert streamed("Ten [1].\n\n## Sources\n\n[1] Rules\n", 3).endswith(
        "## Sources\n\n[1] Rules\n"
    )


@pytest.mark.parametrize("opening", ["```\n", "~~~\n", "<pre>\n", "<!--\n", "> ```\n"])
def test_what_was_opened_long_ago_still_shelters(opening):
    line = "> x [1]\n" if opening[0] == ">" else "x [1]\n"
    text = f"{opening}{line * 4_000}"

    assert streamed(text, 100) == text


def test_only_dialects_that_can_be_streamed_are_taken():
    with pytest.raises(InvalidInput, match="links"):
        MarkerStream(shown, dialects=["links"])

    stream = MarkerStream(shown, dialects=["tokens"])
    assert stream.feed("Ten [1] [[S:1]] ") + stream.finish() == "Ten [1] {tokens@8:1} "


@must_end
def test_a_long_text_in_small_pieces_comes_out_as_the_whole():
    text = "Records are kept for ten years [[S:1]], see `x[1]` and [S2]. " * 600

    assert streamed(text, 4) == replace_markers(text, shown, dialects=STREAMED)


@pytest.mark.parametrize(
    "text",
    [
        "](< [1]:>",
        "[a](<b [1] c>) [2]",
        "](< [1]: never closed",
        "a [1]–[3]. b",
        "a [1]-[3](u) b",
        "a [1]-[x] b [2]—[4]",
        "[S1]-[S3](https://a.example) b",
        "![Sales [1]](a.png) b [2]",
    ],
)
def test_single_characters_give_the_same_text_as_the_whole(text):
    assert streamed(text, 1) == streamed(text, len(text))
    assert streamed(text, 1) == replace_markers(text, shown, dialects=STREAMED)
