"""Long runs: how far they are, and what they have worked out so far, kept on the disk."""

import hashlib
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

# Seconds between two signs of life.
_BETWEEN = 0.5


def watched(items: Sequence[T], what: str) -> Iterator[T]:
    """Give the items one by one; on a terminal, say how many there were and how long it takes."""
    begun = said = time.monotonic()
    shown = sys.stderr.isatty()
    for number, item in enumerate(items):
        now = time.monotonic()
        if shown and number and now - said > _BETWEEN:
            left = (now - begun) / number * (len(items) - number)
            print(
                f"\r\033[K{what}: {number:,} of {len(items):,}, {left / 60:.1f} min left",
                end="",
                file=sys.stderr,
                flush=True,
            )
            said = now
        yield item
    took = time.monotonic() - begun
    if took > 1:
        start = "\r\033[K" if shown else ""
        print(f"{start}{what}: {len(items):,} in {took:,.0f} s", file=sys.stderr, flush=True)


class Kept:
    """
    Figures for pairs of texts, kept in a file so that a run can be stopped and taken up again.

    Every figure is written as soon as it is known. A line that was cut off is worked out again.
    Without a folder, figures are kept for this run alone.
    """

    def __init__(self, folder: Path | None, name: str, width: int) -> None:
        self._known: dict[str, tuple[float, ...]] = {}
        self._width = width
        self._path: Path | None = None
        if folder is None:
            return
        folder.mkdir(parents=True, exist_ok=True)
        self._path = path = folder / f"{name}.tsv"
        whole = path.read_bytes() if path.exists() else b""
        lines = whole[: whole.rfind(b"\n") + 1]
        for line in lines.decode("ascii", "replace").splitlines():
            self._take(line)
        if len(lines) < len(whole):
            os.truncate(path, len(lines))

    def _take(self, line: str) -> None:
        key, *values = line.split("\t")
        try:
            numbers = tuple(map(float, values))
        except ValueError:
            return
        if len(numbers) == self._width:
            self._known[key] = numbers

    def known(self, first: str, second: str) -> tuple[float, ...] | None:
        """What was kept for two texts; None where nothing was."""
        return self._known.get(_key(first, second))

    def keep(self, first: str, second: str, values: Sequence[float]) -> None:
        """Keep figures for two texts."""
        key = _key(first, second)
        self._known[key] = tuple(values)
        if self._path is not None:
            line = "\t".join([key, *map(repr, map(float, values))])
            with self._path.open("a", encoding="ascii") as file:
                file.write(f"{line}\n")


def _key(first: str, second: str) -> str:
    text = f"{len(first)} {first}{second}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(text, digest_size=16).hexdigest()
