"""What is asked of a web server, and what came back on which way."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from typing import NamedTuple, Protocol

from citation_engine.collect.web.unpack import PACKINGS
from citation_engine.display import one_line

_KEPT_HEADERS = """
    content-disposition content-language content-type date etag expires last-modified link
    memento-datetime x-robots-tag
""".split()
_LONGEST_HEADER = 1_000
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_INTERIM = re.compile(rb"HTTP/1\.[01] 1\d\d")


class FetchSettings(Protocol):
    """The settings that the fetcher looks at."""

    @property
    def fetch_allow(self) -> str | None:
        """Hosts and ports that are open although they are private: `host:port,host:port`."""

    @property
    def fetch_seconds(self) -> float:
        """How long a page may take, redirects included."""

    @property
    def max_fetch_bytes(self) -> int:
        """How large a page may be when it is unpacked."""


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
class Answer:
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
