"""
One whole `cite()` on a source of 300 pages, without a model, beside its parts in the same run.

Give a folder of real text: each folder in it is a language. The pages are set from it, about
3,000 characters each. Quotations are damaged in all the ways of `damage.py`.
"""

import argparse
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import damage
from harness import percentile, table
from location import load

from citation_engine import CitationEngine, Settings
from citation_engine.quotes.locate import find_quote
from citation_engine.quotes.searchable_text import SearchedText

PAGES, CHARACTERS = 300, 3_000


def times_of(work: Callable[[str], object], quotes: list[str]) -> list[float]:
    """The milliseconds that each quotation takes."""
    taken = []
    for quote in quotes:
        start = time.perf_counter()
        work(quote)
        taken.append((time.perf_counter() - start) * 1000)
    return taken


def bare_insert(folder: Path) -> Callable[[str], object]:
    """One row with one durable commit, which no recorded citation can do without."""
    connection = sqlite3.connect(folder / "bare.db")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE citation (quote TEXT)")

    def insert(quote: str) -> None:
        with connection:
            connection.execute("INSERT INTO citation VALUES (?)", (quote,))

    return insert


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--each", type=int, default=20, help="quotations of each kind")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    rows = []
    for folder in sorted(path for path in options.folder.iterdir() if path.is_dir()):
        rng = random.Random(f"{options.seed}-{folder.name}")
        text = damage.enlarge(load(folder), PAGES * CHARACTERS, rng)[: PAGES * CHARACTERS]
        made = damage.make_document(text, rng)
        quotes = [quote.text for quote in damage.make_quotes(made, options.each, rng)]
        rng.shuffle(quotes)
        with tempfile.TemporaryDirectory() as place:
            settings = Settings.from_env(judge="overlap", cache_folder=place)
            with CitationEngine(Path(place, "citations.db"), settings=settings) as engine:
                source = engine.add_text(made.text, name="source")
                engine.cite("Warm.", source, quote=quotes[0])
                searched = SearchedText(made.text)
                ways = {
                    "cite(), locating to durable commit": lambda q: engine.cite(
                        "A claim.",
                        source,  # noqa: B023
                        quote=q,
                    ),
                    "locating alone": lambda q: find_quote(q, searched),  # noqa: B023
                    "one bare row, durable": bare_insert(Path(place)),
                }
                for name, work in ways.items():
                    taken = times_of(work, quotes)
                    mean = sum(taken) / len(taken)
                    rows.append(
                        [folder.name, name, len(taken), mean, percentile(taken, 0.95), max(taken)]
                    )
    head = ["text", "what", "n", "mean ms", "p95", "max"]
    table(f"Citing a source of {PAGES} pages", head, rows)


if __name__ == "__main__":
    main()
