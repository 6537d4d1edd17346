"""
Tells which statements need evidence: facts and numbers, in English and German.

In doubt a statement needs evidence: one that is asked for in vain costs a look, one that is not
asked for is believed. A number makes a fact of what looks like a transition or an instruction.
"""

import re
from typing import NamedTuple

from citation_engine.link.drafts import phrases
from citation_engine.link.drafts.verbs import has_verb
from citation_engine.model.draft import ClaimKind

# Fewer words without a verb and without a number name something and state nothing.
FEWEST_WORDS = 7
FEWEST_WORDS_IN_CELLS = 5
FEWEST_WORDS_OF_SENTENCES = 2
FEWEST_WORDS_OF_STATEMENTS = 4
_LOOKED_AT = 600

_QUESTION = re.compile(r"\?[\"'”“’»«)\]]*\Z")
_ADDRESS = re.compile(r"(?:https?://|www\.|mailto:)\S+\Z|[\w.+-]+@[\w-]+\.[\w.-]+\Z")
_DATE = re.compile(r"\d{4}-\d\d(?:-\d\d)?(?:[T ]\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)?)?\Z")
_ENDED = re.compile(r"[.!…][\"'”“’»«)\]]*\Z")
_LABELS = (
    r"(?:section|chapter|table|figure|fig\.|part|appendix|annex|step|page|pages|no\.|box|note"
    r"|footnote"
    r"|abschnitt|kapitel|tabelle|abbildung|abb\.|tab\.|teil|anhang|anlage|schritt|seite|nr\."
    r"|version|option"
    r"|phase|level|sections|chapters|tables|figures|abschnitten?|kapiteln?|tabellen|abbildungen)"
)
_LABEL_BEFORE = re.compile(
    rf"\b{_LABELS}\s(?:\d{{1,3}}(?:\.\d{{1,3}})*\s?(?:,|and|und|to|bis|[–-])\s?)*\Z", re.IGNORECASE
)
_BEFORE = 48
_DIGITS = re.compile(r"\d[\d.,]*+|[½⅓⅔¼¾]")
_NUMBER_WORDS = (
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty"
    r"|fifty|sixty"
    r"|seventy|eighty|ninety|hundred|thousand|half|zwei|drei|vier|fünf|sechs|sieben|acht|neun"
    r"|zehn|elf|zwölf"
    r"|fünfzehn|zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|hundert|tausend"
    r"|one|ein|eine"
    r"|einem|einen)"
)
_MEASURES = (
    r"(?:years?|months?|weeks?|days?|hours?|minutes?|percent|per cent|euros?|dollars?|degrees?"
    r"|times|tonnes"
    r"|kilomet\w+|met(?:er|re)s?|million|billion|thirds?|quarters?|of all|of the population|fold"
    r"|jahren?|monaten?|wochen?|tagen?|stunden?|minuten?|prozent|grad|mal|tonnen|kilometern?"
    r"|metern?"
    r"|millionen|milliarden|drittel|viertel|fünftel)"
)
_WRITTEN = re.compile(
    rf"\b{_NUMBER_WORDS}[\s-](?:\w+\s)?{_MEASURES}\b|\b(?:doubled|tripled|halved|verdoppel\w+"
    r"|verdreifach\w+|halbier\w+|million|billion|millionen|milliarden)\b",
    re.IGNORECASE,
)
_YEARS = re.compile(r"\b(?:1[5-9]|20|21)\d\d\b(?:\s?[–/-]\s?(?:\d\d){1,2}\b)?")
_CAPTION_LABEL = re.compile(
    r"[^\W\d]+\.?\s?(?:[A-Z]?\d{1,3}(?:\.\d{1,3})?[a-z]?|[IVX]{1,5})\s?[:.|–—-]?\s*"
)
_THAT = re.compile(r"\b(?:that|dass|daß)\b", re.IGNORECASE)


class Need(NamedTuple):
    """Whether a statement needs evidence and, where it does not, what it is."""

    needed: bool
    why: str = ""


NEEDED = Need(True)


