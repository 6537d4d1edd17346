"""Pieces of a text are the text, cut at good places."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from citation_engine.search.indexing import LEAST, MOST, REACH, cut_chunks

SENTENCE = "Die Unterlagen nach § 147 Abs. 3 Satz 1 sind zehn Jahre lang aufzubewahren. "
PIECES = st.lists(
    st.sampled_from(["word ", "Wort. ", "\n", "\n\n", "x" * 700, SENTENCE * 4, "-\n", " "]),
    max_size=60,
)


@given(PIECES)
def test_the_pieces_are_the_text(parts):
    text = "".join(parts)
    chunks = cut_chunks(text)

    assert "".join(text[chunk.start : chunk.stop] for chunk in chunks) == text
    for chunk, following in itertools.pairwise(chunks):
        assert following.start == chunk.stop
        assert LEAST <= chunk.stop - chunk.start <= MOST
        assert chunk.stop <= chunk.reach <= min(len(text), chunk.stop + REACH)


def test_whole_paragraphs_stay_together():
    paragraph = (SENTENCE * 6).strip()
    text = "\n\n".join([paragraph] * 9)
    chunks = cut_chunks(text)

    assert all(text[chunk.start :].startswith(paragraph) for chunk in chunks)


def test_a_long_paragraph_is_cut_between_sentences():
    text = SENTENCE * 100
    chunks = cut_chunks(text)

    assert len(chunks) > 4
    assert all(text[chunk.start :].startswith("Die Unterlagen") for chunk in chunks)


def test_a_word_split_over_a_line_end_is_not_cut():
    text = "Auf\u00ad\nbewahrung" * 400
    cuts = [chunk.stop for chunk in cut_chunks(text)][:-1]

    assert all(text[cut - 1] != "\n" for cut in cuts)


def test_no_text_has_no_pieces():
    assert cut_chunks("") == []
