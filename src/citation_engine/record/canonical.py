"""
Canonical JSON: one value, one sequence of bytes (RFC 8785), so that it can be hashed.

Only what a record holds is allowed. Floats are not: their digits differ between languages and
libraries, so scores are stored as strings or as whole basis points.
"""

import json
from collections.abc import Mapping
from typing import Any

# Beyond this, a reader that keeps numbers as IEEE doubles would change them.
_FIRST_UNSAFE_INTEGER = 2**53

_KEEPING = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_SORTING = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def canonical_json(value: object) -> bytes:
    """
    Return the RFC 8785 bytes of `value`.

    Raises `TypeError` for a type that has no canonical form here, and `ValueError` for a number
    or a string that other readers could not hold.
    """
    # Entries are made of plain values under ASCII keys, which `json` itself sorts rightly.
    encoder = _SORTING if _is_plain(value) else _KEEPING
    text = encoder.encode(value if encoder is _SORTING else _checked(value))
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"A lone surrogate stands at {error.start} of the text.") from error


def _is_plain(value: object) -> bool:
    """Whether `value` has nothing in it that needs checking or sorting by hand."""
    waiting: list[Any] = [value]
    while waiting:
        item = waiting.pop()
        kind = type(item)
        if kind is str or item is None or kind is bool:
            continue
        if kind is dict:
            if not all(type(key) is str and key.isascii() for key in item):
                return False
            waiting.extend(item.values())
        elif kind is list:
            waiting.extend(item)
        elif kind is not int or not -_FIRST_UNSAFE_INTEGER < item < _FIRST_UNSAFE_INTEGER:
            return False
    return True


def _checked(value: object) -> Any:
    """Return `value` in plain types with its keys in order, because `json` sorts them wrongly."""
    match value:
        case None | bool():
            return value
        case int():
            return _checked_integer(value)
        case str():
            return _checked_string(value)
        case float():
            raise TypeError(f"{value!r} is a float: store it as a string or as basis points.")
        case list() | tuple():
            return [_checked(item) for item in value]
        case Mapping():
            return _checked_mapping(value)
    raise TypeError(f"{type(value).__name__} has no canonical JSON.")


def _checked_integer(value: int) -> int:
    if abs(value) >= _FIRST_UNSAFE_INTEGER:
        raise ValueError(f"{value} is too large: store whole numbers beyond 2**53 as strings.")
    return int(value)


def _checked_string(value: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"A lone surrogate stands at {error.start} of a string.") from error
    return str.__str__(value)


def _checked_mapping(value: Mapping[object, object]) -> dict[str, Any]:
    for key in value:
        if not isinstance(key, str):
            raise TypeError(f"The key {key!r} is not a string.")
    checked = {_checked_string(str(key)): _checked(item) for key, item in value.items()}
    return dict(sorted(checked.items(), key=_utf16_units))


def _utf16_units(item: tuple[str, object]) -> bytes:
    """Return what RFC 8785 sorts by: UTF-16 code units, not code points."""
    return item[0].encode("utf-16-be")
