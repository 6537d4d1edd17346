"""Gemini: interactions, whose texts carry annotations with offsets in bytes."""

from collections.abc import Mapping
from typing import Any

from citation_engine.link.providers.annotations import read_annotations
from citation_engine.link.providers.building import Building
from citation_engine.link.providers.form import Events, Form
from citation_engine.link.providers.offsets import Unit
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

_ANNOTATIONS = ("url_citation", "file_citation", "place_citation")
_DELTAS = ("content.delta", "step.delta")
_STARTS = ("content.start", "step.start")
_ENDS = ("interaction.complete", "interaction.completed")


def fits(data: Any) -> bool:
    """Whether this is an interaction, its outputs or a text of them."""
    if is_list(data):
        return any(map(_is_text, data))
    if text(data, "object") == "interaction" and _outputs(data) is not None:
        return True
    steps = members(data, "steps")
    if any(kind(step) == "model_output" for step in steps):
        return True
    return any(map(_is_text, members(data, "outputs"))) or _is_text(data)


def read(data: Any, answer: Building) -> None:
    """Read the texts of an interaction and their annotations."""
    outputs = [data] if _is_text(data) else data if is_list(data) else _outputs(data)
    for output in answer.entries(outputs, "The outputs of the interaction"):
        if kind(output) == "model_output":
            answer.break_off()
            for part in answer.entries(field(output, "content"), "The content of a step"):
                _read_text(part, answer)
        elif kind(output) == "text":
            _read_text(output, answer)
        elif isinstance(output, Mapping):
            answer.break_off()
        else:
            answer.warn("An output of the interaction cannot be read and was left out.")


def _read_text(part: Any, answer: Building) -> None:
    if kind(part) != "text":
        answer.warn("A part of the answer is no text and was left out.")
        return
    piece = answer.write(field(part, "text"))
    read_annotations(field(part, "annotations"), piece, answer, unit=Unit.BYTES)


def _outputs(data: Any) -> Any:
    return field(data, "steps", "outputs")


def _is_text(part: Any) -> bool:
    """Whether this is a text with annotations as only interactions have them."""
    annotations = members(part, "annotations") if kind(part) == "text" else []
    return any(
        kind(annotation) in _ANNOTATIONS and field(annotation, "end_index") is not None
        for annotation in annotations
    )


def fits_events(events: Events) -> bool:
    """Whether these are the events of an interaction."""
    known = (*_DELTAS, *_STARTS, *_ENDS)
    return any(text(event, "event_type") in known for event in events)


def gather(events: Events, answer: Building) -> Any:
    """Return the interaction that events make up."""
    parts: dict[Any, dict[str, Any]] = {}
    ended = False
    for event in mappings(events, answer):
        name = text(event, "event_type")
        if name in _ENDS:
            interaction = mapping(event, "interaction")
            if members(interaction, "steps", "outputs"):
                return interaction
            ended = True
        elif name in (*_DELTAS, *_STARTS):
            place = whole(field(event, "index"))
            part = parts.setdefault(place, {"type": "", "words": [], "annotations": []})
            _extend(part, mapping(event, "delta", "content", "step"), answer)
    if not ended:
        unfinished(answer)
    return {"object": "interaction", "outputs": [_finished(part) for part in in_order(parts)]}


def _extend(part: dict[str, Any], delta: Mapping[str, Any], answer: Building) -> None:
    name = kind(delta)
    if name == "model_output":
        for inner in members(delta, "content"):
            _add_text(part, inner, answer)
    elif name in ("text", "text_annotation", "text_annotation_delta"):
        _add_text(part, delta, answer)
    elif not part["type"]:
        part["type"] = name or "other"


def _add_text(part: dict[str, Any], delta: Any, answer: Building) -> None:
    part["type"] = "text"
    part["words"].append(words_in(field(delta, "text"), answer))
    annotations = field(delta, "annotations")
    part["annotations"] += answer.entries(annotations, "The annotations of the stream")


def _finished(part: dict[str, Any]) -> dict[str, Any]:
    if part["type"] != "text":
        return {"type": part["type"]}
    return {"type": "text", "text": "".join(part["words"]), "annotations": part["annotations"]}


FORM = Form("gemini", fits, read, fits_events, gather)
