"""
The file of tokenised pairs that training reads, and the batches made from it.

Ids of the vocabulary's special pieces: `<s>` 0, `<pad>` 1, `</s>` 2, `<unk>` 3 (never
written), `[UNK]` 104 (a word that has no pieces). A pair is `<s> premise </s></s> claim </s>`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

START, PAD, END, UNKNOWN = 0, 1, 2, 104
SPECIAL = 4
SUPPORTED, NOT_ENOUGH, CONTRADICTED, NOT_SUPPORTED, UNLABELLED = range(5)
LONGEST = 512
# Lengths are rounded up to this, so that few shapes occur.
STEP = 16

Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Rows:
    """
    Pairs of token ids with their labels.

    All tokens stand in one list. A claim follows its premise, unless `claim_at` says where it
    stands, so that one premise can serve many claims.
    """

    tokens: NDArray[np.uint16]
    premise_at: Whole
    premise_len: NDArray[np.uint16]
    claim_len: NDArray[np.uint16]
    label: NDArray[np.uint8]
    weight: NDArray[np.float16]
    kind: NDArray[np.uint8]
    kinds: NDArray[np.str_]
    claim_at: Whole

    def __len__(self) -> int:
        return len(self.label)

    @classmethod
    def read(cls, path: Path) -> "Rows":
        """Read a file of rows."""
        with np.load(path, allow_pickle=False) as file:
            found = {name: file[name] for name in file.files}
        if "claim_at" not in found:
            found["claim_at"] = found["premise_at"] + found["premise_len"]
        return cls(**{field.name: found[field.name] for field in fields(cls)})

    def write(self, path: Path, *, compressed: bool = False) -> None:
        """Write the rows into a file."""
        save = np.savez_compressed if compressed else np.savez
        save(path, **{field.name: getattr(self, field.name) for field in fields(self)})

    def pair(self, row: int, *, longest: int = LONGEST) -> list[int]:
        """Return the ids of one pair, its premise cut where the pair is too long."""
        length = int(self.lengths(longest=longest, rows=np.array([row]))[0])
        return [int(piece) for piece in self.fill(np.array([row]), length, longest=longest)[0]]

    def lengths(self, *, longest: int, rows: Whole | None = None) -> Whole:
        """Return how many ids each pair has."""
        chosen = slice(None) if rows is None else rows
        premise, claim = _cut(self.premise_len[chosen], self.claim_len[chosen], longest)
        return premise + claim + SPECIAL

    def fill(self, rows: Whole, width: int, *, longest: int) -> Whole:
        """Return the ids of these pairs as a table that is padded to a width."""
        premise, claim = _cut(self.premise_len[rows], self.claim_len[rows], longest)
        premise, claim = premise[:, None], claim[:, None]
        place = np.arange(width)[None, :]
        second = premise + 3
        last = second + claim
        in_premise = (place >= 1) & (place <= premise)
        in_claim = (place >= second) & (place < last)
        source = np.where(in_claim, self.claim_at[rows][:, None] + place - second, 0)
        source = np.where(in_premise, self.premise_at[rows][:, None] + place - 1, source)
        ids = np.where(in_premise | in_claim, self.tokens[source].astype(np.int64), END)
        ids[:, 0] = START
        return np.where(place > last, PAD, ids)


def _cut(
    premise: NDArray[np.uint16], claim: NDArray[np.uint16], longest: int
) -> tuple[Whole, Whole]:
    """Return how much of premise and claim stays; a claim never takes more than half."""
    kept = np.minimum(claim.astype(np.int64), longest // 2)
    return np.minimum(premise.astype(np.int64), longest - SPECIAL - kept), kept


def pack_rows(
    pairs: Sequence[tuple[Sequence[int], Sequence[int]]],
    *,
    labels: Sequence[int],
    weights: Sequence[float],
    kinds: Sequence[str],
) -> Rows:
    """Return rows made of lists of ids (premise, claim) without special pieces."""
    premise = np.array([len(pair[0]) for pair in pairs], np.int64)
    claim = np.array([len(pair[1]) for pair in pairs], np.int64)
    if len(pairs) and max(premise.max(), claim.max()) > np.iinfo(np.uint16).max:
        raise ValueError("A text of more than 65,535 tokens does not fit into a row.")
    parts = [np.asarray(part, np.uint16) for pair in pairs for part in pair]
    names, kind = np.unique(np.array(kinds, np.str_), return_inverse=True)
    start = np.cumsum(premise + claim) - premise - claim
    return Rows(
        tokens=np.concatenate(parts) if parts else np.zeros(0, np.uint16),
        premise_at=start,
        premise_len=premise.astype(np.uint16),
        claim_len=claim.astype(np.uint16),
        label=np.array(labels, np.uint8),
        weight=np.array(weights, np.float16),
        kind=kind.astype(np.uint8),
        kinds=names,
        claim_at=start + premise,
    )


def joined(several: Sequence[Rows]) -> Rows:
    """Return the rows of several files as one, in their order."""
    if len(several) == 1:
        return several[0]
    starts = np.cumsum([0] + [len(rows.tokens) for rows in several])
    kinds = np.unique(np.concatenate([rows.kinds for rows in several]))
    moved = [
        replace(
            rows,
            premise_at=rows.premise_at + start,
            claim_at=rows.claim_at + start,
            kind=np.searchsorted(kinds, rows.kinds)[rows.kind].astype(np.uint8),
            kinds=kinds,
        )
        for rows, start in zip(several, starts, strict=False)
    ]
    names = [field.name for field in fields(Rows) if field.name != "kinds"]
    every = {name: np.concatenate([getattr(rows, name) for rows in moved]) for name in names}
    return Rows(**every, kinds=kinds)


@dataclass(frozen=True, slots=True)
class Batching:
    """How rows become batches."""

    tokens: int = 32_768
    most_rows: int = 512
    longest: int = 448


def plan_batches(lengths: Whole, batching: Batching, *, seed: int | None) -> list[Whole]:
    """
    Return the rows of each batch, so that rows of like length stand together.

    With a seed, rows and batches come in a random order. Without one, the longest come first.
    """
    padded = -(-lengths // STEP) * STEP
    random = np.random.default_rng(seed)
    order = random.permutation(len(lengths)) if seed is not None else np.arange(len(lengths))
    order = order[np.argsort(padded[order], kind="stable")]
    sizes = padded[order]
    batches, start = [], 0
    while start < len(order):
        guess = max(1, min(batching.most_rows, batching.tokens // int(sizes[start])))
        widest = int(sizes[min(start + guess, len(order)) - 1])
        end = start + max(1, min(guess, batching.tokens // widest))
        batches.append(order[start:end])
        start = end
    if seed is None:
        return batches[::-1]
    return [batches[place] for place in random.permutation(len(batches))]


def epochs(rows: Rows, batching: Batching, *, seed: int) -> Iterator[Whole]:
    """Yield the rows of one batch after the other, without end, in a new order each epoch."""
    lengths = rows.lengths(longest=batching.longest)
    while True:
        yield from plan_batches(lengths, batching, seed=seed)
        seed += 1
