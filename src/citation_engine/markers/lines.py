"""Patterns that begin a line, found quickly: by the line end before it."""

import re
from collections.abc import Iterator


class LinePattern:
    """
    A pattern that begins a line.

    The first group of a match is all that the pattern matches; groups of its own come after.
    """

    def __init__(self, pattern: str, flags: re.RegexFlag = re.NOFLAG) -> None:
        self._first = re.compile(f"({pattern})", flags)
        self._later = re.compile(f"\n({pattern})", flags)

    def finditer(self, text: str, start: int = 0) -> Iterator[re.Match[str]]:
        """Yield the matches from `start` on, which is 0 or before a line end, in order."""
        if start == 0 and (first := self._first.match(text)):
            yield first
            start = first.end()
        yield from self._later.finditer(text, start)

    def match(self, text: str, start: int) -> re.Match[str] | None:
        """Return the match at `start`, which begins a line, or None."""
        return self._first.match(text, start)
