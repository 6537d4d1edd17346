"""Spans: half-open stretches of a text, counted in code points."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Where something stands in a text: from `start` up to, not including, `end`."""

    start: int
    end: int

    def __post_init__(self) -> None:
        """Refuse a span that no text can have, because a wrong offset is found too late."""
        if not 0 <= self.start <= self.end:
            raise ValueError(f"A span cannot go from {self.start} to {self.end}.")

    def of(self, text: str) -> str:
        """Return the words at this span of `text`."""
        return text[self.start : self.end]
