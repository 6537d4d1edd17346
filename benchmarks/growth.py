"""What one citation, one look-up and one list cost as the record grows."""

import argparse
import time

from filling import fill
from harness import database, median_ms, table
from throughput import TEXT, cite

from citation_engine import CitationEngine


def measure(engine, source, have, times):
    """Milliseconds for one citation, one look-up and one piece of a list."""
    return [
        median_ms(lambda: cite(engine, source, 0), times),
        median_ms(lambda: engine.get_citation(have // 2), 200),
        median_ms(lambda: engine.list_citations(after=have // 2, limit=50), 50),
    ]


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backend", nargs="+", default=["sqlite", "postgresql"])
    parser.add_argument("--sizes", nargs="+", type=int, default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--times", type=int, default=1_000)
    options = parser.parse_args()
    for backend in options.backend:
        rows, first = [], None
        with database(backend) as url, CitationEngine(url) as engine:
            source = engine.add_text(TEXT, name="law")
            have = 0
            for size in options.sizes:
                start = time.perf_counter()
                fill(engine, source, size - have)
                filled = (size - have) / (time.perf_counter() - start)
                have = size + options.times
                figures = measure(engine, source, have, options.times)
                first = first or figures
                ratios = [now / then for now, then in zip(figures, first, strict=True)]
                cells = [
                    f"{now:.2f} ({ratio:.2f}x)" for now, ratio in zip(figures, ratios, strict=True)
                ]
                rows.append([size, *cells, filled])
        head = ["citations", "cite, ms", "get_citation, ms", "50 of a list, ms", "filled at, /s"]
        table(f"Cost as the record grows, {backend}", head, rows)


if __name__ == "__main__":
    main()
