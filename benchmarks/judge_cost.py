"""
What asking the local judge costs: milliseconds, memory, bytes on the disk.

Run as a command with the folder of the model, it prints what one fresh process needs to load it.
"""

import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from judge_answers import question_of
from judge_baselines import positives
from judge_data import Row, Set, even_sample
from judge_local import THREADS, FullModel, Local, bare_session
from judge_metrics import auc_measure, value_of
from judge_progress import watched
from judge_report import Report, percent

from citation_engine.verify.judges.local.judge import LocalJudge, asked_of
from citation_engine.verify.judges.local.model import PairModel
from citation_engine.verify.judges.local.pieces import AROUND, Pieces

LENGTHS = (128, 256, 512)
BATCH = 16
_CLAIM = 24
# Runs of one length; the median counts.
_TIMES = 15
_MEGABYTE = 1_000_000
# A source of so many pages, the characters of a page, and the claims that are checked on it.
PAGES, _PAGE, _CLAIMS = 50, 3_000, 24


class Texts:
    """Makes pairs of an exact length out of real words, never the same pair twice."""

    def __init__(self, words: Sequence[str], pieces: Pieces, seed: int) -> None:
        # Words alone: a full stop of theirs would make sentences where none are meant.
        self._words = [word for word in words if word.isalpha() and 0 < pieces.count(word) < 4]
        self._pieces = pieces
        self._rng = random.Random(seed)

    def pair(self, length: int) -> tuple[str, str]:
        """A premise and a claim that are `length` pieces together."""
        return self._text(length - AROUND - _CLAIM, 12), self._text(_CLAIM, _CLAIM)

    def _text(self, length: int, sentence: int) -> str:
        """Words of so many pieces, as sentences of so many words."""
        at = self._rng.randrange(len(self._words))
        found: list[str] = []
        size = 0
        while size < length:
            word = self._words[at % len(self._words)]
            at += 1
            count = self._pieces.count(word)
            if size + count > length:
                word, count = "the", 1
            # A full stop is a piece of its own.
            if len(found) % sentence == sentence - 1 and size + count + 1 <= length:
                word, count = f"{word}.", count + 1
            found.append(word)
            size += count
        return " ".join(found)


def milliseconds(calls: Sequence[Sequence[Callable[[], object]]]) -> list[float]:
    """
    The median time of each kind of call; the first of each kind is for warming up.

    The kinds take turns, so that what else the machine does falls on all of them.
    """
    times: list[list[float]] = [[] for _ in calls]
    for turn in zip(*calls, strict=True):
        for kind, call in enumerate(turn):
            start = time.perf_counter()
            call()
            times[kind].append((time.perf_counter() - start) * 1000)
    return [statistics.median(one[1:]) for one in times]


def speed(report: Report, folder: Path, words: Sequence[str], seed: int) -> None:
    """Milliseconds per pair, beside the bare runtime with the same model and threads."""
    model = PairModel(folder)
    judge, pieces = LocalJudge(model), model.pieces
    texts = Texts(words, pieces, seed)
    sessions = [bare_session(folder / one.graph) for one in model.card.encoders]

    # Every call has a pair of its own, because the model keeps the scores of those it has read.
    def bare(length: int, many: int = 1) -> Callable[[], object]:
        pairs = [model.ids_of(*texts.pair(length)) for _ in range(many)]
        asked = [
            (session, {"input_ids": np.array([ids], np.int64)})
            for pair in pairs
            for session, ids in zip(sessions, pair, strict=True)
        ]
        return lambda: [session.run(None, one) for session, one in asked]

    def asked(length: int, many: int) -> Callable[[], object]:
        return partial(judge.judge, [question_of(*texts.pair(length)) for _ in range(many)])

    rows, found = [], []
    for length in LENGTHS:
        single = milliseconds(
            [
                [bare(length) for _ in range(_TIMES)],
                [partial(model.score, *texts.pair(length)) for _ in range(_TIMES)],
                [asked(length, 1) for _ in range(_TIMES)],
            ]
        )
        beside, together = milliseconds(
            [[bare(length, BATCH) for _ in range(4)], [asked(length, BATCH) for _ in range(4)]]
        )
        ratios = (single[2] / single[0], together / beside)
        together /= BATCH
        views = len(asked_of(*texts.pair(length), pieces.count).pairs)
        names = ("tokens", "bare", "pair", "answer", "batch", "views")
        found.append(dict(zip(names, (length, *single, together, views), strict=True)))
        rows.append([length, *single, ratios[0], together, ratios[1], views])
    head = ["tokens", "bare onnxruntime, ms", "one pair, ms", "an answer, ms", "ratio"]
    head += [f"{BATCH} answers at once, ms each", "ratio", "views"]
    report.table(
        f"Milliseconds, {THREADS} threads",
        head,
        rows,
        "One pair: its pieces and its scores. An answer: the whole judgement with its reason, on "
        "words put together at random. The judge reads one pair at a time, so that an answer does "
        "not depend on its neighbours; asking many at once saves nothing. What is longer than a "
        "window is read in several views. Ratios are to the bare runtime, which reads all tokens "
        "in one run.",
    )
    report.figures["speed"] = found