def need_of(text: str, kind: ClaimKind, *, names: bool = False) -> Need:
    """
    Return whether a statement needs evidence.

    Args:
        text: its words.
        kind: what it is in its draft.
        names: whether it is the cell that names its row.

    """
    text = text[:_LOOKED_AT] if len(text) > _LOOKED_AT and not text.endswith("?") else text
    if kind is ClaimKind.HEADING:
        return Need(False, "heading")
    if _ADDRESS.match(text):
        return Need(False, "address")
    if kind is ClaimKind.CELL:
        return _cell(text, names=names)
    if kind is ClaimKind.CAPTION:
        return _caption(text)
    if _QUESTION.search(text):
        return Need(False, "question")
    if kind is ClaimKind.FIELD and (_DATE.match(text) or " " not in text.strip()):
        return Need(False, "date" if _DATE.match(text) else "label") if _is_bare(text) else NEEDED
    return _sentence(text)


def has_number(text: str) -> bool:
    """Whether a text has a number that is not only the number of a section or figure."""
    for digits in _DIGITS.finditer(text):
        before = text[max(0, digits.start() - _BEFORE) : digits.start()]
        if not _LABEL_BEFORE.search(before):
            return True
    return bool(_WRITTEN.search(text))


def is_sentence(text: str) -> bool:
    """Whether the words of a cell are a sentence by themselves: "kept for 10 years" is none."""
    first, _, rest = text.partition(" ")
    begun = first[:1].isupper() and not has_verb(first)
    return begun and has_verb(rest) and len(rest.split()) + 1 >= FEWEST_WORDS_OF_STATEMENTS


def is_source_line(text: str) -> bool:
    """Whether words only say what the sources are of that which stands before."""
    return bool(phrases.SOURCE_LINE.match(text)) and not has_verb(text)


def _is_bare(text: str) -> bool:
    return bool(_DATE.match(text)) or not text[:1].isdigit()


def _sentence(text: str) -> Need:
    if is_source_line(text):
        return Need(False, "source")
    if phrases.ABOUT.match(text):
        return Need(False, "about the draft")
    if phrases.GREETING.match(text):
        return Need(False, "greeting")
    if noted := phrases.NOTE_THAT.match(text):
        text = text[noted.end() :].lstrip()
    if phrases.STRUCTURE.match(text):
        return Need(False, "structure")
    small = text.casefold()
    if _hinted(small, phrases.RECOMMENDATION_HINTS) and phrases.RECOMMENDATION.search(text):
        return Need(False, "recommendation")
    return NEEDED if has_number(text) else _without_number(text, small)


def _hinted(small: str, hints: tuple[str, ...]) -> bool:
    return any(hint in small for hint in hints)


def _without_number(text: str, small: str) -> Need:
    if phrases.OPINION_BEGINS.match(text) or (
        _hinted(small, phrases.OPINION_HINTS) and phrases.OPINION.search(text)
    ):
        return Need(False, "opinion")
    if phrases.CONNECTIVE.match(text):
        return Need(False, "transition")
    if (found := phrases.TRANSITION.match(text)) and not _THAT.search(text, found.end()):
        return Need(False, "transition")
    if phrases.INSTRUCTION.match(text):
        return Need(False, "instruction")
    if text.endswith(":"):
        return Need(False, "lead-in")
    return _fragment(text)


def _fragment(text: str) -> Need:
    count = len(text.split())
    fewest = FEWEST_WORDS_OF_SENTENCES if _ENDED.search(text) else FEWEST_WORDS
    return Need(False, "label") if count < fewest and not has_verb(text) else NEEDED


def _cell(text: str, *, names: bool) -> Need:
    sentence = has_verb(text) and len(text.split()) >= FEWEST_WORDS_OF_STATEMENTS
    if names and not sentence:
        return Need(False, "label")
    if has_number(text) or sentence or len(text.split()) >= FEWEST_WORDS_IN_CELLS:
        return NEEDED
    return Need(False, "label")


def _caption(text: str) -> Need:
    """A title needs no evidence, also with a year in it; a statement or a figure does."""
    label = _CAPTION_LABEL.match(text)
    words = text[label.end() :] if label else text
    if has_verb(words) or has_number(_YEARS.sub("", words)):
        return NEEDED
    return Need(False, "caption")
