r"""
Makes the rows the judge is trained on, tokenised, from public pairs and textbooks.

    python -m training.data.prepare --pairs train.permissive.jsonl.gz --books books.jsonl.gz \\
        --paragraphs xquad.en.json.gz --vocab mpnet.txt --out FOLDER [--workers 16] [--share 1.0]

Writes `rows.mpnet.npz`, `dev.mpnet.npz` (kept apart for watching the training) and `kinds.json`,
which counts what was made. The same seed gives the same rows.
"""

import argparse
import gzip
import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from citation_engine.verify.judges.local.pieces import Pieces, Unigram, read_pieces
from training.data.edits import edited, names_of
from training.data.figures import compared, made_up
from training.data.longer import composed, dropped, embedded, ended
from training.data.looks import seen_on_a_page
from training.data.pairs import (
    CONTRADICTED,
    NOT_SUPPORTED,
    SUPPORTED,
    Pair,
    is_german,
    is_kept_document,
    read_pairs,
)
from training.data.passages import Text, rows_of
from training.data.softening import reworded, softened

SEED = 20_261_115
CHUNK = 400
HELD_OUT = 0.015
MOST_TOKENS = 440
# How often the rows of a set are taken as they are.
TIMES = {"FoolMeTwice": 6, "CAD-NLI": 2, "NI-PAWS": 2, "ConjNLI": 1}
# How much a row of a kind counts; what was labelled by rule counts less than what people labelled.
WEIGHTS = {
    "summary-elsewhere": 0.6,
    "summary-other": 0.7,
    "summary": 0.8,
    "glossary-elsewhere": 0.6,
    "edit-opposite": 0.7,
    "edit-overstated": 0.7,
    "edit-swapped": 0.7,
    "dropped": 0.7,
    "NI-SNLI": 0.6,
    "summary-swapped": 0.6,
    "text-swapped": 0.7,
    "text-overstated": 0.7,
}
_WIKIPEDIA = ("WikiSplit", "ConjNLI", "NI-PAWS", "FoolMeTwice")


def read_texts(books: Path, paragraphs: Path | None) -> list[Text]:
    """The sections of the books, and articles of single paragraphs."""
    texts: list[Text] = []
    with gzip.open(books, "rt", encoding="utf-8") as lines:
        for line in lines:
            one = json.loads(line)
            if one["title"].strip().lower() not in ("preface", "introduction", "about"):
                glossary = [(term, meaning) for term, meaning in one["glossary"]]
                texts.append(Text(one["title"], one["paragraphs"], one["summary"], glossary))
    if paragraphs:
        with gzip.open(paragraphs, "rt", encoding="utf-8") as file:
            for article in json.load(file)["data"]:
                if is_kept_document(article["title"]):
                    continue
                found = [_plain_sentences(one["context"]) for one in article["paragraphs"]]
                texts.append(Text(article["title"].replace("_", " "), found))
    return texts


def _plain_sentences(text: str) -> list[str]:
    return [one.strip() for one in re.split(r"(?<=[.!?]) +(?=[A-Z\"“])", text) if one.strip()]


class Material:
    """All that rows are made from."""

    def __init__(self, pairs: list[Pair], texts: list[Text]) -> None:
        self.pairs, self.texts = pairs, texts
        self.by_kind: dict[str, list[Pair]] = {}
        for pair in pairs:
            self.by_kind.setdefault(pair.kind, []).append(pair)
        self.wikipedia = [pair for pair in pairs if pair.kind in _WIKIPEDIA]
        self.names = names_of([pair.premise for pair in self.wikipedia[:40_000]])
        self.usual = [pair for pair in pairs if pair.kind != "WikiSplit"]

    def around(self, chance: random.Random, most: int = 14) -> tuple[str, list[str]]:
        """Some sentences that stand together somewhere, with the title above them."""
        if chance.random() < 0.25:
            count = chance.randint(1, 8)
            return "", [ended(chance.choice(self.pairs).premise) for _ in range(count)]
        text = chance.choice(self.texts)
        sentences = text.sentences
        size = chance.randint(1, most)
        at = chance.randrange(max(1, len(sentences) - size))
        return text.title, sentences[at : at + size]


@cache
def _material(pairs: str, books: str, paragraphs: str) -> Material:
    return Material(read_pairs(Path(pairs)), read_texts(Path(books), Path(paragraphs)))


