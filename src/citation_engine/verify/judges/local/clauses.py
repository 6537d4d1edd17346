"""
Whether the clause that carries a claim says it with a reservation that the claim leaves out.

"Critics allege that the mill closed" does not say that it closed, and "it closed, but the owner
may sell it" does. Only a clause that has half of the claim's words is looked at: what is said in
other words is for the model.
"""

import re
from itertools import pairwise

from citation_engine.language.detection import Language, language_of
from citation_engine.language.terms import forms_of
from citation_engine.language.vocabulary import any_word, lists, pattern
from citation_engine.verify.judges.local.decision import Lexical

# The least share of a claim's words in the clause that carries it.
CARRIES = 0.5
# The most words of a clause that leads to the next one: "In the novel,", "The union says:".
_LEAD = 7
_STARTS = any_word("function_words", "CLAUSE_STARTS")
_GOES_ON = any_word("function_words", "CLAUSE_GOES_ON")
_CUT = re.compile(rf"[;:–—()]| - |,\s+(?!(?:{_GOES_ON})\b)|\b(?:{_STARTS})\b", re.I)
# "No. 3" denies nothing, and "May 2009" is a month.
_NOT_NUMBERED = rf"(?!{pattern('negation', 'NUMBERED')}|may\s+\d)"


def _kinds(language: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """What makes a reservation of each kind in a language, and what repeats it in any."""
    (own,) = lists("modality", "RESERVATIONS", language)
    repeated = {
        kind: "|".join(table[kind][1] for table in lists("modality", "RESERVATIONS"))
        for kind in own
    }
    return tuple(
        (
            re.compile(rf"\b{_NOT_NUMBERED}(?:{said})\b", re.I),
            re.compile(rf"\b(?:{repeated[kind]})\b", re.I),
        )
        for kind, (said, _) in own.items()
    )


_ENGLISH, _GERMAN = _kinds("english"), _kinds("german")


def reservation(sentence: str, claim: str) -> str | None:
    """Return a word that bounds what the clause says, where the claim has none of that kind."""
    clause = carrying(sentence, claim, lead=True)
    if clause is None:
        return None
    # A sentence has few small words to tell its language by.
    told = language_of([*forms_of(sentence)] * 2)
    english = () if told is Language.GERMAN else _ENGLISH
    german = () if told is Language.ENGLISH else _GERMAN
    for said, repeated in (*english, *german):
        word = said.search(clause)
        if word and not repeated.search(claim):
            return word.group()
    return None


def carrying(sentence: str, claim: str, *, lead: bool = False) -> str | None:
    """
    Return the clause of a sentence with most of a claim's words; None where few have them.

    With `lead` a short clause that leads to it comes along.
    """
    wanted = Lexical(claim).content
    cuts = [0, *(found.end() for found in _CUT.finditer(sentence)), len(sentence)]
    clauses = [sentence[start:end] for start, end in pairwise(cuts)]
    shared = [len(wanted.intersection(Lexical(clause).stems)) for clause in clauses]
    most = max(shared)
    if most < CARRIES * len(wanted):
        return None
    at = shared.index(most)
    leads = lead and at > 0 and len(clauses[at - 1].split()) <= _LEAD
    return "".join(clauses[at - leads : at + 1])
