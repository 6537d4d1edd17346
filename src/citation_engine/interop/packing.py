"""
How the fields of a research source lie in the metadata of a source of ours.

Fields lie under their own names, where references and other shapes find them too. Their
metadata lies beside them, and escapes with a prefix where a name is taken; so do fields that
the shape does not list. Every name is a key of its own, because a source that comes again
fills in what is missing key by key.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

_FIELD = "field:"
_METADATA = "metadata:"
_CONTENT = "slot:content"
_PREFIXES = (_FIELD, _METADATA, "slot:")
_TEXTS = frozenset(("author", "publisher", "source_type", "url"))
_SCORES = frozenset(("credibility_score", "relevance_score"))
# What the engine says about a source; it is not taken from outside.
SAID_BY_US = frozenset(("validation_state", "validation_reason"))


class Unpacked(NamedTuple):
    """The fields, the metadata and the further fields of a research source."""

    fields: dict[str, Any]
    metadata: dict[str, Any]
    extra: dict[str, Any]
    has_content: bool


def pack(
    fields: Mapping[str, Any],
    metadata: Mapping[str, Any],
    extra: Mapping[str, Any],
    *,
    has_content: bool,
) -> dict[str, Any]:
    """Return one mapping that `unpack` takes apart again; fields that are None are left out."""
    packed = {name: value for name, value in fields.items() if value is not None}
    for name, value in metadata.items():
        if name in SAID_BY_US:
            continue
        taken = name in packed or name.startswith(_PREFIXES) or is_field(name, value)
        packed[f"{_METADATA}{name}" if taken else name] = value
    packed.update({f"{_FIELD}{name}": value for name, value in extra.items()})
    if has_content:
        packed[_CONTENT] = True
    return packed


def unpack(packed: Mapping[str, Any], *, title: str) -> Unpacked:
    """Take apart the metadata of any source, whether or not it came as a research source."""
    fields: dict[str, Any] = {}
    metadata: dict[str, Any] = {}
    escaped: dict[str, Any] = {}
    extra: dict[str, Any] = {}
    for name, value in packed.items():
        if name.startswith(_FIELD):
            extra[name.removeprefix(_FIELD)] = value
        elif name.startswith(_METADATA):
            escaped[name.removeprefix(_METADATA)] = value
        elif is_field(name, value):
            fields[name] = value
        elif name != _CONTENT and not (name == "title" and value == title):
            metadata[name] = value
    return Unpacked(fields, {**metadata, **escaped}, extra, carries_content(packed))


def carries_content(packed: Mapping[str, Any]) -> bool:
    """Whether a source came with its words as a field, and is given back with them."""
    return packed.get(_CONTENT) is True


def is_field(name: str, value: Any) -> bool:
    """Whether a value in the metadata of a source can be that field of a research source."""
    if name in _TEXTS:
        return isinstance(value, str)
    if name in _SCORES:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return number and 0 <= value <= 1
    return name == "date" and iso_time(value) is not None


def iso_time(value: Any) -> datetime | None:
    """Return the time that a text in ISO form says, or None."""
    try:
        return datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
