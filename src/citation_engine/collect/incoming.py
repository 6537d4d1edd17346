"""Turns what users hand in (paths, results, artifacts) into sources ready to be recorded."""

import json
from collections.abc import Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from citation_engine.collect.databases.results import MEDIA_TYPE as RESULT_TYPE
from citation_engine.collect.databases.results import TakenResult, plain_parameters, take_result
from citation_engine.collect.documents import KeptReadings, read_document
from citation_engine.collect.extents import page_extent
from citation_engine.collect.files import read_bytes
from citation_engine.collect.identity import (
    artifact_key,
    file_keys,
    name_key,
    page_key,
    preview_key,
    query_key,
    shown_path,
    text_keys,
    words_key,
)
from citation_engine.display import one_line, shortened
from citation_engine.errors import InvalidInput, SourceUnreadable
from citation_engine.formats.plain import clean_source_text, lone_surrogate_at
from citation_engine.hashing import sha256_hex
from citation_engine.model.source import NewSource, ReadState, SourceType
from citation_engine.ports import Reader, ReadText
from citation_engine.settings import Settings, variable_of
from citation_engine.urls import fault_of

PREVIEW = 300
# The reader of words that came without a file or a page.
HANDED_IN = "given"
_LIMITS = {
    "claim": "max_claim",
    "quote_context": "max_context",
    "relevance_reasoning": "max_reasoning",
}
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
    reader: str | None = None,
    kept: KeptReadings | None = None,
) -> NewSource:
    """A document from a file. A file no reader can take is registered degraded, with the reason."""
    details = details_of(name=name, version=version, metadata=metadata)
    data = read_bytes(path, settings.max_source_bytes)
    file_name = shown_path(Path(path.name))
    common: dict[str, Any] = {
        "type": SourceType.DOCUMENT,
        "identifier": shown_path(path),
        "name": _title(name, file_name),
        "version": version,
        "keys": file_keys(path, data, session, name or file_name, version),
        "names": (*_names(session, file_name, name), words_key(sha256_hex(data))),
    }
    try:
        read = read_document(data, file_name, settings, readers, reader=reader, kept=kept)
        _check_words(read.text, file_name)
    except SourceUnreadable as error:
        return NewSource(
            **common,
            metadata=details,
            original=data,
            state=ReadState.DEGRADED,
            state_reason=str(error),
        )
    return NewSource(
        **common,
        metadata={**read.metadata, **_extent(read, data), **details},
        preview=_preview(read.text),
        text=read.text,
        original=data,
        media_type=read.media_type,
        encoding=read.encoding,
        reader=read.reader,
        reader_version=read.reader_version,
        layout=read.layout,
        geometry=read.geometry,
    )


def _extent(read: ReadText, data: bytes) -> dict[str, str]:
    """What is said of a saved page that is an abstract only, or stands in the way of one."""
    if read.layout.pages:
        return {}
    html = data if "html" in read.media_type else b""
    return page_extent(read.text, read.layout, read.metadata, html)


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
    details = details_of(identifier=identifier, name=name, version=version, metadata=metadata)
    text = clean_source_text(text)
    if type is SourceType.WEBSITE:
        keys: tuple[str, ...] = (page_key(identifier),)
    elif type is SourceType.CUSTOM:
        keys = (artifact_key(identifier, text),)
    elif type is SourceType.DATABASE:
        keys = (query_key(identifier, details.get("query"), details.get("parameters")),)
    else:
        keys = text_keys(text, identifier, session, version)
    return _unless_empty(
        NewSource(
            type=type,
            identifier=identifier,
            name=_title(name, identifier),
            version=version,
            metadata=details,
            preview=_preview(text),
            text=text,
            reader=HANDED_IN,
            reader_version="1",
            keys=keys,
            names=(*_names(session, identifier, name), words_key(sha256_hex(text))),
        ),
        "The content that was handed in has no words.",
    )


def from_page(
    url: str,
    session: str,
    reason: str,
    *,
    name: str | None = None,
    version: str | None = None,
    metadata: Metadata = None,
) -> NewSource:
    """A web page by its address alone: known, and not evidence, for the reason that is given."""
    details = details_of(name=name, version=version, metadata=metadata)
    return NewSource(
        type=SourceType.WEBSITE,
        identifier=url,
        name=_title(name, url),
        version=version,
        metadata=details,
        keys=(page_key(url),),
        names=_names(session, name),
        state=ReadState.DEGRADED,
        state_reason=reason,
    )


def from_preview(
    preview: str,
    type: SourceType,
    session: str,
    *,
    identifier: str,
    name: str | None = None,
    version: str | None = None,
    metadata: Metadata = None,
) -> NewSource:
    """A source that is known by a short piece of it, such as a search hit. It is not evidence."""
    details = details_of(identifier=identifier, name=name, version=version, metadata=metadata)
    shown = clean_source_text(preview).strip()
    title = _title(name, identifier)
    if type is SourceType.WEBSITE:
        keys: tuple[str, ...] = (page_key(identifier),)
    elif type is SourceType.DATABASE:
        keys = (query_key(identifier, details.get("query"), details.get("parameters")),)
    elif type is SourceType.DOCUMENT and title != identifier:
        keys = text_keys("", identifier, session)
    else:
        keys = (preview_key(title, shown),)
    return NewSource(
        type=type,
        identifier=identifier,
        name=title,
        version=version,
        metadata=details,
        preview=shown,
        keys=keys,
        names=_names(session, identifier, name),
        state=ReadState.PREVIEW,
        state_reason="Only a preview of it is known. Add the whole source to check its words.",
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
    columns: Sequence[str] | None = None,
    parameters: Any = None,
) -> NewSource:
    """A database result with its cells. The query is kept as text and not run."""
    given = details_of(query=query, result_description=result_description, metadata=metadata)
    taken = TakenResult(result_description or "", None)
    if result is not None:
        taken = take_result(result, columns)
    details = {
        "query": query,
        "result_description": result_description,
        "parameters": plain_parameters(parameters),
    }
    source = from_text(
        taken.text,
        SourceType.DATABASE,
        session,
        identifier=identifier,
        name=name,
        metadata={**given, **{k: v for k, v in details.items() if v}},
    )
    if taken.table is not None and source.text is not None:
        cells = {"original": taken.table.encoded(), "media_type": RESULT_TYPE}
        source = source.model_copy(update=cells)
    if result is None and not result_description:
        reason = "Neither a result nor a description of it was given."
        return source.model_copy(update={"state_reason": reason})
    return source


