"""
The numbers in a marker as models write them, for every dialect.

Lists and ranges, spaces of all kinds, dashes of all kinds, leading zeros, small letters and
invisible characters are understood. What is not is told in a sentence, and then no number is
given at all: half of what a marker says would be a guess.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from citation_engine.display import one_line
from citation_engine.errors import InvalidInput
from citation_engine.language.vocabulary import any_word, pattern

# A marker with more numbers than this is a mistake or an attack, and is not spelled out.
MOST_NUMBERS = 1_000
_REMEMBERED = 60

# Pieces of patterns, for the dialects to put together.
INVISIBLE = "\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff"
GAP = rf"[\s{INVISIBLE}]*+"
DASHES = "-‐‑‒–—―−－"
COLON = "[:：]"
_AND = any_word("function_words", "JOINING")
_THROUGH = any_word("function_words", "THROUGH")
_JOINT = rf"(?:[,;，；、&]|[{DASHES}]|\.{{2,3}}|…|(?:{_AND})\b|(?:{_THROUGH})\b)"
# What may follow the numbers: where in the source the words stand.
PLACE = rf"(?:pp?\.?(?=\s*\d)|§|¶|{pattern('references', 'PLACES')})"
_REST = r"[^\[\]【】［］;\n]{0,120}+"
_LOCATOR = rf"(?:{GAP}[,;:]{GAP}|\s++|(?=§))(?i:{PLACE}){_REST}"
# A page alone, as in `[S1: 24]`; behind a plain number it would be a ratio or a time.
BARE_PAGE = rf"{GAP}{COLON}{GAP}\d{{1,5}}+(?:{GAP}[–-]{GAP}\d{{1,5}}+)?+"

# A range between two markers, as in `[1]-[3]`. A space or a long dash sets words off, too.
_RANGE_DASH = "[-‐‑‒–−－]"
_REACHED = re.compile(rf"\]{_RANGE_DASH}\[")

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_UNSEEN = re.compile(f"[{INVISIBLE}]")
# Signs as wide as an ideograph, and the plain ones that they are.
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_WHERE = re.compile(
    rf"(?:[,;:]\s*+|(?<=\d)\s++|(?<=\d)(?=§)){PLACE}|(?<=\d)\s?:\s?(?=\d)", re.IGNORECASE
)
_SEPARATOR = re.compile(rf"[,;，；、&/]|\b(?:{_AND})\b", re.IGNORECASE)
_NAME = r"(?:S\s*+[:：_]?\s*+|cit(?:e|ation)\s*+[:：_-]?\s*+)?"
_ITEM = re.compile(
    rf"\s*+{_NAME}0*+([1-9][0-9]{{0,8}})"
    rf"(?:\s*+(?:[{DASHES}]++|\.{{2,3}}|…|\b(?:{_THROUGH})\b)\s*+{_NAME}0*+([1-9][0-9]{{0,8}}))?\s*+",
    re.IGNORECASE,
)
_ITEM_START = re.compile(rf"[\s,]*+{_NAME}\??\d", re.IGNORECASE)


def listed(item: str, other: str | None = None, *, place: str = "", joint: str = "") -> str:
    """
    Return the pattern of a list of numbers: one `item`, others after it, perhaps locators.

    `place` is one more way to write a locator, and `joint` one more sign between numbers.

    It lets through what is plainly meant as such a list and cannot be understood, as `1-` or
    `?9`, so that it is told and not overlooked.
    """
    between = rf"(?:{GAP}(?i:{_JOINT}{joint and '|' + joint}))++{GAP}"
    others = rf"(?:{between}(?:{other or item}))*+"
    locator = rf"(?:{_LOCATOR}{place and '|' + place})"
    # Behind a place a semicolon goes on with another source, or with more about the place.
    more = rf"(?:{GAP};{GAP}(?:{other or item}){others}{locator}?+)*+(?:;{_REST})*+"
    return rf"{item}{others}(?:{locator}{more})?+(?:{between})?+{GAP}"


def reaching(item: str) -> str:
    """Return the pattern of what makes a marker the first of a range: `-[3]` behind `[1]`."""
    return rf"(?:{_RANGE_DASH}\[{GAP}{item}{GAP}\])?+"


def as_one(words: str) -> str:
    """Return a range between two markers as one in a single marker."""
    return _REACHED.sub("-", words)


def is_reaching(words: str) -> bool:
    """Whether a marker is a range between two markers, which defines nothing."""
    return _REACHED.search(words) is not None


def has_blank_line(words: str) -> bool:
    """Whether words run over the end of a paragraph, as no marker does."""
    return "\n" in words and _BLANK_LINE.search(words) is not None


def locator_start(words: str) -> int:
    """Return where in a marker a place begins, or the address of its link; else its end."""
    numbers = words.partition("](")[0]
    found = _WHERE.search(numbers)
    return found.start() if found else len(numbers)


def seen(words: str) -> str:
    """Return the words without invisible characters, and with plain signs for wide ones."""
    return words if words.isascii() else _UNSEEN.sub("", words).translate(_WIDE)


def read_numbers(body: str) -> tuple[tuple[int, ...], str]:
    """Return the numbers in the body of a marker, or none of them and what is wrong."""
    return _remembered(body) if len(body) <= _REMEMBERED else _read(body)


@lru_cache(maxsize=8192)
def _remembered(body: str) -> tuple[tuple[int, ...], str]:
    """The same sources are cited again and again."""
    return _read(body)


def _read(body: str) -> tuple[tuple[int, ...], str]:
    body = seen(body)
    if _WHERE.search(body):
        body = ";".join(_without_place(part) for part in body.split(";"))
    numbers: dict[int, None] = {}
    # A comma too many says nothing about which sources are meant.
    given = [part for part in _SEPARATOR.split(body) if part.strip()]
    if not given:
        return (), "It names no source."
    if len(given) > MOST_NUMBERS:
        return (), f"It has more than {MOST_NUMBERS:,} numbers."
    for part in given:
        item = _ITEM.fullmatch(part)
        if item is None:
            return (), f"{one_line(part, 80)!r} is not the number of a source."
        first, last = int(item[1]), int(item[2] or item[1])
        if last < first:
            return (), f"The range {first}-{last} runs backwards."
        if last - first >= MOST_NUMBERS - len(numbers):
            return (), f"It has more than {MOST_NUMBERS:,} numbers."
        numbers.update(dict.fromkeys(range(first, last + 1)))
    return tuple(numbers), ""


def _without_place(part: str) -> str:
    """The numbers before a place; words about the place before have none."""
    numbers = _WHERE.split(f",{part}", maxsplit=1)[0]
    return numbers if _ITEM_START.match(numbers) else ""


def write_numbers(
    numbers: Iterable[int], unknown: Iterable[int] = (), *, sign: str = "", between: str = ","
) -> str:
    """
    Return the numbers as a marker lists them, in the order given and each once.

    Three or more in a row are a range. Numbers that are `unknown` get a question mark, so that
    they point nowhere and can be seen.
    """
    known = list(dict.fromkeys(numbers))
    strange = [f"{sign}?{number}" for number in dict.fromkeys(unknown)]
    if not 0 < len(known) + len(strange) <= MOST_NUMBERS or any(n < 1 for n in known):
        raise InvalidInput(
            f"No marker can be made of {len(known) + len(strange):,} numbers"
            + (f", the smallest being {min(known)}." if known else "."),
            fix=f"Give from 1 to {MOST_NUMBERS:,} numbers, counted from 1.",
        )
    return between.join([*_ranges(known, sign), *strange])


def _ranges(numbers: list[int], sign: str) -> Iterator[str]:
    start = 0
    while start < len(numbers):
        end = start
        while end + 1 < len(numbers) and numbers[end + 1] == numbers[end] + 1:
            end += 1
        if end - start > 1:
            yield f"{sign}{numbers[start]}-{sign}{numbers[end]}"
            start = end + 1
        else:
            yield f"{sign}{numbers[start]}"
            start += 1
