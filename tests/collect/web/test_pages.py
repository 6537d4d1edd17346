"""Pages of a web server on this machine become sources: fetched, archived, read, and named."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest

import made_books
import made_pages
from citation_engine import plugins
from citation_engine.collect.identity import name_key, page_key
from citation_engine.collect.web.archive import page_from_warc
from citation_engine.collect.web.fetch import Fetcher
from citation_engine.collect.web.pages import page_keys, read_page
from citation_engine.collect.web.response import Fetched, Redirect
from citation_engine.model.passage import MarkKind, Span
from citation_engine.model.source import NewSource, ReadState, SourceType
from citation_engine.render.stored_page import marked_page
from citation_engine.settings import Settings

URL = "https://site.example/a/page"
LATIN = "<!doctype html><title>Größe</title><p>" + "Größe und Länge. " * 30


@dataclass(frozen=True)
class Opened:
    """The fetcher's settings: one place on this machine is open."""

    fetch_allow: str | None
    fetch_seconds: float = 60.0
    max_fetch_bytes: int = 10_000_000


@pytest.fixture(scope="module")
def readers():
    return [plugins.load("readers", name) for name in plugins.BUILT_IN["readers"]]


def fetched(body: str | bytes, media_type: str = "text/html", **values) -> Fetched:
    data = body.encode() if isinstance(body, str) else body
    given = {
        "url": URL,
        "final_url": URL,
        "status": 200,
        "media_type": media_type,
        "charset": None,
        "headers": {},
        "body": data,
        "raw": b"HTTP/1.1 200 OK\r\n\r\n" + data,
        "fetched_at": datetime(2026, 1, 2, tzinfo=UTC),
        "redirects": (),
        "peer": "192.0.2.1",
    }
    return Fetched(**{**given, **values})


def read(page: Fetched, readers, **values) -> NewSource:
    return read_page(page, Settings(), readers, "default", **values)


def test_a_page_becomes_a_source(readers):
    done = read(fetched(made_pages.NEWS, charset="utf-8"), readers)

    source = done
    assert source.type is SourceType.WEBSITE
    assert (source.identifier, source.name) == (URL, "Aufbewahrungsfrist verkürzt")
    assert source.text == made_pages.NEWS_TEXT
    assert source.state is ReadState.READY
    assert (source.reader, source.media_type, source.encoding) == ("html", "text/html", "utf-8")
    assert source.keys == (page_key(URL),)
    assert source.metadata["authors"] == ["Anna Müller"]
    assert source.metadata["language"] == "de"
    assert source.metadata["canonical"] == "https://tagesblatt.example/wirtschaft/frist"
    assert source.metadata["status"] == 200
    assert "few_words" not in source.metadata
    assert page_from_warc(source.original or b"").body == made_pages.NEWS.encode()
    assert done.text is not None
    assert any(mark.kind is MarkKind.MAIN for mark in done.layout.marks)


def test_what_is_given_goes_before_what_the_page_says(readers):
    page = fetched(made_pages.NEWS)

    source = read(page, readers, name="Die Frist", version="2", metadata={"site": "TB"})

    assert (source.name, source.version, source.metadata["site"]) == ("Die Frist", "2", "TB")


def test_the_charset_of_the_answer_goes_before_the_pages_own(readers):
    body = LATIN.replace("<title>", "<meta charset=utf-8><title>").encode("latin-1")

    source = read(fetched(body, charset="iso-8859-1"), readers)

    assert source.text is not None
    assert source.text.startswith("Größe und Länge.")
    assert source.encoding == "windows-1252"


@pytest.mark.parametrize(
    ("body", "media_type", "charset", "reader", "start"),
    [
        (b"Plain words of a file", "text/plain", None, "plain", "Plain words"),
        ("Größe".encode("cp1251", "replace"), "text/plain", None, "plain", "Gr"),
        ("Тест слов".encode("koi8-r"), "text/plain", "koi8-r", "plain", "Тест слов"),
        (b"# Title\n\nwords", "text/markdown", None, "plain", "# Title"),
        (b'{"a": 1}', "application/json", "utf-8", "structured", '{"a": 1}'),
        (b'{"a": 1}', "application/ld+json", None, "structured", '{"a": 1}'),
        (b"a,b\n1,2\n", "text/csv", None, "table", "a,b"),
        (b"<rss>words</rss>", "application/xml", None, "plain", "<rss>"),
        (
            b'<?xml version="1.0"?><html><title/><body>Words</body></html>',
            "application/xhtml+xml",
            None,
            "html",
            "Words",
        ),
        (made_books.book(a="<p>Words"), "application/epub+zip", None, "epub", "Words"),
    ],
)
def test_the_reader_is_chosen_by_the_kind_of_page(
    body, media_type, charset, reader, start, readers
):
    source = read(fetched(body, media_type, charset=charset), readers)

    assert (source.state, source.state_reason) == (ReadState.READY, "")
    assert source.reader == reader
    assert (source.text or "").startswith(start)


