"""
Merkle tree hashes and proofs of RFC 6962 section 2 (RFC 9162 section 2.1 for verifying).

The tree is never stored whole. A store keeps the leaf hashes in index order and one row for
every full tile, so its rows are only ever added. A tile of level k at position p is the root
over the leaves [p * 256**k, (p + 1) * 256**k). Roots and proofs are built from those rows and
read at most 255 of them for each level and step; they never read all leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256

from citation_engine.errors import LedgerBroken

HASH_BYTES = 32
TILE_HEIGHT = 8
TILE_WIDTH = 1 << TILE_HEIGHT
EMPTY_ROOT = sha256(b"").digest()

Tile = tuple[int, int, bytes]
Span = tuple[int, int]
# Gives the stored hashes [start, stop) of a level, in order: of leaves for 0, of full tiles above.
HashReader = Callable[[int, int, int], list[bytes]]


def leaf_hash(body: bytes) -> bytes:
    """Return the hash of one leaf; the prefix 0x00 keeps leaves apart from inner nodes."""
    return sha256(b"\x00" + body).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of an inner node; the prefix 0x01 keeps it apart from leaves."""
    return sha256(b"\x01" + left + right).digest()


class Frontier:
    """
    The right edge of a growing tree: the roots of its full subtrees, widest first.

    There is one hash for each bit set in `size`, which is all that appending needs, so a log
    of any length grows with a few dozen hashes in memory.
    """

    __slots__ = ("_hashes", "_size")

    def __init__(self, size: int = 0, hashes: Iterable[bytes] = ()) -> None:
        self._hashes = list(hashes)
        self._size = size
        if size < 0 or len(self._hashes) != size.bit_count():
            raise ValueError(f"A frontier of size {size} cannot have {len(self._hashes)} hashes.")

    @property
    def size(self) -> int:
        """How many leaves the tree has."""
        return self._size

    @property
    def hashes(self) -> tuple[bytes, ...]:
        """The hashes to store, from which an equal frontier can be made again."""
        return tuple(self._hashes)

    def append(self, leaf: bytes, height: int = 0) -> None:
        """
        Add one leaf hash, or with `height` the root of a full subtree of 2**height leaves.

        A subtree fits only where the size is a multiple of its width, as with tiles.
        """
        hashes = self._hashes
        carry = self._size >> height
        while carry & 1:
            leaf = sha256(b"\x01" + hashes.pop() + leaf).digest()
            carry >>= 1
        hashes.append(leaf)
        self._size += 1 << height

    def root(self) -> bytes:
        """Return the root hash over all leaves so far."""
        if not self._hashes:
            return EMPTY_ROOT
        root = self._hashes[-1]
        for left in reversed(self._hashes[:-1]):
            root = node_hash(left, root)
        return root


def root_of(leaves: Iterable[bytes]) -> bytes:
    """Return the root hash over leaf hashes held in memory."""
    frontier = Frontier()
    for leaf in leaves:
        frontier.append(leaf)
    return frontier.root()


def frontier(size: int, reader: HashReader) -> Frontier:
    """Return the frontier of the first `size` leaves, read from the widest tiles that fit."""
    return _subtree(0, size, reader)


def root(size: int, reader: HashReader) -> bytes:
    """Return the root hash over the first `size` leaves of a stored log."""
    return frontier(size, reader).root()


