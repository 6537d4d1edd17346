"""Saved streams: the events in a text, and the words and citations gathered from events."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from citation_engine.errors import InvalidInput
from citation_engine.link.providers.building import Building, Events
from citation_engine.link.providers.shapes import is_list, whole

_LINE_END = re.compile(r"\r\n|\r|\n")
_EVENT_FIELD = re.compile(r"(?:data|event|id|retry)(?::|$)|:", re.ASCII)
_DONE = "[DONE]"
_NOT_JSON = object()


def parse_stream(text: str) -> list[Any]:
    """
    Return the events in the text of a stream: server-sent events, or JSON on each line.

    An event that is no JSON, as the last of a stream that broke off, stays in the list as text:
    reading the answer says so then. A text without any event of JSON is refused.
    """
    data = parse_text(text)
    return list(data) if is_list(data) else [data]


def parse_text(text: str) -> Any:
    """Return the JSON in a text, or else the events of the stream that it is of, in a list."""
    stripped = text.removeprefix("\ufeff")
    data = _parsed(stripped)
    if data is not _NOT_JSON:
        return data
    lines = _LINE_END.split(stripped)
    first = next((line for line in lines if line.strip()), "")
    payloads = (
        _sent_events(lines) if _EVENT_FIELD.match(first) else (line.strip() for line in lines)
    )
    events = [_event(payload) for payload in payloads if payload and payload != _DONE]
    if not any(isinstance(event, Mapping) for event in events):
        raise InvalidInput(
            "There is no event of a stream in the text.",
            fix="Give the saved body of a streamed response: `data:` lines, or JSON on each line.",
        )
    return events


def mappings(events: Events, answer: Building) -> Iterator[Mapping[str, Any]]:
    """Give the events that can be read; the others are said."""
    for place, event in enumerate(events, 1):
        if isinstance(event, Mapping):
            yield event
        else:
            answer.warn(f"Event {place} of the stream cannot be read and was left out.")


def words_in(value: Any, answer: Building) -> str:
    """
    Return the words that a piece of a stream adds.

    They are not mended yet: a character may be cut in two between this piece and the next.
    """
    if isinstance(value, str):
        return value
    if value is not None:
        answer.warn("A piece of the text in the stream cannot be read and was left out.")
    return ""


def in_order(parts: Mapping[Any, Any]) -> list[Any]:
    """Return the parts of an answer by their numbers; those without a number are the last."""
    return [part for _, part in sorted(parts.items(), key=lambda item: _order(item[0]))]


def unfinished(answer: Building) -> None:
    """Say that a stream broke off."""
    answer.warn("The stream ends before the answer does: words or citations may be missing.")


def _order(place: Any) -> tuple[Any, ...]:
    numbers = place if isinstance(place, tuple) else (place,)
    return tuple((whole(number) is None, whole(number) or 0) for number in numbers)


def _sent_events(lines: list[str]) -> Iterator[str]:
    """Give the data of server-sent events; the lines of one event are joined."""
    data: list[str] = []
    for line in [*lines, ""]:
        name, _, value = line.partition(":")
        if not line.strip():
            yield "\n".join(data).strip()
            data = []
        elif name == "data":
            # Some savers drop the empty lines between events: a whole event ends by itself.
            if len(data) == 1 and _parsed(data[0]) is not _NOT_JSON:
                yield data.pop().strip()
            data.append(value.removeprefix(" "))
        elif not _EVENT_FIELD.match(line):
            yield line.strip()


def _event(payload: str) -> Any:
    event = _parsed(payload)
    return payload if event is _NOT_JSON else event


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return _NOT_JSON
