"""The tables of the benchmark of judges that are about right and wrong."""

import random
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from judge_answers import SHOWN, Answer, Figures, answers_of, figures_of, right_share
from judge_baselines import Scored, positives
from judge_data import Set, even_sample
from judge_edits import edits, names_in
from judge_metrics import (
    Floats,
    auc_measure,
    balanced_accuracy_measure,
    calibration_error,
    estimate,
    even_weights,
    reliability,
    share_estimate,
    value_of,
)
from judge_report import Report, percent

from citation_engine.model.verdict import Support
from citation_engine.ports import Judge

# Balanced accuracies that others have published, and what they are of.
PUBLISHED = {
    "wice": "Bespoke-MiniCheck-7B 83.0, gpt-4o 78.5, HHEM-2.1 75.9, "
    "MiniCheck-Flan-T5-L 72.2, AlignScore 66.0",
    "feversymmetric": "BERT 57.5, the same re-weighted 61.6",
    "healthver": "T5 79.6 (F1)",
}
# Words of a premise; the last step has no end.
LENGTHS = (50, 150, 350, 1_000)
# Shares of false claims at which it is told how many true ones are accepted.
FALSE_ACCEPTS = (0.02, 0.05, 0.1)
Answers = Mapping[str, Sequence[Answer]]


def quality(report: Report, sets: Sequence[Set], ways: Sequence[Scored]) -> None:
    """Balanced accuracy and AUC of each way on each set."""
    found = {one.name: _quality_of(one, ways) for one in sets}
    head = ["set", "rows", *(way.name for way in ways)]
    named = {one.name: one.name if one.english else f"{one.name} (not English)" for one in sets}
    rows = [
        [
            named[one.name],
            one.size,
            *(
                percent(found[one.name][way.name]["balanced_accuracy"], interval=True)
                for way in ways
            ),
            PUBLISHED.get(one.name, ""),
        ]
        for one in sets
    ]
    chosen = "; ".join(f"{way.name} {way.threshold:.3f} ({way.chosen})" for way in ways)
    report.table(
        "Balanced accuracy, one threshold for all sets",
        [*head, "published"],
        [*rows, _means(sets, ways, found, "balanced_accuracy")],
        f"Thresholds: {chosen}. Intervals: 95 %, premises drawn anew a thousand times.",
    )
    rows = [
        [
            named[one.name],
            one.size,
            *(percent(found[one.name][way.name]["auc"], interval=True) for way in ways),
        ]
        for one in sets
    ]
    report.table("AUC", head, [*rows, _means(sets, ways, found, "auc")[:-1]])
    report.figures["thresholds"] = {way.name: way.threshold for way in ways}
    report.figures["quality"] = found


def recall_at(report: Report, sets: Sequence[Set], way: Scored) -> None:
    """How many true claims a threshold of the set's own accepts where so many false ones pass."""
    head = ["set", "rows", *(f"at {100 * share:.0f} % false accepts" for share in FALSE_ACCEPTS)]
    found: dict[str, list[float | None]] = {}
    for one in sets:
        scores, true = way.scores[one.name], positives(one.rows)
        found[one.name] = [_recall_at(scores, true, share) for share in FALSE_ACCEPTS]
    rows = [[one.name, one.size, *map(percent, found[one.name])] for one in sets]
    report.table("Recall of supported, by the score alone, in percent", head, rows)
    report.figures["recall_at"] = found


def _recall_at(scores: Floats, true: np.ndarray, share: float) -> float | None:
    if not _has_both(true):
        return None
    least = np.quantile(scores[~true], 1 - share, method="higher")
    return float((scores[true] > least).mean())


def _quality_of(one: Set, ways: Sequence[Scored]) -> dict[str, dict[str, object]]:
    groups, flags = [row.premise for row in one.rows], positives(one.rows)
    found = {}
    for way in ways:
        scores = way.scores[one.name]
        accepted = balanced_accuracy_measure(scores >= way.threshold, flags)
        found[way.name] = {
            "balanced_accuracy": estimate(accepted, groups),
            "auc": estimate(auc_measure(scores, flags), groups),
        }
    return found


