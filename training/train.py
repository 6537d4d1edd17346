"""
Train the judge on labelled pairs.

    python -m training.train --rows rows.npz --dev dev.npz --base weights/ --tokens 1.5e8
        --minutes 8 --out teacher.pt
"""

import argparse
from pathlib import Path

from torch import Tensor

from training.batches import Batch
from training.loop import add_plan_arguments, plan_from, run, save, spread_layers
from training.loss import hard_loss, weighted_mean
from training.mpnet import MPNet, Shape, read_state
from training.rows import Rows, joined


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[1])
    add_plan_arguments(parser)
    parser.add_argument("--base", type=Path, help="published weights: a folder or a file")
    parser.add_argument("--init", type=Path, help="a checkpoint to go on from instead")
    parser.add_argument("--layers", help="how many layers, or which: 0,2,4")
    parser.add_argument("--qat-from", type=float, default=1.0, help="round weights from here on")
    parser.add_argument("--qat-activations", action="store_true", help="and what goes into them")
    arguments = parser.parse_args()
    if (arguments.base is None) == (arguments.init is None):
        parser.error("Give either --base or --init.")
    state = read_state(arguments.init or arguments.base)
    layers = spread_layers(Shape.of(state).layers, arguments.layers)
    model = MPNet.from_base(state, layers=layers, dropout=arguments.dropout)
    model.words.weight.requires_grad_(not arguments.keep_words)
    rows = joined([Rows.read(file) for file in arguments.rows])
    dev = Rows.read(arguments.dev) if arguments.dev else None
    print(f"{len(rows)} rows, {len(rows.tokens)} tokens, layers {layers}", flush=True)

    def loss_of(logits: Tensor, batch: Batch) -> Tensor:
        each = hard_loss(logits, batch.label, smoothing=arguments.smoothing)
        return weighted_mean(each, batch.weight)

    save(run(model, rows, loss_of, plan_from(arguments), dev=dev), arguments.out)


if __name__ == "__main__":
    main()
