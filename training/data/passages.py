"""
Rows from real text: what a passage says, said otherwise, changed, taken out, or said elsewhere.

A judge that only looks for shared words fails on these in both directions: the passage itself is
changed as often as the claim, so an odd-looking claim may be the supported one.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from training.data.edits import edited, names_of
from training.data.figures import compared
from training.data.longer import ended, together
from training.data.pairs import (
    CONTRADICTED,
    NOT_ENOUGH,
    NOT_SUPPORTED,
    SUPPORTED,
    Pair,
    word_recall,
)
from training.data.softening import reworded, softened

MOST_WORDS = 290
# Less of a claim's words than this in the rest of a text: the rest does not say it.
NOT_SAID = 0.75
# A summary is taken to be carried by paragraphs that have this share of its words.
CARRIED = 0.55


@dataclass(frozen=True)
class Text:
    """A section to make rows from: a title, paragraphs of sentences, a summary, a glossary."""

    title: str
    paragraphs: Sequence[Sequence[str]]
    summary: Sequence[str] = ()
    glossary: Sequence[tuple[str, str]] = ()

    @cached_property
    def sentences(self) -> list[str]:
        """All sentences in order."""
        return [sentence for paragraph in self.paragraphs for sentence in paragraph]


def rows_of(text: Text, others: Sequence[Text], chance: random.Random) -> Iterator[Pair]:
    """The rows that a section gives."""
    sentences = text.sentences
    names = names_of(sentences) + names_of(chance.choice(others).sentences)
    at = 0
    while at < len(sentences):
        size = chance.choice((1, 2, 3, 4, 5, 6, 8, 10, 13, 16))
        window = _fitting(sentences[at : at + size])
        at += max(1, len(window))
        rest = [one for one in sentences if one not in window]
        for _ in range(min(8, 1 + len(window))):
            yield from _of_window(window, rest, names, chance)
    yield from _of_summary(text, others, names, chance)
    yield from _of_glossary(text, chance)


def _fitting(sentences: Sequence[str]) -> list[str]:
    kept: list[str] = []
    for sentence in sentences:
        if kept and sum(len(one.split()) for one in (*kept, sentence)) > MOST_WORDS:
            break
        kept.append(sentence)
    return kept


def _of_window(
    window: list[str], rest: list[str], names: Sequence[str], chance: random.Random
) -> Iterator[Pair]:
    number = chance.randrange(len(window))
    sentence = window[number]
    claim = softened(sentence, chance)
    draw = chance.random()
    if draw < 0.24:
        yield Pair(" ".join(window), claim, SUPPORTED, "said")
    elif draw < 0.5:
        if change := edited(claim, chance, names):
            yield Pair(" ".join(window), change[0], change[1], f"edit-{change[2]}")
    elif draw < 0.62:
        yield from _of_edited_window(window, number, names, chance)
    elif draw < 0.72:
        left = [one for n, one in enumerate(window) if n != number]
        if left and word_recall(" ".join(left), claim) < NOT_SAID:
            yield Pair(" ".join(left), claim, NOT_ENOUGH, "removed")
    elif draw < 0.79:
        yield from _of_elsewhere(window, rest, chance)
    elif draw < 0.86:
        if found := compared(claim, chance):
            yield Pair(" ".join(window), found[0], found[1], "compared")
    else:
        yield from _of_two(window, rest, names, chance)


def _of_elsewhere(window: list[str], rest: list[str], chance: random.Random) -> Iterator[Pair]:
    """A sentence of the same section that the passage does not have."""
    if rest:
        other = softened(chance.choice(rest), chance)
        if word_recall(" ".join(window), other) < NOT_SAID:
            yield Pair(" ".join(window), other, NOT_ENOUGH, "elsewhere")


def _of_edited_window(
    window: list[str], number: int, names: Sequence[str], chance: random.Random
) -> Iterator[Pair]:
    """The passage is what was changed: the first wording is wrong of it, the changed one right."""
    change = edited(window[number], chance, names)
    if not change:
        return
    text = " ".join([*window[:number], change[0], *window[number + 1 :]])
    yield Pair(text, softened(change[0], chance), SUPPORTED, "said-edited")
    # Only words are changed here: what is left out may be what was edited.
    first = reworded(window[number], chance) or window[number]
    label = CONTRADICTED if change[1] == CONTRADICTED else NOT_SUPPORTED
    yield Pair(text, first, label, f"text-{change[2]}")


def _of_two(
    window: list[str], rest: list[str], names: Sequence[str], chance: random.Random
) -> Iterator[Pair]:
    """A claim of two sentences; the second is said, changed, or not there."""
    if len(window) < 2:
        return
    first, second = (softened(one, chance) for one in chance.sample(window, 2))
    labels, premise = [SUPPORTED, SUPPORTED], " ".join(window)
    draw = chance.random()
    if draw < 0.3 and (change := edited(second, chance, names)):
        second, labels[1] = change[0], change[1]
    elif draw < 0.6 and rest:
        second = softened(chance.choice(rest), chance)
        if word_recall(premise, second) >= NOT_SAID:
            return
        labels[1] = NOT_ENOUGH
    both = [first, second]
    chance.shuffle(both)
    yield Pair(premise, " ".join(map(ended, both)), together(labels), "two")


def _of_summary(
    text: Text, others: Sequence[Text], names: Sequence[str], chance: random.Random
) -> Iterator[Pair]:
    """A summary's sentence with the paragraphs that carry it, with others, and changed."""
    for sentence in text.summary:
        carrying, left = _by_overlap(sentence, text.paragraphs)
        if not carrying or word_recall(carrying, sentence) < CARRIED:
            continue
        for _ in range(2):
            yield Pair(carrying, softened(sentence, chance), SUPPORTED, "summary")
        for _ in range(2):
            if change := edited(softened(sentence, chance), chance, names):
                yield Pair(carrying, change[0], change[1], f"summary-{change[2]}")
        if left and word_recall(left, sentence) < CARRIED:
            yield Pair(left, sentence, NOT_ENOUGH, "summary-elsewhere")
        other = chance.choice(others)
        if (
            other.summary
            and word_recall(carrying, foreign := chance.choice(other.summary)) < CARRIED
        ):
            yield Pair(carrying, foreign, NOT_ENOUGH, "summary-other")
            both = [softened(sentence, chance), foreign]
            chance.shuffle(both)
            yield Pair(carrying, " ".join(both), NOT_ENOUGH, "summary-two")


