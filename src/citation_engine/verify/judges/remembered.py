"""Remembers judgements by what was asked, so that the same question is paid for once."""

import json
import threading
from collections import OrderedDict
from typing import Protocol

from citation_engine.hashing import sha256_hex
from citation_engine.model.verdict import JudgeIdentity, Judgement
from citation_engine.ports import Question

MOST_REMEMBERED = 10_000


class Memory(Protocol):
    """Where judgements are kept: in this process, or wherever a deployment wants them."""

    def get(self, key: str) -> Judgement | None:
        """The judgement kept under a key."""
        ...

    def put(self, key: str, judgement: Judgement) -> None:
        """Keep a judgement."""
        ...


class RecentJudgements:
    """Keeps the judgements used last, in memory; one instance serves any number of threads."""

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        self._most = most
        self._kept: OrderedDict[str, Judgement] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> Judgement | None:
        """The judgement kept under a key."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: str, judgement: Judgement) -> None:
        """Keep a judgement, and forget the one unused for longest when there are too many."""
        with self._lock:
            self._kept[key] = judgement
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)


def key_of(question: Question, identity: JudgeIdentity) -> str:
    """Return what a judgement is kept under: everything it depends on, and nothing else."""
    passage = question.passage
    parts = [question.claim, passage.before, passage.text, passage.after]
    who = [identity.name, identity.version, identity.model, identity.prompt_hash]
    return sha256_hex(json.dumps([*parts, *who]))
