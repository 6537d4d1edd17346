"""
Compares a claim with the passage that should carry it, and lowers a judgement where they clash.

A guard is no judge. It sees words, not what they mean, so it can only say that something does
not fit. What fits, and what a clash amounts to, is for a judge or a person to say.
"""

from collections.abc import Iterator, Sequence

from citation_engine.display import one_line
from citation_engine.model.verdict import Aspect, Conflict, Relation, Support
from citation_engine.verify.guards.figures import (
    are_opposed,
    bound_of,
    of_dates,
    of_numbers,
    same_quantity,
)
from citation_engine.verify.guards.names import of_names
from citation_engine.verify.guards.passages import (
    DENYING,
    FORCE,
    MUST,
    NOT,
    SHARE,
    Clash,
    GuardedText,
    Pair,
    PassageSentence,
    Place,
    WordMark,
    is_not_only,
    negates,
    obliges,
    opposites_of,
    overlapping,
    pair,
    read,
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
        opposed = [one for one in theirs if one is not None and are_opposed(ours, one)]
        if opposed and len(opposed) == len(theirs):
            place = (opposed[0].first, opposed[0].last)
            yield Clash(Aspect.QUANTIFIER, Relation.DIFFERS, (ours.first, ours.last), place)


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


def conflicts(
    claim: str, passage: str, *, around: Sequence[str] = (), language: str | None = None
) -> tuple[Conflict, ...]:
    """
    Return the words of a claim that do not agree with its passage, in the claim's order.

    `around` has the words before and after the passage: a number that stands there is not
    missing. `language` is the passage's, where it is known; the claim may be in another one.
    """
    both = pair(read(claim), read(passage, language))
    context = [read(words, language) for words in around if words]
    found = [
        *of_numbers(both, context),
        *of_dates(both, context),
        *of_statements(both),
        *of_names(both, context),
    ]
    return tuple(_conflict(both, one) for one in sorted(dict.fromkeys(found), key=_order))


def lowered(support: Support, found: Sequence[Conflict], *, negative: bool = False) -> Support:
    """
    Return what is left of a judge's answer when guards found conflicts.

    Where the passage says otherwise, "supported" becomes undecided: judge and guard disagree, and
    only a person can tell who is right. Where the passage only lacks something, it becomes
    partial. No other answer is changed, and none for a negative citation, whose source should
    not support the claim.
    """
    if support is not Support.SUPPORTED or negative or not found:
        return support
    if any(one.relation is Relation.DIFFERS for one in found):
        return Support.UNDECIDED
    return Support.PARTIAL


def _order(clash: Clash) -> tuple[bool, Place, Place]:
    return clash.claim is None, clash.claim or (0, 0), clash.passage or (0, 0)


def _conflict(both: Pair, clash: Clash) -> Conflict:
    claim_words, passage_words = (
        _words(both.claim, clash.claim),
        _words(both.passage, clash.passage),
    )
    sentence = of_conflict(clash.aspect, clash.relation, claim_words, passage_words)
    return Conflict(
        aspect=clash.aspect,
        relation=clash.relation,
        claim_span=both.claim.span(*clash.claim) if clash.claim else None,
        passage_span=both.passage.span(*clash.passage) if clash.passage else None,
        claim_words=claim_words,
        passage_words=passage_words,
        sentence=sentence,
    )


def _words(text: GuardedText, place: Place | None) -> str:
    return text.words(*place) if place else ""


_SHOWN = 120

_WHAT = {
    Aspect.NUMBER: "The number differs",
    Aspect.UNIT: "The unit differs",
    Aspect.DATE: "The date differs",
    Aspect.REFERENCE: "The reference differs",
    Aspect.NEGATION: "One denies what the other says",
    Aspect.MODALITY: "How binding it is differs",
    Aspect.QUANTIFIER: "How much or how many differs",
    Aspect.OPPOSITE: "A word stands for its opposite",
    Aspect.NAME: "A name differs",
    Aspect.WORDS: "The words differ",
    Aspect.SPELLING: "The spelling differs",
    Aspect.NOTATION: "The same is written otherwise",
    Aspect.MISREADING: "Letters and digits are mistaken for one another",
    Aspect.CASE: "Upper and lower case differ",
    Aspect.SPACING: "Words are joined or split",
    Aspect.PUNCTUATION: "The punctuation differs",
    Aspect.OMISSION: "Words are left out where the quotation says so",
    Aspect.MARK: "A reference mark is left out or added",
    Aspect.FURNITURE: "The source has a page break here",
    Aspect.MARKUP: "Markup is left out or added",
}

_NOUN = {
    Aspect.NUMBER: "number",
    Aspect.UNIT: "unit",
    Aspect.DATE: "date",
    Aspect.NAME: "name",
}


def of_difference(aspect: Aspect, quote_words: str, source_words: str) -> str:
    """Say what a quotation has in place of the words of the source."""
    quote, source = _quoted(quote_words), _quoted(source_words)
    what = _WHAT[aspect]
    if not quote_words:
        return f"{what}: the quotation leaves out {source}."
    if not source_words:
        return f"{what}: the quotation adds {quote}."
    return f"{what}: the quotation has {quote}, the source {source}."


def of_conflict(aspect: Aspect, relation: Relation, claim_words: str, passage_words: str) -> str:
    """Say what a claim has that its passage does not carry."""
    claim, passage = _quoted(claim_words), _quoted(passage_words)
    if relation is Relation.MISSING:
        return f"The passage does not have the {_NOUN.get(aspect, 'word')} {claim}."
    return f"{_WHAT[aspect]}: the claim has {claim}, the passage {passage}."


def _quoted(words: str) -> str:
    return f'"{one_line(words, _SHOWN)}"'
