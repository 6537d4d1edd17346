"""
Tells which statements need evidence: facts and numbers.

In doubt a statement needs evidence: one that is asked for in vain costs a look, one that is not
asked for is believed. A number makes a fact of what looks like a transition or an instruction.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from citation_engine.language.dates import find_dates
from citation_engine.language.tokens import LETTERS, tokenise
from citation_engine.language.vocabulary import any_word, pattern, phrases, words
from citation_engine.model.draft import OWN_WORK, ClaimKind

# Fewer words without a verb and without a number name something and state nothing.
FEWEST_WORDS = 7
FEWEST_WORDS_IN_CELLS = 5
FEWEST_WORDS_OF_SENTENCES = 2
FEWEST_WORDS_OF_STATEMENTS = 4
_LOOKED_AT = 600
_LONGEST_DATE = 40

_QUESTION = re.compile(r"\?[\"'”“’»«)\]]*\Z")
_ADDRESS = re.compile(r"(?:https?://|www\.|mailto:)\S+\Z|[\w.+-]+@[\w-]+\.[\w.-]+\Z")
_DATE = re.compile(r"\d{4}-\d\d(?:-\d\d)?(?:[T ]\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)?)?\Z")
_ENDED = re.compile(r"[.!…][\"'”“’»«)\]]*\Z")
# A line of a few words between quotation marks: a title, or what was searched for.
_ONLY_QUOTED = re.compile(r"[\"“„»][^\"“”„»«.!?]{1,120}[\"”“«]")
_LABELS = rf"(?:{pattern('references', 'PART_LABELS')})"
_AND, _TO = any_word("function_words", "JOINING"), any_word("function_words", "THROUGH")
_LABEL_BEFORE = re.compile(
    rf"\b{_LABELS}\s(?:\d{{1,3}}(?:\.\d{{1,3}})*\s?(?:,|{_AND}|{_TO}|[–-])\s?)*\Z", re.IGNORECASE
)
_BEFORE = 48
_DIGITS = re.compile(r"\d[\d.,]*+|[½⅓⅔¼¾]")
_NUMBER_WORDS = rf"(?:{pattern('numbers', 'FIGURE_WORDS')})"
_MEASURES = rf"(?:{pattern('numbers', 'FIGURE_MEASURES')})"
_WRITTEN = re.compile(
    rf"\b{_NUMBER_WORDS}[\s-](?:\w+\s)?{_MEASURES}\b"
    rf"|\b(?:{pattern('numbers', 'FIGURES_ALONE')})\b",
    re.IGNORECASE,
)
_YEARS = re.compile(r"\b(?:1[5-9]|20|21)\d\d\b(?:\s?[–/-]\s?(?:\d\d){1,2}\b)?")
_CAPTION_LABEL = re.compile(
    r"[^\W\d]+\.?\s?(?:[A-Z]?\d{1,3}(?:\.\d{1,3})?[a-z]?|[IVX]{1,5})\s?[:.|–—-]?\s*"
)
_THAT = re.compile(rf"\b(?:{pattern('phrases', 'THAT')})\b", re.IGNORECASE)


def _phrases(name: str, end: str = "", flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """Return what matches a phrase of a list, with `end` behind it."""
    return re.compile(rf"(?:{pattern('phrases', name)}){end}", re.IGNORECASE | flags)


# How a sentence leads from one part of the draft to the next; nothing but such words; what the
# draft consists of; the author's opinion, its beginning and its signs anywhere; advice; a greeting;
# facts about the draft; a line that only names sources; what leads to a statement; a command.
_TRANSITION = _phrases("TRANSITION", flags=re.VERBOSE)
_CONNECTIVE = _phrases("CONNECTIVE", r"\s*[.:,…]*\Z")
_STRUCTURE = _phrases("STRUCTURE")
_OPINION_BEGINS = _phrases("OPINION_BEGINS", flags=re.VERBOSE)
_OPINION = _phrases("OPINION", flags=re.VERBOSE)
_RECOMMENDATION = _phrases("RECOMMENDATION", flags=re.VERBOSE)
_GREETING = _phrases("GREETING", flags=re.VERBOSE)
_ABOUT = re.compile(rf"(?:{pattern('phrases', 'ABOUT')}|©|\(c\))", re.IGNORECASE)
_SOURCE_LINE = _phrases("SOURCE_LINE", r"\s*(?::|\Z)")
_NOTE_THAT = _phrases("NOTE_THAT", r"\s")
_INSTRUCTION = _phrases("INSTRUCTION", flags=re.VERBOSE)
# What the authors did, found and show themselves; a table or figure of theirs; "Claim 1: …".
_OWN = _phrases("OWN_WORK", flags=re.VERBOSE)
_OWN_FIGURE = _phrases("OWN_FIGURES", r"\s?[A-Z]?\d{1,3}\b(?!\s(?:of|in|des|der|von)\b)")
_NUMBERED = _phrases("NUMBERED_STATEMENTS", r"\s?\d{1,3}[a-z]?\s?[:.)–—]")
_FINDING = re.compile(rf"\b(?:{pattern('phrases', 'FINDING')})\b", re.IGNORECASE)
_SECTION_NUMBER = re.compile(r"\A(?:\d{1,2}(?:\.\d{1,2}){1,4}\.?|\d{1,2}[a-z]?[.)])\s+(?=[^\W\d_])")
_DATED = re.compile(r",(?:\s[^\W\d_]+){0,4}\s(?:1[6-9]|20)\d\d[a-z]?(?=[\s|·•–—]*\Z)")
_NAMED_YEAR = re.compile(
    r"\((?:[^()]{0,60}?[^\W\d_][^()]{0,60}?,?\s)?(?:1[6-9]|20)\d\d[a-z]?(?:[;,]\s[^()]{0,80})?\)"
)
# One of these is in every opinion or advice, which is quicker to see.
_OPINION_HINTS = phrases("phrases", "OPINION_HINTS")
_RECOMMENDATION_HINTS = phrases("phrases", "RECOMMENDATION_HINTS")

_VERBS = words("verbs", "FINITE")
_ENDINGS = re.compile(rf"[a-zäöüß]{{2,}}(?:{pattern('verbs', 'FINITE_ENDINGS')})\Z")
_NO_VERBS = words("verbs", "NO_VERBS")
_DOUBTFUL = words("verbs", "DOUBTFUL")
_BASES = words("verbs", "BASES")
_AFTER_VERBS = words("function_words", "AFTER_VERBS")
_ADVERBS = words("function_words", "ADVERBS")
_OPENS_NOUN = words("function_words", "OPENS_NOUN")
_INFINITIVE = words("function_words", "INFINITIVE")
_PREPOSITIONS = words("function_words", "OPENS_PHRASE") | words("function_words", "ITEM_JOINING")
_ENGLISH_WORDS = words("function_words", "SMALL_WORDS", "english")
_GERMAN_WORDS = words("function_words", "SMALL_WORDS", "german")
_GERMAN_VERBS = words("verbs", "FINITE", "german")
_GERMAN_OPENING = words("references", "TITLE_ARTICLES", "german")
_PRONOUNS = words("function_words", "PRONOUNS", "german")
_NO_OBJECTS = {".", *words("function_words", "CONJUNCTIONS", "german")}
_INSEPARABLE = (*words("verbs", "INSEPARABLE", "german"),)
_BEHIND_PARTICIPLES = words("function_words", "BEHIND_PARTICIPLES", "german")
_SINGULAR = re.compile(pattern("verbs", "SINGULAR_FORMS"))
_PLURAL = re.compile(pattern("verbs", "PLURAL_FORMS"))
# Numbers count as words here: what stands before one may be a verb.
_WORD = re.compile(r"\w[\w’'-]*")


class Need(NamedTuple):
    """Whether a statement needs evidence and, where it does not, what it is."""

    needed: bool
    why: str = ""


NEEDED = Need(True)
ABOUT_DRAFT = "about the draft"


def need_of(text: str, kind: ClaimKind, *, names: bool = False, leads: bool = False) -> Need:
    """
    Return whether a statement needs evidence.

    Args:
        text: its words.
        kind: what it is in its draft.
        names: whether it is the cell that names its row.
        leads: whether others follow it in its paragraph, so that it may be a run-in heading.

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
    return _sentence(text, leads=leads)


