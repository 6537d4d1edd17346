"""
A claim and the passage that should carry it, as the guards read them.

Each text has its tokens, numbers, dates and the words that guards look for, and of the passage the
sentences that speak of what the claim speaks of.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar

from citation_engine.language.dates import Date, find_dates
from citation_engine.language.detection import Language, language_of
from citation_engine.language.numbers import Quantity, find_quantities
from citation_engine.language.sentences import split_sentences
from citation_engine.language.terms import is_stop_word, stem_of
from citation_engine.language.tokens import Token, TokenKind, span_of, tokenise
from citation_engine.model.conflict import Aspect, Relation
from citation_engine.model.span import Span
from citation_engine.verify.guards.marks import (
    WordMark,
    find_modals,
    find_negations,
    find_quantifiers,
    opposites_of,
)


class _Placed(Protocol):
    @property
    def first(self) -> int: ...
    @property
    def last(self) -> int: ...


Placed = TypeVar("Placed", bound=_Placed)


def overlapping(found: Sequence[Placed], first: int, last: int) -> Sequence[Placed]:
    """Return what shares a token with the stretch; what was found is in order and apart."""
    start = bisect_right(found, first, key=lambda one: one.last)
    end = bisect_left(found, last, key=lambda one: one.first)
    return found[start:end]


@dataclass(frozen=True, slots=True)
class GuardedText:
    """
    What a text says, by the numbers of its tokens.

    `language` is sure enough to read "1.000" by it. `likely` may rest on a single small word.
    """

    text: str
    tokens: Sequence[Token]
    language: Language | None
    likely: Language | None
    dates: Sequence[Date]
    quantities: Sequence[Quantity]
    negations: Sequence[WordMark]
    modals: Sequence[WordMark]
    quantifiers: Sequence[WordMark]

    def span(self, first: int, last: int) -> Span:
        """Return where the tokens from `first` up to `last` stand in the text."""
        return span_of(self.tokens, first, last)

    def words(self, first: int, last: int) -> str:
        """Return the tokens from `first` up to `last` as the text has them."""
        return self.span(first, last).of(self.text)

    def stem(self, at: int) -> str:
        """Return the stem of a word, in the text's language."""
        return stem_of(self.tokens[at].key, self.likely or Language.ENGLISH)

    def is_content(self, at: int) -> bool:
        """Whether a token is a word that says what the text is about."""
        token = self.tokens[at]
        return token.kind is TokenKind.WORD and not is_stop_word(token.key)


def read(text: str, language: str | None = None) -> GuardedText:
    """Return `text` as the guards read it. Without a language, its small words tell."""
    tokens = tokenise(text)
    words = [token.key for token in tokens if token.kind is TokenKind.WORD]
    if language in tuple(Language):
        known: Language | None = Language(str(language))
    else:
        known = language_of(words)
    dates = find_dates(tokens)
    taken = frozenset(at for date in dates for at in range(date.first, date.last))
    return GuardedText(
        text=text,
        tokens=tokens,
        language=known,
        likely=known or language_of(words * 2),
        dates=dates,
        quantities=find_quantities(tokens, taken),
        negations=tuple(find_negations(tokens)),
        modals=tuple(find_modals(tokens)),
        quantifiers=tuple(find_quantifiers(tokens)),
    )


# Shares of a claim's words a sentence must have to speak of the same, and to be nearly the same.
SAME_MATTER = 0.6
_FEWEST_SHARED = 2


@dataclass(frozen=True, slots=True)
class PassageSentence:
    """A sentence of a passage by its tokens, and how many of the claim's content words it has."""

    first: int
    last: int
    shared: int
    share: float

    @property
    def is_same_matter(self) -> bool:
        """Whether it speaks of what the claim speaks of, as far as words tell."""
        return self.share >= SAME_MATTER and (self.shared >= _FEWEST_SHARED or self.share == 1)


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim and the passage that should carry it, with the sentences that come closest."""

    claim: GuardedText
    passage: GuardedText
    sentences: tuple[PassageSentence, ...]

    @property
    def best(self) -> PassageSentence | None:
        """The sentence that has most of the claim's words; the first of equals."""
        return max(self.sentences, key=lambda sentence: sentence.share, default=None)


def pair(claim: GuardedText, passage: GuardedText) -> Pair:
    """Return a claim and its passage, each sentence of it weighed against the claim."""
    wanted = content_of(claim, 0, len(claim.tokens))
    return Pair(claim, passage, tuple(_sentences(passage, wanted)))


def content_of(read: GuardedText, first: int, last: int) -> dict[str, str]:
    """Return the content words of a stretch by their stems, numbers and guarded words aside."""
    return {
        read.stem(at): read.tokens[at].key
        for at in range(first, last)
        if read.is_content(at) and not _is_guarded(read, at)
    }


def _is_guarded(read: GuardedText, at: int) -> bool:
    kinds = (read.quantities, read.dates, read.negations, read.modals, read.quantifiers)
    return any(overlapping(kind, at, at + 1) for kind in kinds)


def _sentences(passage: GuardedText, wanted: dict[str, str]) -> Iterator[PassageSentence]:
    starts = [token.start for token in passage.tokens]
    for span in split_sentences(passage.text):
        first, last = bisect_left(starts, span.start), bisect_left(starts, span.end)
        here = content_of(passage, first, last)
        shared = len(here.keys() & wanted.keys())
        if shared:
            # A word's opposite speaks of the same matter.
            words = frozenset(here.values())
            rest = (word for stem, word in wanted.items() if stem not in here)
            shared += sum(not opposites_of(word).isdisjoint(words) for word in rest)
        yield PassageSentence(first, last, shared, shared / len(wanted) if wanted else 0.0)


# From a token up to, not including, another.
Place = tuple[int, int]


class Clash(NamedTuple):
    """Words of a claim that do not agree with its passage."""

    aspect: Aspect
    relation: Relation
    claim: Place | None
    passage: Place | None
    # Whether the claim says as a fact what the passage only intends.
    as_fact: bool = False
