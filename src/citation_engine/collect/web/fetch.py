"""
The one door to the network: fetches a page, and never from a private place.

An address is looked at when connecting, not when reading the URL: the host is
resolved once, every answer must be public, and the connection goes to that very
answer. Each redirect comes through the same door. Every request has a connection
of its own, so nothing is reused that was opened for another host; there are no
proxies, no cookies and no credentials.
"""

import re
import socket
import ssl
import threading
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager, suppress
from functools import cached_property
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpcore2
from httpx2 import URL, InvalidURL, create_ssl_context

from citation_engine.breaker import Breaker
from citation_engine.collect.web import media
from citation_engine.collect.web.addresses import fault_of_address, fault_of_host, literal
from citation_engine.collect.web.response import (
    PACKINGS,
    REQUEST_HEADERS,
    Fetched,
    Redirect,
    ServerAnswer,
    final_response,
    unpacked,
)
from citation_engine.display import one_line
from citation_engine.errors import FetchRefused, InvalidSetting, SourceUnreachable
from citation_engine.settings import Settings
from citation_engine.urls import DEFAULT_PORTS, fault_of

T = TypeVar("T")


class Deadline:
    """When something must be over. Raises `TimeoutError` from then on."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """The seconds that are left; there are some."""
        if (left := self._end - time.monotonic()) <= 0:
            raise TimeoutError
        return left

    def result_of(self, call: Callable[[], T]) -> T:
        """
        What `call` returns, if it does so in time.

        It is for calls that know no time limit, such as asking for the
        addresses of a host: one that hangs is left behind in its own thread.
        """
        future: Future[T] = Future()

        def work() -> None:
            try:
                future.set_result(call())
            except Exception as error:  # noqa: BLE001  The caller gets it.
                future.set_exception(error)

        threading.Thread(target=work, daemon=True).start()
        return future.result(self.left())


class Slots:
    """A number of places for each name; a caller waits until one is free."""

    def __init__(self, each: int) -> None:
        self._each = each
        self._taken: Counter[str] = Counter()
        self._changed = threading.Condition()

    @contextmanager
    def one(self, name: str, timeout: float | None = None) -> Iterator[None]:
        """Hold a place under this name, or raise `TimeoutError` when none becomes free."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._taken[name] < self._each, timeout):
                raise TimeoutError
            self._taken[name] += 1
        try:
            yield
        finally:
            with self._changed:
                self._taken[name] -= 1
                if not self._taken[name]:
                    del self._taken[name]
                self._changed.notify_all()


LONGEST_URL = 2_048
MOST_REDIRECTS = 5
MOST_PER_HOST = 2
MOST_ADDRESSES = 4
MOST_HEAD = 64 * 1024
# What chunk sizes and the like may add to the bytes of a page.
OVERHEAD = 1024 * 1024

_REDIRECTS = {301, 302, 303, 307, 308}
_WITHOUT_PAGE = {204, 205, 206}
_TAKEN = f"Fetched are {media.TAKEN}. Save the page yourself and add the file."
# Readers of addresses disagree about these, so that one would go where another did not look.
_DISPUTED = re.compile(r"[\x00-\x20\x7f-\xa0\\]")
_OPENED = re.compile(r"(?:\[[0-9a-fA-F:.]+\]|[\w.-]+):([0-9]{1,5})")

Resolve = Callable[[str, int], Sequence[str]]
Connect = Callable[[str, int, float], httpcore2.NetworkStream]
Place = tuple[str, int]


