"""The reading half of the engine: sources and citations, by id and by filter."""

from typing import TYPE_CHECKING, Any, cast

from citation_engine.display import shortened
from citation_engine.engine import intake
from citation_engine.engine.annotating import tag_of
from citation_engine.errors import CitationNotFound, InvalidInput, ProjectNotFound
from citation_engine.model.citation import Citation
from citation_engine.model.source import Snapshot, Source
from citation_engine.model.verdict import Status
from citation_engine.record.annotations import tag_name
from citation_engine.render.references import shown_locator
from citation_engine.render.styles import format_bibliography, format_reference

if TYPE_CHECKING:
    from citation_engine.engine.engine import CitationEngine


class ReadingMethods:
    """Unknown ids give None or an empty list, never an error."""

    def get_source(self, source_id: int) -> Source | None:
        """A source with its words, or None."""
        engine = _engine(self)
        if not _is_number(source_id):
            return None
        source = engine._state.reading.source(source_id, engine._session_id())
        # The record keeps this one; what a caller does to the metadata must not show there.
        return source and source.model_copy(deep=True)

    def find_source(self, name: Source | int | str) -> Source:
        """The source meant by an object, an id, a number such as `S3`, a path or a name."""
        return _engine(self)._resolve(name)

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
        tag: str | None = None,
        session_id: str | None = None,
        project: str | None = None,
    ) -> list[Source]:
        """Sources without their words, of the project or of one session, in order."""
        kind = intake.source_type(type) if type is not None else None
        try:
            engine = _in_project(self, project)
        except ProjectNotFound:
            return []
        wanted: dict[str, Any] = {"type": kind}
        if tag is not None:
            wanted["ids"] = engine._state.reading.find_sources([tag_name(tag_of(tag))])
        if session_id is None:
            found = engine._state.reading.sources(engine._session_id(), **wanted)
        else:
            session = _session_of(engine, session_id)
            if session is None:
                return []
            found = engine._state.reading.sources(session, in_session=True, **wanted)
            found = sorted(found, key=lambda source: source.number or 0)
        return [source for source in found if tag is None or tag_of(tag) in source.tags]

    def get_citation(self, citation_id: int | str, *, as_of: int | None = None) -> Citation | None:
        """A citation, or None; `as_of` an index of the log, with the status it had then."""
        try:
            number = intake.citation_id(citation_id)
        except InvalidInput:
            return None
        if as_of is not None:
            as_of = _index(as_of)
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
        if source_id is not None and not _is_number(source_id):
            return []
        try:
            engine = _in_project(self, project)
        except ProjectNotFound:
            return []
        filters: dict[str, Any] = {"source_id": source_id, "after": _count("after", after)}
        filters["limit"] = None if limit is None else _count("limit", limit)
        if session_id is not None:
            session = _session_of(engine, session_id)
            if session is None:
                return []
            filters["session_id"] = session
        if verification_status is not None:
            status = intake.member_of("verification_status", Status, verification_status)
            filters["verification_status"] = status.value
        if as_of is not None:
            as_of = _index(as_of)
            engine.ledger.sequence()
        return engine._state.reading.citations(as_of=as_of, **filters)

    def get_citations(self, project: str | None = None, **filters: Any) -> list[Citation]:
        """The same as `list_citations`, project first."""
        return self.list_citations(project=project, **filters)

    def get_citations_for_source(self, source_id: int) -> list[Citation]:
        """Every citation of a source."""
        return [] if source_id is None else self.list_citations(source_id=source_id)

    def get_citations_by_session(self, session_id: str) -> list[Citation]:
        """Everything cited in one conversation or task."""
        name = intake.text_of("session_id", session_id, 200, required=True)
        return self.list_citations(session_id=name)

    def get_citations_by_project(self, project_id: str) -> list[Citation]:
        """Everything cited for one project."""
        return self.list_citations(project=project_id)

    def get_citations_by_status(self, status: str) -> list[Citation]:
        """Every citation with this verification status."""
        known = intake.member_of("verification_status", Status, status)
        return self.list_citations(verification_status=known)

    def format_citation(self, citation_id: int | str, style: str = "inline") -> str:
        """A citation for display: `inline`, `harvard`, `ieee`, `apa` or `bibtex`."""
        citation = self.get_citation(citation_id)
        if citation is None:
            raise CitationNotFound(f"There is no citation {shortened(citation_id)}.")
        source = self._source_as_cited(citation.source_id, citation.snapshot_id)
        assert source is not None
        return format_reference(source, shown_locator(citation), style)

    def export_bibliography(self, session_id: str | None = None, style: str = "harvard") -> str:
        """Every source that was cited, in the order of first citation; each version once."""
        citations = self.list_citations(session_id=session_id)
        cited = dict.fromkeys((c.source_id, c.snapshot_id) for c in citations)
        sources = [self._source_as_cited(*which) for which in cited]
        once = {(source.id, source.version): source for source in sources if source}
        return format_bibliography(list(once.values()), style)

    def _source_as_cited(self, source_id: int, snapshot_id: int | None) -> Source | None:
        """The source with the version its words had that were cited."""
        source = self.get_source(source_id)
        if source is None or snapshot_id is None or snapshot_id == source.snapshot_id:
            return source
        snapshot = self.get_snapshot(snapshot_id)
        return source.model_copy(update={"version": snapshot.version if snapshot else None})


def _engine(self: Any) -> "CitationEngine":
    return cast("CitationEngine", self)


def _session_of(engine: "CitationEngine", name: Any) -> int | None:
    """The number of the session of that name, or None."""
    known = intake.text_of("session_id", name, 200)
    return engine._state.reading.session_id(known) if known else None


def _in_project(self: Any, project: str | None) -> "CitationEngine":
    engine = _engine(self)
    if project is None or project == engine.project:
        return engine
    return engine.in_session(project=project, create=False)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**63


def _count(name: str, value: Any) -> int:
    """A number of things, the same on every database."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise InvalidInput(f"{name} is {value!r}.", fix=f"Give {name} as a number of 0 or more.")
    return min(value, 2**63 - 1)


def _index(value: Any) -> int:
    """A place in the log; -1 is before the first, and any later one than the last is the last."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidInput(f"as_of is {value!r}.", fix="Give as_of as an index of the log.")
    return max(-1, min(value, 2**63 - 1))
