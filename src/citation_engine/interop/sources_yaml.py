"""
Reads the `sources.yaml` of a skill: a list of source rows, or a mapping with that list.

The values are those of YAML 1.2, so that `no` is a word and a date is a text. Aliases and tags
are refused: a few lines of them can stand for more rows than fit into memory.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from citation_engine.display import one_line, shortened
from citation_engine.errors import InvalidInput
from citation_engine.formats.plain import decode

MOST_BYTES = 20_000_000
MOST_DEPTH = 50
LISTS = ("sources", "sources_pool")

_INTEGER = re.compile(r"[-+]?[0-9]{1,4000}")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NO_KEY = object()
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


def read_sources(given: str | Path) -> list[dict[str, Any]]:
    """Return the rows of a `sources.yaml`, given as its text or its path; JSON is YAML too."""
    where = str(given) if isinstance(given, Path) else "The text"
    text = _text_of(given) if isinstance(given, Path) else given
    if len(text) > MOST_BYTES:
        raise _refused(where, f"it has more than {MOST_BYTES:,} characters")
    try:
        return rows_in(_value_of(text), where)
    except (ValueError, RecursionError) as error:
        raise _refused(where, str(error)) from error


def rows_in(value: Any, where: str) -> list[dict[str, Any]]:
    """Return the list of rows in what was read; nothing at all is no rows."""
    if isinstance(value, dict):
        value = next((value[name] for name in LISTS if name in value), [value])
    rows = [] if value is None else value
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise InvalidInput(
            f"{where} is not a list of source rows: {shortened(value, 80)}.",
            fix='Write a list whose items have a "sid" and a "title" or a "url".',
        )
    return rows


def _text_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise InvalidInput(
            f"{one_line(str(path))} cannot be read: {error.strerror}.", fix="Check the path."
        ) from error
    return decode(data)[0]


def _value_of(text: str) -> Any:
    """JSON is read as JSON, because YAML reads some of its escapes otherwise."""
    if text.lstrip()[:1] in ("[", "{"):
        try:
            return json.loads(text)
        except json.JSONDecodeError:
            pass
    return _yaml(text)


def _refused(where: str, fault: str) -> InvalidInput:
    return InvalidInput(
        f"{one_line(where)} is not a sources.yaml: {one_line(fault)}.",
        fix="Mend it, or hand in the rows as a list.",
    )


def _yaml(text: str) -> Any:
    """The value of one YAML document. Raises `ValueError` where it is none, or is refused."""
    import yaml  # type: ignore[import-untyped]

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return _build(yaml.parse(text, Loader=loader))
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error


def _build(events: Iterable[Any]) -> Any:
    """The value that the events of a parser describe, put together without recursion."""
    document: list[Any] = []
    stack: list[_Open] = [_Open(document)]
    for event in events:
        kind = type(event).__name__
        if kind == "AliasEvent":
            raise ValueError(f"it has an alias (*{event.anchor})")
        if kind in ("MappingEndEvent", "SequenceEndEvent"):
            stack.pop()
        elif kind in ("MappingStartEvent", "SequenceStartEvent"):
            inner: Any = {} if kind == "MappingStartEvent" else []
            _untagged(event)
            stack[-1].put(inner)
            stack.append(_Open(inner))
            if len(stack) > MOST_DEPTH:
                raise ValueError(f"it is nested more than {MOST_DEPTH} deep")
        elif kind == "ScalarEvent":
            stack[-1].put(_scalar(event))
    if len(document) > 1:
        raise ValueError("it has several documents")
    return document[0] if document else None


class _Open:
    """A list or a mapping whose items are still coming."""

    def __init__(self, into: Any) -> None:
        self._into = into
        self._key: Any = _NO_KEY

    def put(self, value: Any) -> None:
        if isinstance(self._into, list):
            self._into.append(value)
        elif self._key is _NO_KEY:
            if isinstance(value, list | dict) or str(value) in self._into:
                raise ValueError(f"the key {shortened(value, 80)} is there twice or is no name")
            self._key = str(value)
        else:
            self._into[self._key], self._key = value, _NO_KEY


def _scalar(event: Any) -> Any:
    _untagged(event)
    text = event.value
    if not event.implicit[0]:  # It was quoted.
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _FLOAT.fullmatch(text) else text


def _untagged(event: Any) -> None:
    if event.tag not in (None, "!", "tag:yaml.org,2002:str"):
        raise ValueError(f"it has a tag ({event.tag})")
