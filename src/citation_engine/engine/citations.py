"""The citations of a project: made, checked, checked again, listed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from citation_engine import plugins
from citation_engine.check.alternatives import add_better
from citation_engine.check.parallel import in_order
from citation_engine.display import one_line, shortened
from citation_engine.engine import intake
from citation_engine.engine.library import SessionLibrary
from citation_engine.engine.sources import SourceLike, Sources
from citation_engine.engine.state import EngineState, once_only
from citation_engine.errors import (
    CitationNotFound,
    DatabaseBusy,
    InvalidInput,
    JudgeUnavailable,
    ProjectNotFound,
)
from citation_engine.hashing import uuid7
from citation_engine.model.checked import CitedClaim
from citation_engine.model.citation import Citation, CitationResult, NewCitation
from citation_engine.model.passage import Span
from citation_engine.model.source import Snapshot, Source, SourceType
from citation_engine.model.verdict import Status, Support, Verdict
from citation_engine.ports import EntryRef, Style, Transaction
from citation_engine.record import citations as record_citations
from citation_engine.record.citations import Created, snapshot_ref
from citation_engine.record.envelope import Author, to_datetime, uuid_text
from citation_engine.render.references import inline_reference, shown_locator, summary_note
from citation_engine.render.styles import format_bibliography, format_reference
from citation_engine.verify.check import check_all
from citation_engine.verify.words import SELF_SUPPLIED, paragraph_around

# How often a source may change while it is checked: each process that registers it changes it once.
ATTEMPTS = 20
# Citations that a judge is asked about in one call, and calls that run at once.
TOGETHER = 8
AT_ONCE = 4


class Citations:
    """The citations of a project, each bound to the words it was made on."""

    def __init__(self, state: EngineState) -> None:
        self._state = state
        self._sources = Sources(state)

    # making -------------------------------------------------------------------------------

    def cite(
        self,
        claim: str,
        source: SourceLike,
        quote: str | None = None,
        context: str | None = None,
        *,
        locator: Mapping[str, Any] | None = None,
        reasoning: str | None = None,
        confidence: str = "high",
        method: str | None = None,
        language: str | None = None,
        related: Any = (),
        relation: str | None = None,
        idempotency_key: str | None = None,
    ) -> CitationResult:
        """
        Record that a claim rests on words of a source, and check it.

        When this returns, the citation is committed and will survive a crash.
        A quote that is not there is a result that says so, not an error.
        """
        new = intake.new_citation(
            self._state.settings,
            claim=claim,
            quote=quote,
            context=context,
            language=language,
            reasoning=reasoning,
            confidence=confidence,
            method=method,
            locator=locator,
            related=related,
            relation=relation,
        )
        return self.record(new, self._sources.find(source), idempotency_key)

    def record(
        self, new: NewCitation, source: Source, idempotency_key: str | None = None
    ) -> CitationResult:
        """Check and record a citation; anew where the source changed while it was checked."""
        for _ in range(ATTEMPTS):
            result = self._record_as_read(new, source, idempotency_key)
            if result is not None:
                return result
            self._state.reading.source(source.id, self._state.session_number())
            source = self._sources.as_recorded(source)
        raise DatabaseBusy(f"The source {one_line(source.name)!r} changes again and again.")

    def _record_as_read(
        self, asked: NewCitation, source: Source, key: str | None
    ) -> CitationResult | None:
        """The result of citing a source as it was last read; None where it has changed since."""
        state, session = self._state, self._state.session_number()
        snapshot = state.snapshot(source.snapshot_id)
        paged = snapshot is not None and "pdf" in snapshot.media_type
        intake.check_locator(asked.locator, source.type, paged=paged)
        intake.check_evidence(asked, source.type)
        once = once_only(
            key, "cite", lambda: {"source": source.id, **asked.model_dump(mode="json")}
        )
        [verdict] = self._verdicts([self._cited(asked, source, snapshot)])
        new, entry_id = _with_context(asked, snapshot, verdict), uuid7()

        def write(tx: Transaction, author: Author) -> Created | None:
            if not state.reading.is_current(tx, source.id, session):
                return None
            return record_citations.create(
                tx, author, new, source, snapshot, verdict, entry_id=entry_id
            )

        outcome = state.write(
            write,
            record_citations.NEEDS,
            once,
            entry_of=lambda made: made.entry,
            entry_id=entry_id,
        )
        if outcome.earlier is not None:
            return self._earlier_result(outcome.earlier)
        if outcome.made is None:
            return None
        citation = self._citation(new, source, snapshot, verdict, outcome.made)
        return _result_of(citation, source, snapshot, verdict)

    def _cited(self, new: NewCitation, source: Source, snapshot: Snapshot | None) -> CitedClaim:
        """What is to be checked, with how many sources an aggregate rests on."""
        own = source.type in SELF_SUPPLIED
        members = len(self._state.reading.members(source.id)) if own else 0
        return CitedClaim(new, source, snapshot, members=members)

    def _verdicts(self, cited: Sequence[CitedClaim]) -> list[Verdict]:
        """What is found of each, with what would hold in its place where it does not."""
        verdicts = check_all(cited, self._state.judge)
        for at, verdict in enumerate(verdicts):
            if verdict.status is Status.FAILED:
                library = SessionLibrary(self._state)
                verdicts[at] = add_better(cited[at], verdict, library, self._state.judge)
        return verdicts

    def _earlier_result(self, entry: int) -> CitationResult:
        """The result an earlier call with the same key had."""
        reading = self._state.reading
        citation = reading.citations(entries=[entry])[0]
        assert citation.verdict is not None
        snapshot = reading.snapshot(citation.snapshot_id) if citation.snapshot_id else None
        return _result_of(citation, self._source_of(citation), snapshot, citation.verdict)

    def _source_of(self, citation: Citation) -> Source:
        session = self._state.session_number()
        source = self._state.reading.source(citation.source_id, session)
        assert source is not None
        return source

    def _citation(
        self,
        new: NewCitation,
        source: Source,
        snapshot: Snapshot | None,
        verdict: Verdict,
        made: Created,
    ) -> Citation:
        context = self._state.context
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

    # checking again -----------------------------------------------------------------------

    def verify(
        self, citation_id: int | str, *, idempotency_key: str | None = None
    ) -> CitationResult:
        """
        Check a citation again, on the snapshot it was made on, and record what was found.

        For citations that are pending because the judge could not be reached,
        or to hear another judge. What an earlier check found stays on the record.
        """
        known = self._state.reading.citations(ids=[intake.citation_id(citation_id)])
        if not known or known[0].redacted:
            what = "was redacted" if known else "does not exist"
            raise CitationNotFound(f"The citation {citation_id!r} {what}.")
        citation = known[0]
        [verdict] = self._checked([citation])
        if _has_no_say(citation, verdict):
            raise JudgeUnavailable(
                f"The judge could not be reached. {verdict.reason}",
                fix=f"The citation stays {citation.verification_status}. Try again later.",
            )
        return self._recorded(citation, verdict, idempotency_key)

    def verify_all(
        self,
        *,
        status: str | None = "pending",
        session_id: str | None = None,
        source_id: int | None = None,
        together: int = TOGETHER,
        at_once: int = AT_ONCE,
        progress: Callable[[CitationResult], None] | None = None,
    ) -> list[CitationResult]:
        """
        Check many citations again and record what was found, in the order they were made.

        By default those that are pending; with `status=None` all that were not redacted. The judge
        is asked about several at once. When it cannot be reached any more, this ends early: what
        is not in the result stays as it was, and the same call goes on from there.
        """
        wanted = self.list(source_id, session_id, status)
        wanted = [citation for citation in wanted if not citation.redacted]
        done: list[CitationResult] = []
        batches = _batches(wanted, max(1, together))
        for batch, checked in in_order(self._checked, batches, max(1, at_once)):
            verdicts = checked()
            for citation, verdict in zip(batch, verdicts, strict=True):
                if not _has_no_say(citation, verdict, even_if_pending=True):
                    done.append(self._recorded(citation, verdict, None))
                    if progress is not None:
                        progress(done[-1])
            if all(verdict.support is Support.UNREACHABLE for verdict in verdicts):
                break
        return done

    def _checked(self, citations: Sequence[Citation]) -> list[Verdict]:
        """What is found of each, cited again as it was cited."""
        return self._verdicts(
            [
                self._cited(
                    NewCitation(**{name: getattr(one, name) for name in NewCitation.model_fields}),
                    self._source_of(one),
                    self._state.snapshot(one.snapshot_id),
                )
                for one in citations
            ]
        )

    def _recorded(self, citation: Citation, verdict: Verdict, key: str | None) -> CitationResult:
        snapshot = self._state.snapshot(citation.snapshot_id)
        once = once_only(key, "verify", lambda: {"citation": citation.id})
        write = partial(_add_verdict, citation, snapshot, verdict)
        self._state.write(write, {"entry": 3}, once)
        checked = self._state.reading.citations(ids=[citation.id])[0]
        source = self._source_of(citation)
        return _result_of(checked, source, snapshot, checked.verdict or verdict)

    # reading ------------------------------------------------------------------------------

    def get(self, citation_id: int | str, *, as_of: int | None = None) -> Citation | None:
        """A citation, or None; `as_of` an index of the log, with the status it had then."""
        try:
            number = intake.citation_id(citation_id)
        except InvalidInput:
            return None
        if as_of is not None:
            as_of = intake.log_index(as_of)
            self._state.ledger.sequence()
        known = self._state.reading.citations(ids=[number], as_of=as_of)
        return known[0] if known else None

    def format(self, citation_id: int | str, style: str | Style = "inline") -> str:
        """A citation in a style: `inline`, `harvard`, `ieee`, `apa`, `bibtex`, or one of yours."""
        citation = self.get(citation_id)
        if citation is None:
            raise CitationNotFound(f"There is no citation {shortened(citation_id)}.")
        source = self._source_as_cited(citation.source_id, citation.snapshot_id)
        assert source is not None
        style = plugins.chosen("styles", style)
        return format_reference(source, shown_locator(citation), style)

    def bibliography(self, session_id: str | None = None, style: str | Style = "harvard") -> str:
        """Every source that was cited, in the order of first citation; each version once."""
        citations = self.list(session_id=session_id)
        cited = dict.fromkeys((c.source_id, c.snapshot_id) for c in citations)
        sources = [self._source_as_cited(*which) for which in cited]
        once = {(source.id, source.version): source for source in sources if source}
        return format_bibliography([*once.values()], plugins.chosen("styles", style))

    def _source_as_cited(self, source_id: int, snapshot_id: int | None) -> Source | None:
        """The source with the version its words had that were cited."""
        source = self._sources.get(source_id)
        if source is None or snapshot_id is None or snapshot_id == source.snapshot_id:
            return source
        snapshot = self._sources.snapshot(snapshot_id)
        return source.model_copy(update={"version": snapshot.version if snapshot else None})

    # Last, because it hides the type of the same name from what follows.
    def list(
        self,
        source_id: int | None = None,
        session_id: str | None = None,
        verification_status: str | None = None,
        *,
        project: str | None = None,
        as_of: int | None = None,
        after: int = 0,
        limit: int | None = None,
    ) -> list[Citation]:
        """Citations that fit all the filters given, in the order they were made."""
        if source_id is not None and not intake.is_row_id(source_id):
            return []
        try:
            state = self._state.in_project(project)
        except ProjectNotFound:
            return []
        filters: dict[str, Any] = {"source_id": source_id, "after": intake.count_of("after", after)}
        filters["limit"] = None if limit is None else intake.count_of("limit", limit)
        if session_id is not None:
            filters["session_id"] = state.number_of(session_id)
            if filters["session_id"] is None:
                return []
        if verification_status is not None:
            status = intake.member_of("verification_status", Status, verification_status)
            filters["verification_status"] = status.value
        if as_of is not None:
            as_of = intake.log_index(as_of)
            state.ledger.sequence()
        return state.reading.citations(as_of=as_of, **filters)


def _with_context(new: NewCitation, snapshot: Snapshot | None, verdict: Verdict) -> NewCitation:
    """Fill a missing context in from the paragraph the quote was found in."""
    if new.quote_context or snapshot is None or verdict.passage is None:
        return new
    span = Span(verdict.passage.start, verdict.passage.end)
    return new.model_copy(update={"quote_context": paragraph_around(snapshot.text, span)})


def _has_no_say(citation: Citation, verdict: Verdict, *, even_if_pending: bool = False) -> bool:
    """Whether a judge that was not reached must not change what an earlier check found."""
    pending = citation.verification_status is Status.PENDING and not even_if_pending
    return verdict.support is Support.UNREACHABLE and not pending


def _add_verdict(
    citation: Citation,
    snapshot: Snapshot | None,
    verdict: Verdict,
    tx: Transaction,
    author: Author,
) -> EntryRef:
    row = tx.rows("citation_refs", ids=[citation.id])[0]
    entry = EntryRef(row["entry"], bytes(row["entry_id"]))
    seq = tx.rows("last_seq", subject=entry.id)[0]["seq"] + 1
    named = snapshot_ref(snapshot)
    return record_citations.add_verdict(tx, author, citation.id, entry, named, verdict, seq=seq)


def _batches(citations: Sequence[Citation], size: int) -> Iterator[list[Citation]]:
    left = iter(citations)
    while batch := list(islice(left, size)):
        yield batch


def _result_of(
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
