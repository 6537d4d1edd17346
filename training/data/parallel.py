r"""
Rows whose passage and claim are in two languages, from texts that exist in both.

Of paragraphs the English sentence at the same place is supported; changed in one way, it is not; a
sentence of another paragraph of the document is not enough. Only paragraphs with the same number
of sentences in both languages are used, and none of the documents that are kept out.

So for speeches of the European Parliament, whose paragraphs are there sentence by sentence in both
languages; there either language is the passage's, and a passage may lack just the sentence asked.

Of written claims that were translated each carries its translation, and one or two that their
passage supports carry none that it does not support: else the passage would support it. Those
nearest to each other in words stand beside each other, and each claim beside itself with one thing
changed, so that the rows differ in what is said and not in what it is about.

    python -m training.data.parallel xquad.de.json.gz xquad.en.json.gz --vocab mpnet.txt \\
        --out parallel
    python -m training.data.parallel --debates proceedings/xml --vocab mpnet.txt --out debates
    python -m training.data.parallel --claims training/pairs/written.translated.jsonl.gz \\
        --vocab mpnet.txt --out claims
"""

import argparse
import gzip
import json
import random
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from training.data.edits import edited, edited_german, names_of
from training.data.pairs import (
    NOT_ENOUGH,
    NOT_SUPPORTED,
    SUPPORTED,
    Pair,
    is_german,
    is_kept_document,
)
from training.data.prepare import encoded_by, save
from training.data.written import TRAIN, part_of

SEED = 20_261_119
# Sentences on each side of the one that is asked about, at most.
AROUND = 2
# Of debates: so many sentences in all; and how long one may be against its translation.
SPOKEN = 26_000
LEAST_RATIO, MOST_RATIO = 0.6, 1.8
SHORTEST, LONGEST = 40, 320
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-ZÄÖÜ\"“„\d])")


class Paragraph(NamedTuple):
    """One paragraph in both languages, sentence by sentence, and its document."""

    document: str
    german: list[str]
    english: list[str]


def read_paragraphs(german: Path, english: Path) -> list[Paragraph]:
    """Return the paragraphs that have the same number of sentences in both files."""
    found = []
    for first, second in zip(_documents(german), _documents(english), strict=True):
        title = str(second["title"])
        if is_kept_document(title):
            continue
        for one, other in zip(first["paragraphs"], second["paragraphs"], strict=True):
            here, there = (_SENTENCE.split(text["context"].strip()) for text in (one, other))
            if len(here) == len(there) > 1:
                found.append(Paragraph(title, here, there))
    return found


def _documents(file: Path) -> list[dict[str, list[dict[str, str]]]]:
    with gzip.open(file, "rt", encoding="utf-8") as text:
        documents: list[dict[str, list[dict[str, str]]]] = json.load(text)["data"]
    return documents


def rows_of(paragraphs: list[Paragraph], chance: random.Random) -> Iterator[Pair]:
    """The rows: each sentence as it is, changed, and beside a passage that lacks it."""
    for paragraph in paragraphs:
        names = names_of(paragraph.english)
        others = [one for one in paragraphs if one.document == paragraph.document]
        for place, claim in enumerate(paragraph.english):
            yield Pair(_around(paragraph, place, chance), claim, SUPPORTED, "parallel")
            changed = edited(claim, chance, names)
            if changed is not None:
                sentence, label, _ = changed
                yield Pair(_around(paragraph, place, chance), sentence, label, "parallel-edited")
            other = chance.choice(others)
            if other is not paragraph:
                elsewhere = chance.randrange(len(other.german))
                passage = _around(other, elsewhere, chance)
                yield Pair(passage, claim, NOT_ENOUGH, "parallel-other")


def _around(paragraph: Paragraph, place: int, chance: random.Random) -> str:
    first = max(0, place - chance.randint(0, AROUND))
    return " ".join(paragraph.german[first : place + chance.randint(0, AROUND) + 1])


def read_debates(folder: Path) -> list[Paragraph]:
    """Return the paragraphs of speeches that have the same sentences in `de` and `en`."""
    found = []
    for file in sorted((folder / "de").glob("*.DE.xml")):
        english = folder / "en" / file.name.replace(".DE.", ".EN.")
        if not english.exists():
            continue
        there = dict(_speeches(english))
        for name, paragraphs in _speeches(file):
            others = there.get(name, [])
            if len(paragraphs) != len(others):
                continue
            for one, other in zip(paragraphs, others, strict=True):
                german, spoken = _SENTENCE.split(one), _SENTENCE.split(other)
                alike = len(german) == len(spoken) > 1 and is_german(one) and not is_german(other)
                if alike and all(map(_is_translation, german, spoken)):
                    found.append(Paragraph(f"{file.stem}/{name}", german, spoken))
    return found


def _speeches(file: Path) -> Iterator[tuple[str, list[str]]]:
    for speech in ElementTree.parse(file).iter("intervention"):
        said = (" ".join("".join(part.itertext()).split()) for part in speech.iter("p"))
        yield str(speech.get("id")), [text for text in said if text]


