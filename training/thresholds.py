r"""
Chooses the threshold of "supported" after all rules and guards, with the files that ship.

    python -m training.thresholds DATA --weights weights/ --cache FOLDER

The rules object to some of what the scores accept, so that a threshold chosen before them is too
high. Every row of the `dev.*` files is judged as users meet it, with the lowest threshold; what
comes out as supported has a probability, and the threshold is the least one at which no set has
more false accepts than its limit among its English pairs. German pairs and those in two languages
would need others: the terms of these languages in the function are moved until theirs is the same.
`judge.json` is written anew, with what other thresholds cost, and with the figures of every set
by the scores alone.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from citation_engine.model.passage import Passage
from citation_engine.model.verdict import Support
from citation_engine.ports import Question
from citation_engine.verify.check import guarded, objections
from citation_engine.verify.judges.local.decision import LANGUAGES
from citation_engine.verify.judges.local.judge import LocalJudge
from citation_engine.verify.plain_claims import plain_claim
from training.fit import measure, probability, read_rows, report
from training.shipped import scored_with

# At most this share of what is not supported may be called supported, in each group of sets. In
# BEGIN "yes, it is a sport" is not supported by "it is a sport", so that it sets no limit.
# `reports` are claims of labelled reports with what is read for them, where such a file is there.
LIMITS = {
    "written-en-en": 0.05,
    "written-de-de": 0.05,
    "written-de-en": 0.05,
    "attributionbench": 0.08,
    "reports": 0.03,
}
# Fewer false rows of a language in a set set no limit.
FEWEST = 40
STEPS = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95)
LOWEST = 0.3
ENGLISH = "english"


class Judged(NamedTuple):
    """A row as users meet it: its set and language, if it is true, its probability if accepted."""

    set: str
    language: str
    true: bool
    accepted: float


def judged(data: Path, model: Any) -> Iterator[Judged]:
    """Every row of the dev files, judged with the lowest threshold."""
    judge = LocalJudge(model, thresholds={"supported": LOWEST})
    for row in read_rows(data):
        if not row.set.startswith("dev."):
            continue
        passage = Passage(start=0, end=len(row.premise), text=row.premise)
        found = judge.assess(Question(plain_claim(row.claim), passage))
        left = found.judgement
        if left.support is Support.SUPPORTED:
            left = guarded(left, objections(row.claim, None, passage))
        known = 1.0 if found.probabilities is None else found.probabilities.supported
        accepted = known if left.support is Support.SUPPORTED else 0.0
        told = found.measured.features if found.measured else {}
        language = next((name for name in LANGUAGES if told.get(name)), ENGLISH)
        yield Judged(row.set.removeprefix("dev."), language, row.label == "e", accepted)


def threshold(rows: Sequence[Judged], language: str) -> float:
    """The least threshold at which every set keeps its limit in a language."""
    found = LOWEST
    for start, limit in LIMITS.items():
        own = [one for one in rows if one.set.startswith(start) and one.language == language]
        false = [one.accepted for one in own if not one.true]
        if len(false) >= FEWEST:
            found = max(found, float(np.quantile(false, 1 - limit, method="higher")) + 1e-4)
    return round(min(found, 0.995), 4)


def shift_of(found: float, wanted: float) -> float:
    """How far log odds are to move so that one threshold does what the other did."""
    return float(np.log(wanted / (1 - wanted)) - np.log(found / (1 - found)))


def moved(function: dict[str, Any], language: str, shift: float) -> dict[str, Any]:
    """The function with the log odds of a language moved."""
    at = function["features"].index(language)
    weights = list(function["weights"])
    weights[at] = round(weights[at] + shift * function["scale"][at], 6)
    bias = round(function["bias"] + shift * function["mean"][at], 6)
    return function | {"weights": weights, "bias": bias}


def raised(one: Judged, shifts: dict[str, float]) -> Judged:
    """A row as it is accepted after the move."""
    if not 0 < one.accepted < 1:
        return one
    odds = one.accepted / (1 - one.accepted) * np.exp(shifts.get(one.language, 0.0))
    return one._replace(accepted=float(odds / (1 + odds)))


def cost(rows: Sequence[Judged], at: float) -> dict[str, float]:
    """What a threshold comes to: means over the sets, and the worst of them."""
    shares: dict[str, tuple[float, float]] = {}
    for name in sorted({one.set for one in rows}):
        accepted = [(one.true, one.accepted >= at) for one in rows if one.set == name]
        true = [said for right, said in accepted if right]
        false = [said for right, said in accepted if not right]
        shares[name] = float(np.mean(true)), float(np.mean(false))
    recall, wrong = zip(*shares.values(), strict=True)
    return {
        "recall": round(float(np.mean(recall)), 4),
        "false_accepts": round(float(np.mean(wrong)), 4),
        "most_false_accepts": round(max(wrong), 4),
    }


def figures(said: dict[str, Any], data: Path, model: Any) -> dict[str, Any]:
    """The figures of every set with the functions and thresholds of a card."""
    measured = measure(data, model)
    p, c = (
        probability(said[name], measured.matrix(said[name]["features"]))
        for name in ("support", "contradiction")
    )
    spoken = measured.matrix(["word_recall"])[:, 0] >= said["thresholds"]["spoken"]
    return report(measured, p, np.where(spoken, c, 0.0), said["thresholds"])


def main() -> None:
    """Choose, tell, and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--cache", type=Path)
    options = parser.parse_args()
    model = scored_with(options.weights, options.cache)
    rows = list(judged(options.data, model))
    at = threshold(rows, ENGLISH)
    shifts = {name: shift_of(threshold(rows, name), at) for name in LANGUAGES}
    rows = [raised(one, shifts) for one in rows]
    for name in sorted({one.set for one in rows}):
        own = [one for one in rows if one.set == name]
        print(f"{name:24}", {step: cost(own, step) for step in (*STEPS, at)})
    card = options.weights / "judge.json"
    said = json.loads(card.read_text("utf-8"))
    said["thresholds"]["supported"] = at
    for name, shift in shifts.items():
        said["support"] = moved(said["support"], name, shift)
    said["figures"] = figures(said, options.data, model)
    said["costs"] = {f"{step:g}": cost(rows, step) for step in STEPS}
    card.write_text(json.dumps(said, indent=1) + "\n", "utf-8")
    print("supported", at, "moved", shifts)


if __name__ == "__main__":
    main()
