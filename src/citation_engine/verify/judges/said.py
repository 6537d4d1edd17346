"""
Whether a passage's sentence says a claim in so many words.

The claim must be the whole sentence, comma for comma, capital for capital. Only what cannot
change it may be missing: the number of a list, a connecting word at the start, the marks of
references. Whatever else is left out of a sentence, a bracket, a second clause, more about a
thing, may be what its sense hangs on, and nobody can tell by words alone.
"""

from collections.abc import Iterator, Sequence

from citation_engine.verify.judges.small_words import CONNECTIVES, JOINING
from citation_engine.verify.judges.statement import Word, said_words, same_words

# Shorter claims are names and headings.
FEWEST_WORDS = 3

Words = Sequence[Word]


def says(claim: Words, sentence: Words) -> bool:
    """Whether `sentence` says `claim`."""
    if len(said_words(claim)) < FEWEST_WORDS:
        return False
    claims = [claim, *_without_connective(claim)]
    readings = list(_readings(sentence))
    return any(same_words(wanted, reading) for wanted in claims for reading in readings)


def parts_of(claim: Words) -> list[Words]:
    """The statements a claim joins with semicolons or with a comma and "and"."""
    parts: list[Words] = []
    start = 0
    for at, word in enumerate(claim):
        joins = at + 1 < len(claim) and claim[at + 1].form in JOINING
        if word.form == ";" or (word.form == "," and joins):
            parts.append(claim[start:at])
            start = at + (2 if joins else 1)
    return [*parts, claim[start:]]


def _readings(sentence: Words) -> Iterator[Words]:
    """The sentence, and what is left of it without what cannot change it."""
    bare = _without_reference_marks(sentence)
    for whole in [sentence, bare] if len(bare) < len(sentence) else [sentence]:
        yield whole
        yield from _without_number(whole)
        yield from _without_connective(whole)


def _without_reference_marks(words: Words) -> Words:
    """The words without `[12]` and `[3, 4]`, which name other texts."""
    kept: list[Word] = []
    at = 0
    while at < len(words):
        end = _mark_end(words, at)
        if end is None:
            kept.append(words[at])
            at += 1
        else:
            at = end + 1
    return kept


def _mark_end(words: Words, at: int) -> int | None:
    """Where a reference mark ends that begins at `at`: square brackets with numbers alone."""
    if words[at].form != "[" or not words[at].mark:
        return None
    for end in range(at + 1, len(words)):
        if words[end].mark and words[end].form == "]":
            return end if end > at + 1 else None
        if not (words[end].number or words[end].form in (",", ";", "-")):
            return None
    return None


def _without_number(words: Words) -> Iterator[Words]:
    """The words without the number or letter of a list or a paragraph: "1." or "(a)"."""
    start = 1 if words and words[0].mark and words[0].form == "(" else 0
    if len(words) > start + 2 and words[start + 1].mark and words[start + 1].form in (".", ")"):
        numbers = words[start].number or len(words[start].form) == 1
        yield from [words[start + 2 :]] if numbers else []


def _without_connective(words: Words) -> Iterator[Words]:
    """The words without a connecting word, or a few, at their start."""
    said = [at for at, word in enumerate(words) if not word.mark][:5]
    for count in (4, 3, 2, 1):
        start = said[:count]
        if len(start) == count and " ".join(words[at].form for at in start) in CONNECTIVES:
            after = start[-1] + 1
            if after < len(words) and words[after].form == ",":
                after += 1
            yield words[after:]
            return