def _means(
    sets: Sequence[Set], ways: Sequence[Scored], found: Mapping[str, Mapping], measure: str
) -> list[object]:
    means = []
    for way in ways:
        figures = [found[one.name][way.name][measure] for one in sets if one.english]
        values = [figure.value for figure in figures if figure is not None]
        means.append(percent(sum(values) / len(values) if values else None))
    return ["mean of the English sets", "", *means, ""]


def answers(report: Report, judge: str, sets: Sequence[Set], given: Answers) -> None:
    """What users see: the shares of the answers, and what they are worth."""
    after, before = (
        {
            one.name: figures_of(one.rows, [getattr(a, which) for a in given[one.name]])
            for one in sets
        }
        for which in ("guarded", "bare")
    )
    english = [one for one in sets if one.english]
    report.table(
        f"Answers of {judge}, guards included, in percent",
        ["set", "rows", *map(str, SHOWN), "precision", "recall", "false accepts", "false rejects"],
        [_answers_row(one, after[one.name]) for one in english],
        "Precision and recall are those of *supported*. False accepts: claims called supported, of "
        "all that are not. False rejects: claims called unsupported or contradicted, of all that "
        "are supported.",
    )
    report.table(
        f"The same without guards ({judge} alone)",
        ["set", "supported", "precision", "recall", "false accepts"],
        [
            [
                one.name,
                percent(before[one.name].shares["supported"]),
                percent(before[one.name].precision),
                percent(before[one.name].recall),
                percent(before[one.name].false_accepts, interval=True),
            ]
            for one in english
        ],
    )
    told = [one for one in english if any(row.label == "c" for row in one.rows)]
    if told:
        rows = [_contradictions_row(one, after[one.name]) for one in told]
        head = ["set", "contradicted", "precision", "recall"]
        report.table("Contradictions found, in percent", head, rows)
    report.figures["answers"] = {"with guards": after, "without guards": before}


def _answers_row(one: Set, figures: Figures) -> list[object]:
    return [
        one.name,
        one.size,
        *(percent(figures.shares[str(shown)]) for shown in SHOWN),
        percent(figures.precision),
        percent(figures.recall),
        percent(figures.false_accepts, interval=True),
        percent(figures.false_rejects),
    ]


def _contradictions_row(one: Set, figures: Figures) -> list[object]:
    return [
        one.name,
        percent(figures.shares["contradicted"]),
        percent(figures.contradicted_precision, interval=True),
        percent(figures.contradicted_recall, interval=True),
    ]


def overlap_judge(report: Report, sets: Sequence[Set], given: Answers) -> None:
    """What the judge that compares words decides, and how often it is right."""
    found = {one.name: figures_of(one.rows, [a.bare for a in given[one.name]]) for one in sets}
    rows = [
        [
            one.name,
            percent(1 - found[one.name].shares["undecided"]),
            percent(found[one.name].precision),
            percent(found[one.name].recall),
            percent(found[one.name].false_accepts),
        ]
        for one in sets
    ]
    head = ["set", "decided", "precision", "recall", "false accepts"]
    report.table("The judge `overlap`, in percent", head, rows)
    report.figures["overlap"] = found


