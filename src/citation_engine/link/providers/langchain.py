"""
LangChain: messages with standard annotations, or with what the provider sent.

Messages come as `model_dump`, `messages_to_dict` or `dumpd` write them, or as content blocks.
"""

from collections.abc import Mapping
from typing import Any

from citation_engine.link.providers import anthropic
from citation_engine.link.providers.assembly import AnswerForm, Building, Events, Parts
from citation_engine.link.providers.gemini import read_grounding
from citation_engine.link.providers.offsets import MeasuredText
from citation_engine.link.providers.openai import read_annotations
from citation_engine.link.providers.shapes import (
    field,
    is_list,
    kind,
    mapping,
    members,
    whole,
)

_SAYS = ("ai", "AIMessage", "AIMessageChunk")
_OWN_FIELDS = ("additional_kwargs", "response_metadata", "usage_metadata", "tool_calls")


def fits(data: Any) -> bool:
    """Whether this is a message, a list with one, or content blocks with standard citations."""
    if is_list(data):
        return any(map(_is_cited, data)) or any(
            _is_message(one) and not _is_chunk(one) for one in data
        )
    return _is_message(data) or _is_cited(data) or any(map(_is_message, members(data, "messages")))


def read(data: Any, answer: Building) -> None:
    """Read the message; of a conversation, the last that the model said."""
    messages = data if is_list(data) else members(data, "messages")
    said = [one for one in messages if _is_message(one)]
    if said:
        if len(said) > 1:
            answer.warn(f"There are {len(said)} answers; only the last one is read.")
        data = said[-1]
    message = _inner(data)
    if is_list(data):
        content: Any = data
    elif _is_cited(data):
        content = [data]
    else:
        content = field(message, "content_blocks", "content")
    grounding = field(mapping(message, "response_metadata"), "grounding_metadata")
    annotations = field(mapping(message, "additional_kwargs"), "annotations")
    # Offsets beside the content count in all of it, so that nothing may be put in between.
    apart = grounding is None and annotations is None
    together = Parts(dict(enumerate(_read_content(content, answer, apart)))).together
    read_grounding(grounding, Parts({0: together}), answer)
    read_annotations(annotations, together, answer)


def _read_content(content: Any, answer: Building, apart: bool) -> list[MeasuredText]:
    if isinstance(content, str):
        return [answer.write(content)]
    pieces = []
    for block in answer.entries(content, "The content of the message"):
        if isinstance(block, str):
            pieces.append(answer.write(block))
        elif kind(block) in ("text", "output_text", "text-plain"):
            pieces.append(_read_block(block, answer))
        elif isinstance(block, Mapping):
            if apart:
                answer.break_off()
        else:
            answer.warn("A block of the message cannot be read and was left out.")
    return pieces


def _read_block(block: Mapping[str, Any], answer: Building) -> MeasuredText:
    piece = answer.write(field(block, "text"))
    # A citation without offsets is of its block, as those are that came from Anthropic.
    read_annotations(field(block, "annotations"), piece, answer, alone=piece.whole())
    for citation in answer.citations_in(field(block, "citations"), "The citations of a block"):
        anthropic.read_citation(citation, piece, answer)
    return piece


def _inner(data: Any) -> Mapping[str, Any]:
    """The fields of a message, whichever way it was written down."""
    return mapping(data, "kwargs", "data") or (data if isinstance(data, Mapping) else {})


def _is_message(data: Any) -> bool:
    """Whether this is what a model said, written down by LangChain."""
    if not isinstance(data, Mapping):
        return False
    if "lc" in data:
        return bool(members(data, "id")) and members(data, "id")[-1] in _SAYS
    if kind(data) in _SAYS and isinstance(data.get("data"), Mapping):
        return True
    return kind(data) in _SAYS and any(name in data for name in ("content", *_OWN_FIELDS))


def _is_chunk(data: Any) -> bool:
    inner = _inner(data)
    names = members(data, "id")
    return "AIMessageChunk" in (kind(data), kind(inner), names[-1] if names else "")


def _is_cited(block: Any) -> bool:
    """Whether a block has a standard citation."""
    annotations = members(block, "annotations") if kind(block) == "text" else []
    return any(kind(annotation) == "citation" for annotation in annotations)


def fits_events(events: Events) -> bool:
    """Whether these are the chunks of a message."""
    return any(_is_message(event) and _is_chunk(event) for event in events)


def gather(events: Events, answer: Building) -> Any:
    """Return the message that chunks make up; blocks with the same `index` are one."""
    blocks: list[dict[str, Any]] = []
    metadata: dict[str, Any] = {}
    kwargs: dict[str, Any] = {}
    for event in answer.read_events(events):
        message = _inner(event)
        metadata |= mapping(message, "response_metadata")
        kwargs |= mapping(message, "additional_kwargs")
        content = field(message, "content_blocks", "content")
        if isinstance(content, str):
            content = [{"type": "text", "text": content}] if content else []
        for block in answer.entries(content, "The content of a chunk"):
            _extend(
                blocks, {"type": "text", "text": block} if isinstance(block, str) else block, answer
            )
    content = [{**block, "text": "".join(block["text"])} for block in blocks]
    return {
        "type": "ai",
        "content": content,
        "response_metadata": metadata,
        "additional_kwargs": kwargs,
    }


def _extend(blocks: list[dict[str, Any]], block: Any, answer: Building) -> None:
    if kind(block) != "text":
        blocks.append({"type": kind(block) or "unknown", "text": []})
        return
    place = whole(field(block, "index"))
    last = blocks[-1] if blocks else None
    if not last or last["type"] != "text" or last["index"] != place:
        last = {"type": "text", "text": [], "annotations": [], "citations": [], "index": place}
        blocks.append(last)
    last["text"].append(answer.words_in(field(block, "text")))
    for name in ("annotations", "citations"):
        last[name] += answer.entries(field(block, name), f"The {name} of a chunk")


FORM = AnswerForm("langchain", fits, read, fits_events, gather)
