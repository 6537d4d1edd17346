"""A text as the guards read it: its tokens, numbers, dates and the words they look for."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from citation_engine.language.dates import Date, find_dates
from citation_engine.language.numbers import Quantity, find_quantities
from citation_engine.language.terms import Language, is_stop_word, language_of, stem_of
from citation_engine.language.tokens import Token, TokenKind, span_of, tokenise
from citation_engine.model.span import Span
from citation_engine.verify.guards.lexicon import Mark
from citation_engine.verify.guards.modality import find_modals
from citation_engine.verify.guards.negation import find_negations
from citation_engine.verify.guards.quantifiers import find_quantifiers


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
class ReadText:
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
    negations: Sequence[Mark]
    modals: Sequence[Mark]
    quantifiers: Sequence[Mark]

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


def read(text: str, language: str | None = None) -> ReadText:
    """Return `text` as the guards read it. Without a language, its small words tell."""
    tokens = tokenise(text)
    words = [token.key for token in tokens if token.kind is TokenKind.WORD]
    if language in tuple(Language):
        known: Language | None = Language(str(language))
    else:
        known = language_of(words)
    dates = find_dates(tokens)
    taken = frozenset(at for date in dates for at in range(date.first, date.last))
    return ReadText(
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
