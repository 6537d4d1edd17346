"""
Proofs from the log: that an entry is in it, and that a longer log begins with a shorter one.

A proof of an entry is a text in the format tlog-proof@v1 of C2SP, which other people's
tools read: the entry's index, the hashes beside its way to the root, and the signed
checkpoint. Whoever has it, the entry's bytes and the log's key needs nothing else.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from uuid import UUID

from citation_engine.errors import CitationNotFound, InvalidInput, LedgerBroken
from citation_engine.model.passage import Value
from citation_engine.ports import ProjectRow, Row, Store
from citation_engine.record import merkle
from citation_engine.record.checkpoints import Checkpoint, SignedCheckpoint, verify_signed
from citation_engine.record.envelope import uuid_text
from citation_engine.record.merkle import HASH_BYTES, TILE_WIDTH, HashReader, leaf_hash

HEADER = "c2sp.org/tlog-proof@v1"
_INDEX = re.compile(r"index (0|[1-9][0-9]{0,18})")
_CITATION = re.compile(r"\[?(?:cite_)?([0-9]{1,18})\]?")
_MOST_HASHES = 63
_KEPT_BLOCKS = 512


@dataclass(frozen=True, slots=True)
class PlacedEntry:
    """An entry with its place in the log."""

    index: int
    entry_id: str
    body: bytes


class Proof(Value):
    """That an entry is in the log, in a form that stands on its own."""

    index: int
    size: int
    entry_id: str
    body: bytes
    text: str


@dataclass(frozen=True, slots=True)
class Proved:
    """What a proof shows: the entry stands at this place of this log."""

    index: int
    checkpoint: Checkpoint


class Consistency(Value):
    """That a log of `second` entries begins with the entries of one of `first`."""

    first: int
    second: int
    hashes: tuple[bytes, ...]


# making -------------------------------------------------------------------------------------


def find_entry(
    store: Store,
    project: ProjectRow,
    *,
    citation: int | str | None,
    index: int | None,
    entry_id: str | None,
) -> PlacedEntry:
    """The entry that is meant by a citation's number, a place in the log or an identity."""
    if sum(given is not None for given in (citation, index, entry_id)) != 1:
        raise InvalidInput(
            "It is not clear which entry is meant.",
            fix="Give one of `citation`, `index` and `entry_id`.",
        )
    if citation is not None:
        match = _CITATION.fullmatch(str(citation))
        refs = store.rows(project, "citation_refs", ids=[int(match[1])]) if match else []
        if not refs:
            raise CitationNotFound(f"There is no citation {citation!r}.")
        return _by_identity(store, project, bytes(refs[0]["entry_id"]))
    if entry_id is not None:
        return _by_identity(store, project, _identity(entry_id))
    place = index if isinstance(index, int) and 0 <= index < 2**62 else -1
    for row in store.stream_log(project, place, place + 1):
        return PlacedEntry(place, uuid_text(row.entry_id), bytes(row.body))
    raise InvalidInput(f"The log has no entry {index}.", fix="Count from 0.")


def _by_identity(store: Store, project: ProjectRow, entry_id: bytes) -> PlacedEntry:
    rows = store.rows(project, "entry_by_uuid", entry_id=entry_id)
    if not rows or rows[0]["idx"] is None:
        raise InvalidInput(
            f"The log has no entry {uuid_text(entry_id)}.",
            fix="Copy the entry_id of a source, a snapshot, a citation or an entry.",
        )
    return PlacedEntry(rows[0]["idx"], uuid_text(rows[0]["entry_id"]), bytes(rows[0]["body"]))


def _identity(text: str) -> bytes:
    try:
        return UUID(text).bytes
    except (AttributeError, TypeError, ValueError) as error:
        raise InvalidInput(
            f"{text!r} is not the identity of an entry.",
            fix="Copy the entry_id of a source, a snapshot, a citation or an entry.",
        ) from error


def read_checkpoint(row: Row) -> SignedCheckpoint:
    """The signed checkpoint in a stored row."""
    text, vkey = bytes(row["note"]).decode("utf-8"), row["verifier_key"]
    return SignedCheckpoint(verify_signed(text, vkey), text, vkey)


def prove(entry: PlacedEntry, signed: SignedCheckpoint, hashes_of: HashReader) -> Proof:
    """The proof that an entry is in the log of this checkpoint."""
    hashes = entry_hashes(entry, signed.checkpoint, hashes_of)
    return Proof(
        index=entry.index,
        size=signed.checkpoint.size,
        entry_id=entry.entry_id,
        body=entry.body,
        text=format_proof(entry.index, hashes, signed.text),
    )


