"""Mistral: content in chunks, where a reference stands after the words it is of."""

from collections.abc import Mapping
from typing import Any

from citation_engine.link.providers import openai
from citation_engine.link.providers.assembly import AnswerForm, Building, Events
from citation_engine.link.providers.offsets import AnswerPlace, MeasuredText
from citation_engine.link.providers.shapes import (
    field,
    in_order,
    is_list,
    kind,
    mapping,
    members,
    text,
    whole,
)

_REFERENCES = ("reference", "tool_reference")
_DELTA, _DONE = "message.output.delta", "conversation.response.done"


def fits(data: Any) -> bool:
    """Whether this is content with references, a message, a completion or a conversation."""
    if is_list(data):
        return any(map(_is_reference, data))
    if text(data, "object") == "conversation.response" or any(
        map(_is_output, members(data, "outputs"))
    ):
        return True
    messages = [data, *(mapping(choice, "message") for choice in members(data, "choices"))]
    return any(_is_reference(chunk) for one in messages for chunk in members(one, "content"))


def read(data: Any, answer: Building) -> None:
    """Read the chunks of a message."""
    for content in _contents(data, answer):
        answer.break_off()
        before: MeasuredText | None = None
        for chunk in content:
            before = _read_chunk(chunk, before, answer)


def _read_chunk(chunk: Any, before: MeasuredText | None, answer: Building) -> MeasuredText | None:
    """Read a chunk; give the piece of text that references after it are of."""
    if isinstance(chunk, str) or kind(chunk) == "text":
        return answer.write(chunk if isinstance(chunk, str) else field(chunk, "text"))
    if kind(chunk) not in _REFERENCES:
        answer.warn("A chunk of the message is no text and was left out.")
        return before
    own = answer.write(field(chunk, "text")) if text(chunk, "text") else before
    found = own.whole() if own else AnswerPlace(None, "The reference stands before any words.")
    if kind(chunk) == "tool_reference":
        url, title = text(chunk, "url"), text(chunk, "title")
        key = url or title or text(chunk, "tool")
        words = text(chunk, "description")
        source = answer.source(key, title=title, url=url, text=words) if key else None
        answer.cite(source, found)
        return own
    names = answer.entries(field(chunk, "reference_ids"), "The numbers of a reference")
    for name in names or [None]:
        answer.cite(_numbered(name, answer), found)
    return own


def _numbered(name: Any, answer: Building) -> str | None:
    index = whole(name)
    if index is not None:
        return answer.source(f"reference-{index}", index=index)
    return answer.source(name) if isinstance(name, str) and name else None


def _contents(data: Any, answer: Building) -> list[list[Any]]:
    """The chunks of each message in the data."""
    if is_list(data):
        return [list(data)]
    if "outputs" in data:
        outputs = answer.entries(field(data, "outputs"), "The outputs")
        return [openai.texts_of(one, answer) for one in outputs if _is_output(one)]
    return [openai.texts_of(message, answer) for message in openai.messages_in(data, answer)]


def _is_reference(chunk: Any) -> bool:
    """Whether a chunk is a reference as only this provider writes it."""
    named = kind(chunk) == "reference" and field(chunk, "reference_ids") is not None
    return named or kind(chunk) == "tool_reference"


def _is_output(output: Any) -> bool:
    return kind(output) == "message.output"


def fits_events(events: Events) -> bool:
    """Whether these are events of a conversation, or pieces of a completion with references."""
    return any(
        kind(_inside(event)) == _DELTA
        or any(
            _is_reference(chunk)
            for choice in members(_inside(event), "choices")
            for chunk in members(mapping(choice, "delta"), "content")
        )
        for event in events
    )


def gather(events: Events, answer: Building) -> Any:
    """Return the message that events make up."""
    if not any(kind(_inside(event)) == _DELTA for event in events):
        return openai.gather_chat(events, answer)
    outputs: dict[Any, dict[str, Any]] = {}
    ended = False
    for event in answer.read_events(events):
        inside = _inside(event)
        if kind(inside) == _DELTA:
            made: dict[str, Any] = {"content": [], "annotations": []}
            known = outputs.setdefault(whole(field(inside, "output_index")), made)
            openai.extend_message(known, {"content": field(inside, "content")}, answer)
        ended = ended or kind(inside) == _DONE
    if not ended:
        answer.unfinished()
    made_of = [openai.message_of(one, answer) for one in in_order(outputs)]
    return {"outputs": [{**one, "type": "message.output"} for one in made_of]}


def _inside(event: Any) -> Mapping[str, Any]:
    """The data of an event, with or without its name around it."""
    inner = mapping(event, "data")
    return inner or (event if isinstance(event, Mapping) else {})


FORM = AnswerForm("mistral", fits, read, fits_events, gather)
