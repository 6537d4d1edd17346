r"""
Fits what stands between the model's scores and an answer: two logistic functions and thresholds.

    python -m training.fit DATA --weights weights/ --cache FOLDER --out fitted.json

The pairs are scored with the files that ship. Only the `dev.*` files are used, each counting the
same whatever its size. The `eval.*` files are reported beside them and choose nothing.
`training.thresholds` then chooses the threshold of "supported" anew, after the rules.
"""

import argparse
import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from citation_engine.verify.judges.local.decision import LANGUAGES
from citation_engine.verify.judges.local.judge import asked_of
from citation_engine.verify.judges.local.views import CLAIM
from citation_engine.verify.plain_claims import plain_claim
from training.measures import auc
from training.shipped import scored_with

Array = NDArray[np.float64]
# What the model says and nothing else: shares of words refuse far paraphrases, and numbers are for
# the guards. German, and two languages, have a line of their own.
SUPPORT = (
    "margin_window",
    "margin_top",
    "margin_parts",
    *LANGUAGES,
    *(f"{name}_margin" for name in LANGUAGES),
)
CONTRADICTION = ("contra_best", "contra_window", "margin_window")
# At most this share of what is not supported may be called supported, in every dev set, before
# it is asked whether one sentence carries it.
FALSE_ACCEPTS = 0.07
# At most this share of what is supported may be called unsupported, in every dev set; of claims of
# real reports fewer, as each is an error that a person looks up for nothing.
FALSE_REJECTS, OF_REPORTS = 0.03, 0.01
# How often "contradicted" must be right on rows people labelled, where two in three are not.
CONTRADICTION_PRECISION = 0.9
# At most this share of what is supported may be called contradicted, in every dev set.
FALSE_CONTRADICTIONS = 0.03
# A passage with a smaller share of the claim's words does not speak of it.
SPOKEN = 0.34
# Thresholds of "supported" whose costs are told.
STEPS = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95)
RIDGE = 3.0


def fitted(x: Array, y: Array, weight: Array, names: Sequence[str], ridge: float = RIDGE) -> Any:
    """A logistic function by Newton's method, with its inputs brought to one scale."""
    mean = np.average(x, axis=0, weights=weight)
    scale = np.sqrt(np.average((x - mean) ** 2, axis=0, weights=weight))
    scale[scale < 1e-6] = 1.0
    z = np.c_[(x - mean) / scale, np.ones(len(x))]
    beta = np.zeros(z.shape[1])
    penalty = np.diag([ridge] * x.shape[1] + [0.0])
    for _ in range(50):
        p = 1 / (1 + np.exp(-z @ beta))
        gradient = z.T @ (weight * (y - p)) - penalty @ beta
        curve = (z * (weight * p * (1 - p))[:, None]).T @ z + penalty
        step = np.linalg.solve(curve, gradient)
        beta += step
        if np.abs(step).max() < 1e-9:
            break
    return {
        "features": list(names),
        "mean": mean.round(6).tolist(),
        "scale": scale.round(6).tolist(),
        "weights": beta[:-1].round(6).tolist(),
        "bias": round(float(beta[-1]), 6),
    }


def probability(function: Any, x: Array) -> Array:
    """The probabilities a fitted function gives."""
    z = (x - np.array(function["mean"])) / np.array(function["scale"])
    return np.asarray(1 / (1 + np.exp(-(z @ np.array(function["weights"]) + function["bias"]))))


def balanced(score: Array, truth: NDArray[np.bool_], at: float) -> float:
    """The mean of the shares of both classes that a threshold gets right."""
    said = score >= at
    return float((said[truth].mean() + (~said[~truth]).mean()) / 2)


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


class Measured:
    """The features of every row of every set."""

    def __init__(self, rows: list[Row], features: list[dict[str, float]]) -> None:
        self.sets = np.array([row.set for row in rows])
        self.labels = np.array([row.label for row in rows])
        self.features = features
        self.names = sorted(set(self.sets), key=list(self.sets).index)

    def matrix(self, names: Sequence[str]) -> Array:
        """The named features, a row for each question."""
        return np.array([[one[name] for name in names] for one in self.features], np.float64)

    @property
    def dev(self) -> NDArray[np.bool_]:
        """Which rows may be used for choosing."""
        return np.char.startswith(self.sets, "dev.")

    def even_weights(self, chosen: NDArray[np.bool_], truth: NDArray[np.bool_]) -> Array:
        """Weights by which each set, and each class in it, counts the same."""
        weight = np.zeros(len(self.sets))
        total = chosen.sum()
        for name in self.names:
            for kind in (True, False):
                these = chosen & (self.sets == name) & (truth == kind)
                if these.any():
                    weight[these] = total / these.sum()
        return np.asarray(weight / weight[chosen].mean())


def measure(data: Path, model: Any) -> Measured:
    """Score all rows, and put the scores together as the judge does."""
    # The judge does not ask the model about longer claims.
    rows = [r for r in read_rows(data) if model.pieces.count(plain_claim(r.claim)) <= CLAIM]
    features = []
    for row in rows:
        question = asked_of(row.premise, plain_claim(row.claim), model.pieces.count)
        scores = [model.score(*pair) for pair in question.pairs]
        features.append(question.measured(scores).features)
    return Measured(rows, features)


def best_balanced(score: Array, truth: NDArray[np.bool_], sets: NDArray[np.str_]) -> float:
    """The one threshold with the best mean balanced accuracy over sets."""
    steps = np.quantile(score, np.linspace(0.02, 0.98, 193))
    names = np.unique(sets)
    means = [
        np.mean([balanced(score[sets == n], truth[sets == n], at) for n in names]) for at in steps
    ]
    return float(steps[int(np.argmax(means))])


