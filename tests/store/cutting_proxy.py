"""A way to the server that can be cut at a chosen moment, as networks do."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import make_url


class CuttingProxy:
    """
    Passes bytes between clients on a loopback port and a PostgreSQL server.

    `cut` is asked about everything a client sends, with the words sent before
    on the same connection. It answers None, "before" (the server never sees
    this) or "after" (the server answers, and the client never learns it).
    """

    def __init__(self, database: str) -> None:
        self._url = make_url(database)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._open: set[socket.socket] = set()
        self.cut: Callable[[bytes, bytes], str | None] = lambda _sent, _before: None
        self.cuts = 0
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        """The database's URL by way of this proxy."""
        host, port = self._listening.getsockname()
        through = self._url.set(host=host, port=port, query={"sslmode": "disable"})
        return through.render_as_string(hide_password=False)

    def stop(self) -> None:
        """Refuse new connections and end those there are."""
        # Closing alone would leave the thread that accepts waiting, and the port open.
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for end in list(self._open):
            _close(end)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            server = self._connect()
            self._open |= {client, server}
            for work in (self._to_server, self._to_client):
                threading.Thread(target=work, args=(client, server), daemon=True).start()

    def _connect(self) -> socket.socket:
        host = str(self._url.query.get("host") or self._url.host)
        port = self._url.port or 5432
        if host.startswith("/"):
            server = socket.socket(socket.AF_UNIX)
            server.connect(str(Path(host) / f".s.PGSQL.{port}"))
            return server
        return socket.create_connection((host, port))

    def _to_server(self, client: socket.socket, server: socket.socket) -> None:
        before = b""
        with suppress(OSError):
            while sent := client.recv(1 << 20):
                when = self.cut(sent, before)
                before += sent
                if when is not None:
                    self.cuts += 1
                if when == "after":
                    # Half of the way is closed first, so that the answer has nowhere to go.
                    self._open.discard(client)
                    _close(client)
                    server.settimeout(10)
                    server.sendall(sent)
                    server.recv(1 << 20)
                if when is not None:
                    break
                server.sendall(sent)
        _close(client)
        _close(server)

    def _to_client(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while said := server.recv(1 << 20):
                client.sendall(said)
        _close(client)


def _close(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextmanager
def cutting_proxy(database: str) -> Iterator[CuttingProxy]:
    """A proxy to a database, stopped at the end."""
    proxy = CuttingProxy(database)
    try:
        yield proxy
    finally:
        proxy.stop()


class CutOnce:
    """Cuts the first COMMIT that follows some words on the same connection."""

    def __init__(self, words: bytes, when: str) -> None:
        self._words, self._when, self._done = words, when, threading.Lock()

    def __call__(self, sent: bytes, before: bytes) -> str | None:
        written = before + sent
        if b"COMMIT" not in sent or self._words not in written:
            return None
        if b"COMMIT" in before.rpartition(self._words)[2] and self._words not in sent:
            return None
        return self._when if self._done.acquire(blocking=False) else None
