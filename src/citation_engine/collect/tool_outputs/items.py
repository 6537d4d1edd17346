"""Finds the results in an answer, and reads the fields of one under the names tools give them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from citation_engine.collect.tool_outputs.shapes import parsed, text_of
from citation_engine.urls import is_web_address

# Where lists of results stand, in the order in which they are taken.
LISTS = (
    "results",
    "organic",
    "organic_results",
    "search_results",
    "hits",
    "items",
    "documents",
    "docs",
    "matches",
    "chunks",
    "passages",
    "nodes",
    "source_nodes",
    "sources",
    "references",
    "webPages",
    "web",
    "news",
    "value",
    "data",
    "pages",
    "articles",
    "entries",
    "records",
    "search",
    "query",
    "result",
    "response",
    "output",
    "answer",
)
# What stands inside a result and describes it.
INNER = (
    "metadata",
    "document",
    "_source",
    "node",
    "payload",
    "properties",
    "attributes",
    "fields",
    "chunk",
    "web",
    "retrievedContext",
    "location",
    "file",
    "source",
)
ADDRESS = (
    *("link", "url", "href", "uri", "sourceURL", "source_url", "sourceUrl", "page_url", "pageUrl"),
    *("fullurl", "canonicalurl", "web_url", "webUrl", "document_url", "permalink", "html_url"),
)
PATH = (
    *("file_path", "filepath", "filePath", "path", "file", "filename", "file_name", "fileName"),
    *("source", "document_name", "documentName", "document_id", "documentId", "doc_id"),
)
TITLE = (
    *("title", "name", "headline", "heading", "document_title", "documentTitle"),
    *("filename", "file_name", "fileName", "display_name", "displayName"),
)
SNIPPET = (
    *("snippet", "snippets", "description", "summary", "excerpt", "excerpts", "highlights"),
    *("abstract", "extract", "preview"),
)
WORDS = ("content", "text", "body", "page_content", "pageContent", "chunk", "passage", "document")
WHOLE = (
    *("fullContent", "full_content", "raw_content", "rawContent", "markdown"),
    *("fullText", "full_text", "plain_text"),
)
# A label is what a reader sees; a bare `page` may be an index that begins with 0.
PAGE = ("page_number", "pageNumber", "page_label", "pageLabel", "page_num", "page")


def results_in(data: Any) -> list[Any] | None:
    """The results in an answer; None where nothing in it looks like results."""
    if isinstance(data, list):
        return data
    if not isinstance(data, Mapping):
        return None
    found: list[Any] = []
    known = False
    for name in LISTS:
        inner = _list_in(data.get(name), deeper=True)
        if inner is not None:
            known = True
            found += inner
    if not known and is_result(data):
        return [data]
    return found if known else None


def is_result(value: Any) -> bool:
    """Whether a mapping says where something is, or what it says."""
    item = Item(value) if isinstance(value, Mapping) else None
    return item is not None and bool(item.text(*ADDRESS) or item.text(*WORDS, *WHOLE, *SNIPPET))


def _list_in(value: Any, *, deeper: bool) -> list[Any] | None:
    """The list a value is or holds, one level down at most."""
    if isinstance(value, str):
        value = parsed(value)
    if isinstance(value, list):
        return value if not value or any(isinstance(i, Mapping | str) for i in value) else None
    if not isinstance(value, Mapping) or not value:
        return None
    if all(isinstance(item, Mapping) for item in value.values()) and all(
        name.lstrip("-").isdigit() for name in value
    ):
        return list(value.values())
    if deeper:
        lists = [inner for name in LISTS if (inner := _list_in(value.get(name), deeper=False))]
        if lists:
            return [item for inner in lists for item in inner]
        if any(value.get(name) == [] for name in LISTS):
            return []
    return [value] if is_result(value) else None


class Item:
    """One result: its fields, and those of what describes it inside."""

    def __init__(self, value: Any) -> None:
        if isinstance(value, str):
            value = {"url": value} if is_web_address(value) else {"text": value}
        self._given: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
        self._levels: list[tuple[str, Mapping[str, Any]]] = [("", self._given)]
        for name in INNER:
            inner = self._given.get(name)
            if isinstance(inner, Mapping):
                self._levels.append((name, inner))
                # A node in a result has its own metadata.
                if isinstance(further := inner.get("metadata"), Mapping):
                    self._levels.append((name, further))
        self._used: set[str] = set()

    def text(self, *names: str) -> str | None:
        """The first of these fields that has a text; fields of the result itself go first."""
        for _, level in self._levels:
            for name in names:
                said = _joined(level.get(name))
                if said:
                    self._used.add(name)
                    return said
        return None

    def address(self) -> str | None:
        """Where it is on the web, also where the address stands in a field meant for others."""
        found = self.text(*ADDRESS)
        if found:
            return found.strip()
        for name in ("source", "id", "path", "location"):
            said = self.text(name)
            if said and is_web_address(said):
                return said.strip()
            self._used.discard(name)
        return None

    def page(self) -> int | None:
        """The number of the page, where it is one."""
        for _, level in self._levels:
            for name in PAGE:
                number = _page_number(level.get(name))
                if number is not None:
                    self._used.add(name)
                    return number
        return None

    def rest(self) -> dict[str, Any]:
        """The fields nobody asked for."""
        inner = {name for name, _ in self._levels}
        rest: dict[str, Any] = {}
        for level_name, level in self._levels:
            for name, value in level.items():
                taken = name in self._used or (not level_name and name in inner)
                if not taken and name != "metadata" and value not in (None, "", [], {}):
                    rest.setdefault(name, value)
        return rest


def _page_number(said: Any) -> int | None:
    if isinstance(said, str) and said.isascii() and said.isdigit() and len(said) < 9:
        said = int(said)
    whole = isinstance(said, int) and not isinstance(said, bool)
    return said if whole and 1 <= said < 10**9 else None


def _joined(value: Any) -> str | None:
    """A text, or several of them as one."""
    if isinstance(value, str):
        return value if value.strip() else None
    if not isinstance(value, Sequence) or not value:
        return None
    if all(isinstance(part, str) for part in value):
        return " … ".join(filter(None, map(str.strip, value))) or None
    if all(isinstance(part, Mapping) for part in value):
        return text_of(_mappings(value)) or None
    return None


def _mappings(value: Iterable[Any]) -> tuple[Mapping[str, Any], ...]:
    return tuple(part for part in value if isinstance(part, Mapping))