def tasks(material: Material, share: float) -> list[tuple[str, int, int]]:
    """What to make: the way, where to begin, and how many."""
    counts = {
        "plain": len(material.pairs),
        "texts": len(material.texts),
        "texts again": len(material.texts),
        "embedded": int(150_000 * share),
        "dropped": int(20_000 * share),
        "composed": int(70_000 * share),
        "edited": int(70_000 * share),
        "figures": int(30_000 * share),
    }
    step = {"texts": 10, "texts again": 10}
    made = []
    for way, count in counts.items():
        size = step.get(way, CHUNK)
        made += [(way, at, min(size, count - at)) for at in range(0, count, size)]
    if share < 1:
        made = random.Random(SEED).sample(made, max(8, int(len(made) * share)))
    return made


def make(material: Material, way: str, at: int, count: int) -> Iterator[Pair]:
    """The rows of one piece of work."""
    chance = random.Random(f"{SEED} {way} {at}")
    if way == "plain":
        for pair in material.pairs[at : at + count]:
            for _ in range(TIMES.get(pair.kind, 1)):
                yield seen_on_a_page(pair, "", chance) if chance.random() < 0.3 else pair
    elif way.startswith("texts"):
        for text in material.texts[at : at + count]:
            others = chance.sample(material.texts, 6)
            for pair in rows_of(text, others, chance):
                yield seen_on_a_page(pair, text.title, chance)
    else:
        for _ in range(count):
            yield from _one(material, way, chance)


def _one(material: Material, way: str, chance: random.Random) -> Iterator[Pair]:
    title, around = material.around(chance)
    if way == "figures":
        pair = made_up(material.names, chance)
        yield (
            embedded(pair, around, chance)._replace(kind="figures")
            if chance.random() < 0.3
            else pair
        )
        return
    if way == "edited":
        yield from _edited_pair(chance.choice(material.wikipedia), material, chance)
        return
    source = material.usual if chance.random() < 0.8 else material.wikipedia
    if way == "composed":
        several = [chance.choice(source) for _ in range(chance.choice((2, 2, 2, 3, 3, 4)))]
        if chance.random() < 0.35:
            several = [one for one in several if one.label == SUPPORTED] or several
        yield composed(several, around[: chance.randint(0, 8)], chance)
        return
    pair = chance.choice(source)
    if way == "dropped":
        yield dropped(pair, around)
    else:
        yield seen_on_a_page(embedded(pair, around, chance), title, chance)


def _edited_pair(pair: Pair, material: Material, chance: random.Random) -> Iterator[Pair]:
    """A sentence of an encyclopedia, and itself softened, changed or compared."""
    names = [chance.choice(material.names) for _ in range(12)]
    sentence = pair.premise
    claim = softened(
        sentence if chance.random() < 0.6 or pair.label != SUPPORTED else pair.claim, chance
    )
    change = edited(claim, chance, names)
    draw = chance.random()
    if draw < 0.2 or not change:
        yield Pair(sentence, claim, SUPPORTED, "wiki-said")
    elif draw < 0.55:
        yield Pair(sentence, change[0], change[1], f"wiki-{change[2]}")
    elif draw < 0.8:
        text = edited(sentence, chance, names)
        if text:
            yield Pair(text[0], softened(text[0], chance), SUPPORTED, "wiki-said")
            label = text[1] if text[2] != "overstated" else NOT_SUPPORTED
            first = reworded(sentence, chance) or sentence
            yield Pair(text[0], first, label, f"wiki-text-{text[2]}")
    elif found := compared(claim, chance):
        yield Pair(sentence, found[0], found[1], "compared")


def _worked(work: tuple[Any, ...]) -> tuple[list[Any], Counter[str]]:
    way, at, count, pairs, books, paragraphs, *vocabularies = work
    made = encoded(list(make(_material(pairs, books, paragraphs), way, at, count)), vocabularies)
    return made, Counter(f"{row.kind}/{row.label}" for row in made)


class Encoded(NamedTuple):
    """
    A row as token ids of each vocabulary, premise and claim.

    `foreign` is a row that an encoder of English alone cannot read, as it has no English twin.
    """

    ids: list[tuple[list[int], list[int]]]
    label: int
    kind: str
    foreign: bool = False


