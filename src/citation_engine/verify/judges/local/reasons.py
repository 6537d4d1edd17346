"""Says why: the sentence of the passage an answer rests on, and what of the claim nothing says."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from citation_engine.display import one_line
from citation_engine.language.detection import language_named, tell_language
from citation_engine.language.sentences import split_sentences
from citation_engine.language.terms import is_stop_word, words_of
from citation_engine.language.tokens import Token, tokenise
from citation_engine.model.passage import Passage
from citation_engine.model.verdict import Support
from citation_engine.verify.guards.passages import DENYING, find_negations, is_not_only
from citation_engine.verify.judges.local.clauses import carrying, reservation
from citation_engine.verify.judges.local.decision import Lexical, Scores, lexical
from citation_engine.verify.judges.local.views import is_question
from citation_engine.verify.judges.overlap import PassageSentences, stretch_of

# The languages that the model was shown to handle.
JUDGED = ("English", "German")
# Sentences that are scored alone, and the least share of the nearest one's words they have.
MOST_WEIGHED, _FEWER = 4, 0.5
# From here on a sentence, or a view, contradicts.
AGAINST = 1.0
# The least share of a claim's words in a sentence that contradicts it: the same thing is meant.
SAME = 0.65

ABSENT = "No sentence of the passage says this by itself"
DIVIDED = "The passage also says otherwise"
ELSEWHERE = "Another sentence than the cited one says this"
NOT_STATED = "The passage has this, but not as a statement of its own"
RESERVED = "The passage says this with a reservation"
UNNAMED = "The passage does not have a name of the claim"
SHORT = "A few sentences in another language than the claim are too little to tell"
TURNED = "One of passage and claim denies what the other says"


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
        for number in _nearest(part, texts) if wanted else ():
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
    near = _nearest(claim, stretch.texts, stretch.touched)
    if not near:
        return Carried(None, ABSENT)
    scored = {number: score(stretch.texts[number], claim) for number in near}
    best = max(near, key=lambda number: scored[number].margin)
    text = stretch.texts[best]
    if _is_denied(max(one.contra for one in scored.values())):
        return Carried(text, DIVIDED)
    if best not in stretch.touched:
        return Carried(text, ELSEWHERE)
    if is_question(text) or stretch.is_taken_back(best):
        return Carried(text, NOT_STATED)
    if word := reservation(text, claim):
        return Carried(text, f'{RESERVED} ("{word}")')
    if _is_turned(text, claim):
        return Carried(text, TURNED)
    return Carried(text)


def _is_turned(sentence: str, claim: str) -> bool:
    """
    Whether the clause that carries a claim near its wording has a "not", and the claim has none.

    A claim far from the wording may say the same in other words, and is for the model.
    """
    wanted = Lexical(claim).content
    if len(wanted.intersection(Lexical(sentence).stems)) < SAME * len(wanted):
        return False
    said, whole = tokenise(claim), tokenise(carrying(sentence, claim) or sentence)
    denying = any(token.key in DENYING for token in (*said, *whole))
    return not denying and _denies(whole) and not _denies(said)


def affirmed(claim: str) -> str | None:
    """
    Return a claim without each "not" of it; None where it has none.

    What a passage affirms may carry a denial, as "closed" does "not open"; to a model that can
    tell, the same words without the "not" then say less.
    """
    said = tokenise(claim)
    marks = [mark for mark in find_negations(said) if not is_not_only(said, mark)]
    if not marks:
        return None
    for mark in reversed(marks):
        start, end = said[mark.first].start, said[mark.last - 1].end
        # Of "wasn't" the verb stays.
        kept = claim[start:end].removesuffix("n't").removesuffix("n’t")
        verb = kept if kept != claim[start:end] else ""
        claim = f"{claim[:start]}{verb}{claim[end:] if verb else claim[end:].lstrip()}"
    return claim


def _denies(tokens: Sequence[Token]) -> bool:
    return any(not is_not_only(tokens, at) for at in find_negations(tokens))


def _is_denied(against: float) -> bool:
    return against >= AGAINST


def _nearest(claim: str, sentences: Sequence[str], cited: Collection[int] = ()) -> list[int]:
    """
    The sentences with most of the claim's words, the nearest first; of equals those cited.

    A claim in another language shares no words with any of them.
    """
    wanted = Lexical(claim).content
    shared = {
        number: len(wanted.intersection(Lexical(text).stems))
        for number, text in enumerate(sentences)
    }
    most = max(shared.values(), default=0)
    near = [number for number, count in shared.items() if count >= _FEWER * most]
    order = sorted(near, key=lambda number: (-shared[number], number not in cited, number))
    return order[:MOST_WEIGHED]


# Characters of a sentence that are shown, and words of the claim.
SHOWN = 160
MOST_WORDS = 8

_SAID = {
    Support.SUPPORTED: "The passage says so",
    Support.CONTRADICTED: "The passage says otherwise",
    Support.PARTIAL: "The passage carries only part of this",
    Support.UNSUPPORTED: "The passage does not say this",
    Support.UNDECIDED: "Whether the passage says this is not clear",
}
PARTLY_READ = "The passage is too long to be read whole; what was read does not say this."
NO_PROSE = "The passage is not running text, and what rows and lists leave out is not judged."
TWO_LANGUAGES = (
    "The claim is in another language than the passage: that the passage does not say it is "
    "not judged."
)
_NEAREST = (Support.UNSUPPORTED, Support.UNDECIDED)


def nearest(claim: str, premise: str) -> str | None:
    """Return the sentence of `premise` with most of the claim's words, the first of equals."""
    wanted = Lexical(claim).content
    texts = [span.of(premise) for span in split_sentences(premise)]
    shared = [len(wanted.intersection(Lexical(text).stems)) for text in texts]
    most = max(shared, default=0)
    return texts[shared.index(most)] if most else None