def _unless_empty(new: NewSource, reason: str) -> NewSource:
    """The source, or the same as degraded: words that are not there must not be evidence."""
    if new.text and new.text.strip():
        return new
    degraded = {"text": None, "state": ReadState.DEGRADED, "state_reason": reason}
    return new.model_copy(update=degraded)


def _check_words(text: str, file_name: str) -> None:
    if not text.strip():
        raise SourceUnreadable(
            f"{file_name} has no words in it.", fix="Add a file that has some, or leave it out."
        )


def _preview(text: str) -> str:
    flat = " ".join(text[: PREVIEW * 2].split())
    return flat if len(flat) <= PREVIEW else flat[: PREVIEW - 1] + "…"


def _title(name: str | None, otherwise: str) -> str:
    return name if name and name.strip() else otherwise


def _names(session: str, *names: str | None) -> tuple[str, ...]:
    """The names a tool may cite this source by in its session."""
    return tuple(name_key(name, session) for name in dict.fromkeys(names) if name)


def details_of(*, metadata: Any, **texts: Any) -> dict[str, Any]:
    """The metadata as a new dict, once it and the texts beside it are of the right kind."""
    for name, value in texts.items():
        if not isinstance(value, str) and (value is not None or name == "identifier"):
            raise InvalidInput(
                f"The {name} is a {type(value).__name__}, not a text.",
                fix=f"Give {name} as a string.",
            )
    if metadata is None:
        return {}
    if isinstance(metadata, Mapping) and all(isinstance(key, str) for key in metadata):
        return dict(metadata)
    raise InvalidInput(
        f"The metadata is {shortened(metadata, 80)}, not a mapping with names as keys.",
        fix='Give it like this: {"author": "A. Writer", "year": 2024}.',
    )


def as_path(path: Any) -> Path:
    """A path, also when it looks like an address: the caller said that it is a file."""
    given = fspath(path) if isinstance(path, str | PathLike) else None
    if isinstance(given, str) and given and "\0" not in given:
        return Path(given)
    raise InvalidInput(f"{shortened(path)} is not a path.", fix="Give the path of a file.")


def text_of(name: str, value: Any, limit: int, *, required: bool = False) -> str | None:
    """A text within its limit; empty counts as not given."""
    if value is None or (isinstance(value, str) and not value.strip()):
        if required:
            raise InvalidInput(f"The {name} is empty.", fix=f"Give the {name} as a text.")
        return None
    if not isinstance(value, str):
        raise InvalidInput(
            f"The {name} is a {type(value).__name__}, not a text.", fix=f"Give {name} as a string."
        )
    if len(value) > limit:
        variable = _LIMITS.get(name)
        raise InvalidInput(
            f"The {name} has {len(value):,} characters; the limit is {limit:,}.",
            fix=f"Shorten it, or raise {variable_of(variable)}." if variable else "Shorten it.",
        )
    at = lone_surrogate_at(value)
    if at is not None:
        raise InvalidInput(
            f"The {name} has half a character (a lone surrogate) at position {at}.",
            fix="Decode the text correctly before handing it in.",
        )
    return value


def check_source(new: NewSource, settings: Settings) -> None:
    """Refuse what cannot be kept: too large, nameless, or metadata that is not JSON."""
    for name in ("identifier", "name", "version"):
        text_of(name, getattr(new, name), 8_000, required=name == "identifier")
    size = len((new.text or "").encode())
    if size > settings.max_source_bytes:
        raise InvalidInput(
            f"The content has {size:,} bytes; the limit is {settings.max_source_bytes:,}.",
            fix="Split the source, or raise CITATION_MAX_SOURCE_BYTES.",
        )
    try:
        kept = json.dumps(new.metadata, allow_nan=False).encode()
        json.dumps(new.metadata, ensure_ascii=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(
            f"The metadata cannot be kept as JSON: {one_line(str(error))}.",
            fix="Use strings, numbers, booleans, lists and mappings only.",
        ) from error
    if len(kept) > settings.max_metadata:
        raise InvalidInput(
            f"The metadata has {len(kept):,} bytes; the limit is {settings.max_metadata:,}.",
            fix="Shorten it, or raise CITATION_MAX_METADATA.",
        )


def web_address(url: Any) -> str:
    """An http or https address that every reader of addresses understands alike."""
    if not isinstance(url, str):
        raise InvalidInput(f"{shortened(url)} is not a web address.", fix="Begin it with https://.")
    fault = fault_of(url.strip())
    if fault:
        raise InvalidInput(
            f"{shortened(url)} {fault}.", fix="Give it like this: https://example.org/page."
        )
    return url.strip()