class Fetcher:
    """
    Fetches pages; one instance serves any number of threads.

    Args:
        settings: The limits and what the operator opened.
        resolve: Gives the addresses of a host.
        connect: Opens a connection to an address that was vetted.
        is_own: Whether an address belongs to this machine.
        tls: How certificates are checked; by default as the system does.

    """

    def __init__(
        self,
        settings: Settings,
        *,
        resolve: Resolve | None = None,
        connect: Connect | None = None,
        is_own: Callable[[str], bool] | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._seconds = settings.fetch_seconds
        self._most_bytes = settings.max_fetch_bytes
        self._opened = opened_places(settings.fetch_allow or "")
        self._resolve = resolve or addresses_of
        self._connect = connect or connect_address
        self._is_own = is_own or is_own_address
        self._given_tls = tls
        self._slots = Slots(MOST_PER_HOST)

    def fetch(self, url: str) -> Fetched:
        """
        The page at `url`, after at most five redirects.

        The time limit begins when the host has a free place for us: at most two
        requests go to one host at once, and the others wait their turn.
        """
        page, redirects = _parsed(url), list[Redirect]()
        deadline: Deadline | None = None
        while True:
            try:
                with self._slots.one(_place(page)[0], deadline.left() if deadline else None):
                    deadline = deadline or Deadline(self._seconds)
                    answer = self._ask(page, deadline)
            except TimeoutError as error:
                raise SourceUnreachable(
                    f"{one_line(url)} was not there within {self._seconds:g} seconds."
                ) from error
            if answer.status not in _REDIRECTS:
                return answer.as_fetched(url, str(page), redirects)
            page = self._next(page, answer, redirects)

    def _next(self, page: URL, answer: ServerAnswer, redirects: list[Redirect]) -> URL:
        """Where a redirect leads, if we go there."""
        location = answer.header("location")
        if not location:
            raise _unreachable(page, "redirects without an address", answer.status)
        following = _parsed(location, page)
        redirects.append(Redirect(str(page), answer.status, str(following)))
        if str(following) in [step.url for step in redirects]:
            raise _refused(page, "redirects in a circle")
        if len(redirects) > MOST_REDIRECTS:
            raise _refused(page, f"redirects again after {MOST_REDIRECTS} redirects")
        # Who may be reached because an operator said so must not be reached by a stranger's word.
        before, after = _place(page), _place(following)
        crosses = before[0] != after[0] or (before in self._opened) != (after in self._opened)
        if crosses and not self._opened.isdisjoint({before, after}):
            raise _refused(
                page,
                f"redirects to {one_line(str(following))}, and hosts in CITATION_FETCH_ALLOW "
                "are neither entered nor left by a redirect",
                "Add the page under its own address.",
            )
        return following

    def _ask(self, page: URL, deadline: Deadline) -> ServerAnswer:
        """One request on a connection of its own."""
        scheme, host, port = page.raw_scheme, page.raw_host, _place(page)[1]
        gate = _Gate(self._vetted, self._connect, deadline)
        connection = httpcore2.HTTPConnection(
            httpcore2.Origin(scheme, host, port),
            ssl_context=self._tls if page.scheme == "https" else None,
            network_backend=gate,
        )
        request = httpcore2.Request(
            "GET",
            httpcore2.URL(scheme=scheme, host=host, port=port, target=page.raw_path),
            headers=[(b"Host", page.netloc), *REQUEST_HEADERS],
        )
        with closing(gate), closing(connection):
            try:
                return self._read(page, connection.handle_request(request), gate)
            except httpcore2.TimeoutException as error:
                raise TimeoutError from error
            except (httpcore2.NetworkError, httpcore2.ProtocolError, zlib.error, EOFError) as error:
                said = one_line(str(error)) or type(error).__name__
                raise _unreachable(page, f"could not be read: {said}") from error

    def _read(self, page: URL, response: httpcore2.Response, gate: "_Gate") -> ServerAnswer:
        assert gate.wire is not None
        answer = ServerAnswer(response.status, response.headers, gate.peer)
        if answer.status in _REDIRECTS:
            return answer
        if not 200 <= answer.status < 300 or answer.status in _WITHOUT_PAGE:
            raise _unreachable(page, f"answered with status {answer.status}", answer.status)
        content_type = answer.header("content-type")
        if not media.is_taken(stated := media.stated_type(content_type)):
            raise _refused(page, f"is {stated}, which is not fetched", _TAKEN)
        gate.wire.most = self._most_bytes + OVERHEAD
        answer.body = self._body(page, answer, response, gate.wire.deadline)
        answer.raw = final_response(bytes(gate.wire.received), answer.length)
        answer.charset = media.charset_of(content_type, answer.body)
        answer.media_type, fault = media.settled_type(stated, answer.body, answer.charset)
        if fault:
            raise _refused(page, fault, _TAKEN)
        return answer

    def _body(
        self, page: URL, answer: ServerAnswer, response: httpcore2.Response, deadline: Deadline
    ) -> bytes:
        packing = answer.header("content-encoding").lower().replace("x-gzip", "gzip")
        if packing not in ("", *PACKINGS):
            raise _refused(page, f"is packed as {one_line(packing)}, which was not asked for")
        too_large = _refused(
            page,
            f"has more than {self._most_bytes:,} bytes",
            "Save the page and add the file, or raise CITATION_MAX_FETCH_BYTES.",
        )
        if (answer.length or 0) > self._most_bytes:
            raise too_large
        try:
            return unpacked(response.iter_stream(), packing, self._most_bytes, deadline.left)
        except OverflowError as error:
            raise too_large from error

    def _vetted(self, host: str, port: int, deadline: Deadline) -> list[str]:
        """The addresses of a host, if we may connect to every one of them."""
        is_open = (host, port) in self._opened
        shown = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        opening = f"An operator can open it with CITATION_FETCH_ALLOW={shown}."
        if port not in DEFAULT_PORTS.values() and not is_open:
            raise FetchRefused(f"{shown} is not fetched, only ports 80 and 443 are.", fix=opening)
        if not is_open and (wrong := fault_of_host(host)):
            raise FetchRefused(f"The host {host!r} {wrong}.", fix=f"Use a public name. {opening}")
        answers = self._addresses(host, port, deadline)
        for address in answers:
            fault = fault_of_address(address)
            if fault and not (is_open and fault.may_be_opened):
                raise FetchRefused(
                    f"{host} leads to {address}, which is {fault.what}.",
                    fix="Only public addresses are fetched."
                    + (f" {opening}" if fault.may_be_opened else ""),
                )
            if not is_open and self._is_own(address):
                raise FetchRefused(f"{host} leads to {address} of this machine.", fix=opening)
        return answers

    def _addresses(self, host: str, port: int, deadline: Deadline) -> list[str]:
        if literal(host):
            return [host]
        try:
            found = deadline.result_of(lambda: self._resolve(host, port))
        except TimeoutError:
            # Nobody said that there is none.
            raise
        except (OSError, UnicodeError) as error:
            raise SourceUnreachable(f"No address was found for {host}.") from error
        if not found:
            raise SourceUnreachable(f"No address was found for {host}.")
        return list(dict.fromkeys(found))

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        return self._given_tls or create_ssl_context(trust_env=False)


class _Gate(httpcore2.NetworkBackend):
    """Where the client asks for a connection: it gets one to a vetted address, or none."""

    def __init__(
        self,
        vetted: Callable[[str, int, Deadline], list[str]],
        connect: Connect,
        deadline: Deadline,
    ) -> None:
        self._vetted = vetted
        self._connect = connect
        self._deadline = deadline
        self.wire: _Wire | None = None
        self.peer = ""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:
        addresses = self._vetted(_spelled(host), port, self._deadline)[:MOST_ADDRESSES]
        for tries_left, address in zip(range(len(addresses), 0, -1), addresses, strict=True):
            try:
                stream = self._connect(address, port, self._deadline.left() / tries_left)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                if tries_left == 1:
                    raise
            else:
                self.peer, self.wire = address, _Wire(stream, self._deadline)
                return self.wire
        raise AssertionError("A vetted host has an address.")

    def close(self) -> None:
        """Close the connection, if there is one."""
        if self.wire:
            self.wire.close()


class _Wire(httpcore2.NetworkStream):
    """A connection that keeps what it receives, up to a limit and a deadline."""

    def __init__(self, stream: httpcore2.NetworkStream, deadline: Deadline) -> None:
        self._stream = stream
        self.deadline = deadline
        self.received = bytearray()
        self.most = MOST_HEAD

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        if not (room := self.most - len(self.received)):
            raise FetchRefused(f"A server sent more than the {self.most:,} bytes that it may.")
        data = self._stream.read(min(max_bytes, room), self.deadline.left())
        self.received += data
        return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self.deadline.left())

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore2.NetworkStream:
        self._stream = self._stream.start_tls(ssl_context, server_hostname, self.deadline.left())
        return self

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def addresses_of(host: str, port: int) -> list[str]:
    """The addresses of a host, as the system knows them."""
    answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in answers]


