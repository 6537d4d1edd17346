"""An extractor for tools of MCP servers, of which nothing is known but the protocol."""

import json
import re
from collections.abc import Mapping
from html import unescape
from typing import Any
from urllib.parse import quote

from citation_engine.collect.tool_outputs.gathering import WEB, Gathering, gather
from citation_engine.collect.tool_outputs.registry import Parameters
from citation_engine.collect.tool_outputs.shapes import (
    ADDRESS,
    PATH,
    SNIPPET,
    TITLE,
    WHOLE,
    WORDS,
    Answer,
    Item,
    StrangeOutput,
    plain,
    read_answer,
    results_in,
    results_in_text,
)
from citation_engine.model.found import Extraction
from citation_engine.urls import is_web_address

_TAG = re.compile(r"<[^<>]{0,200}>")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z]{2,8})?")
_GIVEN_ADDRESS = ("url", "uri", "link", "href", "page_url", "urls")
_OPENSEARCH_PARTS = 4


class WebSearch:
    """The hits of a search: an address, a title and a piece of the page each."""

    pattern = r"^web_search$"

    def extract(
        self, request_id: str, tool_name: str, parameters: Parameters, output: Any
    ) -> Extraction:
        """The hits that have an address."""

        def work(found: Gathering) -> None:
            for number, item in enumerate(hits(read_answer(output)), 1):
                add_hit(found, item, f"result {number}")

        return gather(request_id, tool_name, WEB, work)


class WebScrape:
    """A page that was read: its address and all its words."""

    pattern = r"^web_scrape$"

    def extract(
        self, request_id: str, tool_name: str, parameters: Parameters, output: Any
    ) -> Extraction:
        """The page, or the pages; the address is the one asked for where the tool names none."""

        def work(found: Gathering) -> None:
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

        return gather(request_id, tool_name, WEB, work)


class WikipediaSearch:
    """
    Articles of Wikipedia.

    An address is made from the title only where the language is known from the request;
    which Wikipedia is meant is not guessed.
    """

    pattern = r"^wikipedia_search$"

    def extract(
        self, request_id: str, tool_name: str, parameters: Parameters, output: Any
    ) -> Extraction:
        """The articles, with the piece of each that was given."""

        def work(found: Gathering) -> None:
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

        return gather(request_id, tool_name, WEB, work)


def hits(answer: Answer) -> list[Item]:
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


class RagQuery:
    """
    Passages of files, each with its file and page.

    A passage was taken from the file word for word, so its text is all there is of
    this source. Two passages of one file are two sources.
    """

    pattern = r"^query_rag_project$"

    def extract(
        self, request_id: str, tool_name: str, parameters: Parameters, output: Any
    ) -> Extraction:
        """The passages."""

        def work(found: Gathering) -> None:
            answer = read_answer(output)
            if answer.data is None:
                _add_text(found, answer)
                return
            for number, value in enumerate(_passages(answer.data), 1):
                item = Item(value)
                uri = item.address() or item.text(*PATH)
                found.add_item(item, f"passage {number}", words_are_all=True, uri=uri)

        return gather(request_id, tool_name, "file", work)


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


def _add_text(found: Gathering, answer: Answer) -> None:
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


class HttpClient:
    """The body of an answer, under the address that was asked."""

    pattern = r"^http_client$"

    def extract(
        self, request_id: str, tool_name: str, parameters: Parameters, output: Any
    ) -> Extraction:
        """One source: the body as text, JSON written out."""

        def work(found: Gathering) -> None:
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

        return gather(request_id, tool_name, "api", work)


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


class McpTool:
    """
    Resources, links, results and texts.

    The words that come with an address may be a piece of what is there, so they are a
    snippet; unless that address was asked for, as in fetching a page. Words without an
    address are all there is.
    """

    pattern = r"^mcp(?:\.|__).+__.+$"

    def extract(
        self, request_id: str, tool_name: str, parameters: Parameters, output: Any
    ) -> Extraction:
        """The resources first, then results in data, else the text as one source."""

        def work(found: Gathering) -> None:
            answer = read_answer(output)
            asked = addresses_in(parameters)
            for number, block in enumerate(answer.blocks, 1):
                _add_block(found, block, f"block {number}")
            if answer.data is not None:
                _add_results(found, answer.data, asked)
            elif answer.text:
                _add_mcp_text(found, answer, asked)

        return gather(request_id, tool_name, "mcp", work)


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


def _add_mcp_text(found: Gathering, answer: Answer, asked: list[str]) -> None:
    """A list of results, the page that was asked for, or a text of its own."""
    listed = [] if asked else [f for f in results_in_text(answer.text) if len(f) > 1]
    if not listed or not all("url" in fields for fields in listed):
        uri = asked[0] if len(asked) == 1 else None
        found.add("the text", uri=uri, title=found.tool_name, full_content=answer.text)
        return
    for number, fields in enumerate(listed, 1):
        item = Item(fields)
        found.add_item(item, f"result {number}", words_are_all=False, uri=item.address())
