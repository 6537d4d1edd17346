"""Records citations and what checks of them found."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from citation_engine.errors import CitationNotFound
from citation_engine.model.citation import NewCitation, RelationType
from citation_engine.model.source import Snapshot, Source
from citation_engine.model.verdict import Support, Verdict
from citation_engine.ports import EntryRef, Transaction
from citation_engine.record.envelope import Author
from citation_engine.record.writer import append, ref

NEEDS = {"entry": 2, "citation": 1}


Ref = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Created:
    """A citation that is about to be committed."""

    number: int
    entry: EntryRef
    micros: int


def create(
    tx: Transaction,
    author: Author,
    new: NewCitation,
    source: Source,
    snapshot: Snapshot | None,
    verdict: Verdict,
    *,
    entry_id: UUID,
) -> Created:
    """Record a citation and its first verdict."""
    related = _related(tx, new.related_citations)
    number = tx.number("citation")
    data = {
        "id": number,
        "source": {"id": source.id, "entry_id": source.entry_id},
        "snapshot": snapshot_ref(snapshot),
        "method": new.extraction_method.value,
        "confidence": new.confidence.value,
        "made_by": new.made_by.value,
        "relation": new.relation_type.value if new.relation_type else None,
        "related": [ref(id, entry) for id, entry in related],
    }
    fields = {
        "claim": new.claim,
        "verbatim_quote": new.verbatim_quote,
        "quote_context": new.quote_context,
        "quote_language": new.quote_language,
        "relevance_reasoning": new.relevance_reasoning,
        "locator": new.locator.given(),
    }
    micros = time.time_ns() // 1_000
    entry = append(
        tx, author, "citation.created", data, fields=fields, entry_id=entry_id, micros=micros
    )
    add_verdict(tx, author, number, entry, snapshot_ref(snapshot), verdict, seq=1)
    if new.relation_type is RelationType.SUPERSEDES:
        for id, older in related:
            _supersede(tx, author, (id, older), (number, entry))
    return Created(number, entry, micros)


def snapshot_ref(snapshot: Snapshot | None) -> Ref | None:
    """How an entry names a snapshot."""
    return {"id": snapshot.id, "entry_id": snapshot.entry_id} if snapshot else None


def add_verdict(
    tx: Transaction,
    author: Author,
    citation_id: int,
    citation: EntryRef,
    snapshot: Ref | None,
    verdict: Verdict,
    *,
    seq: int,
) -> EntryRef:
    """Record what a check of a citation found."""
    unreachable = verdict.support is Support.UNREACHABLE
    type = "verification.unavailable" if unreachable else "verification.completed"
    passage = verdict.passage
    data = {
        "citation": ref(citation_id, citation),
        "seq": seq,
        "status": verdict.status.value,
        "match": verdict.match.value if verdict.match else None,
        "place": verdict.place.value,
        "support": verdict.support.value,
        "similarity": None if verdict.similarity is None else f"{verdict.similarity:.4f}",
        "start": passage.start if passage else None,
        "end": passage.end if passage else None,
        "snapshot": snapshot,
        "judge": verdict.judge.model_dump(),
    }
    fields = verdict.model_dump(mode="json")
    return append(tx, author, type, data, fields=fields, subject=citation)


def _related(tx: Transaction, ids: Sequence[int]) -> list[tuple[int, EntryRef]]:
    rows = tx.rows("citation_refs", ids=list(ids)) if ids else []
    found = {row["id"]: EntryRef(row["entry"], bytes(row["entry_id"])) for row in rows}
    for id in ids:
        if id not in found:
            raise CitationNotFound(f"There is no citation [{id}] to relate to.")
    return [(id, found[id]) for id in ids]


def _supersede(
    tx: Transaction, author: Author, older: tuple[int, EntryRef], newer: tuple[int, EntryRef]
) -> None:
    """Record on the older citation that a newer one stands in its place."""
    seq = tx.rows("last_seq", subject=older[1].id)[0]["seq"] + 1
    data = {"citation": ref(*older), "by": ref(*newer), "seq": seq}
    append(tx, author, "citation.superseded", data, subject=older[1])
