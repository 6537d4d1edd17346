"""Anthropic: the documents and search results of a request, which its answer numbers."""

from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field as attribute
from typing import Any, NamedTuple

from citation_engine.link.providers.offsets import Measured
from citation_engine.link.providers.shapes import field, is_list, kind, mapping, members, text

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
    _measured: dict[int, Measured] = attribute(default_factory=dict)

    def measured(self, index: int) -> Measured:
        """Return the words of the document of that number, for places in them."""
        if index not in self._measured:
            self._measured[index] = Measured(self.document(index).text)
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
