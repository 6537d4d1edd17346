"""
Written pairs: passages with claims that people wrote about them, each with the kind of its error.

Only the passages that the training keeps for choices are read; the others it learns from, or they
are kept aside.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from judge_answers import Answer, answer_of, question_of
from judge_data import BadData, even_sample
from judge_metrics import Flags, auc_measure, estimate, share_estimate
from judge_progress import Kept, watched
from judge_report import Report, percent

from citation_engine.model.verdict import Judgement, Support
from citation_engine.ports import Judge
from citation_engine.verify.check import ask

sys.path.append(str(Path(__file__).resolve().parents[1]))

from training.data.pairs import SUPPORTED, number_of
from training.data.written import CHOICES, Written, read_written

# From the answer that least speaks for a claim to the one that does most.
ORDER = (
    *(Support.CONTRADICTED, Support.UNSUPPORTED, Support.UNREACHABLE, Support.UNDECIDED),
    *(Support.PARTIAL, Support.SUPPORTED),
)
HEAD = ["pairs", "rows", "AUC", "true called supported", "false called supported"]
HEAD += ["true called wrong", "undecided", "no answer"]


def written_pairs(folder: Path, limit: int) -> list[Written]:
    """An even sample, by languages and kinds, of the pairs that are for choices."""
    files = sorted(folder.glob("written.*.jsonl.gz"))
    found = [one for one in read_written(files) if one.part == CHOICES]
    if not found:
        raise BadData(f"{folder} has no file called written.NAME.jsonl.gz with pairs for choices.")
    found.sort(key=lambda one: (one.language, one.pair.kind, number_of(one.pair.claim)))
    return even_sample(found, limit)


def answers_to(judge: Judge, pairs: Sequence[Written], cache: Path | None) -> list[Answer]:
    """The answers for pairs, asked one by one; those that a folder keeps are not asked for."""
    kept = Kept(cache, f"written-{number_of(judge.identity.model_dump_json()):x}", 1)
    found = []
    for one in watched(pairs, "written pairs"):
        question = question_of(one.pair.premise, one.pair.claim)
        known = kept.known(one.pair.premise, one.pair.claim)
        if known is None:
            known = (ORDER.index(ask([question], judge)[0].support),)
            kept.keep(one.pair.premise, one.pair.claim, known)
        found.append(answer_of(question, Judgement(support=ORDER[int(known[0])])))
    return found


def written(
    report: Report, judge: Judge, pairs: Sequence[Written], cache: Path | None = None
) -> None:
    """What a judge makes of written pairs, with and without guards, by languages and kinds."""
    answers = answers_to(judge, pairs, cache)
    rows = [_line("all", pairs, answers), _line("all, without guards", pairs, answers, bare=True)]
    for names in ([one.language for one in pairs], [one.pair.kind for one in pairs]):
        for name in sorted(set(names)):
            at = [n for n, one in enumerate(names) if one == name]
            rows.append(_line(name, [pairs[n] for n in at], [answers[n] for n in at]))
    report.table(
        f"Written pairs, answers of {judge.identity.name}, in percent",
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
    groups = [one.passage for one in pairs]
    true = np.array([one.pair.label == SUPPORTED for one in pairs], dtype=bool)

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