def states_finding(text: str, need: Need) -> bool:
    """Whether what the authors say of their own work is a fact as well: "we found that …"."""
    return need.why == OWN_WORK and bool(_FINDING.search(text))


def has_number(text: str) -> bool:
    """Whether a text has a number that is not only that of a section, a figure or a citation."""
    text = _NAMED_YEAR.sub("", text)
    for digits in _DIGITS.finditer(text):
        before = text[max(0, digits.start() - _BEFORE) : digits.start()]
        if not _LABEL_BEFORE.search(before):
            return True
    return bool(_WRITTEN.search(text))


def states_something(heading: str) -> bool:
    """Whether a heading has a verb, or a number that is not its own: "Moe et al., Acta 2020"."""
    return has_verb(heading) or has_number(_SECTION_NUMBER.sub("", _DATED.sub("", heading)))


def is_sentence(text: str) -> bool:
    """Whether the words of a cell are a sentence by themselves: "kept for 10 years" is none."""
    found = _WORD.findall(text)
    begun = text[:1].isupper() and not has_verb(text.partition(" ")[0])
    return begun and bool(find_verb(found)) and len(text.split()) >= FEWEST_WORDS_OF_STATEMENTS


def is_source_line(text: str) -> bool:
    """Whether words only say what the sources are of that which stands before."""
    return bool(_SOURCE_LINE.match(text)) and not has_verb(text)


