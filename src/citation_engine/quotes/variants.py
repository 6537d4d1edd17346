"""The ways in which people write words that they quote: marks, brackets, case, spelt-out signs."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from citation_engine.language.fold import DOUBLE_QUOTES, NAMED_LETTERS, SINGLE_QUOTES
from citation_engine.language.vocabulary import pattern, phrases
from citation_engine.quotes.elided import denies
from citation_engine.quotes.repairs import ENCODING, mended

# What is said of words that are written in these ways.
MARKS = "quotation marks around it"
LAST_SIGN = "its last sign"
BRACKETS = "editorial brackets"
GREEK = "Greek letters"
PERCENT = "the sign for per cent"
SHARP_S = "ß and ss"
# Who quotes within a sentence writes the first word as the sentence needs it.
CAPITAL = "a capital at the beginning"
CASE = "upper and lower case"

# A quotation of fewer letters has to begin as the source has it.
_FEWEST_LETTERS = 4
# In other case, one word may be another word: "polish" and "Polish".
_FEWEST_WORDS = 2
_QUOTATION_MARKS = SINGLE_QUOTES + DOUBLE_QUOTES
_LAST_SIGNS = ".,;:"
# Letters that an editor changed: "[R]ecords", "record[s]".
_IN_WORD = re.compile(r"\[(\w)\](?=\w)|(?<=\w)\[(\w{1,4})\]")
# Words of the editor's own; digits are none, and dots mark an omission.
_BRACKETED = re.compile(r"\s?\[[^\[\]\d]{1,120}\]")
_NAMED = {letter: name for name, letter in NAMED_LETTERS.items()}
_NAME = re.compile(rf"\b(?:{'|'.join(NAMED_LETTERS)})\b", re.IGNORECASE)
_LETTER = re.compile(r"[Α-Ωα-ωµ]")
_NAMED |= {"µ": "mu", "ς": "sigma"}
_PERCENT = re.compile(rf"(?<=\d)\s?(?:%|(?:{pattern('numbers', 'PERCENT')})\b)", re.IGNORECASE)
_PERCENTS = ("%", " %", *(f" {words}" for words in phrases("numbers", "PERCENT")))
# Where "ss" was "ß" before 1996: "daß" at the end of words, and "mußte" before consonants.
_SHARP = (re.compile(r"ss\b"), re.compile(r"ss(?![aeiouyäöü])"))


class Variant(NamedTuple):
    """Words as a source may have them, and in what they differ from those of the quotation."""

    text: str
    notes: tuple[str, ...] = ()
    # Whether upper and lower case count as equal.
    caseless: bool = False


def variants(quote: str) -> Iterator[Variant]:
    """
    Yield how a source may have the words of a quotation, the nearest first.

    None has another word or digit, and brackets that deny are nobody's to leave out.
    """
    known: set[Variant] = {Variant(quote)}
    for text, notes in _written(quote):
        for variant in _cased(text, notes):
            if variant not in known and any(map(str.isalnum, variant.text)):
                known.add(variant)
                yield variant


def _written(quote: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for text, notes in _edited(quote):
        yield text, notes
        if _NAME.search(text):
            yield _NAME.sub(lambda name: NAMED_LETTERS[name[0].lower()], text), (*notes, GREEK)
        if _LETTER.search(text):
            yield _LETTER.sub(lambda one: _NAMED[one[0].lower()], text), (*notes, GREEK)
        for spelt in _PERCENTS if _PERCENT.search(text) else ():
            yield _PERCENT.sub(spelt, text), (*notes, PERCENT)
        if "ß" in text:
            yield text.replace("ß", "ss"), (*notes, SHARP_S)
        for double in _SHARP if "ss" in text else ():
            yield double.sub("ß", text), (*notes, SHARP_S)
    if meant := mended(quote):
        yield meant, (ENCODING,)


def _edited(quote: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield quote, ()
    text: str = quote
    notes: tuple[str, ...] = ()
    bare = quote.strip().rstrip(_LAST_SIGNS)
    if len(bare) > 2 and bare[0] in _QUOTATION_MARKS and bare[-1] in _QUOTATION_MARKS:
        text, notes = bare[1:-1].strip(), (MARKS,)
        yield text, notes
    if text.rstrip(_LAST_SIGNS) != text and not text.endswith(".."):
        text, notes = text.rstrip(_LAST_SIGNS), (*notes, LAST_SIGN)
        yield text, notes
    if "[" in text:
        yield from ((edited, (*notes, BRACKETS)) for edited in _without_brackets(text))


def _without_brackets(text: str) -> Iterator[str]:
    """Yield the words as they were before an editor changed or explained them."""
    whole = _IN_WORD.sub(lambda found: found[1] or found[2], text)
    yield whole
    own = _BRACKETED.findall(whole)
    if own and not any(map(denies, own)):
        yield _BRACKETED.sub("", whole).strip()
        yield _BRACKETED.sub(" … ", whole).strip(" …")


def _cased(text: str, notes: tuple[str, ...]) -> Iterator[Variant]:
    yield Variant(text, notes)
    first = next((at for at, sign in enumerate(text) if sign.isalnum()), None)
    if first is None or sum(map(str.isalnum, text)) < _FEWEST_LETTERS:
        return
    swapped = text[first].swapcase()
    if len(swapped) == 1 and swapped != text[first]:
        yield Variant(f"{text[:first]}{swapped}{text[first + 1 :]}", (*notes, CAPITAL))
    if len(text.split()) >= _FEWEST_WORDS:
        yield Variant(text, (*notes, CASE), caseless=True)
