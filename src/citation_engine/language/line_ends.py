"""
Hyphens at line ends, which may split a word or belong to it, and nobody can tell.

"long-" at a line end and "term" on the next line may be "longterm" or "long-term", or as in
"Ein- und Ausgang" two words. So texts with line ends are compared without the hyphens in their
words, and then the hyphens are compared one by one: everywhere else they must agree.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from citation_engine.language.rewrite import Rewritten, rewrite

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
