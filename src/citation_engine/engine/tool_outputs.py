"""Sources out of what an agent's tools give back."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from citation_engine import plugins
from citation_engine.collect.documents import read_document
from citation_engine.collect.tool_outputs.extractors import address_fault
from citation_engine.collect.tool_outputs.registry import ExtractorRegistry, Rank
from citation_engine.collect.tool_outputs.requests import Tools, read_requests, run_one
from citation_engine.display import one_line
from citation_engine.engine.sources import Sources
from citation_engine.engine.state import EngineState
from citation_engine.errors import (
    CitationError,
    InvalidInput,
    InvalidSetting,
    SourceUnreadable,
    StoreError,
)
from citation_engine.hashing import sha256_hex
from citation_engine.model.source import Collected, FoundSource, Source, ToolResult, ToolRun
from citation_engine.urls import is_web_address

GROUP = "extractors"
_PAGE_OF_MARKUP = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html)\b", re.IGNORECASE)
_READING = ("GET", "HEAD")


def default_extractors() -> ExtractorRegistry:
    """A new registry with the extractors built in and those of installed packages."""
    registry = ExtractorRegistry()
    for name in plugins.names(GROUP):
        rank = Rank.BUILT_IN if name in plugins.BUILT_IN[GROUP] else Rank.INSTALLED
        try:
            registry.add(plugins.load(GROUP, name), rank=rank)
        except InvalidInput as error:
            raise InvalidSetting(
                f"The extractor {name!r} cannot be used: {error.message}",
                fix="Mend or remove the package that brings it.",
            ) from error
    return registry


class ToolOutputs:
    """What an agent's tools gave back, and the sources in it."""

    def __init__(self, state: EngineState) -> None:
        self._state = state
        self._sources = Sources(state)
        self._extractors: ExtractorRegistry | None = None

    def collect(
        self,
        request_id: str,
        tool_name: str,
        parameters: Mapping[str, Any] | None,
        output: Any,
        *,
        extractors: ExtractorRegistry | None = None,
    ) -> Collected:
        """
        Register the sources in what a tool gave back.

        A search hit is known by its address and its snippet, and is no evidence until it is
        fetched. Where the tool gave all the words, these are the source's words. Nothing is
        fetched here, and no file is opened by a name a tool gave. A strange output is no
        error: `skipped` says what gave no source.
        """
        given = (str(request_id), str(tool_name), parameters, output)
        extraction = self._registry(extractors).extract(*given)
        return self._registered(extraction.sources, list(extraction.skipped))

    def run(
        self,
        requests: Iterable[Any],
        tools: Tools,
        *,
        extractors: ExtractorRegistry | None = None,
    ) -> ToolRun:
        """
        Run the tool requests of a model, one after the other, and register their sources.

        A request has an id, a name and parameters; the forms of model providers are
        understood. `tools` has a callable for each name. A tool that raises gives a result
        with an error, and the others go on. Results and sources are in the order of the
        requests.
        """
        asked = read_requests(requests)
        results = [run_one(request, fault, tools) for request, fault in asked]
        parameters = [request.parameters for request, _ in asked]
        return self.collect_results(results, parameters, extractors=extractors)

    def collect_results(
        self,
        results: list[ToolResult],
        parameters: list[dict[str, Any]],
        *,
        extractors: ExtractorRegistry | None = None,
    ) -> ToolRun:
        """Register the sources in the results of tools, each with the parameters it was given."""
        registry = self._registry(extractors)
        found: list[FoundSource] = []
        skipped: list[str] = []
        for result, given in zip(results, parameters, strict=True):
            if not result.ok:
                skipped.append(f"{result.request_id}: {result.error}")
                continue
            name = result.tool_name
            extraction = registry.extract(result.request_id, name, given, result.output)
            found += _renumbered(extraction.sources, found)
            skipped += [f"{result.request_id}: {reason}" for reason in extraction.skipped]
        collected = self._registered(found, skipped)
        return ToolRun(results=tuple(results), **dict(collected))

    def _registered(self, found: Iterable[FoundSource], skipped: list[str]) -> Collected:
        """Register each; one that cannot be kept is told and does not stop the others."""
        kept: list[tuple[FoundSource, Source]] = []
        for one in found:
            try:
                kept.append((one, self._register_found(one)))
            except StoreError:
                raise
            except CitationError as error:
                skipped.append(one_line(f"{one.id} was not registered: {error.message}", 400))
        return Collected(
            found=tuple(one for one, _ in kept),
            sources=tuple(source for _, source in kept),
            skipped=tuple(skipped),
        )

    def _register_found(self, found: FoundSource) -> Source:
        fault = address_fault(found.uri) if found.uri else None
        if fault:
            raise InvalidInput(f"Its address {fault}.")
        type, identifier = _identity(found)
        given: dict[str, Any] = {"name": found.title or found.uri, "metadata": _metadata(found)}
        if found.full_content and found.full_content.strip():
            words = self._words_of(found)
            given["preview"] = found.snippet or None
            return self._sources.register(type, identifier, content=words, **given)
        if found.snippet and found.snippet.strip():
            return self._sources.register(type, identifier, preview=found.snippet, **given)
        if type != "website":
            # Without a text this would be read from the disk, under a name a tool gave.
            raise InvalidInput("There is no text of it.", fix="Add the document itself.")
        return self._sources.register(type, identifier, fetch=False, **given)

    def _words_of(self, found: FoundSource) -> str:
        """The words a person would read: those of a page without its markup."""
        words = found.full_content or ""
        stated = str(found.extra.get("contentType", ""))
        if "html" not in stated.lower() and not _PAGE_OF_MARKUP.match(words[:2_000]):
            return words
        data = words.encode("utf-8", "replace")
        read = read_document(data, "page.html", self._state.settings, self._state.shared.readers)
        if not read.text.strip():
            raise SourceUnreadable("The page has no words in it.")
        return read.text

    def _registry(self, given: ExtractorRegistry | None) -> ExtractorRegistry:
        if given is not None:
            return given
        if self._extractors is None:
            self._extractors = default_extractors()
        return self._extractors


