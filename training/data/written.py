r"""
Rows of the written pairs: as they are, and mixed so that nearness alone gives nothing away.

A written pair has a passage and a claim, both written or chosen by people, and the kind of its
error. Passages are split by their name, never rows: a tenth is kept out of all training, a
sixteenth is for thresholds and choices. So are half of the XQuAD documents. What is mixed in:
sentences of the passage itself (supported), claims about other passages (not enough), two
claims as one, which holds where both hold, supported claims and sentences of the passage with one
thing changed, and pairs whose passage stands among stretches of others, as what a search finds in
a long source does.

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

from training.data.edits import edited, edited_german, names_of
from training.data.longer import ended, together
from training.data.looks import seen_on_a_page
from training.data.pairs import (
    LABELS,
    NOT_ENOUGH,
    SUPPORTED,
    Pair,
    is_german,
    is_kept_document,
    number_of,
)
from training.data.prepare import encoded_by, save

SEED = 20_261_118
# One of so many passages is kept out of training, and of the others one of so many is for choices.
KEPT_OUT, FOR_CHOICES = 10, 15
# For each passage: sentences of it, claims of others, and joined claims.
VERBATIM, OTHERS, JOINED = 1.4, 1.0, 0.8
# For each pair: how often its passage stands among others, and a supported claim is changed.
AMONG, CHANGED = 0.7, 0.35
# Words of a passage among others, at most and at least.
MOST_WORDS, LEAST_WORDS = 290, 60
# Sentences on each side of one that is taken as a claim, so that rows stay short.
AROUND = 3
TRAIN, CHOICES, ASIDE = "train", "dev", "aside"
# What stands before stretches that a search found in notes, files and tables.
_LEADS = (
    "Key findings:|Summary:|Notes:|## 3.2|id: c14|text:|tags: [review, sources]|Contents|[12]|"
    "| Year | Value ||Zusammenfassung:|Wichtige Begriffe:|Anlage 2|Figure 4.|Table 2."
).split("|")
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
            for row in map(json.loads, lines):
                found += _in_both(row) if "claims" in row else [_written(row)]
    return found


def _in_both(row: dict[str, Any]) -> Iterator[Written]:
    """The pairs of a passage and its claims, each written in both languages."""
    for of, at in (("en", "en"), ("de", "de"), ("de", "en"), ("en", "de")):
        for claim in row["claims"]:
            english = None if of == at == "en" else (row["passage_en"], claim["en"])
            label = LABELS[claim["label"]]
            pair = Pair(row[f"passage_{of}"], claim[at], label, claim["kind"], english)
            language = f"{of}-{at}" if of == at else "de-en"
            yield Written(pair, f"{row['id']}/{of}", language, part_of(row["id"]))


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
    folder.mkdir(parents=True, exist_ok=True)
    for part, kind in ((CHOICES, "dev"), (ASIDE, "eval")):
        for language in sorted({one.language for one in written}):
            file = folder / f"{kind}.written-{language}.jsonl.gz"
            with gzip.open(file, "wt", encoding="utf-8") as lines:
                for one in written:
                    if one.part == part and one.language == language:
                        premise, claim, label, error, _ = one.pair
                        row = {"premise": premise, "claim": claim, "label": names[label]}
                        lines.write(json.dumps(row | {"kind": error}, ensure_ascii=False) + "\n")


def mixed(written: Sequence[Written], chance: random.Random) -> Iterator[Pair]:
    """The pairs, and what is made of them and of their passages."""
    by_passage: dict[str, list[Written]] = {}
    for one in written:
        yield _looked(one.pair, chance)
        by_passage.setdefault(one.passage, []).append(one)
    groups = list(by_passage.values())
    german = {one.passage: is_german(one.pair.premise) for one in written}
    alike = {
        kind: [group for group in groups if german[group[0].passage] is kind]
        for kind in (True, False)
    }
    for group in groups:
        others = alike[german[group[0].passage]]
        for one in group:
            yield from _of_pair(one, others, chance)
        yield from _of_passage(group, groups, others, chance)


Groups = Sequence[Sequence[Written]]


def _of_pair(one: Written, others: Groups, chance: random.Random) -> Iterator[Pair]:
    """A pair with its claim changed, and with its passage among others in the same language."""
    own = [one.pair]
    if one.pair.label == SUPPORTED and chance.random() < CHANGED:
        own += _changed(one.pair, chance)
        yield from own[1:]
    if chance.random() < AMONG:
        yield among(chance.choice(own), one.passage, others, chance)


def _of_passage(
    group: Sequence[Written], groups: Groups, alike: Groups, chance: random.Random
) -> Iterator[Pair]:
    """A passage with its own sentences, claims of other passages, and two claims as one."""
    premise = group[0].pair.premise
    for _ in range(_times(VERBATIM, chance)):
        for pair in _verbatim(premise, chance):
            yield pair
            yield from _changed(pair, chance)
            yield among(pair, group[0].passage, alike, chance)
    for _ in range(_times(OTHERS, chance)):
        other = chance.choice(groups)
        if other is not group:
            part = _stretch(premise, chance)
            yield Pair(part, chance.choice(other).pair.claim, NOT_ENOUGH, "w-other")
    for _ in range(_times(JOINED, chance)):
        language = chance.choice(group).language
        yield from _joined([one for one in group if one.language == language], chance)


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


def _changed(pair: Pair, chance: random.Random) -> Iterator[Pair]:
    """A supported pair with one thing changed in its claim."""
    german = is_german(pair.claim)
    made = (
        edited_german(pair.claim, chance)
        if german
        else edited(pair.claim, chance, names_of([pair.premise]))
    )
    # A name or a number of the passage in another's place may leave a claim true.
    if made and not (made[2] == "name" and chance.random() < 0.3):
        # What is changed in an English claim is changed for an encoder of English, too.
        english = (pair.english[0], made[0]) if pair.english and not german else None
        yield Pair(pair.premise, made[0], made[1], f"w-{made[2]}", english)


def among(pair: Pair, passage: str, groups: Groups, chance: random.Random) -> Pair:
    """The pair with its passage among stretches of other passages."""
    room = chance.randint(LEAST_WORDS, MOST_WORDS) - len(pair.premise.split())
    before, after = list[str](), list[str]()
    while room > 0:
        other = chance.choice(groups)
        if other[0].passage == passage:
            break
        stretch = _stretch(other[0].pair.premise, chance)
        room -= len(stretch.split())
        if room < -20:
            break
        if chance.random() < 0.2:
            stretch = f"{chance.choice(_LEADS)} {stretch}"
        (before if chance.random() < 0.5 else after).append(stretch)
    return pair._replace(premise="\n\n".join([*before, pair.premise, *after]), kind="w-among")


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
    claim = _as_one(first.pair.claim, second.pair.claim)
    one, other = first.pair.english, second.pair.english
    english = (one[0], _as_one(one[1], other[1])) if one and other else None
    yield Pair(first.pair.premise, claim, label, "w-joined", english)


def _as_one(claim: str, other: str) -> str:
    return f"{ended(claim)} {ended(other)}"


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
