"""
Folding: one spelling for texts that differ in typography only, with exact offsets back.

Quotation marks, dashes, white space, invisible characters, ligatures, composition and the
ellipsis are folded. Case, accents, digits, signs and all other punctuation are kept: texts of
equal fold say the same words.

Nobody can tell whether a hyphen at a line end splits a word or belongs to it: "long-" and "term" on
the next line may be "longterm" or "long-term", or as in "Ein- und Ausgang" two words. So texts with
line ends are compared without the hyphens in their words, and then the hyphens are compared one by
one: everywhere else they must agree.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

# Start and end in the original, and what stands there instead.
Change = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Rewritten:
    """
    A rewritten text and the units in which its offsets differ from the original's.

    A unit is a changed stretch that is not one character for one; between units the two texts
    run in step. So the map is as long as the changes, not as the text.
    """

    text: str
    old_starts: tuple[int, ...]
    old_ends: tuple[int, ...]
    new_starts: tuple[int, ...]
    new_ends: tuple[int, ...]

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """
        Return the smallest stretch of the original that `start` to `end` stands for.

        What was dropped just before or after it stays outside.
        """
        if start >= end:
            return (self._old_start(start),) * 2
        return self._old_start(start), self._old_end(end)

    def splits(self, position: int) -> bool:
        """Whether `position` is inside a unit: its left and right are one thing in the original."""
        unit = bisect_right(self.new_starts, position - 1) - 1
        return unit >= 0 and self.new_starts[unit] < position < self.new_ends[unit]

    def position(self, old: int) -> int:
        """Return where the original's offset `old` is now; inside a unit, where the unit starts."""
        unit = bisect_right(self.old_starts, old) - 1
        if unit < 0:
            return old
        if old < self.old_ends[unit]:
            return self.new_starts[unit]
        return self.new_ends[unit] + old - self.old_ends[unit]

    def _old_start(self, position: int) -> int:
        unit = bisect_right(self.new_starts, position) - 1
        if unit < 0:
            return position
        if position < self.new_ends[unit]:
            return self.old_starts[unit]
        return self.old_ends[unit] + position - self.new_ends[unit]

    def _old_end(self, position: int) -> int:
        unit = bisect_left(self.new_ends, position)
        if unit < len(self.new_ends) and self.new_starts[unit] < position:
            return self.old_ends[unit]
        if unit == 0:
            return position
        return self.old_ends[unit - 1] + position - self.new_ends[unit - 1]


def rewrite(text: str, changes: Iterable[Change]) -> Rewritten:
    """Return `text` with `changes` made; they come in order and do not overlap."""
    pieces: list[str] = []
    units: list[tuple[int, int, int, int]] = []
    done = length = 0
    for start, end, new in changes:
        pieces += (text[done:start], new)
        length += start - done
        if end - start != 1 or len(new) != 1:
            units.append((start, end, length, length + len(new)))
        length += len(new)
        done = end
    pieces.append(text[done:])
    columns = tuple(zip(*units, strict=True)) or ((), (), (), ())
    return Rewritten("".join(pieces), *columns)


HYPHENS = "-\u2010\u2011"
DASHES = HYPHENS + "\u2012\u2013\u2014\u2015\u2212\u02d7\u2e3a\u2e3b\ufe58\ufe63\uff0d"
# GREEK SMALL LETTER ALPHA is "alpha"; Unicode spells lambda as "lamda".
NAMED_LETTERS = {
    unicodedata.name(letter).rpartition(" ")[2].lower().replace("lamda", "lambda"): letter
    for letter in "αβγδεζηθικλμνξοπρστυφχψω"
}
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