def _is_translation(german: str, english: str) -> bool:
    return LEAST_RATIO <= len(german) / max(len(english), 1) <= MOST_RATIO


def debate_rows(paragraphs: list[Paragraph], chance: random.Random) -> Iterator[Pair]:
    """The rows: a sentence in one language beside its surroundings in the other, and without it."""
    places = [
        (paragraph, place)
        for paragraph in paragraphs
        for place, claim in enumerate(paragraph.english)
        if SHORTEST <= len(claim) <= LONGEST
    ]
    for paragraph, place in chance.sample(places, min(SPOKEN, len(places))):
        turned = chance.random() < 0.3
        claims = paragraph.german if turned else paragraph.english
        there = paragraph._replace(german=paragraph.english) if turned else paragraph
        claim = claims[place]
        made = edited_german(claim, chance) if turned else edited(claim, chance, names_of(claims))
        english = paragraph.english
        first = max(0, place - chance.randint(0, AROUND))
        last = place + 1 + chance.randint(0, AROUND)
        passage, same = (" ".join(one[first:last]) for one in (there.german, english))
        yield Pair(passage, claim, SUPPORTED, "debate", (same, english[place]))
        if made is not None:
            twin = None if turned else (same, made[0])
            yield Pair(passage, made[0], made[1], "debate-edited", twin)
        rest = [one[first:place] + one[place + 1 : last] for one in (there.german, english)]
        if rest[0]:
            passage, same = map(" ".join, rest)
            yield Pair(passage, claim, NOT_ENOUGH, "debate-without", (same, english[place]))


class Claim(NamedTuple):
    """A written claim in both languages, and whether its passage supports it."""

    supported: bool
    german: str
    english: str


def read_claims(file: Path) -> list[list[Claim]]:
    """Return the claims of each passage; a translated one stands before the one it is of."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    found: dict[str, list[Claim]] = {}
    for one, other in pairwise(rows):
        passage = f"{one['set']}/{one['passage']}"
        of_both = (one["language"], other["language"]) == ("de", "en")
        if of_both and one["passage_language"] == "de" and part_of(passage) == TRAIN:
            claim = Claim(one["label"] == "e", one["claim"], other["claim"])
            found.setdefault(passage, []).append(claim)
    return list(found.values())


def claim_rows(passages: list[list[Claim]], chance: random.Random) -> Iterator[Pair]:
    """The rows of translated claims: each as a passage for its translation and for false ones."""
    for claims in passages:
        true = [one for one in claims if one.supported]
        false = [one for one in claims if not one.supported]
        for claim in claims:
            beside = [one for one in true if one is not claim] if claim.supported else []
            said = [claim, *chance.sample(beside, min(len(beside), chance.randint(0, 1)))]
            chance.shuffle(said)
            german = " ".join(one.german for one in said)
            english = " ".join(one.english for one in said)
            same = (english, claim.english)
            yield Pair(german, claim.english, SUPPORTED, "claim-translated", same)
            if chance.random() < 0.4:
                yield Pair(english, claim.german, SUPPORTED, "claim-translated", same)
            changed = edited(claim.english, chance)
            if changed is not None:
                same = (english, changed[0])
                yield Pair(german, changed[0], changed[1], "claim-edited", same)
            reworded = edited_german(claim.german, chance)
            if reworded is not None:
                yield Pair(claim.english, reworded[0], reworded[1], "claim-edited")
                yield Pair(reworded[0], claim.english, NOT_SUPPORTED, "claim-edited")
            if claim.supported and false:
                other = max(false, key=lambda one: _alike(one.english, claim.english))
                same = (claim.english, other.english)
                yield Pair(claim.german, other.english, NOT_SUPPORTED, "claim-near", same)
                yield Pair(claim.english, other.german, NOT_SUPPORTED, "claim-near", same)
                other = chance.choice(false)
                same = (english, other.english)
                yield Pair(german, other.english, NOT_SUPPORTED, "claim-other", same)


def _alike(one: str, other: str) -> float:
    """The share of words that two sentences have in common."""
    first, second = (set(text.lower().split()) for text in (one, other))
    return len(first & second) / len(first | second)


def main() -> None:
    """Write the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("german", type=Path, nargs="?")
    parser.add_argument("english", type=Path, nargs="?")
    parser.add_argument("--claims", type=Path, help="translated claims instead")
    parser.add_argument("--debates", type=Path, help="speeches in folders `de` and `en` instead")
    parser.add_argument("--vocab", nargs="+", required=True)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    chance = random.Random(SEED)
    if options.claims:
        rows = list(claim_rows(read_claims(options.claims), chance))
    elif options.debates:
        rows = list(debate_rows(read_debates(options.debates), chance))
    else:
        rows = list(rows_of(read_paragraphs(options.german, options.english), chance))
    save(options.out, encoded_by(options.workers, rows, options.vocab), options.vocab)
    print(f"{len(rows):,} rows")


if __name__ == "__main__":
    main()