def lengths(report: Report, sets: Sequence[Set], way: Scored, given: Answers) -> None:
    """Right and wrong by the length of the premise, all English sets together."""
    english = [one for one in sets if one.english]
    rows = [row for one in english for row in one.rows]
    words = np.array([len(row.premise.split()) for row in rows])
    scores = np.concatenate([way.scores[one.name] for one in english])
    said = [answer.guarded for one in english for answer in given[one.name]]
    flags, found, shown = positives(rows), [], []
    step = np.searchsorted(LENGTHS, words, "left")
    for number in range(len(LENGTHS) + 1):
        within = np.flatnonzero(step == number)
        if not len(within):
            continue
        some = [rows[at] for at in within]
        groups = [row.premise for row in some]
        figures = figures_of(some, [said[at] for at in within])
        accepted = scores[within] >= way.threshold
        balanced = estimate(balanced_accuracy_measure(accepted, flags[within]), groups)
        auc = estimate(auc_measure(scores[within], flags[within]), groups)
        title = _step(number)
        found.append(
            {"words": title, "balanced_accuracy": balanced, "auc": auc, "answers": figures}
        )
        shown.append(
            [
                title,
                len(some),
                percent(balanced, interval=True),
                percent(auc, interval=True),
                percent(figures.shares["undecided"]),
                percent(figures.false_accepts),
                percent(figures.recall),
            ]
        )
    head = ["words of the premise", "rows", "balanced accuracy", "AUC", "undecided"]
    head += ["false accepts", "recall"]
    report.table("By the length of the premise, English sets together", head, shown)
    report.figures["lengths"] = found


def _step(number: int) -> str:
    if number == len(LENGTHS):
        return f"over {LENGTHS[-1]:,}"
    first = LENGTHS[number - 1] + 1 if number else 0
    return f"{first:,} to {LENGTHS[number]:,}"


def calibration(report: Report, sets: Sequence[Set], way: Scored) -> None:
    """Whether the probability of support comes true as often as it says."""
    english = [one for one in sets if one.english]
    errors = {}
    for one in english:
        flags, p = positives(one.rows), way.scores[one.name]
        even = calibration_error(p, flags, even_weights(flags)) if _has_both(flags) else None
        errors[one.name] = {"as it is": calibration_error(p, flags), "classes even": even}
    rows = [
        [name, percent(found["as it is"]), percent(found["classes even"])]
        for name, found in errors.items()
    ]
    report.table(
        "Expected calibration error of the probability of support, in points",
        ["set", "as the set is", "both classes counted evenly"],
        rows,
        "The shares of supported claims in these sets are their makers' choice. The second column "
        "takes this choice out.",
    )
    usable = [one for one in english if _has_both(positives(one.rows))]
    if not usable:
        return
    # Each set, and each class of it, counts the same.
    p = np.concatenate([way.scores[one.name] for one in usable])
    flags = np.concatenate([positives(one.rows) for one in usable])
    weights = np.concatenate([_unit(even_weights(positives(one.rows))) for one in usable])
    bins = reliability(p, flags, weights)
    rows = [
        [f"{b.low:.1f} to {b.high:.1f}", b.rows, percent(b.mean), percent(b.share)] for b in bins
    ]
    head = ["probability", "rows", "mean probability", "supported"]
    report.table("What probabilities came to, every set and class counted evenly", head, rows)
    pooled = calibration_error(p, flags, weights)
    report.say(f"Expected calibration error of these together: {percent(pooled)} points.")
    report.figures["calibration"] = {"sets": errors, "bins": bins, "all": pooled}


def _has_both(flags: np.ndarray) -> bool:
    return bool(flags.any() and not flags.all())


def _unit(weights: Floats) -> Floats:
    return weights / weights.sum()


