"""
Keeps what a benchmark found and drops how long it took, so that two runs can be compared.

    python benchmarks/guards.py FOLDER | python benchmarks/frozen/accuracies.py
"""

import re
import sys
from collections.abc import Iterable, Iterator

TIMED = re.compile(
    r"\b(?:ms|seconds?|mean|median|p95|max|[kM]B(?:/s)?|bytes/char|times|than offsets)\b"
)
MACHINE = re.compile(r" ?Python \d[\d.]*, .*$")


def kept(lines: Iterable[str]) -> Iterator[str]:
    """Give the lines without columns of times and without the machine."""
    columns: list[int] | None = None
    blank = True
    for line in lines:
        text = MACHINE.sub("", line.rstrip())
        if text.startswith("|"):
            cells = text.strip("|").split("|")
            if columns is None:
                columns = [n for n, head in enumerate(cells) if not TIMED.search(head)]
            if columns:
                yield "|" + "|".join(cells[n] for n in columns) + "|"
                blank = False
            continue
        columns = None
        if text or not blank:
            yield text
        blank = not text


if __name__ == "__main__":
    sys.stdout.write("\n".join(kept(sys.stdin)).strip() + "\n")
