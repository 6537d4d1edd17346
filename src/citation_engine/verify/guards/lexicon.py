"""Words and phrases that a guard looks for, and where a text has them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from citation_engine.language.tokens import Token, lower
from citation_engine.model.conflict import Aspect


class Mark(NamedTuple):
    """A word or phrase by the numbers of its tokens, and what it stands for."""

    first: int
    last: int
    aspect: Aspect
    value: str


class Lexicon:
    """
    What words and phrases stand for.

    `table` has for each value its phrases, with bars between them. The longest phrase counts:
    "no more than" is not "more than".
    """

    def __init__(self, aspect: Aspect, table: Mapping[str, str]) -> None:
        self._aspect = aspect
        self._phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for value, phrases in table.items():
            for phrase in phrases.split("|"):
                words = tuple(lower(phrase).split())
                self._phrases.setdefault(words[0], []).append((words, value))
        for known in self._phrases.values():
            known.sort(key=lambda entry: -len(entry[0]))

    def find(self, tokens: Sequence[Token]) -> Iterator[Mark]:
        """Give the phrases among `tokens` in order; they do not overlap."""
        at = 0
        while at < len(tokens):
            mark = self._at(tokens, at)
            if mark:
                yield mark
            at = mark.last if mark else at + 1

    def _at(self, tokens: Sequence[Token], at: int) -> Mark | None:
        for words, value in self._phrases.get(tokens[at].key, ()):
            last = at + len(words)
            if tuple(token.key for token in tokens[at:last]) == words:
                return Mark(at, last, self._aspect, value)
        return None
