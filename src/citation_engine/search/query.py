"""
What somebody looks for: words and phrases, as databases are asked for them.

A word is found in any of its forms, and as the first or last part of a German compound. Words
in quotation marks are a phrase: they must stand together, in that order.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from citation_engine.language.detection import Language
from citation_engine.language.fold import DOUBLE_QUOTES
from citation_engine.language.terms import (
    forms_of,
    head_of,
    is_stop_word,
    stem_of,
    stems_of,
)
from citation_engine.search.indexing import REVERSED, STEM

# The least letters by which the other part of a compound is left open.
LEAST_PART = 4
# What one question may hold; what comes after that is left out.
MOST_NEEDLES = 64

_QUOTED = re.compile(rf"[{DOUBLE_QUOTES}]([^{DOUBLE_QUOTES}]+)[{DOUBLE_QUOTES}]")


@dataclass(frozen=True, slots=True)
class Term:
    """One term of an index, or every term that begins with it."""

    text: str
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class Phrase:
    """Terms that follow one another."""

    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of these."""

    parts: tuple["Wanted", ...]


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every one of these."""

    parts: tuple["Wanted", ...]


Wanted = Term | Phrase | AnyOf | AllOf


@dataclass(frozen=True)
class Needle:
    """One thing that is looked for: a word, or words that stand together."""

    forms: tuple[str, ...]
    quoted: bool = False

    @cached_property
    def stems(self) -> tuple[frozenset[str], ...]:
        """The stems each of the words can have."""
        return tuple(frozenset(stems_of(form)) for form in self.forms)

    @cached_property
    def part(self) -> str | None:
        """How a compound with this word at its end ends; None where that would find too much."""
        head = head_of(self.forms[0])
        return head if self._joins and len(head) >= LEAST_PART else None

    @cached_property
    def beginning(self) -> str | None:
        """How a compound with this word in front begins; None where that would find too much."""
        stem = stem_of(self.forms[0], Language.GERMAN)
        return stem if self._joins and len(stem) >= LEAST_PART else None

    @property
    def _joins(self) -> bool:
        return len(self.forms) == 1 and not self.quoted and self.forms[0].isalpha()

    def wanted(self, *, compounds: bool = False) -> Wanted:
        """How an index is asked for it, in either language."""
        readings: list[Wanted] = []
        for language in Language:
            terms = tuple(Term(STEM + stem_of(form, language)) for form in self.forms)
            reading = terms[0] if len(terms) == 1 else Phrase(terms)
            if reading not in readings:
                readings.append(reading)
        if compounds and self.beginning:
            readings.append(Term(STEM + self.beginning, prefix=True))
        if compounds and self.part:
            readings.append(Term(REVERSED + self.part[::-1], prefix=True))
        return readings[0] if len(readings) == 1 else AnyOf(tuple(readings))


def parse_query(query: str) -> list[Needle]:
    """
    Return what a query asks for, each once.

    Small words count only inside quotation marks, or where there is nothing else.
    """
    return _needles(_pieces(query))


def parse_claim(claim: str) -> list[Needle]:
    """Return the words of a claim that passages for it are looked for with, each once."""
    return _needles((form,) for form in forms_of(claim))


def _pieces(query: str) -> Iterator[tuple[str, ...] | Needle]:
    """Yield phrases as needles and the rest piece by piece: "E-Mail" is two words in a row."""
    done = 0
    for quoted in _QUOTED.finditer(query):
        yield from (tuple(forms_of(piece)) for piece in query[done : quoted.start()].split())
        yield Needle(tuple(forms_of(quoted.group(1))), quoted=True)
        done = quoted.end()
    yield from (tuple(forms_of(piece)) for piece in query[done:].split())


def _needles(pieces: Iterable[tuple[str, ...] | Needle]) -> list[Needle]:
    needles = [piece if isinstance(piece, Needle) else Needle(piece) for piece in pieces]
    needles = [needle for needle in dict.fromkeys(needles) if needle.forms]
    telling = [n for n in needles if n.quoted or not all(is_stop_word(f) for f in n.forms)]
    return (telling or needles)[:MOST_NEEDLES]
