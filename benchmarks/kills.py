"""Acknowledged citations lost or doubled when the process is killed again and again."""

import argparse
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from harness import database, table

from citation_engine import CitationEngine

AGENT = Path(__file__).parents[1] / "tests" / "faults" / "agent.py"


def run_agent(url, first, killed_after):
    """Let an agent cite for a while, kill it, and return what it was told is recorded."""
    command = [sys.executable, str(AGENT), url, "agent", str(first), "1000000"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    head = process.stdout.readline()
    time.sleep(killed_after)
    process.kill()
    lines = (head + process.stdout.read()).splitlines(keepends=True)
    process.wait()
    return dict(line.split() for line in lines if line.endswith("\n"))


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backend", nargs="+", default=["sqlite", "postgresql"])
    parser.add_argument("--cycles", type=int, default=1_000)
    options = parser.parse_args()
    rows = []
    for backend in options.backend:
        with database(backend) as url:
            acknowledged, first = {}, 0
            for _ in range(options.cycles):
                said = run_agent(url, first, random.uniform(0.005, 0.12))
                acknowledged.update(said)
                first = max(int(key.split("-")[1]) for key in said)
            with CitationEngine(url, session="agent") as engine:
                citations = engine.list_citations()
                status = engine.ledger.verify().status
            claims = Counter(citation.claim for citation in citations)
            ids = {citation.claim: str(citation.id) for citation in citations}
            lost = sum(ids.get(f"Claim {key}.") != id for key, id in acknowledged.items())
            doubled = sum(many - 1 for many in claims.values())
        rows.append([backend, options.cycles, len(acknowledged), lost, doubled, status])
    head = ["database", "kills", "acknowledged", "lost", "doubled", "ledger"]
    table("Killed processes", head, rows)


if __name__ == "__main__":
    main()
