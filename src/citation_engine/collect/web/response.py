"""What is asked of a web server, and what came back on which way."""

import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from typing import NamedTuple

from citation_engine.display import one_line

PIECE = 64 * 1024
PACKINGS = ("gzip", "deflate", "identity")
_GZIP = zlib.MAX_WBITS | 16
_GZIP_START = b"\x1f\x8b"


def unpacked(
    chunks: Iterable[bytes], packing: str, most: int, check_time: Callable[[], object]
) -> bytes:
    """
    The content behind a packing, or behind none.

    Raises `OverflowError` as soon as it has more than `most` bytes, `EOFError`
    when it ends too early, `zlib.error` when it is damaged.
    """
    unpacker = Unpacker(packing)
    content = bytearray()
    for chunk in chunks:
        for piece in unpacker.feed(chunk):
            check_time()
            content += piece
            if len(content) > most:
                raise OverflowError(f"more than {most} bytes")
    if not unpacker.complete:
        raise EOFError("the packed content ends too early")
    return bytes(content)


class Unpacker:
    """
    Gives the bytes behind a `Content-Encoding`: gzip, deflate, or nothing (identity).

    No piece is larger than `PIECE`, and one comes for every step of the work,
    if only an empty one: the caller counts bytes and looks at the clock between
    them. Raises `zlib.error` for damaged data.
    """

    def __init__(self, packing: str) -> None:
        self._packing = packing
        self._inflate: zlib._Decompress | None = None
        self._held = b""
        self._members = 0

    @property
    def complete(self) -> bool:
        """Whether the compressed data came to their own end."""
        return self._inflate is None and (self._members > 0 or not self._held)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The pieces that these bytes give."""
        if self._packing not in ("gzip", "deflate"):
            yield from (data[start : start + PIECE] for start in range(0, len(data), PIECE))
            return
        data, self._held = self._held + data, b""
        while self._inflate or self._starts(data):
            assert self._inflate is not None
            piece = self._inflate.decompress(data, PIECE)
            yield piece
            if self._inflate.eof:
                data, self._inflate = self._inflate.unused_data, None
                self._members += 1
            else:
                data = self._inflate.unconsumed_tail
                if not data and len(piece) < PIECE:
                    return

    def _starts(self, data: bytes) -> bool:
        """Begin to unpack. A gzip file may have members one after another; the rest is rubbish."""
        if len(data) < len(_GZIP_START):
            self._held = data
            return False
        if self._packing == "gzip" and (not self._members or data.startswith(_GZIP_START)):
            self._inflate = zlib.decompressobj(_GZIP)
        elif self._packing == "deflate" and not self._members:
            self._inflate = zlib.decompressobj(_deflate_window(data))
        return self._inflate is not None


def _deflate_window(start: bytes) -> int:
    """`deflate` means zlib's format, but some servers send the bare data."""
    is_zlib = start[0] & 0x0F == 8 and int.from_bytes(start[:2]) % 31 == 0
    return zlib.MAX_WBITS if is_zlib else -zlib.MAX_WBITS


_KEPT_HEADERS = """
    content-disposition content-language content-type date etag expires last-modified link
    memento-datetime x-robots-tag
""".split()
_LONGEST_HEADER = 1_000
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_INTERIM = re.compile(rb"HTTP/1\.[01] 1\d\d")


class Redirect(NamedTuple):
    """One step on the way to a page: who sent us on, how, and where to."""

    url: str
    status: int
    location: str


@dataclass(frozen=True, slots=True)
class Fetched:
    """
    A page as it came, with the way it came.

    `body` is the content without compression. `raw` is what the server sent,
    byte for byte, from the status line to the end of the body: the block of a
    WARC response record. `charset` is what the page states, if it is usable.
    """

    url: str
    final_url: str
    status: int
    media_type: str
    charset: str | None
    headers: Mapping[str, str]
    body: bytes = field(repr=False)
    raw: bytes = field(repr=False)
    fetched_at: datetime
    redirects: tuple[Redirect, ...]
    peer: str

    @property
    def downgraded(self) -> bool:
        """Whether the way led from https to http, where anybody on it could change the words."""
        steps = [self.url, *(step.location for step in self.redirects)]
        safe = [step.lower().startswith("https:") for step in steps]
        return any(before and not after for before, after in pairwise(safe))


@dataclass(slots=True)
class ServerAnswer:
    """What a server answered to one request; filled as it is read."""

    status: int
    headers: Sequence[tuple[bytes, bytes]]
    peer: str
    media_type: str = ""
    charset: str | None = None
    body: bytes = b""
    raw: bytes = b""

    def header(self, name: str) -> str:
        """The value of a header; several different ones as a list, as HTTP has it."""
        wanted = name.encode()
        values = [value for key, value in self.headers if key.lower() == wanted]
        return ", ".join(map(_decoded, dict.fromkeys(values))).strip()

    @property
    def length(self) -> int | None:
        """How many bytes the body has on the wire, where the head says so and it counts."""
        stated = self.header("content-length")
        counts = stated.isascii() and stated.isdigit() and not self.header("transfer-encoding")
        return int(stated) if counts else None

    def as_fetched(self, url: str, final_url: str, redirects: Sequence[Redirect]) -> Fetched:
        """The page, and how it was come by."""
        headers = {name: one_line(self.header(name), _LONGEST_HEADER) for name in _KEPT_HEADERS}
        return Fetched(
            url=url,
            final_url=final_url,
            status=self.status,
            media_type=self.media_type,
            charset=self.charset,
            headers={name: value for name, value in headers.items() if value},
            body=self.body,
            raw=self.raw,
            fetched_at=datetime.now(UTC),
            redirects=tuple(redirects),
            peer=self.peer,
        )


def final_response(received: bytes, length: int | None) -> bytes:
    """The response itself, without interim ones before it and stray bytes after it."""
    while _INTERIM.match(received) and (end := _HEAD_END.search(received)):
        received = received[end.end() :]
    if length is not None and (end := _HEAD_END.search(received)):
        return received[: end.end() + length]
    return received


def _decoded(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _agent() -> str:
    try:
        return f"citation-engine/{version('citation-engine')}"
    except PackageNotFoundError:
        return "citation-engine"


REQUEST_HEADERS = (
    (b"User-Agent", _agent().encode()),
    (b"Accept", b"text/html,application/xhtml+xml,application/pdf;q=0.9,*/*;q=0.5"),
    (b"Accept-Encoding", ", ".join(PACKINGS).encode()),
    (b"Connection", b"close"),
)