def entry_hashes(entry: PlacedEntry, checkpoint: Checkpoint, hashes_of: HashReader) -> list[bytes]:
    """The hashes beside an entry's way to the root, after making sure that they prove it."""
    hashes = merkle.inclusion_proof(entry.index, checkpoint.size, hashes_of)
    leaf = leaf_hash(entry.body)
    if not merkle.verify_inclusion(entry.index, checkpoint.size, leaf, hashes, checkpoint.root):
        raise LedgerBroken(f"Entry {entry.index} is not what was signed, so it cannot be proved.")
    return hashes


def prove_consistency(first: int, second: int, hashes_of: HashReader) -> Consistency:
    """The proof that the log of `second` entries begins with its first `first` entries."""
    if not 0 <= first <= second:
        raise InvalidInput(
            f"A log of {second} entries cannot begin with {first}.",
            fix="Give the smaller size first.",
        )
    hashes = merkle.consistency_proof(first, second, hashes_of)
    return Consistency(first=first, second=second, hashes=tuple(hashes))


# the text form ------------------------------------------------------------------------------


def format_proof(index: int, hashes: list[bytes], note: str) -> str:
    """The text of a proof; the checkpoint stands in it as it was signed."""
    lines = [HEADER, f"index {index}", *(b64encode(each).decode("ascii") for each in hashes)]
    return "\n".join(lines) + "\n\n" + note


def verify_proof(text: str, body: bytes, vkey: str) -> Proved:
    """
    What a proof shows about an entry's bytes, under a key the reader trusts.

    Raises `LedgerBroken` when it shows nothing. Extra data in a proof are not
    signed by anybody and are ignored.
    """
    head, divider, note = text.partition("\n\n")
    lines = head.split("\n")
    if not divider or lines[0] != HEADER:
        raise _unproved("it is not a proof in the format tlog-proof@v1")
    lines = lines[2:] if lines[1:2] and lines[1].startswith("extra ") else lines[1:]
    match = _INDEX.fullmatch(lines[0]) if lines else None
    if match is None or len(lines) > 1 + _MOST_HASHES:
        raise _unproved("it does not say which entry it is of")
    hashes = [_decode(line) for line in lines[1:]]
    checkpoint = verify_signed(note, vkey)
    index, leaf = int(match[1]), leaf_hash(body)
    if not merkle.verify_inclusion(index, checkpoint.size, leaf, hashes, checkpoint.root):
        raise _unproved("the entry, its index or a hash is not what was signed")
    return Proved(index, checkpoint)


def _decode(line: str) -> bytes:
    try:
        decoded = b64decode(line, validate=True)
    except ValueError:
        decoded = b""
    if len(decoded) != HASH_BYTES or b64encode(decoded).decode("ascii") != line:
        raise _unproved("one of its lines is no hash")
    return decoded


def _unproved(reason: str) -> LedgerBroken:
    return LedgerBroken(
        f"The proof cannot be trusted: {reason}.",
        fix="Compare it with the copy you were given, and the key with the one you pinned.",
    )


# the stored hashes ---------------------------------------------------------------------------


def stored_hashes(rows: Callable[..., list[Row]]) -> HashReader:
    """The log's hashes, by the look-ups of a store, a view or a transaction."""

    def read(level: int, start: int, stop: int) -> list[bytes]:
        if level:
            tiles = rows("tiles", level=level, start=start, stop=stop)
            return [bytes(row["root"]) for row in tiles]
        return [bytes(row["leaf"]) for row in rows("leaves", start=start, stop=stop)]

    return read


def cached_hashes(rows: Callable[..., list[Row]]) -> HashReader:
    """The same in blocks that are kept, for many proofs of one log."""
    stored = stored_hashes(rows)

    @lru_cache(maxsize=_KEPT_BLOCKS)
    def read_block(level: int, block: int) -> list[bytes]:
        return stored(level, block * TILE_WIDTH, (block + 1) * TILE_WIDTH)

    def read(level: int, start: int, stop: int) -> list[bytes]:
        found: list[bytes] = []
        for block in range(start // TILE_WIDTH, (stop - 1) // TILE_WIDTH + 1):
            first = block * TILE_WIDTH
            found += read_block(level, block)[max(start - first, 0) : stop - first]
        return found

    return read
