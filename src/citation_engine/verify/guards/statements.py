"""
Whether claim and passage say, deny, demand and quantify the same.

These guards speak only where one sentence of the passage has most of the claim's words: in other
words the same thing may be said without a "not" or a "must".
"""

from collections.abc import Iterator

from citation_engine.model.conflict import Aspect, Relation
from citation_engine.verify.guards.figures import bound_of, same_quantity
from citation_engine.verify.guards.marks import (
    DENYING,
    FORCE,
    LOWER_BOUNDS,
    MUST,
    NOT,
    SHARE,
    WordMark,
    is_not_only,
    negates,
    obliges,
    opposites_of,
)
from citation_engine.verify.guards.passages import (
    Clash,
    GuardedText,
    Pair,
    PassageSentence,
    Place,
    overlapping,
)

# Tokens behind a word that denies or quantifies, in which the word it applies to stands.
_REACH = 4
_MOST_PAIRED = 4_000
# In a sentence with more words that deny, demand or quantify, none clearly answers another.
_MOST_MARKS = 40


def of_statements(pair: Pair) -> Iterator[Clash]:
    """Give what the claim and the closest sentence of the passage say in contrary ways."""
    sentence = pair.best
    if sentence is None or not sentence.is_same_matter or _is_crowded(pair, sentence):
        return
    yield from _negations(pair, sentence)
    yield from _prefixed(pair, sentence)
    yield from _modals(pair, sentence)
    yield from _shares(pair, sentence)
    yield from _bounds(pair, sentence)
    yield from _opposites(pair, sentence)


def _is_crowded(pair: Pair, sentence: PassageSentence) -> bool:
    claim, passage = pair.claim, pair.passage
    theirs = (passage.negations, passage.modals, passage.quantifiers)
    within = (overlapping(marks, sentence.first, sentence.last) for marks in theirs)
    ours = (claim.negations, claim.modals, claim.quantifiers)
    return any(len(marks) > _MOST_MARKS for marks in (*ours, *within))


def _negations(pair: Pair, sentence: PassageSentence) -> Iterator[Clash]:
    """One side denies, and the other has the same word and denies nothing at all."""
    claim, passage = pair.claim, pair.passage
    whole = (0, len(claim.tokens))
    within = (sentence.first, sentence.last)
    ours, theirs = _denials(claim, *whole), _denials(passage, *within)
    if ours and not theirs and not _denies(passage, *within):
        for mark in ours:
            place = _denied(claim, mark, whole, passage, within)
            if place:
                yield Clash(Aspect.NEGATION, Relation.DIFFERS, (mark.first, mark.last), place)
    if theirs and not ours and not _denies(claim, *whole):
        for mark in theirs:
            place = _denied(passage, mark, within, claim, whole)
            if place:
                yield Clash(Aspect.NEGATION, Relation.DIFFERS, place, (mark.first, mark.last))


def _denials(read: GuardedText, first: int, last: int) -> list[WordMark]:
    return [
        mark
        for mark in overlapping(read.negations, first, last)
        if mark.value == NOT and not is_not_only(read.tokens, mark)
    ]


def _denies(read: GuardedText, first: int, last: int) -> bool:
    """Whether a stretch denies in another way: "unless", "rarely", "refused"."""
    if len(overlapping(read.negations, first, last)) > len(_denials(read, first, last)):
        return True
    return any(read.tokens[at].key in DENYING for at in range(first, last))


def _denied(
    read: GuardedText, mark: WordMark, within: Place, other: GuardedText, stretch: Place
) -> Place | None:
    """Return where the other text has the word that a mark denies, if it is not said as well."""
    at = _content_behind(read, mark)
    if at is None:
        return None
    stem = read.stem(at)
    elsewhere = (i for i in range(*within) if abs(i - mark.first) > _REACH + 1)
    if any(read.stem(i) == stem for i in elsewhere):
        return None
    return next(((i, i + 1) for i in range(*stretch) if other.stem(i) == stem), None)


def _content_behind(read: GuardedText, mark: WordMark) -> int | None:
    """Return the first content word that a mark can apply to."""
    for at in range(mark.last, min(mark.last + _REACH, len(read.tokens))):
        if read.tokens[at].text in ".;:":
            return None
        if read.is_content(at):
            return at
    return None


