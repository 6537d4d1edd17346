"""
Whether a sentence of the passage carries what the model found supported, or contradicted.

The model reads many sentences at once and puts together what stands apart: one company's revenue
with another one's name. It also overhears what a sentence hangs on: a question, a reservation, a
neighbour that takes it back. So a claim counts as supported only where a sentence that the passage
touches says it by itself, stands there as a statement, and has no reservation that the claim lacks.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from citation_engine.language.sentences import split_sentences
from citation_engine.language.vocabulary import lists, pattern
from citation_engine.model.passage import Passage
from citation_engine.verify.judges.local.decision import Scores
from citation_engine.verify.judges.local.features import Lexical
from citation_engine.verify.judges.same_statement import PassageSentences, stretch_of

# Sentences that are scored alone, and the least share of the nearest one's words they have.
MOST_WEIGHED, _FEWER = 4, 0.5
# A sentence alone says it from here on; below the second, not even with the text around it.
ALONE, WITH_OTHERS = 0.0, -2.0
# From here on a sentence, or a view, contradicts.
AGAINST = 1.0
# The least share of a claim's words in a sentence that contradicts it: the same thing is meant.
SAME = 0.65

ABSENT = "No sentence of the passage says this by itself"
DIVIDED = "The passage also says otherwise"
ELSEWHERE = "Another sentence than the cited one says this"
NOT_STATED = "The passage has this, but not as a statement of its own"
RESERVED = "The passage says this with a reservation"
REVERSED = "The passage says it the other way round"

# "was sued by the maker": the verb, and the first word of who does it.
_PASSIVE = re.compile(pattern("verbs", "PASSIVE"), re.I)

# Kinds of reservation, by the words of a sentence that make one and the words of a claim that
# repeat one of that kind.
_KINDS = tuple(
    (re.compile(rf"\b(?:{said})\b", re.I), re.compile(rf"\b(?:{said}|{repeated})\b", re.I))
    for kinds in lists("modality", "RESERVATIONS")
    for said, repeated in kinds
)


@dataclass(frozen=True, slots=True)
class Carried:
    """The sentence relied on, and why it does not carry the claim; None where it does."""

    sentence: str | None
    objection: str | None = None


def carried(claim: str, passage: Passage, score: Callable[[str, str], Scores]) -> Carried:
    """
    Return the sentence of the passage that carries a claim, or why none does.

    Each sentence of the claim needs one; the one returned is that of the first objection, or of
    the first sentence of the claim. `score` says what the model makes of a sentence alone.
    """
    stretch = stretch_of(passage)
    found = [_of_sentence(part, stretch, score) for part in _sentences(claim)]
    objecting = (one for one in found if one.objection)
    return next(objecting, found[0] if found else Carried(None, ABSENT))


def contradicting(claim: str, passage: Passage, score: Callable[[str, str], Scores]) -> str | None:
    """
    Return the sentence of the passage that contradicts a claim, or None.

    That others did otherwise contradicts nothing: the sentence has most of the words of the claim,
    or of one of its sentences.
    """
    texts = stretch_of(passage).texts
    for part in _sentences(claim):
        wanted = Lexical(part).content
        for number in _nearest(part, texts):
            share = len(wanted.intersection(Lexical(texts[number]).stems)) / len(wanted)
            if share >= SAME and score(texts[number], part).contra >= AGAINST:
                return texts[number]
    return None


def _sentences(claim: str) -> Iterator[str]:
    flat = " ".join(claim.split())
    yield from (span.of(flat) for span in split_sentences(flat))


def _of_sentence(
    claim: str, stretch: PassageSentences, score: Callable[[str, str], Scores]
) -> Carried:
    near = _nearest(claim, stretch.texts)
    if not near:
        return Carried(None, ABSENT)
    scored = {number: score(stretch.texts[number], claim) for number in near}
    best = max(near, key=lambda number: scored[number].margin)
    margin = scored[best].margin
    against = max(one.contra for one in scored.values())
    text = stretch.texts[best]
    if margin < WITH_OTHERS or (margin < ALONE and against > 0):
        return Carried(text, ABSENT)
    if against >= AGAINST:
        return Carried(text, DIVIDED)
    if best not in stretch.touched:
        return Carried(text, ELSEWHERE)
    if not stretch.states(best):
        return Carried(text, NOT_STATED)
    if _is_turned_round(text, claim) or _is_turned_round(claim, text):
        return Carried(text, REVERSED)
    if word := _reservation(text, claim):
        return Carried(text, f'{RESERVED} ("{word}")')
    return Carried(text)


def _nearest(claim: str, sentences: Sequence[str]) -> list[int]:
    """The sentences with most of the claim's words, the nearest first."""
    wanted = Lexical(claim).content
    shared = {
        number: len(wanted.intersection(Lexical(text).stems))
        for number, text in enumerate(sentences)
    }
    most = max(shared.values(), default=0)
    near = [number for number, count in shared.items() if count and count >= _FEWER * most]
    return sorted(near, key=lambda number: (-shared[number], number))[:MOST_WEIGHED]


def _reservation(sentence: str, claim: str) -> str | None:
    """A word that bounds what the sentence says, where the claim has none of that kind."""
    for said, repeated in _KINDS:
        word = said.search(sentence)
        if word and not repeated.search(claim):
            return word.group()
    return None


def _is_turned_round(passive: str, active: str) -> bool:
    """Whether who does it in one text is whom it is done to in the other."""
    stems = Lexical(active).stems
    for verb, doer in _PASSIVE.findall(passive):
        done, who = (Lexical(word).stems[:1] for word in (verb, doer))
        if done and who and done[0] in stems and who[0] in stems and not _PASSIVE.search(active):
            at = stems.index(done[0])
            if who[0] in stems[at:] and who[0] not in stems[:at]:
                return True
    return False
