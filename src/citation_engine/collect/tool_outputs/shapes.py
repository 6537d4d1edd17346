"""
Reads the shapes in which tools answer, and brings them down to plain values.

Tools answer with mappings, lists, JSON in a string, text, content blocks, messages of
a framework or objects of their own. What comes out is bounded in depth and number,
whatever went in.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, time, timedelta
from decimal import Decimal
from enum import Enum
from itertools import islice
from pathlib import PurePath
from typing import Any
from uuid import UUID

from citation_engine.display import one_line
from citation_engine.formats.plain import mend_surrogates
from citation_engine.urls import is_web_address

MOST_VALUES = 200_000
DEEPEST = 16
LONGEST_JSON = 50_000_000

_SPELT_OUT = (date, time, timedelta, Decimal, UUID, PurePath)
_FENCE = re.compile(r"\s*```(?:json)?\s*\n(.*?)\n?```\s*", re.DOTALL)
# What an object has that stands for an answer, if it is neither a model nor a mapping.
_TELLING = {"content", "page_content", "text", "results", "data", "artifact", "url", "body", "node"}
_FAILED = {"error", "failed", "failure"}
_REASONS = ("error", "errors", "message", "detail", "reason", "content", "text")


class StrangeOutput(Exception):
    """The output is nothing a source could be in; the text says what it is."""


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """An output in plain values: data, or text, or the blocks of a message."""

    data: Any = None
    text: str = ""
    blocks: tuple[dict[str, Any], ...] = ()


def read_answer(output: Any) -> ToolAnswer:
    """
    The output in plain values.

    Raises `StrangeOutput` with a sentence for errors, for nothing, and for what
    has neither text nor data in it.
    """
    value = _without_message(plain(output))
    if isinstance(value, str):
        value = parsed(value)
    if value is None or value in ("", [], {}):
        raise StrangeOutput("The output is empty.")
    if isinstance(value, str):
        return ToolAnswer(text=value)
    if isinstance(value, Mapping):
        refuse_error(value)
        structured = value.get("structuredContent") or value.get("structured_content")
        blocks = blocks_in(value.get("content"))
        if structured or blocks:
            return _from_blocks(structured, blocks)
    if isinstance(value, list) and (blocks := blocks_in(value)):
        return _from_blocks(None, blocks)
    if not isinstance(value, Mapping | list):
        raise StrangeOutput(f"The output is of the type {type(value).__name__}, not text or data.")
    return ToolAnswer(data=value)


def plain(value: Any) -> Any:
    """A value as JSON could hold it; objects give what they hold, and strange ones nothing."""
    return _Plain().of(value, 0)


def parsed(text: str) -> Any:
    """The data in a text that is JSON, else the text itself."""
    fenced = _FENCE.fullmatch(text) if text.lstrip()[:3] == "```" else None
    inner = (fenced[1] if fenced else text).strip()
    if inner[:1] not in ("{", "[", '"') or len(inner) > LONGEST_JSON:
        return text
    try:
        return plain(json.loads(inner))
    except (ValueError, RecursionError):
        return text


def refuse_error(value: Mapping[str, Any]) -> None:
    """Raise where the answer says that the tool failed."""
    told = value.get("isError") is True or value.get("is_error") is True
    told = told or value.get("success") is False or value.get("ok") is False
    state = value.get("status")
    told = told or (isinstance(state, str) and state.lower() in _FAILED)
    bare = {"error", "errors"} & set(value) and not any(
        isinstance(item, list | Mapping) and item
        for name, item in value.items()
        if name not in _REASONS
    )
    if told or (bare and (value.get("error") or value.get("errors"))):
        raise StrangeOutput(f"The tool failed: {_reason(value)}")


def text_of(blocks: Iterator[Mapping[str, Any]] | tuple[Mapping[str, Any], ...]) -> str:
    """The texts of content blocks, one under the other."""
    return "\n".join(b["text"] for b in blocks if isinstance(b.get("text"), str) and b["text"])


def blocks_in(value: Any) -> tuple[dict[str, Any], ...]:
    """The content blocks of a message: mappings that say their type; none if it is no message."""
    if not isinstance(value, list) or not value:
        return ()
    if all(isinstance(b, dict) and isinstance(b.get("type"), str) for b in value):
        return tuple(value) if any(_is_block(b) for b in value) else ()
    return ()


def _is_block(block: Mapping[str, Any]) -> bool:
    kind = block["type"]
    if kind in ("text", "output_text", "input_text"):
        return isinstance(block.get("text"), str) and not {"url", "link", "uri"} & set(block)
    return kind in ("image", "audio", "resource", "resource_link")


def _from_blocks(structured: Any, blocks: tuple[dict[str, Any], ...]) -> ToolAnswer:
    """Structured data first: the text beside it says the same. JSON in the text is data too."""
    data = plain(structured) if structured else None
    text = text_of(blocks)
    results = [block for block in blocks if not _is_block(block)]
    if data is None and results:
        data = results
    if data is None and text and not isinstance(found := parsed(text), str):
        data = found
    if isinstance(data, Mapping):
        refuse_error(data)
    return ToolAnswer(data=data, text="" if data is not None else text, blocks=blocks)


def _without_message(value: Any) -> Any:
    """What a framework's message carries: its artifact where that is data, else its content."""
    if _is_pair(value):
        return value[1]
    if not isinstance(value, Mapping) or "content" not in value:
        return value
    if not {"tool_call_id", "artifact", "tool_use_id"} & set(value):
        return value
    refuse_error(value)
    artifact = value.get("artifact")
    return artifact if isinstance(artifact, Mapping | list) and artifact else value["content"]


