"""Makes a source of a page that was fetched: reads it, names it, says how it was come by."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from citation_engine.collect.documents import read_document
from citation_engine.collect.extents import page_extent
from citation_engine.collect.identity import name_key, page_key
from citation_engine.collect.web.archive import MEDIA_TYPE, warc_record
from citation_engine.collect.web.freshness import permanent_part
from citation_engine.collect.web.response import Fetched
from citation_engine.display import one_line
from citation_engine.errors import SourceUnreadable
from citation_engine.formats.html.markup import decode_html
from citation_engine.model.source import NewSource, ReadState, SourceType
from citation_engine.ports import Reader, ReadText
from citation_engine.settings import Settings
from citation_engine.urls import canonical_url, fault_of

PREVIEW = 300
# A page with fewer letters is a notice, a login or a shell for scripts more often than a text.
FEW_LETTERS = 200
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_OFFICE = "application/vnd.openxmlformats-officedocument."
_SUFFIXES = {
    "text/html": ".html",
    "application/xhtml+xml": ".xhtml",
    "application/pdf": ".pdf",
    "application/x-pdf": ".pdf",
    "application/epub+zip": ".epub",
    "application/json": ".json",
    "application/ndjson": ".jsonl",
    "application/x-ndjson": ".jsonl",
    "application/yaml": ".yaml",
    "application/x-yaml": ".yaml",
    "text/yaml": ".yaml",
    "text/markdown": ".md",
    "text/csv": ".csv",
    "text/tab-separated-values": ".tsv",
    f"{_OFFICE}wordprocessingml.document": ".docx",
    f"{_OFFICE}presentationml.presentation": ".pptx",
    f"{_OFFICE}spreadsheetml.sheet": ".xlsx",
    "application/vnd.oasis.opendocument.text": ".odt",
    "application/vnd.oasis.opendocument.spreadsheet": ".ods",
    "application/vnd.oasis.opendocument.presentation": ".odp",
    **{f"image/{name}": f".{name}" for name in ("png", "jpeg", "gif", "webp", "tiff", "bmp")},
}
_BINARY = frozenset((".pdf", ".epub", ".docx", ".pptx", ".xlsx", ".odt", ".ods", ".odp"))
_STEM = re.compile(r"[^\w.-]+")


def read_page(
    fetched: Fetched,
    settings: Settings,
    readers: Sequence[Reader],
    session: str,
    *,
    name: str | None = None,
    version: str | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> NewSource:
    """
    A web page, archived, and read by the reader for its kind.

    It is known by the address that it was found at. The address that was asked for is a second
    key where the server says for good that the two are one; else it is only a name in the
    session, because a page that sends everybody to its login would swallow the others. What the
    page itself calls its canonical address is noted and not believed.

    What cannot be read, or has no words, is degraded with the reason. A page with few words is
    ready and carries `few_words`: it may be a login or need scripts. A page that is only an
    abstract, or stands in the way of the one meant, says so as `extent`.
    """
    given = dict(metadata or {})
    common: dict[str, Any] = {
        "type": SourceType.WEBSITE,
        "identifier": canonical_url(fetched.final_url),
        "version": version,
        "keys": page_keys(fetched),
        "original": warc_record(fetched),
        "original_type": MEDIA_TYPE,
        "media_type": fetched.media_type,
    }
    try:
        read = _read(fetched, settings, readers)
    except SourceUnreadable as error:
        title = name or canonical_url(fetched.final_url)
        return NewSource(
            **common,
            name=title,
            names=_names(session, title, fetched),
            metadata={**_way(fetched), **given},
            state=ReadState.DEGRADED,
            state_reason=str(error),
        )
    facts = {**_facts(read, fetched), **_way(fetched)}
    title = name or facts.get("title") or canonical_url(fetched.final_url)
    return NewSource(
        **common,
        name=title,
        names=_names(session, title, fetched),
        metadata={**facts, **given},
        preview=one_line(read.text, PREVIEW),
        text=read.text,
        encoding=read.encoding,
        reader=read.reader,
        reader_version=read.reader_version,
        layout=read.layout,
        geometry=read.geometry,
    )


def page_keys(fetched: Fetched) -> tuple[str, ...]:
    """The keys of a page, the address that it was found at first."""
    keys = [page_key(fetched.final_url)]
    if len(permanent_part(fetched.redirects)) == len(fetched.redirects):
        keys.append(page_key(fetched.url))
    return tuple(dict.fromkeys(keys))


def _read(fetched: Fetched, settings: Settings, readers: Sequence[Reader]) -> ReadText:
    file_name = _file_name(fetched)
    data, encoding = fetched.body, None
    if fetched.charset and PurePosixPath(file_name).suffix not in _BINARY:
        # Readers know the bytes alone; what came beside them is told by a byte order mark.
        text, encoding = decode_html(data, fetched.charset)
        data = _BYTE_ORDER_MARK + text.encode()
    read = read_document(data, file_name, settings, readers)
    if not read.text.strip():
        raise SourceUnreadable(
            f"{file_name} has no words in it.", fix="Save the page and add the file."
        )
    return replace(read, encoding=encoding or read.encoding)


def _file_name(fetched: Fetched) -> str:
    """A name for the page, by which its reader is chosen and errors speak of it."""
    parts = urlsplit(fetched.final_url)
    last = PurePosixPath(unquote(parts.path)).name
    kind = fetched.media_type
    suffix = _SUFFIXES.get(kind) or (".json" if kind.endswith("+json") else ".txt")
    stem = PurePosixPath(last).stem or parts.hostname or "page"
    return f"{_STEM.sub('-', stem)[:80]}{suffix}"


def _facts(read: ReadText, fetched: Fetched) -> dict[str, Any]:
    facts = dict(read.metadata)
    if canonical := _other_address(fetched.final_url, str(facts.pop("canonical", ""))):
        facts["canonical"] = canonical
    language = fetched.headers.get("content-language", "").partition(",")[0].strip()
    if language:
        facts.setdefault("language", language)
    if sum(map(str.isalnum, read.text)) < FEW_LETTERS:
        facts["few_words"] = len(read.text.split())
    html = fetched.body if "html" in fetched.media_type else b""
    return {**facts, **page_extent(read.text, read.layout, facts, html)}


def _other_address(page: str, stated: str) -> str | None:
    """The address that a page says is its own, if it is one and another than that of the page."""
    try:
        address = urljoin(page, stated)
    except ValueError:
        return None
    if fault_of(address) or canonical_url(address) == canonical_url(page):
        return None
    return canonical_url(address)


def _way(fetched: Fetched) -> dict[str, Any]:
    """How the page was come by."""
    way = {
        "asked_url": fetched.url if fetched.url != fetched.final_url else None,
        "status": fetched.status,
        "redirects": [list(step) for step in fetched.redirects],
        "fetched_at": fetched.fetched_at.isoformat(),
        "last_modified": fetched.headers.get("last-modified"),
        "downgraded": fetched.downgraded,
    }
    return {name: value for name, value in way.items() if value}


def _names(session: str, title: str, fetched: Fetched) -> tuple[str, ...]:
    names = dict.fromkeys((title, fetched.final_url, fetched.url))
    return tuple(name_key(name, session) for name in names)
