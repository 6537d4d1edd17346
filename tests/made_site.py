"""A small web site on this machine, whose pages a test can change while it runs."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Answer:
    """What the site answers at one path."""

    body: bytes = b""
    status: int = 200
    type: str = "text/html; charset=utf-8"
    location: str | None = None


@dataclass
class Site:
    """The pages by path, and the paths that were asked for, in order."""

    place: str
    pages: dict[str, Answer] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def url(self, path: str) -> str:
        return f"http://{self.place}{path}"

    def put(self, path: str, text: str, title: str = "A page") -> str:
        """Set a page with one paragraph for each line, and give its address."""
        paragraphs = "".join(f"<p>{line}</p>" for line in text.splitlines())
        html = f"<!doctype html><title>{title}</title><main>{paragraphs}</main>"
        self.pages[path] = Answer(html.encode())
        return self.url(path)

    def send_on(self, path: str, to: str, status: int = 301) -> str:
        self.pages[path] = Answer(status=status, location=to)
        return self.url(path)


@contextmanager
def serving() -> Iterator[Site]:
    """A running site; `CITATION_FETCH_ALLOW` has to name `site.place`."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append(self.path)
            answer = site.pages.get(self.path, Answer(b"<p>Nothing here.", 404))
            self.send_response(answer.status)
            if answer.location:
                self.send_header("Location", answer.location)
            self.send_header("Content-Type", answer.type)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        site = Site(f"127.0.0.1:{server.server_address[1]}")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield site
        finally:
            server.shutdown()