def new_tiles(old_size: int, new_size: int, reader: HashReader) -> list[Tile]:
    """
    Return (level, position, root) of every tile that becomes full when the log grows.

    The reader must already give the new leaves. It need not know the new tiles: those of one
    level are made from the ones just made below, so all can be written in one transaction.
    """
    tiles: list[Tile] = []
    made: dict[int, bytes] = {}
    level, width = 1, TILE_WIDTH
    while width <= new_size:
        positions = range(old_size // width, new_size // width)
        made = {position: _tile_root(level, position, made, reader) for position in positions}
        tiles += [(level, position, made[position]) for position in positions]
        level, width = level + 1, width * TILE_WIDTH
    return tiles


def inclusion_proof(index: int, size: int, reader: HashReader) -> list[bytes]:
    """Return the proof that the leaf at `index` is in the tree of the first `size` leaves."""
    if not 0 <= index < size:
        raise ValueError(f"There is no leaf {index} in a tree of {size} leaves.")
    return [_subtree(*span, reader).root() for span in _inclusion_spans(index, size)]


def consistency_proof(first: int, second: int, reader: HashReader) -> list[bytes]:
    """Return the proof that the tree of `second` leaves extends the tree of `first` leaves."""
    if not 0 <= first <= second:
        raise ValueError(f"A tree of {second} leaves cannot extend one of {first} leaves.")
    return [_subtree(*span, reader).root() for span in _consistency_spans(first, second)]


def verify_inclusion(
    index: int, size: int, leaf: bytes, proof: Sequence[bytes], root: bytes
) -> bool:
    """Return whether `proof` shows that `leaf` stands at `index` in the tree with this root."""
    if not 0 <= index < size or not _are_hashes(leaf, root, *proof):
        return False
    reached = _climb(index, size - 1, leaf, proof)
    return reached is not None and reached[1] == root


def verify_consistency(
    first: int, second: int, first_root: bytes, second_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Return whether `proof` shows that the second tree begins with all leaves of the first."""
    if not 0 <= first <= second or not _are_hashes(first_root, second_root, *proof):
        return False
    if first == second or first == 0:
        known = second_root if first else EMPTY_ROOT
        empty = second > 0 or second_root == EMPTY_ROOT
        return not proof and first_root == known and empty
    # A first tree that is one full subtree is a node of the second; the proof leaves it out.
    steps = [first_root, *proof] if first.bit_count() == 1 else list(proof)
    index, last = first - 1, second - 1
    while index & 1:
        index, last = index >> 1, last >> 1
    return bool(steps) and _climb(index, last, steps[0], steps[1:]) == (first_root, second_root)


def _climb(
    index: int, last: int, start: bytes, proof: Sequence[bytes]
) -> tuple[bytes, bytes] | None:
    """
    Return the hashes reached by joining only left and by joining all siblings, or None.

    The first is the root of the tree that ends at `index`, the second that of the whole tree.
    """
    left = both = start
    for sibling in proof:
        if last == 0:
            return None
        if index & 1 or index == last:
            left, both = node_hash(sibling, left), node_hash(sibling, both)
            while index and not index & 1:  # the last node of a level may have no sibling
                index, last = index >> 1, last >> 1
        else:
            both = node_hash(both, sibling)
        index, last = index >> 1, last >> 1
    return (left, both) if last == 0 else None


def _are_hashes(*values: bytes) -> bool:
    return all(len(value) == HASH_BYTES for value in values)


def _inclusion_spans(index: int, size: int) -> list[Span]:
    """Return the subtrees beside the way from the leaf up to the root."""
    spans, start, stop = [], 0, size
    while stop - start > 1:
        split = _split(start, stop)
        if index < split:
            spans.append((split, stop))
            stop = split
        else:
            spans.append((start, split))
            start = split
    return spans[::-1]


def _consistency_spans(first: int, second: int) -> list[Span]:
    """Return the subtrees that, put together, give both the old and the new root."""
    if first == 0:
        return []
    spans, start, stop = [], 0, second
    while stop != first:
        split = _split(start, stop)
        if first <= split:
            spans.append((split, stop))
            stop = split
        else:
            spans.append((start, split))
            start = split
    if start > 0:
        spans.append((start, stop))
    return spans[::-1]


def _split(start: int, stop: int) -> int:
    """Return where RFC 6962 divides a subtree: after the largest power of two that is less."""
    return start + (1 << ((stop - start - 1).bit_length() - 1))


def _subtree(start: int, stop: int, reader: HashReader) -> Frontier:
    """Return the frontier over [start, stop); every split leaves `start` aligned to tiles."""
    tree = Frontier()
    for level, first, last in _tile_spans(start, stop):
        for hash_ in _read(level, first, last, reader):
            tree.append(hash_, TILE_HEIGHT * level)
    return tree


def _tile_spans(start: int, stop: int) -> Iterator[tuple[int, int, int]]:
    """Yield (level, first, last) of the tiles that cover [start, stop), widest tiles first."""
    widest = max(0, (stop - start).bit_length() - 1) // TILE_HEIGHT
    for level in range(widest, -1, -1):
        first, last = start >> (TILE_HEIGHT * level), stop >> (TILE_HEIGHT * level)
        if first < last:
            yield level, first, last
        start = last << (TILE_HEIGHT * level)


def _tile_root(level: int, position: int, made: dict[int, bytes], reader: HashReader) -> bytes:
    """Return the root of one full tile from the 256 hashes below it, stored or just made."""
    start, stop = position * TILE_WIDTH, (position + 1) * TILE_WIDTH
    fresh = next((child for child in range(start, stop) if child in made), stop)
    stored = _read(level - 1, start, fresh, reader) if fresh > start else []
    return root_of([*stored, *(made[child] for child in range(fresh, stop))])


def _read(level: int, start: int, stop: int, reader: HashReader) -> list[bytes]:
    """Return stored hashes, and refuse to build on a gap or on something that is no hash."""
    hashes = reader(level, start, stop)
    if len(hashes) != stop - start or not _are_hashes(*hashes):
        what = f"tiles of level {level}" if level else "leaf hashes"
        raise LedgerBroken(
            f"The stored {what} are not complete from {start} to {stop - 1}.",
            fix="Run `cite ledger verify` to see which rows are missing, then restore a backup.",
        )
    return hashes
