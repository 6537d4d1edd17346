"""
Turns files of labelled rows into the pairs that the judge scores for them.

    python -m training.questions DATA --vocab vocab.txt --out questions.npz

Each row of `dev.*.jsonl.gz` and `eval.*.jsonl.gz` in the folder becomes as many pairs as the judge
would score for it: windows, best sentences, and sentences of the claim. The file has the form of
training rows, so that `training.score` can score it, and says how many pairs each row has.
"""

import argparse
import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from citation_engine.verify.judges.local.judge import Asked, asked_of
from citation_engine.verify.judges.local.wordpiece import WordPiece
from citation_engine.verify.judges.overlap import bare_claim

LONGEST = 507


class Row(NamedTuple):
    """A labelled row of a set: `e` is supported, all else is not."""

    set: str
    premise: str
    claim: str
    label: str


def read_rows(folder: Path) -> Iterator[Row]:
    """The rows of all dev and eval files, in the order of their names."""
    for file in sorted([*folder.glob("dev.*.jsonl.gz"), *folder.glob("eval.*.jsonl.gz")]):
        name = file.name.removesuffix(".jsonl.gz")
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                yield Row(name, row["premise"], row["claim"], row["label"])


def asked(row: Row, count: Callable[[str], int]) -> Asked:
    """What the judge would read for a row."""
    return asked_of(row.premise, bare_claim(row.claim), count)


def main() -> None:
    """Write the pairs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--vocab", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    pieces = WordPiece.load(options.vocab)
    tokens: list[int] = []
    rows: list[tuple[int, int, int]] = []
    counts: list[int] = []
    for row in read_rows(options.data):
        pairs = asked(row, pieces.count).pairs
        counts.append(len(pairs))
        for premise, claim in pairs:
            claim_ids = pieces.encode(claim)[: LONGEST // 2]
            premise_ids = pieces.encode(premise)[: LONGEST - len(claim_ids)]
            rows.append((len(tokens), len(premise_ids), len(claim_ids)))
            tokens += [*premise_ids, *claim_ids]
    at = np.array(rows, np.int64)
    np.savez_compressed(
        options.out,
        tokens=np.array(tokens, np.uint16),
        premise_at=at[:, 0],
        premise_len=at[:, 1].astype(np.uint16),
        claim_len=at[:, 2].astype(np.uint16),
        label=np.zeros(len(rows), np.uint8),
        weight=np.ones(len(rows), np.float16),
        kind=np.zeros(len(rows), np.uint8),
        kinds=np.array(["question"]),
        counts=np.array(counts, np.int32),
    )
    print(f"{len(counts):,} questions, {len(rows):,} pairs, {len(tokens):,} tokens")


if __name__ == "__main__":
    main()
