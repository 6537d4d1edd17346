"""
Train a shallower judge to answer as its teachers do.

    python -m training.distil --teachers a.pt b.pt --rows rows.npz --dev dev.npz --layers 6
        --tokens 3e8 --minutes 8 --qat-from 0.6 --out student.pt
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.batches import Batch
from training.loop import LossOf, add_plan_arguments, plan_from, run, save, spread_layers
from training.loss import hard_loss, teacher_loss, weighted_mean
from training.mpnet import MPNet, Shape, read_state
from training.rows import UNLABELLED, Rows, joined
from training.score import Logits, best_device, report, teach


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[1])
    add_plan_arguments(parser)
    parser.add_argument("--teachers", type=Path, nargs="*", default=[])
    parser.add_argument("--unlabelled", type=Path, nargs="*", default=[], help="rows without label")
    parser.add_argument("--logits", type=Path, help="the teachers' logits: read, or else written")
    parser.add_argument(
        "--init", type=Path, help="whose layers to take, if not the first teacher's"
    )
    parser.add_argument("--layers", default="6", help="how many layers, or which: 0,2,4")
    parser.add_argument("--hard", type=float, default=0.3, help="share of the labels' loss")
    parser.add_argument("--temperature", type=float, default=2.0)
    parser.add_argument("--qat-from", type=float, default=1.0, help="round weights from here on")
    parser.add_argument("--qat-activations", action="store_true", help="and what goes into them")
    arguments = parser.parse_args()
    start = arguments.init or next(iter(arguments.teachers), None)
    if start is None:
        parser.error("Give --teachers or --init.")
    rows = joined([Rows.read(file) for file in (*arguments.rows, *arguments.unlabelled)])
    dev = Rows.read(arguments.dev) if arguments.dev else None
    taught = read_taught(arguments, rows)
    state = read_state(start)
    layers = spread_layers(Shape.of(state).layers, arguments.layers)
    model = MPNet.from_base(state, layers=layers, dropout=arguments.dropout)
    model.words.weight.requires_grad_(not arguments.keep_words)
    print(f"{len(rows)} rows, {len(rows.tokens)} tokens, layers {layers}", flush=True)
    loss_of = distillation(arguments, taught)
    save(run(model, rows, loss_of, plan_from(arguments), dev=dev), arguments.out)


def read_taught(arguments: argparse.Namespace, rows: Rows) -> Logits:
    """Return the teachers' logits, from a file if it is there."""
    if arguments.logits and arguments.logits.exists():
        taught: Logits = np.load(arguments.logits)
        if len(taught) != len(rows):
            raise SystemExit(f"{arguments.logits} has {len(taught)} rows, not {len(rows)}.")
        return taught
    if not arguments.teachers:
        raise SystemExit("There are no teachers and no file of their logits.")
    began = time.monotonic()
    taught = teach(arguments.teachers, rows, longest=arguments.longest)
    print(f"teachers scored {len(rows)} rows in {time.monotonic() - began:.1f} s", flush=True)
    for line in report(taught, rows):
        print(f"teachers, training rows: {line}", flush=True)
    if arguments.logits:
        np.save(arguments.logits, taught)
    return taught


def distillation(arguments: argparse.Namespace, taught: Logits) -> LossOf:
    """Return the loss: partly the teachers' answers, partly the labels."""
    answers = torch.from_numpy(taught).to(best_device())

    def loss_of(logits: Tensor, batch: Batch) -> Tensor:
        soft = teacher_loss(logits, answers[batch.row], temperature=arguments.temperature)
        hard = hard_loss(logits, batch.label, smoothing=arguments.smoothing)
        share = torch.where(batch.label == UNLABELLED, 0.0, arguments.hard)
        return weighted_mean((1 - share) * soft + share * hard, batch.weight)

    return loss_of


if __name__ == "__main__":
    main()
