"""
Keeps a fetched page as web archives do, and gives it back.

The format is WARC 1.1 (ISO 28500), which the tools of libraries and courts read. A page is three
records: what the server sent, byte for byte; what it was asked; and the way there, redirects
included. They have digests, so that damage is seen.
"""

import hashlib
import re
import zlib
from base64 import b32encode
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple
from urllib.parse import urlsplit
from uuid import NAMESPACE_URL, uuid5

from citation_engine.collect.web import media
from citation_engine.collect.web.response import REQUEST_HEADERS, Fetched, Redirect, unpacked
from citation_engine.errors import SourceUnreadable

MEDIA_TYPE = "application/warc"
VERSION = b"WARC/1.1"
MOST_BYTES = 256 * 1024 * 1024
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_CHUNK = re.compile(rb"([0-9a-fA-F]{1,8})[^\r\n]{0,1000}\r?\n")

Headers = list[tuple[str, str]]


class ArchivedPage(NamedTuple):
    """A page out of the archive: its address, when it was fetched, the answer, its content."""

    url: str
    fetched_at: str
    status: int
    headers: dict[str, str]
    body: bytes


def is_warc(data: bytes) -> bool:
    """Whether these bytes are a web archive and not the page itself."""
    return data.startswith(b"WARC/1.")


