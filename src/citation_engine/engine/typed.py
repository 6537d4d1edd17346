"""The typed methods: one for each kind of source, each a thin way into the general ones."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from citation_engine.collect import incoming
from citation_engine.engine import intake
from citation_engine.model.citation import CitationResult
from citation_engine.model.source import Source

if TYPE_CHECKING:
    from citation_engine.engine.engine import CitationEngine

Metadata = Mapping[str, Any] | None
Members = Sequence[Source | int | str]


class TypedMethods:
    """`add_*_source` and `cite_*`, with the arguments agents' tools were written for."""

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
        return _engine(self).add(
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
        return _engine(self).register_source(
            "website",
            intake.web_address(url),
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
        engine = _engine(self)
        new = incoming.from_result(
            identifier,
            engine.context.session_id,
            name=name,
            query=query,
            result=result,
            result_description=result_description,
            metadata=metadata,
            columns=columns,
            parameters=parameters,
        )
        return engine._register(engine._with_members(new, members), idempotency_key)

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
        return _engine(self).register_source(
            "custom",
            name,
            content=content,
            metadata={**(metadata or {}), **details},
            members=members,
            idempotency_key=idempotency_key,
        )

    def cite_doc(
        self,
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
        return self._cite_typed(
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
        return self._cite_typed(
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
        return self._cite_typed(
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
        return self._cite_typed(
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
        engine = _engine(self)
        if project is not None and project != engine.project:
            engine = engine.in_session(project=project)
        kind = intake.source_type(source_type)
        source, is_new = engine._known_or_added(source_identifier, kind)
        result = engine._cite_typed(
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

    def _cite_typed(
        self,
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
        engine = _engine(self)
        intake.text_of(
            "quote_context", given["context"], engine.settings.max_context, required=True
        )
        given.setdefault("quote", verbatim_quote)
        given.setdefault("language", quote_language)
        new = intake.new_citation(
            engine.settings, related=related_citations, relation=relation_type, **given
        )
        return engine._cite(new, engine._resolve(source_id, type), idempotency_key)


def _engine(self: Any) -> "CitationEngine":
    return cast("CitationEngine", self)