def _is_pair(value: Any) -> bool:
    """Whether a tool answered with a text for the model and an artifact for us."""
    if not isinstance(value, list) or len(value) != 2 or not isinstance(value[0], str):
        return False
    second = value[1]
    listed = isinstance(second, list) and all(isinstance(item, Mapping) for item in second)
    return bool(second) and (isinstance(second, Mapping) or listed)


def _reason(value: Mapping[str, Any]) -> str:
    for name in _REASONS:
        said = value.get(name)
        if isinstance(said, list):
            said = text_of(blocks_in(said)) or "; ".join(map(str, said[:3]))
        if isinstance(said, Mapping):
            said = said.get("message") or json.dumps(said, ensure_ascii=False)
        if isinstance(said, str) and said.strip():
            return one_line(said)
    return "it does not say why."


class _Plain:
    """Counts the values that were taken, so that no output can take all the memory."""

    def __init__(self) -> None:
        self._left = MOST_VALUES

    def of(self, value: Any, depth: int) -> Any:
        self._left -= 1
        if self._left < 0:
            raise StrangeOutput(f"The output has more than {MOST_VALUES:,} values.")
        if value is None or isinstance(value, bool | int):
            return _json_number(value)
        if isinstance(value, float):
            return float(value) if math.isfinite(value) else None
        if isinstance(value, Enum):
            return self.of(value.value, depth)
        if isinstance(value, str):
            return mend_surrogates(str(value))
        if isinstance(value, bytes | bytearray | memoryview):
            return _decoded(bytes(value), top=depth == 0)
        if isinstance(value, _SPELT_OUT):
            return str(value)
        if depth >= DEEPEST:
            return None
        return self._container(value, depth + 1)

    def _container(self, value: Any, depth: int) -> Any:
        if isinstance(value, Mapping):
            return self._mapping(value, depth)
        if isinstance(value, tuple) and hasattr(value, "_asdict"):
            return self._mapping(value._asdict(), depth)
        if isinstance(value, list | tuple | set | frozenset):
            return [self.of(item, depth) for item in islice(value, self._left + 1)]
        return self._object(value, depth)

    def _mapping(self, value: Mapping[Any, Any], depth: int) -> dict[str, Any]:
        items = islice(value.items(), self._left + 1)
        return {
            mend_surrogates(str(name)): self.of(item, depth)
            for name, item in items
            if isinstance(name, str | int | float | bool)
        }

    def _object(self, value: Any, depth: int) -> Any:
        """What an object holds: a model's dump, a data class's fields, its public attributes."""
        dump = getattr(value, "model_dump", None)
        if isinstance(value, type):
            return None
        if callable(dump):
            held = dump()
        elif is_dataclass(value):
            held = {field.name: getattr(value, field.name) for field in fields(value)}
        else:
            held = {k: v for k, v in _attributes(value).items() if not k.startswith("_")}
            held = held if _TELLING & set(held) else {}
        return self._mapping(held, depth) if isinstance(held, Mapping) and held else None