def _of_glossary(text: Text, chance: random.Random) -> Iterator[Pair]:
    """A definition as a claim, and the same words said of another term."""
    terms = [term for term, _ in text.glossary]
    for term, meaning in text.glossary:
        told = f"{term} {meaning}"
        carrying, left = _by_overlap(told, text.paragraphs)
        if not carrying or word_recall(carrying, told) < CARRIED or len(meaning.split()) < 4:
            continue
        yield Pair(carrying, _definition(term, meaning, chance), SUPPORTED, "glossary")
        if change := edited(meaning, chance):
            yield Pair(carrying, _definition(term, change[0], chance), change[1], "glossary-edited")
        others = [one for one in terms if one != term and one.lower() in carrying.lower()]
        if others:
            wrong = _definition(chance.choice(others), meaning, chance)
            yield Pair(carrying, wrong, NOT_SUPPORTED, "wrong-subject")
        if left and word_recall(left, told) < CARRIED:
            yield Pair(left, _definition(term, meaning, chance), NOT_ENOUGH, "glossary-elsewhere")


def _definition(term: str, meaning: str, chance: random.Random) -> str:
    meaning = meaning.rstrip(".")
    if chance.random() < 0.3:
        return f"{meaning[:1].upper()}{meaning[1:]} is known as {term}."
    joint = "are" if term.endswith("s") and not term.endswith(("ss", "is")) else "is"
    return f"{term[:1].upper()}{term[1:]} {joint} {meaning}."


def _by_overlap(claim: str, paragraphs: Sequence[Sequence[str]]) -> tuple[str, str]:
    """The paragraphs nearest to a claim, and the furthest ones, each as one text."""
    joined = [" ".join(one) for one in paragraphs]
    order = sorted(range(len(joined)), key=lambda n: -word_recall(joined[n], claim))
    return _taken(joined, order), _taken(joined, order[len(order) // 2 :])


def _taken(joined: Sequence[str], order: Sequence[int]) -> str:
    chosen: list[int] = []
    words = 0
    for number in order:
        length = len(joined[number].split())
        if chosen and words + length > MOST_WORDS:
            break
        if length <= MOST_WORDS:
            chosen.append(number)
            words += length
    return " ".join(joined[number] for number in sorted(chosen))
