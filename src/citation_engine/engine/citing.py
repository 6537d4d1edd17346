"""How a source or a citation gets onto the record: check, write, say what happened."""

from typing import Any, NamedTuple
from uuid import UUID

from citation_engine.engine import intake
from citation_engine.engine.state import ProjectState, Shared
from citation_engine.errors import SourceAmbiguous, SourceNotFound
from citation_engine.model.citation import Citation, CitationResult, NewCitation
from citation_engine.model.session import Session
from citation_engine.model.source import NewSource, Snapshot, Source
from citation_engine.model.span import Span
from citation_engine.model.verdict import Verdict
from citation_engine.ports import Transaction
from citation_engine.record import citations as record_citations
from citation_engine.record import sources as record_sources
from citation_engine.record.envelope import Author, to_datetime, uuid_text
from citation_engine.record.writer import Idempotency, author_of
from citation_engine.render.references import inline_reference, summary_note
from citation_engine.text.hashing import uuid7
from citation_engine.verify.check import check
from citation_engine.verify.words import paragraph_around


class _Kept(NamedTuple):
    """What a write left: the entry an earlier call made, or what this one made."""

    author: Author
    earlier: int | None
    made: Any


class Citing:
    """The writing half of the engine."""

    _shared: Shared
    _state: ProjectState
    _author: Author | None
    context: Session

    # sources ------------------------------------------------------------------------------

    def _write_source(self, new: NewSource, key: str | None) -> Source:
        once = _once(key, "register", {"keys": list(new.keys), "name": new.name})
        entry_id = uuid7()

        def work(tx: Transaction) -> _Kept:
            author = self._author or author_of(tx, self.context)
            earlier = once.earlier(tx) if once else None
            if earlier is not None:
                return _Kept(author, earlier, None)
            made = record_sources.register(tx, author, new, entry_id=entry_id)
            if once:
                once.remember(tx, made.last)
            return _Kept(author, None, made)

        kept = self._write(work, record_sources.NEEDS)
        if kept.earlier is not None:
            data = self._state.ledger.data_of(kept.earlier)
            source_id = data.get("source", data)["id"]
        else:
            source_id = kept.made.source_id
        source = self._state.reading.source(source_id, kept.author.session_id or 0)
        assert source is not None
        return source

    def _resolve(self, source: Source | int | str, type: str | None = None) -> Source:
        """The source meant by an object, an id, a number such as `S3`, a path or a name."""
        reading, session = self._state.reading, self._session_id()
        if isinstance(source, Source):
            if source.project_id == self._state.row.name:
                return source
            raise SourceNotFound(f"{source.name} belongs to the project {source.project_id!r}.")
        ids = [source] if isinstance(source, int) else self._ids_of(source, session)
        found = [s for s in (reading.source(id, session) for id in ids) if s]
        found = [s for s in found if type is None or s.type == type]
        if not found:
            raise SourceNotFound(f"There is no source {source!r} in this session.")
        if len(found) > 1:
            raise SourceAmbiguous(
                f"{source!r} may mean any of the sources {', '.join(str(s.id) for s in found)}."
            )
        return found[0]

    def _ids_of(self, name: str, session: int) -> list[int]:
        number = intake.source_number(name)
        if number is not None:
            numbered = self._state.reading.numbered(session, number)
            return [numbered] if numbered else []
        return self._state.reading.find_sources(intake.source_keys(name, self.context.session_id))

    # citations ----------------------------------------------------------------------------

    def _cite(self, new: NewCitation, source: Source, key: str | None) -> CitationResult:
        snapshot = self._snapshot_of(source)
        paged = snapshot is not None and "pdf" in snapshot.media_type
        intake.check_locator(new.locator, source.type, paged=paged)
        once = _once(key, "cite", {"source": source.id, **new.model_dump(mode="json")})
        verdict = check(new, source, snapshot, self._shared.judge)
        new = _with_context(new, snapshot, verdict)
        entry_id = uuid7()

        def work(tx: Transaction) -> _Kept:
            author = self._author or author_of(tx, self.context)
            earlier = once.earlier(tx) if once else None
            if earlier is not None:
                return _Kept(author, earlier, None)
            made = record_citations.create(
                tx, author, new, source, snapshot, verdict, entry_id=entry_id
            )
            if once:
                once.remember(tx, made.entry)
            return _Kept(author, None, made)

        kept = self._write(work, record_citations.NEEDS, entry_id)
        if kept.earlier is not None:
            return self._earlier_result(kept.earlier)
        citation = self._citation(new, source, snapshot, verdict, kept.made)
        return _result(citation, source, verdict)

    def _snapshot_of(self, source: Source) -> Snapshot | None:
        if source.snapshot_id is None:
            return None
        return self._state.reading.snapshot(source.snapshot_id)

    def _earlier_result(self, entry: int) -> CitationResult:
        """The result an earlier call with the same key had."""
        citation = self._state.reading.citations(entries=[entry])[0]
        source = self._state.reading.source(citation.source_id, self._session_id())
        assert source is not None
        assert citation.verdict is not None
        return _result(citation, source, citation.verdict)

    def _citation(
        self,
        new: NewCitation,
        source: Source,
        snapshot: Snapshot | None,
        verdict: Verdict,
        made: record_citations.Created,
    ) -> Citation:
        context = self.context
        return Citation(
            **{**dict(new), "quote_context": new.quote_context or ""},
            id=made.number,
            entry_id=uuid_text(made.entry.entry_id),
            source_id=source.id,
            snapshot_id=snapshot.id if snapshot else None,
            verification_status=verdict.status,
            verification_notes=verdict.notes,
            verdict=verdict,
            created_at=to_datetime(made.micros),
            created_by=context.agent_id or context.user_id or context.session_id,
            session_id=context.session_id,
            project_id=context.project_id,
        )

    # writing ------------------------------------------------------------------------------

    def _write(self, work: Any, needs: dict[str, int], entry_id: UUID | None = None) -> _Kept:
        """Write durably; after a lost connection, find out first whether it was written."""

        def recover(tx: Transaction) -> _Kept | None:
            found = tx.rows("entry_by_uuid", entry_id=entry_id.bytes) if entry_id else []
            if not found:
                return None
            return _Kept(author_of(tx, self.context), found[0]["id"], None)

        store, project = self._shared.store, self._state.row
        kept: _Kept = store.write(project, work, needs=needs, recover=recover)
        self._author = kept.author
        self._state.ledger.after_write(needs["entry"])
        return kept

    def _session_id(self) -> int:
        if self._author is not None and self._author.session_id is not None:
            return self._author.session_id
        return self._state.reading.session_id(self.context.session_id) or 0


