"""
The keys by which a source is known again, most specific first.

The parts of a key stand on lines of their own. A session's name has no line end,
so no name of one session can be mistaken for a name of another.
"""

import json
import os
import platform
from pathlib import Path
from typing import Any

from citation_engine.hashing import sha256_hex
from citation_engine.urls import canonical_url


def file_keys(
    path: Path, data: bytes, session: str, name: str, version: str | None = None
) -> tuple[str, ...]:
    """
    A file is known by its path, by its bytes under its name and version, and by both.

    The path counts on this host and in this session only: `report.md` means
    another file to somebody else. It goes first, so that a file that was changed
    into a copy of another stays the source its path means. The same bytes under
    another name are another source, unless they stand at the very same place on this
    host. Empty files are not one thing, and are known by their path alone.
    """
    sha256 = sha256_hex(data)
    keys = (
        path_key(path, session),
        _named_words(sha256, name, version),
        f"bytes {sha256} at\n{platform.node()}\n{shown_path(path.resolve())}",
    )
    return keys if data.strip() else keys[:1]


def text_keys(
    text: str, identifier: str, session: str, version: str | None = None
) -> tuple[str, ...]:
    """Words handed in are known by their name in the session, and by themselves under it."""
    keys = (
        f"text {session}\n{identifier}",
        _named_words(sha256_hex(text), identifier, version),
    )
    return keys if text.strip() else keys[:1]


def _named_words(sha256: str, name: str, version: str | None) -> str:
    return f"bytes {sha256} {len(name)}\n{name}\n{version or ''}"


def words_key(sha256: str) -> str:
    """What all sources go by that have the same words."""
    return f"bytes {sha256}"


def path_key(path: Path, session: str) -> str:
    """The key of a path on this host and in this session."""
    return f"path {session}\n{platform.node()}\n{shown_path(path.resolve())}"


def page_key(url: str) -> str:
    """The key of a web page."""
    return f"page {canonical_url(url)}"


def query_key(identifier: str, query: str | None, parameters: Any = None) -> str:
    """The key of a database result: which database, which query, with which parameters."""
    if not parameters:
        return f"result {len(identifier)}\n{identifier}\n{query or ''}"
    values = json.dumps(parameters, sort_keys=True, default=str)
    return f"result {len(identifier)} {len(query or '')}\n{identifier}\n{query or ''}\n{values}"


def artifact_key(name: str, content: str) -> str:
    """The key of an artifact: its name and its words."""
    return f"artifact {name}\n{sha256_hex(content)}"


def preview_key(title: str, preview: str) -> str:
    """The key of a source of which only a title and a short piece are known."""
    return f"preview {len(title)}\n{title}\n{sha256_hex(preview)}"


def name_key(name: str, session: str) -> str:
    """A name a tool may use for a source of its session; several sources may share it."""
    return f"name {session}\n{name}"


def shown_path(path: Path) -> str:
    """A path as text; bytes of its name that are not UTF-8 are shown as escapes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")
