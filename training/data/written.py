r"""
Rows of the written pairs: as they are, and mixed so that nearness alone gives nothing away.

A written pair has a passage and a claim, both written or chosen by people, and the kind of its
error. Passages are split by their name, never rows: a tenth is kept out of all training, a
sixteenth is for thresholds and choices. So are half of the XQuAD documents. What is mixed in:
sentences of the passage itself (supported), claims about other passages (not enough), and two
claims as one, which holds where both hold.

    python -m training.data.written DATA/written.*.jsonl.gz --vocab mpnet.txt --out rows \\
        --sets DATA
"""

import argparse
import gzip
import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from training.data.longer import ended, together
from training.data.looks import seen_on_a_page
from training.data.pairs import (
    LABELS,
    NOT_ENOUGH,
    SUPPORTED,
    Pair,
    is_kept_document,
    number_of,
)
from training.data.prepare import encoded_by, save

SEED = 20_261_118
# One of so many passages is kept out of training, and of the others one of so many is for choices.
KEPT_OUT, FOR_CHOICES = 10, 15
# For each passage: sentences of it, claims of others, and joined claims.
VERBATIM, OTHERS, JOINED = 1.4, 1.0, 0.8
# Sentences on each side of one that is taken as a claim, so that rows stay short.
AROUND = 3
TRAIN, CHOICES, ASIDE = "train", "dev", "aside"
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-ZÄÖÜ\"“„])|\n+")


class Written(NamedTuple):
    """One written pair and where it belongs."""

    pair: Pair
    passage: str
    language: str
    part: str


def read_written(files: Iterable[Path]) -> list[Written]:
    """All written pairs with the part that each belongs to."""
    found = []
    for file in files:
        opened = gzip.open if file.suffix == ".gz" else open
        with opened(file, "rt", encoding="utf-8") as lines:
            found += [_written(json.loads(line)) for line in lines]
    return found


def _written(row: dict[str, Any]) -> Written:
    origin = str(row.get("origin", ""))
    passage = f"{row['set']}/{row['passage']}"
    # Either way round, a claim in another language than its passage is one kind of task.
    two = {row["passage_language"], row["language"]}
    language = "-".join(sorted(two) if len(two) > 1 else [*two, *two])
    pair = Pair(row["premise"], row["claim"], LABELS[row["label"]], row["kind"])
    return Written(pair, passage, language, part_of(passage, origin))


def part_of(passage: str, origin: str = "") -> str:
    """Which part a passage belongs to; it never changes, whatever is added."""
    if origin.startswith("XQuAD ") and is_kept_document(origin.removeprefix("XQuAD ")):
        return ASIDE
    number = number_of(passage)
    if number % KEPT_OUT == 0:
        return ASIDE
    return CHOICES if number // KEPT_OUT % FOR_CHOICES == 0 else TRAIN


def write_sets(written: Sequence[Written], folder: Path) -> None:
    """Write the pairs for choices and those kept out as sets, one a pair of languages."""
    names = {label: name for name, label in LABELS.items()}
    for part, kind in ((CHOICES, "dev"), (ASIDE, "eval")):
        for language in sorted({one.language for one in written}):
            file = folder / f"{kind}.written-{language}.jsonl.gz"
            with gzip.open(file, "wt", encoding="utf-8") as lines:
                for one in written:
                    if one.part == part and one.language == language:
                        premise, claim, label, error = one.pair
                        row = {"premise": premise, "claim": claim, "label": names[label]}
                        lines.write(json.dumps(row | {"kind": error}, ensure_ascii=False) + "\n")


def mixed(written: Sequence[Written], chance: random.Random) -> Iterator[Pair]:
    """The pairs, and what is made of them and of their passages."""
    by_passage: dict[str, list[Written]] = {}
    for one in written:
        yield _looked(one.pair, chance)
        by_passage.setdefault(one.passage, []).append(one)
    groups = list(by_passage.values())
    for group in groups:
        premise = group[0].pair.premise
        for _ in range(_times(VERBATIM, chance)):
            yield from _verbatim(premise, chance)
        for _ in range(_times(OTHERS, chance)):
            other = chance.choice(groups)
            if other is not group:
                part = _stretch(premise, chance)
                yield Pair(part, chance.choice(other).pair.claim, NOT_ENOUGH, "w-other")
        for _ in range(_times(JOINED, chance)):
            yield from _joined([one for one in group if one.language == group[0].language], chance)


def _times(mean: float, chance: random.Random) -> int:
    return int(mean) + (chance.random() < mean % 1)


def _looked(pair: Pair, chance: random.Random) -> Pair:
    return seen_on_a_page(pair, "", chance) if chance.random() < 0.25 else pair


def _verbatim(premise: str, chance: random.Random) -> Iterator[Pair]:
    sentences = _sentences(premise)
    whole = [n for n, one in enumerate(sentences) if 6 <= len(one.split()) <= 45 and one[-1] == "."]
    if whole:
        at = chance.choice(whole)
        around = sentences[max(0, at - AROUND) : at + AROUND + 1]
        yield Pair(" ".join(around), sentences[at], SUPPORTED, "w-verbatim")


def _stretch(premise: str, chance: random.Random) -> str:
    sentences = _sentences(premise)
    at = chance.randrange(len(sentences))
    return " ".join(sentences[max(0, at - AROUND) : at + AROUND + 1])


def _sentences(text: str) -> list[str]:
    return [one.strip() for one in _SENTENCE.split(text) if one.strip()] or [text]


def _joined(group: Sequence[Written], chance: random.Random) -> Iterator[Pair]:
    if len(group) < 4:
        return
    supported = [one for one in group if one.pair.label == SUPPORTED]
    from_all = chance.random() < 0.5 or len(supported) < 2
    first, second = chance.sample(group if from_all else supported, 2)
    label = together([first.pair.label, second.pair.label])
    claim = f"{ended(first.pair.claim)} {ended(second.pair.claim)}"
    yield Pair(first.pair.premise, claim, label, "w-joined")


def main() -> None:
    """Write the rows to train on, and those for choices by language."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--vocab", nargs="+", required=True)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sets", type=Path, help="a folder for dev. and eval. files of them")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    written = read_written(options.files)
    chance = random.Random(SEED)
    train = list(mixed([one for one in written if one.part == TRAIN], chance))
    chance.shuffle(train)
    save(options.out / "written", encoded_by(options.workers, train, options.vocab), options.vocab)
    for part in (CHOICES, ASIDE):
        rows = [one.pair._replace(kind=one.language) for one in written if one.part == part]
        save(
            options.out / f"written-{part}",
            encoded_by(options.workers, rows, options.vocab),
            options.vocab,
        )
        print(f"{len(rows):,} rows of {part}")
    print(f"{len(train):,} rows to train on")
    if options.sets:
        write_sets(written, options.sets)


if __name__ == "__main__":
    main()
