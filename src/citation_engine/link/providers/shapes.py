"""
Reads payloads: their fields, which may be of any type, without ever raising; and their text.

The text of a saved stream has its events as server-sent events, or as JSON on each line.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from citation_engine.errors import InvalidInput
from citation_engine.formats.plain import mend_surrogates

# Beyond this a number is no offset or page, but damage.
LARGEST = 2**53
_INNER_CAPITAL = re.compile(r"(?<=[a-z0-9])([A-Z])")
_DIGITS = re.compile(r"[0-9]{1,15}")
# The names of fields are ours and few.
_OTHER_SPELLING: dict[str, str] = {}
_LINE_END = re.compile(r"\r\n|\r|\n")
_EVENT_FIELD = re.compile(r"(?:data|event|id|retry)(?::|$)|:", re.ASCII)
_DONE = "[DONE]"
_NOT_JSON = object()


def field(value: Any, *names: str) -> Any:
    """
    Return the first of these fields that a mapping has and that is not null.

    A name in camel case is also looked for in snake case, because the software of several
    providers writes the same message in both.
    """
    # A dict first: asking whether something is a mapping costs more than all the rest.
    if type(value) is not dict and not isinstance(value, Mapping):
        return None
    for name in names:
        found = value.get(name)
        if found is not None:
            return found
        other = _OTHER_SPELLING.get(name)
        if other is None:
            other = _OTHER_SPELLING[name] = _snake(name)
        if other and (found := value.get(other)) is not None:
            return found
    return None


def text(value: Any, *names: str) -> str:
    """Return the first of these fields that is a text with something in it, else an empty text."""
    for name in names:
        found = field(value, name)
        if isinstance(found, str) and found:
            return mend_surrogates(found)
    return ""


def number(value: Any, *names: str) -> int | None:
    """Return the first of these fields that is a whole number from 0."""
    for name in names:
        found = whole(field(value, name))
        if found is not None:
            return found
    return None


def mapping(value: Any, *names: str) -> Mapping[str, Any]:
    """Return the first of these fields that is a mapping, else an empty one."""
    for name in names:
        found = field(value, name)
        if type(found) is dict or isinstance(found, Mapping):
            return found
    return {}


def members(value: Any, *names: str) -> list[Any]:
    """Return the first of these fields that is a list, else an empty one."""
    for name in names:
        found = field(value, name)
        if is_list(found):
            return list(found)
    return []


def kind(value: Any) -> str:
    """Return what a mapping says its type is, or an empty text."""
    if type(value) is not dict and not isinstance(value, Mapping):
        return ""
    found = value.get("type")
    return found if isinstance(found, str) else ""


def is_list(value: Any) -> bool:
    """Whether this is a list, and no text."""
    if type(value) is dict or isinstance(value, str | bytes | bytearray):
        return False
    return type(value) is list or isinstance(value, Sequence)


def whole(value: Any) -> int | None:
    """
    Return a whole number from 0, or None.

    Some senders write numbers as texts or with a fraction of 0. Yes and no are no numbers.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and _DIGITS.fullmatch(value):
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, int) and 0 <= value <= LARGEST else None


def _snake(name: str) -> str:
    """The name in snake case, or an empty text where it is that already."""
    snake = _INNER_CAPITAL.sub(lambda capital: f"_{capital[1].lower()}", name)
    return "" if snake == name else snake


def in_order(parts: Mapping[Any, Any]) -> list[Any]:
    """Return the parts of an answer by their numbers; those without a number are the last."""
    return [part for _, part in sorted(parts.items(), key=lambda item: _order(item[0]))]


def _order(place: Any) -> tuple[Any, ...]:
    numbers = place if isinstance(place, tuple) else (place,)
    return tuple((whole(number) is None, whole(number) or 0) for number in numbers)


def parse_text(text: str) -> Any:
    """
    Return the JSON in a text, or else the events of the stream that it is of, in a list.

    An event that is no JSON, as the last of a stream that broke off, stays in the list as text:
    reading the answer says so then. A text without any event of JSON is refused.
    """
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
