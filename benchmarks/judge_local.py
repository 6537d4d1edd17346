"""
The local judge as the benchmark asks it: by its own modules, with the scores kept on the disk.

Probabilities are asked for even where the judge would not use them, in other languages for
instance, so that it can be seen what its refusal is worth.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from judge_data import BadData, Set
from judge_metrics import Floats
from judge_progress import Kept, watched

from citation_engine.verify.judges.local.card import NAME, WEIGHTS
from citation_engine.verify.judges.local.decision import Probabilities, Scores
from citation_engine.verify.judges.local.judge import LocalJudge, asked_of
from citation_engine.verify.judges.local.model import THREADS, PairModel, weighted
from citation_engine.verify.judges.local.reasons import foreign
from citation_engine.verify.judges.local.views import CLAIM
from citation_engine.verify.judges.overlap import bare_claim

__all__ = ["THREADS", "WEIGHTS", "FullModel", "KeptModel", "Local", "bare_session"]


def bare_session(path: Path) -> Any:
    """The runtime without anything around it, set up as the judge sets it up."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


class KeptModel(PairModel):
    """The model of the judge, which looks into the cache first: one for each encoder."""

    def __init__(self, folder: Path, cache: Path | None) -> None:
        super().__init__(folder)
        self._on_disk = [
            Kept(cache, f"pairs-{self._identity(one.graph)}", 3) for one in self.card.encoders
        ]

    def _identity(self, graph: str) -> str:
        """The hash of all files of an encoder, which have its name."""
        stem = Path(graph).stem
        own = [d for n, d in sorted(self.card.files.items()) if re.match(rf"{stem}[-.]", n)]
        return hashlib.sha256("".join(own).encode()).hexdigest()[:16]

    def score(self, premise: str, claim: str) -> Scores:
        """Return the three logits of a pair."""
        ids = None
        weights = self.weights_of(premise, claim)
        answers = []
        for at, kept in enumerate(self._on_disk):
            if not weights[at]:
                continue
            known = kept.known(premise, claim)
            if known is None:
                ids = ids or self.ids_of(premise, claim)
                known = self.computed(at, ids[at])
                kept.keep(premise, claim, known)
            answers.append((weights[at], known))
        return weighted(answers)

    def computed(self, at: int, ids: list[int]) -> Sequence[float]:
        """Return the three logits as an encoder says them."""
        return self.logits(at, ids)


class FullModel(KeptModel):
    """The same model before its weights went to eight bits: graphs of the same names elsewhere."""

    def __init__(self, folder: Path, full: Path, cache: Path | None) -> None:
        super().__init__(folder, None)
        graphs = [full / one.graph for one in self.card.encoders]
        for path in graphs:
            if not path.is_file():
                raise BadData(f"{path} is not a file.")
        digests = [hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in graphs]
        self._on_disk = [Kept(cache, f"pairs-fp32-{digest}", 3) for digest in digests]
        self._full = [bare_session(path) for path in graphs]

    def computed(self, at: int, ids: list[int]) -> Sequence[float]:
        """Return the three logits as an encoder says them."""
        (logits,) = self._full[at].run(["logits"], {"input_ids": np.array([ids], np.int64)})
        return [float(one) for one in logits[0]]


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
