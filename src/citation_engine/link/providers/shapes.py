"""Reads fields of payloads that may be of any type, without ever raising."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

# Beyond this a number is no offset or page, but damage.
LARGEST = 2**53
_INNER_CAPITAL = re.compile(r"(?<=[a-z0-9])([A-Z])")
_DIGITS = re.compile(r"[0-9]{1,15}")
# The names of fields are ours and few.
_OTHER_SPELLING: dict[str, str] = {}
_SURROGATE = re.compile(r"[\ud800-\udfff]")


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
            return mended(found)
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


def mended(words: str) -> str:
    """
    Return a text without lone surrogates.

    Halves of one character that arrived in two pieces are joined. A half alone becomes U+FFFD,
    which is as long as it in every unit, so that offsets stay true.
    """
    if words.isascii() or not _SURROGATE.search(words):
        return words
    return words.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _snake(name: str) -> str:
    """The name in snake case, or an empty text where it is that already."""
    snake = _INNER_CAPITAL.sub(lambda capital: f"_{capital[1].lower()}", name)
    return "" if snake == name else snake
