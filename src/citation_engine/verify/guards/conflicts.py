"""
Compares a claim with the passage that should carry it, and lowers a judgement where they clash.

A guard is no judge. It sees words, not what they mean, so it can only say that something does
not fit. What fits, and what a clash amounts to, is for a judge or a person to say.
"""

from collections.abc import Sequence

from citation_engine.model.conflict import Conflict, Relation
from citation_engine.model.verdict import Support
from citation_engine.verify.guards.figures import of_dates, of_numbers
from citation_engine.verify.guards.found import Found, Place
from citation_engine.verify.guards.intentions import of_intentions
from citation_engine.verify.guards.names import of_names
from citation_engine.verify.guards.passages import Pair, pair
from citation_engine.verify.guards.reading import ReadText, read
from citation_engine.verify.guards.sentences import of_conflict, of_intention
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


def _order(found: Found) -> tuple[bool, Place, Place]:
    return found.claim is None, found.claim or (0, 0), found.passage or (0, 0)


def _conflict(both: Pair, found: Found) -> Conflict:
    claim_words, passage_words = (
        _words(both.claim, found.claim),
        _words(both.passage, found.passage),
    )
    if found.as_fact:
        sentence = of_intention(claim_words, passage_words)
    else:
        sentence = of_conflict(found.aspect, found.relation, claim_words, passage_words)
    return Conflict(
        aspect=found.aspect,
        relation=found.relation,
        claim_span=both.claim.span(*found.claim) if found.claim else None,
        passage_span=both.passage.span(*found.passage) if found.passage else None,
        claim_words=claim_words,
        passage_words=passage_words,
        sentence=sentence,
    )


def _words(text: ReadText, place: Place | None) -> str:
    return text.words(*place) if place else ""
