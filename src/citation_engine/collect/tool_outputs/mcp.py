"""An extractor for tools of MCP servers, of which nothing is known but the protocol."""

from collections.abc import Mapping
from typing import Any

from citation_engine.collect.tool_outputs.gathering import Gathering, gather
from citation_engine.collect.tool_outputs.items import Item, results_in
from citation_engine.collect.tool_outputs.registry import Parameters
from citation_engine.collect.tool_outputs.shapes import Answer, read_answer
from citation_engine.collect.tool_outputs.texts import results_in_text
from citation_engine.collect.tool_outputs.web import addresses_in
from citation_engine.model.found import Extraction


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
                _add_text(found, answer, asked)

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


def _add_text(found: Gathering, answer: Answer, asked: list[str]) -> None:
    """A list of results, the page that was asked for, or a text of its own."""
    listed = [] if asked else [f for f in results_in_text(answer.text) if len(f) > 1]
    if not listed or not all("url" in fields for fields in listed):
        uri = asked[0] if len(asked) == 1 else None
        found.add("the text", uri=uri, title=found.tool_name, full_content=answer.text)
        return
    for number, fields in enumerate(listed, 1):
        item = Item(fields)
        found.add_item(item, f"result {number}", words_are_all=False, uri=item.address())
