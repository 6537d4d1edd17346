"""Amazon Bedrock: the Converse API, and knowledge bases."""

from collections.abc import Mapping
from typing import Any

from citation_engine.link.providers.assembly import (
    AnswerForm,
    Building,
    Events,
    Parts,
    Where,
    blocks,
    characters,
    page,
    pages,
)
from citation_engine.link.providers.offsets import AnswerPlace, Ending, MeasuredText
from citation_engine.link.providers.shapes import (
    field,
    in_order,
    is_list,
    mapping,
    members,
    number,
    text,
    whole,
)
from citation_engine.model.passage import Locator

_PAGE = "x-amz-bedrock-kb-document-page-number"


def fits_knowledge(data: Any) -> bool:
    """Whether this is the answer of a Knowledge Base."""
    output = mapping(data, "output")
    if any(map(_is_citation, members(data, "citations"))):
        return True
    return isinstance(field(output, "text"), str) and field(data, "sessionId") is not None


def read_knowledge(data: Any, answer: Building) -> None:
    """Read the answer, and what each part of it was generated from."""
    piece = answer.write(field(mapping(data, "output"), "text"))
    for citation in answer.citations_in(field(data, "citations"), "The citations"):
        _read_knowledge_citation(citation, piece, answer)


def _read_knowledge_citation(
    citation: Mapping[str, Any], piece: MeasuredText, answer: Building
) -> None:
    part = mapping(mapping(citation, "generatedResponsePart"), "textResponsePart")
    span = mapping(part, "span")
    # Some ends count the last character, and some do not: the words tell.
    found = piece.place(
        field(span, "start"),
        field(span, "end"),
        words=text(part, "text"),
        ending=Ending.UNSURE,
    )
    references = answer.entries(field(citation, "retrievedReferences"), "The references")
    for reference in references or [None]:
        _read_reference(reference, found, answer)


def _read_reference(reference: Any, found: AnswerPlace, answer: Building) -> None:
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
    answer.cite(source, found, where=_where_in_knowledge(metadata, query))


def _where_in_knowledge(metadata: Mapping[str, Any], query: str) -> Where | None:
    if query:
        return Where(Locator(query=query))
    number = metadata.get(_PAGE)
    return None if number is None else page(number)


def _is_citation(citation: Any) -> bool:
    return field(citation, "generatedResponsePart", "retrievedReferences") is not None


def fits_knowledge_events(events: Events) -> bool:
    """Whether these are the events of a streamed answer."""
    return any(map(_is_event, events))


def _is_event(event: Any) -> bool:
    if _citation_in(event):
        return True
    output = mapping(event, "output")
    return set(output) == {"text"} and isinstance(output["text"], str)


def gather_knowledge(events: Events, answer: Building) -> Any:
    """Return the answer that events make up. The stream has no event that ends it."""
    words: list[str] = []
    citations: list[Any] = []
    for event in answer.read_events(events):
        words.append(answer.words_in(field(mapping(event, "output"), "text")))
        if citation := _citation_in(event):
            citations.append(citation)
    return {"output": {"text": "".join(words)}, "citations": citations}


def _citation_in(event: Any) -> Mapping[str, Any]:
    """The citation of an event; an older form has it one level deeper."""
    outer = mapping(event, "citation")
    inner = mapping(outer, "citation")
    return next((one for one in (inner, outer) if _is_citation(one)), {})


KNOWLEDGE = AnswerForm(
    "bedrock", fits_knowledge, read_knowledge, fits_knowledge_events, gather_knowledge
)


_EVENTS = ("messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop")
# Quotes in several pieces are joined as quotations with omissions are.
OMISSION = " […] "


def fits(data: Any) -> bool:
    """Whether this is a response of Converse, its message, or blocks of that."""
    if is_list(data):
        return any(map(_is_block, data))
    return _is_block(data) or _content(data) is not None


def read(data: Any, answer: Building) -> None:
    """Read the blocks of a message and their citations."""
    content = data if is_list(data) else [data] if _is_block(data) else _content(data)
    for block in answer.entries(content, "The content of the message"):
        cited = mapping(block, "citationsContent")
        if cited:
            _read_block(cited, answer)
        elif isinstance(block, Mapping) and "text" in block:
            answer.write(field(block, "text"))
        elif isinstance(block, Mapping):
            answer.break_off()
        else:
            answer.warn("A block of the message cannot be read and was left out.")