def _is_bare(text: str) -> bool:
    return bool(_DATE.match(text)) or not text[:1].isdigit()


def _sentence(text: str, *, leads: bool) -> Need:
    if is_source_line(text):
        return Need(False, "source")
    if _ABOUT.match(text):
        return Need(False, ABOUT_DRAFT)
    if is_date(text):
        return Need(False, "date")
    text = _SECTION_NUMBER.sub("", text) or text
    if _is_debris(text):
        return Need(False, "label")
    if _GREETING.match(text):
        return Need(False, "greeting")
    if noted := _NOTE_THAT.match(text):
        text = text[noted.end() :].lstrip()
    if _STRUCTURE.match(text):
        return Need(False, "structure")
    if _OWN.match(text) or _OWN_FIGURE.search(text) or _NUMBERED.match(text):
        return Need(False, OWN_WORK)
    small = text.casefold()
    if _hinted(small, _RECOMMENDATION_HINTS) and _RECOMMENDATION.search(text):
        return Need(False, "recommendation")
    return NEEDED if has_number(text) else _without_number(text, small, leads=leads)


def is_date(text: str) -> bool:
    """Whether words are a date, a month or a year, and nothing else."""
    if len(text) > _LONGEST_DATE:
        return False
    if _DATE.match(text) or _YEARS.fullmatch(text):
        return True
    tokens = tokenise(text)
    dated = {at for date in find_dates(tokens) for at in range(date.first, date.last)}
    left = [one for at, one in enumerate(tokens) if at not in dated]
    return bool(dated) and not any(any(map(str.isalnum, one.text)) for one in left)


def _is_debris(text: str) -> bool:
    """Whether a line is a title in quotation marks, or what is left of a row of a table."""
    if _ONLY_QUOTED.fullmatch(text):
        return True
    numbers, spelt = len(_DIGITS.findall(text)), len(LETTERS.findall(text))
    return not spelt or (numbers > 2 and numbers >= spelt and not has_verb(text))


def _hinted(small: str, hints: tuple[str, ...]) -> bool:
    return any(hint in small for hint in hints)


def _without_number(text: str, small: str, *, leads: bool) -> Need:
    if _OPINION_BEGINS.match(text) or (_hinted(small, _OPINION_HINTS) and _OPINION.search(text)):
        return Need(False, "opinion")
    if _CONNECTIVE.match(text):
        return Need(False, "transition")
    if (found := _TRANSITION.match(text)) and not _THAT.search(text, found.end()):
        return Need(False, "transition")
    if is_instruction(text):
        return Need(False, "instruction")
    if text.endswith(":"):
        return Need(False, "lead-in")
    return _fragment(text, leads=leads)


def is_instruction(text: str) -> bool:
    """Whether words tell the reader to do something."""
    return bool(_INSTRUCTION.match(text)) or _is_command(text)


