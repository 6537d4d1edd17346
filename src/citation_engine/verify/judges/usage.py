"""What a language model's answers cost: calls, tokens and, where prices are set, money."""

import threading
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from citation_engine.display import shortened
from citation_engine.errors import InvalidSetting
from citation_engine.ports import Reply

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """What a million tokens cost, read and written."""

    input: Decimal
    output: Decimal

    @classmethod
    def of(cls, text: str | None) -> "Price | None":
        """Read a setting such as `0.15/0.60`."""
        if not text:
            return None
        try:
            first, second = (Decimal(part.strip()) for part in text.split("/"))
        except (ValueError, InvalidOperation):
            first = second = Decimal("NaN")
        if not (first.is_finite() and second.is_finite()) or min(first, second) < 0:
            raise InvalidSetting(
                f"CITATION_LLM_PRICE is {shortened(text)}.",
                fix="Set it to two prices for a million tokens, read and written: 0.15/0.60.",
            )
        return cls(first, second)


@dataclass(frozen=True, slots=True)
class Usage:
    """
    What was used so far.

    `remembered` questions were answered from memory. `uncounted` calls had no token counts, so
    that tokens and cost are at least what is said here. `cost` is None where no price is set.
    """

    calls: int = 0
    questions: int = 0
    remembered: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    uncounted: int = 0
    cost: Decimal | None = None


class Meter:
    """Counts what is used; one instance serves any number of threads."""

    def __init__(self, price: Price | None = None) -> None:
        self._price = price
        self._usage = Usage(cost=Decimal(0) if price else None)
        self._lock = threading.Lock()

    @property
    def usage(self) -> Usage:
        """What was used so far."""
        return self._usage

    def asked(self, questions: int, remembered: int) -> None:
        """So many questions came, and so many of them were answered from memory."""
        with self._lock:
            self._usage = replace(
                self._usage,
                questions=self._usage.questions + questions,
                remembered=self._usage.remembered + remembered,
            )

    def answered(self, reply: Reply) -> None:
        """One call was answered."""
        read, written = reply.input_tokens or 0, reply.output_tokens or 0
        counted = reply.input_tokens is not None and reply.output_tokens is not None
        with self._lock:
            used = self._usage
            self._usage = replace(
                used,
                calls=used.calls + 1,
                input_tokens=used.input_tokens + read,
                output_tokens=used.output_tokens + written,
                uncounted=used.uncounted + (not counted),
                cost=self._cost(used.input_tokens + read, used.output_tokens + written),
            )

    def _cost(self, read: int, written: int) -> Decimal | None:
        if self._price is None:
            return None
        return (self._price.input * read + self._price.output * written) / _MILLION
