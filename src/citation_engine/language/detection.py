"""
Which language a text is in.

Two questions are asked. A search and the guards ask in which of the languages with word lists a
text is, by its most common words, and take "unknown" for an answer. The local judge asks whether a
text is in English, the one language its model was shown to handle. Three kinds of words tell that:
small words of English, small words of other languages, and whether the model's vocabulary, which
was made from English text, has the rest of them. Each weighs as much as it is more common in
English than elsewhere, or the other way round.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING

from citation_engine.language.other_languages import SMALL_WORDS
from citation_engine.language.tokens import LETTERS
from citation_engine.language.vocabulary import code_of, languages, words

# A language is told by at least so many of its small words, and twice as many as of the other.
_LEAST_SMALL_WORDS = 2

if TYPE_CHECKING:

    class Language(StrEnum):
        """The languages whose words are known, by their codes."""

        GERMAN = "de"
        ENGLISH = "en"
else:
    # Each language has a folder, which is all that is needed to know it.
    Language = StrEnum(
        "Language",
        sorted(((name.upper(), code_of(name)) for name in languages()), key=lambda pair: pair[1]),
        module=__name__,
    )

STOP_WORDS = {
    language: words("function_words", "STOP_WORDS", language.name.lower()) for language in Language
}


def language_of(forms: Sequence[str]) -> Language | None:
    """Return the language these words are in, or None where its small words do not tell."""
    found = {name: sum(map(small.__contains__, forms)) for name, small in STOP_WORDS.items()}
    best = max(found, key=lambda name: found[name])
    most, rest = found[best], sum(found.values()) - found[best]
    return best if most >= _LEAST_SMALL_WORDS and most >= 2 * rest else None


def may_be_in(language: Language, forms: Sequence[str]) -> bool:
    """Whether these words may be in a language: no small word says that they are in another."""
    own = STOP_WORDS[language] | words("function_words", "SMALL_WORDS", language.name.lower())
    told = language_of(forms)
    if told is not None:
        return told is language
    return not any(form in _ALL_SMALL and form not in own for form in forms)


_WORD = re.compile(r"[^\W\d_]+(?:['’´`][^\W\d_]+)*")
_APOSTROPHE = re.compile("['’´`]")
# "it's", "don't", and " 's" where a text was taken apart.
_CONTRACTED = re.compile(r"\s?['’´`](?:s|t|ll|re|ve|d|m)\b", re.IGNORECASE)
# The last letter of what is written with Latin letters, and the additions of a later time.
_LATIN, _MORE_LATIN = "\u024f", ("\u1e00", "\u1eff")
# Signs of pronunciation end here.
_PHONETIC = "\u02ff"
# Chinese, Japanese and Korean writing begin here.
_FIRST_UNSPACED = "\u2e80"

# The logarithm of how much more common such a word is in English than in other languages.
_ENGLISH, _SHARED, _OTHER, _KNOWN, _UNKNOWN = 2.7, 1.0, -3.2, 0.7, -1.9
# What a small word counts that may be part of a name.
_IN_A_NAME = 0.3
# The same word again tells little more.
_MOST_TIMES = 3
# The share of other letters that makes it another script, and what one without spaces counts.
_OTHER_SCRIPT, _UNSPACED = 0.3, 3
_ENDINGS, _SHORT_STEM = ("s", "es", "d", "ed", "ing", "r", "er", "ly", "ness"), 2

_ENGLISH_WORDS = words("function_words", "SMALL_WORDS", "english")
_NEITHER = words("function_words", "NEITHER")
# Small words that stand in names: "Los Angeles", "Charles de Gaulle".
_IN_NAMES = frozenset(
    "al da de del della des di do dos du el il la las le les los san van von".split()
)
# The small words of all other languages: those that have a folder, and those that are only told.
OTHERS = {
    language.capitalize(): words("function_words", "SMALL_WORDS", language)
    for language in languages()
    if language != "english"
} | {
    language: frozenset(listed.split())
    for language, listed in SMALL_WORDS.items()
    if language.lower() not in languages()
}
_BY_WORD: dict[str, list[str]] = {}
for _language, _small in OTHERS.items():
    for _one in _small:
        _BY_WORD.setdefault(_one, []).append(_language)

_ALL_SMALL = (_ENGLISH_WORDS | set(_BY_WORD)) - _IN_NAMES

# A sentence begins with one of them rather than a name does.
_BEGINNING = (OTHERS["German"] | OTHERS["French"]) - _IN_NAMES

Knows = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Told:
    """
    What the words of a text tell about its language.

    `score` is above zero for English and below for anything else; it is zero where nothing tells.
    `other` names the language with most small words, where one has. `told` counts the words that
    may be English, `unknown` those that may not, and `small` the other language's small words
    outside of names.
    """

    score: float
    other: str = ""
    small: int = 0
    told: int = 0
    unknown: int = 0

    @property
    def english(self) -> bool:
        """Whether it is in English."""
        return self.score > 0

    @property
    def open(self) -> bool:
        """Whether it may be in English after all, though few words say so."""
        return not self.small and self.told >= self.unknown

    @property
    def name(self) -> str:
        """What the language is called, where it is not English."""
        return self.other or "another language than English"


def tell_english(text: str, knows: Knows) -> Told:
    """Return what the words of `text` tell; `knows` says whether the vocabulary has a word."""
    if _in_another_script(text):
        words = len(text.split())
        return Told(_OTHER * words, "another script", words)
    score = 0.0
    told = unknown = 0
    small: Counter[str] = Counter()
    named: Counter[str] = Counter()
    shared: Counter[str] = Counter()
    for (word, in_name), found in Counter(_in_names(told_words(text))).items():
        times = min(found, _MOST_TIMES)
        form = word.casefold()
        languages = _BY_WORD.get(form, ())
        if form in _ENGLISH_WORDS:
            shared.update(dict.fromkeys(languages, times))
            score += times * (_SHARED if languages or len(form) == 1 else _ENGLISH)
            told += times
        elif languages:
            (named if in_name else small).update(dict.fromkeys(languages, times))
        elif not _tells(word, form):
            continue
        elif _is_known(form, knows):
            score += _KNOWN * times
            told += times
        else:
            score += _UNKNOWN * times
            unknown += times if word.isascii() else 2 * times
    most, other = _most(small, named, shared)
    return Told(score + _OTHER * most, other, max(small.values(), default=0), told, unknown)


def _most(small: Counter[str], named: Counter[str], shared: Counter[str]) -> tuple[float, str]:
    """How many small words one other language has, and which it is where one alone comes first."""
    counts = {name: small[name] + _IN_A_NAME * named[name] for name in {*small, *named}}
    most = max(counts.values(), default=0.0)
    ranks = {name: (count, shared[name]) for name, count in counts.items()}
    first = [name for name, rank in ranks.items() if rank == max(ranks.values())]
    return most, first[0] if len(first) == 1 else ""


def told_words(text: str) -> Iterator[str]:
    """Yield the words of a text without the contracted ones behind an apostrophe."""
    for found in _WORD.findall(_CONTRACTED.sub("", text)):
        yield from _APOSTROPHE.split(found)


def _in_names(words: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Each word, and whether it seems to be part of a name."""
    first = True
    for word, follows in pairwise((*words, "")):
        begins = first and word.casefold() in _BEGINNING
        yield (
            word,
            (word[0].isupper() and not begins) or (follows[:1].isupper() and word in _IN_NAMES),
        )
        first = False


def _tells(word: str, form: str) -> bool:
    """Whether it tells something that the vocabulary has a word or not: names it need not have."""
    return (
        len(word) > 1
        and not word[0].isupper()
        and form not in _NEITHER
        and all(map(_is_latin, word))
    )


def _is_known(form: str, knows: Knows) -> bool:
    """Whether the vocabulary has a word, or what it is an English form of."""
    if not form.isascii():
        return False
    return knows(form) or any(
        form.endswith(ending)
        and len(form) - len(ending) > _SHORT_STEM
        and knows(form.removesuffix(ending))
        for ending in _ENDINGS
    )


def _in_another_script(text: str) -> bool:
    letters = "".join(LETTERS.findall(text))
    if letters.isascii():
        return False
    strange = [one for one in letters if one > _PHONETIC and not _is_latin(one)]
    weight = sum(_UNSPACED if one >= _FIRST_UNSPACED else 1 for one in strange)
    return weight > _OTHER_SCRIPT * (len(letters) - len(strange) + weight)


def _is_latin(character: str) -> bool:
    return character <= _LATIN or _MORE_LATIN[0] <= character <= _MORE_LATIN[1]
