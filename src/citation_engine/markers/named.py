"""
The dialect of citation ids and keys: `[cite_2]`, `[cite:2]`, `[citation:2]`, `[@smith2020]`.

A number is the id of a citation; every other word is a name. Tools write `[cite_start]` before
what they cite: that points nowhere, and is no marker. `[citation needed]` is none either.
"""

import re
from collections.abc import Iterable

from citation_engine.language.vocabulary import pattern
from citation_engine.markers.numbers import GAP, listed, read_numbers, seen
from citation_engine.markers.page import Page, is_definition, is_escaped
from citation_engine.markers.scanning import Grammar, Meaning

DIALECT = "named"

_WORD = r"(?i:cit(?:e|es|ation|ations)|zitate?)"
_CITE = rf"{_WORD}{GAP}"
_SIGN = r"[-_:：#]"
_NAME = r"(?!(?i:start|end|needed)\b)[\w.?][\w.:/+?#-]{0,120}+"
_NAMES = (
    rf"{_CITE}{_SIGN}{GAP}{_NAME}(?:{GAP}[,;]{GAP}(?:{_CITE}{_SIGN}{GAP})?+{_NAME}){{0,1000}}+{GAP}"
)
_NUMBERS = rf"{_CITE}{_SIGN}?{GAP}{listed(rf'(?:{_CITE}{_SIGN}?{GAP})?+{chr(92)}??{chr(92)}d++')}"
_KEY = r"-?@[\w](?:[\w:.#$%&+?~/-]{0,80}\w)?+"
_KEYS = rf"(?=[^\[\]\n]{{0,42}}@)(?:[^\[\]@\n]{{0,40}}\s)?{_KEY}(?:[,;:\s][^\[\]\n]{{0,300}}+)?+"
# How one provider writes it, with characters of its own.
_PRIVATE = "cite(?:\ue202[\\w-]{1,60}){1,50}\ue201"

_HEAD = re.compile(rf"{_WORD}\s*[-_:：#]?\s*")
_FOUND_KEY = re.compile(r"(?<![\w@])-?@(\w(?:[\w:.#$%&+?~/-]{0,80}\w)?)")
_SEPARATOR = re.compile(r"[,;]")
_HAS_NAME = re.compile(r"[^\W\d_]{1}")
_LOCATED = re.compile(rf"[,;:]\s*(?:§|{pattern('references', 'NAMED_PLACES')})", re.IGNORECASE)


def _understand(words: str) -> Meaning:
    body = seen(words).strip("[]【】［］ \t\n")
    if words[0] == "\ue200":
        return Meaning(names=tuple(dict.fromkeys(words[1:-1].split("\ue202")[1:])))
    if "@" in body:
        keys = tuple(dict.fromkeys(_FOUND_KEY.findall(body)))
        return Meaning(names=keys, problem="" if keys else "It names no source.")
    bare = _HEAD.sub("", body)
    located = _LOCATED.split(bare)[0]
    if not _HAS_NAME.search(located):
        numbers, problem = read_numbers(bare)
        return Meaning(numbers, problem=problem)
    return _mixed([part.strip() for part in _SEPARATOR.split(located) if part.strip()])


def _mixed(parts: Iterable[str]) -> Meaning:
    numbers: dict[int, None] = {}
    names: dict[str, None] = {}
    for part in parts:
        if _HAS_NAME.search(part):
            names[part] = None
            continue
        several, problem = read_numbers(part)
        if problem:
            return Meaning(problem=problem)
        numbers.update(dict.fromkeys(several))
    return Meaning(tuple(numbers), tuple(names))


def _accepts(page: Page, start: int, end: int) -> bool:
    view = page.view
    if is_escaped(view, start) or is_definition(view, start, end):
        return False
    words = view[start:end]
    # A name with an address behind it is the name of an account; `[[citation-network]]` is a page.
    if "@" in words:
        return view[end : end + 1] != "("
    return view[start - 1 : start] != "[" or any(map(str.isdigit, words))


GRAMMAR = Grammar(
    DIALECT,
    rf"{GAP}(?:{_NUMBERS}|{_NAMES}|{_KEYS})\]",
    _understand,
    _accepts,
    wide=rf"{GAP}(?:{_NUMBERS}|{_NAMES})[】］]|{_PRIVATE}",
)
