"""How a source or a citation gets onto the record: check, write, say what happened."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard
from uuid import UUID

from citation_engine.display import one_line, shortened
from citation_engine.engine import intake
from citation_engine.engine.indexing import prepared
from citation_engine.engine.results import result_of
from citation_engine.engine.state import ProjectState, Shared
from citation_engine.errors import (
    DatabaseBusy,
    SourceAmbiguous,
    SourceNotFound,
)
from citation_engine.hashing import sha256_hex, uuid7
from citation_engine.model.citation import Citation, CitationResult, NewCitation
from citation_engine.model.session import Session
from citation_engine.model.source import NewSource, Snapshot, Source
from citation_engine.model.span import Span
from citation_engine.model.verdict import Verdict
from citation_engine.ports import EntryRef, Transaction
from citation_engine.record import citations as record_citations
from citation_engine.record import sources as record_sources
from citation_engine.record.envelope import Author, to_datetime, uuid_text
from citation_engine.record.writer import Idempotency, author_of
from citation_engine.verify.check import Given, check_all
from citation_engine.verify.snapshot_text import text_of
from citation_engine.verify.words import paragraph_around

ATTEMPTS = 5


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

    if TYPE_CHECKING:

        def _improved(self, given: Given, verdict: Verdict) -> Verdict: ...

    # sources ------------------------------------------------------------------------------

    def _register(
        self, new: NewSource, key: str | None, asked: dict[str, Any] | None = None
    ) -> Source:
        """Record a source; `asked` is what a repeated call is known by, where not by the words."""
        intake.check_source(new, self._shared.settings)
        once = once_only(key, "register", lambda: asked or _request(new))
        indexed = prepared(self._state.reading, new)
        entry_id = uuid7()

        def work(tx: Transaction) -> _Kept:
            author = self._author or author_of(tx, self.context)
            earlier = once.earlier(tx) if once else None
            if earlier is not None:
                return _Kept(author, earlier, None)
            made = record_sources.register(tx, author, new, entry_id=entry_id, indexed=indexed)
            if once:
                once.remember(tx, made.last)
            return _Kept(author, None, made)

        kept = self._write(work, record_sources.NEEDS)
        if self._shared.indexes and new.text and kept.earlier is None:
            self._shared.indexes.prepared(new.text, sha256_hex(new.text))
        if kept.earlier is not None:
            data = self._state.ledger.data_of(kept.earlier)
            source_id = data.get("source", data)["id"]
        else:
            source_id = kept.made.source_id
        source = self._state.reading.source(source_id, kept.author.session_id or 0)
        assert source is not None
        return source.model_copy(deep=True)

    def _resolve(self, source: Source | int | str, type: str | None = None) -> Source:
        """The source meant by an object, an id, a number such as `S3`, a path or a name."""
        if isinstance(source, Source):
            found = [self._as_recorded(source)]
        else:
            session = self._session_id()
            ids = _in_range(source) if _is_number(source) else self._ids_of(source, session)
            found = [s for s in (self._state.reading.last_read(id, session) for id in ids) if s]
        fitting = [s for s in found if type is None or s.type == type]
        if len(fitting) == 1:
            return fitting[0]
        shown = repr(source.name) if isinstance(source, Source) else shortened(source)
        if not found:
            raise SourceNotFound(f"There is no source {shown} in this session.")
        if not fitting:
            raise SourceNotFound(
                f"The source {shown} is a {found[0].type}, not a {type}.",
                fix=f"Cite it as a {found[0].type}, or name another source.",
            )
        listed = ", ".join(f"{s.id} ({one_line(s.identifier, 80)})" for s in fitting[:5])
        raise SourceAmbiguous(f"{shown} may mean any of the sources {listed}.")

    def _as_recorded(self, source: Source) -> Source:
        """
        What the record says about a source the caller holds.

        The object may be old, come from elsewhere or have been changed; only its
        identity and which of the snapshots it showed are taken from it.
        """
        reading = self._state.reading
        known = reading.last_read(source.id, self._session_id())
        if known is None or known.entry_id != source.entry_id:
            raise SourceNotFound(
                f"The source {one_line(source.name)!r} belongs to another project or database.",
                fix="Add it here first, with `engine.add(...)`.",
            )
        if source.snapshot_id in (None, known.snapshot_id):
            return known
        shown = reading.snapshot(source.snapshot_id) if source.snapshot_id else None
        if shown is None or shown.source_id != known.id:
            return known
        older = {"snapshot_id": shown.id, "content": shown.text, "version": shown.version}
        return known.model_copy(update=older)

    def _ids_of(self, name: Any, session: int) -> list[int]:
        """Every source a text may mean: by number in the session, by path or name, by id."""
        text = intake.text_of("source", name, 8_000, required=True) or ""
        named = self._state.reading.find_sources(intake.source_keys(text, self.context.session_id))
        number = intake.source_number(text)
        if number is not None:
            numbered = self._state.reading.numbered(session, number)
            named = [*([numbered] if numbered else []), *named]
        elif text.isascii() and text.isdigit() and len(text) < 19:
            named = [*named, int(text)]
        return list(dict.fromkeys(named))

    # citations ----------------------------------------------------------------------------

    def _cite(self, new: NewCitation, source: Source, key: str | None) -> CitationResult:
        """Check and record; anew where the source changed while it was being checked."""
        for _ in range(ATTEMPTS):
            result = self._cite_as_read(new, source, key)
            if result is not None:
                return result
            self._state.reading.source(source.id, self._session_id())
            source = self._as_recorded(source)
        raise DatabaseBusy(f"The source {one_line(source.name)!r} changes again and again.")

    def _cite_as_read(
        self, new: NewCitation, source: Source, key: str | None
    ) -> CitationResult | None:
        session, reading = self._session_id(), self._state.reading
        snapshot = self._searchable(source.snapshot_id)
        paged = snapshot is not None and "pdf" in snapshot.media_type
        intake.check_locator(new.locator, source.type, paged=paged)
        intake.check_evidence(new, source.type)
        asked = new
        once = once_only(
            key, "cite", lambda: {"source": source.id, **asked.model_dump(mode="json")}
        )
        given = Given(new, source, snapshot)
        [verdict] = check_all([given], self._shared.judge)
        verdict = self._improved(given, verdict)
        new = _with_context(new, snapshot, verdict)
        entry_id = uuid7()

        def work(tx: Transaction) -> _Kept:
            author = self._author or author_of(tx, self.context)
            earlier = once.earlier(tx) if once else None
            if earlier is not None or not reading.is_current(tx, source.id, session):
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
        if kept.made is None:
            return None
        citation = self._citation(new, source, snapshot, verdict, kept.made)
        return result_of(citation, source, snapshot, verdict)

    def _snapshot_of(self, source: Source) -> Snapshot | None:
        if source.snapshot_id is None:
            return None
        return self._state.reading.snapshot(source.snapshot_id)

    def _searchable(self, snapshot_id: int | None) -> Snapshot | None:
        """A snapshot whose index, where it is needed, comes from its file."""
        snapshot = self._state.reading.snapshot(snapshot_id) if snapshot_id else None
        files = self._shared.indexes
        if files and snapshot and snapshot.text and not snapshot.redacted:
            known, sha256 = text_of(snapshot).searched, snapshot.text_sha256
            known.adopt_from(lambda: files.prepared(known.original, sha256))
        return snapshot

    def _earlier_result(self, entry: int) -> CitationResult:
        """The result an earlier call with the same key had."""
        citation = self._state.reading.citations(entries=[entry])[0]
        source = self._state.reading.source(citation.source_id, self._session_id())
        assert source is not None
        assert citation.verdict is not None
        snapshot_id = citation.snapshot_id
        snapshot = self._state.reading.snapshot(snapshot_id) if snapshot_id else None
        return result_of(citation, source, snapshot, citation.verdict)

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

    def _write_once(
        self,
        write: Callable[[Transaction, Author], EntryRef | None],
        needs: dict[str, int],
        once: Idempotency | None,
    ) -> None:
        """Write one entry, unless an earlier call with the same key did, or it says nothing new."""

        def work(tx: Transaction) -> _Kept:
            author = self._author or author_of(tx, self.context)
            if once and once.earlier(tx) is not None:
                return _Kept(author, None, None)
            made = write(tx, author)
            if once and made:
                once.remember(tx, made)
            return _Kept(author, None, made)

        self._write(work, needs)

    def _session_id(self) -> int:
        if self._author is not None and self._author.session_id is not None:
            return self._author.session_id
        return self._state.reading.session_id(self.context.session_id) or 0


def _is_number(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _in_range(id: int) -> list[int]:
    """The id, unless no database could hold it."""
    return [id] if 0 < id < 2**63 else []


def _request(new: NewSource) -> dict[str, Any]:
    """What a registration asks for, by which a repeated call is told from another one."""
    words = new.original if new.text is None else new.text
    return {
        "type": new.type.value,
        "keys": list(new.keys),
        "name": new.name,
        "version": new.version,
        "metadata": new.metadata,
        "words": None if words is None else sha256_hex(words),
    }


def once_only(
    key: str | None, operation: str, payload: Callable[[], dict[str, Any]]
) -> Idempotency | None:
    """The caller's key for one write with what was asked, or None where no key was given."""
    checked = intake.text_of("idempotency_key", key, 500)
    return Idempotency(checked, operation, payload()) if checked else None


def _with_context(new: NewCitation, snapshot: Snapshot | None, verdict: Verdict) -> NewCitation:
    """Fill a missing context in from the paragraph the quote was found in."""
    if new.quote_context or snapshot is None or verdict.passage is None:
        return new
    span = Span(verdict.passage.start, verdict.passage.end)
    return new.model_copy(update={"quote_context": paragraph_around(snapshot.text, span)})
