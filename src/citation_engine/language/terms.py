"""
The words of a text as a search sees them: folded, without case and accents, reduced to stems.

The stems are made here, not in a database, so that every database indexes the same ones. A text
is stemmed in its own language; what is asked for is stemmed in both, because a few words do not
say which they are in.
"""

import re
import threading
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache

from citation_engine.language.detection import STOP_WORDS, Language
from citation_engine.language.fold import Folded, fold
from citation_engine.language.tokens import TERM
from citation_engine.language.vocabulary import any_word, words
from citation_engine.model.passage import Span

# Longer words are cut: nobody looks for the rest, and databases limit their keys.
LONGEST = 60
# "aufzubewahren" is a form of "aufbewahren".
_INFINITIVE = re.compile(rf"({any_word('verbs', 'SEARCH_PREFIXES', 'german')})zu(\w{{3,}}n)")
_TWO_LETTERS = re.compile(r"([ao]|(?<![aeiouyq])u)e")
_ENDING = re.compile(r"(?<=...)(?:ern|em|en|er|es|e|n|s)\Z")
_SEPARATORS = re.compile(r"[.,']")


_SHARED = words("function_words", "SHARED_STOP_WORDS")
_STOP_WORDS = _SHARED.union(
    *STOP_WORDS.values(), (w.replace("ü", "ue") for w in STOP_WORDS[Language.GERMAN])
)


@dataclass(frozen=True, slots=True)
class SearchWords:
    """The words of a text in order: their forms without case, and where each stands."""

    forms: list[str]
    _places: list[tuple[int, int]]
    _folded: Folded

    def span(self, first: int, last: int) -> Span:
        """Return the stretch of the text from one word to another, by their numbers."""
        return Span(*self._folded.origin(self._places[first][0], self._places[last][1]))


def words_of(text: str) -> SearchWords:
    """Return the words of `text` with their places in it."""
    folded = fold(text)
    found = [*TERM.finditer(folded.text)]
    return SearchWords([_form(m.group()) for m in found], [m.span() for m in found], folded)


def forms_of(text: str) -> list[str]:
    """Return the words of `text` in order, without their offsets, which is quicker."""
    return [_form(word) for word in TERM.findall(fold(text).text)]


def is_stop_word(form: str) -> bool:
    """Whether a word is too common in German or English to say what a text is about."""
    return form in _STOP_WORDS or (len(form) == 1 and form.isascii() and form.isalpha())


def stems_of(form: str) -> tuple[str, ...]:
    """Return each stem a word can have."""
    return tuple(dict.fromkeys(stem_of(form, language) for language in Language))


def plain(form: str) -> str:
    """Return a word without accents, so that spellings without them are found too."""
    if form.isascii():
        return form
    parted = unicodedata.normalize("NFD", form)
    return unicodedata.normalize("NFC", "".join(c for c in parted if not unicodedata.combining(c)))


def spelled(form: str) -> str:
    """Return a word without umlauts, whether they were written as one letter or as two."""
    bare = plain(form)
    return _TWO_LETTERS.sub(r"\1", bare) if "e" in bare else bare


def head_of(form: str) -> str:
    """
    Return what the last part of a German compound has in common with the part itself.

    Only the ending goes, whatever stands before it. A stem would not do: what is cut off a
    word depends on its length, and "Grundübung" has another end than "Übung".
    """
    return _ENDING.sub("", spelled(form))


@lru_cache(maxsize=100_000)
def _form(word: str) -> str:
    if word[0].isdigit():
        word = _SEPARATORS.sub("", word)
    return word.casefold()[:LONGEST]


@lru_cache(maxsize=400_000)
def stem_of(form: str, language: Language) -> str:
    """
    Return the stem of a word in a language; a word with a digit is its own.

    The German rules read umlauts, also where they are written as two letters, so accents go
    afterwards. The English ones know no accents, so they go before.
    """
    if len(form) < 3 or not form.isalpha():
        return plain(form)
    if language is Language.GERMAN:
        form = _INFINITIVE.sub(r"\1\2", form) if _INFINITIVE.fullmatch(form) else form
        return plain(_stemmers().stem(form, language)) or plain(form)
    return _stemmers().stem(plain(form), language) or plain(form)


class _Stemmers(threading.local):
    """The stemmers of one thread, by language: they keep the word they work on in themselves."""

    def __init__(self) -> None:
        # Imported here because only a search and what it finds need it.
        from Stemmer import Stemmer, algorithms  # type: ignore[import-not-found,unused-ignore]

        known = algorithms()
        self._made = {
            one: Stemmer(one.name.lower()) for one in Language if one.name.lower() in known
        }

    def stem(self, form: str, language: Language) -> str:
        """Return the stem of a word; the word itself where no rules for the language are known."""
        made = self._made.get(language)
        return str(made.stemWord(form)) if made else form


@cache
def _stemmers() -> _Stemmers:
    return _Stemmers()