def unsaid(claim: str, premise: str) -> tuple[str, ...]:
    """Return the words of the claim that the premise has nowhere, as the claim writes them."""
    there = lexical(premise).known
    words = words_of(claim)
    found: dict[str, str] = {}
    for number, form in enumerate(words.forms):
        if not is_stop_word(form) and not there.intersection((form, *Lexical(form).stems)):
            found.setdefault(form, words.span(number, number).of(claim))
    return tuple(found.values())[:MOST_WORDS]


def reason_for(
    support: Support,
    sentence: str | None,
    missing: Sequence[str] = (),
    lacking: Sequence[str] = (),
) -> str:
    """
    Return why an answer was given, in a sentence or two.

    `missing` are words of the claim that nothing in the passage has, and `lacking` the sentences
    of the claim that it does not carry.
    """
    said = _SAID[support]
    if support is Support.PARTIAL and lacking:
        said = f"{said}; it does not carry {' or '.join(map(_quoted, lacking))}."
    elif sentence is None:
        said = f"{said}."
    elif support in _NEAREST:
        said = f"{said}; the nearest it has is {_quoted(sentence)}."
    else:
        said = f"{said}: {_quoted(sentence)}."
    if missing:
        said += f" Nothing in it has: {', '.join(one_line(word) for word in missing)}."
    return said


def doubt(objection: str, sentence: str | None) -> str:
    """Return why a claim that the model found supported is not called so."""
    return f"{objection}." if sentence is None else f"{objection}: {_quoted(sentence)}."


def _quoted(sentence: str) -> str:
    shown = one_line(sentence.strip().strip('"“”'), SHOWN)
    return f'"{shown.removesuffix(".")}"'


def foreign(
    claim: str, passage: str, premise: str, declared: str | None = None, draft: str | None = None
) -> str | None:
    """
    Return a sentence that says what is in no language that is judged, or None.

    `premise` is the passage with the words around it, which do not make another language English.
    `declared` is the language of the passage and `draft` that of the text which the claim is from,
    as a whole: they count where the words do not clearly say it. A few names say nothing: they
    count as being in the language of what they stand beside, and are judged where that says
    nothing either.
    """
    read = tell_language(passage, tell_language(premise, language_named(declared)))
    said = tell_language(claim, language_named(draft))
    for what, told in (("passage", read or said), ("claim", said or read)):
        if told and told not in JUDGED:
            return f"The {what} reads as {told}, which is not judged."
    return None
