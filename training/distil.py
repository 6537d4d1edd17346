"""
Train a judge to answer as its teachers do: `training.teach` writes their answers.

    python -m training.distil --logits taught --init teacher.pt --rows rows/written.mpnet.npz
        --dev dev.npz --layers 6 --tokens 3e8 --minutes 8 --qat-from 0.6 --out student.pt
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.batches import Batch
from training.loop import LossOf, add_plan_arguments, plan_from, run, save, spread_layers
from training.loss import hard_loss, teacher_loss, weighted_mean
from training.mpnet import MPNet, Shape, read_state
from training.rows import UNLABELLED, Rows, joined
from training.score import Logits, best_device


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[1])
    add_plan_arguments(parser)
    parser.add_argument("--logits", type=Path, required=True, help="what teachers answered")
    parser.add_argument("--init", type=Path, required=True, help="whose layers to take")
    parser.add_argument("--layers", default="6", help="how many layers, or which: 0,2,4")
    parser.add_argument("--hard", type=float, default=0.3, help="share of the labels' loss")
    parser.add_argument("--temperature", type=float, default=2.0)
    parser.add_argument("--qat-from", type=float, default=1.0, help="round weights from here on")
    parser.add_argument("--qat-activations", action="store_true", help="and what goes into them")
    arguments = parser.parse_args()
    rows = joined([Rows.read(file) for file in arguments.rows])
    dev = Rows.read(arguments.dev) if arguments.dev else None
    taught = read_taught(arguments.logits, arguments.rows)
    if len(taught) != len(rows):
        parser.error(f"{arguments.logits} has {len(taught)} rows, not {len(rows)}.")
    state = read_state(arguments.init)
    layers = spread_layers(Shape.of(state).layers, arguments.layers)
    model = MPNet.from_base(state, layers=layers, dropout=arguments.dropout)
    model.words.weight.requires_grad_(not arguments.keep_words)
    print(f"{len(rows)} rows, {len(rows.tokens)} tokens, layers {layers}", flush=True)
    loss_of = distillation(arguments, taught)
    save(run(model, rows, loss_of, plan_from(arguments), dev=dev), arguments.out)


def read_taught(folder: Path, rows: Sequence[Path]) -> Logits:
    """Return the teachers' logits for files of rows, one after the other."""
    names = [file.name.partition(".")[0] for file in rows]
    return np.concatenate([np.load(folder / f"{name}.npy") for name in names])


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
