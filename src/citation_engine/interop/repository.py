"""The asynchronous repository that research agents expect: a session's sources, awaited."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Literal, Protocol, get_args

from citation_engine.aio import AsyncCitationEngine
from citation_engine.display import shortened
from citation_engine.engine.engine import CitationEngine
from citation_engine.errors import InvalidInput, SourceAmbiguous, SourceNotFound
from citation_engine.interop.registration import canonical_key, is_page_address, key_of
from citation_engine.interop.research import (
    ResearchResults,
    ResearchSource,
    SourceID,
    SourceIdentity,
    SourceUsage,
    carries_content,
    from_research,
    number_of,
    to_research,
)
from citation_engine.model.source import Source, SourceType, Usage

ArtifactType = Literal["finding", "cluster", "contradiction", "report_section"]

_LISTS = {
    "finding": "finding_ids",
    "cluster": "cluster_ids",
    "contradiction": "contradiction_ids",
    "report_section": "report_sections",
}


class AbstractSourceRepository(Protocol):
    """What research agents need from a place that keeps sources."""

    async def register(self, source: ResearchSource) -> SourceIdentity:
        """Keep a source, or find it again, and return who it is."""
        ...

    async def get(self, source_id: SourceID) -> ResearchSource | None:
        """Return the source with this id, or None."""
        ...

    async def find_by_key(self, canonical_key: str) -> SourceIdentity | None:
        """Return who is known by this key, or None."""
        ...

    def iter_all(self) -> AsyncIterator[tuple[SourceIdentity, ResearchSource]]:
        """Give every source with its identity, in the order of their numbers."""
        ...

    async def ordered_sources(self) -> list[ResearchSource]:
        """Return every source, in the order of their numbers."""
        ...

    async def register_usage(
        self, source_id: SourceID, artifact_type: ArtifactType, artifact_id: str
    ) -> None:
        """Note what was made with a source."""
        ...


class SourceRepository:
    """
    A session of an engine as such a repository.

    Numbers are given by the database, one after the other, so that many tasks and processes
    can register at once. Closing the engine is left to whoever opened it.
    """

    def __init__(self, engine: CitationEngine | AsyncCitationEngine) -> None:
        self._engine = engine

    async def register(self, source: ResearchSource, *, fetch: bool = False) -> SourceIdentity:
        """
        Keep a source, or find it again and fill in what it lacks, and return who it is.

        With `fetch` a page whose words are not known is fetched and archived.
        """
        return source_identity(await self.register_source(source, fetch=fetch))

    async def register_source(self, source: ResearchSource, *, fetch: bool = False) -> Source:
        """Keep a source as `register` does, and return it as the engine has it."""
        arguments = from_research(source).arguments(fetch=fetch)
        registered: Source = await self._call("register_source", **arguments)
        return registered

    async def get(self, source_id: SourceID) -> ResearchSource | None:
        """Return the source with this id, or None."""
        source = await self._numbered(source_id)
        return to_research(source) if source else None

    async def find_by_key(self, canonical_key: str) -> SourceIdentity | None:
        """Return who is known in this session by an address or another key, or None."""
        source = await self._known_by(canonical_key)
        return source_identity(source) if source else None

    async def find_by_canonical_key(self, key: str) -> SourceID | None:
        """Return the id of the source that is known by this key, or None."""
        identity = await self.find_by_key(key)
        return identity.source_id if identity else None

    async def iter_all(self) -> AsyncIterator[tuple[SourceIdentity, ResearchSource]]:
        """Give every source with its identity, in the order of their numbers."""
        for listed in await self._listed():
            source: Source | None = listed
            if carries_content(listed.metadata):  # A list has no words.
                source = await self._call("get_source", listed.id)
            if source:
                yield source_identity(source), to_research(source)

    async def iter_sources(self) -> AsyncIterator[ResearchSource]:
        """Give every source, in the order of their numbers."""
        async for _, source in self.iter_all():
            yield source

    async def ordered_sources(self) -> list[ResearchSource]:
        """Return every source, in the order of their numbers."""
        return [source async for source in self.iter_sources()]

    async def register_usage(
        self, source_id: SourceID, artifact_type: ArtifactType, artifact_id: str
    ) -> None:
        """Note what was made with a source; saying it twice records it once."""
        if artifact_type not in get_args(ArtifactType):
            raise InvalidInput(
                f"The artifact type is {shortened(artifact_type)}.",
                fix=f"Use one of: {', '.join(get_args(ArtifactType))}.",
            )
        source = await self._numbered(source_id)
        if source is None:
            raise SourceNotFound(f"There is no source {shortened(source_id)} in this session.")
        await self._call("record_usage", source, artifact_type, artifact_id)

    async def record_usage(
        self,
        source_id: SourceID,
        *,
        finding_id: str | None = None,
        cluster_id: str | None = None,
        contradiction_id: str | None = None,
        report_section: str | None = None,
    ) -> None:
        """Note what was made with a source, by the names that results use."""
        given: tuple[tuple[ArtifactType, str | None], ...] = (
            ("finding", finding_id),
            ("cluster", cluster_id),
            ("contradiction", contradiction_id),
            ("report_section", report_section),
        )
        for artifact_type, artifact_id in given:
            if artifact_id:
                await self.register_usage(source_id, artifact_type, artifact_id)

    async def usage(self) -> dict[SourceID, SourceUsage]:
        """Return what was made with each source that was used, by its id."""
        found: list[Usage] = await self._call("get_usage")
        return usage_by_source(found)

    async def results(self) -> ResearchResults:
        """Return the session's sources and their usage as results."""
        return ResearchResults(
            sources=await self.ordered_sources(), source_usage=await self.usage()
        )

    async def _numbered(self, source_id: SourceID) -> Source | None:
        number = number_of(source_id)
        if number is None:
            return None
        return await self._find(f"S{number}", lambda source: source.number == number)

    async def _known_by(self, key: Any) -> Source | None:
        if not isinstance(key, str) or not key.strip():
            return None
        page = key_of(SourceType.WEBSITE, key) if is_page_address(key) else None
        return await self._find(
            key, lambda source: source.number is not None and canonical_key(source) in (key, page)
        )

    async def _find(self, name: str, fits: Any) -> Source | None:
        """The source of that name that fits; one that only shares the name is not meant."""
        try:
            found = [await self._call("find_source", name)]
        except (SourceNotFound, InvalidInput):
            return None
        except SourceAmbiguous:
            found = await self._listed()
        fitting = [source for source in found if fits(source)]
        if not fitting:
            return None
        source: Source | None = await self._call("get_source", fitting[0].id)
        return source

    async def _listed(self) -> list[Source]:
        session = self._engine.context.session_id
        listed: list[Source] = await self._call("list_sources", session_id=session)
        return listed

    async def _call(self, name: str, /, *args: Any, **kwargs: Any) -> Any:
        method = getattr(self._engine, name)
        if isinstance(self._engine, AsyncCitationEngine):
            return await method(*args, **kwargs)
        return await asyncio.to_thread(method, *args, **kwargs)


def source_identity(source: Source) -> SourceIdentity:
    """Return who a source of a session is; its version counts its snapshots."""
    assert source.number is not None
    identity = SourceIdentity.build(source.number, canonical_key(source))
    return identity.model_copy(update={"version": max(1, source.snapshots)})


def usage_by_source(usages: list[Usage]) -> dict[SourceID, SourceUsage]:
    """Return the usage of each source; a kind of its own gets a list of its own."""
    found: dict[SourceID, dict[str, list[str]]] = {}
    for usage in usages:
        lists = found.setdefault(f"S{usage.number}", {})
        lists.setdefault(_LISTS.get(usage.kind, f"{usage.kind}_ids"), []).append(usage.artifact_id)
    return {
        source_id: SourceUsage.model_validate({**lists, "source_id": source_id})
        for source_id, lists in found.items()
    }
