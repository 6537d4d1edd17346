"""
What any judge has to beat: words in common, features without a model, an embedding's cosine.

Each baseline gives every row a score. Its one threshold is chosen on the dev files.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from judge_data import BadData, Row, Set
from judge_embedding import PACKAGE, Embedder, cosines, find_embedder
from judge_metrics import Flags, Floats, best_threshold, fit_logistic
from judge_progress import Kept, watched

from citation_engine.verify.judges.local.decision import COUNTS, features_of

# Premises whose stretches are embedded together.
_AT_ONCE = 32


@dataclass(frozen=True, slots=True)
class Scored:
    """Scores of one way for the rows of every set, and the threshold from which it accepts."""

    name: str
    scores: dict[str, Floats]
    threshold: float
    chosen: str


Score = Callable[[Set], Floats]


def positives(rows: Sequence[Row]) -> Flags:
    """Which rows people called supported."""
    return np.array([row.supported for row in rows], dtype=bool)


def scored(name: str, score: Score, dev: Sequence[Set], sets: Sequence[Set]) -> Scored:
    """The scores of one way, with the threshold that is best on the dev sets."""
    threshold = threshold_on(score, dev)
    return Scored(name, {one.name: score(one) for one in sets}, threshold, "dev files")


def threshold_on(score: Score, dev: Sequence[Set]) -> float:
    """The threshold with the best mean of balanced accuracies on the dev sets."""
    try:
        return best_threshold([(score(one), positives(one.rows)) for one in dev])
    except ValueError as error:
        raise BadData(
            "No dev set has supported and other rows to choose a threshold by."
        ) from error


def word_overlap(one: Set) -> Floats:
    """The share of a claim's words that stand in its premise."""
    return np.array([_recall(row) for row in watched(one.rows, f"{one.name}, word overlap")])


def _recall(row: Row) -> float:
    claim = re.findall(r"\w+", row.claim.lower())
    known = set(re.findall(r"\w+", row.premise.lower()))
    return sum(word in known for word in claim) / len(claim) if claim else 0.0


def features_alone(dev: Sequence[Set]) -> Score:
    """A logistic function of the judge's own features without its model, fitted on dev files."""
    tables = [_features(one) for one in dev]
    flags = np.concatenate([positives(one.rows) for one in dev])
    # Each set counts the same, however many rows it has.
    importance = np.concatenate([np.full(len(one.rows), 1 / len(one.rows)) for one in dev])
    fitted = fit_logistic(np.concatenate(tables), flags, importance)
    known = {(one.kind, one.name): table for one, table in zip(dev, tables, strict=True)}

    def score(one: Set) -> Floats:
        table = known.get((one.kind, one.name))
        return fitted.margins(_features(one) if table is None else table)

    return score


def _features(one: Set) -> Floats:
    rows = []
    for row in watched(one.rows, f"{one.name}, features"):
        found = features_of(row.premise, row.claim)
        rows.append([found[name] for name in COUNTS])
    return np.array(rows)


def embedding(folder: Path | None, cache: Path | None) -> Score | None:
    """The cosine of an embedding; None where its package is not installed."""
    folder = folder or find_embedder()
    if folder is None:
        return None
    if not (folder / "model.safetensors").is_file():
        raise BadData(f"{folder} has no model.safetensors of the package {PACKAGE}.")
    embedder = Embedder(folder)
    kept = Kept(cache, f"cosines-{embedder.identity}", 1)

    def score(one: Set) -> Floats:
        missing: dict[str, list[str]] = {}
        for row in one.rows:
            if kept.known(row.premise, row.claim) is None:
                missing.setdefault(row.premise, []).append(row.claim)
        premises = list(missing)
        some = [premises[at : at + _AT_ONCE] for at in range(0, len(premises), _AT_ONCE)]
        for many in watched(some, f"{one.name}, embedding, batches"):
            pairs = [(premise, claim) for premise in many for claim in missing[premise]]
            for pair, value in zip(pairs, cosines(embedder, pairs), strict=True):
                kept.keep(*pair, [value])
        return np.array([kept.known(row.premise, row.claim)[0] for row in one.rows])

    return score
