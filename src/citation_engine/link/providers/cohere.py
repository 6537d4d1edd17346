"""Cohere: messages with citations beside their text, in both versions of the API."""

from collections.abc import Mapping
from typing import Any

from citation_engine.link.providers.assembly import AnswerForm, Building, Events, Parts
from citation_engine.link.providers.offsets import AnswerPlace, MeasuredText
from citation_engine.link.providers.shapes import (
    field,
    in_order,
    is_list,
    kind,
    mapping,
    members,
    number,
    text,
    whole,
)

_WORDS = ("snippet", "text", "content", "excerpt")
_EVENTS = (
    "message-start",
    "content-start",
    "content-delta",
    "citation-start",
    "citation-end",
    "message-end",
)


def fits(data: Any) -> bool:
    """Whether this is a response or a message of the second version."""
    message = mapping(data, "message") or data
    if not is_list(field(message, "content")) or field(data, "choices") is not None:
        return False
    if any(is_list(field(citation, "sources")) for citation in members(message, "citations")):
        return True
    return message is not data and field(data, "finish_reason") is not None


def read(data: Any, answer: Building) -> None:
    """Read a message: its texts, and the citations that count in them."""
    message = mapping(data, "message") or data
    pieces: dict[int, MeasuredText] = {}
    content = answer.entries(field(message, "content"), "The content of the message")
    for index, part in enumerate(content):
        if kind(part) == "text" or (not kind(part) and text(part, "text")):
            pieces[index] = answer.write(field(part, "text"))
        elif not isinstance(part, Mapping):
            answer.warn("A part of the message cannot be read and was left out.")
    parts = Parts(pieces)
    for citation in answer.citations_in(field(message, "citations"), "The citations"):
        _read_citation(citation, parts, answer)


def _read_citation(citation: Mapping[str, Any], parts: Parts, answer: Building) -> None:
    found = _place(citation, parts)
    sources = answer.entries(field(citation, "sources"), "The sources of a citation")
    for source in sources or [None]:
        answer.cite(_source(source, answer), found)


def _place(citation: Mapping[str, Any], parts: Parts) -> AnswerPlace:
    if kind(citation) in ("PLAN", "THINKING_CONTENT"):
        return AnswerPlace(None, "The citation is of the model's thoughts, not of its answer.")
    start, end = field(citation, "start"), field(citation, "end")
    words = text(citation, "text")
    piece = parts.at(number(citation, "content_index")) or parts.together
    return piece.place(start, end, words=words)


def _source(source: Any, answer: Building) -> str | None:
    document = mapping(source, "document", "tool_output")
    key = text(source, "id") or text(document, "id")
    url = text(document, "url", "uri", "link")
    title = text(document, "title", "name")
    key = key or url or title
    if not key:
        return None
    return answer.source(key, title=title, url=url, text=_words(document))


def _words(document: Mapping[str, Any]) -> str:
    return text(document, *_WORDS) or text(mapping(document, "data"), *_WORDS)


def fits_events(events: Events) -> bool:
    """Whether these are the events of a message of the second version."""
    return any(kind(event) in _EVENTS for event in events)


def gather(events: Events, answer: Building) -> Any:
    """Return the message that events make up."""
    parts: dict[Any, dict[str, Any]] = {}
    citations: list[Any] = []
    ended = False
    for event in answer.read_events(events):
        message = mapping(mapping(event, "delta"), "message")
        if kind(event) in ("content-start", "content-delta"):
            piece = mapping(message, "content")
            made: dict[str, Any] = {"type": "", "words": []}
            part = parts.setdefault(whole(field(event, "index")), made)
            part["type"] = part["type"] or kind(piece)
            part["words"].append(answer.words_in(field(piece, "text")))
        elif kind(event) == "citation-start":
            given = field(message, "citations")
            citations += given if is_list(given) else [given]
        ended = ended or kind(event) == "message-end"
    if not ended:
        answer.unfinished()
    content = [
        {"type": part["type"] or "text", "text": "".join(part["words"])} for part in in_order(parts)
    ]
    return {"role": "assistant", "content": content, "citations": citations}


def fits_first(data: Any) -> bool:
    """Whether this is a response of the first version."""
    cited = [c for c in members(data, "citations") if is_list(field(c, "document_ids"))]
    named = bool(cited) or field(data, "generation_id") is not None
    return isinstance(field(data, "text"), str) and named


def read_first(data: Any, answer: Building) -> None:
    """Read a response of the first version."""
    piece = answer.write(field(data, "text"))
    for document in answer.entries(field(data, "documents"), "The documents"):
        if text(document, "id"):
            _source(document if mapping(document, "document") else {"document": document}, answer)
    for citation in answer.citations_in(field(data, "citations"), "The citations"):
        words = text(citation, "text")
        start, end = field(citation, "start"), field(citation, "end")
        found = piece.place(start, end, words=words)
        names = answer.entries(field(citation, "document_ids"), "The documents of a citation")
        for name in names or [None]:
            known = isinstance(name, str) and bool(name)
            answer.cite(answer.source(name) if known else None, found)


def fits_first_events(events: Events) -> bool:
    """Whether these are the events of a response of the first version."""
    known = ("text-generation", "citation-generation", "stream-end")
    return any(text(event, "event_type") in known for event in events)


def gather_first(events: Events, answer: Building) -> Any:
    """Return the response that events make up; the last one has all of it."""
    words: list[str] = []
    citations: list[Any] = []
    documents: list[Any] = []
    for event in answer.read_events(events):
        name = text(event, "event_type")
        response = mapping(event, "response")
        if name == "stream-end" and isinstance(field(response, "text"), str):
            return response
        if name == "text-generation":
            words.append(answer.words_in(field(event, "text")))
        elif name == "citation-generation":
            citations += answer.entries(field(event, "citations"), "The citations of the stream")
        elif name == "search-results":
            documents += members(event, "documents")
    answer.unfinished()
    return {"text": "".join(words), "citations": citations, "documents": documents}


FORMS = (
    AnswerForm("cohere", fits, read, fits_events, gather),
    AnswerForm("cohere", fits_first, read_first, fits_first_events, gather_first),
)
