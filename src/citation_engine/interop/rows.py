"""
The canonical source row that tools hand to each other, as a source of ours and back.

A row is a mapping: `sid`, `title`, `url`, `text` (a snippet), `content` (all the words) and
whatever else is known. Title, address and words have places of their own in a source. The
rest is kept in its metadata under the row's own names, so that missing values are filled in
one by one when the same source comes again.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from citation_engine.display import shortened
from citation_engine.errors import InvalidInput
from citation_engine.interop.registration import FIELD as KIND
from citation_engine.interop.registration import (
    Registration,
    identify,
    kind_of,
    snippet_key,
    text_field,
)
from citation_engine.model.source import Source, SourceType

Row = dict[str, Any]

SLOTS = ("sid", "title", "url", "text", "content")
# What the engine itself calls these times when it has read a page.
TIMES = MappingProxyType(
    {
        "published_time_iso": "published",
        "modified_time_iso": "modified",
        "fetched_time_iso": "fetched_at",
    }
)
KNOWN = frozenset(
    (
        *(*SLOTS, *TIMES, KIND, "mime", "size_bytes", "artifact_path", "physical_path"),
        *("objective_relevance", "query_relevance", "reasoning", "authority", "favicon_url"),
    )
)
# Before a name that has another meaning on the other side.
_KEPT = "row:"


def sid_of(row: Mapping[str, Any]) -> int | None:
    """Return the number a row came with, or None."""
    sid = row.get("sid")
    if isinstance(sid, str) and sid.strip().isascii() and sid.strip().isdigit() and len(sid) < 20:
        sid = int(sid)
    if sid is None or (isinstance(sid, int) and not isinstance(sid, bool) and sid > 0):
        return sid
    raise InvalidInput(
        f"The sid of a row is {shortened(sid, 80)}.", fix="Give a whole number from 1, or none."
    )


def from_row(row: Mapping[str, Any]) -> Registration:
    """
    Return what the engine is told about a row.

    It is known by its address, else its physical path, else its identifier, else its title and
    snippet. With `content` it has words; with `text` alone it is a preview. Neither is fetched
    or read from anywhere.
    """
    _check(row)
    title, url, path = (text_field(row, name) for name in ("title", "url", "physical_path"))
    text, content = text_field(row, "text"), text_field(row, "content")
    named = row.get("identifier")
    named = named if isinstance(named, str) and named.strip() else None
    if not any((title, url, path, named, text, content)):
        raise InvalidInput(
            f"The row {shortened(dict(row), 80)} names nothing that could be cited.",
            fix="Give it a title, a url, a physical_path or some text.",
        )
    key = snippet_key(title or "", text or content or "")
    type, identifier = identify(row.get(KIND), url=url, path=path, identifier=named, key=key)
    metadata = _kept_fields(row, used=identifier)
    if title:
        metadata["title"] = title
    if url and not (type is SourceType.WEBSITE and url == identifier):
        metadata["url"] = url
    if text:  # The preview of a source changes with its words; what somebody wrote does not.
        metadata["text"] = text
    return Registration(type, identifier, title, content, text, metadata)


def to_row(source: Source) -> Row:
    """Return the row of a source; its words are in it if the source has them with it."""
    left = dict(source.metadata)
    row: Row = {} if source.number is None else {"sid": source.number}
    title = title_of(source)
    row["title"] = title
    if left.get("title") == title:
        del left["title"]
    url = left.pop("url") if isinstance(left.get("url"), str) else None
    if url is None and source.type is SourceType.WEBSITE:
        url = source.identifier
    text = left.pop("text") if isinstance(left.get("text"), str) else source.preview
    slots = {"url": url, "text": text, "content": source.content}
    row.update({name: value for name, value in slots.items() if value})
    row[KIND] = kind_of(source)
    left.pop(KIND, None)
    for name, key in TIMES.items():
        if key in left:
            row[name] = left.pop(key)
    known_by = {row.get("url"), left.get("physical_path")}
    if "identifier" not in left and source.identifier not in known_by and url is None:
        row["identifier"] = source.identifier
    for name, value in left.items():
        row.setdefault(_shown(name), value)
    return row


def title_of(source: Source) -> str:
    """Return what a source is called; one that came without a name may have learned its title."""
    learned = source.metadata.get("title")
    if source.name == source.identifier and isinstance(learned, str) and learned.strip():
        return learned
    return source.name


def _check(row: Mapping[str, Any]) -> None:
    if not isinstance(row, Mapping) or not all(isinstance(name, str) for name in row):
        raise InvalidInput(
            f"A row is {shortened(row, 80)}, not a mapping with names as keys.",
            fix='Give it like this: {"sid": 1, "title": "…", "url": "https://…"}.',
        )
    sid_of(row)


def _kept_fields(row: Mapping[str, Any], used: str) -> dict[str, Any]:
    """Everything that has no place of its own, under its own name where that is free."""
    kept: dict[str, Any] = {}
    for name, value in row.items():
        if name in SLOTS or (value is None and name in KNOWN):
            continue
        if name == "identifier" and value == used:
            continue
        strange = name.startswith(_KEPT) or name in TIMES.values()
        kept[f"{_KEPT}{name}" if strange else TIMES.get(name, name)] = value
    return kept


def _shown(name: str) -> str:
    if name.startswith(_KEPT):
        return name.removeprefix(_KEPT)
    return f"{_KEPT}{name}" if name in SLOTS or name in TIMES else name
