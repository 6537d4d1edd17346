"""Where the words stand that a finding is about."""

import pytest
from hypothesis import given as over
from hypothesis import strategies as st

from audit.audited import claim_at, draft, given
from citation_engine.audit.places import Lines, named_page, words_in_draft
from citation_engine.model.passage import Span


@over(st.text(alphabet="ab\n\r", max_size=30))
def test_every_position_is_in_a_line_without_a_line_end(text):
    lines = Lines(text)

    for position in range(len(text) + 1):
        line = lines.at(position)
        assert line.start <= position <= line.end
        assert "\n" not in line.of(text)
        assert line.start == 0 or text[line.start - 1] == "\n"
        assert line.end == len(text) or text[line.end] == "\n"


@over(st.text(max_size=20), st.text(max_size=20), st.data())
def test_words_found_in_the_draft_are_those_of_the_claim(before, words, data):
    text = before + words
    claim = claim_at(text, words) if words else claim_at(text, text)
    start = data.draw(st.integers(0, len(claim.text)))
    end = data.draw(st.integers(start, len(claim.text)))

    found = words_in_draft(given(draft(text, markers=())), claim, Span(start, end))

    assert found == claim.span or found.of(text) == claim.text[start:end]


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("So it says (p. 24) [S1].", "24"),
        ("So it says [S1], page 7.", "7"),
        ("So it says [S1](S. 7).", "7"),
        ("On p. 24 it says so [S1].", None),
        ("So it says [S1], page 7-9.", None),
        ("So it says, pp. 7-9 [S1].", None),
        ("So it says [S1].", None),
        ("See app 24 [S1].", None),
    ],
)
def test_a_page_counts_right_beside_the_marker_only(text, page):
    made = draft(text, text)

    found = named_page(given(made), made.claims[0], made.markers[0])

    assert (found and found.of(text)) == page


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("It took [5] **5** years.", "It took 5 years.", Span(14, 15)),
        ("It took 5 years, not *15*.", "It took 5 years.", Span(0, 26)),
        ("It took five years.", "It took 5 years.", Span(0, 19)),
    ],
    ids=["a marker has it too", "the draft has it twice", "the draft has it otherwise"],
)
def test_a_word_of_the_claim_is_found_where_there_is_no_doubt(text, words, found):
    made = draft(text, text)
    claim = made.claims[0].model_copy(update={"text": words})

    assert words_in_draft(given(made), claim, Span(8, 9)) == found
