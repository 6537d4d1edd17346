"""
Compares a claim with the passage that should carry it, and lowers a judgement where they clash.

A guard is no judge. It sees words, not what they mean, so it can only say that something does
not fit. What fits, and what a clash amounts to, is for a judge or a person to say.
"""

from collections.abc import Sequence

from citation_engine.display import one_line
from citation_engine.model.conflict import Aspect, Conflict, Relation
from citation_engine.model.verdict import Support
from citation_engine.verify.guards.figures import of_dates, of_numbers
from citation_engine.verify.guards.intentions import of_intentions
from citation_engine.verify.guards.names import of_names
from citation_engine.verify.guards.passages import Clash, GuardedText, Pair, Place, pair, read
from citation_engine.verify.guards.statements import of_statements


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
        *of_intentions(both),
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
    if clash.as_fact:
        sentence = of_intention(claim_words, passage_words)
    else:
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


def of_intention(claim_words: str, passage_words: str) -> str:
    """Say that a claim has as done what its passage plans, tries, promises or supposes."""
    claim, passage = _quoted(claim_words), _quoted(passage_words)
    return f"The passage has {passage}, the claim says it as a fact: {claim}."


def _quoted(words: str) -> str:
    return f'"{one_line(words, _SHOWN)}"'
