"""Prints the versions of `constraints-lowest.txt`, and of `constraints.txt` for the rest."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def pinned(file: str) -> dict[str, str]:
    """The lines of a file of versions, by the name of the package."""
    lines = (ROOT / file).read_text("utf-8").split()
    return {re.sub(r"[-_.]+", "-", line.partition("==")[0]).lower(): line for line in lines}


if __name__ == "__main__":
    lines = (pinned("constraints.txt") | pinned("constraints-lowest.txt")).values()
    sys.stdout.write("\n".join(lines) + "\n")
