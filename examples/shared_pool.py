"""
Several agents on one database: shared sources, one record, nothing lost or doubled.

Each agent has a session of its own and writes at the same time as the others.
Uses a SQLite file in a temporary folder, or the PostgreSQL database that
CITATION_DB_URL names:

    python examples/shared_pool.py
    CITATION_DB_URL=postgresql://agent@localhost/citations python examples/shared_pool.py
"""

import os
import secrets
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from citation_engine import CitationEngine

AGENTS = 8
CLAIMS = 10
STUDY = "We asked 60 archives. 42 of them check their records every year."


def work(engine: CitationEngine, run: str, number: int) -> list[int]:
    """One agent: it joins the pool, adds the source it was given, and cites it."""
    agent = engine.in_session(f"{run}/task-{number}", agent_id=f"agent-{number}")
    study = agent.add_text(STUDY, name="Archive study")
    made = []
    for claim in range(CLAIMS):
        key = f"{run}/agent-{number}/claim-{claim}"
        first = agent.cite(f"Claim {claim}", study, "42 of them", idempotency_key=key)
        # The acknowledgement got lost, so the agent repeats the call. The key makes that harmless.
        again = agent.cite(f"Claim {claim}", study, "42 of them", idempotency_key=key)
        assert again.citation_id == first.citation_id
        made.append(first.citation_id)
    return made


def share(engine: CitationEngine) -> None:
    """Let all agents work at once, then look at what they left."""
    run = secrets.token_hex(4)
    with ThreadPoolExecutor(AGENTS) as threads:
        made = list(threads.map(lambda number: work(engine, run, number), range(AGENTS)))
    ids = [citation for agent in made for citation in agent]
    sources = {source.id for source in engine.list_sources() if source.name == "Archive study"}
    indexes = [entry.index for entry in engine.ledger.entries()]
    report = engine.ledger.verify()
    print(f"Mode: {engine.mode}.")
    print(f"{AGENTS} agents made {len(ids)} citations with {len(set(ids))} different numbers.")
    print(f"They share {len(sources)} source.")
    print(f"The log has no gaps: {indexes == list(range(len(indexes)))}.")
    print(f"The record: {report.status}.")


def main() -> None:
    """Open the shared database, or a file of our own."""
    if os.environ.get("CITATION_DB_URL", "").startswith("postgres"):
        with CitationEngine(mode="multi-agent") as engine:
            share(engine)
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        CitationEngine(Path(folder) / "pool.db") as engine,
    ):
        share(engine)


if __name__ == "__main__":
    main()
