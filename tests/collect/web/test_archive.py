"""Pages in the archive: byte for byte, readable by others, and damage is seen."""

import gzip
import io
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.collect.web.archive import is_warc, page_from_warc, warc_record
from citation_engine.collect.web.response import Fetched, Redirect
from citation_engine.errors import SourceUnreadable

URL = "https://site.example/a?b=c"
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Two: 1\r\nX-Two: 2\r\n"


def fetched(raw: bytes, body: bytes = b"", **values) -> Fetched:
    given = {
        "url": "http://site.example/a",
        "final_url": URL,
        "status": 200,
        "media_type": "text/html",
        "charset": "utf-8",
        "headers": {},
        "body": body,
        "raw": raw,
        "fetched_at": datetime(2026, 1, 2, 3, 4, 5, 6000, UTC),
        "redirects": (Redirect("http://site.example/a", 301, URL),),
        "peer": "192.0.2.1",
    }
    return Fetched(**{**given, **values})


def chunked(body: bytes, size: int = 7) -> bytes:
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(p), p) for p in pieces) + b"0\r\n\r\n"


def raw_of(body: bytes, *, packed: bool = False, in_chunks: bool = False) -> bytes:
    head = HEAD
    if packed:
        body, head = gzip.compress(body, mtime=0), head + b"Content-Encoding: gzip\r\n"
    if in_chunks:
        body, head = chunked(body), head + b"Transfer-Encoding: chunked\r\n"
    return head + b"\r\n" + body


@given(st.binary(max_size=300), st.booleans(), st.booleans())
def test_a_page_comes_back_as_it_was(body, packed, in_chunks):
    page = page_from_warc(warc_record(fetched(raw_of(body, packed=packed, in_chunks=in_chunks))))

    assert page.body == body
    assert (page.url, page.status) == (URL, 200)
    assert page.fetched_at == "2026-01-02T03:04:05.006000Z"
    assert page.headers["content-type"] == "text/html"
    assert page.headers["x-two"] == "1, 2"


@pytest.mark.parametrize("in_chunks", [False, True])
@pytest.mark.parametrize("body", [b"", b"words", b"\r\n\r\nWARC/1.1\r\n\r\n"])
def test_another_program_reads_the_archive_and_its_digests_hold(body, in_chunks):
    warcio = pytest.importorskip("warcio.archiveiterator")
    raw = raw_of(body, in_chunks=in_chunks)

    data = warc_record(fetched(raw))
    records = []
    for record in warcio.ArchiveIterator(io.BytesIO(data), check_digests="raise"):
        records.append((record.rec_type, record.content_stream().read(), record.rec_headers))

    assert [kind for kind, _, _ in records] == ["response", "request", "metadata"]
    assert records[0][1] == body
    assert records[0][2].get_header("WARC-Target-URI") == URL
    assert records[0][2].get_header("WARC-IP-Address") == "192.0.2.1"
    assert records[1][2].get_header("WARC-Concurrent-To") == records[0][2].get_header(
        "WARC-Record-ID"
    )
    way = records[2][1].decode()
    assert way.splitlines() == [
        "asked: http://site.example/a",
        f"redirect: 301 http://site.example/a {URL}",
    ]


def test_the_same_page_gives_the_same_archive():
    page = fetched(raw_of(b"words"))

    assert warc_record(page) == warc_record(page)


def test_an_address_cannot_add_a_header():
    data = warc_record(fetched(raw_of(b"x"), url="http://a/\r\nWARC-Type: evil"))

    assert b"\r\nWARC-Type: evil" not in data


def test_an_archive_is_told_from_a_page():
    assert is_warc(warc_record(fetched(raw_of(b"x"))))
    assert not is_warc(b"<html>WARC/1.1")


def test_damage_to_the_page_is_seen():
    data = warc_record(fetched(raw_of(b"The words of the page.")))

    with pytest.raises(SourceUnreadable, match="digest"):
        page_from_warc(data.replace(b"The words", b"Two words"))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"WARC/1.1",
        b"WARC/1.1\r\n\r\n",
        b"WARC/1.1\r\nContent-Length: 99\r\n\r\nx",
        b"WARC/1.1\r\nContent-Length: -1\r\n\r\nx",
        b"WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 1\r\n\r\nx\r\n\r\n",
        warc_record(fetched(HEAD + b"Content-Encoding: gzip\r\n\r\nnot packed")),
        warc_record(fetched(HEAD + b"Transfer-Encoding: chunked\r\n\r\nff\r\nshort")),
        warc_record(fetched(raw_of(b"0" * 1000, packed=True))),
    ],
)
def test_what_is_no_archive_of_a_page_is_unreadable(data):
    with pytest.raises(SourceUnreadable, match=r"^The archive .*Fetch the page again"):
        page_from_warc(data, most=999)