def _prefixed(pair: Pair, sentence: PassageSentence) -> Iterator[Clash]:
    """A word of the claim stands in the sentence with a prefix that turns it around."""
    claim, passage = pair.claim, pair.passage
    if claim.negations or overlapping(passage.negations, sentence.first, sentence.last):
        return
    ours, theirs = _only(pair, sentence)
    if len(ours) * len(theirs) > _MOST_PAIRED:
        return
    for at in ours:
        for place in theirs:
            if negates(claim.tokens[at].key, passage.tokens[place].key):
                yield Clash(Aspect.NEGATION, Relation.DIFFERS, (at, at + 1), (place, place + 1))


def _only(pair: Pair, sentence: PassageSentence) -> tuple[list[int], list[int]]:
    """Return the content words that only the claim has, and those that only the sentence has."""
    claim, passage = pair.claim, pair.passage
    stems = {passage.stem(at) for at in range(sentence.first, sentence.last)}
    ours = {claim.stem(at) for at in range(len(claim.tokens))}
    return (
        [
            at
            for at in range(len(claim.tokens))
            if _is_word(claim, at) and claim.stem(at) not in stems
        ],
        [
            at
            for at in range(sentence.first, sentence.last)
            if _is_word(passage, at) and passage.stem(at) not in ours
        ],
    )


def _is_word(read: GuardedText, at: int) -> bool:
    return read.is_content(at) and not overlapping(read.quantities, at, at + 1)


def _modals(pair: Pair, sentence: PassageSentence) -> Iterator[Clash]:
    """The claim says must where the sentence says should, or may, or the other way round."""
    ours = [mark for mark in pair.claim.modals if mark.value in FORCE]
    within = overlapping(pair.passage.modals, sentence.first, sentence.last)
    theirs = [mark for mark in within if mark.value in FORCE]
    forces = {FORCE[mark.value] for mark in theirs}
    if obliges(pair.passage.tokens, sentence.first, sentence.last):
        forces.add(FORCE[MUST])
    for mark in ours:
        if theirs and FORCE[mark.value] not in forces:
            place = (theirs[0].first, theirs[0].last)
            yield Clash(Aspect.MODALITY, Relation.DIFFERS, (mark.first, mark.last), place)


def _shares(pair: Pair, sentence: PassageSentence) -> Iterator[Clash]:
    """The claim says all where the sentence says some, of the same things."""
    within = overlapping(pair.passage.quantifiers, sentence.first, sentence.last)
    theirs = [mark for mark in within if mark.value in SHARE]
    for mark in pair.claim.quantifiers:
        if mark.value not in SHARE or any(SHARE[one.value] >= SHARE[mark.value] for one in theirs):
            continue
        counted = _stem_behind(pair.claim, mark)
        for one in theirs:
            if counted and _stem_behind(pair.passage, one) == counted:
                place = (one.first, one.last)
                yield Clash(Aspect.QUANTIFIER, Relation.DIFFERS, (mark.first, mark.last), place)
                break


def _stem_behind(read: GuardedText, mark: WordMark) -> str | None:
    at = _content_behind(read, mark)
    return None if at is None else read.stem(at)


def _bounds(pair: Pair, sentence: PassageSentence) -> Iterator[Clash]:
    """The same number is the least on the one side and the most on the other."""
    languages = (pair.claim.language, pair.passage.language)
    within = overlapping(pair.passage.quantities, sentence.first, sentence.last)
    for wanted in pair.claim.quantities:
        ours = bound_of(pair.claim, wanted)
        if ours is None:
            continue
        same = [one for one in within if same_quantity(wanted, one, languages)]
        theirs = [bound_of(pair.passage, one) for one in same]
        opposed = [one for one in theirs if one is not None and _are_opposed(ours, one)]
        if opposed and len(opposed) == len(theirs):
            place = (opposed[0].first, opposed[0].last)
            yield Clash(Aspect.QUANTIFIER, Relation.DIFFERS, (ours.first, ours.last), place)


def _are_opposed(left: WordMark, right: WordMark) -> bool:
    return (left.value in LOWER_BOUNDS) != (right.value in LOWER_BOUNDS)


def _opposites(pair: Pair, sentence: PassageSentence) -> Iterator[Clash]:
    """A word of the claim stands for its opposite in the sentence, and nothing denies either."""
    claim, passage = pair.claim, pair.passage
    if claim.negations or overlapping(passage.negations, sentence.first, sentence.last):
        return
    ours, theirs = _only(pair, sentence)
    places = {passage.tokens[at].key: at for at in reversed(theirs)}
    for at in ours:
        for opposite in sorted(opposites_of(claim.tokens[at].key) & places.keys()):
            place = places[opposite]
            yield Clash(Aspect.OPPOSITE, Relation.DIFFERS, (at, at + 1), (place, place + 1))
            break
