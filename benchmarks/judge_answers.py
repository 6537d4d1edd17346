"""
What users see of a judge: its answers, before and after the guards, beside what people said.

A set says of a row that it is supported (e), contradicted (c), neither (n), or only that it is not
supported (ns). Rows of the last kind may be contradicted or not: they count in no figure of
contradictions.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from judge_data import BadData, Row
from judge_metrics import Estimate, Flags, share_estimate, share_measure, value_of
from judge_progress import watched

from citation_engine.model.passage import Passage
from citation_engine.model.verdict import Judgement, Support
from citation_engine.ports import Judge, Question
from citation_engine.verify.check import ask, guarded, objections

SHOWN = (
    Support.SUPPORTED,
    Support.PARTIAL,
    Support.UNDECIDED,
    Support.UNSUPPORTED,
    Support.CONTRADICTED,
)
# Questions asked together.
_AT_ONCE = 16


@dataclass(frozen=True, slots=True)
class Answer:
    """What a judge said, what the guards left of it, and why."""

    bare: Support
    guarded: Support
    reason: str


@dataclass(frozen=True, slots=True)
class Figures:
    """
    What answers are worth; a figure is None where the set or the answers have no rows for it.

    `shares` are of all rows. `precision` is the share of the claims called supported that are,
    `recall` the share of the supported ones that were called so. `false_accepts` are those called
    supported of all that are not, `false_rejects` those called contradicted or unsupported of all
    that are supported.
    """

    rows: int
    shares: dict[str, float]
    precision: Estimate | None
    recall: Estimate | None
    false_accepts: Estimate | None
    false_rejects: Estimate | None
    contradicted_precision: Estimate | None
    contradicted_recall: Estimate | None


def question_of(premise: str, claim: str) -> Question:
    """Ask whether the whole premise, cited as it is, carries the claim."""
    return Question(claim, Passage(start=0, end=len(premise), text=premise))


def answers_of(judge: Judge, pairs: Sequence[tuple[str, str]], what: str) -> list[Answer]:
    """The answers for pairs of premise and claim, with what the guards make of them."""
    found: list[Answer] = []
    some = [pairs[at : at + _AT_ONCE] for at in range(0, len(pairs), _AT_ONCE)]
    for many in watched(some, f"{what}, batches"):
        questions = [question_of(*pair) for pair in many]
        for question, judgement in zip(questions, ask(questions, judge), strict=True):
            if judgement.support in (Support.UNREACHABLE, Support.NOT_JUDGED):
                raise BadData(f"The judge gave no answer: {judgement.reason or judgement.support}")
            found.append(answer_of(question, judgement))
    return found


def answer_of(question: Question, judgement: Judgement) -> Answer:
    """A judgement, and what the guards leave of it."""
    left = judgement
    if judgement.support is Support.SUPPORTED:
        found = objections(question.claim, question.language, question.passage)
        left = guarded(judgement, found)
    return Answer(judgement.support, left.support, left.reason)


def figures_of(rows: Sequence[Row], answers: Sequence[Support]) -> Figures:
    """What the answers for rows are worth."""
    groups = [row.premise for row in rows]
    labels = np.array([row.label for row in rows])
    given = {one: np.array([answer is one for answer in answers], dtype=bool) for one in SHOWN}
    true, known = labels == "e", labels != "ns"
    has_contradictions = bool((labels == "c").any())
    called, denied = given[Support.SUPPORTED], given[Support.CONTRADICTED]

    def share(part: Flags, whole: Flags) -> Estimate | None:
        return share_estimate(part, whole, groups)

    return Figures(
        rows=len(rows),
        shares={str(one): float(flags.mean()) for one, flags in given.items()},
        precision=share(true, called),
        recall=share(called, true),
        false_accepts=share(called, ~true),
        false_rejects=share(denied | given[Support.UNSUPPORTED], true),
        contradicted_precision=share(labels == "c", denied & known) if has_contradictions else None,
        contradicted_recall=share(denied, labels == "c") if has_contradictions else None,
    )


def right_share(rows: Sequence[Row], answers: Sequence[Support]) -> tuple[int, float | None]:
    """How many rows were decided, and the share of them where people say the same."""
    fits = {
        Support.SUPPORTED: ("e",),
        Support.UNSUPPORTED: ("n", "c", "ns"),
        Support.CONTRADICTED: ("c", "ns"),
    }
    decided = np.array([answer in fits for answer in answers], dtype=bool)
    right = np.array(
        [row.label in fits.get(answer, ()) for row, answer in zip(rows, answers, strict=True)],
        dtype=bool,
    )
    return int(decided.sum()), value_of(share_measure(right, decided), len(rows))
