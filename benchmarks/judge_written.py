"""
Written pairs: passages with claims that people wrote about them, each with the kind of its error.

Only the passages that are for choices are read; the others are trained on, or kept aside. The split
is by the name of the passage, as in the training.
"""

import gzip
import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from judge_answers import Answer, answer_of, question_of
from judge_data import BadData, Row, even_sample
from judge_metrics import Flags, auc_measure, estimate, share_estimate
from judge_progress import Kept, watched
from judge_report import Report, percent

from citation_engine.model.verdict import Judgement, Support
from citation_engine.ports import Judge
from citation_engine.verify.check import ask

# One of so many passages is kept aside, and of the others one of so many is for choices.
ASIDE, FOR_CHOICES = 10, 15
# From the answer that least speaks for a claim to the one that does most.
ORDER = (
    *(Support.CONTRADICTED, Support.UNSUPPORTED, Support.UNREACHABLE, Support.UNDECIDED),
    *(Support.PARTIAL, Support.SUPPORTED),
)
HEAD = ["pairs", "rows", "AUC", "true called supported", "false called supported"]
HEAD += ["true called wrong", "undecided", "no answer"]


class Written(NamedTuple):
    """A written pair, the languages of passage and claim, and the kind of truth or error."""

    row: Row
    languages: str
    kind: str


def read_written(folder: Path, limit: int) -> list[Written]:
    """An even sample, by languages and kinds, of the pairs that are for choices."""
    files = sorted(folder.glob("written.*.jsonl.gz"))
    if not files:
        raise BadData(f"{folder} has no file called written.NAME.jsonl.gz.")
    found = [one for file in files for one in _choices(file)]
    found.sort(key=lambda one: (one.languages, one.kind, one.row.label, _number(one.row.claim)))
    return even_sample(found, limit)


def _choices(file: Path) -> Iterator[Written]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if _is_for_choices(row):
                languages = f"{row['passage_language']}-{row['language']}"
                yield Written(
                    Row(row["premise"], row["claim"], row["label"]), languages, row["kind"]
                )


def _is_for_choices(row: dict[str, Any]) -> bool:
    document = str(row.get("origin", ""))
    if document.startswith("XQuAD "):
        title = document.removeprefix("XQuAD ").replace(" ", "_")
        if _number(f"document {title}") % 2 == 0:
            return False
    number = _number(f"{row['set']}/{row['passage']}")
    return number % ASIDE != 0 and number // ASIDE % FOR_CHOICES == 0


def _number(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")


def answers_to(judge: Judge, pairs: Sequence[Written], cache: Path | None) -> list[Answer]:
    """The answers for pairs, asked one by one; those that a folder keeps are not asked for."""
    kept = Kept(cache, f"written-{_number(judge.identity.model_dump_json()):x}", 1)
    found = []
    for one in watched(pairs, "written pairs"):
        question = question_of(one.row.premise, one.row.claim)
        known = kept.known(one.row.premise, one.row.claim)
        if known is None:
            known = (ORDER.index(ask([question], judge)[0].support),)
            kept.keep(one.row.premise, one.row.claim, known)
        found.append(answer_of(question, Judgement(support=ORDER[int(known[0])])))
    return found


def written(
    report: Report, judge: Judge, pairs: Sequence[Written], cache: Path | None = None
) -> None:
    """What a judge makes of written pairs, with and without guards, by languages and kinds."""
    answers = answers_to(judge, pairs, cache)
    name = judge.identity.name
    rows = [_line("all", pairs, answers), _line("all, without guards", pairs, answers, bare=True)]
    for field in ("languages", "kind"):
        for value in sorted({getattr(one, field) for one in pairs}):
            at = [n for n, one in enumerate(pairs) if getattr(one, field) == value]
            rows.append(_line(value, [pairs[n] for n in at], [answers[n] for n in at]))
    report.table(
        f"Written pairs, answers of {name}, in percent",
        HEAD,
        rows,
        "Languages are those of passage and claim. AUC is that of the order of the answers.",
    )
    if usage := getattr(judge, "usage", None):
        report.say(
            f"In this run: {usage.questions:,} questions, {usage.calls:,} calls, "
            f"{usage.input_tokens:,} tokens read and {usage.output_tokens:,} written."
        )


def _line(
    what: str, pairs: Sequence[Written], answers: Sequence[Answer], *, bare: bool = False
) -> list[object]:
    said = [one.bare if bare else one.guarded for one in answers]
    groups = [one.row.premise for one in pairs]
    true = np.array([one.row.supported for one in pairs], dtype=bool)

    def are(*supports: Support) -> Flags:
        return np.array([one in supports for one in said], dtype=bool)

    scores = np.array([ORDER.index(one) for one in said], dtype=np.float64)
    supported, every = are(Support.SUPPORTED), np.ones(len(said), dtype=bool)
    wrong = are(Support.UNSUPPORTED, Support.CONTRADICTED)
    return [
        what,
        len(pairs),
        percent(estimate(auc_measure(scores, true), groups), interval=True),
        percent(share_estimate(supported, true, groups), interval=True),
        percent(share_estimate(supported, ~true, groups), interval=True),
        percent(share_estimate(wrong, true, groups)),
        percent(share_estimate(are(Support.UNDECIDED, Support.PARTIAL), every, groups)),
        percent(share_estimate(are(Support.UNREACHABLE), every, groups)),
    ]