def edits_caught(
    report: Report, judge: Judge, sets: Sequence[Set], given: Answers, most: int, seed: int
) -> None:
    """How many edits of a claim that was called supported are called supported as well."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    accepted: dict[str, list[tuple[str, bool]]] = {}
    for one in sets:
        if not one.english:
            continue
        pool = sorted({name for row in one.rows for name in names_in(row.claim)})
        rows = [
            row
            for row, answer in zip(one.rows, given[one.name], strict=True)
            if row.supported and answer.guarded is Support.SUPPORTED
        ]
        for kind, edit in edits(pool).items():
            made = [
                (row.premise, edited)
                for row in rows
                if (
                    edited := edit(
                        row.claim, row.premise, random.Random(f"{seed} {kind} {row.claim}")
                    )
                )
            ]
            made = even_sample(made, most)
            said = answers_of(judge, made, f"{one.name}, edits, {kind}")
            kept = [answer.guarded is Support.SUPPORTED for answer in said]
            bare = sum(answer.bare is Support.SUPPORTED for answer in said)
            counts = {"edits": len(made), "accepted": sum(kept), "accepted without guards": bare}
            found.setdefault(one.name, {})[kind] = counts
            accepted.setdefault(kind, []).extend(
                (premise, flag) for (premise, _), flag in zip(made, kept, strict=True)
            )
    _show_edits(report, found, accepted)


def _show_edits(
    report: Report,
    found: Mapping[str, Mapping[str, Mapping[str, int]]],
    accepted: Mapping[str, Sequence[tuple[str, bool]]],
) -> None:
    kinds = list(accepted)
    rows: list[list[object]] = [
        [name, *(f"{k[kind]['accepted']} of {k[kind]['edits']}" for kind in kinds)]
        for name, k in found.items()
    ]
    totals, bare = {}, {}
    for kind, flags in accepted.items():
        kept = np.array([flag for _, flag in flags], dtype=bool)
        whole = np.ones(len(kept), dtype=bool)
        totals[kind] = share_estimate(kept, whole, [p for p, _ in flags])
        without = sum(counts[kind]["accepted without guards"] for counts in found.values())
        bare[kind] = without / len(flags) if flags else None
    rows.append(["all, percent", *(percent(totals[kind], interval=True) for kind in kinds)])
    rows.append(["all, without guards", *(percent(bare[kind]) for kind in kinds)])
    report.table(
        "Edited claims that are still called supported",
        ["set", *kinds],
        rows,
        "Edited were claims that people and the judge call supported. A name out of the passage "
        "itself may leave a claim true now and then.",
    )
    report.figures["edits"] = {"sets": found, "all": totals, "all without guards": bare}


def languages(
    report: Report, sets: Sequence[Set], way: Scored | None, given: Answers, words: Answers
) -> None:
    """
    What is answered in languages that the judge was not shown to handle.

    `words` has the answers of the judge that compares words, which holds in any language.
    """
    found, rows = {}, []
    for one in sets:
        if one.english:
            continue
        said = [answer.guarded for answer in given[one.name]]
        figures = figures_of(one.rows, said)
        decided, right = right_share(one.rows, said)
        stated = sum(answer.bare is Support.SUPPORTED for answer in words[one.name])
        scores = way.scores[one.name] if way else None
        auc = (
            value_of(auc_measure(scores, positives(one.rows)), len(one.rows))
            if scores is not None
            else None
        )
        found[one.name] = {
            "answers": figures,
            "decided": decided,
            "stated": stated,
            "right": right,
            "auc": auc,
        }
        rows.append(
            [
                one.name,
                one.size,
                *(percent(figures.shares[str(shown)]) for shown in SHOWN),
                f"{decided:,}",
                f"{stated:,}",
                percent(right),
                percent(auc),
            ]
        )
    if rows:
        report.table(
            "Languages other than English, in percent",
            [
                *("set", "rows", *map(str, SHOWN), "decided, rows"),
                *("stated in the same words", "of the decided right", "AUC if asked"),
            ],
            rows,
        )
    report.figures["languages"] = found


def called_foreign(
    report: Report, sets: Sequence[Set], is_foreign: Callable[[str, str], bool]
) -> None:
    """Which share of each set the judge takes for another language than English."""
    found = {
        one.name: sum(is_foreign(row.premise, row.claim) for row in one.rows) / len(one.rows)
        for one in sets
    }
    rows = [[one.name, one.size, percent(found[one.name])] for one in sets]
    head = ["set", "rows", "taken for another language"]
    report.table("What is taken for another language than English, in percent", head, rows)
    report.figures["taken for another language"] = found
