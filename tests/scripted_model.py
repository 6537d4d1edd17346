"""A server on this machine that answers chat requests as a script says, well or badly."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Answer:
    """One response: a status, headers, a body; and what goes wrong with it."""

    body: bytes | dict[str, Any] = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    # Seconds of silence before the response; bytes of the body that are sent before the end.
    silence: float = 0.0
    cut_after: int | None = None
    # Seconds between the bytes of the body.
    drip: float = 0.0

    @property
    def data(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


Script = Callable[[dict[str, Any]], Answer]


def chat(text: str | None, **message: Any) -> Answer:
    """A well-formed chat answer with that text."""
    return Answer(
        {
            "id": "x",
            "object": "chat.completion",
            "model": "scripted-1",
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": text, **message},
                    "finish_reason": "stop",
                }
            ],
            "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
        }
    )


def verdicts(*said: str, reason: str = "It says so.") -> Answer:
    """A chat answer with these verdicts, numbered from 1."""
    entries = [{"id": str(n), "reason": reason, "verdict": v} for n, v in enumerate(said, 1)]
    return chat(json.dumps({"verdicts": entries}))


def asked(request: dict[str, Any]) -> list[dict[str, str]]:
    """The questions in a request."""
    return json.loads(request["messages"][-1]["content"])["questions"]


def always(verdict: str) -> Script:
    """A script that gives every question the same verdict."""
    return lambda request: verdicts(*[verdict] * len(asked(request)))


@dataclass
class Scripted:
    """The server, as a test sees it."""

    url: str
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)


class _Handler(BaseHTTPRequestHandler):
    """Takes a request and answers as the script of its server says."""

    server: "_Server"

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self._send(self.server.next_answer(request, self.path, dict(self.headers.items())))

    def _send(self, answer: Answer) -> None:
        self.server.ending.wait(answer.silence)
        self.send_response(answer.status)
        headers = {"Content-Type": "application/json", **answer.headers}
        headers.setdefault("Content-Length", str(len(answer.data)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self._send_body(answer.data[: answer.cut_after], answer.drip)
        if answer.cut_after is not None:
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True

    def _send_body(self, data: bytes, drip: float) -> None:
        if not drip:
            self.wfile.write(data)
            return
        for byte in data:
            self.wfile.write(bytes([byte]))
            if self.server.ending.wait(drip):
                return

    def handle(self) -> None:
        # A client that left in the middle is part of the script.
        with suppress(OSError):
            super().handle()

    def log_message(self, *_: Any) -> None:
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, answers: tuple[Answer | Script, ...], port: int) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.ending = threading.Event()
        self.seen = Scripted(f"http://127.0.0.1:{self.server_address[1]}/v1")
        self._answers = answers
        self._lock = threading.Lock()

    def next_answer(self, request: dict[str, Any], path: str, headers: dict[str, str]) -> Answer:
        with self._lock:
            given = self._answers[min(len(self.seen.requests), len(self._answers) - 1)]
            self.seen.requests.append(request)
            self.seen.headers.append({name.lower(): value for name, value in headers.items()})
            self.seen.paths.append(path)
        return given(request) if callable(given) else given


@contextmanager
def serving(*answers: Answer | Script, port: int = 0) -> Iterator[Scripted]:
    """Serve these answers in order; the last one again and again."""
    server = _Server(answers, port)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server.seen
    finally:
        server.ending.set()
        server.shutdown()
        thread.join()
        server.server_close()
