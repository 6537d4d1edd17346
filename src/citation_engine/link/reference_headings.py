"""Which headings stand above a list of references, in English and German."""

import re
from typing import NamedTuple

from citation_engine.language.tokens import LETTERS
from citation_engine.language.vocabulary import phrases

_ATX = re.compile(r" {0,3}(?P<signs>#{1,6})[ \t]++(?P<words>[^\n]*)")
_EMPHASISED = re.compile(
    r"(?P<mark>\*\*\*|___|\*\*|__|\*|_)(?P<words>[^*_\n]++)(?P=mark)(?P<after>\s*:?)"
)
_NUMBER = re.compile(r"\A(?:(?:[0-9]{1,3}(?:\.[0-9]{1,3}){0,4}|[IVXLC]{1,6}|[A-Z])[.):]?[ \t]++)")
_UNDERLINE = re.compile(r" {0,3}(?:=++|-{2,}+)[ \t]*+\Z")
_LONGEST = 80
# Headings that are not marked as such end before any marked heading.
_UNMARKED = 7


class Heading(NamedTuple):
    """A heading: how deep it is, and how sure it is that a list of references follows."""

    level: int
    names_references: bool
    weak: bool
    lines: int = 1


def heading_at(line: str, below: str, *, alone: bool) -> Heading | None:
    """
    Return the heading that a line is, or None.

    `below` is the next line, which may underline it. `alone` tells that the line before is
    blank or missing: only then can a line without any mark of a heading be one, and only if it
    says nothing but the name of such a list.
    """
    if atx := _ATX.match(line):
        return _heading(len(atx["signs"]), atx["words"].strip().rstrip("#"), 1)
    words = line.strip()
    if not words or len(words) > _LONGEST or line.startswith(("    ", "\t")):
        return None
    if _UNDERLINE.match(below) and not words.startswith(("-", "*", "+", ">", "|", "[")):
        return _heading(1 if below.lstrip()[:1] == "=" else 2, words, 2)
    if emphasised := _EMPHASISED.fullmatch(words):
        return _heading(_UNMARKED, emphasised["words"], 1)
    named = _heading(_UNMARKED, words, 1)
    return named if alone and named.names_references else None


def names_references(words: str) -> bool:
    """Whether a heading's words name a list of references."""
    return _heading(1, words, 1).names_references


def is_weak_name(words: str) -> bool:
    """Whether a section of that name may also hold prose."""
    return _heading(1, words, 1).weak


def _heading(level: int, words: str, lines: int) -> Heading:
    plain = _NUMBER.sub("", words.strip().strip("*_").strip(), count=1)
    key = " ".join(LETTERS.findall(plain[:_LONGEST].casefold().replace("&", " und ")))
    names = key in _NAMES or key in _FOLDED_LOOSE
    return Heading(level, names, key in _FOLDED_LOOSE, lines)


def _folded(listed: tuple[str, ...]) -> frozenset[str]:
    names = frozenset(listed)
    both = names | {name.replace(" und ", " and ") for name in names}
    both |= {name.replace(" and ", " und ") for name in names}
    return frozenset(name.casefold() for name in both)


_NAMES = _folded(phrases("references", "STRICT_LISTS"))
_FOLDED_LOOSE = _folded(phrases("references", "LOOSE_LISTS"))
