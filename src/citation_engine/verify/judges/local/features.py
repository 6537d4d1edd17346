"""
What can be counted about a claim and a premise without any model.

Both are compared by their words: stems, numbers and names.
"""

import math
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from citation_engine.language.detection import Language
from citation_engine.language.fold import fold
from citation_engine.language.numbers import SMALL_NUMBERS
from citation_engine.language.sentences import split_sentences
from citation_engine.language.terms import forms_of, is_stop_word, stem_of
from citation_engine.language.tokens import RUN

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_THOUSANDS = re.compile(r",(?=\d{3}(?!\d))")


@dataclass(frozen=True)
class Lexical:
    """What the words of a text are, each made when it is first asked for."""

    text: str

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """The words in order, without case."""
        return tuple(forms_of(self.text))

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """The words in order, without endings; small numbers in digits."""
        return tuple(_stem(form) for form in self.forms)

    @cached_property
    def known(self) -> frozenset[str]:
        """Every word and every stem that occurs."""
        return frozenset(self.forms).union(self.stems)

    @cached_property
    def content(self) -> frozenset[str]:
        """The stems that say what the text is about; where there are none, all of them."""
        told = frozenset(_stem(form) for form in self.forms if not is_stop_word(form))
        return told or frozenset(self.stems)

    @cached_property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """The stems that stand beside each other."""
        return frozenset(zip(self.stems, self.stems[1:], strict=False))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers, in digits, without separators of thousands."""
        written = _NUMBER.findall(fold(self.text).text)
        told = (SMALL_NUMBERS[form] for form in self.forms if form in SMALL_NUMBERS)
        return frozenset(_number(one) for one in written).union(told)

    @cached_property
    def names(self) -> frozenset[str]:
        """
        The words that are written as names are, without case.

        The first word of a sentence has a capital anyway; it counts where another follows.
        """
        text = fold(self.text).text
        return frozenset(name for span in split_sentences(text) for name in _names(span.of(text)))


def _names(sentence: str) -> Iterator[str]:
    words = RUN.findall(sentence)
    for at, word in enumerate(words):
        follows = words[at + 1 : at + 2]
        told = at > 0 or (bool(follows) and follows[0][0].isupper())
        form = forms_of(word)[0]
        if word[0].isupper() and told and len(word) > 1 and not is_stop_word(form):
            yield form


@lru_cache(maxsize=8)
def lexical(text: str) -> Lexical:
    """Return the words of `text`; the last few texts are kept, as several claims ask for one."""
    return Lexical(text)


def _stem(form: str) -> str:
    return SMALL_NUMBERS.get(form) or stem_of(form, Language.ENGLISH)


def _number(written: str) -> str:
    plain = _THOUSANDS.sub("", written)
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


NAMES = (
    "word_recall",
    "bigram_recall",
    "numbers_missing",
    "names_missing",
    "log_premise",
    "log_claim",
)


def features_of(premise: str, claim: str) -> dict[str, float]:
    """Return which share of the claim's words the premise has, and how long both are."""
    whole, said = lexical(premise), Lexical(claim)
    words = 1 - _missing(said.content, whole.known)
    return {
        "word_recall": words,
        "bigram_recall": 1 - _missing(said.pairs, whole.pairs) if said.pairs else words,
        "numbers_missing": _missing(said.numbers, whole.numbers),
        "names_missing": _missing(said.names, whole.known),
        "log_premise": math.log1p(len(whole.forms)),
        "log_claim": math.log1p(len(said.forms)),
    }


def _missing(wanted: Collection[object], there: Collection[object]) -> float:
    """The share of what is wanted that is not there; none where nothing is wanted."""
    return sum(one not in there for one in wanted) / len(wanted) if wanted else 0.0
