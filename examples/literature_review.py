"""
A literature review: "70% of the papers", cited, with the way back to each paper.

Shows how an aggregate is cited. Papers are sources of their own. What was read out of
them stands in a database; the count is a database result that keeps its members. Later
the query is run again, and the changed count is found before a reader finds it:

    python examples/literature_review.py
"""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from citation_engine import CitationContext, CitationEngine, Source

KINDS = ["microservices"] * 42 + ["a monolith"] * 18
QUERY = "SELECT kind, count(*) AS n FROM extraction GROUP BY kind"


def add_papers(engine: CitationEngine) -> list[Source]:
    """Register the papers; the session numbers them S1 to S60."""
    return [
        engine.add_text(f"Study {number}. We built the system as {kind}.", name=f"paper-{number}")
        for number, kind in enumerate(KINDS, 1)
    ]


def extract(database: sqlite3.Connection, papers: list[Source]) -> None:
    """Write down what each paper says, by its number."""
    database.execute("CREATE TABLE extraction (paper TEXT PRIMARY KEY, kind TEXT)")
    rows = [
        (p.label, "microservices" if "microservices" in p.content else "monolith") for p in papers
    ]
    database.executemany("INSERT INTO extraction VALUES (?, ?)", rows)
    database.commit()


def cite_share(
    engine: CitationEngine, database: sqlite3.Connection, papers: list[Source]
) -> Source:
    """Register the count with the papers behind it, and cite it."""
    counted = [paper for paper in papers if "microservices" in paper.content]
    counts = engine.add_db_source(
        "slr_content_db",
        "Papers by architecture",
        QUERY,
        result=database.execute(QUERY),
        members=counted,
    )
    result = engine.cite_db(
        "70% of the reviewed papers use microservices.",
        counts.id,
        quote_context=f"{len(counted)} of {len(papers)} papers name microservices.",
        locator={"table": "extraction", "query": QUERY},
    )
    print(result.summary_note)
    return counts


def look_behind(engine: CitationEngine, counts: Source) -> None:
    """Go from the count to its papers, and check one of them in its own words."""
    members = engine.get_members(counts)
    print(f"Behind it: {len(members)} papers, {members[0].label} to {members[-1].label}.")
    single = engine.cite(
        "The system was built as microservices.", "S7", "built the system as microservices"
    )
    print(f"{single.summary_note} ({single.verdict.match})")


def look_again(engine: CitationEngine, database: sqlite3.Connection, counts: Source) -> None:
    """Run the query again after three papers were read more closely."""
    print(engine.rerun(counts, database).summary)
    database.execute("UPDATE extraction SET kind = 'monolith' WHERE paper IN ('S1', 'S2', 'S3')")
    database.commit()
    print(engine.rerun(counts, database, keep=True).summary)


def main() -> None:
    """Run the review in a folder of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        context = CitationContext(session_id="review", agent_id="reviewer")
        with (
            closing(sqlite3.connect(folder / "extraction.db")) as database,
            CitationEngine(folder / "citations.db", context=context) as engine,
        ):
            papers = add_papers(engine)
            extract(database, papers)
            counts = cite_share(engine, database, papers)
            look_behind(engine, counts)
            look_again(engine, database, counts)
            print(f"The record: {engine.ledger.verify().status}.")


if __name__ == "__main__":
    main()
