"""Checks the log as a whole: places, leaves, tiles, and the roots that were signed."""

from collections.abc import Callable, Iterator
from math import inf
from typing import Any

from citation_engine.errors import StoreError
from citation_engine.ports import View
from citation_engine.record import merkle
from citation_engine.record.damage import Findings, shown
from citation_engine.record.merkle import EMPTY_ROOT, TILE_HEIGHT, TILE_WIDTH, Frontier
from citation_engine.record.witnesses import KnownRoots

Row = tuple[Any, ...]


class Merge:
    """
    The rows of a stream in the order of a key, handed out key by key.

    What nobody asks for is handed to `foreign`, as is a row whose key is no
    number. A stream that breaks off is told once and counts as ended.
    """

    def __init__(
        self,
        rows: Iterator[Row],
        at: int,
        foreign: Callable[[Row], None],
        findings: Findings,
        name: str,
    ) -> None:
        self._rows = rows
        self._at = at
        self._foreign = foreign
        self._findings = findings
        self._name = name
        self._row: Row = ()
        self.complete = True
        self.key: float = -inf
        self._step()

    def _step(self) -> None:
        """Go to the next row with a key that can be compared."""
        while True:
            try:
                row = next(self._rows, None)
            except StoreError as error:
                self.complete, row = False, None
                self._findings.add("unreadable", f"The {self._name} break off: {error.message}")
            if row is None:
                self.key = inf
                return
            key = row[self._at]
            if type(key) is int and key >= self.key:
                self._row, self.key = row, key
                return
            self._foreign(row)

    def take(self, key: int) -> Iterator[Row]:
        """The rows with this key; those with a smaller one have no place."""
        while self.key <= key:
            row, found = self._row, self.key
            self._step()
            if found == key:
                yield row
            else:
                self._foreign(row)

    def has(self, key: int) -> bool:
        """Whether there are rows with this key; they are passed over."""
        return self.key <= key and len([*self.take(key)]) > 0

    def rest(self) -> None:
        """Say of everything that is left that it has no place."""
        while self.key < inf:
            self._foreign(self._row)
            self._step()


class Tree:
    """A log's tree, grown leaf by leaf, that tells every tile when it is full."""

    def __init__(self, full: Callable[[int, int, bytes], None]) -> None:
        self._full = full
        self._frontier = Frontier()
        self._open: list[list[bytes]] = [[]]

    @property
    def size(self) -> int:
        """How many leaves there are."""
        return self._frontier.size + len(self._open[0])

    def append(self, leaf: bytes) -> None:
        """Add a leaf hash."""
        self._open[0].append(leaf)
        level = 0
        while len(self._open[level]) == TILE_WIDTH:
            root = merkle.root_of(self._open[level])
            self._open[level] = []
            level += 1
            if level == len(self._open):
                self._open.append([])
            self._open[level].append(root)
            if level == 1:
                self._frontier.append(root, TILE_HEIGHT)
            width = TILE_HEIGHT * level
            self._full(level, (self._frontier.size >> width) - 1, root)

    def root(self) -> bytes:
        """The root over all leaves so far."""
        whole = Frontier(self._frontier.size, self._frontier.hashes)
        for leaf in self._open[0]:
            whole.append(leaf)
        return whole.root()


