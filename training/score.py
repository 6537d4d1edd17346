"""
Score rows with a checkpoint: three logits for each pair.

    python -m training.score --checkpoint model.pt --rows pairs.npz --out logits.npy
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from training.batches import batches
from training.measures import auc
from training.mpnet import MPNet
from training.rows import (
    CONTRADICTED,
    LONGEST,
    SUPPORTED,
    UNLABELLED,
    Batching,
    Rows,
    plan_batches,
)

Logits = NDArray[np.float32]


def score_rows(
    model: MPNet, rows: Rows, *, longest: int = LONGEST, tokens: int = 131_072
) -> Logits:
    """Return the logits of all rows, in their order, computed in the model's own precision."""
    batching = Batching(tokens=tokens, most_rows=4096, longest=longest)
    device = model.words.weight.device
    plan = iter(plan_batches(rows.lengths(longest=longest), batching, seed=None))
    was_training = model.training
    model.eval()
    scores = torch.zeros((len(rows), 3), device=device)
    with torch.no_grad():
        for batch in batches(rows, plan, batching, device=device):
            scores[batch.row] = model(batch.ids, batch.lengths)
    model.train(was_training)
    found: Logits = scores.cpu().numpy()
    return found


def margins(logits: Logits, answer: int = SUPPORTED) -> Logits:
    """Return the logit of one answer less that of both others together."""
    others = np.delete(logits, answer, axis=1)
    highest = others.max(axis=1)
    together = highest + np.log(np.exp(others - highest[:, None]).sum(axis=1))
    return np.asarray(logits[:, answer] - together, np.float32)


def report(logits: Logits, rows: Rows) -> Iterator[str]:
    """Yield a line for all rows that have a label and one for each kind."""
    labelled = rows.label != UNLABELLED
    if not labelled.any():
        return
    yield _line("all", logits[labelled], rows.label[labelled])
    if len(rows.kinds) > 1:
        for number, name in enumerate(rows.kinds):
            chosen = labelled & (rows.kind == number)
            if chosen.any():
                yield _line(str(name), logits[chosen], rows.label[chosen])


def _line(name: str, logits: Logits, label: NDArray[np.uint8]) -> str:
    known = label <= CONTRADICTED
    exact = float((logits[known].argmax(axis=1) == label[known]).mean()) if known.any() else 0.0
    right, margin = label == SUPPORTED, margins(logits)
    accepted = [float((margin[side] > 0).mean()) for side in (right, ~right) if side.any()]
    balanced = (accepted[0] + 1 - accepted[1]) / 2 if len(accepted) == 2 else float("nan")
    return (
        f"dev {name:<24} n={len(label):<6} three-way={100 * exact:5.1f} "
        f"balanced={100 * balanced:5.1f} AUC={100 * auc(margin, right):5.1f}"
    )


def best_device() -> torch.device:
    """Return the GPU where there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def quick_type(device: torch.device) -> torch.dtype:
    """Return the type to compute in: 16 bits where the processor multiplies them quicker."""
    quick = device.type == "cuda" or torch.cpu._is_avx512_bf16_supported()
    return torch.bfloat16 if quick else torch.float32


def teach(checkpoints: Sequence[Path], rows: Rows, *, longest: int) -> Logits:
    """Return the mean of several models' logits on all rows."""
    total: Logits = np.zeros((len(rows), 3), np.float32)
    for checkpoint in checkpoints:
        device = best_device()
        model = MPNet.from_base(checkpoint).to(device, quick_type(device))
        total += score_rows(model, rows, longest=longest) / len(checkpoints)
    return total


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[1])
    parser.add_argument("--checkpoint", type=Path, nargs="+", required=True)
    parser.add_argument("--rows", type=Path, required=True)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--longest", type=int, default=LONGEST)
    arguments = parser.parse_args()
    rows = Rows.read(arguments.rows)
    start = time.monotonic()
    logits = teach(arguments.checkpoint, rows, longest=arguments.longest)
    print(f"{len(rows)} rows in {time.monotonic() - start:.1f} s", flush=True)
    for line in report(logits, rows):
        print(line, flush=True)
    if arguments.out:
        np.save(arguments.out, logits)


if __name__ == "__main__":
    main()
