"""The reading half of the engine: sources and citations, by id and by filter."""

from typing import TYPE_CHECKING, Any, cast

from citation_engine.engine import intake
from citation_engine.errors import CitationNotFound, InvalidInput
from citation_engine.model.citation import Citation
from citation_engine.model.source import Snapshot, Source
from citation_engine.model.verdict import Status
from citation_engine.render.references import inline_reference

if TYPE_CHECKING:
    from citation_engine.engine.engine import CitationEngine


class ReadingMethods:
    """Unknown ids give None or an empty list, never an error."""

    def get_source(self, source_id: int) -> Source | None:
        """A source with its words, or None."""
        engine = _engine(self)
        if not _is_number(source_id):
            return None
        return engine._state.reading.source(source_id, engine._session_id())

    def get_snapshots(self, source_id: int) -> list[Snapshot]:
        """All snapshots of a source, oldest first, without their words."""
        return _engine(self)._state.reading.snapshots(source_id) if _is_number(source_id) else []

    def get_snapshot(self, snapshot_id: int) -> Snapshot | None:
        """One snapshot with its words, or None."""
        if not _is_number(snapshot_id):
            return None
        return _engine(self)._state.reading.snapshot(snapshot_id)

    def list_sources(
        self,
        type: str | None = None,
        *,
        session_id: str | None = None,
        project: str | None = None,
    ) -> list[Source]:
        """Sources without their words, of the project or of one session, in order."""
        engine = _in_project(self, project)
        kind = intake.source_type(type) if type is not None else None
        if session_id is None:
            return engine._state.reading.sources(engine._session_id(), type=kind)
        session = engine._state.reading.session_id(session_id)
        if session is None:
            return []
        found = engine._state.reading.sources(session, type=kind, in_session=True)
        return sorted(found, key=lambda source: source.number or 0)

    def get_citation(self, citation_id: int | str, *, as_of: int | None = None) -> Citation | None:
        """A citation, or None; `as_of` an index of the log, with the status it had then."""
        try:
            number = intake.citation_id(citation_id)
        except InvalidInput:
            return None
        if as_of is not None:
            _engine(self).ledger.sequence()
        found = _engine(self)._state.reading.citations(ids=[number], as_of=as_of)
        return found[0] if found else None

    def list_citations(
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
        engine = _in_project(self, project)
        filters: dict[str, Any] = {"source_id": source_id, "after": after, "limit": limit}
        if session_id is not None:
            session = engine._state.reading.session_id(session_id)
            if session is None:
                return []
            filters["session_id"] = session
        if verification_status is not None:
            status = intake.member_of("verification_status", Status, verification_status)
            filters["verification_status"] = status.value
        if as_of is not None:
            engine.ledger.sequence()
        return engine._state.reading.citations(as_of=as_of, **filters)

    def get_citations(self, project: str | None = None, **filters: Any) -> list[Citation]:
        """The same as `list_citations`, project first."""
        return self.list_citations(project=project, **filters)

    def get_citations_for_source(self, source_id: int) -> list[Citation]:
        """Every citation of a source."""
        return self.list_citations(source_id=source_id)

    def get_citations_by_session(self, session_id: str) -> list[Citation]:
        """Everything cited in one conversation or task."""
        return self.list_citations(session_id=session_id)

    def get_citations_by_project(self, project_id: str) -> list[Citation]:
        """Everything cited for one project."""
        return self.list_citations(project=project_id)

    def get_citations_by_status(self, status: str) -> list[Citation]:
        """Every citation with this verification status."""
        return self.list_citations(verification_status=status)

    def format_citation(self, citation_id: int | str, style: str = "inline") -> str:
        """A citation as one line of text."""
        citation = self.get_citation(citation_id)
        source = self.get_source(citation.source_id) if citation else None
        if citation is None or source is None:
            raise CitationNotFound(f"There is no citation {citation_id!r}.")
        return inline_reference(source, citation.locator)


def _engine(self: Any) -> "CitationEngine":
    return cast("CitationEngine", self)


def _in_project(self: Any, project: str | None) -> "CitationEngine":
    engine = _engine(self)
    if project is None or project == engine.project:
        return engine
    return engine.in_session(project=project)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**63
