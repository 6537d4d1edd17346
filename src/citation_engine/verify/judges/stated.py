"""
The sentences of a passage that state something by themselves.

A question, a quotation, half a sentence or an item under "No tax is due if:" has the words of a
statement and makes none.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from citation_engine.language.sentences import split_sentences
from citation_engine.model.passage import Passage
from citation_engine.verify.judges.small_words import (
    BINDING,
    DANGLING,
    DENIALS,
    HANDING_ON,
    NEGATIONS,
    POINTING,
)
from citation_engine.verify.judges.statement import Word, words_of

CLOSERS = " \t\n'\"’”“»«›)*_"
_ENDS = (".", "!", "?")
# A denial is short, or has most of the words of what it denies.
_SHORT, _SAME_WORDS = 4, 0.6
_OPEN_ENDS = ("?", ":", "…", "...")
# The number of a section before its first sentence: "§ 7 Records are kept".
_SECTION = re.compile(
    r"\s*§[ \u00a0]?\d{1,4}[a-z]?[ \u00a0]+(?=[A-ZÄÖÜ])"
    r"(?!(?:Abs|Absatz|Satz|Nr|Nummer|Buchst|Buchstabe|Art|Artikel)\b)"
)
_QUOTES = re.compile(r"[\"„“”«»‟]|''|``")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A passage and the text around it, in sentences."""

    texts: tuple[str, ...]
    # The first and the last sentence that the passage touches, as a range.
    touched: range
    quotes_before: tuple[int, ...]
    cut_before: bool
    more_after: bool

    def words(self, number: int) -> tuple[Word, ...]:
        """The words of one sentence."""
        return words_of(self.texts[number])

    def words_in_section(self, number: int) -> tuple[Word, ...]:
        """The words of the first sentence of a section, without the section's number."""
        text = self.texts[number]
        section = _SECTION.match(text)
        return words_of(text[section.end() :]) if section else ()

    def states(self, number: int) -> bool:
        """Whether a sentence stands there as a statement of its own."""
        text = self.texts[number]
        goes_on_unseen = self.more_after and number == len(self.texts) - 1 and not _ends(text)
        return (
            not goes_on_unseen
            and not text.rstrip(CLOSERS).endswith(_OPEN_ENDS)
            and not _goes_on(text)
            and not self._is_quoted(number)
            and not self._is_bounded(number)
            and not self._is_taken_back(number)
        )

    def _is_quoted(self, number: int) -> bool:
        text = self.texts[number]
        odd = len(_QUOTES.findall(text)) % 2 or self.quotes_before[number] % 2
        return bool(odd or _QUOTES.match(text))

    def _is_bounded(self, number: int) -> bool:
        """
        Whether something that leads to a sentence bounds it.

        Lines that do not end as sentences do are headings, lead-ins and items of a list. They
        are looked at up to the last whole sentence; where that was cut off, nobody can tell.
        """
        for text in reversed(self.texts[:number]):
            if _ends(text):
                return False
            if _goes_on(text) or any(w.form in BINDING | HANDING_ON for w in words_of(text)):
                return True
        return self.cut_before

    def _is_taken_back(self, number: int) -> bool:
        """Whether a neighbouring sentence may say that this one does not hold, or is not meant."""
        before, after = self.texts[:number][-1:], self.texts[number + 1 :][:1]
        if any(word.form in DENIALS for text in (*before, *after) for word in words_of(text)):
            return True
        if any(word.form in HANDING_ON for text in before for word in words_of(text)):
            return True
        own = {word.form for word in self.words(number) if not word.mark}
        return any(_may_deny(text, own) for text in (*before, *after))


def stretch_of(passage: Passage) -> Stretch:
    """Return the sentences of a passage."""
    text = f"{passage.before}{passage.text}{passage.after}"
    first, last = len(passage.before), len(passage.before) + len(passage.text)
    spans = split_sentences(text)
    touched = [n for n, span in enumerate(spans) if span.end > first and span.start < last]
    return Stretch(
        texts=tuple(text[span.start : span.end] for span in spans),
        touched=range(touched[0], touched[-1] + 1) if touched else range(0),
        quotes_before=_quotes_before(text, [span.start for span in spans]),
        cut_before=passage.start > len(passage.before),
        more_after=passage.after != "",
    )


def _quotes_before(text: str, starts: Sequence[int]) -> tuple[int, ...]:
    """How many quotation marks stand before each start, in its paragraph."""
    counts: list[int] = []
    done = count = 0
    for start in starts:
        between = text[done:start]
        paragraph = between.rfind("\n\n")
        if paragraph >= 0:
            count, between = 0, between[paragraph:]
        count += len(_QUOTES.findall(between))
        counts.append(count)
        done = start
    return tuple(counts)


def _may_deny(text: str, own: set[str]) -> bool:
    """Whether a sentence has a "not" and speaks of the other one, by pointing or by its words."""
    words = [word.form for word in words_of(text) if not word.mark]
    if not any(word in NEGATIONS for word in words):
        return False
    same = len(own & set(words)) >= _SAME_WORDS * len(own)
    return same or len(words) <= _SHORT or words[0] in POINTING


def _ends(text: str) -> bool:
    return text.rstrip(CLOSERS).endswith(_ENDS)


def _goes_on(text: str) -> bool:
    end = text.rstrip(CLOSERS)
    return end.endswith((",", ";")) or end.rpartition(" ")[2].casefold() in DANGLING
