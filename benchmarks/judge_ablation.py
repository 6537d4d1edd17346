"""
What each rule and guard is worth: which true and which false claims it alone holds back.

Every rule is watched, and none has its way: what it objects to is written down, and the judge goes
on as if it had not. So one run tells for each rule what would change if it alone were switched
off: the rows that the judge calls supported and that nothing else objects to. A judge that says
yes to everything shows the rules as they stand behind any judge.
"""

import gzip
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple
from unittest.mock import patch

from judge_answers import question_of
from judge_data import Row, Set, even_sample, is_english, read_sets
from judge_local import KeptModel
from judge_progress import watched
from judge_report import Report

from citation_engine.model.verdict import Support
from citation_engine.ports import Question
from citation_engine.verify.guards import conflicts
from citation_engine.verify.judges import overlap
from citation_engine.verify.judges.local import judge, reasons
from citation_engine.verify.judges.local.decision import Scores

# Where each rule stands: what gives clashes, and what says yes or names something.
GUARDS: dict[str, tuple[ModuleType | type, str]] = {
    "number": (conflicts, "of_numbers"),
    "date": (conflicts, "of_dates"),
    "negation": (conflicts, "_negations"),
    "prefix": (conflicts, "_prefixed"),
    "must and may": (conflicts, "_modals"),
    "all and some": (conflicts, "_shares"),
    "least and most": (conflicts, "_bounds"),
    "opposite": (conflicts, "_opposites"),
    "name": (conflicts, "of_names"),
}
RULES: dict[str, tuple[ModuleType | type, str]] = {
    "divided": (judge, "_is_divided"),
    "unnamed": (judge, "_is_unnamed"),
    "short in another language": (judge, "_is_short_of_context"),
    "a sentence against": (reasons, "_is_denied"),
    "question": (reasons, "is_question"),
    "reservation": (reasons, "reservation"),
    "turned": (reasons, "_is_turned"),
    "denial": (judge.LocalJudge, "_is_deaf_to_denial"),
    "goes on": (overlap, "_goes_on"),
    "quoted": (overlap.PassageSentences, "_is_quoted"),
    "bounded": (overlap.PassageSentences, "_is_bounded"),
    "handed on": (overlap.PassageSentences, "_is_handed_on"),
    "taken back": (overlap.PassageSentences, "is_taken_back"),
}
# Statements with a sentence behind them that has a "not": half deny the first (c), half do not (e).
TAKEN_BACK = Path(__file__).with_name("taken_back.jsonl")
YES = Scores(6.0, 0.0, 0.0)
Says = Callable[[Question], bool]


class Weighed(NamedTuple):
    """A row, whether the judge calls it supported, and what objects to that."""

    row: Row
    supported: bool
    objecting: frozenset[str]


@contextmanager
def witnesses(objecting: set[str]) -> Iterator[None]:
    """Let each rule say what it objects to, and have it change nothing."""
    with ExitStack() as stack:
        for names, nothing in ((GUARDS, ()), (RULES, None)):
            for name, (owner, attribute) in names.items():
                if hasattr(owner, attribute):
                    rule = _witness(name, getattr(owner, attribute), nothing, objecting)
                    stack.enter_context(patch.object(owner, attribute, rule))
        yield


def _witness(
    name: str, rule: Callable[..., Any], nothing: object, objecting: set[str]
) -> Callable[..., Any]:
    def watched_rule(*given: Any, **named: Any) -> object:
        found = rule(*given, **named)
        if any(True for _ in found) if nothing == () else found:
            objecting.add(name)
        return nothing

    return watched_rule


def always_yes(question: Question) -> bool:
    """What a judge says that finds every claim in the sentence with most of its words."""
    reasons.carried(question.claim, question.passage, lambda *_: YES)
    return True


def says_local(model: KeptModel) -> Says:
    """What the local judge says without its rules."""
    asked = judge.LocalJudge(model)
    return lambda question: asked.assess(question).judgement.support is Support.SUPPORTED


def weighed(rows: Sequence[Row], says: Says, what: str) -> list[Weighed]:
    """What a judge and each rule make of rows."""
    found, objecting = [], set[str]()
    with witnesses(objecting):
        for row in watched(rows, what):
            objecting.clear()
            supported = says(question_of(row.premise, row.claim))
            if supported:
                conflicts.conflicts(row.claim, row.premise)
            found.append(Weighed(row, supported, frozenset(objecting)))
    return found


def counts_of(found: Sequence[Weighed]) -> Iterator[tuple[str, str, str]]:
    """For each rule: objections to true : false claims, and those that nothing else makes."""
    called = [one for one in found if one.supported]
    yield "(called supported)", _ratio(called), _ratio([x for x in called if not x.objecting])
    for name in (*RULES, *GUARDS):
        objected = [one for one in called if name in one.objecting]
        if objected:
            alone = [one for one in objected if len(one.objecting) == 1]
            yield name, _ratio(objected), _ratio(alone)


def _ratio(found: Sequence[Weighed]) -> str:
    true = sum(one.row.supported for one in found)
    return f"{true} : {len(found) - true}"


def written_sets(folder: Path, parts: Sequence[str], limit: int | None) -> Iterator[Set]:
    """The written pairs of some parts, by the languages of passage and claim."""
    rows: dict[str, list[Row]] = {}
    for path in sorted(folder.glob("written.*.jsonl.gz")):
        from training.data.written import part_of  # Needs the repository in PYTHONPATH.

        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for given in map(json.loads, lines):
                passage = f"{given['set']}/{given['passage']}"
                if part_of(passage, str(given.get("origin", ""))) in parts:
                    name = f"written {given['passage_language']}-{given['language']}"
                    row = Row(given["premise"], given["claim"], given["label"])
                    rows.setdefault(name, []).append(row)
    for name, found in sorted(rows.items()):
        yield _set(name, found, limit)


def pairs_in(path: Path, limit: int | None = None) -> Set:
    """The rows of a file of pairs that is not packed."""
    lines = map(json.loads, path.read_text("utf-8").splitlines())
    rows = [Row(one["premise"], one["claim"], one["label"]) for one in lines]
    return _set(path.stem, rows, limit)


def _set(name: str, rows: list[Row], limit: int | None) -> Set:
    taken = tuple(even_sample(rows, limit))
    return Set(name, "dev", taken, len(rows), Counter(), is_english(taken))


def ablation(
    report: Report, folder: Path, more: Sequence[Path], limit: int | None, says: dict[str, Says]
) -> None:
    """A table for each judge and set."""
    sets = [*written_sets(folder, ("dev",), limit), *read_sets(folder, "dev", frozenset(), limit)]
    sets += [pairs_in(path) for path in (TAKEN_BACK, *more)]
    for name, said in says.items():
        for one in sets:
            found = weighed(one.rows, said, f"{one.name}, {name}")
            head = ["rule", "objects to true : false", "nothing else objects to"]
            rows = list(counts_of(found))
            report.table(f"rules switched off: {one.name}, {name}, {one.size} rows", head, rows)
            report.figures.setdefault("ablation", {}).setdefault(name, {})[one.name] = rows