def _renumbered(sources: Iterable[FoundSource], before: list[FoundSource]) -> Iterator[FoundSource]:
    """The sources with ids of their own, also where a model used the same request id twice."""
    taken = {source.id for source in before}
    for source in sources:
        number = 0
        renamed = source
        while renamed.id in taken:
            renamed = source.model_copy(update={"id": f"{source.tool_request_id}-{number}"})
            number += 1
        taken.add(renamed.id)
        yield renamed


def _identity(found: FoundSource) -> tuple[str, str]:
    """
    The type of the source and the name it is known by.

    A page is known by its address. Two passages of one file are two sources, and so are
    two answers to requests that do more than read.
    """
    words = found.full_content or found.snippet or ""
    uri = found.uri
    if uri is None:
        return "document", f"{found.tool_name} {found.id}"
    if found.kind == "file":
        page = f"page={found.page_number}&" if found.page_number else ""
        return "document", f"{uri}#{page}part={sha256_hex(words)[:12]}"
    if not is_web_address(uri):
        return "document", uri
    method = str(found.extra.get("method", "GET"))
    if method not in _READING:
        return "document", f"{method} {uri} {found.id}"
    return "website", uri


def _metadata(found: FoundSource) -> dict[str, Any]:
    """What is kept of the way the source came."""
    known = {
        "toolSourceId": found.id,
        "toolName": found.tool_name,
        "toolRequestId": found.tool_request_id,
        "toolKind": found.kind,
        "domain": found.domain,
        "pageNumber": found.page_number,
        "uri": found.uri,
        "toolFields": found.extra or None,
    }
    return {name: value for name, value in known.items() if value is not None}
