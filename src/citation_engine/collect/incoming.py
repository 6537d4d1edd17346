"""Turns what users hand in (paths, results, artifacts) into sources ready to be recorded."""

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from citation_engine.collect.identity import (
    artifact_key,
    file_keys,
    name_key,
    page_key,
    query_key,
)
from citation_engine.collect.results import show_result
from citation_engine.errors import InvalidInput, SourceNotFound, SourceUnreadable
from citation_engine.model.source import NewSource, ReadState, SourceType
from citation_engine.ports import Reader
from citation_engine.settings import Settings
from citation_engine.text.clean import clean_source_text
from citation_engine.text.hashing import sha256_hex

PREVIEW = 300
Metadata = Mapping[str, Any] | None


def from_file(
    path: Path,
    readers: Sequence[Reader],
    settings: Settings,
    session: str,
    *,
    name: str | None = None,
    version: str | None = None,
    metadata: Metadata = None,
) -> NewSource:
    """A document from a file. A file no reader can take is registered degraded, with the reason."""
    data = _read_bytes(path, settings)
    common: dict[str, Any] = {
        "type": SourceType.DOCUMENT,
        "identifier": str(path),
        "name": name or path.name,
        "version": version,
        "keys": file_keys(path, data, session),
        "names": (name_key(path.name, session),),
    }
    try:
        read = _reader_for(readers, data, path.name).read(data, path.name)
    except SourceUnreadable as error:
        return NewSource(
            **common,
            metadata=dict(metadata or {}),
            original=data,
            state=ReadState.DEGRADED,
            state_reason=str(error),
        )
    return NewSource(
        **common,
        metadata={**read.metadata, **(metadata or {})},
        preview=_preview(read.text),
        text=read.text,
        original=data,
        media_type=read.media_type,
        encoding=read.encoding,
        reader=read.reader,
        reader_version=read.reader_version,
    )


def from_text(
    text: str,
    type: SourceType,
    session: str,
    *,
    identifier: str,
    name: str | None = None,
    version: str | None = None,
    metadata: Metadata = None,
) -> NewSource:
    """A source whose words are handed in directly."""
    text = clean_source_text(text)
    if type is SourceType.WEBSITE:
        keys: tuple[str, ...] = (page_key(identifier),)
    elif type is SourceType.CUSTOM:
        keys = (artifact_key(identifier, text),)
    elif type is SourceType.DATABASE:
        keys = (query_key(identifier, (metadata or {}).get("query")),)
    else:
        keys = (f"bytes {sha256_hex(text)}", f"text {session} {identifier}")
    return NewSource(
        type=type,
        identifier=identifier,
        name=name or identifier,
        version=version,
        metadata=dict(metadata or {}),
        preview=_preview(text),
        text=text,
        reader="given",
        reader_version="1",
        keys=keys,
        names=(name_key(identifier, session),),
    )


def from_page(
    url: str,
    *,
    name: str | None = None,
    version: str | None = None,
    metadata: Metadata = None,
) -> NewSource:
    """A web page by its address alone: known, and not evidence until its words are at hand."""
    return NewSource(
        type=SourceType.WEBSITE,
        identifier=url,
        name=name or url,
        version=version,
        metadata=dict(metadata or {}),
        keys=(page_key(url),),
        state=ReadState.DEGRADED,
        state_reason=(
            "This version does not fetch web pages. "
            "Hand in the page's text with `register_source(type='website', content=...)`."
        ),
    )


def from_result(
    identifier: str,
    session: str,
    *,
    name: str,
    query: str | None,
    result: Any,
    result_description: str | None,
    metadata: Metadata = None,
) -> NewSource:
    """A database result. The query is kept as text and never run."""
    shown = show_result(result) if result is not None else (result_description or "")
    details = {"query": query, "result_description": result_description}
    source = from_text(
        shown,
        SourceType.DATABASE,
        session,
        identifier=identifier,
        name=name,
        metadata={**(metadata or {}), **{k: v for k, v in details.items() if v}},
    )
    if shown:
        return source
    reason = "Neither a result nor a description of it was given."
    return source.model_copy(
        update={"text": None, "state": ReadState.DEGRADED, "state_reason": reason}
    )


def _read_bytes(path: Path, settings: Settings) -> bytes:
    if path.is_dir():
        raise InvalidInput(
            f"{path} is a folder.", fix="Name a file, or use `cite add` for every file in it."
        )
    try:
        if path.stat().st_size > settings.max_source_bytes:
            raise InvalidInput(
                f"{path} has {path.stat().st_size:,} bytes; the limit is "
                f"{settings.max_source_bytes:,}.",
                fix="Split the file, or raise CITATION_MAX_SOURCE_BYTES.",
            )
        return path.read_bytes()
    except FileNotFoundError as error:
        raise SourceNotFound(f"There is no file {path}.", fix="Check the path.") from error
    except OSError as error:
        raise SourceUnreadable(
            f"{path} cannot be read: {error.strerror or error}.",
            fix="Check that the file exists and that you may read it.",
        ) from error


def _reader_for(readers: Sequence[Reader], data: bytes, file_name: str) -> Reader:
    for reader in readers:
        if reader.accepts(data, file_name):
            return reader
    raise SourceUnreadable(
        f"There is no reader for {file_name}.",
        fix="Convert it to text, Markdown, JSON or CSV and add that.",
    )


def _preview(text: str) -> str:
    flat = " ".join(text[: PREVIEW * 2].split())
    return flat if len(flat) <= PREVIEW else flat[: PREVIEW - 1] + "…"


def as_path(path: Any) -> Path:
    """A path, also when it looks like an address: the caller said that it is a file."""
    if isinstance(path, str | PathLike) and str(path):
        return Path(path)
    raise InvalidInput(f"{path!r} is not a path.", fix="Give the path of a file.")
