"""
The local judge as the benchmark asks it: by its own modules, with the scores kept on the disk.

Probabilities are asked for even where the judge would not use them, in other languages for
instance, so that it can be seen what its refusal is worth.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from judge_data import BadData, Set
from judge_metrics import Floats
from judge_progress import Kept, watched

from citation_engine.verify.judges.local.card import GRAPH, NAME, WEIGHTS
from citation_engine.verify.judges.local.decision import Probabilities, Scores
from citation_engine.verify.judges.local.judge import LocalJudge, asked_of
from citation_engine.verify.judges.local.model import THREADS, PairModel
from citation_engine.verify.judges.local.reasons import foreign
from citation_engine.verify.judges.local.views import CLAIM
from citation_engine.verify.judges.local.wordpiece import pair_ids
from citation_engine.verify.judges.overlap import bare_claim

__all__ = ["GRAPH", "THREADS", "WEIGHTS", "FullModel", "KeptModel", "Local", "bare_session"]


def bare_session(path: Path) -> Any:
    """The runtime without anything around it, set up as the judge sets it up."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


class KeptModel(PairModel):
    """The model of the judge, which looks into the cache first."""

    def __init__(self, folder: Path, cache: Path | None) -> None:
        super().__init__(folder)
        named = "".join(sorted(self.card.files.values()))
        digest = hashlib.sha256(named.encode()).hexdigest()[:16]
        self._on_disk = Kept(cache, f"pairs-{digest}", 3)

    def score(self, premise: str, claim: str) -> Scores:
        """Return the three logits of a pair."""
        known = self._on_disk.known(premise, claim)
        if known is not None:
            return Scores(*known)
        found = self.computed(premise, claim)
        self._on_disk.keep(premise, claim, found)
        return found

    def computed(self, premise: str, claim: str) -> Scores:
        """Return the three logits as the model says them."""
        return super().score(premise, claim)


class FullModel(KeptModel):
    """The same model before its weights went to eight bits, with the same vocabulary."""

    def __init__(self, folder: Path, path: Path, cache: Path | None) -> None:
        if not path.is_file():
            raise BadData(f"{path} is not a file.")
        super().__init__(folder, None)
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()[:16]
        self._on_disk = Kept(cache, f"pairs-fp32-{digest}", 3)
        self._full = bare_session(path)

    def computed(self, premise: str, claim: str) -> Scores:
        """Return the three logits as the model says them."""
        ids = pair_ids(self.pieces.encode(premise), self.pieces.encode(claim))
        (logits,) = self._full.run(["logits"], {"input_ids": np.array([ids], np.int64)})
        return Scores(*map(float, logits[0]))


class Local:
    """The local judge with a model of a folder."""

    def __init__(self, model: KeptModel) -> None:
        self.model = model
        self.judge = LocalJudge(model)

    @property
    def balanced_threshold(self) -> float | None:
        """The probability with the best balanced accuracy on dev files, where the card has it."""
        said = json.loads((self.model.card.folder / NAME).read_text("utf-8"))
        known = said["thresholds"].get("balanced")
        return None if known is None else float(known)

    def probabilities(self, premise: str, claim: str) -> Probabilities | None:
        """What the model says of a claim in any language; None where it cannot read it."""
        claim = bare_claim(claim)
        pieces = self.model.pieces
        if pieces.count(claim) > CLAIM:
            return None
        asked = asked_of(premise, claim, pieces.count)
        measured = asked.measured([self.model.score(*pair) for pair in asked.pairs])
        return self.model.card.decider.probabilities(measured.features)

    def supported(self, one: Set) -> Floats:
        """How likely each claim of a set is supported; even chances where it cannot be read."""
        found = [
            self.probabilities(row.premise, row.claim)
            for row in watched(one.rows, f"{one.name}, local, probabilities")
        ]
        return np.array([0.5 if p is None else p.supported for p in found])

    def is_foreign(self, premise: str, claim: str) -> bool:
        """Whether the judge takes a claim or its premise for a language that is not judged."""
        return foreign(bare_claim(claim), premise, premise) is not None
