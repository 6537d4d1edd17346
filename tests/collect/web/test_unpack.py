"""Packed pages come out whole, in whatever pieces they come in, and never without end."""

import gzip
import zlib
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.collect.web.response import PIECE, Unpacker, unpacked

PACKERS = {
    "gzip": lambda data: ("gzip", gzip.compress(data)),
    "gzip-members": lambda data: ("gzip", gzip.compress(data[:3]) + gzip.compress(data[3:])),
    "deflate": lambda data: ("deflate", zlib.compress(data)),
    "deflate-raw": lambda data: ("deflate", zlib.compress(data, wbits=-zlib.MAX_WBITS)),
    "none": lambda data: ("", data),
}


def nothing() -> None:
    """Time is never up."""


@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
@given(data=st.binary(max_size=2_000), size=st.integers(1, 40))
def test_what_was_packed_comes_out(pack, data, size):
    packing, sent = pack(data)
    chunks = [sent[start : start + size] for start in range(0, len(sent), size)]

    assert unpacked(chunks, packing, 2_000, nothing) == data


@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
def test_pieces_are_small(pack):
    packing, sent = pack(bytes(10 * PIECE))
    pieces = list(Unpacker(packing).feed(sent))

    assert sum(map(len, pieces)) == 10 * PIECE
    assert max(map(len, pieces)) <= PIECE


@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
def test_one_byte_too_many_is_too_many(pack):
    packing, sent = pack(bytes(PIECE))

    assert unpacked([sent], packing, PIECE, nothing) == bytes(PIECE)
    with pytest.raises(OverflowError):
        unpacked([sent], packing, PIECE - 1, nothing)


def test_a_bomb_is_left_at_its_first_piece_too_many():
    chunks_taken = []

    def chunks():
        for number in range(1_000):
            chunks_taken.append(number)
            yield gzip.compress(bytes(10 * PIECE))

    with pytest.raises(OverflowError):
        unpacked(chunks(), "gzip", PIECE, nothing)

    assert len(chunks_taken) == 1


def test_work_without_result_is_looked_at_too():
    looked = []

    unpacked([gzip.compress(b"") * 500], "gzip", PIECE, lambda: looked.append(1))

    assert len(looked) >= 500


@pytest.mark.parametrize("packing", ["gzip", "deflate"])
@given(data=st.binary(max_size=200))
def test_rubbish_is_an_error_and_nothing_else(packing, data):
    with suppress(zlib.error, EOFError):
        unpacked([data], packing, 10 * PIECE, nothing)


@pytest.mark.parametrize("name", ["gzip", "deflate", "deflate-raw"])
def test_what_ends_too_early_is_noticed(name):
    packing, sent = PACKERS[name](b"The words, the words, and more words.")

    for end in range(1, len(sent)):
        with pytest.raises((EOFError, zlib.error)):
            unpacked([sent[:end]], packing, PIECE, nothing)
