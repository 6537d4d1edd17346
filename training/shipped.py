"""The model as it ships: asked by the benchmarks, or taken as the start of a training."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from training.quantise import BLOCK

if TYPE_CHECKING:
    from training.mpnet import State

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


def scored_with(weights: Path, cache: Path | None) -> Any:
    """The model of a folder; what it scored before is not scored again."""
    if str(BENCHMARKS) not in sys.path:
        sys.path.insert(0, str(BENCHMARKS))
    from judge_local import KeptModel  # type: ignore[import-not-found]

    return KeptModel(weights, cache)


def shipped_state(graph: Path) -> "State":
    """
    The weights of an exported encoder under the names that training uses, as 32-bit floats.

    They are those that training rounded, so that nothing is lost by an export and back.
    """
    import onnx
    import torch
    from onnx import numpy_helper

    from training.mpnet import BUCKETS, FIRST_POSITION, bucket

    made = onnx.load(graph)
    found = {one.name: numpy_helper.to_array(one) for one in made.graph.initializer}
    state: dict[str, Any] = {}
    for name, value in found.items():
        owner, _, end = name.rpartition(".")
        if end == "weight" and f"{owner}.scale" in found:
            scale = found[f"{owner}.scale"].astype(np.float32)
            if owner == "words":
                state[name] = _of_blocks(value, scale)
            elif owner == "positions":
                state[name] = value * scale
            else:
                state[name] = (value * scale[None]).T
        elif end in ("weight", "bias"):
            state[name] = value.astype(np.float32)
    last = max(name for name in state if name.endswith(".first.weight"))
    layer = last.removesuffix(".first.weight")
    rest = state[f"{layer}.qkv.weight"]
    state[f"{layer}.qkv.weight"] = np.concatenate([state.pop(last), rest])
    places = state["positions.weight"]
    before = np.zeros((FIRST_POSITION, places.shape[1]), np.float32)
    state["positions.weight"] = np.concatenate([before, places])
    heads = next(
        attribute.i
        for node in made.graph.node
        for attribute in node.attribute
        if attribute.name == "num_heads"
    )
    near = np.zeros((BUCKETS, heads), np.float32)
    if "distance_bias.weight" in state:
        # By distance there; here by bucket, of which each distance has one.
        count = len(state["positions.weight"])
        near[bucket(torch.arange(1 - count, count)).numpy()] = state["distance_bias.weight"].T
    state["distance_bias.weight"] = near
    return {name: torch.from_numpy(np.ascontiguousarray(v)) for name, v in state.items()}


def _of_blocks(packed: Any, scale: Any) -> Any:
    """The rows of a table of 4-bit numbers."""
    halves = packed.reshape(len(packed), -1, BLOCK // 2)
    whole = np.concatenate([halves & 15, halves >> 4], axis=2).astype(np.float32) - 8
    return (whole * scale.reshape(len(packed), -1, 1)).reshape(len(packed), -1)
