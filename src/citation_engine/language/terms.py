"""
The words of a text as a search sees them: folded, without case and accents, reduced to stems.

The stems are made here, not in a database, so that every database indexes the same ones. A text
is stemmed in its own language; what is asked for is stemmed in both, because a few words do not
say which they are in.
"""

import re
import threading
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from citation_engine.language.boundaries import UNSPACED
from citation_engine.language.fold import Folded, fold
from citation_engine.model.span import Span

# Part of what an index was made with: raise it when equal words may get other stems.
TERMS_VERSION = 1

# Longer words are cut: nobody looks for the rest, and databases limit their keys.
LONGEST = 60
_WORD = re.compile(
    r"(?<![^\W_])(?<!\d[.,'])\d{1,3}(?:[.,']\d{3})+(?![^\W_])"
    rf"|[{UNSPACED}]"
    rf"|[^\W_{UNSPACED}]+"
)
# "aufzubewahren" is a form of "aufbewahren".
_INFINITIVE = re.compile(
    r"(ab|an|auf|aus|bei|dar|durch|ein|fest|fort|heran|heraus|her|hin|los|mit|nach|nieder|um|unter"
    r"|voran|voraus|vor|weg|weiter|wieder|zurück|zusammen|zu)zu(\w{3,}n)"
)
_TWO_LETTERS = re.compile(r"([ao]|(?<![aeiouyq])u)e")
_ENDING = re.compile(r"(?<=...)(?:ern|em|en|er|es|e|n|s)\Z")
_SEPARATORS = re.compile(r"[.,']")
# A language is told by at least so many of its small words, and twice as many as of the other.
_LEAST_SMALL_WORDS = 2


class Language(StrEnum):
    """The languages whose word endings are known."""

    GERMAN = "de"
    ENGLISH = "en"


_SMALL_WORDS = {
    Language.GERMAN: frozenset(
        "aber alle als auch auf aus bei bis damit dann das dass dem den denn der des dies diese "
        "diesem diesen dieser dieses doch dort durch ein eine einem einen einer eines er es für "
        "gegen haben hatte hinter ich ihm ihn ihr ihre im ist ja jede jeder kann kein keine können "
        "mehr mit muss nach nicht noch nun nur ob oder ohne sehr sein seine sich sie sind so "
        "soll sollen sowie über um und uns unter vom von vor wegen weil wenn werden wie wir wird "
        "wurde wurden während zu zum zur zwischen".split()
    ),
    Language.ENGLISH: frozenset(
        "a about after all also and any are as at be because been before being between both but by "
        "can could did do does during each for from had has have he her his how i if into is it "
        "its may might more most must my no nor not of on only or other our out over shall she "
        "should than that the their them then there these they this those through to under until "
        "up upon very we were what when where which while who whom whose why will with would you "
        "your".split()
    ),
}
# Small words of both languages, which tell nothing about either.
_SHARED = frozenset(("am", "an", "die", "hat", "in", "man", "was", "war"))
_STOP_WORDS = _SHARED.union(
    *_SMALL_WORDS.values(), (w.replace("ü", "ue") for w in _SMALL_WORDS[Language.GERMAN])
)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text in order: their forms without case, and where each stands."""

    forms: list[str]
    _places: list[tuple[int, int]]
    _folded: Folded

    def span(self, first: int, last: int) -> Span:
        """Return the stretch of the text from one word to another, by their numbers."""
        return Span(*self._folded.origin(self._places[first][0], self._places[last][1]))


def words_of(text: str) -> Words:
    """Return the words of `text` with their places in it."""
    folded = fold(text)
    found = [*_WORD.finditer(folded.text)]
    return Words([_form(m.group()) for m in found], [m.span() for m in found], folded)


def forms_of(text: str) -> list[str]:
    """Return the words of `text` in order, without their offsets, which is quicker."""
    return [_form(word) for word in _WORD.findall(fold(text).text)]


def language_of(forms: Sequence[str]) -> Language | None:
    """Return the language these words are in, or None where its small words do not tell."""
    found = {name: sum(map(small.__contains__, forms)) for name, small in _SMALL_WORDS.items()}
    best = max(found, key=lambda name: found[name])
    most, rest = found[best], sum(found.values()) - found[best]
    return best if most >= _LEAST_SMALL_WORDS and most >= 2 * rest else None


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
        return plain(_stemmers().german.stemWord(form)) or plain(form)
    return str(_stemmers().english.stemWord(plain(form))) or plain(form)


class _Stemmers(threading.local):
    """The stemmers of one thread: they keep the word they work on in themselves."""

    def __init__(self) -> None:
        # Imported here because only a search and what it finds need it.
        from Stemmer import Stemmer  # type: ignore[import-not-found,unused-ignore]

        self.german = Stemmer("german")
        self.english = Stemmer("english")


@cache
def _stemmers() -> _Stemmers:
    return _Stemmers()
