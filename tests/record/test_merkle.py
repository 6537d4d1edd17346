import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citation_engine.errors import LedgerBroken
from citation_engine.record import merkle
from hanging import must_end

CT_LEAVES = [
    bytes.fromhex(text)
    for text in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
CT_ROOT = "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"


class Rows:
    """A log as a store keeps it: leaf hashes and full tiles, counting what is read."""

    def __init__(self) -> None:
        self.leaves: list[bytes] = []
        self.tiles: dict[int, list[bytes]] = {}
        self.reads: list[tuple[int, int]] = []

    def __call__(self, level: int, start: int, stop: int) -> list[bytes]:
        self.reads.append((level, stop - start))
        return (self.tiles.get(level, []) if level else self.leaves)[start:stop]

    def grow(self, leaves: list[bytes]) -> None:
        old = len(self.leaves)
        self.leaves += leaves
        for level, position, root in merkle.new_tiles(old, len(self.leaves), self):
            assert position == len(self.tiles.setdefault(level, []))
            self.tiles[level].append(root)


def numbered(count: int) -> list[bytes]:
    return [merkle.leaf_hash(index.to_bytes(4, "big")) for index in range(count)]


def rows_of(count: int) -> Rows:
    rows = Rows()
    rows.grow(numbered(count))
    return rows


def naive_split(size: int) -> int:
    split = 1
    while split * 2 < size:
        split *= 2
    return split


def naive_root(leaves: list[bytes]) -> bytes:
    if len(leaves) <= 1:
        return leaves[0] if leaves else merkle.EMPTY_ROOT
    split = naive_split(len(leaves))
    return merkle.node_hash(naive_root(leaves[:split]), naive_root(leaves[split:]))


def naive_path(index: int, leaves: list[bytes]) -> list[bytes]:
    if len(leaves) == 1:
        return []
    split = naive_split(len(leaves))
    if index < split:
        return [*naive_path(index, leaves[:split]), naive_root(leaves[split:])]
    return [*naive_path(index - split, leaves[split:]), naive_root(leaves[:split])]


def naive_extension(first: int, leaves: list[bytes], whole: bool = True) -> list[bytes]:
    if first == len(leaves):
        return [] if whole else [naive_root(leaves)]
    split = naive_split(len(leaves))
    if first <= split:
        return [*naive_extension(first, leaves[:split], whole), naive_root(leaves[split:])]
    return [*naive_extension(first - split, leaves[split:], False), naive_root(leaves[:split])]


@pytest.fixture(scope="module")
def small() -> Rows:
    return rows_of(300)


@pytest.fixture(scope="module")
def large() -> Rows:
    return rows_of(70_000)


def test_the_reference_tree_of_certificate_transparency_has_its_known_root() -> None:
    leaves = [merkle.leaf_hash(body) for body in CT_LEAVES]

    assert merkle.root_of(leaves).hex() == CT_ROOT
    assert naive_root(leaves).hex() == CT_ROOT


def test_an_empty_log_has_the_hash_of_nothing_as_root() -> None:
    assert merkle.root_of([]) == merkle.EMPTY_ROOT
    assert merkle.root(0, Rows()) == merkle.EMPTY_ROOT
    assert merkle.EMPTY_ROOT.hex().startswith("e3b0c44298fc1c14")


def test_a_leaf_cannot_pass_as_a_node() -> None:
    left, right = numbered(2)

    assert merkle.leaf_hash(left + right) != merkle.node_hash(left, right)


def test_every_root_up_to_300_equals_the_recursive_definition(small: Rows) -> None:
    frontier = merkle.Frontier()
    for size in range(301):
        expected = naive_root(small.leaves[:size])

        assert frontier.root() == merkle.root(size, small) == expected
        assert merkle.frontier(size, small).hashes == frontier.hashes
        if size < 300:
            frontier.append(small.leaves[size])


def test_every_inclusion_proof_up_to_300_is_the_recursive_one_and_verifies(small: Rows) -> None:
    for size in [*range(1, 70), 127, 128, 129, 255, 256, 257, 299, 300]:
        leaves, root = small.leaves[:size], merkle.root(size, small)
        for index in range(size):
            proof = merkle.inclusion_proof(index, size, small)

            assert proof == naive_path(index, leaves)
            assert merkle.verify_inclusion(index, size, leaves[index], proof, root)


@pytest.mark.slow
def test_inclusion_verifies_for_all_pairs_up_to_300(small: Rows) -> None:
    roots = [merkle.root(size, small) for size in range(301)]
    for size in range(1, 301):
        for index in range(size):
            proof = merkle.inclusion_proof(index, size, small)
            assert merkle.verify_inclusion(index, size, small.leaves[index], proof, roots[size])


@pytest.mark.slow
def test_consistency_verifies_for_all_pairs_up_to_300(small: Rows) -> None:
    roots = [merkle.root(size, small) for size in range(301)]
    for second in range(301):
        for first in range(second + 1):
            proof = merkle.consistency_proof(first, second, small)
            assert merkle.verify_consistency(first, second, roots[first], roots[second], proof)


def test_consistency_proofs_are_the_recursive_ones(small: Rows) -> None:
    for second in [*range(1, 40), 128, 255, 256, 257, 300]:
        for first in range(1, second + 1):
            expected = naive_extension(first, small.leaves[:second])

            assert merkle.consistency_proof(first, second, small) == expected


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_any_flipped_bit_in_an_inclusion_proof_is_noticed(small: Rows, data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 300))
    index = data.draw(st.integers(0, size - 1))
    root = merkle.root(size, small)
    proof = merkle.inclusion_proof(index, size, small)
    step, bit = data.draw(st.integers(0, len(proof) - 1)), data.draw(st.integers(0, 255))

    flipped = bytearray(proof[step])
    flipped[bit // 8] ^= 1 << bit % 8
    damaged = [*proof[:step], bytes(flipped), *proof[step + 1 :]]

    assert not merkle.verify_inclusion(index, size, small.leaves[index], damaged, root)


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_a_wrong_index_leaf_or_length_is_noticed(small: Rows, data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 300))
    index = data.draw(st.integers(0, size - 1))
    other = data.draw(st.integers(-5, size + 5).filter(lambda value: value != index))
    root, leaf = merkle.root(size, small), small.leaves[index]
    proof = merkle.inclusion_proof(index, size, small)

    assert not merkle.verify_inclusion(other, size, leaf, proof, root)
    assert not merkle.verify_inclusion(index, size, merkle.leaf_hash(b"other"), proof, root)
    assert not merkle.verify_inclusion(index, size, leaf, proof[:-1], root)
    assert not merkle.verify_inclusion(index, size, leaf, [*proof, root], root)
    assert not merkle.verify_inclusion(index, size, leaf, [proof[0][:-1], *proof[1:]], root)


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_any_flipped_bit_in_a_consistency_proof_is_noticed(
    small: Rows, data: st.DataObject
) -> None:
    second = data.draw(st.integers(2, 300))
    first = data.draw(st.integers(1, second - 1))
    roots = merkle.root(first, small), merkle.root(second, small)
    proof = merkle.consistency_proof(first, second, small)
    step, bit = data.draw(st.integers(0, len(proof) - 1)), data.draw(st.integers(0, 255))

    flipped = bytearray(proof[step])
    flipped[bit // 8] ^= 1 << bit % 8
    damaged = [*proof[:step], bytes(flipped), *proof[step + 1 :]]

    assert not merkle.verify_consistency(first, second, *roots, damaged)
    assert not merkle.verify_consistency(first, second, *roots, proof[:-1])
    assert not merkle.verify_consistency(first, second, *roots, [*proof, roots[0]])


def test_a_rewritten_log_is_not_consistent_with_the_old_one(small: Rows) -> None:
    forged = Rows()
    forged.grow([merkle.leaf_hash(b"forged"), *small.leaves[1:]])

    for first in (1, 2, 7, 128, 255, 256, 299):
        proof = merkle.consistency_proof(first, 300, forged)
        roots = merkle.root(first, small), merkle.root(300, forged)
        assert not merkle.verify_consistency(first, 300, *roots, proof)


def test_consistency_from_nothing_or_to_itself_needs_an_empty_proof(small: Rows) -> None:
    root = merkle.root(10, small)

    assert merkle.verify_consistency(0, 10, merkle.EMPTY_ROOT, root, [])
    assert not merkle.verify_consistency(0, 10, root, root, [])
    assert not merkle.verify_consistency(0, 0, merkle.EMPTY_ROOT, root, [])
    assert merkle.verify_consistency(10, 10, root, root, [])
    assert not merkle.verify_consistency(10, 10, root, root, [root])
    assert not merkle.verify_consistency(11, 10, root, root, [])


def test_tiles_do_not_depend_on_how_the_log_grew(large: Rows) -> None:
    stepwise = Rows()
    for start, stop in [
        (0, 1),
        (1, 255),
        (255, 256),
        (256, 1000),
        (1000, 65_535),
        (65_535, 70_000),
    ]:
        stepwise.grow(large.leaves[start:stop])

    assert stepwise.tiles == large.tiles
    assert {level: len(roots) for level, roots in large.tiles.items()} == {1: 273, 2: 1}
    assert large.tiles[2][0] == merkle.root_of(large.leaves[:65_536])


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_proofs_from_tiles_verify_across_two_levels(large: Rows, data: st.DataObject) -> None:
    second = data.draw(st.one_of(st.integers(65_530, 70_000), st.integers(1, 70_000)))
    first = data.draw(st.integers(1, second))
    index = data.draw(st.integers(0, second - 1))
    roots = merkle.root_of(large.leaves[:first]), merkle.root_of(large.leaves[:second])

    inclusion = merkle.inclusion_proof(index, second, large)
    consistency = merkle.consistency_proof(first, second, large)

    assert merkle.root(second, large) == roots[1]
    assert merkle.verify_inclusion(index, second, large.leaves[index], inclusion, roots[1])
    assert merkle.verify_consistency(first, second, *roots, consistency)


def test_a_proof_reads_tiles_and_never_all_leaves(large: Rows) -> None:
    for index in (0, 4_711, 65_535, 65_536, 69_999):
        large.reads.clear()
        merkle.inclusion_proof(index, 70_000, large)
        assert sum(count for _, count in large.reads) <= 2 * 3 * 255
        assert max(count for _, count in large.reads) <= 255

    large.reads.clear()
    merkle.root(70_000, large)

    assert [level for level, _ in large.reads] == [2, 1, 0]


def test_a_gap_in_the_stored_rows_is_named() -> None:
    rows = rows_of(600)
    rows.tiles[1].pop()

    with pytest.raises(LedgerBroken, match="tiles of level 1 are not complete from 0 to 1"):
        merkle.root(600, rows)


def test_a_frontier_made_from_stored_hashes_goes_on_where_it_stopped(small: Rows) -> None:
    half = merkle.frontier(150, small)
    again = merkle.Frontier(half.size, half.hashes)
    for leaf in small.leaves[150:]:
        again.append(leaf)

    assert again.size == 300
    assert again.root() == merkle.root(300, small)


def test_a_frontier_with_a_wrong_number_of_hashes_is_refused() -> None:
    with pytest.raises(ValueError, match="size 3 cannot have 1 hashes"):
        merkle.Frontier(3, [merkle.EMPTY_ROOT])


@pytest.mark.parametrize(("index", "size"), [(-1, 5), (5, 5), (0, 0)])
def test_there_is_no_proof_for_a_leaf_that_is_not_there(small: Rows, index: int, size: int) -> None:
    with pytest.raises(ValueError, match="There is no leaf"):
        merkle.inclusion_proof(index, size, small)


def test_a_log_cannot_extend_a_longer_one(small: Rows) -> None:
    with pytest.raises(ValueError, match="cannot extend"):
        merkle.consistency_proof(5, 4, small)


@pytest.mark.slow
@must_end
def test_a_million_leaves_are_appended_with_a_few_hashes_in_memory() -> None:
    leaves, frontier = numbered(1000), merkle.Frontier()
    for _ in range(1000):
        for leaf in leaves:
            frontier.append(leaf)

    assert frontier.size == 1_000_000
    assert len(frontier.hashes) == (1_000_000).bit_count()
