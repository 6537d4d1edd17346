"""
The model behind the local judge: read once, when it is first asked, and shared by all threads.

It is an ensemble: the logits of a pair are the weighted mean of those that its encoders give, each
with a vocabulary of its own. Pairs in two languages have weights of their own, as an encoder may
know but one. It scores one pair at a time. What is scored beside a pair, and in
which order, then changes nothing, and a verdict on the record can be had again.
"""

import hashlib
import math
import os
import threading
import weakref
from collections import OrderedDict
from collections.abc import Sequence
from functools import cache, cached_property
from operator import mul
from pathlib import Path
from typing import Any

from citation_engine.verify.judges.local.card import (
    WEIGHTS,
    Card,
    check_file,
    read_card,
    unusable,
)
from citation_engine.verify.judges.local.decision import Scores, by_language
from citation_engine.verify.judges.local.pieces import AROUND, Pieces, pair_ids, read_pieces

# Threads that work on one pair; more gain little on short texts.
THREADS = 2
# The most pieces of a pair that an encoder can read.
LONGEST = 512
# Pairs whose scores are kept: the same claim is often asked for again.
MOST_KEPT = 20_000

_LEFT_BEHIND: list[Any] = []
_INSTALL = (
    "Run: pip install onnxruntime. Where it has no build for this machine, choose another judge, "
    "such as overlap, with --judge or CITATION_JUDGE."
)


class PairModel:
    """
    Scores pairs of a premise and a claim; one instance serves any number of threads.

    Nothing is read before the first question. `JudgeUnavailable` says what is wrong where the
    files are not there or not whole, or onnxruntime is not installed.
    """

    def __init__(self, folder: Path = WEIGHTS, *, threads: int = THREADS) -> None:
        self._folder = Path(folder)
        self._threads = max(1, min(threads, os.cpu_count() or 1))
        self._sessions: list[Any] = []
        self.start_anew()
        _MODELS.add(self)

    def start_anew(self) -> None:
        """Forget what was loaded and who is at work, as a forked process has to."""
        # To end one would wait for threads that a forked process does not have.
        _LEFT_BEHIND.extend(self._sessions)
        self._sessions = []
        self._lock = threading.Lock()
        # More at once than there are cores would only make each of them slower.
        at_once = max(1, (os.cpu_count() or 1) // self._threads)
        self._turns = threading.BoundedSemaphore(at_once)
        self._kept: OrderedDict[bytes, Scores] = OrderedDict()

    @cached_property
    def card(self) -> Card:
        """What is written beside the weights; it is read without loading them."""
        return read_card(self._folder)

    @cached_property
    def vocabularies(self) -> list[Pieces]:
        """The pieces that each encoder reads."""
        for one in self.card.encoders:
            check_file(self.card, one.vocabulary)
        return [read_pieces(self._folder / one.vocabulary) for one in self.card.encoders]

    @property
    def pieces(self) -> Pieces:
        """The pieces of the first encoder, by which texts are measured."""
        return self.vocabularies[0]

    def score(self, premise: str, claim: str) -> Scores:
        """Return the three logits of a pair; both texts together must fit into the model."""
        weights = self.weights_of(premise, claim)
        ids = self.ids_of(premise, claim)
        key = hashlib.blake2b(repr(ids).encode(), digest_size=16).digest()
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None:
                self._kept.move_to_end(key)
                return kept
        found = self._run(ids, weights)
        with self._lock:
            self._kept[key] = found
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return found

    def ids_of(self, premise: str, claim: str) -> list[list[int]]:
        """
        Return what each encoder reads of a pair.

        By the pieces of the first encoder it must fit. Another one may cut words into more pieces:
        the last ones of the premise, and of a claim of more than half the length, are left out.
        """
        first, *others = self.vocabularies
        ids = pair_ids(first.encode(premise), first.encode(claim))
        if len(ids) > LONGEST:
            raise ValueError(f"A pair has {len(ids)} pieces; the model reads {LONGEST}.")
        every = [ids]
        for pieces in others:
            claim_ids = pieces.encode(claim)[: LONGEST // 2]
            every.append(
                pair_ids(pieces.encode(premise)[: LONGEST - AROUND - len(claim_ids)], claim_ids)
            )
        return every

    def weights_of(self, premise: str, claim: str) -> list[float]:
        """Return the weight of each encoder's answer to a pair."""
        across = by_language(premise, claim)["crossed"]
        return [one.across if across else one.weight for one in self.card.encoders]

    def _run(self, ids: list[list[int]], weights: Sequence[float]) -> Scores:
        with self._turns:
            asked = [at for at, weight in enumerate(weights) if weight]
            return weighted([(weights[at], self.logits(at, ids[at])) for at in asked])

    def logits(self, at: int, ids: list[int]) -> list[float]:
        """Return the three logits of one of the encoders."""
        import numpy as np

        session = self._load()[at]
        (logits,) = session.run(["logits"], {"input_ids": np.array([ids], np.int64)})
        return [float(one) for one in logits[0]]

    def _load(self) -> list[Any]:
        if not self._sessions:
            with self._lock:
                if not self._sessions:
                    for name in self.card.files:
                        check_file(self.card, name)
                    self._sessions = [
                        _session(self._folder / one.graph, self._threads)
                        for one in self.card.encoders
                    ]
        return self._sessions


def weighted(answers: Sequence[tuple[float, Sequence[float]]]) -> Scores:
    """Return the mean of what encoders say, each with the weight of its answer."""
    total = sum(weight for weight, _ in answers)
    each = zip(*(said for _, said in answers), strict=True)
    shares = [weight / total for weight, _ in answers]
    scores = Scores(*(sum(map(mul, shares, said)) for said in each))
    if not all(map(math.isfinite, scores)):
        raise unusable("the model gave no numbers")
    return scores


_MODELS: weakref.WeakSet[PairModel] = weakref.WeakSet()


def _after_fork() -> None:
    for model in list(_MODELS):
        model.start_anew()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


@cache
def shared_model() -> PairModel:
    """The model of the package, the same for every judge in this process."""
    return PairModel()


def _session(path: Path, threads: int) -> Any:
    try:
        import onnxruntime  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError as error:
        raise unusable(f"onnxruntime cannot be imported ({error})", _INSTALL) from error
    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    # Threads that have nothing to do sleep, so that others get the cores.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(
            str(path), sess_options=options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:
        # Its errors have no root in common.
        raise unusable(f"onnxruntime cannot load it ({type(error).__name__})") from error
