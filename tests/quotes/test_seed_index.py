"""The seed index: it misses nothing it promises, and a damaged one is refused."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citation_engine.quotes.seed_index import RUN, SHORTEST, build_index
from hanging import must_end

FEW = st.text("ab", min_size=0, max_size=200).map(str.encode)


def all_places(needle, data):
    return [at for at in range(len(data) - len(needle) + 1) if data.startswith(needle, at)]


@settings(max_examples=200)
@given(FEW, st.data())
def test_every_place_of_a_needle_is_known(data, draw):
    start = draw.draw(st.integers(0, max(0, len(data) - SHORTEST)))
    needle = data[start : start + draw.draw(st.integers(SHORTEST, 30))]
    index = build_index(data)

    if len(needle) < SHORTEST:
        assert index.places(needle, 1000) in (None, [])
    else:
        assert index.places(needle, 1000) == all_places(needle, data)
        assert index.places(needle, 1) == all_places(needle, data)[:1]


@settings(max_examples=200)
@given(FEW, FEW)
def test_a_needle_that_is_not_there_has_no_place(data, needle):
    found = build_index(data).places(needle, 1000)

    assert found is None or found == all_places(needle, data)


def test_any_eleven_bytes_in_common_are_found():
    generator = random.Random(1)
    data = bytes(generator.choices(b"abcdefghijklmnop", k=5_000))
    index = build_index(data)

    for start in range(200, 260):
        needle = b"XXXXX" + data[start : start + SHORTEST] + b"YYYYYYYY"
        hits = index.hits(needle, 1000)
        assert hits.complete
        assert start - 5 in hits.diagonals.tolist()


def test_hits_are_runs_that_stand_there():
    data = b"the quick brown fox jumps over the lazy dog and the quick brown cat" * 3
    hits = build_index(data).hits(b"the quick brown cow", 1000)

    for offset, diagonal in zip(hits.offsets.tolist(), hits.diagonals.tolist(), strict=True):
        run = b"the quick brown cow"[offset : offset + RUN]
        assert data[diagonal + offset :][:RUN] == run


def test_the_most_frequent_runs_are_left_out_first():
    data = b"common words " * 500 + b"something rare" + b"common words " * 500
    hits = build_index(data).hits(b"common words something rare", 20)

    assert not hits.complete
    assert 0 < len(hits.offsets) <= 20
    assert hits.offsets.min() > len(b"common")


def test_no_run_joins_what_zeros_separate():
    data = b"first document" + bytes(8) + b"second document" + bytes(8)
    index = build_index(data)

    assert index.places(b"documentsecond", 9) == []
    assert index.places(b"first document", 9) == [0]
    assert not len(index.hits(b"\0\0\0\0\0\0\0\0\0\0\0\0\0", 9).offsets)


@pytest.mark.parametrize("data", [b"", b"abc", b"abcdefgh", b"a" * 100])
def test_small_and_plain_texts_have_an_index_too(data):
    index = build_index(data)

    assert index.places(b"z" * 20, 9) == []
    assert not len(index.hits(b"z" * 20, 9).offsets)


@must_end
def test_a_text_of_repetitions_is_not_searched_at_every_place():
    index = build_index(b"ab" * 1_000_000)

    assert index.places(b"ab" * 2_000, 10) in (None, list(range(0, 20, 2)))
    assert len(index.hits(b"ab" * 2_000, 4_000).offsets) <= 4_000


@settings(max_examples=200)
@given(
    st.text("ab", min_size=RUN, max_size=80).map(str.encode),
    st.text("ab", min_size=RUN, max_size=40).map(str.encode),
)
def test_agreement_counts_the_equal_bytes_of_each_eight(data, needle):
    np = pytest.importorskip("numpy")
    inside = range(max(1, len(data) - len(needle) + 1))
    counts = build_index(data).agreement(needle, np.array(inside, np.int64))

    offsets = [*range(0, len(needle) - RUN, RUN), len(needle) - RUN]
    for diagonal in inside if len(needle) <= len(data) else ():
        there = data[diagonal : diagonal + len(needle)]
        pairs = [zip(needle[at : at + RUN], there[at : at + RUN], strict=True) for at in offsets]
        assert counts[diagonal].tolist() == [sum(a == b for a, b in pair) for pair in pairs]


def test_a_needle_asked_for_again_or_between_others_gets_the_same_answer():
    generator = random.Random(4)
    data = bytes(generator.choices(b"abcdefgh", k=4_000))
    index = build_index(data)
    needles = [data[100:140], b"x" * 40, data[900:960]]
    expected = [(all_places(needle, data), [100, -1, 900][n]) for n, needle in enumerate(needles)]

    for _ in range(2):
        for needle, (places, diagonal) in zip(needles, expected, strict=True):
            assert index.places(needle, 10) == places
            assert (diagonal in index.hits(needle, 1_000).diagonals.tolist()) is (diagonal >= 0)
