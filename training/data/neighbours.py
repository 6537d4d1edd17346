r"""
Pairs of texts that look alike: claims beside the passages that come nearest to them in words.

Nobody labelled them; a teacher does, when a student learns from it. They are what a judge meets
most: the right topic and many of the right words, and seldom the same statement.

    python -m training.data.neighbours --pairs train.permissive.jsonl.gz --books books.jsonl.gz \\
        --vocab mpnet.txt --out neighbours
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training.data.pairs import Pair, read_pairs
from training.data.passages import MOST_WORDS, Text
from training.data.prepare import SEED, encoded_by, read_texts, save
from training.data.softening import softened

# What a row is before a teacher has said it.
UNKNOWN = 4
NEAREST = 4
MOST_CLAIMS = 90_000
_PIECE = 2_000


def nearest(claims: Sequence[str], texts: Sequence[str], count: int) -> NDArray[np.int64]:
    """The numbers of the texts nearest to each claim, by words and their rarity."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    words = TfidfVectorizer(sublinear_tf=True, min_df=2, max_df=0.02, dtype=np.float32)
    table = words.fit_transform(texts).T.tocsr()
    asked = words.transform(claims)
    found = np.zeros((len(claims), count), np.int64)
    for at in range(0, len(claims), _PIECE):
        alike = (asked[at : at + _PIECE] @ table).tocsr()
        for row in range(alike.shape[0]):
            start, end = alike.indptr[row], alike.indptr[row + 1]
            numbers, values = alike.indices[start:end], alike.data[start:end]
            best = numbers[np.argsort(-values, kind="stable")[:count]]
            found[at + row] = np.pad(best, (0, count - len(best)), constant_values=-1)
    return found


def of_books(texts: Sequence[Text], chance: random.Random) -> Iterator[Pair]:
    """Sentences of the books, their summaries and glossaries, with passages that look alike."""
    places = [(n, m) for n, text in enumerate(texts) for m in range(len(text.sentences))]
    sentences = [texts[n].sentences[m] for n, m in places]
    claims = [softened(one, chance) for one in sentences]
    claims += [one for text in texts for one in text.summary]
    claims += [f"{term} is {meaning}." for text in texts for term, meaning in text.glossary]
    for number, near in enumerate(nearest(claims, sentences, NEAREST + 1)):
        for other in near[near != number][: 2 if number < len(sentences) else NEAREST]:
            if other >= 0:
                yield Pair(_around(texts, *places[other], chance), claims[number], UNKNOWN, "near")


def _around(texts: Sequence[Text], text: int, sentence: int, chance: random.Random) -> str:
    before, after = chance.choice(((0, 0), (0, 0), (1, 1), (2, 2), (0, 3), (4, 4)))
    window = texts[text].sentences[max(0, sentence - before) : sentence + after + 1]
    while len(window) > 1 and sum(len(one.split()) for one in window) > MOST_WORDS:
        window = window[:-1]
    return " ".join(window)


def of_pairs(pairs: Sequence[Pair], chance: random.Random) -> Iterator[Pair]:
    """Claims of the public pairs with premises of others that look alike."""
    premises = sorted({pair.premise for pair in pairs})
    own = {premise: number for number, premise in enumerate(premises)}
    chosen = chance.sample(list(pairs), min(MOST_CLAIMS, len(pairs)))
    found = nearest([pair.claim for pair in chosen], premises, 3)
    for pair, near in zip(chosen, found, strict=True):
        for other in near[near != own[pair.premise]][:2]:
            if other >= 0:
                yield Pair(premises[other], pair.claim, UNKNOWN, "near-pairs")


def main() -> None:
    """Write the pairs, tokenised."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("pairs", "books", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--vocab", nargs="+", required=True)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    chance = random.Random(SEED)
    made = [
        *of_books(read_texts(Path(options.books), None), chance),
        *of_pairs(read_pairs(Path(options.pairs)), chance),
    ]
    chance.shuffle(made)
    rows = encoded_by(options.workers, made, options.vocab)
    save(Path(options.out), rows, options.vocab)
    print(f"{len(rows):,} rows")


if __name__ == "__main__":
    main()