def _is_command(text: str) -> bool:
    """Whether words begin with the base of a verb and have no other: "Leverage open data."."""
    found = _WORD.findall(text)
    return bool(found) and found[0].casefold() in _BASES and find_verb(found[1:]) is None


def _fragment(text: str, *, leads: bool) -> Need:
    fewest = FEWEST_WORDS_OF_SENTENCES if _ENDED.search(text) and not leads else FEWEST_WORDS
    return Need(False, "label") if len(text.split()) < fewest and not has_verb(text) else NEEDED


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
    # "Years kept" states nothing: its last word is no verb.
    if has_verb(words.rpartition(" ")[0]) or has_number(_YEARS.sub("", words)):
        return NEEDED
    return Need(False, "caption")


def is_verb(word: str) -> bool:
    """Whether a word is a finite verb or looks like one."""
    word = _key(word)
    if word in _VERBS:
        return True
    return bool(word.islower() and word not in _NO_VERBS and _ENDINGS.match(word))


def has_verb(text: str) -> bool:
    """Whether any word is a finite verb or looks like one where it stands."""
    return find_verb(_WORD.findall(text)) is not None


def begins_with_verb(text: str) -> bool:
    """Whether words begin with a verb that has no subject: "Holds up to ten records"."""
    found = [one for one in _WORD.findall(text[:_LOOKED_AT]) if not one.endswith("ly")]
    if not found:
        return False
    first, second = found[0].casefold(), (*found, ".")[1]
    if first.endswith("s") and _is_form(first, _DOUBTFUL):
        return second not in _PREPOSITIONS and not is_verb(second)
    return find_verb([first, *found[1:]]) == 0


def find_verb(found: Sequence[str]) -> int | None:
    """Return which of some words is the first finite verb, told by the words beside it."""
    beside = zip(["", *found], found, [*found[1:], "."], strict=False)
    tells = _is_german_verb if _are_german(found) else _is_verb_beside
    return next((at for at, each in enumerate(beside) if tells(*each)), None)


def _are_german(found: Sequence[str]) -> bool:
    """Whether more words are small words of German than of English; "die" is a verb there."""
    small = {*map(str.casefold, found)}
    opens = bool(found) and found[0].casefold() in _GERMAN_OPENING
    return len(small & _GERMAN_WORDS) + opens > len(small & _ENGLISH_WORDS)


def _is_german_verb(before: str, word: str, after: str) -> bool:
    if before == "zu":
        return False
    if word in _GERMAN_VERBS:
        return True
    if not word.islower() or word in _NO_VERBS or word in _GERMAN_WORDS:
        return False
    if _SINGULAR.fullmatch(word):
        # "Ein Preis, bewertet als hoch" has a participle of the same form.
        return not (after in _BEHIND_PARTICIPLES and word.startswith(_INSEPARABLE))
    # "Kinder lernen das Lesen", but "Lesen lernen und" and "mit neuen Kindern".
    follows = before[:1].isupper() or before in _PRONOUNS
    return follows and after not in _NO_OBJECTS and bool(_PLURAL.fullmatch(word))


def _is_verb_beside(before: str, word: str, after: str) -> bool:
    before = before.casefold()
    if before in _INFINITIVE:
        return False
    if _key(word) in _VERBS:
        return True
    if is_verb(word):
        return before in _ADVERBS or _goes_on(after)
    if before in _OPENS_NOUN or not word.islower():
        return False
    if _is_form(word, _BASES):
        return True
    # "Reports" after a noun and before an object is a verb; before "from" or "are" it is none.
    settled = after not in _PREPOSITIONS and after != "." and not is_verb(after)
    return bool(before) and settled and _is_form(word, _DOUBTFUL)


def _is_form(word: str, bases: frozenset[str]) -> bool:
    """Whether a word is one of these verbs, or its form in "-s"."""
    if word in bases:
        return True
    stem = word.removesuffix("s")
    return stem != word and (
        stem in bases or stem.removesuffix("e") in bases or f"{stem.removesuffix('ie')}y" in bases
    )


def _key(word: str) -> str:
    return word.replace("’", "'")


def _goes_on(after: str) -> bool:
    """Whether what follows a form such as "damaged" leaves it a verb; in "damaged areas" not."""
    return after in _AFTER_VERBS or after.endswith("ly") or after == "." or after[:1].isdigit()
