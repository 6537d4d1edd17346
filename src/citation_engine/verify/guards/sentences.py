"""Says differences and conflicts in plain sentences, for people and for agents."""

from citation_engine.display import one_line
from citation_engine.model.conflict import Aspect, Relation

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
