"""Fills a record with many citations: the engine's own entries, many in one commit."""

from citation_engine.engine.intake import new_citation
from citation_engine.hashing import uuid7
from citation_engine.record import citations
from citation_engine.verify.check import check

BATCH = 1_000


def fill(engine, source, many):
    """Record `many` citations through the same writer `cite` uses."""
    snapshot = engine.state.snapshot_of(source)
    new = new_citation(
        engine.settings,
        claim="Companies must store transaction data for ten years.",
        quote="für einen Zeitraum von zehn Jahren unveränderbar zu speichern",
        context="§ 8.1: Sämtliche buchungsrelevanten Transaktionsdaten sind zu speichern.",
        locator={"page": 24, "section": "§ 8.1"},
    )
    verdict = check(new, source, snapshot, engine.judge)
    author = engine.state.author

    def work(tx, count):
        for _ in range(count):
            citations.create(tx, author, new, source, snapshot, verdict, entry_id=uuid7())

    store, project = engine.state.store, engine.state.row
    for start in range(0, many, BATCH):
        count = min(BATCH, many - start)
        needs = {name: number * count for name, number in citations.NEEDS.items()}
        store.write(project, lambda tx, count=count: work(tx, count), needs=needs)
        if start // BATCH % 50 == 0:
            engine.ledger.sequence()
    engine.ledger.sequence()