def thresholds(measured: Measured, p: Array, truth: NDArray[np.bool_]) -> dict[str, float]:
    """The thresholds, from the dev files."""
    dev = measured.dev
    found = {"balanced": best_balanced(p[dev], truth[dev], measured.sets[dev])}
    accepts, rejects = [], []
    for name in measured.names:
        these = dev & (measured.sets == name)
        if these.any():
            accepts.append(np.quantile(p[these & ~truth], 1 - FALSE_ACCEPTS))
            share = OF_REPORTS if name == "dev.reports" else FALSE_REJECTS
            rejects.append(np.quantile(p[these & truth], share))
    found["supported"] = min(0.995, float(max(accepts)))
    found["unsupported"] = max(0.005, float(min(rejects)))
    return {name: round(value, 4) for name, value in found.items()}


def contradiction(measured: Measured) -> tuple[Any, float]:
    """The second function and its threshold."""
    told = measured.dev & np.isin(measured.labels, ["e", "n", "c"])
    every = measured.matrix(CONTRADICTION)
    against = measured.labels == "c"
    function = fitted(every[told], against[told].astype(float), np.ones(told.sum()), CONTRADICTION)
    p = probability(function, every)
    at = max(0.5, _precise(p[told], against[told]))
    for name in measured.names:
        these = measured.dev & (measured.sets == name) & (measured.labels == "e")
        if these.any():
            at = max(at, float(np.quantile(p[these], 1 - FALSE_CONTRADICTIONS)))
    return function, round(min(at, 0.99), 4)


def _precise(p: Array, truth: NDArray[np.bool_]) -> float:
    """The least threshold at which what is said is right often enough, one in three being so."""
    yes, no = 1 / truth.sum(), 2 / (~truth).sum()
    for at in np.linspace(0.5, 0.99, 99):
        said = p >= at
        right, wrong = yes * (said & truth).sum(), no * (said & ~truth).sum()
        if right >= CONTRADICTION_PRECISION * (right + wrong):
            return float(at)
    return 0.99


def report(measured: Measured, p: Array, c: Array, at: dict[str, float]) -> dict[str, Any]:
    """The figures of every set."""
    figures: dict[str, Any] = {}
    for name in measured.names:
        these = (measured.sets == name) & (measured.labels != "generic")
        truth, score = measured.labels[these] == "e", p[these]
        accepted = (score >= at["supported"]) & (c[these] < at["contradicted"])
        refused = (score <= at["unsupported"]) | (c[these] >= at["contradicted"])
        figures[name] = {
            "rows": int(these.sum()),
            "balanced_accuracy": round(balanced(score, truth, at["balanced"]), 4),
            "auc": round(auc(score, truth), 4),
            "false_accepts": round(float(accepted[~truth].mean()), 4),
            "recall": round(float(accepted[truth].mean()), 4),
            "false_rejects": round(float((refused & ~accepted)[truth].mean()), 4),
            "undecided": round(float((~accepted & ~refused).mean()), 4),
        }
        if "c" in measured.labels[these] and (c[these] >= at["contradicted"]).any():
            said, against = c[these] >= at["contradicted"], measured.labels[these] == "c"
            figures[name]["contradicted_precision"] = round(float(against[said].mean()), 4)
            figures[name]["contradicted_recall"] = round(float(said[against].mean()), 4)
    return figures


def costs(measured: Measured, p: Array, c: Array, contradicted: float) -> dict[str, Any]:
    """What other thresholds of "supported" come to, as means over the dev sets, and at worst."""
    truth, told = measured.labels == "e", measured.dev & (measured.labels != "generic")
    sets = [told & (measured.sets == name) for name in measured.names]
    sets = [these for these in sets if these.any()]
    found: dict[str, Any] = {}
    for step in STEPS:
        accepted = (p >= step) & (c < contradicted)
        wrong = [float(accepted[these & ~truth].mean()) for these in sets]
        recall = np.mean([accepted[these & truth].mean() for these in sets])
        found[f"{step:g}"] = {
            "recall": round(float(recall), 4),
            "false_accepts": round(float(np.mean(wrong)), 4),
            "most_false_accepts": round(max(wrong), 4),
        }
    return found


def main() -> None:
    """Fit, report, and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    for name in ("--weights", "--out"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("--cache", type=Path)
    options = parser.parse_args()
    measured = measure(options.data, scored_with(options.weights, options.cache))
    truth = measured.labels == "e"
    weight = measured.even_weights(measured.dev, truth)
    x, dev = measured.matrix(SUPPORT), measured.dev
    support = fitted(x[dev], truth[dev].astype(float), weight[dev], SUPPORT)
    p = probability(support, x)
    at = thresholds(measured, p, truth)
    against, at["contradicted"] = contradiction(measured)
    at["spoken"] = SPOKEN
    spoken = measured.matrix(["word_recall"])[:, 0] >= SPOKEN
    c = np.where(spoken, probability(against, measured.matrix(CONTRADICTION)), 0.0)
    figures = report(measured, p, c, at)
    for name, one in figures.items():
        print(f"{name:28}", *(f"{key} {value:<8}" for key, value in one.items()))
    print(at, dict(zip(SUPPORT, support["weights"], strict=True)))
    made = {"support": support, "contradiction": against, "thresholds": at, "figures": figures}
    made["costs"] = costs(measured, p, c, at["contradicted"])
    options.out.write_text(json.dumps(made, indent=1) + "\n")


if __name__ == "__main__":
    main()
