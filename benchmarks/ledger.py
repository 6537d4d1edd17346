"""Verifying a ledger of many entries, and how large a proof is."""

import argparse
import resource
from functools import partial

from filling import fill
from harness import database, table, timed
from throughput import TEXT

from citation_engine import CitationEngine


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backend", nargs="+", default=["sqlite"])
    parser.add_argument("--entries", type=int, default=1_000_000)
    options = parser.parse_args()
    rows = []
    for backend in options.backend:
        with database(backend) as url, CitationEngine(url) as engine:
            source = engine.add_text(TEXT, name="law")
            fill(engine, source, options.entries // 2)
            sign = timed(engine.ledger.checkpoint)
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            seconds = timed(partial(_verify, engine))
            grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
            size = engine.ledger.sequence()
            proofs = [engine.ledger.prove(index=i).text for i in range(0, size, size // 20)]
            proving = timed(partial(engine.ledger.prove, index=size // 3)) * 1000
            largest = max(len(text.encode()) for text in proofs)
            rows.append(
                [backend, size, seconds, size / seconds, sign * 1000, proving, largest, grown]
            )
    head = [
        "database",
        "entries",
        "verify, s",
        "entries/s",
        "checkpoint, ms",
        "proof, ms",
        "largest proof, bytes",
        "memory grew, MiB",
    ]
    table("The ledger", head, rows)


def _verify(engine):
    report = engine.ledger.verify()
    assert report.status == "clean", report.findings[:3]


if __name__ == "__main__":
    main()
