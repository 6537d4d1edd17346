"""A stored page is drawn by a real browser, and reaches nothing while it is drawn."""

import os
import struct
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from citation_engine import CitationEngine, InvalidSetting, Settings
from citation_engine.render.stored_page import SIZE, find_browser, screenshot
from made_site import serving


@pytest.fixture(scope="module", autouse=True)
def browser():
    try:
        return find_browser()
    except InvalidSetting as problem:
        message = f"NO BROWSER: {problem}"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


def test_a_page_is_drawn_and_another_page_looks_different():
    one = screenshot(b"<h1>Ten years</h1>")
    other = screenshot(b"<style>body{background:#060}</style><h1>Ten years</h1>")

    assert size_of(one) == size_of(other) == SIZE
    assert one != other


def test_drawing_a_hostile_page_asks_no_server_and_shows_no_file(tmp_path):
    asked = []

    class Listener(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

    secret = tmp_path / "secret.html"
    secret.write_text("<body style='background:#f00'>secret")
    with ThreadingHTTPServer(("127.0.0.1", 0), Listener) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}"
        hostile = f"""<title>x</title><link rel=stylesheet href={url}/style.css>
            <script>fetch("{url}/script"); document.body.innerHTML = ""</script>
            <img src="{url}/image.png"><iframe src="{url}/frame"></iframe>
            <meta http-equiv=refresh content="0;url={url}/refresh">
            <object data="{url}/object"></object><iframe src="{{file}}"></iframe><p>Words"""
        drawn = screenshot(hostile.replace("{file}", secret.as_uri()).encode())
        without = screenshot(hostile.replace("{file}", "about:blank").encode())
        server.shutdown()

    assert asked == []
    assert drawn == without


def test_a_browser_that_is_not_there_is_said():
    with pytest.raises(InvalidSetting, match="no-such-browser"):
        screenshot(b"<p>Words", browser="no-such-browser")


def test_a_picture_is_kept_with_the_page_when_asked_for(tmp_path):
    with serving() as site:
        url = site.put("/law", "Receipts are kept for ten years.")
        given = {"fetch_allow": site.place, "key_folder": str(tmp_path)}
        with CitationEngine(":memory:", settings=Settings(screenshots=True, **given)) as engine:
            page = engine.add(url)
            picture = engine.get_screenshot(page.snapshot_id)
            verified = engine.ledger.verify().ok
        with CitationEngine(":memory:", settings=Settings(**given)) as engine:
            plain = engine.add(url)
            assert engine.get_screenshot(plain.snapshot_id) is None

    assert size_of(picture) == SIZE
    assert verified
