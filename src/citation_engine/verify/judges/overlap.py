"""
The judge that compares words: it says `supported` where a sentence states the claim, else nothing.

It knows no meanings. It is there so that what is copied from the source is called verified without
any model, and so that it is never wrong about it: anything less than the sentence's own statement
is left undecided for another judge or a person.
"""

import re
from collections.abc import Callable, Sequence

from citation_engine.language.sentences import split_sentences
from citation_engine.model.passage import Passage
from citation_engine.model.verdict import JudgeIdentity, Judgement, Support
from citation_engine.ports import Question
from citation_engine.verify.judges.same_statement import (
    CLOSERS,
    PassageSentences,
    Word,
    parts_of,
    says,
    stretch_of,
    words_of,
)

# Part of the identity: raise it whenever an answer may come out otherwise.
VERSION = "3"

MOST_CLAIM = 5_000
_SUPPORTED = "The passage says this in the same words."
_OPEN = "The passage does not say this in the same words, and words alone decide nothing else."
# A marker of a source, as agents leave it in a claim: [1], [S2], [^note].
_MARKER = re.compile(
    r"\s?\[(?:\^[\w-]{1,40}|[A-Za-z]{0,3}:?\d{1,4}(?:\s?[,;–-]\s?[A-Z]?\d{1,4}){0,9})\]"
)

Conflicts = Callable[[str, str], Sequence[object]]


class OverlapJudge:
    """
    Says `supported` where the passage states the claim in the same words, else `undecided`.

    `conflicts(claim, sentences)` may object: where it returns anything, nothing is decided.
    """

    def __init__(self, conflicts: Conflicts | None = None) -> None:
        self._conflicts = conflicts

    @property
    def identity(self) -> JudgeIdentity:
        """The name and the version of the rules."""
        return JudgeIdentity(name="overlap", version=VERSION)

    def judge(self, questions: Sequence[Question]) -> list[Judgement]:
        """One judgement for each question, in order; the same for the same question, always."""
        return [self._answer(question.claim, question.passage) for question in questions]

    def _answer(self, claim: str, passage: Passage) -> Judgement:
        if self._is_stated(claim, passage):
            return Judgement(support=Support.SUPPORTED, reason=_SUPPORTED)
        return Judgement(support=Support.UNDECIDED, reason=_OPEN)

    def _is_stated(self, claim: str, passage: Passage) -> bool:
        """Whether every sentence of the claim is stated by a sentence of the passage."""
        if len(claim) > MOST_CLAIM:
            return False
        claim = bare_claim(claim)
        wanted = [claim[span.start : span.end] for span in split_sentences(claim)]
        stretch = stretch_of(passage)
        sayers = [_sayers(one, stretch) for one in wanted]
        if not wanted or not all(sayers):
            return False
        said = " ".join(stretch.texts[n] for n in sorted({n for one in sayers for n in one}))
        return not (self._conflicts and self._conflicts(claim, said))


def bare_claim(claim: str) -> str:
    """
    Return a claim without markers of sources, on one line.

    Where its lines end means nothing; a short first line would pass for a heading.
    """
    return " ".join(_MARKER.sub("", claim).split())


def _sayers(claim: str, stretch: PassageSentences) -> set[int]:
    """The sentence that states a claim, or those that state its parts; else none."""
    if claim.rstrip(CLOSERS).endswith("?"):
        return set()
    wanted = words_of(claim)
    for parts in ([wanted], parts_of(wanted)):
        found = [_sayer(part, stretch) for part in parts]
        if None not in found:
            return {number for number in found if number is not None}
    return set()


def _sayer(claim: Sequence[Word], stretch: PassageSentences) -> int | None:
    for number in stretch.touched:
        for words in (stretch.words(number), stretch.words_in_section(number)):
            if words and says(claim, words) and stretch.states(number):
                return number
    return None
