"""A sentence as a row of words that can be compared with another, word by word."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citation_engine.language.fold import fold
from citation_engine.verify.judges.small_words import NUMBER_WORDS

# Longer sentences are tables and lists, which say nothing as a whole.
MOST_WORDS = 400

_TOKEN = re.compile(
    r"(?<![\w)])[-+]?\.\d++"  # a number that begins with its point
    r"|(?<![\w)])[-+]?\d+(?:[.,:/-]\d+)*+"  # a number with its sign, a range, a date, a time
    r"|\d+(?:[.,:/-]\d+)*+"
    r"|[^\W\d_]+(?:['-]?[^\W_]+)*+"  # a word with its hyphens and apostrophes
    r"|[^\w\s]|_"
)
# Marks; every other sign counts as a word.
_MARKS = frozenset(".,;:!'\"()[]{}…`´#_•")
# Those that can change it all the same.
_TELLING = frozenset(",;:()[]{}")
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
    """One word or sign: the form without case and contractions, and as it is written."""

    form: str
    raw: str = ""
    mark: bool = False

    @property
    def is_rewritten(self) -> bool:
        """Whether its form is not simply what is written, without case."""
        return self.raw.casefold() != self.form

    @property
    def number(self) -> bool:
        """Whether it is written in digits."""
        return self.form[-1].isdigit()


def words_of(sentence: str) -> tuple[Word, ...]:
    """Return the words and marks of a sentence in order; none where there are too many."""
    found = tuple(_words(fold(sentence).text))
    return found if len(found) <= MOST_WORDS else ()


def said_words(words: Sequence[Word]) -> list[Word]:
    """Return the words without the marks between them."""
    return [word for word in words if not word.mark]


def _words(text: str) -> Iterator[Word]:
    for found in _TOKEN.finditer(text):
        raw = found.group()
        if _is_mark(raw, text, found.start()):
            yield Word(raw, raw, mark=True)
            continue
        forms = _forms(raw)
        for form in forms:
            yield Word(form, raw if len(forms) == 1 else form)


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
    Whether two rows of words say the same: each word, in its case, and each comma and bracket.

    The first word may begin with either case. What is written in another way and is the same
    (10 and ten, % and percent, can't and cannot) is the same.
    """
    ours, theirs = _telling(claim), _telling(passage)
    if len(ours) != len(theirs):
        return False
    pairs = zip(ours, theirs, strict=True)
    return all(_fits(mine, other, first=at == 0) for at, (mine, other) in enumerate(pairs))


def _telling(words: Sequence[Word]) -> list[Word]:
    """The words and the marks that can change a sense; those at the end cannot."""
    kept = [word for word in words if not word.mark or word.form in _TELLING]
    while kept and kept[-1].mark and kept[-1].form in ",;:":
        kept.pop()
    return kept


def _fits(mine: Word, other: Word, *, first: bool) -> bool:
    if mine.form != other.form:
        return False
    if mine.raw == other.raw or mine.is_rewritten or other.is_rewritten:
        return True
    return first and mine.raw.lower() == other.raw.lower()
