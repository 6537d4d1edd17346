"""A report of many tables: printed as they come, and written as Markdown and as JSON."""

import contextlib
import io
import json
from collections.abc import Sequence
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

from harness import table
from judge_metrics import Estimate


class Report:
    """Tables and the figures behind them."""

    def __init__(self) -> None:
        self._written: list[str] = []
        self.figures: dict[str, Any] = {}

    def table(
        self, title: str, head: Sequence[str], rows: Sequence[Sequence[object]], note: str = ""
    ) -> None:
        """Print a table, and a sentence below it, and keep both for the file."""
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            table(title, head, rows)
        # The machine is named once, and not below every table.
        text = printed.getvalue().rpartition("\nPython ")[0] + (f"\n{note}\n" if note else "")
        self._add(text)

    def say(self, text: str) -> None:
        """Print a sentence, and keep it for the file."""
        self._add(f"\n{text}\n")

    def _add(self, text: str) -> None:
        print(text, end="", flush=True)
        self._written.append(text)

    def write(self, markdown: Path | None, figures: Path | None) -> None:
        """Write what was asked for."""
        if markdown is not None:
            markdown.write_text("".join(self._written).lstrip("\n"), encoding="utf-8")
        if figures is not None:
            text = json.dumps(self.figures, indent=1, ensure_ascii=False, default=_plain)
            figures.write_text(f"{text}\n", encoding="utf-8")


def percent(value: float | Estimate | None, *, interval: bool = False) -> str:
    """A share as a percentage, with its interval where asked for; a dash where there is none."""
    if value is None:
        return "-"
    if isinstance(value, Estimate):
        return value.percent() if interval else f"{100 * value.value:.1f}"
    return f"{100 * value:.1f}"


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return str(value)
