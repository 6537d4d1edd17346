"""What registering, finding duplicates and searching cost as the library grows."""

import argparse
import random
import time

from harness import database, percentile, table, timed

from citation_engine import CitationEngine
from citation_engine.collect import incoming
from citation_engine.model.source import SourceType
from citation_engine.record import sources
from citation_engine.search.indexing import ChunkedText

BATCH = 200
WORDS = 40_000
HEAD = (
    *("sources", "register 10 kB, ms p50", "p95", "known again, ms p50", "near duplicates, ms p50"),
    *("search 1 word, ms p50", "search 3 words", "find_evidence", "filled at, /s"),
)


class Library:
    """Texts as people write them: few words are common and most are rare."""

    def __init__(self):
        chance = random.Random(7)
        letters = "bcdfghklmnprstvwz"
        parts = [c + v for c in letters for v in "aeiou"]
        self.words = ["".join(chance.choices(parts, k=chance.randint(2, 4))) for _ in range(WORDS)]
        self.weights = [1 / (rank + 5) for rank in range(WORDS)]

    def text(self, seed, characters):
        """A text of about so many characters, the same for the same seed."""
        chance = random.Random(seed)
        words = chance.choices(self.words, self.weights, k=characters // 7)
        starts = range(0, len(words), 14)
        sentences = [" ".join(words[at : at + 14]).capitalize() + "." for at in starts]
        cut = range(0, len(sentences), 6)
        return "The report of the year is here. " + "\n\n".join(
            " ".join(sentences[at : at + 6]) for at in cut
        )


def fill(engine, library, first, many):
    """Register many small sources through the same writer `add` uses, many in one commit."""
    store, project, author = engine.state.store, engine.state.row, engine.state.author
    for start in range(first, first + many, BATCH):
        news = [
            incoming.from_text(
                library.text(n, 1_300), SourceType.DOCUMENT, "default", identifier=f"source {n}"
            )
            for n in range(start, min(start + BATCH, first + many))
        ]

        def work(tx, news=news):
            # The session's numbers are looked up among rows that are not written yet.
            for new in news:
                register(tx, author, new)

        needs = {name: count * len(news) for name, count in sources.NEEDS.items()}
        store.write(project, work, needs=needs)
    engine.ledger.sequence()


def register(tx, author, new):
    """Record one source and its words; it joins no session."""
    hashes = sources.key_hashes(tx.project.name_key, new.keys)
    source_id, entry = sources._record(tx, author, new, hashes, None, [])
    source = sources.ref(source_id, entry)
    sources._take_snapshot(tx, author, new, source, 1, [], ChunkedText(new.text))


def measure(engine, library, size, times):
    """Milliseconds for each kind of call, and the 95th percentile of registering."""
    texts = [library.text(f"new {size} {n}", 10_000) for n in range(times)]
    registered = [
        timed(lambda n=n: engine.add_text(texts[n], name=f"new {size} {n}")) for n in range(times)
    ]
    again = [
        timed(lambda n=n: engine.add_text(texts[n], name=f"new {size} {n}")) for n in range(times)
    ]
    known = [engine.find_source(f"new {size} {n}") for n in range(times)]
    chance = random.Random(size)
    rare = library.words[2_000:10_000]
    calls = (
        lambda: engine.near_duplicates(chance.choice(known)),
        lambda: engine.search(chance.choice(rare)),
        lambda: engine.search(" ".join(chance.sample(rare, 3))),
        lambda: engine.find_evidence(library.text(chance.random(), 120)),
    )
    others = [percentile([timed(call) for _ in range(times)], 0.5) for call in calls]
    figures = (percentile(registered, 0.5), percentile(registered, 0.95), percentile(again, 0.5))
    return [1_000 * seconds for seconds in (*figures, *others)]


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backend", nargs="+", default=["sqlite", "postgresql"])
    parser.add_argument("--sizes", nargs="+", type=int, default=[1_000, 10_000, 100_000])
    parser.add_argument("--times", type=int, default=100)
    options = parser.parse_args()
    library = Library()
    for backend in options.backend:
        rows, first, have = [], None, 0
        with database(backend) as url, CitationEngine(url, judge="none") as engine:
            for n in range(20):
                engine.add_text(library.text(f"warm {n}", 10_000), name=f"warm {n}")
            for size in options.sizes:
                start = time.perf_counter()
                fill(engine, library, have, size - have)
                filled = (size - have) / (time.perf_counter() - start)
                have = size
                figures = measure(engine, library, size, options.times)
                first = first or figures
                cells = [
                    f"{now:.1f} ({now / then:.2f}x)"
                    for now, then in zip(figures, first, strict=True)
                ]
                rows.append([size, *cells, filled])
        table(f"Cost as the library grows, {backend}", HEAD, rows)


if __name__ == "__main__":
    main()
