"""Starting the command and importing the package, beside an empty Python."""

import statistics
import subprocess
import sys
import time

from harness import table

TIMES = 15
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "import click": ["-c", "import click"],
    "import citation_engine": ["-c", "import citation_engine"],
    "cite --help": ["-m", "citation_engine.cli", "--help"],
    "cite --version": ["-m", "citation_engine.cli", "--version"],
    "import CitationEngine": ["-c", "from citation_engine import CitationEngine"],
}


def seconds(arguments):
    """The quickest of several starts: what the machine can do when nothing disturbs it."""
    taken = []
    for _ in range(TIMES):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
        taken.append(time.perf_counter() - start)
    return min(taken), statistics.median(taken)


def main():
    """Measure and print."""
    measured = {name: seconds(arguments) for name, arguments in COMMANDS.items()}
    empty = measured["python -c pass"][0]
    rows = [
        [name, best * 1000, median * 1000, best / empty]
        for name, (best, median) in measured.items()
    ]
    head = ["command", "best, ms", "median, ms", "ratio to an empty Python"]
    table("Starting", head, rows)


if __name__ == "__main__":
    main()
