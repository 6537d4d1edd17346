import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from training.rows import (
    END,
    NOT_ENOUGH,
    PAD,
    START,
    STEP,
    SUPPORTED,
    Batching,
    Rows,
    joined,
    pack_rows,
    plan_batches,
)

PIECES = st.lists(st.integers(999, 30_000), min_size=1, max_size=40)
PAIRS = st.lists(st.tuples(PIECES, PIECES), min_size=1, max_size=12)


def packed(pairs, kind="made"):
    count = len(pairs)
    return pack_rows(pairs, labels=[SUPPORTED] * count, weights=[1.0] * count, kinds=[kind] * count)


def written_out(premise, claim):
    return [START, *premise, END, END, *claim, END]


@given(PAIRS)
def test_a_pair_is_its_premise_and_its_claim_between_special_pieces(pairs):
    rows = packed(pairs)

    assert [rows.pair(n) for n in range(len(rows))] == [written_out(*pair) for pair in pairs]


@given(PAIRS)
def test_a_batch_is_its_pairs_and_padding(pairs):
    rows = packed(pairs)
    table = rows.fill(np.arange(len(rows)), 96, longest=512)

    for line, pair in zip(table.tolist(), pairs, strict=True):
        ids = written_out(*pair)
        assert line == ids + [PAD] * (96 - len(ids))


def test_the_premise_is_what_is_cut():
    rows = packed([(list(range(1000, 1100)), list(range(2000, 2010)))])

    assert rows.pair(0, longest=30) == written_out(range(1000, 1016), range(2000, 2010))


def test_a_claim_never_takes_more_than_half():
    rows = packed([(list(range(1000, 1100)), list(range(2000, 2100)))])

    assert rows.pair(0, longest=40) == written_out(range(1000, 1016), range(2000, 2020))


def test_rows_come_back_from_their_file(tmp_path):
    rows = packed([([1000, 1001], [2000]), ([1002], [2001, 2002])])
    rows.write(tmp_path / "rows.npz")
    again = Rows.read(tmp_path / "rows.npz")

    assert [again.pair(n) for n in range(2)] == [rows.pair(n) for n in range(2)]


def test_a_claim_follows_its_premise_where_the_file_does_not_say(tmp_path):
    rows = packed([([1000, 1001], [2000]), ([1002], [2001, 2002])])
    names = [name for name in Rows.__dataclass_fields__ if name != "claim_at"]
    np.savez(tmp_path / "rows.npz", **{name: getattr(rows, name) for name in names})
    again = Rows.read(tmp_path / "rows.npz")

    assert again.pair(1) == written_out([1002], [2001, 2002])


@given(PAIRS, PAIRS)
def test_joined_rows_keep_their_pairs_and_kinds(first, second):
    rows = joined([packed(first, "later"), packed(second, "earlier")])

    assert [rows.pair(n) for n in range(len(rows))] == [written_out(*p) for p in first + second]
    assert [str(rows.kinds[k]) for k in rows.kind] == (
        ["later"] * len(first) + ["earlier"] * len(second)
    )


@given(
    st.lists(st.integers(5, 448), min_size=1, max_size=200),
    st.one_of(st.none(), st.integers(0, 5)),
)
def test_every_row_stands_in_one_batch_that_is_not_too_large(lengths, seed):
    sizes = np.array(lengths)
    batching = Batching(tokens=2048, most_rows=20)
    made = plan_batches(sizes, batching, seed=seed)

    assert sorted(np.concatenate(made).tolist()) == list(range(len(lengths)))
    for batch in made:
        widest = -(-int(sizes[batch].max()) // STEP) * STEP
        assert len(batch) <= 20
        assert len(batch) * widest <= 2048


def test_a_seed_gives_the_same_batches_again():
    sizes = np.arange(5, 400)
    again = [plan_batches(sizes, Batching(tokens=2048), seed=seed) for seed in (3, 3, 4)]
    first, same, other = [[batch.tolist() for batch in plan] for plan in again]

    assert first == same
    assert first != other


def test_a_text_that_is_too_long_for_a_row_is_refused():
    with pytest.raises(ValueError, match="65,535"):
        packed([([1000] * 70_000, [2000])])


def test_kinds_are_numbered_by_their_names():
    rows = pack_rows(
        [([1000], [2000]), ([1001], [2001])],
        labels=[SUPPORTED, NOT_ENOUGH],
        weights=[1.0, 0.5],
        kinds=["b", "a"],
    )

    assert [str(rows.kinds[number]) for number in rows.kind] == ["b", "a"]
    assert rows.weight.tolist() == [1.0, 0.5]