def warc_record(fetched: Fetched) -> bytes:
    """The page as a web archive; the same page gives the same bytes."""
    name = f"{fetched.final_url} {fetched.fetched_at.isoformat()}"
    answer = _name(f"{name} {hashlib.sha256(fetched.raw).hexdigest()}")
    question = _name(f"{name} request")
    common = [
        ("WARC-Date", fetched.fetched_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")),
        ("WARC-Target-URI", fetched.final_url),
    ]
    peer = [("WARC-IP-Address", fetched.peer)] if fetched.peer else []
    about = [("WARC-Concurrent-To", answer), *common]
    records = (
        ("response", answer, [*common, *peer], fetched.raw),
        ("request", question, [*about, *peer], _request(fetched.final_url)),
        ("metadata", _name(f"{name} way"), about, _way(fetched)),
    )
    return b"".join(_record(*record) for record in records)


def page_from_warc(data: bytes, *, most: int = MOST_BYTES) -> ArchivedPage:
    """
    The page in an archive, without packing.

    Raises `SourceUnreadable` where the archive is damaged or holds no page.
    """
    for headers, block in _records(data):
        if headers.get("warc-type") == "response":
            _check_digest(headers, block)
            return _page(headers, block, most)
    raise _damaged("holds no page")


def fetched_from_warc(data: bytes) -> Fetched:
    """The page in an archive as it was fetched, with the way there."""
    page = page_from_warc(data)
    found = {headers.get("warc-type", ""): (headers, block) for headers, block in _records(data)}
    headers, raw = found["response"]
    asked, redirects = _way_in(found.get("metadata", ({}, b""))[1])
    content_type = page.headers.get("content-type", "")
    charset = media.charset_of(content_type, page.body)
    settled, _ = media.settled_type(media.stated_type(content_type), page.body, charset)
    return Fetched(
        url=asked or page.url,
        final_url=page.url,
        status=page.status,
        media_type=settled,
        charset=charset,
        headers=page.headers,
        body=page.body,
        raw=raw,
        fetched_at=datetime.fromisoformat(page.fetched_at),
        redirects=redirects,
        peer=headers.get("warc-ip-address", ""),
    )


def _way_in(block: bytes) -> tuple[str, tuple[Redirect, ...]]:
    """The address that was asked for, and the redirects from it."""
    asked, steps = "", list[Redirect]()
    for line in block.decode("utf-8", "replace").splitlines():
        name, _, value = line.partition(": ")
        if name == "asked":
            asked = value.strip()
        elif name == "redirect":
            status, url, location = value.split(" ", 2)
            steps.append(Redirect(url, int(status), location.strip()))
    return asked, tuple(steps)


def _record(kind: str, identity: str, headers: Headers, block: bytes) -> bytes:
    is_http = kind != "metadata"
    media_type = f"application/http; msgtype={kind}" if is_http else "application/warc-fields"
    lines = [
        ("WARC-Type", kind),
        ("WARC-Record-ID", identity),
        *headers,
        ("Content-Type", media_type),
        ("Content-Length", str(len(block))),
        ("WARC-Block-Digest", _digest(block)),
    ]
    if kind == "response":
        lines.append(("WARC-Payload-Digest", _digest(_split(block)[1])))
    return b"\r\n".join((VERSION, _fields(lines), block, b"", b""))


def _fields(lines: Headers) -> bytes:
    """One line for each; a value cannot begin another one."""
    flat = ((name, " ".join(value.split())) for name, value in lines)
    return "".join(f"{name}: {value}\r\n" for name, value in flat).encode()


def _name(text: str) -> str:
    return f"<urn:uuid:{uuid5(NAMESPACE_URL, text)}>"


def _digest(data: bytes) -> str:
    return f"sha256:{b32encode(hashlib.sha256(data).digest()).decode()}"


def _request(url: str) -> bytes:
    """What the fetcher asked for the page."""
    parts = urlsplit(url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    lines = [(b"Host", parts.netloc.encode()), *REQUEST_HEADERS]
    head = b"".join(b"%b: %b\r\n" % line for line in lines)
    return b"GET %b HTTP/1.1\r\n%b\r\n" % (target.encode(), head)


def _way(fetched: Fetched) -> bytes:
    steps = [
        ("redirect", f"{step.status} {step.url} {step.location}") for step in fetched.redirects
    ]
    return _fields([("asked", fetched.url), *steps])


def _records(data: bytes) -> Iterator[tuple[dict[str, str], bytes]]:
    at = 0
    while at < len(data):
        end = _HEAD_END.search(data, at)
        if end is None or not is_warc(data[at : at + 16]):
            raise _damaged("is damaged")
        headers = _headers(data[at : end.start()])
        length = headers.get("content-length", "")
        if not (length.isascii() and length.isdigit()) or end.end() + int(length) > len(data):
            raise _damaged("ends too early")
        at = end.end() + int(length)
        yield headers, data[end.end() : at]
        while data[at : at + 1] in (b"\r", b"\n"):
            at += 1


def _headers(head: bytes) -> dict[str, str]:
    """The lines after the first, by names in small letters; several values as a list."""
    found: dict[str, list[str]] = {}
    for line in head.decode("utf-8", "replace").splitlines()[1:]:
        name, colon, value = line.partition(":")
        if colon:
            found.setdefault(name.strip().lower(), []).append(value.strip())
    return {name: ", ".join(dict.fromkeys(values)) for name, values in found.items()}


def _check_digest(headers: dict[str, str], block: bytes) -> None:
    kept = headers.get("warc-block-digest", "")
    if kept.startswith("sha256:") and kept != _digest(block):
        raise _damaged("has a page whose digest is another than its own")


def _page(record: dict[str, str], block: bytes, most: int) -> ArchivedPage:
    head, body = _split(block)
    status = re.match(rb"HTTP/1\.[01] (\d{3})", head)
    if not status:
        raise _damaged("holds no answer of a web server")
    headers = _headers(head)
    try:
        if "chunked" in headers.get("transfer-encoding", "").lower():
            body = b"".join(_chunks(body))
        packing = headers.get("content-encoding", "").lower().replace("x-gzip", "gzip")
        body = unpacked([body], packing, most, lambda: None)
    except (OverflowError, EOFError, zlib.error) as error:
        raise _damaged(f"has a page that cannot be unpacked ({error})") from error
    return ArchivedPage(
        url=record.get("warc-target-uri", "").strip("<>"),
        fetched_at=record.get("warc-date", ""),
        status=int(status[1]),
        headers=headers,
        body=body,
    )


def _split(block: bytes) -> tuple[bytes, bytes]:
    """The head of an HTTP message and what comes after it."""
    end = _HEAD_END.search(block)
    return (block[: end.start()], block[end.end() :]) if end else (block, b"")


def _chunks(body: bytes) -> Iterator[bytes]:
    at = 0
    while size := _CHUNK.match(body, at):
        start, length = size.end(), int(size[1], 16)
        if length == 0:
            return
        if start + length > len(body):
            break
        yield body[start : start + length]
        at = start + length
        at += 2 if body[at : at + 2] == b"\r\n" else 1
    raise EOFError("a chunk is missing")


def _damaged(what: str) -> SourceUnreadable:
    return SourceUnreadable(f"The archive {what}.", fix="Fetch the page again.")
