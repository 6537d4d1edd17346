"""
Anthropic: messages whose text blocks carry citations.

A citation is of the whole block. Documents and search results are counted apart from each other,
from 0 and over all messages of a request; with the request at hand they get titles and texts.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as attribute
from typing import Any, NamedTuple

from citation_engine.display import shortened
from citation_engine.link.providers.assembly import (
    AnswerForm,
    Building,
    Events,
    Where,
    blocks,
    characters,
    pages,
)
from citation_engine.link.providers.offsets import MeasuredText
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
from citation_engine.model.passage import Locator

# Search results come also as what a tool gave back: one level deeper, and no more.
_DEEPEST = 3


class Document(NamedTuple):
    """What was sent: its title, its words where they are text, and where it comes from."""

    title: str = ""
    text: str = ""
    address: str = ""
    file_id: str = ""


@dataclass(frozen=True, slots=True)
class Sent:
    """The documents and the search results of a request, each counted from 0."""

    documents: tuple[Document, ...] = ()
    search_results: tuple[Document, ...] = ()
    _measured: dict[int, MeasuredText] = attribute(default_factory=dict)

    def measured(self, index: int) -> MeasuredText:
        """Return the words of the document of that number, for places in them."""
        if index not in self._measured:
            self._measured[index] = MeasuredText(self.document(index).text)
        return self._measured[index]

    def document(self, index: int) -> Document:
        """Return the document of that number, an empty one where none is known."""
        return self.documents[index] if index < len(self.documents) else Document()

    def search_result(self, index: int) -> Document:
        """Return the search result of that number, an empty one where none is known."""
        return self.search_results[index] if index < len(self.search_results) else Document()


def sent_in(data: Any) -> Sent:
    """Return what was sent, where the request or the conversation is part of the data."""
    request = mapping(data, "request") or data
    found = list(_blocks(members(request, "messages"), _DEEPEST))
    return Sent(
        tuple(_document(block) for block in found if kind(block) == "document"),
        tuple(_search_result(block) for block in found if kind(block) == "search_result"),
    )


def _blocks(values: list[Any], depth: int) -> Iterator[Any]:
    for value in values:
        if kind(value) in ("document", "search_result"):
            yield value
        elif depth and is_list(content := field(value, "content")):
            yield from _blocks(list(content), depth - 1)


def _document(block: Any) -> Document:
    source = mapping(block, "source")
    return Document(
        title=text(block, "title"),
        # Citations count characters in what was sent as text, not in what stands in a PDF.
        text=text(source, "data") if kind(source) == "text" else "",
        address=text(source, "url"),
        file_id=text(source, "file_id"),
    )


def _search_result(block: Any) -> Document:
    words = "\n".join(text(part, "text") for part in members(block, "content"))
    return Document(title=text(block, "title"), text=words, address=text(block, "source"))


_LOCATIONS = {
    "char_location",
    "page_location",
    "content_block_location",
    "search_result_location",
    "web_search_result_location",
}
_EVENTS = {
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
}


def fits(data: Any) -> bool:
    """Whether this is a message, its content or a block of it, alone or with its request."""
    return _answer_in(data) is not None


def read(data: Any, answer: Building) -> None:
    """Read the text blocks of a message and their citations."""
    sent = sent_in(data)
    for block in answer.entries(_answer_in(data), "The content of the message"):
        if kind(block) != "text":
            if isinstance(block, Mapping) and block.get("type") is not None:
                answer.break_off()
            else:
                answer.warn("A block of the message cannot be read and was left out.")
            continue
        piece = answer.write(field(block, "text"))
        for citation in answer.citations_in(field(block, "citations"), "The citations of a block"):
            read_citation(citation, piece, answer, sent)


def read_citation(
    citation: Mapping[str, Any], piece: MeasuredText, answer: Building, sent: Sent | None = None
) -> None:
    """Read one citation of a text block, of whichever of the five kinds."""
    sent = sent or Sent()
    strange = kind(citation) not in _LOCATIONS
    note = f"The kind of citation {shortened(kind(citation), 60)} is not known." if strange else ""
    source = _source(citation, answer, sent)
    quote = text(citation, "cited_text")
    where = _where(citation, quote, sent)
    answer.cite(source, piece.whole(), quote=quote, where=where, notes=[note])


def _source(citation: Mapping[str, Any], answer: Building, sent: Sent) -> str | None:
    title = text(citation, "title", "document_title")
    url, file_id = text(citation, "url"), text(citation, "file_id")
    if (index := number(citation, "search_result_index")) is not None:
        result = sent.search_result(index)
        address = text(citation, "source") or result.address
        return answer.source(
            f"search-result-{index}",
            title=title or result.title,
            url=address,
            text=result.text,
        )
    if (index := number(citation, "document_index")) is not None:
        document = sent.document(index)
        return answer.source(
            f"document-{index}",
            title=title or document.title,
            url=url or document.address,
            file_id=file_id or document.file_id,
            index=index,
            text=document.text,
        )
    named = url or text(citation, "source") or file_id or title
    if not named:
        return None
    return answer.source(named, title=title, url=url or text(citation, "source"), file_id=file_id)


def _where(citation: Mapping[str, Any], quote: str, sent: Sent) -> Where | None:
    if field(citation, "start_char_index", "end_char_index") is not None:
        start, end = field(citation, "start_char_index"), field(citation, "end_char_index")
        index = number(citation, "document_index")
        if quote and index is not None and sent.document(index).text:
            return _checked(start, end, quote, sent.measured(index))
        return characters(start, end)
    if field(citation, "start_page_number", "end_page_number") is not None:
        return pages(field(citation, "start_page_number"), field(citation, "end_page_number"))
    if field(citation, "start_block_index", "end_block_index") is not None:
        return blocks(field(citation, "start_block_index"), field(citation, "end_block_index"))
    return None


def _checked(start: Any, end: Any, quote: str, document: MeasuredText) -> Where:
    """Return the place in a document that was sent, checked against the words cited."""
    found = document.place(start, end, words=quote)
    if found.span is None:
        return Where(note="The words cited do not stand in the document at the place given.")
    at = Locator(char_offset_start=found.span.start, char_offset_end=found.span.end)
    return Where(at, "The place in the document was corrected." if found.note else "")


def _answer_in(data: Any) -> Any:
    """The content of the answer in a message, a conversation or a request with its response."""
    if field(data, "response") is not None and field(data, "request") is not None:
        return _content_in(field(data, "response"))
    if isinstance(data, Mapping) and "messages" in data:
        said = [one for one in members(data, "messages") if _speaks(one)]
        return _content_in(said[-1]) if said else None
    return _content_in(data)


def _content_in(data: Any) -> list[Any] | None:
    content = data if is_list(data) else field(data, "content")
    if kind(data) == "message" and text(data, "role") in ("assistant", ""):
        return None if isinstance(content, str) else list(content) if is_list(content) else []
    if _is_cited_block(data):
        return [data]
    if is_list(data) or _speaks(data):
        blocks = list(content) if is_list(content) else []
        return blocks if any(map(_is_cited_block, blocks)) else None
    return None


def _speaks(message: Any) -> bool:
    return text(message, "role") == "assistant"


def _is_cited_block(block: Any) -> bool:
    """Whether a text block has a citation of a known kind."""
    cited = members(block, "citations") if kind(block) == "text" else []
    return any(kind(citation) in _LOCATIONS for citation in cited)


def fits_events(events: Events) -> bool:
    """Whether these are the events of a message."""
    return any(kind(event) in _EVENTS for event in events)


def gather(events: Events, answer: Building) -> Any:
    """Return the message that events make up."""
    parts: dict[Any, dict[str, Any]] = {}
    ended = False
    for event in answer.read_events(events):
        name = kind(event)
        if name == "content_block_start":
            block = mapping(event, "content_block")
            _open(parts, event, block)["words"].append(answer.words_in(field(block, "text")))
        elif name == "content_block_delta":
            _extend(_open(parts, event, {}), mapping(event, "delta"), answer)
        elif name == "error":
            said = shortened(text(mapping(event, "error"), "message"), 120)
            answer.warn(f"The stream has an error: {said}.")
        ended = ended or name == "message_stop"
    if not ended:
        answer.unfinished()
    return {"type": "message", "role": "assistant", "content": list(_finished(parts))}


def _open(
    parts: dict[Any, dict[str, Any]], event: Mapping[str, Any], block: Mapping[str, Any]
) -> dict[str, Any]:
    place = whole(field(event, "index"))
    made = {"words": [], "citations": [], "block": dict(block)}
    part = parts.setdefault(place, made)
    if block:
        part["block"] = dict(block)
    return part


def _extend(part: dict[str, Any], delta: Mapping[str, Any], answer: Building) -> None:
    name = kind(delta)
    if name == "citations_delta":
        part["citations"].append(field(delta, "citation"))
    elif name == "text_delta":
        part["words"].append(answer.words_in(field(delta, "text")))
    elif name in ("thinking_delta", "input_json_delta", "signature_delta"):
        part["block"].setdefault("type", name)
    else:
        answer.warn(f"A piece {shortened(name, 60)} of the stream is not known and was left out.")


def _finished(parts: dict[Any, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in in_order(parts):
        block = part["block"]
        if kind(block) not in ("text", ""):
            yield block
            continue
        cited = members(block, "citations") + part["citations"]
        yield {"type": "text", "text": "".join(part["words"]), "citations": cited}


FORM = AnswerForm("anthropic", fits, read, fits_events, gather)