def _attributes(value: Any) -> dict[str, Any]:
    held = getattr(value, "__dict__", None)
    return held if isinstance(held, dict) else {}


def _json_number(value: Any) -> Any:
    """A whole number as a plain one; one with more digits than anybody reads is left out."""
    if isinstance(value, bool) or value is None:
        return value
    return int(value) if value.bit_length() < 10_000 else None


def _decoded(data: bytes, *, top: bool) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        if not top:
            return None
        raise StrangeOutput(f"The output has {len(data):,} bytes that are not text.") from None


LONGEST = 2_000_000

_LABEL = re.compile(
    r"[ \t>*\-\d.)]{0,8}(?:\*\*)?"
    r"(title|url|link|uri|page|source|snippet|description|summary|content|text)"
    r"(?:\*\*)?[ \t]?:(?:\*\*)?[ \t]*(.*)",
    re.IGNORECASE,
)
_NAMES = {
    "uri": "url",
    "link": "url",
    "page": "title",
    "description": "snippet",
    "summary": "snippet",
}
_MARKDOWN_LINK = re.compile(r"\[([^\[\]\n]{1,300})\]\((https?://[^\s)]{1,2000})\)", re.IGNORECASE)
_BARE = re.compile(r"https?://[^\s<>\"'`\])}|\\^]{1,2000}", re.IGNORECASE)
_LONG = ("content", "text", "snippet")
_AFTER = ".,;:!?…»"
Fields = dict[str, str]


def results_in_text(text: str) -> list[Fields]:
    """
    The results a text lists, as fields.

    Blocks of lines such as `Title: …`, `URL: …`, `Description: …` are taken where there are
    some; else every link and address that stands in the text, each once.
    """
    text = text[:LONGEST]
    labelled = [b for b in _blocks(text) if b.keys() & {"url", "title", "source"}]
    return labelled if any(len(block) > 1 for block in labelled) else list(_links(text))


def _blocks(text: str) -> Iterator[Fields]:
    """Labelled lines in groups; a label that comes again begins the next group."""
    block: dict[str, list[str]] = {}
    last: str | None = None
    for line in text.splitlines():
        label = _LABEL.fullmatch(line)
        if label:
            last = _name(label[1].lower(), label[2], block)
            if last in block:
                yield _joined(block)
                block = {}
            block[last] = [label[2]]
        elif not line.strip():
            last = last if last in _LONG else None
        elif last in _LONG:
            block[last].append(line)
    if block:
        yield _joined(block)


def _name(label: str, said: str, block: dict[str, list[str]]) -> str:
    if label == "source" and is_web_address(said) and "url" not in block:
        return "url"
    return _NAMES.get(label, label)


def _joined(block: dict[str, list[str]]) -> Fields:
    return {name: "\n".join(map(str.strip, lines)).strip() for name, lines in block.items()}


def _links(text: str) -> Iterator[Fields]:
    seen: set[str] = set()
    for link in _MARKDOWN_LINK.finditer(text):
        if link[2] not in seen:
            seen.add(link[2])
            yield {"url": link[2], "title": link[1].strip()}
    for bare in _BARE.finditer(_MARKDOWN_LINK.sub(" ", text)):
        url = bare[0].rstrip(_AFTER)
        if url not in seen:
            seen.add(url)
            yield {"url": url}


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
    "meta",
    "document",
    "_source",
    "node",
    "text_resource",
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
                said = _joined_value(level.get(name))
                if said:
                    self._used.add(name)
                    return said
        return None

    def value(self, name: str) -> Any:
        """The first value of a field that is none of the empty ones."""
        values = (level.get(name) for _, level in self._levels)
        return next((one for one in values if one not in (None, "", [], {})), None)

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


def _joined_value(value: Any) -> str | None:
    """A text, or several of them as one."""
    if isinstance(value, str):
        return value if value.strip() else None
    if not isinstance(value, Sequence) or not value:
        return None
    if all(isinstance(part, str) for part in value):
        return " … ".join(filter(None, map(str.strip, value))) or None
    if all(isinstance(part, Mapping) for part in value):
        return text_of(tuple(value)) or None
    return None
