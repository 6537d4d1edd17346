"""Differences and conflicts: words that do not say the same, marked in both texts."""

from enum import StrEnum

from citation_engine.model.span import Span
from citation_engine.model.value import Value


class Weight(StrEnum):
    """What a difference does to the meaning, so that a reader sees the worst first."""

    MEANING = "meaning"
    WORDING = "wording"
    FORM = "form"


class Aspect(StrEnum):
    """What it is about the words that differs."""

    NUMBER = "number"
    UNIT = "unit"
    DATE = "date"
    REFERENCE = "reference"
    NEGATION = "negation"
    MODALITY = "modality"
    QUANTIFIER = "quantifier"
    OPPOSITE = "opposite"
    NAME = "name"
    WORDS = "words"
    SPELLING = "spelling"
    NOTATION = "notation"
    MISREADING = "misreading"
    CASE = "case"
    SPACING = "spacing"
    PUNCTUATION = "punctuation"
    OMISSION = "omission"
    MARK = "mark"
    FURNITURE = "furniture"
    MARKUP = "markup"

    @property
    def weight(self) -> Weight:
        """How much a change of this aspect says about the meaning."""
        if self in _OF_MEANING:
            return Weight.MEANING
        return Weight.WORDING if self in _OF_WORDING else Weight.FORM


_OF_MEANING = frozenset(
    (
        Aspect.NUMBER,
        Aspect.UNIT,
        Aspect.DATE,
        Aspect.REFERENCE,
        Aspect.NEGATION,
        Aspect.MODALITY,
        Aspect.QUANTIFIER,
        Aspect.OPPOSITE,
        Aspect.NAME,
    )
)
_OF_WORDING = frozenset((Aspect.WORDS, Aspect.SPELLING))


class Difference(Value):
    """
    Words of a quotation and the words of the source that stand in their place.

    Either side may be empty: words were added or left out. The spans are offsets into the
    quotation and into the words of the source it was compared with; an empty span is the place
    where words are missing. `aspects` has all that differs, the weightiest first.
    """

    aspects: tuple[Aspect, ...]
    quote_span: Span
    source_span: Span
    quote_words: str
    source_words: str
    sentence: str

    @property
    def aspect(self) -> Aspect:
        """The weightiest thing that differs."""
        return self.aspects[0]

    @property
    def weight(self) -> Weight:
        """What the difference does to the meaning."""
        return self.aspect.weight

    @property
    def code(self) -> str:
        """A stable name for machines."""
        return f"{self.aspect}-changed"


class Relation(StrEnum):
    """How a passage stands to words of a claim that it does not carry."""

    DIFFERS = "differs"
    MISSING = "missing"


class Conflict(Value):
    """
    Words of a claim that a passage contradicts or does not have.

    The spans are offsets into the claim and into the passage's text. The passage's side is None
    where the passage has nothing in their place, the claim's where the claim leaves out what the
    passage says, such as a "not".
    """

    aspect: Aspect
    relation: Relation
    claim_span: Span | None = None
    passage_span: Span | None = None
    claim_words: str = ""
    passage_words: str = ""
    sentence: str

    @property
    def code(self) -> str:
        """A stable name for machines."""
        return f"{self.aspect}-{self.relation}"
