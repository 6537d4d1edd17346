r"""
Write what teachers of several vocabularies answer together: the weighted mean of their logits.

    python -m training.teach --folder rows --names written rows near --out taught \\
        --teachers teacher.pt=mpnet=0.6 e1.pt=e5=0.4

Files of rows have the same rows for each vocabulary (`rows/written.mpnet.npz`). What is answered
about the rows of a name stands in `taught/written.npy`. Teachers of English alone (`--english`)
say nothing of rows that are there only in German.
"""

import argparse
from pathlib import Path

import numpy as np

from training.mpnet import MPNet
from training.rows import Rows
from training.score import Logits, best_device, quick_type, score_rows


def log_shares(logits: Logits) -> Logits:
    """Return the logarithms of the three probabilities, so that teachers count alike."""
    even = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(even - np.log(np.exp(even).sum(axis=1, keepdims=True)), np.float32)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--names", nargs="+", required=True)
    parser.add_argument("--teachers", nargs="+", required=True, help="CHECKPOINT=VOCABULARY=WEIGHT")
    parser.add_argument("--english", nargs="*", default=[], help="vocabularies of English alone")
    parser.add_argument("--longest", type=int, default=448)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    total: dict[str, Logits] = {}
    heard: dict[str, Logits] = {}
    options.out.mkdir(parents=True, exist_ok=True)
    for teacher in options.teachers:
        checkpoint, vocabulary, weight = teacher.rsplit("=", 2)
        device = best_device()
        model = MPNet.from_base(Path(checkpoint)).to(device, quick_type(device))
        for name in options.names:
            file = options.folder / f"{name}.{vocabulary}.npz"
            rows = Rows.read(file)
            weights = np.full((len(rows), 1), float(weight), np.float32)
            if vocabulary in options.english:
                weights[np.load(file)["foreign"]] = 0
            answers = weights * log_shares(score_rows(model, rows, longest=options.longest))
            total[name] = total[name] + answers if name in total else answers
            heard[name] = heard[name] + weights if name in heard else weights
            print(f"{checkpoint}: {len(rows)} rows of {name}", flush=True)
    for name, answers in total.items():
        np.save(options.out / f"{name}.npy", answers / heard[name])


if __name__ == "__main__":
    main()
