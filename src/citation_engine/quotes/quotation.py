"""A quotation that is looked for, and what a search needs of it, each worked out once."""

import re
from functools import cached_property

from citation_engine.language.fold import LINE_END_BREAK, Folded, fold, trim
from citation_engine.quotes.skeleton import codes, skeleton_bytes

_BREAK = re.compile(LINE_END_BREAK)


class Quotation:
    """A quotation without the white space around it."""

    def __init__(self, text: str) -> None:
        stripped = text.strip()
        plain = stripped[:1].isascii() and stripped[-1:].isascii()
        self.text = stripped if plain else trim(text)

    @cached_property
    def folded(self) -> Folded:
        """The quotation, typography aside."""
        return fold(self.text)

    @cached_property
    def spaced(self) -> list[str] | None:
        """What stands between white space; None where a line end may split a word."""
        return None if _BREAK.search(self.text) else self.text.split()

    @cached_property
    def skeleton(self) -> bytes:
        """Its letters and digits."""
        return skeleton_bytes(self.text)

    @cached_property
    def lead(self) -> int:
        """How many characters stand before the first letter or digit."""
        known = codes()
        return next((at for at, c in enumerate(self.text) if known[ord(c)]), len(self.text))

    @cached_property
    def trail(self) -> int:
        """How many characters stand after the last letter or digit."""
        known, reversed_text = codes(), self.text[::-1]
        return next((at for at, c in enumerate(reversed_text) if known[ord(c)]), len(self.text))

    @property
    def has_words(self) -> bool:
        """Whether there is a letter or digit to look for."""
        return any(map(str.isalnum, self.text))
