"""OpenAI: messages of Assistants, whose markers stand in the text as in `【6:0†source】`."""

from collections.abc import Mapping
from typing import Any

from citation_engine.link.providers.annotations import read_annotations
from citation_engine.link.providers.building import Building
from citation_engine.link.providers.form import Events, Form
from citation_engine.link.providers.shapes import (
    field,
    kind,
    mapping,
    members,
    text,
    whole,
)
from citation_engine.link.providers.streams import in_order, mappings, unfinished, words_in

_DELTA = "thread.message.delta"
_ENDS = ("thread.message.completed", "thread.message.incomplete")


def fits(data: Any) -> bool:
    """Whether this is a message of a thread, a text of one, or a list of messages."""
    if text(data, "object") == "list":
        return any(map(_is_message, members(data, "data")))
    return _is_message(data)


def _is_message(data: Any) -> bool:
    content = [data] if kind(data) == "text" else members(data, "content")
    return text(data, "object") in ("thread.message", "") and any(map(_is_text, content))


def read(data: Any, answer: Building) -> None:
    """Read the texts of a message and their annotations."""
    if text(data, "object") == "list":
        said = [one for one in members(data, "data") if field(one, "role") == "assistant"]
        if len(said) > 1:
            answer.warn(f"There are {len(said)} answers; they are read one after the other.")
        # The newest message is the first in a list of a thread.
        for message in reversed(said):
            answer.break_off()
            _read_message(message, answer)
    else:
        _read_message(data, answer)


def _read_message(data: Any, answer: Building) -> None:
    content = field(data, "content")
    parts = [data] if kind(data) == "text" else answer.entries(content, "The content")
    for part in parts:
        if not _is_text(part):
            answer.warn("A part of a message is no text and was left out.")
            continue
        inner = mapping(part, "text")
        piece = answer.write(field(inner, "value"))
        read_annotations(field(inner, "annotations"), piece, answer)


def _is_text(part: Any) -> bool:
    return kind(part) == "text" and isinstance(mapping(part, "text").get("value"), str)


def _inside(event: Any) -> Any:
    """The data of an event, with or without its name around it."""
    return mapping(event, "data") if text(event, "event") else event


def fits_events(events: Events) -> bool:
    """Whether these are events of a thread."""
    return any(text(_inside(event), "object") == _DELTA for event in events) or any(
        text(event, "event") in (_DELTA, *_ENDS) for event in events
    )


def gather(events: Events, answer: Building) -> Any:
    """Return the message that events make up; the last one has all of it."""
    parts: dict[Any, dict[str, Any]] = {}
    for event in mappings(events, answer):
        inside = _inside(event)
        ends = text(event, "event") in _ENDS or text(inside, "status") in ("completed",)
        if ends and text(inside, "object") == "thread.message" and members(inside, "content"):
            return inside
        for part in members(mapping(inside, "delta"), "content"):
            _extend(parts, part, answer)
    unfinished(answer)
    return {"object": "thread.message", "content": [_finished(p) for p in in_order(parts)]}


def _extend(parts: dict[Any, dict[str, Any]], part: Any, answer: Building) -> None:
    made: dict[str, Any] = {"words": [], "annotations": []}
    known = parts.setdefault(whole(field(part, "index")), made)
    inner: Mapping[str, Any] = mapping(part, "text")
    known["words"].append(words_in(field(inner, "value"), answer))
    annotations = field(inner, "annotations")
    known["annotations"] += answer.entries(annotations, "The annotations of the stream")


def _finished(part: dict[str, Any]) -> dict[str, Any]:
    # In a stream an annotation is numbered by `index`, which is no place in the text.
    annotations = [
        {name: value for name, value in one.items() if name != "index"}
        if isinstance(one, Mapping)
        else one
        for one in part["annotations"]
    ]
    inner = {"value": "".join(part["words"]), "annotations": annotations}
    return {"type": "text", "text": inner}


FORM = Form("openai", fits, read, fits_events, gather)
