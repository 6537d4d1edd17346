"""
Whether a passage's sentence says a claim in so many words.

The claim must be the whole sentence, or what is left when parts are taken away that cannot change
it: brackets, a connecting word at the start, another statement after a semicolon or "and", more
about a thing after "is a ...", an aside on a name. A part with a word that turns round, bounds,
weakens or reports (`small_words.BINDING`) is never taken away. Everything else that differs, were
it a tense or an adverbial, leaves the question open.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from citation_engine.verify.judges.small_words import (
    AFTER_ASIDES,
    ASIDES,
    BEING,
    BINDING,
    CLAUSE_STARTS,
    CONNECTIVES,
    JOINING,
    MORE_ABOUT,
    MORE_ABOUT_AFTER_COMMA,
    ONE,
)
from citation_engine.verify.judges.statement import Word, said_words, same_words

# Shorter claims are names and headings.
FEWEST_WORDS = 3
CONNECTING = frozenset(word for words in CONNECTIVES for word in words.split())
_OPENS, _CLOSES = "([", ")]"

Words = Sequence[Word]


def says(claim: Words, sentence: Words, *, known_language: bool) -> bool:
    """Whether `sentence` says `claim`; in a language we do not know, only as a whole."""
    if len(said_words(claim)) < FEWEST_WORDS or not _can_say(claim, sentence):
        return False
    if same_words(claim, sentence):
        return True
    if not known_language:
        return False
    claims = [claim, *_without_connective(claim)]
    readings = list(_readings(sentence))
    return any(
        same_words(wanted, reading) or _is_beginning(wanted, reading)
        for wanted in claims
        for reading in readings
    )


def _can_say(claim: Words, sentence: Words) -> bool:
    """Whether the sentence has all the words that are neither articles nor connecting."""
    there = {word.form for word in sentence}
    return all(
        word.mark or word.article or word.form in there or word.form in CONNECTING for word in claim
    )


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
    """What is left of a sentence when harmless parts are taken away, each by itself or all."""
    bare = _without_brackets(sentence)
    for whole in [sentence, bare] if len(bare) < len(sentence) else [sentence]:
        clauses = _clauses(whole)
        for statement in dict.fromkeys((tuple(whole), *map(tuple, clauses))):
            for plain in (statement, *_without_number(statement), *_without_connective(statement)):
                yield plain
                yield from _without_aside(plain)


def _harmless(words: Words) -> bool:
    return not any(word.form in BINDING for word in words)


def _without_brackets(words: Words) -> Words:
    """The words outside brackets; a bracket that binds, or does not close, stays."""
    kept: list[Word] = []
    at = 0
    while at < len(words):
        end = _closing(words, at)
        if end is None or not _harmless(words[at:end]):
            kept.append(words[at])
            at += 1
        else:
            at = end + 1
    return kept


def _closing(words: Words, at: int) -> int | None:
    """Where the bracket that opens at `at` closes, with none inside it."""
    if words[at].form not in _OPENS or not words[at].mark:
        return None
    closes = _CLOSES[_OPENS.index(words[at].form)]
    for end in range(at + 1, len(words)):
        if words[end].mark and words[end].form == closes:
            return end
        if words[end].mark and words[end].form in _OPENS:
            return None
    return None


def _without_number(words: Words) -> Iterator[Words]:
    """The words without the number or letter of a list or a paragraph: "1." or "a)"."""
    if len(words) > 2 and words[1].mark and words[1].form in (".", ")"):
        numbers = words[0].number or len(words[0].form) == 1
        yield from [words[2:]] if numbers else []


def _without_connective(words: Words) -> Iterator[Words]:
    """The words without a connecting word, or a few, at their start."""
    said = [at for at, word in enumerate(words) if not word.mark][:5]
    for count in (4, 3, 2, 1):
        start = said[:count]
        if len(start) == count and " ".join(words[at].form for at in start) in CONNECTIVES:
            yield words[start[-1] + 1 :]
            return


def _clauses(words: Words) -> list[Words]:
    """
    The statements of a sentence that hold each by itself.

    Only the first may stand alone before "and", since the others may want its subject; those
    between semicolons all may, unless a colon makes them a list. With a word that binds in any
    other, none may.
    """
    found: list[Words] = []
    bounds = [-1, *(at for at, word in enumerate(words) if word.form == ";"), len(words)]
    pieces = [words[start + 1 : end] for start, end in pairwise(bounds)]
    if any(word.form == ":" for word in words):
        pieces = [words]
    for number, piece in enumerate(pieces):
        rest = [word for other, part in enumerate(pieces) if other != number for word in part]
        if not _harmless(rest):
            continue
        found.append(piece)
        for at, word in enumerate(piece[:-1]):
            if word.form in JOINING and piece[at + 1].form in CLAUSE_STARTS:
                if _harmless(piece[at:]):
                    found.append(piece[:at])
                break
    return found


def _without_aside(words: Words) -> Iterator[Words]:
    """The words without what stands between commas after the name that a sentence begins with."""
    commas = [at for at, word in enumerate(words) if word.form == "," and word.mark][:2]
    if len(commas) < 2 or commas[0] == 0 or commas[1] + 1 == len(words):
        return
    start, end = commas
    named = all(word.capital for word in words[:start])
    if (
        named
        and words[start + 1].form in ASIDES
        and words[end + 1].form in AFTER_ASIDES
        and _harmless(words[start:end])
    ):
        yield [*words[:start], *words[end + 1 :]]


def _is_beginning(claim: Words, sentence: Words) -> bool:
    """Whether the claim says what something is, and the sentence then only says more about it."""
    start = _what_it_is(sentence)
    if start is None:
        return False
    for at in range(start, len(sentence)):
        after_comma = sentence[at - 1].form == ","
        if sentence[at].form in MORE_ABOUT or (
            after_comma and sentence[at].form in MORE_ABOUT_AFTER_COMMA
        ):
            return _harmless(sentence[at:]) and same_words(claim, sentence[:at])
    return False


def _what_it_is(words: Words) -> int | None:
    """Where the name of a kind begins after "is a", of something that is not "a ..." itself."""
    if not words or words[0].form in ONE:
        return None
    for at, (word, following) in enumerate(pairwise(words)):
        if word.form in BEING and following.form in ONE:
            return at + 2
    return None
