r"""
Chooses the threshold of "supported" after all rules and guards, with the files that ship.

    python -m training.thresholds DATA --weights weights/ --cache FOLDER

The rules object to some of what the scores accept, so that a threshold chosen before them is too
high. Every row of the `dev.*` files is judged as users meet it, with the lowest threshold; what
comes out as supported has a probability, and the threshold is the least one at which no group of
sets has more false accepts than its limit. `judge.json` is written anew, with what other
thresholds cost.
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
from citation_engine.verify.judges.local.judge import LocalJudge
from citation_engine.verify.plain_claims import plain_claim
from training.fit import read_rows
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
STEPS = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95)
LOWEST = 0.3


class Judged(NamedTuple):
    """A row as users meet it: its set, whether it is true, and its probability if accepted."""

    set: str
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
        yield Judged(row.set.removeprefix("dev."), row.label == "e", accepted)


def threshold(rows: Sequence[Judged]) -> float:
    """The least threshold at which every group keeps its limit."""
    found = LOWEST
    for start, limit in LIMITS.items():
        false = [one.accepted for one in rows if one.set.startswith(start) and not one.true]
        if false:
            found = max(found, float(np.quantile(false, 1 - limit, method="higher")) + 1e-4)
    return round(min(found, 0.995), 4)


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


def main() -> None:
    """Choose, tell, and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--cache", type=Path)
    options = parser.parse_args()
    rows = list(judged(options.data, scored_with(options.weights, options.cache)))
    at = threshold(rows)
    for name in sorted({one.set for one in rows}):
        own = [one for one in rows if one.set == name]
        print(f"{name:24}", {step: cost(own, step) for step in (*STEPS, at)})
    card = options.weights / "judge.json"
    said = json.loads(card.read_text("utf-8"))
    said["thresholds"]["supported"] = at
    said["costs"] = {f"{step:g}": cost(rows, step) for step in STEPS}
    card.write_text(json.dumps(said, indent=1) + "\n", "utf-8")
    print("supported", at)


if __name__ == "__main__":
    main()
