"""Any quotation in any text: an answer, and never one that is not so."""

import random
import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from citation_engine.quotes.locate import find_quote
from citation_engine.quotes.searchable_text import SearchedText
from fuzzed_quotes import check, make_quote, make_text
from hanging import must_end


@must_end
@pytest.mark.parametrize("seed", range(40))
def test_no_quotation_breaks_the_search(seed):
    rng = random.Random(seed)
    text = SearchedText(make_text(rng))

    for _ in range(20):
        check(make_quote(text.original, rng), text)


PAPER = (
    "Deep networks [22, 21] have led to 15 breakthroughs. Errors fell from -5 to 2.5 per cent "
    "[1], and nobody had expected it¹. It is not true that all models [3–5] improve; some may "
    "fail in 1.5 of 100 cases [50]. Costs rose by 10 000 euros [4] in 2019, they must not rise "
    "again.[7] The harbour² of the town was closed for ten years, unless the council agreed."
)
MARK = re.compile(r" ?\[[\d, –]+\]|[¹²]")
OTHERS = ("not", "never", "12", "-5", "some", "must", "years", "2020", "fell", "")


@settings(max_examples=500)
@given(st.data())
def test_an_altered_word_is_never_found_with_marks_left_out_or_not(data):
    words = PAPER.split(" ")
    first = data.draw(st.integers(0, len(words) - 4))
    count = data.draw(st.integers(4, 24))
    chosen = words[first : first + count]
    at = data.draw(st.integers(0, len(chosen) - 1))
    new = data.draw(st.sampled_from(OTHERS))
    insert = data.draw(st.booleans())
    altered = [*chosen[:at], *([new] if new else []), *chosen[at + (not insert) :]]
    quote = " ".join(altered)
    if data.draw(st.booleans()):
        quote = MARK.sub("", quote)
    # What is altered must be more than a mark, and be nowhere else.
    without = " ".join(MARK.sub("", PAPER).split())
    assume(quote not in PAPER and " ".join(MARK.sub("", quote).split()) not in without)

    assert not find_quote(quote, PAPER).match.located


@pytest.mark.parametrize(
    ("said", "altered"),
    [
        ("fell from -5 to 2.5", "fell from 5 to 2.5"),
        ("fell from -5 to 2.5", "fell from -5 to 25"),
        ("in 1.5 of 100", "in 15 of 100"),
        ("by 10 000 euros", "by 10 euros"),
        ("It is not true", "It is true"),
        ("for ten years, unless", "for ten years unless"),
        ("must not rise", "must rise"),
        ("led to 15 breakthroughs", "led to 1.5 breakthroughs"),
    ],
)
def test_a_sign_a_point_or_a_not_is_never_lost(said, altered):
    for start, end in ((0, 0), (12, 0), (0, 12), (20, 20)):
        at = PAPER.index(said)
        left = PAPER[: at - start].rfind(" ") + 1
        right = PAPER.find(" ", at + len(said) + end)
        quote = PAPER[left:right].replace(said, altered)

        assert quote != PAPER[left:right]
        assert not find_quote(quote, PAPER).match.located
        assert not find_quote(MARK.sub("", quote), PAPER).match.located
