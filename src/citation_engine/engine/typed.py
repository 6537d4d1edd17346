"""The methods that agents' tools were written for: one for each kind of source, and look-ups."""

from collections.abc import Mapping, Sequence
from typing import Any

from citation_engine.collect import incoming
from citation_engine.engine import intake
from citation_engine.engine.citations import Citations
from citation_engine.engine.sources import Members, Metadata, SourceLike, Sources
from citation_engine.engine.state import EngineState, verb
from citation_engine.model.citation import Citation, CitationResult
from citation_engine.model.source import Source
from citation_engine.model.verdict import Status


class TypedMethods:
    """
    `add_*_source`, `cite_*`, `get_*` and `list_*`: thin ways into the parts of an engine.

    `CitationEngine` inherits them; whoever writes new code needs none of them.
    """

    state: EngineState
    sources: Sources
    citations: Citations

    # sources ------------------------------------------------------------------------------

    def add_doc_source(
        self,
        file_path: str,
        name: str | None = None,
        version: str | None = None,
        metadata: Metadata = None,
        *,
        idempotency_key: str | None = None,
    ) -> Source:
        """Register a document."""
        return self.sources.add(
            incoming.as_path(file_path),
            name=name,
            version=version,
            metadata=metadata,
            idempotency_key=idempotency_key,
        )

    def add_web_source(
        self,
        url: str,
        name: str | None = None,
        version: str | None = None,
        metadata: Metadata = None,
        *,
        idempotency_key: str | None = None,
    ) -> Source:
        """Register a web page: fetched, archived and read."""
        return self.sources.register(
            "website",
            incoming.web_address(url),
            name=name,
            version=version,
            metadata=metadata,
            idempotency_key=idempotency_key,
        )

    def add_db_source(
        self,
        identifier: str,
        name: str,
        query: str | None = None,
        result_description: str | None = None,
        metadata: Metadata = None,
        *,
        result: Any = None,
        columns: Sequence[str] | None = None,
        parameters: Any = None,
        members: Members = (),
        idempotency_key: str | None = None,
    ) -> Source:
        """
        Register a database result: rows, or a description of them. The query is not run.

        `rerun` runs it again, on a connection you pass, and says whether the result changed.

        Args:
            identifier: what the database is called.
            name: what the result is called.
            query: the query as text, with the placeholders of the driver.
            result_description: the result in words, where the rows are not at hand.
            metadata: what else is known about it.
            result: rows (mappings, tuples, a cursor, a data frame), a value, or a text.
            columns: the names of the columns, where the rows do not have them.
            parameters: the values for the placeholders.
            members: the sources the result rests on.
            idempotency_key: the caller's key for this write.

        """
        new = incoming.from_result(
            identifier,
            self.state.context.session_id,
            name=name,
            query=query,
            result=result,
            result_description=result_description,
            metadata=metadata,
            columns=columns,
            parameters=parameters,
        )
        return self.sources.record(self.sources.with_members(new, members), idempotency_key)

    def add_custom_source(
        self,
        name: str,
        content: str,
        description: str | None = None,
        metadata: Metadata = None,
        *,
        members: Members = (),
        idempotency_key: str | None = None,
    ) -> Source:
        """Register something the agent made itself: a matrix, a plot's data, an analysis."""
        details = {"description": description} if description else {}
        return self.sources.register(
            "custom",
            name,
            content=content,
            metadata={**(metadata or {}), **details},
            members=members,
            idempotency_key=idempotency_key,
        )

    def cite_doc(
        self,
        /,
        claim: str,
        source_id: int,
        quote_context: str,
        locator: Mapping[str, Any],
        verbatim_quote: str | None = None,
        relevance_reasoning: str | None = None,
        confidence: str = "high",
        extraction_method: str = "direct_quote",
        **more: Any,
    ) -> CitationResult:
        """Cite a document."""
        return _cite_typed(
            self.state,
            "document",
            source_id,
            claim=claim,
            context=quote_context,
            locator=locator,
            quote=verbatim_quote,
            reasoning=relevance_reasoning,
            confidence=confidence,
            method=extraction_method,
            **more,
        )

    def cite_web(
        self,
        /,
        claim: str,
        source_id: int,
        quote_context: str,
        locator: Mapping[str, Any],
        verbatim_quote: str | None = None,
        relevance_reasoning: str | None = None,
        confidence: str = "high",
        extraction_method: str = "direct_quote",
        **more: Any,
    ) -> CitationResult:
        """Cite a web page."""
        return _cite_typed(
            self.state,
            "website",
            source_id,
            claim=claim,
            context=quote_context,
            locator=locator,
            quote=verbatim_quote,
            reasoning=relevance_reasoning,
            confidence=confidence,
            method=extraction_method,
            **more,
        )

    def cite_db(
        self,
        /,
        claim: str,
        source_id: int,
        quote_context: str,
        locator: Mapping[str, Any],
        relevance_reasoning: str | None = None,
        confidence: str = "high",
        extraction_method: str = "aggregation",
        **more: Any,
    ) -> CitationResult:
        """Cite a database result. The context describes it; the stored result is what counts."""
        return _cite_typed(
            self.state,
            "database",
            source_id,
            claim=claim,
            context=quote_context,
            locator=locator,
            reasoning=relevance_reasoning,
            confidence=confidence,
            method=extraction_method,
            **more,
        )

    def cite_custom(
        self,
        /,
        claim: str,
        source_id: int,
        quote_context: str,
        locator: Mapping[str, Any] | None = None,
        relevance_reasoning: str | None = None,
        confidence: str = "high",
        extraction_method: str = "aggregation",
        **more: Any,
    ) -> CitationResult:
        """Cite something the agent made itself."""
        return _cite_typed(
            self.state,
            "custom",
            source_id,
            claim=claim,
            context=quote_context,
            locator=locator,
            reasoning=relevance_reasoning,
            confidence=confidence,
            method=extraction_method,
            **more,
        )

    def create_citation(
        self,
        /,
        claim: str,
        quote_context: str,
        source_type: str,
        source_identifier: str | int,
        locator: Mapping[str, Any],
        verbatim_quote: str | None = None,
        quote_language: str | None = None,
        relevance_reasoning: str | None = None,
        confidence: str = "high",
        extraction_method: str = "direct_quote",
        *,
        project: str | None = None,
        **more: Any,
    ) -> CitationResult:
        """
        Cite a source by type and identifier, as an agent's tool does.

        A page that is not known yet is fetched and archived at this moment. A file that is
        not known yet is read, if it lies under an allowed root: the folders that
        `CITATION_FILE_ROOTS` names or, where it is not set, the current folder.
        """
        state = self.state.in_project(project, create=True)
        kind = intake.source_type(source_type)
        source, is_new = Sources(state).find_or_add(source_identifier, kind)
        result = _cite_typed(
            state,
            kind,
            source.id,
            claim=claim,
            context=quote_context,
            locator=locator,
            quote=verbatim_quote,
            language=quote_language,
            reasoning=relevance_reasoning,
            confidence=confidence,
            method=extraction_method,
            **more,
        )
        return result.model_copy(update={"source_registered": is_new})

    # look-ups -----------------------------------------------------------------------------

    register_source = verb("sources", Sources.register)
    get_source = verb("sources", Sources.get)
    list_sources = verb("sources", Sources.list)
    get_snapshot = verb("sources", Sources.snapshot)
    get_snapshots = verb("sources", Sources.snapshots)
    get_members = verb("sources", Sources.members)
    get_original = verb("sources", Sources.original)
    get_screenshot = verb("sources", Sources.screenshot)
    get_usage = verb("sources", Sources.usage)
    get_citation = verb("citations", Citations.get)
    list_citations = verb("citations", Citations.list)
    format_citation = verb("citations", Citations.format)
    export_bibliography = verb("citations", Citations.bibliography)

    def find_source(self, name: SourceLike) -> Source:
        """The source meant by an object, an id, a number such as `S3`, a path or a name."""
        return self.sources.find(name)

    def get_citations(self, /, project: str | None = None, **filters: Any) -> list[Citation]:
        """The same as `list_citations`, project first."""
        return self.citations.list(project=project, **filters)

    def get_citations_for_source(self, source_id: int) -> list[Citation]:
        """Every citation of a source."""
        return [] if source_id is None else self.citations.list(source_id=source_id)

    def get_citations_by_session(self, session_id: str) -> list[Citation]:
        """Everything cited in one conversation or task."""
        name = intake.text_of("session_id", session_id, 200, required=True)
        return self.citations.list(session_id=name)

    def get_citations_by_project(self, project_id: str) -> list[Citation]:
        """Everything cited for one project."""
        return self.citations.list(project=project_id)

    def get_citations_by_status(self, status: str) -> list[Citation]:
        """Every citation with this verification status."""
        known = intake.member_of("verification_status", Status, status)
        return self.citations.list(verification_status=known)


def _cite_typed(
    state: EngineState,
    type: str,
    source_id: int,
    *,
    idempotency_key: str | None = None,
    quote_language: str | None = None,
    related_citations: Any = (),
    relation_type: str | None = None,
    verbatim_quote: str | None = None,
    **given: Any,
) -> CitationResult:
    """The common way: the context is required here, and the source must be of the kind."""
    settings = state.settings
    intake.text_of("quote_context", given["context"], settings.max_context, required=True)
    given.setdefault("quote", verbatim_quote)
    given.setdefault("language", quote_language)
    new = intake.new_citation(settings, related=related_citations, relation=relation_type, **given)
    return Citations(state).record(new, Sources(state).find(source_id, type), idempotency_key)
