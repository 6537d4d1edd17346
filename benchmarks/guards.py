"""
Measures what the guards notice in real text: changes of meaning, and damage that changes none.

Give it folders or files of real text (`.md`, `.txt`, and gzipped JSON with paragraphs). With
`--pairs` it also takes files of claims and passages with the judgement of people (gzipped, one
JSON object a line: `premise`, `claim`, `label`), and counts where guards find conflicts. Files
whose name begins with `eval` are left alone: they are not for choosing anything by.
"""

import argparse
import gzip
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from harness import percentile, table

import made_changes
from citation_engine.language.sentences import split_sentences
from citation_engine.model.verdict import Difference, Weight
from citation_engine.verify.guards.conflicts import conflicts
from citation_engine.verify.guards.differences import differences

SHORTEST, LONGEST = 60, 600


def texts_in(paths: list[Path]) -> Iterator[str]:
    """Give the real texts below the paths."""
    for path in paths:
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if file.suffix in (".md", ".txt"):
                yield file.read_text("utf-8", "replace")
            elif file.name.endswith(".json.gz"):
                data = json.loads(gzip.decompress(file.read_bytes()))
                yield "\n\n".join(p["context"] for d in data["data"] for p in d["paragraphs"])


def passages_in(text: str, rng: random.Random, most: int) -> list[str]:
    """Return stretches of whole sentences, of the lengths that people quote."""
    spans = split_sentences(text)
    found = []
    for _ in range(most * 3):
        first = rng.randrange(len(spans))
        want = rng.choice((1, 1, 1, 2, 3))
        last = min(first + want, len(spans)) - 1
        words = text[spans[first].start : spans[last].end]
        if SHORTEST <= len(words) <= LONGEST and words.count("|") < 2:
            found.append(words)
    return found[:most]


def is_shown(made: made_changes.Made, found: tuple[Difference, ...]) -> bool:
    """Whether every word that was changed stands in a difference."""
    ours = " ".join(one.quote_words for one in found)
    theirs = " ".join(one.source_words for one in found)
    changed = set(made.ours.split()) - set(made.theirs.split())
    gone = set(made.theirs.split()) - set(made.ours.split())
    return all(_core(w) in ours for w in changed) and all(_core(w) in theirs for w in gone)


def _core(word: str) -> str:
    return word.strip(".,;:()[]\"'")


def measure(
    passages: list[str], makers: dict[str, made_changes.Maker], seed: int, show: str | None
) -> list[list]:
    """Return a row for each kind of change, and print what was wrong with the kind `show`."""
    rows = []
    for kind, make in makers.items():
        rng = random.Random(f"{seed} {kind}")
        count, flagged, shown, empty, times = 0, 0, 0, 0, []
        for words in passages:
            made = make(words, rng)
            if made is None or made.quote == made.source:
                continue
            start = time.perf_counter()
            found = differences(made.quote, made.source)
            times.append((time.perf_counter() - start) * 1000)
            count += 1
            flag = any(one.weight is Weight.MEANING for one in found)
            flagged += flag
            shown += is_shown(made, found)
            empty += not found
            wrong = not flag if makers is made_changes.MEANING else flag
            if kind == show and wrong:
                print(
                    repr(made.quote), repr(made.source), [one.sentence for one in found], sep="\n"
                )
        rows.append(
            [
                kind,
                count,
                _share(flagged, count),
                _share(shown, count),
                _share(empty, count),
                sum(times) / max(1, count),
                percentile(times, 0.95) if times else 0.0,
            ]
        )
    return rows


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.2%}" if whole else "-"


def measure_pairs(path: Path, most: int, seed: int) -> Iterator[list]:
    """Give a row for each label of a file of pairs."""
    rows = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    random.Random(seed).shuffle(rows)
    sets: dict[tuple[str, str], Counter[str]] = {}
    for row in rows[:most]:
        counts = sets.setdefault((row.get("ds", path.stem.split(".")[1]), row["label"]), Counter())
        found = conflicts(row["claim"], row["premise"])
        relations = {str(one.relation) for one in found}
        counts["pairs"] += 1
        counts["differs"] += "differs" in relations
        counts["missing"] += relations == {"missing"}
        counts["any"] += bool(found)
    for (name, label), counts in sorted(sets.items()):
        shares = [_share(counts[key], counts["pairs"]) for key in ("differs", "missing", "any")]
        yield [name, label, counts["pairs"], *shares]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("text", nargs="+", type=Path)
    parser.add_argument("--pairs", nargs="*", type=Path, default=[])
    parser.add_argument("--most", type=int, default=1500, help="passages for each language")
    parser.add_argument("--most-pairs", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--show", help="print the misses of one kind of change")
    given = parser.parse_args()

    rng = random.Random(given.seed)
    by_language: dict[str, list[str]] = {"en": [], "de": []}
    for text in texts_in(given.text):
        by_language[made_changes.language_of(text)] += passages_in(text, rng, given.most)
    head = ["change", "quotes", "flagged", "all words shown", "no difference", "mean ms", "p95 ms"]
    for language, passages in by_language.items():
        rng.shuffle(passages)
        chosen = passages[: given.most]
        for name, makers in (
            ("changes of meaning", made_changes.MEANING),
            ("other words", made_changes.SHOWN),
            ("damage that changes nothing", made_changes.BENIGN),
        ):
            if chosen:
                table(f"{name}, {language}", head, measure(chosen, makers, given.seed, given.show))
    rows = [
        row
        for path in given.pairs
        if not path.name.startswith("eval")
        for row in measure_pairs(path, given.most_pairs, given.seed)
    ]
    if rows:
        table(
            "conflicts between claims and passages",
            ["set", "label", "pairs", "differs", "only missing", "any"],
            rows,
        )


if __name__ == "__main__":
    main()