def encoded_by(workers: int, rows: Sequence[Pair], vocabularies: Sequence[str]) -> list[Encoded]:
    """The rows as token ids, made by so many processes."""
    parts = [rows[at : at + CHUNK] for at in range(0, len(rows), CHUNK)]
    with get_context("fork").Pool(workers) as pool:
        made = pool.map(partial(encoded, vocabularies=vocabularies), parts)
    return [row for part in made for row in part]


def encoded(rows: Iterable[Pair], vocabularies: Sequence[str]) -> list[Encoded]:
    """The rows as token ids; one whose evidence may have been cut away in any is left out."""
    made = []
    for row in rows:
        parts = [_cut(_pieces(vocabulary), row) for vocabulary in vocabularies]
        ids = [part for part in parts if part]
        if len(ids) == len(parts):
            foreign = row.english is None and any(map(is_german, row[:2]))
            made.append(Encoded(ids, row.label, row.kind, foreign))
    return made


def _cut(pieces: Pieces, row: Pair) -> tuple[list[int], list[int]] | None:
    read = row[:2] if isinstance(pieces, Unigram) else row.english or row[:2]
    premise, claim_ids = pieces.encode(read[0]), pieces.encode(read[1])[:160]
    premise_ids = premise[: MOST_TOKENS - len(claim_ids)]
    cut = len(premise_ids) < len(premise)
    if not claim_ids or not premise_ids or (cut and row.label in (SUPPORTED, CONTRADICTED)):
        return None
    return premise_ids, claim_ids


@cache
def _pieces(vocabulary: str) -> Pieces:
    return read_pieces(Path(vocabulary))


def save(file: Path, rows: Sequence[Encoded], vocabularies: Sequence[str]) -> None:
    """
    Write tokenised rows in the form training/rows.py reads, in one file a vocabulary.

    The name of the vocabulary comes before the suffix: `rows.mpnet.npz`. The files have the same
    rows in the same order, so that one model can learn from another one's answers.
    """
    kinds = sorted({row.kind for row in rows})
    number = {kind: n for n, kind in enumerate(kinds)}
    for which, vocabulary in enumerate(vocabularies):
        ids = [row.ids[which] for row in rows]
        lengths = np.array([(len(premise), len(claim)) for premise, claim in ids], np.int64)
        at = np.zeros(len(rows), np.int64)
        np.cumsum(lengths.sum(1)[:-1], out=at[1:])
        np.savez(
            file.with_suffix(f".{Path(vocabulary).stem}.npz"),
            tokens=np.fromiter((t for row in ids for part in row for t in part), np.uint16),
            premise_at=at,
            premise_len=lengths[:, 0].astype(np.uint16),
            claim_len=lengths[:, 1].astype(np.uint16),
            label=np.array([row.label for row in rows], np.uint8),
            weight=np.array([WEIGHTS.get(row.kind, 1.0) for row in rows], np.float16),
            kind=np.array([number[row.kind] for row in rows], np.uint8),
            kinds=np.array(kinds),
            foreign=np.array([row.foreign for row in rows], np.bool_),
        )


def _all(work: Iterable[Any], workers: int) -> Iterator[tuple[list[Any], Counter[str]]]:
    if workers < 2:
        yield from map(_worked, work)
        return
    with get_context("fork").Pool(workers) as pool:
        yield from pool.imap(_worked, work, chunksize=4)


def main() -> None:
    """Make the rows and write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("pairs", "books", "paragraphs", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--vocab", nargs="+", required=True)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--share", type=float, default=1.0)
    options = parser.parse_args()
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    files = (options.pairs, options.books, options.paragraphs)
    # Read before the workers are made, so that they share it.
    material = _material(*files)
    work = [(*task, *files, *options.vocab) for task in tasks(material, options.share)]
    random.Random(SEED).shuffle(work)
    rows: list[Any] = []
    counts: Counter[str] = Counter()
    for made, counted in _all(work, options.workers):
        rows += made
        counts += counted
    random.Random(SEED).shuffle(rows)
    held = int(len(rows) * HELD_OUT)
    save(out / "dev", rows[:held], options.vocab)
    save(out / "rows", rows[held:], options.vocab)
    (out / "kinds.json").write_text(json.dumps(dict(sorted(counts.items())), indent=1))
    print(f"{len(rows):,} rows, {held:,} held out")


if __name__ == "__main__":
    main()
