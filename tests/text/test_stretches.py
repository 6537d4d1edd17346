"""The stretch most like a needle: as good as trying everything, without doing so."""

import random
from itertools import pairwise

import pytest
from rapidfuzz.distance import Levenshtein

from citation_engine.text.alignment import align_slowly
from citation_engine.text.clusters import Cluster, cluster_few, cluster_many, find_pieces, pieces_of
from citation_engine.text.seed_index import build_index
from citation_engine.text.skeleton import skeleton_of
from citation_engine.text.stretches import find_stretch


def words(generator, count):
    known = ["".join(generator.choices("abcdefghijklmnoprst", k=3 + n % 7)) for n in range(500)]
    return "".join(generator.choices(known, k=count))


def damaged(piece, share, generator):
    out = []
    for letter in piece:
        kind = generator.random()
        if kind < share:
            out.append(generator.choice(("", "x", letter + "y")))
        else:
            out.append(letter)
    return "".join(out).encode()


@pytest.mark.parametrize("size", [300, 9_000])
@pytest.mark.parametrize("share", [0.02, 0.1, 0.18])
def test_nothing_better_is_missed(size, share):
    generator = random.Random(f"{size}{share}")
    text = words(generator, size)
    skeleton = skeleton_of(text)
    seeds = build_index(skeleton.data) if size > 1_000 else None
    missed = 0
    for _ in range(12):
        start = generator.randrange(len(text) - 200)
        needle = damaged(text[start : start + 140], share, generator)

        found = find_stretch(needle, skeleton, seeds)

        assert found is not None
        there = bytes(skeleton.data[found.start : found.end])
        assert Levenshtein.distance(needle, there) == found.distance
        nearby = skeleton.data[max(0, start - 300) : start + 500]
        best = align_slowly(needle, nearby, len(needle))
        missed += found.distance > best.distance + 4
    assert missed == 0


@pytest.mark.parametrize("seeded", [False, True])
def test_words_that_are_repeated_nearby_do_not_widen_the_stretch(seeded):
    generator = random.Random(8)
    text, other = words(generator, 90), words(generator, 300)
    needle = text[:200] + "q" + text[201:400]
    whole = skeleton_of(other + text[:400] + text[380:400] + text[370:400] + other[::-1])
    start = len(other)

    found = find_stretch(needle.encode(), whole, build_index(whole.data) if seeded else None)

    assert (found.parts, found.distance) == (((start, start + 400),), 1.0)


def test_what_stands_between_two_parts_is_left_out_at_a_price():
    text = words(random.Random(5), 200)
    middle = len(text) // 2
    gapped = skeleton_of(text[:middle] + "z" * 90 + text[middle:])
    needle = text[middle - 60 : middle + 60].encode()

    found = find_stretch(needle, gapped, None)

    assert found.parts == ((middle - 60, middle), (middle + 90, middle + 150))
    assert 0 < found.distance == found.gap_cost < 20


def test_a_very_long_needle_is_compared_in_parts():
    generator = random.Random(9)
    text = words(generator, 12_000)
    skeleton = skeleton_of(text)
    needle = damaged(text[1_000:41_000], 0.02, generator)

    found = find_stretch(needle, skeleton, build_index(skeleton.data))

    assert abs(found.start - 1_000) < 20
    assert abs(found.end - 41_000) < 20
    assert found.distance < 0.15 * len(needle)


def test_pieces_do_not_overlap_and_are_spread():
    needle = bytes(range(97, 122)) * 8
    pieces = pieces_of(needle, 4)

    assert all(needle[offset : offset + len(piece)] == piece for offset, piece in pieces)
    offsets = sorted(offset for offset, _ in pieces)
    assert all(b - a >= len(pieces[0][1]) for a, b in pairwise(offsets))
    assert offsets[-1] - offsets[0] > len(needle) // 2


def test_pieces_in_one_row_are_a_cluster():
    skeleton = skeleton_of("qqqq" + "abcdefghij" * 2 + "r" * 300 + "abcdefghij" + "s" * 50)
    hits = find_pieces([(0, b"abcde"), (5, b"fghij")], skeleton)

    clusters = cluster_few(hits, 10)

    assert Cluster(0, 324, 5, 324, 324, 2) in clusters
    assert all(cluster.pieces == 2 for cluster in clusters)


def test_few_and_many_hits_are_put_together_alike():
    generator = random.Random(2)
    text = words(generator, 2_000)
    index = build_index(text.encode())
    needle = damaged(text[500:700], 0.05, generator)
    hits = index.hits(needle, 10_000)
    pairs = list(zip(hits.offsets.tolist(), hits.diagonals.tolist(), strict=True))

    few, many = cluster_few(pairs, len(needle)), cluster_many(hits, len(needle), 1_000)

    assert {(c.first, c.last) for c in few} == {(c.first, c.last) for c in many}
    assert few[0][:4] == many[0][:4]
