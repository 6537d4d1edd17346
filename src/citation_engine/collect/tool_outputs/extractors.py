"""The built-in extractors, one for each kind of tool, and how they note what they find."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import quote, urlsplit

from citation_engine.collect.tool_outputs.registry import FunctionExtractor, Parameters
from citation_engine.collect.tool_outputs.shapes import (
    ADDRESS,
    PATH,
    SNIPPET,
    TITLE,
    WHOLE,
    WORDS,
    Item,
    StrangeOutput,
    ToolAnswer,
    plain,
    read_answer,
    results_in,
    results_in_text,
)
from citation_engine.display import one_line
from citation_engine.model.source import Extraction, FoundSource
from citation_engine.urls import fault_of, is_web_address

MOST_SOURCES = 500
LONGEST_SNIPPET = 4_000
LONGEST_TITLE = 1_000
LONGEST_EXTRA = 2_000
MOST_EXTRAS = 60
WEB = "web"
_MOST_REASONS = 50
_UNSAFE = ("javascript:", "data:", "vbscript:", "blob:", "about:")
_TAG = re.compile(r"<[^<>]{0,200}>")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z]{2,8})?")
_GIVEN_ADDRESS = ("url", "uri", "link", "href", "page_url", "urls")
_OPENSEARCH_PARTS = 4


@dataclass(slots=True)
class Gathering:
    """
    The sources found so far in the output of one request.

    They are numbered, unsafe addresses are refused, and reasons are kept.
    """

    request_id: str
    tool_name: str
    kind: str
    sources: list[FoundSource] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    left_over: int = 0
    seen: set[tuple[Any, ...]] = field(default_factory=set)

    def skip(self, reason: str) -> None:
        """Note why something gave no source."""
        self.skipped.append(one_line(reason, 400))

    def add(
        self,
        what: str,
        *,
        uri: str | None = None,
        title: str | None = None,
        snippet: str | None = None,
        full_content: str | None = None,
        page_number: int | None = None,
        extra: dict[str, Any] | None = None,
    ) -> None:
        """Add a source, unless its address is unsafe or there is nothing to know it by."""
        fault = self._fault_of(uri) if uri else None
        if fault:
            self.skip(f"The address of {what} {fault}.")
            return
        if not (uri or snippet or full_content):
            self.skip(f"There is neither an address nor a text in {what}.")
            return
        if self._is_known(uri, snippet, full_content, page_number):
            return
        if len(self.sources) >= MOST_SOURCES:
            self.left_over += 1
            return
        self.sources.append(
            FoundSource(
                id=f"{self.request_id}-{len(self.sources)}",
                kind=self.kind,
                tool_name=self.tool_name,
                tool_request_id=self.request_id,
                uri=uri,
                title=one_line(title, LONGEST_TITLE) or None if title else None,
                domain=domain_of(uri),
                snippet=_cut(snippet),
                full_content=full_content,
                page_number=page_number,
                extra=self._kept(extra or {}, what),
            )
        )

    def add_item(self, item: Item, what: str, *, words_are_all: bool, uri: str | None) -> None:
        """
        Add a result.

        Where `words_are_all`, its text is all there is to read, as in a page that was
        scraped or a passage that was retrieved. Else it is a piece, as in a search hit.
        """
        whole = item.text(*WHOLE)
        words = item.text(*WORDS)
        snippet = item.text(*SNIPPET)
        if words_are_all:
            whole = whole or words
        else:
            snippet = snippet or words
        self.add(
            what,
            uri=uri,
            title=item.text(*TITLE),
            snippet=snippet,
            full_content=whole,
            page_number=item.page(),
            extra=item.rest(),
        )

    def done(self) -> Extraction:
        """What was found, and what was not."""
        if self.left_over:
            self.skip(
                f"Only the first {MOST_SOURCES} results were taken; {self.left_over:,} were not."
            )
        more = len(self.skipped) - _MOST_REASONS
        reasons = self.skipped[:_MOST_REASONS]
        if more > 0:
            reasons.append(f"{more:,} more were skipped for such reasons.")
        return Extraction(sources=tuple(self.sources), skipped=tuple(reasons))

    def _is_known(self, uri: str | None, *words: Any) -> bool:
        """Whether this is a repetition: tools list a thing as a result and again as a source."""
        known = (uri, *words) in self.seen or (not any(words) and (uri,) in self.seen)
        self.seen |= {(uri,), (uri, *words)}
        return known

    def _fault_of(self, uri: str) -> str | None:
        return fault_of(uri) if self.kind == WEB else address_fault(uri)

    def _kept(self, extra: dict[str, Any], what: str) -> dict[str, Any]:
        """The fields of the tool that are small enough to go along."""
        kept: dict[str, Any] = {}
        left: list[str] = []
        for name, value in extra.items():
            small = len(kept) < MOST_EXTRAS and len(name) <= LONGEST_EXTRA and _small(value)
            if small:
                kept[name] = plain(value)
            else:
                left.append(one_line(name, 40))
        if left:
            self.skip(f"Fields of {what} are too large to go along: {', '.join(left[:10])}.")
        return kept


def address_fault(uri: str) -> str | None:
    """
    Why an address may not become a source's, as the rest of a sentence without the address.

    What is no web address may be a path or another system's name for it, and is only a name
    here: nothing is opened by it.
    """
    if is_web_address(uri):
        return fault_of(uri)
    if "".join(uri.split()).lower().startswith(_UNSAFE):
        return "is not the address of a page"
    return None


def domain_of(uri: str | None) -> str | None:
    """The host of a web address."""
    if not uri or not is_web_address(uri):
        return None
    return urlsplit(uri).hostname


def _small(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST_EXTRA
    if isinstance(value, list | dict) and len(value) > LONGEST_EXTRA:
        return False
    return len(json.dumps(value, ensure_ascii=False)) <= LONGEST_EXTRA


def _cut(snippet: str | None) -> str | None:
    if snippet is None or len(snippet) <= LONGEST_SNIPPET:
        return snippet
    return snippet[: LONGEST_SNIPPET - 1] + "…"


def _extractor(
    pattern: str, kind: str
) -> Callable[[Callable[[Gathering, Parameters, Any], None]], FunctionExtractor]:
    """Make an extractor of a function that adds what it finds; its `StrangeOutput` is a reason."""

    def made(work: Callable[[Gathering, Parameters, Any], None]) -> FunctionExtractor:
        def extract(
            request_id: str, tool_name: str, parameters: Parameters, output: Any
        ) -> Extraction:
            found = Gathering(request_id, tool_name, kind)
            try:
                work(found, parameters, output)
            except StrangeOutput as strange:
                found.skip(str(strange))
            if not found.sources and not found.skipped:
                found.skip("There are no sources in the output.")
            return found.done()

        return FunctionExtractor(pattern, extract)

    return made


@_extractor(r"^web_search$", WEB)
def web_search(found: Gathering, _parameters: Parameters, output: Any) -> None:
    """Add the hits of a search that have an address, with a title and a piece of the page each."""
    for number, item in enumerate(hits(read_answer(output)), 1):
        add_hit(found, item, f"result {number}")


@_extractor(r"^web_scrape$", WEB)
def web_scrape(found: Gathering, parameters: Parameters, output: Any) -> None:
    """Add the pages that were read; the address is the one asked for where the tool names none."""
    answer = read_answer(output)
    asked = addresses_in(parameters)
    if answer.data is None:
        uri = asked[0] if len(asked) == 1 else None
        found.add("the page", uri=uri, full_content=answer.text)
        return
    items = [Item(value) for value in pages_in(answer.data)]
    for number, item in enumerate(items):
        uri = item.address()
        if uri is None and len(asked) == len(items):
            uri = asked[number]
        found.add_item(item, f"page {number + 1}", words_are_all=True, uri=uri)


@_extractor(r"^wikipedia_search$", WEB)
def wikipedia_search(found: Gathering, parameters: Parameters, output: Any) -> None:
    """
    Add articles of Wikipedia, with the piece of each that was given.

    An address is made from the title only where the language is known from the request;
    which Wikipedia is meant is not guessed.
    """
    answer = read_answer(output)
    columns = _opensearch(answer.data)
    items = columns if columns is not None else hits(answer)
    language = _language(parameters) or _language(answer.data)
    for number, item in enumerate(items, 1):
        title = item.text(*TITLE)
        uri = item.address() or _article(title, language)
        whole, piece = item.text(*WHOLE), item.text(*SNIPPET, *WORDS)
        found.add(
            f"result {number}",
            uri=uri,
            title=title,
            snippet=_without_tags(piece) if piece else None,
            full_content=whole,
            extra=item.rest(),
        )


def hits(answer: ToolAnswer) -> list[Item]:
    """The results of a search, in data or in text."""
    if answer.data is None:
        found = results_in_text(answer.text)
        if not found:
            raise StrangeOutput("The output is a text in which no results are listed.")
        return [Item(fields) for fields in found]
    results = results_in(answer.data)
    if results is None:
        raise StrangeOutput("There are no results in the output.")
    if not results:
        raise StrangeOutput("The search found nothing.")
    return [Item(value) for value in results]


def add_hit(found: Gathering, item: Item, what: str) -> None:
    """Add a hit; its text is a piece of the page, whatever the tool calls it."""
    uri = item.address()
    if uri is None:
        found.skip(f"There is no address in {what}.")
        return
    found.add_item(item, what, words_are_all=False, uri=uri)


def pages_in(data: Any) -> list[Any]:
    """The pages in data: the data itself where it has words, else the results in it."""
    if isinstance(data, Mapping) and Item(data).text(*WHOLE, *WORDS):
        return [data]
    results = results_in(data)
    if not results:
        raise StrangeOutput("There is no page in the output.")
    return results


def addresses_in(parameters: Parameters) -> list[str]:
    """The web addresses a request asked for."""
    found: list[str] = []
    for name in _GIVEN_ADDRESS:
        value = parameters.get(name)
        values = value if isinstance(value, list | tuple) else [value]
        found += [v.strip() for v in values if isinstance(v, str) and is_web_address(v)]
    return list(dict.fromkeys(found))


def _opensearch(data: Any) -> list[Item] | None:
    """The answer of a search for titles, in columns: the titles, the pieces, the addresses."""
    if not isinstance(data, list) or len(data) != _OPENSEARCH_PARTS:
        return None
    query, *columns = data
    if not isinstance(query, str) or not all(isinstance(column, list) for column in columns):
        return None
    names = ("title", "snippet", "url")
    return [Item(dict(zip(names, row, strict=True))) for row in zip(*columns, strict=False)]


def _language(given: Any) -> str | None:
    if not isinstance(given, Mapping):
        return None
    for name in ("language", "lang"):
        code = given.get(name)
        if isinstance(code, str) and _LANGUAGE.fullmatch(code):
            return code
    return None


def _article(title: str | None, language: str | None) -> str | None:
    if not title or not language:
        return None
    return f"https://{language}.wikipedia.org/wiki/{quote(title.strip().replace(' ', '_'))}"


def _without_tags(text: str) -> str:
    """A piece of an article without the marks a search puts around the words it found."""
    return unescape(_TAG.sub("", text))


_COLUMNS = {
    "documents": "text",
    "metadatas": "metadata",
    "ids": "chunk_id",
    "distances": "distance",
}


@_extractor(r"^query_rag_project$", "file")
def query_rag_project(found: Gathering, _parameters: Parameters, output: Any) -> None:
    """
    Add passages of files, each with its file and page.

    A passage was taken from the file word for word, so its text is all there is of
    this source. Two passages of one file are two sources.
    """
    answer = read_answer(output)
    if answer.data is None:
        _add_text(found, answer)
        return
    for number, value in enumerate(_passages(answer.data), 1):
        item = Item(value)
        uri = item.address() or item.text(*PATH)
        found.add_item(item, f"passage {number}", words_are_all=True, uri=uri)


def _passages(data: Any) -> list[Any]:
    columns = _in_columns(data)
    if columns is not None:
        return columns
    if isinstance(data, Mapping) and Item(data).text(*WORDS):
        return [data]
    results = results_in(data)
    if results is None:
        raise StrangeOutput("There are no passages in the output.")
    if not results:
        raise StrangeOutput("The query found nothing.")
    return results


def _in_columns(data: Any) -> list[Any] | None:
    """The passages of a vector store that answers in columns, a list for each query."""
    if not isinstance(data, Mapping) or not isinstance(data.get("documents"), list):
        return None
    rows: dict[int, dict[str, Any]] = {}
    for theirs, ours in _COLUMNS.items():
        column = data.get(theirs)
        if not isinstance(column, list):
            continue
        flat = [v for part in column for v in (part if isinstance(part, list) else [part])]
        for place, value in enumerate(flat):
            rows.setdefault(place, {})[ours] = value
    if not all(isinstance(row.get("text"), str) for row in rows.values()):
        return None
    return list(rows.values())


def _add_text(found: Gathering, answer: ToolAnswer) -> None:
    """A text that lists passages with their files, or is one passage."""
    listed = [f for f in results_in_text(answer.text) if f.get("content") or f.get("text")]
    if not listed:
        found.add("the passage", full_content=answer.text)
    for number, fields in enumerate(listed, 1):
        item = Item(fields)
        uri = item.address() or item.text(*PATH) or item.text("title")
        found.add_item(item, f"passage {number}", words_are_all=True, uri=uri)


_BODY = ("body", "data", "content", "text", "json", "response")
_STATUS = ("status", "status_code", "statusCode")
_REFUSALS = range(400, 600)


@_extractor(r"^http_client$", "api")
def http_client(found: Gathering, parameters: Parameters, output: Any) -> None:
    """Add the body of an answer, JSON written out, under the address that was asked."""
    given = plain(output)
    if isinstance(given, Mapping):
        _refuse_status(given)
    answer = read_answer(given)
    asked = addresses_in(parameters)
    body, uri, extra = _parts(answer.text or answer.data)
    method = parameters.get("method")
    if isinstance(method, str) and method.strip():
        extra["method"] = method.strip().upper()[:20]
    found.add(
        "the answer",
        uri=uri or (asked[0] if len(asked) == 1 else None),
        full_content=_written(body),
        extra=extra,
    )


def _refuse_status(answer: Mapping[str, Any]) -> None:
    for name in _STATUS:
        status = answer.get(name)
        if isinstance(status, int) and status in _REFUSALS:
            raise StrangeOutput(f"The server answered with the status {status}.")


def _parts(answer: Any) -> tuple[Any, str | None, dict[str, Any]]:
    """
    The body, its address, and what else was said; all of it is the body where none is named.

    Of the headers only the type of the content is taken: others may be secrets.
    """
    if not isinstance(answer, Mapping):
        return answer, None, {}
    named = [name for name in _BODY if answer.get(name) not in (None, "", [], {})]
    described = any(name in answer for name in (*_STATUS, "headers", *ADDRESS))
    if described and not named and ("headers" in answer or any(n in answer for n in _BODY)):
        raise StrangeOutput("The answer has no body.")
    if not named or not described:
        return answer, None, {}
    uri = Item({k: v for k, v in answer.items() if k in ADDRESS and isinstance(v, str)}).address()
    rest = {k: v for k, v in answer.items() if k not in (named[0], "headers", *ADDRESS)}
    headers = answer.get("headers")
    if isinstance(headers, Mapping):
        types = [v for k, v in headers.items() if k.lower() == "content-type"]
        rest.update({"contentType": types[0]} if types and isinstance(types[0], str) else {})
    return answer[named[0]], uri if uri and is_web_address(uri) else None, rest


def _written(body: Any) -> str | None:
    if isinstance(body, str):
        return body if body.strip() else None
    if body in (None, [], {}):
        return None
    return json.dumps(body, ensure_ascii=False, indent=1)


@_extractor(r"^mcp(?:\.|__).+__.+$", "mcp")
def mcp_tool(found: Gathering, parameters: Parameters, output: Any) -> None:
    """
    Add the resources first, then results in data, else the text as one source.

    The words that come with an address may be a piece of what is there, so they are a
    snippet; unless that address was asked for, as in fetching a page. Words without an
    address are all there is.
    """
    answer = read_answer(output)
    asked = addresses_in(parameters)
    for number, block in enumerate(answer.blocks, 1):
        _add_block(found, block, f"block {number}")
    if answer.data is not None:
        _add_results(found, answer.data, asked)
    elif answer.text:
        _add_mcp_text(found, answer, asked)


def _add_block(found: Gathering, block: Mapping[str, Any], what: str) -> None:
    kind = block["type"]
    if kind in ("image", "audio"):
        found.skip(f"There are no words in {what}: it is of the kind {kind}.")
    elif kind == "resource_link":
        item = Item(block)
        uri = item.text("uri")
        found.add_item(item, what, words_are_all=False, uri=uri)
    elif kind == "resource":
        inner = block.get("resource")
        item = Item(inner if isinstance(inner, Mapping) else block)
        if item.text("text") is None:
            found.skip(f"There are no words in {what}: it is a resource without text.")
            return
        uri = item.text("uri")
        found.add_item(item, what, words_are_all=True, uri=uri)


def _add_results(found: Gathering, data: Any, asked: list[str]) -> None:
    results = results_in(data)
    if results is None:
        found.skip("There are neither addresses nor texts in the data.")
    for number, value in enumerate(results or [], 1):
        item = Item(value)
        uri = item.address()
        whole = uri is None or uri in asked
        found.add_item(item, f"result {number}", words_are_all=whole, uri=uri)


def _add_mcp_text(found: Gathering, answer: ToolAnswer, asked: list[str]) -> None:
    """A list of results, the page that was asked for, or a text of its own."""
    listed = [] if asked else [f for f in results_in_text(answer.text) if len(f) > 1]
    if not listed or not all("url" in fields for fields in listed):
        uri = asked[0] if len(asked) == 1 else None
        found.add("the text", uri=uri, title=found.tool_name, full_content=answer.text)
        return
    for number, fields in enumerate(listed, 1):
        item = Item(fields)
        found.add_item(item, f"result {number}", words_are_all=False, uri=item.address())
