"""Sketches tell how alike texts are, and find the alike ones among many."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.search.likeness import (
    BANDS,
    LEAST_RUNS,
    bands_of,
    likeness,
    pack_sketch,
    sketch_of,
    unpack_sketch,
)


def made(words: int, seed: int = 0) -> list[str]:
    chance = random.Random(seed)
    return [f"w{chance.randrange(5_000)}" for _ in range(words)]


def changed(forms: list[str], share: float, seed: int = 1) -> list[str]:
    chance = random.Random(seed)
    return [f"n{chance.random()}" if chance.random() < share else form for form in forms]


def true_likeness(one: list[str], other: list[str]) -> float:
    left, right = (set(zip(f, f[1:], f[2:], strict=False)) for f in (one, other))
    return len(left & right) / len(left | right)


@pytest.mark.parametrize("length", [60, 400, 5_000])
@pytest.mark.parametrize("share", [0.0, 0.02, 0.1, 0.3, 1.0])
def test_the_estimate_is_near_the_truth(length, share):
    off = []
    for seed in range(8):
        one = made(length, seed)
        other = changed(one, share, seed + 100)
        off.append(likeness(sketch_of(one), sketch_of(other)) - true_likeness(one, other))

    assert abs(sum(off) / len(off)) < 0.06
    assert max(map(abs, off)) < 0.2


def test_a_small_change_leaves_a_common_key():
    for seed in range(50):
        one = made(300, seed)
        other = changed(one, 0.03, seed)
        assert set(bands_of(sketch_of(one))) & set(bands_of(sketch_of(other)))


def test_unlike_texts_share_no_key():
    keys = [set(bands_of(sketch_of(made(300, seed)))) for seed in range(200)]

    assert len(set().union(*keys)) == 200 * BANDS


def test_a_text_too_short_to_tell_has_no_sketch():
    assert sketch_of(made(LEAST_RUNS + 1)) is None
    assert sketch_of(made(LEAST_RUNS + 2)) is not None
    assert sketch_of(["ten", "years"] * 500) is None


@given(st.integers(30, 600), st.integers(0, 1_000))
def test_a_sketch_comes_back_from_its_bytes(words, seed):
    sketch = sketch_of(made(words, seed))

    assert sketch is not None
    assert unpack_sketch(pack_sketch(sketch)) == sketch
    assert likeness(sketch, sketch) == 1.0


def test_bytes_that_are_no_sketch_are_none():
    assert unpack_sketch(b"123") is None


def test_a_sketch_is_the_same_everywhere():
    assert pack_sketch(sketch_of(made(100)))[:8].hex() == "e353d2719d2698fa"
    assert bands_of(sketch_of(made(100)))[0] == -605681456531955900
