"""The words of a text as claims and passages are compared by them: stems, numbers and names."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from citation_engine.language.fold import fold
from citation_engine.language.sentences import split_sentences
from citation_engine.language.terms import Language, forms_of, is_stop_word, stem_of
from citation_engine.verify.judges.small_words import NUMBER_WORDS

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_THOUSANDS = re.compile(r",(?=\d{3}(?!\d))")
_CASED = re.compile(r"[^\W_]+")


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
        told = (NUMBER_WORDS[form] for form in self.forms if form in NUMBER_WORDS)
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
    words = _CASED.findall(sentence)
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
    return NUMBER_WORDS.get(form) or stem_of(form, Language.ENGLISH)


def _number(written: str) -> str:
    plain = _THOUSANDS.sub("", written)
    return plain.rstrip("0").rstrip(".") if "." in plain else plain