def memory(report: Report, folder: Path) -> None:
    """Bytes on the disk and in memory, and seconds to load, in a fresh process."""
    command = [sys.executable, __file__, str(folder)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found = json.loads(done.stdout.splitlines()[-1])
    sizes = {path.name: path.stat().st_size for path in sorted(folder.iterdir()) if path.is_file()}
    rows = [[name, f"{size / _MEGABYTE:.2f} MB"] for name, size in sizes.items()]
    rows += [
        ["all files", f"{sum(sizes.values()) / _MEGABYTE:.1f} MB"],
        ["memory before loading", f"{found['before'] / _MEGABYTE:.0f} MB"],
        ["after the first answer", f"{found['after'] / _MEGABYTE:.0f} MB"],
        ["at most, 20 pairs of 512 tokens", f"{found['peak'] / _MEGABYTE:.0f} MB"],
        ["first answer, loading included", f"{found['first'] * 1000:,.0f} ms"],
        ["second answer", f"{found['second'] * 1000:,.0f} ms"],
    ]
    report.table("Files and memory", ["what", "size"], rows)
    report.figures["memory"] = {**found, "files": sizes}


def claims_on_pages(report: Report, rows: Sequence[Row]) -> None:
    """Seconds for one more claim of a report on a source of 50 pages, as `check` takes them."""
    from citation_engine import check

    pages = "\n\n".join(dict.fromkeys(row.premise for row in rows))[: PAGES * _PAGE]
    told = [row.claim for row in rows if row.premise in pages]
    asked = [" ".join(claim.split()).rstrip(".!?") for claim in told]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "source.txt"
        source.write_text(pages, encoding="utf-8")

        def seconds(claims: Sequence[str]) -> float:
            text = " ".join(f"{claim} [1]." for claim in claims)
            path = Path(folder) / "report.md"
            path.write_text(f"{text}\n\n[1]: source.txt\n", encoding="utf-8")
            start = time.perf_counter()
            check(path, [source], judge="local", cache=False)
            return time.perf_counter() - start

        seconds(asked[:1])
        few, many = seconds(asked[:2]), seconds(asked[2 : 2 + _CLAIMS])
    each = (many - few) / (min(_CLAIMS, len(asked) - 2) - 2)
    shown = [["characters of the source", f"{len(pages):,}"], ["one claim more", f"{each:.2f} s"]]
    report.table("A claim of a report on a source of 50 pages", ["what", "value"], shown)
    report.figures["claim_on_pages"] = each


def resident(what: str = "VmRSS") -> int:
    """Bytes of memory that this process has; with `VmHWM`, the most that it ever had."""
    try:
        said = Path("/proc/self/status").read_text("ascii")
    except OSError:
        # Other systems tell the most only; here a process does not inherit it from another.
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    line = next(line for line in said.splitlines() if line.startswith(f"{what}:"))
    return int(line.split()[1]) * 1024


def load_once(folder: Path) -> dict[str, float]:
    """What a process pays for its first answers."""
    words = "the court of the city kept its records for ten years and sold them".split()
    model = PairModel(folder)
    judge = LocalJudge(model)
    before = resident()
    times = []
    for claim in ("The records were kept.", "The city sold the records."):
        start = time.perf_counter()
        judge.judge([question_of(" ".join(words), claim)])
        times.append(time.perf_counter() - start)
    after = resident()
    texts = Texts(words, model.pieces, 1)
    judge.judge([question_of(*texts.pair(512)) for _ in range(20)])
    return {
        "before": before,
        "after": after,
        "peak": resident("VmHWM"),
        "first": times[0],
        "second": times[1],
    }


def quantisation(
    report: Report, local: Local, full: FullModel, sets: Sequence[Set], most: int
) -> None:
    """What is lost by going from thirty-two bits to eight."""
    whole = Local(full)
    found, rows = {}, []
    for one in sets:
        if not one.english:
            continue
        some = even_sample(list(one.rows), most)
        ours, theirs = (_answered(each, some, one.name) for each in (local, whole))
        flags = positives(some)
        aucs = [
            value_of(auc_measure(np.array([p for p, _ in each]), flags), len(some))
            for each in (ours, theirs)
        ]
        same = sum(a[1] == b[1] for a, b in zip(ours, theirs, strict=True)) / len(some)
        moved = float(np.mean([abs(a[0] - b[0]) for a, b in zip(ours, theirs, strict=True)]))
        found[one.name] = {"rows": len(some), "auc": aucs, "same answers": same, "moved": moved}
        rows.append([one.name, len(some), *map(percent, (*aucs, same, moved))])
    head = ["set", "rows", "AUC, eight bits", "AUC, thirty-two", "same answer", "mean difference"]
    report.table(
        "Eight bits beside thirty-two",
        head,
        rows,
        "An answer is that of the judge, without guards. The difference is that of the "
        "probability of support, in points.",
    )
    report.figures["quantisation"] = found


def _answered(local: Local, rows: Sequence[Row], name: str) -> list[tuple[float, str]]:
    found = []
    for row in watched(rows, f"{name}, eight bits or thirty-two"):
        p = local.probabilities(row.premise, row.claim)
        answer = local.judge.judge([question_of(row.premise, row.claim)])[0]
        found.append((0.5 if p is None else p.supported, str(answer.support)))
    return found


if __name__ == "__main__":
    print(json.dumps(load_once(Path(sys.argv[1]))))
