"""Extractors for the web: searches, scraped pages, Wikipedia."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any
from urllib.parse import quote

from citation_engine.collect.tool_outputs.gathering import WEB, Gathering, gather
from citation_engine.collect.tool_outputs.items import (
    SNIPPET,
    TITLE,
    WHOLE,
    WORDS,
    Item,
    results_in,
)
from citation_engine.collect.tool_outputs.registry import Parameters
from citation_engine.collect.tool_outputs.shapes import Answer, StrangeOutput, read_answer
from citation_engine.collect.tool_outputs.texts import results_in_text
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