_QUOTE, _INCH = "'", '"'
_PLAIN = str.maketrans(
    dict.fromkeys(DASHES, "-") | dict.fromkeys(SINGLE_QUOTES + DOUBLE_QUOTES, _QUOTE)
)
_FOLDED_QUOTES = (SINGLE_QUOTES + DOUBLE_QUOTES).replace(_QUOTE, "")
_FOLDED_DASHES = DASHES.replace("-", "")
_REPLACED = {"space": " ", "invisible": "", "dash": "-", "ellipsis": "..."}
# Letters that no fold changes, in runs, so that most texts are passed over quickly.
_PLAIN_LETTERS = (
    r"\xc0-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e\u0391-\u03a1\u03a3-\u03c9"
    r"\u0400-\u0481\u048a-\u052f\u05d0-\u05ea\u0621-\u063a\u0641-\u064a"
    r"\u3041-\u3094\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3"
)
_STOP = re.compile(rf"[^\x20\x21\x23-\x2c\x2e-\x5f\x61-\x7e{_PLAIN_LETTERS}]|\x20\x20")
_SPACE = re.compile(rf"[^\S ][\s{INVISIBLE}]*|\x20[{INVISIBLE}]*\s[\s{INVISIBLE}]*")
_SPECIAL = re.compile(
    rf"(?P<line_end>{LINE_END_BREAK})"
    rf"|(?P<space>{_SPACE.pattern})"
    rf"|(?P<invisible>[{INVISIBLE}]+)"
    rf"|(?P<quote>[{_FOLDED_QUOTES}])"
    rf"|(?P<dash>[{_FOLDED_DASHES}])"
    rf"|(?P<ellipsis>{ELLIPSIS})"
    rf"|(?P<other>[^\x00-\x7f{_PLAIN_LETTERS}"
    rf"\s{INVISIBLE}{_FOLDED_QUOTES}{_FOLDED_DASHES}{ELLIPSIS}]+)"
)
_WORD_HYPHEN = re.compile(r"(?<=[\w\u0300-\u036f])- ?(?=\w)")
_NONE = frozenset(("",))
_SPLIT_WORD = frozenset(("", "-", "- "))
_OPEN_DASH = frozenset(("-", "- "))


@dataclass(frozen=True, slots=True)
class Unhyphenated:
    """A folded text without the hyphens in its words, and what can be read at each of them."""

    key: Rewritten
    positions: tuple[int, ...]
    readings: tuple[frozenset[str], ...]

    def agrees(self, quote: "Unhyphenated", start: int) -> bool:
        """Whether the hyphens from `start` on can be read as those of `quote`."""
        end = start + len(quote.key.text)
        within = range(bisect_right(self.positions, start), bisect_left(self.positions, end))
        here = {self.positions[i] - start: self.readings[i] for i in within}
        there = dict(zip(quote.positions, quote.readings, strict=True))
        return all(here.get(at, _NONE) & there.get(at, _NONE) for at in here.keys() | there.keys())


def unhyphenate(text: str, split_words: Sequence[int], open_dashes: Sequence[int]) -> Unhyphenated:
    """
    Return the folded `text` without the hyphens in its words.

    Args:
        text: what was folded.
        split_words: where a hyphen at a line end was dropped between two letters.
        open_dashes: where another dash stands at a line end, so the space may not be meant.

    """
    hyphens = list(_WORD_HYPHEN.finditer(text))
    key = rewrite(text, ((*hyphen.span(), "") for hyphen in hyphens))
    opened = frozenset(open_dashes)
    readings = {
        key.position(hyphen.start()): (
            _OPEN_DASH if hyphen.start() in opened else frozenset((hyphen.group(),))
        )
        for hyphen in hyphens
    }
    readings |= {key.position(at): _SPLIT_WORD for at in split_words}
    positions = sorted(readings)
    return Unhyphenated(key, tuple(positions), tuple(readings[at] for at in positions))


