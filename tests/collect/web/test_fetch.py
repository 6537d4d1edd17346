"""
Hostile pages, names and servers, each by name; and pages as they should come.

Nothing leaves this machine. Names are resolved by a table, and each public
address of the table stands for a server on the loopback interface. Whatever a
fetcher tries to connect to goes through `Web.connect`, which keeps a list.
"""

import gzip
import io
import socket
import ssl
import struct
import threading
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address

import httpcore2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from citation_engine.collect.web import fetch
from citation_engine.collect.web.fetch import Fetcher
from citation_engine.errors import FetchRefused, InvalidSetting, SourceUnreachable
from hanging import must_end

HOST = "site.example"
URL = f"http://{HOST}/"
PUBLIC = "93.184.215.14"
PUBLIC_TOO = "151.101.65.69"
PUBLIC_V6 = "2606:4700::6810:84e5"
MORE = [str(ip_address(PUBLIC_V6) + number) for number in range(1, 4)]
PERMITTED = {PUBLIC, PUBLIC_TOO, PUBLIC_V6, *MORE}
PAGE = b"<!doctype html><title>A page</title><p>The words."
PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n"
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
ELF = b"\x7fELF\x02\x01\x01\x00\x00\x00"
TLS_HELLO = b"\x16\x03"
KILOBYTE = 1024
MEGABYTE = 1024 * KILOBYTE


@dataclass(frozen=True)
class Limits:
    fetch_allow: str | None = None
    fetch_seconds: float = 60.0
    max_fetch_bytes: int = MEGABYTE


Answer = bytes | Callable[[socket.socket], None]


class Server:
    """A server on the loopback interface that answers every request in the same way."""

    def __init__(self, answer: Answer, tls: ssl.SSLContext | None = None) -> None:
        self.answer = answer
        self.tls = tls
        self.requests: list[bytes] = []
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with suppress(OSError), connection, self._secured(connection) as secured:
            self._answer(secured)

    def _secured(self, connection: socket.socket) -> socket.socket:
        return self.tls.wrap_socket(connection, server_side=True) if self.tls else connection

    def _answer(self, connection: socket.socket) -> None:
        request = b""
        while b"\r\n\r\n" not in request and not request.startswith(TLS_HELLO):
            if not (data := connection.recv(4096)):
                return
            request += data
        self.requests.append(request)
        if callable(self.answer):
            self.answer(connection)
        else:
            connection.sendall(self.answer)
        with suppress(OSError):
            connection.shutdown(socket.SHUT_WR)
            connection.recv(1)


