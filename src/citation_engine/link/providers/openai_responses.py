"""OpenAI: the Responses API, whose texts carry annotations."""

from collections.abc import Mapping
from typing import Any

from citation_engine.link.providers.annotations import read_annotations
from citation_engine.link.providers.building import Building
from citation_engine.link.providers.form import Events, Form
from citation_engine.link.providers.shapes import (
    field,
    is_list,
    kind,
    mapping,
    members,
    text,
    whole,
)
from citation_engine.link.providers.streams import in_order, mappings, unfinished, words_in

TEXT_PARTS = ("output_text", "text")
_ENDS = ("response.completed", "response.incomplete", "response.failed")


def fits(data: Any) -> bool:
    """Whether this is a response, its output, a message of it or a text of that."""
    if is_list(data):
        return any(_is_item(item) for item in data)
    if text(data, "object") == "response" and field(data, "output") is not None:
        return True
    return any(map(_is_item, members(data, "output"))) or _is_item(data)


def read(data: Any, answer: Building) -> None:
    """Read the messages of a response and the annotations of their texts."""
    items = output_of(data, answer)
    texts = texts_in(items, answer)
    for item in items:
        if kind(item) == "output_text":
            read_text(item, answer, texts)
        elif kind(item) == "message":
            answer.break_off()
            for part in answer.entries(field(item, "content"), "The content of a message"):
                read_text(part, answer, texts)
        elif not isinstance(item, Mapping):
            answer.warn("A part of the response cannot be read and was left out.")
    for fault in (mapping(data, "error"), mapping(data, "incomplete_details")):
        if said := text(fault, "message", "reason"):
            answer.warn(f"The response is not whole: {said}.")


def output_of(data: Any, answer: Building) -> list[Any]:
    """Return the items of a response."""
    if is_list(data):
        return list(data)
    if isinstance(data, Mapping) and "output" in data:
        return answer.entries(field(data, "output"), "The output of the response")
    return [data]


def read_text(part: Any, answer: Building, texts: Mapping[str, str]) -> None:
    """Read one text of a message."""
    if kind(part) == "refusal":
        answer.write(field(part, "refusal"), "a refusal")
        answer.warn("The model refused to answer.")
    elif kind(part) in TEXT_PARTS:
        piece = answer.write(field(part, "text"))
        read_annotations(field(part, "annotations"), piece, answer, texts=texts)
    else:
        answer.warn("A part of a message is no text and was left out.")


def texts_in(items: list[Any], answer: Building) -> dict[str, str]:
    """Return the words that searches found, by the file or the address they are of."""
    found: dict[str, dict[str, None]] = {}
    for item in items:
        if kind(item) not in ("file_search_call", "search_results", "fetch_url_results"):
            continue
        results = field(item, "results", "contents")
        for result in answer.entries(results, "The results of a search"):
            words = text(result, "text", "snippet")
            for key in (text(result, "file_id"), text(result, "url")):
                if key and words:
                    found.setdefault(key, {})[words] = None
    return {key: "\n\n".join(words) for key, words in found.items()}


def _is_item(item: Any) -> bool:
    if kind(item) == "output_text":
        return isinstance(field(item, "text"), str) or is_list(field(item, "annotations"))
    return kind(item) == "message" and any(
        kind(part) == "output_text" for part in members(item, "content")
    )


def fits_events(events: Events) -> bool:
    """Whether these are the events of a response."""
    return any(kind(event).startswith("response.") for event in events)


def gather(events: Events, answer: Building) -> Any:
    """
    Return the response that events make up.

    The last event has the whole response; where the stream broke off before it, the items that
    were finished and the pieces of those that were not are put together.
    """
    stream = _Stream(answer)
    for event in mappings(events, answer):
        response = mapping(event, "response")
        if kind(event) in _ENDS and is_list(field(response, "output")):
            return response
        stream.take(event)
    unfinished(answer)
    return {"object": "response", "output": stream.output()}


class _Stream:
    """The items and the texts of a response whose end has not come."""

    def __init__(self, answer: Building) -> None:
        self._answer = answer
        self._items: dict[Any, Any] = {}
        self._parts: dict[Any, dict[Any, dict[str, Any]]] = {}

    def take(self, event: Mapping[str, Any]) -> None:
        name = kind(event)
        if name == "response.output_item.done" and mapping(event, "item"):
            self._items[whole(field(event, "output_index"))] = mapping(event, "item")
        elif name == "response.content_part.done" and mapping(event, "part"):
            self._part(event)["done"] = mapping(event, "part")
        elif name == "response.output_text.delta":
            self._part(event)["words"].append(words_in(field(event, "delta"), self._answer))
        elif name == "response.output_text.done" and text(event, "text"):
            self._part(event)["words"][:] = [text(event, "text")]
        elif name == "response.output_text.annotation.added":
            place = whole(field(event, "annotation_index"))
            known = self._part(event)["annotations"]
            known[len(known) if place is None else place] = field(event, "annotation")

    def output(self) -> list[Any]:
        unfinished = {
            index: {"type": "message", "content": [_part(part) for part in in_order(parts)]}
            for index, parts in self._parts.items()
        }
        return in_order({**unfinished, **self._items})

    def _part(self, event: Mapping[str, Any]) -> dict[str, Any]:
        item = self._parts.setdefault(whole(field(event, "output_index")), {})
        made: dict[str, Any] = {"words": [], "annotations": {}, "done": None}
        return item.setdefault(whole(field(event, "content_index")), made)


def _part(part: dict[str, Any]) -> Any:
    if part["done"] is not None:
        return part["done"]
    annotations = in_order(part["annotations"])
    return {"type": "output_text", "text": "".join(part["words"]), "annotations": annotations}


FORM = Form("openai", fits, read, fits_events, gather)
