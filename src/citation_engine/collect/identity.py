"""The keys by which a source is known again, most specific first."""

import platform
from pathlib import Path

from citation_engine.text.hashing import sha256_hex
from citation_engine.text.urls import canonical_url


def file_keys(path: Path, data: bytes, session: str) -> tuple[str, ...]:
    """
    A file is known by its bytes; its path is a second name.

    The path counts on this host and in this session only: `report.md` means
    another file to somebody else.
    """
    return (f"bytes {sha256_hex(data)}", path_key(path, session))


def path_key(path: Path, session: str) -> str:
    """The key of a path on this host and in this session."""
    return f"path {platform.node()} {session} {path.resolve()}"


def page_key(url: str) -> str:
    """The key of a web page."""
    return f"page {canonical_url(url)}"


def query_key(identifier: str, query: str | None) -> str:
    """The key of a database result: which database, which query."""
    return f"result {identifier}\n{query or ''}"


def artifact_key(name: str, content: str) -> str:
    """The key of an artifact: its name and its words."""
    return f"artifact {name}\n{sha256_hex(content)}"


def name_key(name: str, session: str) -> str:
    """A name a tool may use for a source of its session; several sources may share it."""
    return f"name {session} {name}"