class LogCheck:
    """One pass over the log, in its order."""

    def __init__(self, view: View, project_id: int, known: KnownRoots, findings: Findings) -> None:
        self._view = view
        self._project_id = project_id
        self._known = known
        self._findings = findings
        self._tree = Tree(self._check_tile)
        tiles = ((*row, _full_at(row)) for row in view.stream("tiles"))
        self._tiles = Merge(tiles, 3, self._foreign_tile, findings, "stored tiles")
        self._whole = True
        self._good = 0
        self._wrong: list[str] = []

    def run(self) -> int:
        """Check everything, and return the size of the log."""
        self._check_roots(0)
        next_index = 0
        try:
            for row in self._view.stream("log"):
                next_index = self._check(row, next_index)
        except StoreError as error:
            self._findings.add("unreadable", f"The log breaks off: {error.message}", next_index)
            self._whole = False
        if self._whole:
            self._tiles.rest()
        self._check_length(next_index)
        return next_index

    def _check(self, row: Row, expected: int) -> int:
        """Check one place of the log, and return the next one."""
        index, project_id, entry_id, body, leaf = row
        if type(index) is not int or index < expected:
            self._findings.add("index", f"{shown(index)} is no place in the log, or is taken.")
            return expected
        if index > expected:
            last = f" to {index - 1}" if index > expected + 1 else ""
            self._findings.add("gap", f"The log has no entry {expected}{last}.", expected)
            self._whole = False
        identity = uuid_or_none(entry_id)
        if project_id is None:
            self._findings.add("missing-entry", "The entry at this place is gone.", index)
        elif project_id != self._project_id:
            self._findings.add("envelope", "It is filed under another project.", index, identity)
        if type(body) is bytes:
            computed = merkle.leaf_hash(body)
            if computed != leaf:
                said = "The body and its leaf hash do not fit: one was changed."
                self._findings.add("leaf", said, index, identity)
            self._append(computed)
        else:
            if project_id is not None:
                said = f"The body is {shown(type(body).__name__)}, not bytes."
                self._findings.add("unreadable", said, index, identity)
            self._whole = False
        return index + 1

    def _append(self, leaf: bytes) -> None:
        if self._whole:
            self._tree.append(leaf)
            self._check_roots(self._tree.size)

    # tiles --------------------------------------------------------------------------------

    def _check_tile(self, level: int, position: int, root: bytes) -> None:
        """
        Compare a stored tile with the recomputed one.

        Tiles are written when the log is signed, so the last ones may still be
        missing where nothing signed reaches so far.
        """
        place, first = f"tile {position} of level {level}", position << (TILE_HEIGHT * level)
        end = (position + 1) << (TILE_HEIGHT * level)
        for row in self._tiles.take(_order(end, level)):
            if row[2] != root:
                self._findings.add("tile", f"The {place} is not what its entries give.", first)
            return
        if self._tiles.complete and (self._tiles.key < inf or end <= self._known.largest):
            self._findings.add("tile", f"The {place} is missing.", first)

    def _foreign_tile(self, row: Row) -> None:
        said = f"A tile is stored that the log does not have: {shown(row[:2])}."
        self._findings.add("tile", said)

    # roots --------------------------------------------------------------------------------

    def _check_roots(self, size: int) -> None:
        wanted = self._known.roots.get(size)
        if not wanted:
            return
        root = self._tree.root() if size else EMPTY_ROOT
        for one in wanted:
            if one.root == root:
                self._good = size
            elif one.outside:
                said = f"{one.label} was of other entries: the log was rewritten"
                self._findings.add("rewritten", f"{said} between {self._good} and {size - 1}.")
            else:
                self._wrong.append(one.label)
                if len(self._wrong) == 1:
                    said = f"{one.label} is of other entries than {self._good} to {size - 1}."
                    self._findings.add("root", said)

    def _check_length(self, size: int) -> None:
        """Say which checkpoints are of more than there is."""
        if len(self._wrong) > 1:
            more = len(self._wrong) - 1
            self._findings.add("root", f"{more} later stored checkpoints do not fit either.")
        for known, one in self._known.beyond(size):
            said = f"{one.label} is of {known} entries, and there are {size}"
            self._findings.add("rollback", f"{said}: the last {known - size} are gone.", size)
        if not self._whole:
            later = [n for n in self._known.roots if self._tree.size < n <= size]
            for one in (one for n in sorted(later) for one in self._known.roots[n] if one.outside):
                said = "the entries before it are damaged, so its root cannot be had again."
                self._findings.add("rewritten", f"{one.label} does not fit: {said}")


def uuid_or_none(entry_id: Any) -> str | None:
    """An entry's identity as the log writes it, or None for something that cannot be one."""
    if type(entry_id) is not bytes or len(entry_id) != 16:
        return None
    text = entry_id.hex()
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def _order(end: int, level: int) -> int:
    """One number to sort tiles by: when they get full, lower levels first."""
    return end * 16 + level


def _full_at(row: Row) -> Any:
    level, position, _ = row
    if type(level) is not int or type(position) is not int or not 0 < level < 8:
        return None
    return _order((position + 1) << (TILE_HEIGHT * level), level) if position >= 0 else None
