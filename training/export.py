"""
Write a checkpoint as the files that ship: an ONNX graph and its weights in parts.

    python -m training.export --checkpoint student.pt --vocabulary mpnet.txt --out weights/

The files bear the name of the vocabulary: `mpnet.onnx`, `mpnet-1.bin`, `mpnet.txt`.
"""

import argparse
import hashlib
import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx.external_data_helper import set_external_data

from training.graph import Graph, build_graph
from training.mpnet import MPNet
from training.quantise import HIGHEST

LARGEST_PART = 48_000_000
LARGEST_SUM = 95_000_000
# Smaller constants stay in the graph file, which then loads with fewer reads.
SMALLEST_OUTSIDE = 4096


def export(
    model: MPNet, folder: Path, name: str, *, quantised: bool = True, highest: int = HIGHEST
) -> list[Path]:
    """Write the model into a folder and return the files."""
    weights = {name: value.float().cpu().numpy() for name, value in model.state_dict().items()}
    graph = Graph(quantised=quantised, highest=highest)
    made = build_graph(weights, model.shape, model.buckets.cpu().numpy(), graph=graph)
    folder.mkdir(parents=True, exist_ok=True)
    files = _write_parts(made, folder, name) if quantised else []
    graph_file = folder / f"{name}.onnx"
    onnx.save(made, graph_file)
    return [graph_file, *files]


def _write_parts(model: onnx.ModelProto, folder: Path, name: str) -> list[Path]:
    """Move the large constants into files of their own, each below the limit."""
    parts: list[bytearray] = [bytearray()]
    for constant in model.graph.initializer:
        data = constant.raw_data
        if len(data) < SMALLEST_OUTSIDE:
            continue
        if len(parts[-1]) + len(data) > LARGEST_PART:
            parts.append(bytearray())
        # On a border of 64 bytes the runtime can map the file as it is.
        parts[-1].extend(bytes(-len(parts[-1]) % 64))
        place = f"{name}-{len(parts)}.bin"
        set_external_data(constant, place, offset=len(parts[-1]), length=len(data))
        parts[-1].extend(data)
        constant.ClearField("raw_data")
    files = [folder / f"{name}-{number}.bin" for number in range(1, len(parts) + 1)]
    for file, part in zip(files, parts, strict=True):
        file.write_bytes(part)
    return files


def digest(file: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def worst_difference(model: MPNet, graph: Path, pairs: list[list[int]]) -> dict[str, float]:
    """Compare the exported files with torch on real pairs."""
    import onnxruntime  # type: ignore[import-untyped]

    session = onnxruntime.InferenceSession(graph, providers=["CPUExecutionProvider"])
    model.eval()
    differences, agreements = [], []
    for pair in pairs:
        ids = np.array([pair], np.int64)
        (got,) = session.run(["logits"], {"input_ids": ids})
        with torch.no_grad():
            wanted = model(torch.from_numpy(ids), torch.tensor([len(pair)])).numpy()
        differences.append(float(np.abs(got - wanted).max()))
        agreements.append(float(got.argmax() == wanted.argmax()))
    return {
        "pairs": len(pairs),
        "mean difference": float(np.mean(differences)),
        "worst difference": float(np.max(differences)),
        "same answer": float(np.mean(agreements)),
    }


def describe(folder: Path, files: list[Path]) -> Mapping[str, str]:
    """Return the hash of each file, after a check of the sizes."""
    sizes = {file.name: file.stat().st_size for file in files}
    print(json.dumps({**sizes, "sum": sum(sizes.values())}, indent=1), flush=True)
    if sum(sizes.values()) > LARGEST_SUM:
        raise SystemExit(f"The files in {folder} are larger than {LARGEST_SUM} bytes together.")
    return {file.name: digest(file) for file in files}


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[1])
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--vocabulary", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rows", type=Path, help="pairs to compare with torch on")
    parser.add_argument("--pairs", type=int, default=100, help="how many of them")
    parser.add_argument("--fp32", type=Path, help="a folder for the same model unquantised")
    parser.add_argument("--highest", type=int, default=HIGHEST, help="largest whole weight")
    arguments = parser.parse_args()
    model = MPNet.from_base(arguments.checkpoint).eval()
    name = arguments.vocabulary.stem
    files = export(model, arguments.out, name, highest=arguments.highest)
    files.append(Path(shutil.copy(arguments.vocabulary, arguments.out / arguments.vocabulary.name)))
    hashes = describe(arguments.out, files)
    (arguments.out / f"{name}.json").write_text(json.dumps(hashes, indent=1) + "\n")
    if arguments.fp32:
        export(model, arguments.fp32, name, quantised=False)
    if arguments.rows:
        from training.rows import Rows

        rows = Rows.read(arguments.rows)
        chosen = np.random.default_rng(0).permutation(len(rows))[: arguments.pairs]
        pairs = [rows.pair(int(row)) for row in chosen]
        for folder in [arguments.out, *([arguments.fp32] if arguments.fp32 else [])]:
            told = worst_difference(model, folder / f"{name}.onnx", pairs)
            print(folder, json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
