"""The stretch most like a needle: as good as trying everything, without doing so."""

import random
from itertools import pairwise

import pytest
from rapidfuzz.distance import Levenshtein

from citation_engine.quotes.alignment import (
    Cluster,
    align_slowly,
    cluster_few,
    cluster_many,
    find_pieces,
    pieces_of,
)
from citation_engine.quotes.seed_index import build_index
from citation_engine.quotes.skeleton import skeleton_of
from citation_engine.quotes.stretches import find_stretches


def find_stretch(*given):
    return next(iter(find_stretches(*given)), None)


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

    few, many = cluster_few(pairs, len(needle)), cluster_many(hits, len(needle)).listed(slice(None))

    assert {(c.first, c.last) for c in few} == {(c.first, c.last) for c in many}
    assert few[0][:4] == many[0][:4]


def near_copies(generator, count):
    """Return words, and as many copies of them in a text, each with some of the words changed."""
    passage = ["".join(generator.choices("abcdefghijklm", k=6)) for _ in range(12)]
    copies = []
    for _ in range(count):
        other = list(passage)
        for at in generator.sample(range(12), generator.choice((1, 2))):
            other[at] = "".join(generator.choices("nopqrstuvw", k=6))
        copies.append("".join(other) + words(generator, 20))
    return "".join(passage), copies


def found_in(needle, text):
    skeleton = skeleton_of(text)
    return find_stretch(needle.encode(), skeleton, build_index(skeleton.data))


@pytest.mark.parametrize("seed", range(6))
def test_of_many_near_copies_the_nearest_is_found(seed):
    generator = random.Random(seed)
    passage, copies = near_copies(generator, 300)
    # Of the true copy, the index has no more runs than of the others.
    true = passage[:20] + "n" + passage[21:41] + "o" + passage[42:62] + "p" + passage[63:]
    copies.insert(170, true)
    start = sum(map(len, copies[:170]))

    found = found_in(passage, "".join(copies))

    assert (found.start, found.distance) == (start, 3.0)


@pytest.mark.parametrize("phase", range(4))
def test_a_place_with_one_run_in_common_goes_before_less_alike_ones_with_more(phase):
    generator = random.Random(11)
    # So large that not everything is compared.
    filler = words(generator, 40_000)
    needle = "finallyfinallyatthebeginning"
    true, other = "finallyreleasedatthebeginning", "withherdragonsatthebeginning"
    # Where a text is indexed, one of these places shows one run of the needle, and two the next.
    others = "".join(other + filler[at : at + 13] for at in range(0, 400, 10))
    text = filler[: 9_000 + phase] + true + filler[9_000:] + others

    found = found_in(needle, text)

    assert abs(found.start - 9_000 - phase) <= 1
    assert found.distance <= 8


def test_words_added_near_the_end_do_not_make_another_copy_the_nearest():
    generator = random.Random(12)
    filler, passage = words(generator, 4_000), words(generator, 10)[:44]
    true, other = passage + "vorher", passage + "solcheristerdes"
    text = filler[:7_000] + other + filler[7_000:14_000] + true + filler[14_000:]

    found = found_in(passage + "howevervorher", text)

    assert found.start == text.index(true)
    assert found.distance == 7


def test_a_page_break_in_a_long_passage_is_left_out_although_it_is_short():
    generator = random.Random(13)
    filler, passage = words(generator, 4_000), words(generator, 60)[:301]
    header = "736reportofthecommission5"
    near_copy = damaged(passage, 0.06, generator).decode()
    text = filler[:7_000] + passage[:96] + header + passage[96:] + filler[7_000:] + near_copy

    found = found_in(passage, text)

    assert found.parts == ((7_000, 7_096), (7_096 + len(header), 7_301 + len(header)))
    assert found.distance == found.gap_cost < 6


def test_a_word_that_differs_is_not_left_out_like_a_page_break():
    generator = random.Random(14)
    filler, passage = words(generator, 4_000), words(generator, 20)[:70]
    true = passage[:40] + "personenoderder" + passage[40:]
    other = passage[:40] + "personeneinzelnen" + passage[40:]
    text = filler[:7_000] + other + filler[7_000:14_000] + true + filler[14_000:]

    found = found_in(passage[:40] + "deroder" + passage[40:], text)

    assert found.start == text.index(true)
    assert len(found.parts) == 1


def test_no_gap_is_so_short_that_changing_the_words_costs_less():
    generator = random.Random(15)
    passage = words(generator, 40)[:200]
    text = passage[:100] + "qq" + passage[100:] + words(generator, 3_000)

    found = found_in(passage, text)

    assert (found.parts, found.distance) == (((0, 202),), 2.0)