def _read_block(cited: Mapping[str, Any], answer: Building) -> None:
    parts = answer.entries(field(cited, "content"), "The content of a block")
    pieces = [answer.write(field(part, "text"), "a part of a block") for part in parts]
    found = Parts(dict(enumerate(pieces))).together.whole()
    for citation in answer.citations_in(field(cited, "citations"), "The citations of a block"):
        _read_citation(citation, found, answer)


def _read_citation(citation: Mapping[str, Any], found: AnswerPlace, answer: Building) -> None:
    location = mapping(citation, "location")
    content = answer.entries(field(citation, "sourceContent"), "The quoted words")
    quote = OMISSION.join(text(part, "text") for part in content if text(part, "text"))
    source = _source(citation, location, answer)
    answer.cite(source, found, quote=quote, where=_where(location))


def _source(
    citation: Mapping[str, Any], location: Mapping[str, Any], answer: Building
) -> str | None:
    title, named = text(citation, "title"), text(citation, "source")
    web = mapping(location, "web")
    result = number(mapping(location, "searchResultLocation"), "searchResultIndex")
    document = next(
        (
            index
            for name in ("documentChar", "documentPage", "documentChunk")
            if (index := number(mapping(location, name), "documentIndex")) is not None
        ),
        None,
    )
    key = text(web, "url") or named or title
    if document is not None:
        key = f"document-{document}"
    elif result is not None:
        key = f"search-result-{result}"
    if not key:
        return None
    return answer.source(key, title=title, url=text(web, "url") or named, index=document)


def _where(location: Mapping[str, Any]) -> Where | None:
    for name, make in (
        ("documentChar", characters),
        ("documentPage", pages),
        ("documentChunk", blocks),
        ("searchResultLocation", blocks),
    ):
        place = mapping(location, name)
        if place:
            return make(field(place, "start"), field(place, "end"))
    return None


def _content(data: Any) -> Any:
    """The content of a response or a message, where it is one of Converse."""
    message = mapping(mapping(data, "output"), "message")
    if message and is_list(field(message, "content")):
        return field(message, "content")
    content = members(data, "content")
    return content if any(map(_is_block, content)) else None


def _is_block(block: Any) -> bool:
    return bool(mapping(block, "citationsContent"))


def fits_events(events: Events) -> bool:
    """Whether these are the events of a stream of Converse."""
    return any(field(event, *_EVENTS) is not None for event in events)


def gather(events: Events, answer: Building) -> Any:
    """Return the message that events make up."""
    parts: dict[Any, list[dict[str, Any]]] = {}
    ended = False
    for event in answer.read_events(events):
        delta = mapping(event, "contentBlockDelta")
        if delta:
            place = whole(field(delta, "contentBlockIndex"))
            _extend(parts.setdefault(place, []), mapping(delta, "delta"), answer)
        elif start := mapping(event, "contentBlockStart"):
            parts.setdefault(whole(field(start, "contentBlockIndex")), [])
        ended = ended or field(event, "messageStop") is not None
    if not ended:
        answer.unfinished()
    content = [block for stretches in in_order(parts) for block in _finished(stretches)]
    return {"output": {"message": {"role": "assistant", "content": content}}}


def _extend(stretches: list[dict[str, Any]], delta: Mapping[str, Any], answer: Building) -> None:
    """Add to a block; citations come before the words they are of."""
    if "citation" in delta:
        if not stretches or stretches[-1]["words"]:
            stretches.append({"words": [], "citations": []})
        stretches[-1]["citations"].append(delta["citation"])
    elif "text" in delta:
        if not stretches:
            stretches.append({"words": [], "citations": []})
        stretches[-1]["words"].append(answer.words_in(delta["text"]))


def _finished(stretches: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the blocks of stretches; citations without words after them are of those before."""
    if len(stretches) > 1 and not stretches[-1]["words"]:
        stretches[-2]["citations"] += stretches.pop()["citations"]
    made = []
    for stretch in stretches:
        words = [{"text": "".join(stretch["words"])}]
        cited = {"content": words, "citations": stretch["citations"]}
        made.append({"citationsContent": cited} if stretch["citations"] else words[0])
    # A block without words, such as the call of a tool, still sets off what is around it.
    return made or [{}]


FORM = AnswerForm("bedrock", fits, read, fits_events, gather)
