"""
Which language a text is in.

Two questions are asked. A search and the guards ask in which of the languages with word lists a
text is, by its most common words, and take "unknown" for an answer. The local judge asks for the
name of the language, which may be any other. A text is taken for another language than those with
word lists only where its small words clearly say so: few words may be names or rare ones. Where
they do not say much, the whole document does that they are from.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
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


def likely_language(forms: Sequence[str]) -> Language | None:
    """Return the one of the languages that have a folder which most small words are of, if any."""
    found = {
        language: sum(form in KNOWN[language.name.capitalize()] for form in forms)
        for language in Language
    }
    best = max(found, key=lambda language: found[language])
    return best if list(found.values()).count(found[best]) == 1 else None


def may_be_in(language: Language, forms: Sequence[str]) -> bool:
    """Whether these words may be in a language: no small word says that they are in another."""
    own = KNOWN[language.name.capitalize()] | _IN_NAMES
    told = language_of(forms)
    if told is not None:
        return told is language
    return not any(form in _BY_WORD and form not in own for form in forms)


# A word that is no part of an address or a compound.
_WORD = re.compile(r"(?<![-./@\w])[^\W\d_]{2,}\b(?![-./@]\w)")
# The last letter of what is written with Latin letters, and the additions of a later time.
_LATIN, _MORE_LATIN = "\u024f", ("\u1e00", "\u1eff")
# Signs of pronunciation end here.
_PHONETIC = "\u02ff"
# Chinese, Japanese and Korean writing begin here.
_FIRST_UNSPACED = "\u2e80"
# The share of other letters that makes it another script, and what one without spaces counts.
_OTHER_SCRIPT, _UNSPACED = 0.3, 3
# How many small words more than of any other language tell one for sure.
_LEAD = 2
# For so many small words of a text each counts once more where it is repeated.
_REPEATED = 20
# A text of fewer words is in the language of its document.
_SHORT = 6
# So much of a document tells its language.
_ENOUGH = 50_000
# Letters of the code of a language: "en", "deu".
_LONGEST_CODE = 3

# The small words of all languages: those that have a folder, and those that are only told.
KNOWN = {
    language.name.capitalize(): STOP_WORDS[language]
    | words("function_words", "SMALL_WORDS", language.name.lower())
    for language in Language
}
OTHERS = {
    language: frozenset(listed.split())
    for language, listed in SMALL_WORDS.items()
    if language not in KNOWN
}
# Small words that stand in names: "Los Angeles", "Charles de Gaulle".
_IN_NAMES = frozenset(
    "al da de del della des di do dos du el il la las le les los san van von".split()
)
_BY_WORD: dict[str, list[str]] = {}
for _language, _small in (KNOWN | OTHERS).items():
    for _one in _small:
        _BY_WORD.setdefault(_one, []).append(_language)


def tell_language(text: str, document: str = "") -> str:
    """
    Return the name of the language a text is in, or nothing where nothing tells.

    `document` names that of the document it is from: it decides where the text is short, or its
    small words do not clearly say which it is.
    """
    text = text[:_ENOUGH]
    if _in_another_script(text):
        return "another script"
    if document and len(text.split()) < _SHORT:
        return document
    found = _small_words(text)
    own = max(KNOWN, key=lambda name: found[name])
    most = max(found[name] for name in OTHERS)
    if most - found[own] >= _LEAD:
        first = [name for name in OTHERS if found[name] == most]
        return first[0] if len(first) == 1 else "another language"
    rest = max(found[name] for name in KNOWN if name != own)
    if found[own] - max(most, rest) >= _LEAD:
        return own
    return document or (own if found[own] > rest else "")


def language_named(given: str | None) -> str:
    """Return the name of a language that is given by it, or by a code such as "en-GB"."""
    by_code = {language.value: language.name.capitalize() for language in Language}
    name = given or ""
    is_code = len(re.split("[-_]", name)[0]) <= _LONGEST_CODE
    return by_code.get(name[:2].casefold(), "") if is_code else name


def _small_words(text: str) -> Counter[str]:
    """How many small words of each language a text has; in a short one the same counts once."""
    times = Counter(form for form in _told_forms(text) if form in _BY_WORD)
    most = 1 + times.total() // _REPEATED
    found: Counter[str] = Counter()
    for form, often in times.items():
        found.update(dict.fromkeys(_BY_WORD[form], min(often, most)))
    return found


def _told_forms(text: str) -> Iterator[str]:
    """Yield the words that tell a language: no names, but the first word."""
    for at, found in enumerate(_WORD.finditer(text)):
        if not at or not found[0][0].isupper():
            yield found[0].casefold()


def _in_another_script(text: str) -> bool:
    letters = "".join(LETTERS.findall(text))
    if letters.isascii():
        return False
    strange = [one for one in letters if one > _PHONETIC and not _is_latin(one)]
    weight = sum(_UNSPACED if one >= _FIRST_UNSPACED else 1 for one in strange)
    return weight > _OTHER_SCRIPT * (len(letters) - len(strange) + weight)


def _is_latin(character: str) -> bool:
    return character <= _LATIN or _MORE_LATIN[0] <= character <= _MORE_LATIN[1]