@pytest.mark.parametrize(
    ("body", "media_type", "said"),
    [
        ("<script>render()</script>", "text/html", "no words that a reader could see"),
        ("", "text/plain", "no words"),
        ("{broken", "application/json", "not valid JSON"),
        ("<div>" * 2000, "text/html", "nested more than"),
        (b"PK\x03\x04", "application/epub+zip", "not a zip file"),
    ],
)
def test_what_cannot_be_read_is_degraded_with_the_reason_and_archived(
    body, media_type, said, readers
):
    done = read(fetched(body, media_type), readers)

    assert done.text is None
    assert done.state is ReadState.DEGRADED
    assert said in done.state_reason
    assert done.text is None
    assert done.name == URL
    assert page_from_warc(done.original or b"").body == fetched(body).body


def test_a_page_with_few_words_is_ready_and_says_so(readers):
    source = read(fetched("<title>Log in</title><p>Please log in to read on."), readers)

    assert source.state is ReadState.READY
    assert source.metadata["few_words"] == 6


@pytest.mark.parametrize(
    ("statuses", "keys"),
    [
        ((), ["https://site.example/new"]),
        ((301,), ["https://site.example/new", "http://site.example/old"]),
        ((308, 301), ["https://site.example/new", "http://site.example/old"]),
        ((302,), ["https://site.example/new"]),
        ((301, 307), ["https://site.example/new"]),
    ],
)
def test_an_address_is_a_key_if_it_leads_there_for_good(statuses, keys):
    old, new = "http://site.example/old", "https://site.example/new"
    steps = tuple(Redirect(old, status, new) for status in statuses)

    page = fetched("x", url=old if statuses else new, final_url=new, redirects=steps)

    assert page_keys(page) == tuple(map(page_key, keys))


def test_the_way_is_told_and_the_asked_address_is_a_name(readers):
    old, new = "https://site.example/old", "http://site.example/new"
    page = fetched("<p>x", url=old, final_url=new, redirects=(Redirect(old, 302, new),))

    source = read(page, readers)

    assert source.metadata["asked_url"] == old
    assert source.metadata["redirects"] == [[old, 302, new]]
    assert source.metadata["downgraded"] is True
    assert name_key(old, "default") in source.names


@pytest.mark.parametrize(
    "canonical", ["javascript:alert(1)", "http://[", "//u:p@evil.example/", ""]
)
def test_a_false_canonical_address_is_not_noted(canonical, readers):
    page = fetched(f'<link rel=canonical href="{canonical}"><p>Words')

    assert "canonical" not in read(page, readers).metadata


class Site(BaseHTTPRequestHandler):
    """A site that moved one page; what was asked is kept."""

    requests: ClassVar[list[bytes]] = []

    def do_GET(self) -> None:
        lines = [self.raw_requestline, *(f"{k}: {v}\r\n".encode() for k, v in self.headers.items())]
        self.requests.append(b"".join(lines) + b"\r\n")
        if self.path == "/moved":
            self.send_response(301)
            self.send_header("Location", "/latin?x=1")
            self.end_headers()
            return
        body = LATIN.encode("latin-1")
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=iso-8859-1")
        self.send_header("Content-Language", "de, en")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serving() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_a_page_is_fetched_archived_read_and_shown_with_its_words_marked(readers):
    with serving() as place:
        page = Fetcher(Opened(place)).fetch(f"http://{place}/moved")
    done = read(page, readers)

    source = done
    assert source.identifier == f"http://{place}/latin?x=1"
    assert len(source.keys) == 2
    assert (source.name, source.metadata["language"]) == ("Größe", "de")
    assert source.original is not None
    assert Site.requests[-1] in source.original
    assert done.text is not None
    words = "Größe und Länge."
    start = done.text.index(words)
    stored = page_from_warc(source.original)
    shown = marked_page(
        stored.body,
        done.layout.nodes,
        Span(start, start + len(words)),
        encoding=source.encoding,
    )
    assert f'<mark id="cited">{words}</mark>' in shown