class Web:
    """A pretended internet: names, addresses, and a list of what was connected to."""

    def __init__(self) -> None:
        self.names: dict[str, list[str] | Callable[[], list[str]]] = {}
        self.servers: dict[tuple[str, int], Server] = {}
        self.asked: list[str] = []
        self.attempts: list[tuple[str, int]] = []

    def serve(
        self, answer: Answer, host: str = HOST, address: str = PUBLIC, port: int = 80, tls=None
    ):
        server = self.servers[address, port] = Server(answer, tls)
        self.names.setdefault(host, [address])
        return server

    def resolve(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        if (answers := self.names.get(host)) is None:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return answers() if callable(answers) else answers

    def connect(self, address: str, port: int, timeout: float) -> httpcore2.NetworkStream:
        self.attempts.append((address, port))
        if not (server := self.servers.get((address, port))):
            raise httpcore2.ConnectError("Network is unreachable")
        backend = httpcore2.SyncBackend()
        return backend.connect_tcp("127.0.0.1", server.port, timeout, socket_options=[])

    def fetcher(self, *, tls: ssl.SSLContext | None = None, is_own=lambda _: False, **limits):
        return Fetcher(
            Limits(**limits), resolve=self.resolve, connect=self.connect, is_own=is_own, tls=tls
        )

    def fetch(self, url: str = URL, **limits):
        return self.fetcher(**limits).fetch(url)


@pytest.fixture
def web() -> Iterator[Web]:
    made = Web()
    yield made
    for server in made.servers.values():
        server.close()

    # The spy: whatever a test did, no connection went anywhere but to the pretended public web.
    assert {address for address, _ in made.attempts} <= PERMITTED


def response(
    body: bytes = PAGE,
    head: str = "Content-Type: text/html",
    status: str = "200 OK",
    length: bool = True,
) -> bytes:
    lines = [f"HTTP/1.1 {status}", *filter(None, head.split("\n"))]
    if length:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode() + body


def redirect(location: str, status: str = "302 Found") -> bytes:
    return response(b"", f"Location: {location}", status)


def chunked(*chunks: bytes, end: bytes = b"0\r\n\r\n") -> bytes:
    head = response(b"", "Content-Type: text/html\nTransfer-Encoding: chunked", length=False)
    return head + b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + end


def packed(data: bytes, packing: str, media_type: str = "text/plain") -> bytes:
    return response(data, f"Content-Type: {media_type}\nContent-Encoding: {packing}")


def say_nothing(connection: socket.socket) -> None:
    """Keep the connection open for as long as the other side does."""
    while connection.recv(4096):
        pass


def drip(data: bytes, pause: float = 0.02) -> Callable[[socket.socket], None]:
    """Send `data` and then one byte after the other, until the other side leaves."""

    def send(connection: socket.socket) -> None:
        connection.sendall(data)
        while True:
            connection.sendall(b"a")
            time.sleep(pause)

    return send


def endless(data: bytes, again: bytes) -> Callable[[socket.socket], None]:
    """Send `data` and then 64 MiB of `again`, and never come to an end."""

    def send(connection: socket.socket) -> None:
        connection.sendall(data)
        block = again * (1 + 16 * KILOBYTE // len(again))
        for _ in range(64 * MEGABYTE // len(block)):
            connection.sendall(block)
        say_nothing(connection)

    return send


def reset(connection: socket.socket) -> None:
    """Cut the connection the hard way."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


# 1. Addresses that are refused as they are written: nobody is asked for them, nothing is opened.

REFUSED_URLS = {
    "file": ("file:///etc/passwd", "http://"),
    "ftp": ("ftp://site.example/", "http://"),
    "gopher": ("gopher://site.example:70/_x", "http://"),
    "data": ("data:text/html,hello", "http://"),
    "javascript": ("javascript:alert(1)", "http://"),
    "dict": ("dict://site.example:2628/d", "http://"),
    "ldap": ("ldap://site.example/", "http://"),
    "jar": ("jar:http://site.example!/", "http://"),
    "blob": ("blob:http://site.example/1", "http://"),
    "websocket": ("ws://site.example/", "http://"),
    "unix-socket": ("http+unix://%2Fvar%2Frun%2Fdocker.sock/x", "http://"),
    "no-scheme": ("site.example/page", "http://"),
    "no-scheme-slashes": ("//site.example/page", "http://"),
    "one-slash": ("http:/site.example/", "host"),
    "no-slashes": ("http:site.example", "host"),
    "no-host": ("http:///etc/passwd", "host"),
    "only-port": ("http://:80/", "host"),
    "empty": ("", "http://"),
    "backslash-userinfo": ("http://127.0.0.1\\@site.example/", "backslash"),
    "backslash-path": ("http://site.example\\.evil.example/", "backslash"),
    "backslashes": ("http:\\\\site.example\\", ""),
    "space-in-host": ("http://site.example evil.example/", "space"),
    "space-in-path": ("http://site.example/a b", "space"),
    "leading-space": (" http://site.example/", "space"),
    "tab": ("http://site.exa\tmple/", ""),
    "newline": ("http://site.example/\r\nHost: evil.example", ""),
    "nul": ("http://site.example\x00.evil.example/", ""),
    "delete": ("http://site.example/\x7f", ""),
    "no-break-space": ("http://site.example/\xa0", "space"),
    "lone-surrogate": ("http://site.example/\ud800", ""),
    "userinfo": ("http://user:secret@site.example/", "password"),
    "userinfo-name": ("http://user@site.example/", "user name"),
    "userinfo-empty": ("http://@site.example/", "user name"),
    "userinfo-looks-like-host": ("http://site.example:80@127.0.0.1/", "password"),
    "userinfo-twice": ("http://a@b@127.0.0.1/", "user name"),
    "too-long": ("http://site.example/" + "a" * 2_048, "2,048"),
    "port-zero": ("http://site.example:0/", ""),
    "port-too-large": ("http://site.example:65616/", ""),
    "port-negative": ("http://site.example:-80/", ""),
    "port-plus": ("http://site.example:+80/", ""),
    "port-underscore": ("http://site.example:8_0/", ""),
    "port-full-width": ("http://site.example:８０/", ""),
    "port-twice": ("http://site.example:80:80/", ""),
    "port-ssh": ("http://site.example:22/", "80 and 443"),
    "port-redis": ("http://site.example:6379/", "80 and 443"),
    "port-8080": ("https://site.example:8080/", "80 and 443"),
    "circled-digits": ("http://①②⑦.⓪.⓪.①/", ""),
    "ideographic-full-stop": ("http://127。0。0。1/", "this machine"),
    "full-width-digits": ("http://１２７.0.0.1/", ""),
    "full-width-slash": ("http://site.example／evil.example/", ""),
    "escaped-host": ("http://%31%32%37.0.0.1/", "host name"),
    "escaped-at": ("http://site.example%40127.0.0.1/", ""),
    "zone": ("http://[fe80::1%25eth0]/", ""),
    "brackets-open": ("http://[::1/", ""),
    "brackets-name": ("http://[site.example]/", ""),
    "brackets-future": ("http://[v1.fe80::a]/", ""),
    "brackets-then-name": ("http://[::1]site.example/", ""),
    "localhost": ("http://localhost/", "this machine"),
    "localhost-capitals": ("http://LOCALHOST/", "this machine"),
    "localhost-dot": ("http://localhost./", "dot"),
    "localhost-sub": ("http://x.localhost/", "this machine"),
    "single-label": ("http://wiki/", "private network"),
    "metadata-name": ("http://metadata.google.internal/", "private network"),
    "mdns": ("http://printer.local/", "private network"),
    "trailing-dot": ("http://site.example./", "dot"),
    "address-dot": ("http://127.0.0.1./", "dot"),
    "decimal": ("http://2130706433/", "number"),
    "hex": ("http://0x7f000001/", "number"),
    "octal": ("http://017700000001/", "number"),
    "octal-dotted": ("http://0177.0.0.1/", ""),
    "short-two": ("http://127.1/", "number"),
    "short-three": ("http://127.0.1/", "number"),
    "zero": ("http://0/", "number"),
    "leading-zeros": ("http://127.000.000.001/", ""),
    "loopback": ("http://127.0.0.1/", "this machine"),
    "loopback-other": ("http://127.8.8.8/", "this machine"),
    "unspecified": ("http://0.0.0.0/", "unspecified"),
    "private": ("http://192.168.0.1/", "private network"),
    "metadata": ("http://169.254.169.254/latest/meta-data/", "metadata"),
    "metadata-alibaba": ("http://100.100.100.200/", "metadata"),
    "metadata-azure": ("http://168.63.129.16/", "metadata"),
    "v6-unspecified": ("http://[::]/", "unspecified"),
    "v6-unspecified-0": ("http://[0::0]/", "unspecified"),
    "v6-loopback": ("http://[::1]/", "this machine"),
    "v6-loopback-long": ("http://[0:0:0:0:0:0:0:1]/", "this machine"),
    "v6-mapped": ("http://[::ffff:127.0.0.1]/", "IPv4-mapped"),
    "v6-mapped-hex": ("http://[::ffff:7f00:1]/", "IPv4-mapped"),
    "v6-compatible": ("http://[::127.0.0.1]/", "IPv4-compatible"),
    "v6-nat64": ("http://[64:ff9b::7f00:1]/", "NAT64"),
    "v6-6to4": ("http://[2002:7f00:1::]/", "6to4"),
    "v6-teredo": ("http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/", "Teredo"),
    "v6-unique-local": ("http://[fd00::1]/", "private network"),
    "v6-link-local": ("http://[fe80::1]/", "link-local"),
    "v6-site-local": ("http://[fec0::1]/", "site-local"),
    "v6-multicast": ("http://[ff02::1]/", "multicast"),
}


@pytest.mark.parametrize(("url", "said"), REFUSED_URLS.values(), ids=REFUSED_URLS)
def test_an_address_is_refused_as_it_is_written(url, said, web):
    web.serve(response())

    with pytest.raises(FetchRefused) as refused:
        web.fetch(url)

    assert said in refused.value.message
    assert refused.value.message.endswith(".")
    assert "\n" not in str(refused.value)
    assert (web.asked, web.attempts) == ([], [])


# 2. Names whose addresses are refused: nothing is opened.

REFUSED_ANSWERS = {
    "loopback": ["127.0.0.1"],
    "nip-io-style": ["127.0.0.1"],
    "unspecified": ["0.0.0.0"],
    "private-10": ["10.0.0.1"],
    "private-172": ["172.16.0.1"],
    "private-192": ["192.168.1.1"],
    "shared": ["100.64.0.1"],
    "metadata": ["169.254.169.254"],
    "metadata-azure": ["168.63.129.16"],
    "protocols": ["192.0.0.8"],
    "documentation": ["192.0.2.1"],
    "relay": ["192.88.99.1"],
    "multicast": ["224.0.0.1"],
    "broadcast": ["255.255.255.255"],
    "v6-only-loopback": ["::1"],
    "v6-only-unspecified": ["::"],
    "v6-unique-local": ["fd00::1"],
    "v6-link-local-scoped": ["fe80::1%2"],
    "v6-site-local": ["fec0::1"],
    "v6-mapped": ["::ffff:10.0.0.1"],
    "v6-mapped-public": [f"::ffff:{PUBLIC}"],
    "v6-nat64": ["64:ff9b::a9fe:a9fe"],
    "v6-local-nat64": ["64:ff9b:1::a00:1"],
    "v6-6to4": ["2002:a00:1::1"],
    "v6-teredo": ["2001::1"],
    "mixed-private-last": [PUBLIC, "10.0.0.1"],
    "mixed-private-first": ["10.0.0.1", PUBLIC],
    "mixed-families": [PUBLIC, "::1"],
    "mixed-beyond-what-is-tried": [
        PUBLIC,
        PUBLIC_TOO,
        PUBLIC_V6,
        "8.8.8.8",
        "8.8.4.4",
        "127.0.0.1",
    ],
    "not-an-address": ["localhost"],
    "octal-answer": ["0177.0.0.1"],
}


@pytest.mark.parametrize("answers", REFUSED_ANSWERS.values(), ids=REFUSED_ANSWERS)
def test_a_name_is_refused_for_any_answer_that_is_not_public(answers, web):
    web.serve(response())
    web.names[HOST] = answers

    with pytest.raises(FetchRefused, match="leads to"):
        web.fetch()

    assert web.attempts == []


def test_a_name_without_addresses_is_unreachable(web):
    with pytest.raises(SourceUnreachable, match="No address"):
        web.fetch()


def test_an_empty_list_of_addresses_is_unreachable(web):
    web.names[HOST] = []

    with pytest.raises(SourceUnreachable, match="No address"):
        web.fetch()


@must_end
def test_a_resolver_that_hangs_is_left_behind_and_nobody_says_there_is_no_address(web):
    over = threading.Event()
    web.names[HOST] = lambda: [str(over.wait())]

    with pytest.raises(SourceUnreachable, match=r"was not there within 0\.2 seconds"):
        web.fetch(fetch_seconds=0.2)

    over.set()


def test_a_name_that_changes_its_mind_is_asked_once_and_taken_at_its_first_word(web):
    web.serve(response())
    answers = iter([[PUBLIC], ["127.0.0.1"], ["127.0.0.1"]])
    web.names[HOST] = lambda: next(answers)

    assert web.fetch().peer == PUBLIC
    assert web.asked == [HOST]
    assert web.attempts == [(PUBLIC, 80)]


def test_a_name_that_changes_its_mind_between_redirects_is_refused(web):
    web.serve(redirect("/again"))
    answers = iter([[PUBLIC], ["169.254.169.254"]])
    web.names[HOST] = lambda: next(answers)

    with pytest.raises(FetchRefused, match=r"169\.254\.169\.254"):
        web.fetch()

    assert web.attempts == [(PUBLIC, 80)]


def test_an_address_of_this_machine_is_refused_even_if_it_is_public(web):
    web.serve(response())

    with pytest.raises(FetchRefused, match="of this machine"):
        web.fetcher(is_own=lambda address: address == PUBLIC).fetch(URL)

    assert web.attempts == []


@pytest.mark.parametrize(("address", "own"), [("127.0.0.1", True), ("8.8.8.8", False)])
def test_the_addresses_of_this_machine_are_known(address, own):
    assert fetch.is_own_address(address) is own


# 3. Redirects: each step comes through the same door.

REFUSED_REDIRECTS = {
    "loopback": "http://127.0.0.1/",
    "loopback-name": "http://localhost/",
    "loopback-https": "https://127.0.0.1/",
    "unspecified": "http://0.0.0.0/",
    "zero": "http://0/",
    "decimal": "http://2130706433/",
    "octal": "http://0177.0.0.1/",
    "hex": "http://0x7f.1/",
    "private-10": "http://10.0.0.1/",
    "private-172": "http://172.31.0.1/",
    "private-192": "http://192.168.0.1/admin",
    "shared": "http://100.64.0.1/",
    "metadata": "http://169.254.169.254/latest/meta-data/iam/security-credentials/",
    "metadata-azure": "http://168.63.129.16/",
    "metadata-name": "http://metadata.google.internal/computeMetadata/v1/",
    "multicast": "http://224.0.0.1/",
    "v6-unspecified": "http://[::]/",
    "v6-loopback": "http://[::1]/",
    "v6-mapped": "http://[::ffff:169.254.169.254]/",
    "v6-unique-local": "http://[fd00::1]/",
    "v6-link-local": "http://[fe80::1]/",
    "v6-nat64": "http://[64:ff9b::7f00:1]/",
    "v6-6to4": "http://[2002:7f00:1::]/",
    "without-scheme": "//127.0.0.1/",
    "name-with-private-address": "http://internal.example/",
    "other-port": f"http://{HOST}:8080/",
    "ssh-port": f"http://{HOST}:22/",
    "file": "file:///etc/passwd",
    "gopher": "gopher://127.0.0.1:6379/_FLUSHALL",
    "ftp": "ftp://site.example/file",
    "data": "data:text/html,<p>hello",
    "javascript": "javascript:alert(1)",
    "userinfo": f"http://user:secret@{HOST}/",
    "userinfo-trick": f"http://{HOST}@127.0.0.1/",
    "backslash": f"http://127.0.0.1\\@{HOST}/",
    "backslashes": "\\\\127.0.0.1\\",
    "space": f"http://{HOST}/a b",
    "tab": f"http://{HOST}/a\tb",
    "control": f"http://{HOST}/\x01",
    "brackets": "http://[::1/",
    "circle": "/",
    "circle-with-fragment": "/#again",
    "too-long": "/" + "a" * 2_048,
    "two-locations": f"/a\nLocation: http://{HOST}/b",
}


@pytest.mark.parametrize("status", ["301 Moved", "307 Temporary"], ids=["301", "307"])
@pytest.mark.parametrize("location", REFUSED_REDIRECTS.values(), ids=REFUSED_REDIRECTS)
def test_a_redirect_is_refused(location, status, web):
    web.serve(redirect(location, status))
    web.names["internal.example"] = ["10.1.2.3"]

    with pytest.raises(FetchRefused):
        web.fetch()

    assert web.attempts == [(PUBLIC, 80)]


def test_a_chain_of_redirects_into_a_private_network_is_refused_at_its_end(web):
    web.serve(redirect("http://second.example/"))
    web.serve(redirect("http://192.168.0.1/"), "second.example", PUBLIC_TOO)

    with pytest.raises(FetchRefused, match="private network"):
        web.fetch()

    assert web.attempts == [(PUBLIC, 80), (PUBLIC_TOO, 80)]


def test_redirects_in_a_circle_over_two_hosts_are_refused(web):
    web.serve(redirect("http://second.example/"))
    web.serve(redirect(URL), "second.example", PUBLIC_TOO)

    with pytest.raises(FetchRefused, match="circle"):
        web.fetch()


def counting(limit: int) -> Callable[[socket.socket], None]:
    """Redirect to `/1`, `/2` and so on, and answer with a page after `limit` redirects."""
    count = iter(range(1, 100))

    def send(connection: socket.socket) -> None:
        number = next(count)
        connection.sendall(redirect(f"/{number}") if number <= limit else response())

    return send


def test_five_redirects_are_followed(web):
    web.serve(counting(5))

    fetched = web.fetch()

    assert fetched.final_url == f"{URL}5"
    assert len(fetched.redirects) == 5


def test_a_sixth_redirect_is_refused(web):
    server = web.serve(counting(6))

    with pytest.raises(FetchRefused, match="after 5 redirects"):
        web.fetch()

    assert len(server.requests) == 6


@pytest.mark.parametrize(
    "status", ["300 Choices", "304 Not Modified", "305 Use Proxy", "306 Switch"]
)
def test_other_statuses_do_not_redirect(status, web):
    web.serve(redirect("http://second.example/", status))

    with pytest.raises(SourceUnreachable, match=status[:3]):
        web.fetch()


def test_a_redirect_without_an_address_is_unreachable(web):
    web.serve(response(b"", "", "302 Found"))

    with pytest.raises(SourceUnreachable, match="without an address") as error:
        web.fetch()

    assert error.value.status == 302


def test_nothing_of_a_redirect_is_read_but_its_head(web):
    web.serve(endless(redirect("/page")[:-2] + b"\r\n", b"a" * KILOBYTE))
    web.names[HOST] = iter([[PUBLIC], ["10.0.0.1"]]).__next__

    with pytest.raises(FetchRefused, match="private network"):
        web.fetch()


# 4. Servers that misbehave.

TEN_MEGABYTES = bytes(10 * MEGABYTE)
SLOW = {
    "silent": say_nothing,
    "slow-head": drip(b"HTTP/1.1 200 OK\r\nX-Slow: "),
    "slow-status": drip(b""),
    "slow-body": drip(response(b"", "Content-Type: text/html\nContent-Length: 1000", length=False)),
    "slow-chunks": drip(chunked(PAGE, end=b"100\r\n")),
    "slow-until-close": drip(response(PAGE, length=False)),
    "tiny-chunks": endless(chunked(end=b""), b"1\r\na\r\n"),
    "no-end-of-chunks": lambda it: (it.sendall(chunked(PAGE, end=b"")), say_nothing(it)),
}


@must_end
@pytest.mark.parametrize("answer", SLOW.values(), ids=SLOW)
def test_a_slow_server_is_left_at_the_deadline(answer, web):
    web.serve(answer)

    with pytest.raises(SourceUnreachable, match=r"within 0\.3 seconds"):
        web.fetch(fetch_seconds=0.3)


def test_slow_redirects_share_one_deadline(web):
    count = iter(range(100))

    def send(connection: socket.socket) -> None:
        time.sleep(0.15)
        connection.sendall(redirect(f"/{next(count)}"))

    web.serve(send)

    with pytest.raises(SourceUnreachable, match=r"within 0\.4 seconds"):
        web.fetch(fetch_seconds=0.4)


HTML = "Content-Type: text/html"
TOO_MUCH = {
    "length-says-so": (
        response(b"", f"{HTML}\nContent-Length: 1000000000000", length=False),
        "bytes",
    ),
    "one-byte-too-many": (response(b"a" * (MEGABYTE + 1)), "bytes"),
    "endless-body": (endless(response(b"", HTML, length=False), b"words "), "bytes"),
    "endless-chunks": (endless(chunked(end=b""), b"400\r\n" + bytes(KILOBYTE) + b"\r\n"), "bytes"),
    "endless-chunk-remarks": (
        endless(chunked(end=b""), b"1;" + b"a" * KILOBYTE + b"\r\na\r\n"),
        "bytes that it may",
    ),
    "endless-empty-lines": (endless(b"", b"\r\n"), ""),
    "endless-header": (endless(b"HTTP/1.1 200 OK\r\nX-Long: ", b"a"), "65,536 bytes"),
    "endless-headers": (endless(b"HTTP/1.1 200 OK\r\n", b"X-Many: yes\r\n"), "65,536 bytes"),
    "endless-interim": (endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n"), "65,536 bytes"),
    "endless-status": (endless(b"HTTP/1.1 200 ", b"OK"), "65,536 bytes"),
    "huge-header": (response(PAGE, f"{HTML}\nX-Huge: {'a' * 200_000}"), "65,536 bytes"),
    "gzip-bomb": (packed(gzip.compress(TEN_MEGABYTES * 2), "gzip"), "bytes"),
    "gzip-bomb-x": (packed(gzip.compress(TEN_MEGABYTES), "x-gzip"), "bytes"),
    "gzip-bomb-members": (packed(gzip.compress(bytes(MEGABYTE)) * 10, "gzip"), "bytes"),
    "deflate-bomb": (packed(zlib.compress(TEN_MEGABYTES), "deflate"), "bytes"),
    "deflate-bomb-raw": (packed(zlib.compress(TEN_MEGABYTES, wbits=-15), "deflate"), "bytes"),
    "gzip-twice": (packed(gzip.compress(gzip.compress(TEN_MEGABYTES)), "gzip, gzip"), "gzip, gzip"),
    "gzip-twice-in-two-headers": (
        packed(gzip.compress(b"a"), "gzip\nContent-Encoding: deflate"),
        "gzip, deflate",
    ),
    "brotli-not-asked-for": (packed(b"\x0b\x02\x80words\x03", "br"), "not asked for"),
    "zstd-not-asked-for": (packed(b"\x28\xb5\x2f\xfd", "zstd"), "not asked for"),
    "compress-not-asked-for": (packed(b"\x1f\x9d", "compress"), "not asked for"),
    "unknown-packing": (packed(b"words", "rot13"), "not asked for"),
}


@pytest.mark.parametrize(("answer", "said"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_too_much_is_refused_while_it_comes(answer, said, web):
    web.serve(answer)

    with pytest.raises((FetchRefused, SourceUnreachable)) as refused:
        web.fetch()

    assert said in refused.value.message
    assert type(refused.value) is (FetchRefused if said else SourceUnreachable)
    # It did not wait for the end of what has none.
    assert "within" not in refused.value.message


BROKEN = {
    "closes-at-once": b"",
    "resets": reset,
    "http-0.9": b"<html>The words.",
    "http-2": b"\x00\x00\x12\x04\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x64",
    "ssh": b"SSH-2.0-OpenSSH_9.6\r\n",
    "redis": b"-ERR wrong number of arguments for 'get' command\r\n",
    "smtp": b"220 mail.example ESMTP\r\n",
    "tls-on-a-plain-port": b"\x15\x03\x01\x00\x02\x02\x46",
    "garbage": bytes(range(256)),
    "status-not-a-number": b"HTTP/1.1 OK\r\n\r\n",
    "status-too-short": b"HTTP/1.1 20 OK\r\n\r\n",
    "head-cut": b"HTTP/1.1 200 OK\r\nContent-Type: text/h",
    "header-without-colon": b"HTTP/1.1 200 OK\r\nno colon here\r\n\r\n",
    "header-with-nul": b"HTTP/1.1 200 OK\r\nX-Nul: a\x00b\r\n\r\n",
    "header-with-space-in-name": b"HTTP/1.1 200 OK\r\nBad Name: a\r\n\r\n",
    "body-cut": response(PAGE, f"{HTML}\nContent-Length: 5000", length=False),
    "length-negative": response(PAGE, f"{HTML}\nContent-Length: -5", length=False),
    "length-not-a-number": response(PAGE, f"{HTML}\nContent-Length: five", length=False),
    "lengths-differ": response(PAGE, f"{HTML}\nContent-Length: 5\nContent-Length: 7", length=False),
    "lengths-listed": response(PAGE, f"{HTML}\nContent-Length: 5, 7", length=False),
    "unknown-transfer": response(PAGE, f"{HTML}\nTransfer-Encoding: gzip", length=False),
    "chunk-size-not-hex": chunked(end=b"words\r\n"),
    "chunk-size-negative": chunked(end=b"-5\r\nwords\r\n"),
    "chunk-size-too-long": chunked(end=b"f" * 40 + b"\r\n"),
    "chunk-cut": chunked(PAGE, end=b"100\r\nwords"),
    "chunks-without-end": chunked(PAGE, end=b""),
    "gzip-damaged": packed(b"\x1f\x8b\x08\x00" + b"\xff" * 50, "gzip"),
    "gzip-not-gzip": packed(PAGE, "gzip"),
    "gzip-cut": packed(gzip.compress(PAGE * 50)[:-20], "gzip"),
    "gzip-checksum": packed(gzip.compress(PAGE)[:-8] + bytes(8), "gzip"),
    "gzip-one-byte": packed(b"\x1f", "gzip"),
    "deflate-damaged": packed(b"\x78\x9c" + b"\xff" * 50, "deflate"),
    "deflate-cut": packed(zlib.compress(PAGE * 50)[:-5], "deflate"),
    "status-204": response(b"", "", "204 No Content", length=False),
    "status-206": response(PAGE, f"{HTML}\nContent-Range: bytes 0-49/5000", "206 Partial Content"),
    "status-101": b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n",
    "status-401": response(PAGE, f"{HTML}\nWWW-Authenticate: Basic", "401 Unauthorized"),
    "status-407": response(PAGE, f"{HTML}\nProxy-Authenticate: Basic", "407 Proxy"),
    "status-403": response(PAGE, status="403 Forbidden"),
    "status-429": response(PAGE, status="429 Too Many Requests"),
    "status-500": response(PAGE, status="500 Error"),
    "status-999": response(PAGE, status="999 Denied"),
}


@pytest.mark.parametrize("answer", BROKEN.values(), ids=BROKEN)
def test_a_broken_answer_is_unreachable(answer, web):
    server = web.serve(answer)

    with pytest.raises(SourceUnreachable) as error:
        web.fetch()

    assert error.value.message.startswith(URL)
    assert error.value.code == "source-unreachable"
    assert len(server.requests) == 1


def test_a_page_that_is_not_there_is_unreachable_with_its_status(web):
    web.serve(response(PAGE, status="404 Not Found"))

    with pytest.raises(SourceUnreachable, match="status 404") as error:
        web.fetch()

    assert error.value.status == 404


def test_a_server_that_cannot_be_reached_has_no_status(web):
    web.names[HOST] = [PUBLIC]

    with pytest.raises(SourceUnreachable, match="unreachable") as error:
        web.fetch()

    assert error.value.status is None


def office(*names: str, mimetype: str = "") -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        if mimetype:
            file.writestr("mimetype", mimetype)
        for name in names:
            file.writestr(name, "<x/>")
    return made.getvalue()


DOCX = office("[Content_Types].xml", "word/document.xml")
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
WRONG_KINDS = {
    "zip": ("application/zip", office("a.txt")),
    "program": ("application/x-msdownload", b"MZ\x90\x00"),
    "shell-script": ("application/x-sh", b"#!/bin/sh\n"),
    "script": ("application/javascript", b"alert(1)"),
    "video": ("video/mp4", b"\x00\x00\x00\x18ftypmp42"),
    "audio": ("audio/mpeg", b"ID3"),
    "form": ("multipart/form-data; boundary=x", b"--x"),
    "message": ("message/http", b"GET / HTTP/1.1"),
    "font": ("font/woff2", b"wOF2"),
    "legacy-word": ("application/msword", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
    "unknown-program": ("application/octet-stream", ELF),
    "unknown-zip": ("application/octet-stream", office("a.txt")),
    "unknown-binary": ("application/octet-stream", bytes(range(256))),
    "unstated-program": ("", ELF),
    "unreadable-type-program": ("hello", ELF),
    "two-types-program": ("text/html\nContent-Type: application/pdf", ELF),
    "html-that-is-a-program": ("text/html", ELF),
    "html-that-is-a-pdf": ("text/html", PDF),
    "html-that-is-an-image": ("text/html", PNG),
    "html-that-is-a-zip": ("text/html", DOCX),
    "html-that-is-gzip": ("text/html", gzip.compress(PAGE)),
    "text-that-is-binary": ("text/plain", bytes(range(256)) * 4),
    "text-that-is-a-database": ("text/plain", b"SQLite format 3\x00" + b"a" * 5000),
    "json-that-is-a-pdf": ("application/json", PDF),
    "pdf-that-is-html": ("application/pdf", PAGE),
    "pdf-that-is-an-image": ("application/pdf", PNG),
    "image-that-is-html": ("image/png", PAGE),
    "image-that-is-a-program": ("image/jpeg", ELF),
    "docx-that-is-html": (WORD, PAGE),
    "docx-that-is-a-pdf": (WORD, PDF),
}


@pytest.mark.parametrize(("media_type", "body"), WRONG_KINDS.values(), ids=WRONG_KINDS)
def test_a_kind_is_refused(media_type, body, web):
    web.serve(response(body, f"Content-Type: {media_type}" if media_type else ""))

    with pytest.raises(FetchRefused) as refused:
        web.fetch()

    assert "PDF" in refused.value.fix


# 5. What an operator opened.


def test_an_opened_place_may_be_private():
    server = Server(response())
    fetched = Fetcher(Limits(fetch_allow=f"127.0.0.1:{server.port}")).fetch(
        f"http://127.0.0.1:{server.port}/page"
    )
    server.close()

    assert fetched.body == PAGE
    assert fetched.peer == "127.0.0.1"


def test_an_opened_name_may_lead_to_a_private_address():
    server = Server(response())
    fetcher = Fetcher(
        Limits(fetch_allow=f"Wiki:{server.port}"), resolve=lambda host, port: ["127.0.0.1"]
    )
    fetched = fetcher.fetch(f"http://wiki:{server.port}/")
    server.close()

    assert fetched.body == PAGE


NOT_OPENED = {
    "other-port": ("127.0.0.1:8001", "http://127.0.0.1:8002/"),
    "default-port": ("127.0.0.1:8001", "http://127.0.0.1/"),
    "other-host": ("127.0.0.1:8001", "http://127.0.0.2:8001/"),
    "other-spelling": ("127.0.0.1:8001", "http://localhost:8001/"),
    "part-of-a-name": ("example:8001", "http://site.example:8001/"),
    "name-below": ("site.example:8001", "http://www.site.example:8001/"),
    "name-with-a-dot": ("wiki:8001", "http://wiki.:8001/"),
    "mapped": ("127.0.0.1:8001", "http://[::ffff:127.0.0.1]:8001/"),
    "metadata": ("169.254.169.254:80", "http://169.254.169.254/"),
    "unspecified": ("0.0.0.0:8001", "http://0.0.0.0:8001/"),
    "name-of-metadata": ("metadata.example:80", "http://metadata.example/"),
    "userinfo": ("127.0.0.1:8001", "http://a@127.0.0.1:8001/"),
}


@pytest.mark.parametrize(("allow", "url"), NOT_OPENED.values(), ids=NOT_OPENED)
def test_nothing_else_is_opened(allow, url, web):
    web.names["metadata.example"] = ["169.254.169.254"]

    with pytest.raises(FetchRefused):
        web.fetch(url, fetch_allow=allow)

    assert web.attempts == []


def test_a_stranger_cannot_redirect_into_an_opened_place(web):
    web.serve(redirect("http://wiki.example:8080/"))
    web.serve(response(), "wiki.example", PUBLIC_TOO, 8080)

    with pytest.raises(FetchRefused, match="neither entered nor left"):
        web.fetch(fetch_allow="wiki.example:8080")

    assert web.attempts == [(PUBLIC, 80)]


@pytest.mark.parametrize("location", [URL, "http://wiki.example/", "http://other.example:8080/"])
def test_an_opened_place_cannot_redirect_elsewhere(location, web):
    web.serve(redirect(location), "wiki.example", PUBLIC_TOO, 8080)
    web.serve(response())

    with pytest.raises(FetchRefused, match="neither entered nor left"):
        web.fetch("http://wiki.example:8080/", fetch_allow="wiki.example:8080,other.example:8080")

    assert web.attempts == [(PUBLIC_TOO, 8080)]


def test_an_opened_place_may_redirect_within_itself(web):
    web.serve(counting(1), "wiki.example", PUBLIC_TOO, 8080)

    fetched = web.fetch("http://wiki.example:8080/", fetch_allow="wiki.example:8080")

    assert fetched.final_url == "http://wiki.example:8080/1"


@pytest.mark.parametrize(
    "allow",
    """
    wiki.example wiki.example: wiki:0 wiki:65536 http://wiki:80 *:80 a@b:80 wiki:80:90 [::1]
    0177.0.0.1:80 wiki:８０ wiki:80/path %77iki:80
    """.split(),
)
def test_a_wrong_setting_is_named(allow):
    with pytest.raises(InvalidSetting, match="CITATION_FETCH_ALLOW"):
        Fetcher(Limits(fetch_allow=f"good.example:80, {allow}"))


# 6. Nothing of the surroundings gets in, nothing of ours gets out.


@pytest.fixture
def proxy(monkeypatch) -> Iterator[Server]:
    server = Server(response(b"<p>Not the words."))
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{server.port}")
        monkeypatch.setenv(name.upper(), f"http://127.0.0.1:{server.port}")
    yield server
    server.close()


def test_proxies_of_the_environment_are_not_used(proxy):
    server = Server(response())
    place = f"127.0.0.1:{server.port}"
    fetched = Fetcher(Limits(fetch_allow=place)).fetch(f"http://{place}/")
    server.close()

    assert fetched.body == PAGE
    assert proxy.requests == []


def test_a_request_says_who_asks_and_nothing_more(web, monkeypatch, tmp_path):
    (tmp_path / ".netrc").write_text(f"machine {HOST} login me password secret\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    server = web.serve(response())

    web.fetch(f"{URL}page?q=1#part")

    line, *headers = server.requests[0].decode().split("\r\n")
    assert line == "GET /page?q=1 HTTP/1.1"
    assert f"Host: {HOST}" in headers
    assert {header.partition(":")[0] for header in headers if header} == {
        *("Host", "User-Agent", "Accept", "Accept-Encoding", "Connection")
    }
    assert any(header.startswith("User-Agent: citation-engine") for header in headers)


def test_cookies_are_not_kept(web):
    server = web.serve(response(PAGE, f"{HTML}\nSet-Cookie: a=b; Path=/"))
    fetcher = web.fetcher()
    fetcher.fetch(URL)
    fetcher.fetch(URL)

    assert all(b"cookie" not in request.lower() for request in server.requests)


def test_at_most_two_requests_go_to_a_host_at_once(web):
    now: list[int] = []
    most: list[int] = []

    def send(connection: socket.socket) -> None:
        now.append(1)
        time.sleep(0.05)
        most.append(len(now))
        now.pop()
        connection.sendall(response())

    web.serve(send)
    fetcher = web.fetcher()
    with ThreadPoolExecutor(8) as threads:
        pages = list(threads.map(fetcher.fetch, [URL] * 8))

    assert all(page.body == PAGE for page in pages)
    assert max(most) <= 2


def test_a_host_that_keeps_us_waiting_does_not_keep_others_waiting(web):
    go_on = threading.Event()
    web.serve(lambda connection: (go_on.wait(), connection.sendall(response())))
    web.serve(response(), "second.example", PUBLIC_TOO)
    fetcher = web.fetcher()
    with ThreadPoolExecutor(3) as threads:
        waiting = [threads.submit(fetcher.fetch, URL) for _ in range(3)]
        other = fetcher.fetch("http://second.example/")
        done = [page.done() for page in waiting]
        go_on.set()

    assert other.body == PAGE
    assert not any(done)
    assert all(page.result().body == PAGE for page in waiting)


# 7. Pages as they should come.


def test_a_page_comes_with_all_that_is_known_of_it(web):
    head = f'{HTML}; charset="ISO-8859-1"\nETag: "1"\nLast-Modified: yesterday\nServer: x'
    sent = response("<p>Grüße".encode("latin-1"), head)
    web.serve(sent)

    before = datetime.now(UTC)
    fetched = web.fetch(f"{URL}page#part")

    assert fetched.url == f"{URL}page#part"
    assert fetched.final_url == f"{URL}page"
    assert (fetched.status, fetched.media_type) == (200, "text/html")
    assert fetched.charset == "iso-8859-1"
    assert fetched.headers["etag"] == '"1"'
    assert fetched.headers["last-modified"] == "yesterday"
    assert "server" not in fetched.headers
    assert fetched.body.decode(fetched.charset) == "<p>Grüße"
    assert fetched.raw == sent
    assert before <= fetched.fetched_at <= datetime.now(UTC)
    assert (fetched.redirects, fetched.peer) == ((), PUBLIC)


GOOD = {
    "chunked": (chunked(PAGE[:5], PAGE[5:]), PAGE),
    "chunked-with-trailers": (chunked(PAGE, end=b"0\r\nX-After: 1\r\n\r\n"), PAGE),
    "until-close": (response(PAGE, length=False), PAGE),
    "http-1.0": (b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE, PAGE),
    "lines-end-in-lf": (b"HTTP/1.1 200 OK\nContent-Type: text/html\n\n" + PAGE, PAGE),
    "gzip": (packed(gzip.compress(PAGE), "gzip"), PAGE),
    "gzip-capitals": (packed(gzip.compress(PAGE), "GZIP"), PAGE),
    "gzip-members": (
        packed(gzip.compress(PAGE) + gzip.compress(b"More."), "gzip"),
        PAGE + b"More.",
    ),
    "gzip-then-rubbish": (packed(gzip.compress(PAGE) + b"rubbish", "gzip"), PAGE),
    "gzip-empty": (packed(b"", "gzip"), b""),
    "deflate": (packed(zlib.compress(PAGE), "deflate"), PAGE),
    "deflate-raw": (packed(zlib.compress(PAGE, wbits=-15), "deflate"), PAGE),
    "identity": (packed(PAGE, "identity"), PAGE),
    "status-203": (response(status="203 Non-Authoritative"), PAGE),
    "empty": (response(b""), b""),
    "as-large-as-allowed": (response(b"a" * MEGABYTE), b"a" * MEGABYTE),
    "gzip-as-large-as-allowed": (packed(gzip.compress(b"a" * MEGABYTE), "gzip"), b"a" * MEGABYTE),
    "nul-in-long-text": (response(b"\x00" + b"words " * 100), b"\x00" + b"words " * 100),
}


@pytest.mark.parametrize(("sent", "body"), GOOD.values(), ids=GOOD)
def test_a_page_comes_whole_and_is_kept_as_it_was_sent(sent, body, web):
    web.serve(sent)

    fetched = web.fetch()

    assert fetched.body == body
    assert fetched.raw == sent


def test_a_page_that_comes_in_small_pieces_is_put_together(web):
    def send(connection: socket.socket) -> None:
        for piece in (sent := packed(gzip.compress(PAGE), "gzip"))[:30], sent[30:31], sent[31:]:
            connection.sendall(piece)
            time.sleep(0.02)

    web.serve(send)

    assert web.fetch().body == PAGE


def test_interim_answers_are_not_part_of_what_is_kept(web):
    sent = response()
    web.serve(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + sent)

    fetched = web.fetch()

    assert (fetched.body, fetched.raw) == (PAGE, sent)


def test_what_follows_the_stated_length_is_not_part_of_the_page(web):
    sent = response()
    web.serve(sent + b"HTTP/1.1 200 OK\r\n\r\nNot the words.")

    fetched = web.fetch()

    assert (fetched.body, fetched.raw) == (PAGE, sent)


CHARSETS = {
    "header": (HTML + "; charset=windows-1252", PAGE, "windows-1252"),
    "header-quoted": (HTML + '; charset="UTF-8"', PAGE, "utf-8"),
    "header-later": (HTML + "; level=1; charset=utf-8", PAGE, "utf-8"),
    "meta": (HTML, b'<html><meta charset="iso-8859-15"><p>Words.', "iso-8859-15"),
    "meta-http-equiv": (
        HTML,
        b'<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">',
        "koi8-r",
    ),
    "header-before-meta": (HTML + "; charset=utf-8", b"<meta charset=latin-1>", "utf-8"),
    "mark-before-header": (HTML + "; charset=latin-1", b"\xef\xbb\xbf<p>Words.", "utf-8"),
    "utf-16": (HTML, "<p>Words.".encode("utf-16"), "utf-16"),
    "xml": ("Content-Type: application/xml", b'<?xml version="1.0" encoding="cp1250"?>', "cp1250"),
    "unstated": (HTML, PAGE, None),
    "unknown": (HTML + "; charset=klingon", b"<meta charset=utf-8>", "utf-8"),
    "not-for-text": (HTML + "; charset=zlib", PAGE, None),
    "dangerous": (HTML + "; charset=utf-7", PAGE, None),
    "idna": (HTML + "; charset=idna", PAGE, None),
}


@pytest.mark.parametrize(("head", "body", "charset"), CHARSETS.values(), ids=CHARSETS)
def test_the_charset_is_what_the_page_states(head, body, charset, web):
    web.serve(response(body, head))

    assert web.fetch().charset == charset


KINDS = {
    "pdf": ("application/pdf", PDF, "application/pdf"),
    "pdf-unknown": ("application/octet-stream", PDF, "application/pdf"),
    "pdf-unstated": ("", PDF, "application/pdf"),
    "pdf-after-rubbish": ("application/pdf", b"\r\n\r\n" + PDF, "application/pdf"),
    "json": ("application/json", b"{}", "application/json"),
    "json-family": ("application/ld+json", b"{}", "application/ld+json"),
    "feed": ("application/atom+xml", b"<feed/>", "application/atom+xml"),
    "xhtml": ("application/xhtml+xml", PAGE, "application/xhtml+xml"),
    "markdown": ("text/markdown", b"# Words", "text/markdown"),
    "html-unstated": ("", PAGE, "text/html"),
    "text-unstated": ("", b"Words.", "text/plain"),
    "text-about-pdf": ("text/plain", b"Files begin with %PDF-1.7", "text/plain"),
    "html-about-pdf": ("text/html", b"<p>Files begin with %PDF-1.7", "text/html"),
    "unreadable-type": ("hello", PAGE, "text/html"),
    "png": ("image/png", PNG, "image/png"),
    "jpeg-called-png": ("image/png", b"\xff\xd8\xff\xe0\x00\x10JFIF", "image/jpeg"),
    "docx": (WORD, DOCX, WORD),
    "docx-unknown": ("application/octet-stream", DOCX, WORD),
    "epub-unknown": (
        "application/octet-stream",
        office("content.opf", mimetype="application/epub+zip"),
        "application/epub+zip",
    ),
    "odt": (
        "application/vnd.oasis.opendocument.text",
        office(mimetype="application/vnd.oasis.opendocument.text"),
        "application/vnd.oasis.opendocument.text",
    ),
}


@pytest.mark.parametrize(("stated", "body", "settled"), KINDS.values(), ids=KINDS)
def test_the_kind_is_stated_by_the_server_and_seen_in_the_bytes(stated, body, settled, web):
    web.serve(response(body, f"Content-Type: {stated}" if stated else ""))

    assert web.fetch().media_type == settled


LOCATIONS = {
    "absolute": ("http://second.example/page", "http://second.example/page"),
    "absolute-path": ("/page?q=1", "http://site.example/page?q=1"),
    "relative-path": ("page", "http://site.example/a/page"),
    "up": ("../page", "http://site.example/page"),
    "host-only": ("//second.example/", "http://second.example/"),
    "query-only": ("?q=1", "http://site.example/a/b?q=1"),
    "fragment-dropped": ("/page#part", "http://site.example/page"),
    "unicode": ("/grüße", "http://site.example/gr%C3%BC%C3%9Fe"),
}


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize(("location", "final"), LOCATIONS.values(), ids=LOCATIONS)
def test_a_redirect_is_followed(location, final, status, web):
    answers = iter([redirect(location, f"{status} Moved"), response()])
    web.serve(lambda connection: connection.sendall(next(answers)))
    web.servers[PUBLIC_TOO, 80] = web.servers[PUBLIC, 80]
    web.names["second.example"] = [PUBLIC_TOO]

    fetched = web.fetch("http://site.example/a/b")

    assert fetched.final_url == final
    assert fetched.redirects == (("http://site.example/a/b", status, final),)
    assert fetched.raw == response()
    assert not fetched.downgraded


def test_the_next_address_is_tried_when_one_does_not_answer(web):
    web.serve(response(), address=PUBLIC_TOO)
    web.names[HOST] = [PUBLIC_V6, PUBLIC, PUBLIC_TOO]

    fetched = web.fetch()

    assert fetched.peer == PUBLIC_TOO
    assert web.attempts == [(PUBLIC_V6, 80), (PUBLIC, 80), (PUBLIC_TOO, 80)]


def test_no_more_than_four_addresses_are_tried(web):
    web.names[HOST] = [PUBLIC, PUBLIC_TOO, PUBLIC_TOO, PUBLIC_V6, *MORE]

    with pytest.raises(SourceUnreachable):
        web.fetch()

    assert web.attempts == [(address, 80) for address in (PUBLIC, PUBLIC_TOO, PUBLIC_V6, MORE[0])]


def test_an_address_that_does_not_answer_leaves_time_for_the_next(web):
    given = []

    def connect(address: str, port: int, timeout: float) -> httpcore2.NetworkStream:
        given.append(timeout)
        return web.connect(address, port, timeout)

    web.names[HOST] = [PUBLIC, PUBLIC_TOO]

    with pytest.raises(SourceUnreachable):
        Fetcher(Limits(fetch_seconds=400), resolve=web.resolve, connect=connect).fetch(URL)

    assert given[0] <= 200 < given[1] <= 400


def test_a_name_in_another_script_is_asked_for_in_its_plain_form(web):
    web.serve(response(), "xn--mller-kva.example")

    fetched = web.fetch("http://MÜLLER.example/")

    assert web.asked == ["xn--mller-kva.example"]
    assert fetched.final_url == "http://xn--mller-kva.example/"


# 8. Certificates. The name stays the name although the connection goes to an address.


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """Contexts for a server that is `site.example`, and for a client that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = tmp_path_factory.mktemp("tls") / "site.pem"
    file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    client = ssl.create_default_context(cafile=str(file))
    return server, client, file


def test_a_page_comes_over_tls_under_its_own_name(web, certificate):
    server_side, client_side, _ = certificate
    asked = []
    server_side.sni_callback = lambda _socket, name, _context: asked.append(name)
    sent = response()
    server = web.serve(sent, port=443, tls=server_side)

    fetched = web.fetcher(tls=client_side).fetch(f"https://{HOST}/")

    assert (fetched.body, fetched.raw) == (PAGE, sent)
    assert asked == [HOST]
    assert f"Host: {HOST}\r\n".encode() in server.requests[0]
    assert web.attempts == [(PUBLIC, 443)]


def test_a_certificate_that_nobody_vouches_for_is_refused(web, certificate, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[2]))
    server = web.serve(response(), port=443, tls=certificate[0])

    with pytest.raises(SourceUnreachable, match="CERTIFICATE_VERIFY_FAILED"):
        web.fetch(f"https://{HOST}/")

    assert server.requests == []


def test_a_certificate_of_another_name_is_refused(web, certificate):
    server = web.serve(response(), "second.example", port=443, tls=certificate[0])

    with pytest.raises(SourceUnreachable, match="CERTIFICATE_VERIFY_FAILED"):
        web.fetcher(tls=certificate[1]).fetch("https://second.example/")

    assert server.requests == []


def test_a_server_without_tls_behind_an_https_address_is_unreachable(web, certificate):
    web.serve(b"HTTP/1.1 400 Bad Request\r\n\r\n", port=443)

    with pytest.raises(SourceUnreachable, match="could not be read"):
        web.fetcher(tls=certificate[1]).fetch(f"https://{HOST}/")


@must_end
def test_a_tls_handshake_that_never_ends_is_left_at_the_deadline(web, certificate):
    web.serve(say_nothing, port=443)

    with pytest.raises(SourceUnreachable, match=r"within 0\.3 seconds"):
        web.fetcher(tls=certificate[1], fetch_seconds=0.3).fetch(f"https://{HOST}/")


def test_a_redirect_from_https_to_http_is_noted(web, certificate):
    web.serve(redirect(f"{URL}page"), port=443, tls=certificate[0])
    web.serve(response())

    fetched = web.fetcher(tls=certificate[1]).fetch(f"https://{HOST}/")

    assert fetched.final_url == f"{URL}page"
    assert fetched.downgraded


def test_a_redirect_from_http_to_https_is_no_downgrade(web, certificate):
    web.serve(redirect(f"https://{HOST}/"))
    web.serve(response(), port=443, tls=certificate[0])

    fetched = web.fetcher(tls=certificate[1]).fetch(URL)

    assert not fetched.downgraded
    assert web.attempts == [(PUBLIC, 80), (PUBLIC, 443)]
