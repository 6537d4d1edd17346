r"""
Offsets of a draft as the lines and columns that editors show.

Lines end with `\n` or `\r\n` and with nothing else: a lone `\r`, a form feed or U+2028 is a
character of its line, as most editors and all code hosts have it. Lines and columns count from 1,
columns in code points. The end column is the one behind the last character. A byte-order mark
at the start has no column, because no editor shows one.
"""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from citation_engine.model.span import Span

BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Spot:
    """A stretch of a draft by lines and columns, the end column not included."""

    line: int
    column: int
    end_line: int
    end_column: int


class Places:
    """
    Turns offsets of one text into lines and columns.

    The text is read once; after that a place costs a search among the line starts, so that many
    findings in a long text stay cheap.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._mark = len(BYTE_ORDER_MARK) if text.startswith(BYTE_ORDER_MARK) else 0

    @cached_property
    def _starts(self) -> list[int]:
        starts, end = [self._mark], self._text.find("\n")
        while end >= 0:
            starts.append(end + 1)
            end = self._text.find("\n", end + 1)
        return starts

    @property
    def lines(self) -> int:
        """How many lines there are; after a last line end one more begins."""
        return len(self._starts)

    @property
    def mark(self) -> int:
        """How many characters at the start are a byte-order mark: none or one."""
        return self._mark

    def at(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset; one outside the text counts as its nearest end."""
        inside = min(max(offset, self._mark), len(self._text))
        line = bisect_right(self._starts, inside)
        return line, inside - self._starts[line - 1] + 1

    def of(self, span: Span) -> Spot:
        """The lines and columns of a span."""
        return Spot(*self.at(span.start), *self.at(span.end))

    def start_of(self, line: int) -> int:
        """The offset at which a line starts."""
        return self._starts[line - 1]

    def bounds(self, line: int) -> tuple[int, int]:
        """Where a line starts and where it ends, without its line end."""
        start = self._starts[line - 1]
        end = self._starts[line] - 1 if line < len(self._starts) else len(self._text)
        if line < len(self._starts) and end > start and self._text[end - 1] == "\r":
            end -= 1
        return start, end
