"""Chat completions, a form that many providers share: the messages in them and their streams."""

from collections.abc import Mapping
from typing import Any

from citation_engine.link.providers.building import Building, Events
from citation_engine.link.providers.shapes import field, is_list, mapping, members, text, whole
from citation_engine.link.providers.streams import in_order, mappings, unfinished, words_in

# What a completion has beside its choices, and may send with any piece of a stream.
_BESIDE = ("citations", "search_results", "model", "id")


def is_completion(data: Any) -> bool:
    """Whether this is a whole chat completion."""
    return any(mapping(choice, "message") for choice in members(data, "choices"))


def is_message(data: Any) -> bool:
    """Whether this is what an assistant said."""
    if not isinstance(data, Mapping) or data.get("role") != "assistant":
        return False
    content = data.get("content")
    return isinstance(content, str) or is_list(content)


def messages_in(data: Any, answer: Building) -> list[Mapping[str, Any]]:
    """Return the messages of a completion, or the message itself."""
    if not isinstance(data, Mapping) or "choices" not in data:
        return [data]
    found = []
    for choice in answer.entries(field(data, "choices"), "The choices of the completion"):
        message = mapping(choice, "message")
        if message:
            found.append(message)
        else:
            answer.warn("A choice of the completion has no message and was left out.")
    if len(found) > 1:
        answer.warn(f"There are {len(found)} answers in one; they are read one after the other.")
    return found


def texts_of(message: Any, answer: Building) -> list[Any]:
    """Return the parts of a message's content; a text alone is one part."""
    content = field(message, "content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    parts = answer.entries(content, "The content of the message")
    return [{"type": "text", "text": part} if isinstance(part, str) else part for part in parts]


def is_chunk(event: Any) -> bool:
    """Whether this is a piece of a streamed completion."""
    inside = mapping(event, "data") or event
    return any(isinstance(field(choice, "delta"), Mapping) for choice in members(inside, "choices"))


def gather(events: Events, answer: Building) -> dict[str, Any]:
    """Return the completion that pieces make up."""
    beside: dict[str, Any] = {}
    choices: dict[Any, dict[str, Any]] = {}
    ended = False
    for event in mappings(events, answer):
        inside = mapping(event, "data") or event
        beside |= {name: inside[name] for name in _BESIDE if inside.get(name)}
        for choice in members(inside, "choices"):
            made: dict[str, Any] = {"content": [], "annotations": []}
            known = choices.setdefault(whole(field(choice, "index")), made)
            extend(known, mapping(choice, "delta"), answer)
            ended = ended or bool(text(choice, "finish_reason"))
    if not ended:
        unfinished(answer)
    finished = [{"message": message_of(choice, answer)} for choice in in_order(choices)]
    return {**beside, "choices": finished}


def extend(known: dict[str, Any], delta: Mapping[str, Any], answer: Building) -> None:
    """Add what a piece of a stream brings to a message."""
    content = field(delta, "content")
    if isinstance(content, str):
        known["content"].append(content)
    else:
        known["content"] += answer.entries(content, "The content of a piece of the stream")
    annotations = field(delta, "annotations")
    known["annotations"] += answer.entries(annotations, "The annotations of the stream")


def message_of(choice: dict[str, Any], answer: Building) -> dict[str, Any]:
    """Return a message; texts in a row become one, because offsets count in all of it."""
    content: list[Any] = []
    row: list[str] = []
    for part in choice["content"]:
        words = _words(part, answer)
        if words is None:
            content += [*_text_of(row), part]
            row = []
        else:
            row.append(words)
    # A message of words alone has them as its content.
    whole_of_it: Any = [*content, *_text_of(row)] if content else "".join(row)
    message: dict[str, Any] = {"role": "assistant", "content": whole_of_it}
    if choice["annotations"]:
        message["annotations"] = choice["annotations"]
    return message


def _text_of(row: list[str]) -> list[dict[str, str]]:
    return [{"type": "text", "text": "".join(row)}] if row else []


def _words(part: Any, answer: Building) -> str | None:
    """The words of a piece that is nothing but words; None where it is something else."""
    if isinstance(part, str):
        return part
    if isinstance(part, Mapping) and part.get("type") == "text" and set(part) <= {"type", "text"}:
        return words_in(part.get("text"), answer)
    return None
