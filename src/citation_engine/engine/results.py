"""What `cite` gives back, put together from the citation and its verdict."""

from typing import Any

from citation_engine.model.citation import Citation, CitationResult
from citation_engine.model.source import Snapshot, Source, SourceType
from citation_engine.model.verdict import Verdict
from citation_engine.render.references import inline_reference, shown_locator, summary_note


def result_of(
    citation: Citation, source: Source, snapshot: Snapshot | None, verdict: Verdict
) -> CitationResult:
    """The result of a citation, with the place its words were found at."""
    passage = verdict.passage
    location: dict[str, Any] | None = None
    if passage is not None:
        location = {
            "snapshot_id": verdict.snapshot_id,
            "start": passage.start,
            "end": passage.end,
            "line": passage.line,
            "places": verdict.places,
        }
        if passage.section is not None:
            location["section"] = passage.section
        if len(passage.segments) > 1:
            location["segments"] = [[part.start, part.end] for part in passage.segments]
        if passage.page is not None:
            location |= {"page": passage.page, "page_label": passage.page_label}
            location["rects"] = [rect.model_dump() for rect in passage.rects]
    return CitationResult(
        citation_id=citation.id,
        verification_status=verdict.status,
        verification_notes=verdict.notes,
        similarity_score=verdict.similarity,
        matched_location=location,
        archive_reference=_archive(source, snapshot),
        formatted_reference=inline_reference(source, shown_locator(citation)),
        summary_note=summary_note(citation, source, verdict),
        citation=citation,
        verdict=verdict,
    )


def _archive(source: Source, snapshot: Snapshot | None) -> dict[str, Any] | None:
    """Where the page is kept that the words were checked in."""
    if source.type is not SourceType.WEBSITE or snapshot is None or snapshot.redacted:
        return None
    return {
        "snapshot_id": snapshot.id,
        "entry_id": snapshot.entry_id,
        "url": source.identifier,
        "archived_at": snapshot.taken_at.isoformat(),
        "sha256": snapshot.original_sha256 or snapshot.text_sha256,
    }
