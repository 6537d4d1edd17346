"""A text in which many quotations are looked for, with its headers and footers or without."""

from citation_engine.model.span import Span
from citation_engine.quotes.furniture import ReadOver, read_over
from citation_engine.quotes.indexed_text import IndexedText, Prepared


class SearchedText(IndexedText):
    """A text with what a search needs of it; `furniture` are the runs of lines to read over."""

    def __init__(
        self, text: str, furniture: tuple[Span, ...] = (), prepared: Prepared | None = None
    ) -> None:
        super().__init__(text, prepared)
        self.furniture = furniture
        self._read_over: ReadOver | None = None

    @property
    def read_over(self) -> ReadOver | None:
        """The text without page headers and footers, or None where it has none."""
        if self._read_over is None and self.furniture:
            self._read_over = read_over(self.original, self.furniture)
        return self._read_over