@dataclass(frozen=True, slots=True)
class Folded:
    """
    A folded text and the way back to the original's offsets.

    A hyphen at a line end is dropped from `text` between letters, because it may only split a
    word. `line_ends` is there when the text has such places, and tells how else to read them.
    """

    original: str
    rewritten: Rewritten
    line_ends: Unhyphenated | None

    @property
    def text(self) -> str:
        """The folded text."""
        return self.rewritten.text

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Return the half-open stretch of the original that `start` to `end` was folded from."""
        return self.rewritten.origin(start, end)


def fold(text: str) -> Folded:
    """Return `text` folded, in one pass that stops only at places that may need a change."""
    split_words: list[int] = []
    open_dashes: list[int] = []
    rewritten = rewrite(text, _changes(text, split_words, open_dashes))
    if not split_words and not open_dashes:
        return Folded(text, rewritten, None)
    places = ([rewritten.position(at) for at in found] for found in (split_words, open_dashes))
    return Folded(text, rewritten, unhyphenate(rewritten.text, *places))


def _changes(text: str, split_words: list[int], open_dashes: list[int]) -> Iterator[Change]:
    """Yield every change, and note in the two lists the line-end breaks it meets."""
    done = 0
    while stop := _STOP.search(text, done):
        special = _special_at(text, stop.start(), done)
        start, end = special.span() if special else stop.span()
        match special and special.lastgroup:
            case None:
                pass
            case "other":
                yield from _clusters(text, start, end, done)
            case "quote":
                yield start, end, _quote(text, start)
            case "line_end":
                change = _line_end(text, start, end)
                if _joins(text, start, end, str.isalnum):
                    (split_words if change[2] == "" else open_dashes).append(start)
                yield change
                end = change[1]
            case kind:
                yield start, end, _REPLACED[str(kind)]
        done = end


def _special_at(text: str, start: int, done: int) -> re.Match[str] | None:
    """Return what may need a change at `start`; a space before white space belongs to it."""
    if start > done and text[start - 1] == " " and _SPACE.match(text, start - 1):
        start -= 1
    return _SPECIAL.match(text, start)


def _line_end(text: str, start: int, end: int) -> Change:
    """Return the change at a hyphen or dash before a line end: a split word is made whole."""
    if text[start] == SOFT_HYPHEN:
        return start, end if _joins(text, start, end, str.isalnum) else start + 1, ""
    if text[start] in HYPHENS and _joins(text, start, end, str.isalpha):
        return start, end, ""
    return start, start + 1, "-"


def _joins(text: str, start: int, end: int, kind: Callable[[str], bool]) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    return (kind(before) or (before != "" and is_mark(before))) and kind(after)


def _quote(text: str, position: int) -> str:
    """
    Return the folded quotation mark, which is one for all kinds.

    Only after one to three digits are single and double kept apart: 5′ is not 5″.
    """
    before = text[max(0, position - 4) : position]
    measures = before[-1:].isdecimal() and not (len(before) == 4 and before.isdecimal())
    return _INCH if measures and text[position] in DOUBLE_QUOTES else _QUOTE


def _clusters(text: str, start: int, end: int, done: int) -> Iterator[Change]:
    """Yield the changes in a run of other characters, letter by letter with its marks."""
    if _continues(text[start]) and start > done:
        start -= 1
    elif unicodedata.is_normalized("NFKC", text[start:end]):
        return
    while start < end:
        stop = start + 1
        while stop < end and _continues(text[stop]):
            stop += 1
        cluster = text[start:stop]
        folded = _fold_cluster(cluster)
        if folded != cluster:
            yield start, stop, folded
        start = stop


@lru_cache(maxsize=4096)
def _fold_cluster(cluster: str) -> str:
    return unicodedata.normalize("NFC", expand(cluster[0]) + cluster[1:]).translate(_PLAIN)


def _continues(character: str) -> bool:
    """Whether `character` can be composed with the one before: a mark or a Hangul vowel or end."""
    return is_mark(character) or "\u1160" <= character <= "\u11ff"


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
    leading = _ANY_SPACE.match(text)
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
    return _TYPED_HYPHEN.sub("", _BREAK.sub("", text))


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


_ANY_SPACE = re.compile(rf"[\s{INVISIBLE}]+")
_AFTER_WORD = r"(?<=[\w\u0300-\u036f])"
_BREAK = re.compile(rf"{_AFTER_WORD}{LINE_END_BREAK}(?=\w)")
_TYPED_HYPHEN = re.compile(rf"{_AFTER_WORD}[{re.escape(DASHES)}]\s?(?=\w)")
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
