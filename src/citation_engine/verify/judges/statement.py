"""A sentence as a row of words that can be compared with another, word by word."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citation_engine.text.fold import fold
from citation_engine.text.terms import Language
from citation_engine.verify.judges.small_words import DEFINITE, INDEFINITE, NUMBER_WORDS

# Longer sentences are tables and lists, which say nothing as a whole.
MOST_WORDS = 400

_TOKEN = re.compile(
    r"(?<![\w)])[-+]?\d+(?:[.,:/-]\d+)*+"  # a number with its sign, a range, a date, a time
    r"|\d+(?:[.,:/-]\d+)*+"
    r"|[^\W\d_]+(?:['-]?[^\W_]+)*+"  # a word with its hyphens and apostrophes
    r"|[^\w\s]|_"
)
# Marks that do not change what a sentence says; every other sign counts as a word.
_MARKS = frozenset(".,;:!'\"()[]{}…`´#_•")
_DASH, _STAR = "-", "*"
_NOT = re.compile(r"(.+)n't")
_WHOLE = {
    "can't": ("can", "not"),
    "cannot": ("can", "not"),
    "won't": ("will", "not"),
    "shan't": ("shall", "not"),
}
_SIGNS = {"%": ("percent",), "prozent": ("percent",), "&": ("and",)}


@dataclass(frozen=True, slots=True)
class Word:
    """One word or sign: the form that is compared, and whether it begins with a capital."""

    form: str
    capital: bool = False
    mark: bool = False
    article: bool = False

    @property
    def number(self) -> bool:
        """Whether it is written in digits."""
        return self.form[-1].isdigit()


def words_of(sentence: str, language: Language | None) -> tuple[Word, ...]:
    """Return the words and marks of a sentence in order; none where there are too many."""
    found = tuple(_words(fold(sentence).text, english=language is Language.ENGLISH))
    return found if len(found) <= MOST_WORDS else ()


def said_words(words: Sequence[Word]) -> list[Word]:
    """Return the words without the marks between them."""
    return [word for word in words if not word.mark]


def _words(text: str, *, english: bool) -> Iterator[Word]:
    first = True
    for found in _TOKEN.finditer(text):
        raw = found.group()
        if _is_mark(raw, text, found.start()):
            yield Word(raw, mark=True)
            continue
        # "A" within a sentence is a name: vitamin A.
        article = english and raw.casefold() in DEFINITE | INDEFINITE and (first or raw != "A")
        for form in _forms(raw):
            yield Word(form, raw[0].isupper(), article=article)
        first = False


def _is_mark(raw: str, text: str, at: int) -> bool:
    """Whether a sign only parts or adorns words: a dash that is a pause, a star that is no note."""
    before, after = text[max(0, at - 1) : at], text[at + 1 : at + 2]
    if raw == _DASH:
        return (before + after).isspace() or not before + after
    if raw == _STAR:
        return not before.isdigit() and before != "\\"
    return raw in _MARKS


def _forms(raw: str) -> tuple[str, ...]:
    form = raw.casefold()
    if form in _WHOLE:
        return _WHOLE[form]
    if form in _SIGNS:
        return _SIGNS[form]
    if negated := _NOT.fullmatch(form):
        return (negated[1], "not")
    return (NUMBER_WORDS.get(form, form),)


def same_words(claim: Sequence[Word], passage: Sequence[Word]) -> bool:
    """
    Whether two rows of words say the same, marks aside.

    An article may be missing on either side, and "the" may become "a". What was "a" may not
    become "the": a cause is not the cause.
    """
    ours, theirs = said_words(claim), said_words(passage)
    i = j = 0
    while i < len(ours) or j < len(theirs):
        mine = ours[i] if i < len(ours) else None
        other = theirs[j] if j < len(theirs) else None
        if mine and other and _fits(mine, other):
            i, j = i + 1, j + 1
        elif mine and mine.article and not (other and other.article):
            i += 1
        elif other and other.article and not (mine and mine.article):
            j += 1
        else:
            return False
    return True


def _fits(mine: Word, other: Word) -> bool:
    if mine.article and other.article:
        return mine.form in INDEFINITE or other.form in DEFINITE
    return mine.form == other.form