def connect_address(address: str, port: int, timeout: float) -> httpcore2.NetworkStream:
    """A connection to an address; names are not looked up here."""
    assert literal(address)
    return httpcore2.SyncBackend().connect_tcp(address, port, timeout, socket_options=[])


def is_own_address(address: str) -> bool:
    """Whether this machine has the address: only then would it send from there. Nothing is sent."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((address, DEFAULT_PORTS["https"]))
        return literal(probe.getsockname()[0]) == literal(address)
    return False


def opened_places(allow: str) -> frozenset[Place]:
    """The hosts and ports in the setting `CITATION_FETCH_ALLOW`."""
    places = set()
    for entry in filter(None, (part.strip() for part in allow.split(","))):
        try:
            if not (port := _OPENED.fullmatch(entry)) or not 0 < int(port[1]) < 65_536:
                raise InvalidURL(entry)
            places.add(_place(URL(f"http://{entry}/")))
        except (InvalidURL, ValueError) as error:
            raise InvalidSetting(
                f"CITATION_FETCH_ALLOW has {one_line(entry)!r}, which is not a host and a port.",
                fix="List hosts with their ports, such as wiki.example.org:8080,[fd00::7]:443.",
            ) from error
    return frozenset(places)


def _parsed(text: str, page: URL | None = None) -> URL:
    """The address, as the client that will connect reads it; relative to `page`, if given."""
    if len(text) > LONGEST_URL:
        raise FetchRefused(
            f"The address {one_line(text, 60)} is longer than {LONGEST_URL:,} characters."
        )
    fix = "Write the address as a browser shows it, such as https://example.org/page."
    try:
        url = page.join(text) if page else URL(text)
        fault = fault_of(text if not page else str(url))
        host = url.raw_host
    except (InvalidURL, ValueError) as error:
        said = f"The address {one_line(text)} cannot be read: {one_line(str(error))}."
        raise FetchRefused(said, fix=fix) from error
    if _DISPUTED.search(text):
        fault = "has a space, a backslash or a control character in it"
    if url.scheme not in DEFAULT_PORTS or not host:
        fault = fault or "does not begin with http:// or https:// and a host"
    if fault:
        raise FetchRefused(f"The address {one_line(text)} {fault}.", fix=fix)
    return url.copy_with(fragment=None)


def _place(url: URL) -> Place:
    return _spelled(url.raw_host.decode()), url.port or DEFAULT_PORTS[url.scheme]


def _spelled(host: str) -> str:
    """An address in its usual spelling; a name as it is."""
    return str(literal(host) or host)


def _unreachable(page: URL, what: str, status: int | None = None) -> SourceUnreachable:
    error = SourceUnreachable(f"{one_line(str(page))} {what}.")
    error.status = status
    return error


def _refused(page: URL, what: str, fix: str | None = None) -> FetchRefused:
    return FetchRefused(f"{one_line(str(page))} {what}.", fix=fix)


_TOO_MANY = 429
_SERVER_ERRORS = 500


class Web:
    """The way to the web: one for an engine, used by all its threads."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._breaker = Breaker()

    def fetch(self, url: str) -> Fetched:
        """The page; `FetchRefused` or `SourceUnreachable` where it cannot be had."""
        if self._settings.offline:
            raise FetchRefused(
                "Pages are not fetched: the engine is offline.",
                fix="Unset CITATION_OFFLINE, or hand in the page's text or a saved file.",
            )
        host = urlsplit(url).netloc.rpartition("@")[2].lower()
        if not self._breaker.allows(host):
            raise SourceUnreachable(
                f"{host} failed several times in a row and is left alone for a while.",
                fix="Try again in a minute.",
            )
        try:
            fetched = self._fetcher.fetch(url)
        except SourceUnreachable as error:
            if error.status is None or error.status in (_TOO_MANY, *range(_SERVER_ERRORS, 600)):
                self._breaker.failed(host)
            else:
                self._breaker.succeeded(host)
            raise
        self._breaker.succeeded(host)
        return fetched

    @cached_property
    def _fetcher(self) -> Fetcher:
        return Fetcher(self._settings)
