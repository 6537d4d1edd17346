"""LlamaIndex: messages in blocks, where citation blocks stand after the words they are of."""

from collections.abc import Mapping
from typing import Any

from citation_engine.link.providers.assembly import (
    AnswerForm,
    Building,
    Where,
    blocks,
    characters,
    page,
    pages,
)
from citation_engine.link.providers.offsets import AnswerPlace, MeasuredText
from citation_engine.link.providers.shapes import field, is_list, mapping, members, text, whole
from citation_engine.model.passage import Locator


def fits(data: Any) -> bool:
    """Whether this is a message in blocks, or the blocks of one."""
    found = list(data) if is_list(data) else members(_message(data), "blocks")
    known = ("text", "citation")
    return any(text(block, "block_type") in known for block in found) or _is_citation(data)


def read(data: Any, answer: Building) -> None:
    """Read the texts of a message and the citations after them."""
    given = data if is_list(data) else [data] if _is_citation(data) else None
    found = field(_message(data), "blocks") if given is None else given
    before: MeasuredText | None = None
    for block in answer.entries(found, "The blocks of the message"):
        name = text(block, "block_type")
        if name == "text":
            before = answer.write(field(block, "text"))
        elif name == "citation":
            _read_citation(block, before, answer)
        elif not isinstance(block, Mapping):
            answer.warn("A block of the message cannot be read and was left out.")


def _read_citation(block: Mapping[str, Any], before: MeasuredText | None, answer: Building) -> None:
    found = before.whole() if before else AnswerPlace(None, "The citation stands before any words.")
    title, named = text(block, "title"), text(block, "source")
    info = mapping(block, "additional_location_info")
    index = whole(field(info, "document_index"))
    key = named or title
    source = answer.source(key, title=title, url=named, index=index) if key else None
    quote = text(mapping(block, "cited_content"), "text")
    answer.cite(source, found, quote=quote, where=_where(info))


def _where(info: Mapping[str, Any]) -> Where | None:
    """Return the place in the source; fields without a meaning here are kept as they are."""
    if "start_char_index" in info:
        return characters(field(info, "start_char_index"), field(info, "end_char_index"))
    if "start_page_number" in info:
        return pages(field(info, "start_page_number"), field(info, "end_page_number"))
    if "start_block_index" in info:
        return blocks(field(info, "start_block_index"), field(info, "end_block_index"))
    if "page_number" in info:
        return page(info["page_number"])
    known = Locator.model_fields
    rest = {
        name: number
        for name, value in info.items()
        if isinstance(name, str) and name not in known and (number := whole(value)) is not None
    }
    return Where(Locator.model_validate(rest)) if rest else None


def _message(data: Any) -> Any:
    return mapping(data, "message") or data


def _is_citation(block: Any) -> bool:
    return text(block, "block_type") == "citation"


FORM = AnswerForm("llama-index", fits, read)
