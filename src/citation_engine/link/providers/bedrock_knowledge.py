"""Bedrock: answers from Knowledge Bases, with the chunks that were retrieved."""

from collections.abc import Mapping
from typing import Any

from citation_engine.link.providers.building import Building, Piece
from citation_engine.link.providers.form import Events, Form
from citation_engine.link.providers.locators import Where, page
from citation_engine.link.providers.offsets import Ending, Found, Unit
from citation_engine.link.providers.shapes import field, mapping, members, text
from citation_engine.link.providers.streams import mappings, words_in
from citation_engine.model.passage import Locator

_PAGE = "x-amz-bedrock-kb-document-page-number"


def fits(data: Any) -> bool:
    """Whether this is the answer of a Knowledge Base."""
    output = mapping(data, "output")
    if any(map(_is_citation, members(data, "citations"))):
        return True
    return isinstance(field(output, "text"), str) and field(data, "sessionId") is not None


def read(data: Any, answer: Building) -> None:
    """Read the answer, and what each part of it was generated from."""
    piece = answer.write(field(mapping(data, "output"), "text"))
    for citation in answer.entries(field(data, "citations"), "The citations"):
        if isinstance(citation, Mapping):
            _read_citation(citation, piece, answer)
        else:
            answer.cite_unreadable(citation)


def _read_citation(citation: Mapping[str, Any], piece: Piece, answer: Building) -> None:
    part = mapping(mapping(citation, "generatedResponsePart"), "textResponsePart")
    span = mapping(part, "span")
    # Some ends count the last character, and some do not: the words tell.
    found = piece.place(
        field(span, "start"),
        field(span, "end"),
        Unit.CHARACTERS,
        words=text(part, "text"),
        ending=Ending.UNSURE,
    )
    references = answer.entries(field(citation, "retrievedReferences"), "The references")
    if not references:
        answer.cite(None, found)
    for reference in references:
        _read_reference(reference, found, answer)


def _read_reference(reference: Any, found: Found, answer: Building) -> None:
    location = mapping(reference, "location")
    metadata = mapping(reference, "metadata")
    named = [text(value, "uri", "url", "id", "query") for value in location.values()]
    address = next((name for name in named if name), "")
    title = text(metadata, "title", "x-amz-bedrock-kb-title")
    key = address or text(metadata, "x-amz-bedrock-kb-source-uri") or title
    if not key:
        answer.cite(None, found)
        return
    query = text(mapping(location, "sqlLocation"), "query")
    words = text(mapping(reference, "content"), "text")
    source = answer.source(key, title=title, url="" if query else key, text=words)
    answer.cite(source, found, where=_where(metadata, query))


def _where(metadata: Mapping[str, Any], query: str) -> Where | None:
    if query:
        return Where(Locator(query=query))
    number = metadata.get(_PAGE)
    return None if number is None else page(number)


def _is_citation(citation: Any) -> bool:
    return field(citation, "generatedResponsePart", "retrievedReferences") is not None


def fits_events(events: Events) -> bool:
    """Whether these are the events of a streamed answer."""
    return any(map(_is_event, events))


def _is_event(event: Any) -> bool:
    if _citation_in(event):
        return True
    output = mapping(event, "output")
    return set(output) == {"text"} and isinstance(output["text"], str)


def gather(events: Events, answer: Building) -> Any:
    """Return the answer that events make up. The stream has no event that ends it."""
    words: list[str] = []
    citations: list[Any] = []
    for event in mappings(events, answer):
        words.append(words_in(field(mapping(event, "output"), "text"), answer))
        if citation := _citation_in(event):
            citations.append(citation)
    return {"output": {"text": "".join(words)}, "citations": citations}


def _citation_in(event: Any) -> Mapping[str, Any]:
    """The citation of an event; an older form has it one level deeper."""
    outer = mapping(event, "citation")
    inner = mapping(outer, "citation")
    return next((one for one in (inner, outer) if _is_citation(one)), {})


FORM = Form("bedrock", fits, read, fits_events, gather)