def _once(key: str | None, operation: str, payload: dict[str, Any]) -> Idempotency | None:
    checked = intake.text_of("idempotency_key", key, 500)
    return Idempotency(checked, operation, payload) if checked else None


def _with_context(new: NewCitation, snapshot: Snapshot | None, verdict: Verdict) -> NewCitation:
    """Fill a missing context in from the paragraph the quote was found in."""
    if new.quote_context or snapshot is None or verdict.passage is None:
        return new
    span = Span(verdict.passage.start, verdict.passage.end)
    return new.model_copy(update={"quote_context": paragraph_around(snapshot.text, span)})


def _result(citation: Citation, source: Source, verdict: Verdict) -> CitationResult:
    passage = verdict.passage
    location = None
    if passage is not None:
        location = {
            "snapshot_id": verdict.snapshot_id,
            "start": passage.start,
            "end": passage.end,
            "line": passage.line,
            "places": verdict.places,
        }
    return CitationResult(
        citation_id=citation.id,
        verification_status=verdict.status,
        verification_notes=verdict.notes,
        similarity_score=verdict.similarity,
        matched_location=location,
        source_registered=False,
        formatted_reference=inline_reference(source, citation.locator),
        summary_note=summary_note(citation, source, verdict),
        citation=citation,
        verdict=verdict,
    )
