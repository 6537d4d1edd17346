"""The characters that only typography tells apart, and which kinds of them differ."""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

HYPHENS = "-\u2010\u2011"
DASHES = HYPHENS + "\u2012\u2013\u2014\u2015\u2212\u02d7\u2e3a\u2e3b\ufe58\ufe63\uff0d"
SINGLE_QUOTES = "'`\u00b4\u2018\u2019\u201a\u201b\u2032\u2035\u2039\u203a\u02b9\u02bb\u02bc\uff07"
DOUBLE_QUOTES = '"\u00ab\u00bb\u201c\u201d\u201e\u201f\u2033\u2036\u02ba\u301d\u301e\u301f\uff02'
SOFT_HYPHEN = "\u00ad"
ELLIPSIS = "\u2026"
# Written as the inside of a regular expression's character class.
INVISIBLE = (
    "\u00ad\u034f\u061c\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\U000e0000-\U000e007f\U000e0100-\U000e01ef"
)
# A line end after a hyphen, a dash or a soft hyphen, with the next line's indentation.
LINE_END_BREAK = rf"[{re.escape(DASHES)}{SOFT_HYPHEN}][{INVISIBLE}]*[^\S\n]*\n[^\S\n]*"

_NOT_EXPANDED = ("<super>", "<sub>", "<fraction>", "<circle>")
_SAME_DIGIT = ("<wide>", "<narrow>", "<font>")


def is_mark(character: str) -> bool:
    """Whether `character` combines with the one before it."""
    return unicodedata.category(character)[0] == "M"


@lru_cache(maxsize=4096)
def expand(character: str) -> str:
    """
    Return what a ligature or another compatibility form stands for, else `character` itself.

    Superscripts, subscripts, fractions and circled numbers stay: 10² is not 102. So does
    whatever would put a digit or a space where the author wrote none.
    """
    kind, _, _ = unicodedata.decomposition(character).partition(" ")
    if not kind.startswith("<") or kind in _NOT_EXPANDED:
        return character
    expanded = unicodedata.normalize("NFKC", character)
    if any(part.isspace() for part in expanded):
        return character
    if kind not in _SAME_DIGIT and any(part.isnumeric() for part in expanded):
        return character
    return expanded


def trim(text: str) -> str:
    """Return `text` without white space and invisible characters at its ends."""
    start, end = (_leading_space(side) for side in (text, text[::-1]))
    return text[start : max(start, len(text) - end)]


def _leading_space(text: str) -> int:
    leading = _SPACE.match(text)
    return leading.end() if leading else 0


def differences(original_words: str, quote: str) -> tuple[str, ...]:
    """
    Return the kinds of typography in which two texts of equal fold differ.

    Each kind has its own view of a text: what is left when all else is taken away.
    """
    left, right = trim(original_words), trim(quote)
    kinds = [kind for kind, view in _VIEWS.items() if view(left) != view(right)]
    if "line-end hyphens" in kinds:
        left, right = _without_word_hyphens(left), _without_word_hyphens(right)
        kinds = [
            kind
            for kind in kinds
            if kind not in _SEEN_IN_BREAKS or _VIEWS[kind](left) != _VIEWS[kind](right)
        ]
    return tuple(kinds)


def _without_word_hyphens(text: str) -> str:
    """Return `text` without breaks and hyphens in words, which belong to one another."""
    return _WORD_HYPHEN.sub("", _BREAK.sub("", text))


def _every(pattern: str) -> Callable[[str], list[str]]:
    """Return the view of a text that keeps the matches of `pattern`, line-end breaks aside."""
    compiled = re.compile(pattern)
    return lambda text: compiled.findall(_BREAK.sub("", text))


def _expandable(text: str) -> list[str]:
    return [] if text.isascii() else [c for c in text if c != ELLIPSIS and expand(c) != c]


def _composition(text: str) -> str:
    """Return the marks that stand apart, and the letters that have theirs built in."""
    return "".join(c for c in text if not c.isascii() and _built(c))


def _built(character: str) -> bool:
    canonical = unicodedata.normalize("NFD", character)
    return canonical != character or is_mark(character) or "\u1100" <= character <= "\u11ff"


_SPACE = re.compile(rf"[\s{INVISIBLE}]+")
_AFTER_WORD = r"(?<=[\w\u0300-\u036f])"
_BREAK = re.compile(rf"{_AFTER_WORD}{LINE_END_BREAK}(?=\w)")
_WORD_HYPHEN = re.compile(rf"{_AFTER_WORD}[{re.escape(DASHES)}]\s?(?=\w)")
_SEEN_IN_BREAKS = ("dashes", "white space", "invisible characters")
_VIEWS: dict[str, Callable[[str], object]] = {
    "quotation marks": _every(f"[{SINGLE_QUOTES}{DOUBLE_QUOTES}]"),
    "dashes": _every(f"[{re.escape(DASHES)}]"),
    "white space": _every(r"\s+"),
    "line-end hyphens": _BREAK.findall,
    "ligatures": _expandable,
    "composition": _composition,
    "invisible characters": _every(f"[{INVISIBLE}]"),
    "ellipsis": _every(rf"{ELLIPSIS}|\.\.\."),
}
