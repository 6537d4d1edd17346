"""What is kept in files that can be deleted at any time: readings of documents first of all."""

import hashlib
import json
import logging
import os
import tempfile
import time
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from citation_engine.hashing import sha256_hex
from citation_engine.model.passage import Layout
from citation_engine.ports import ReadText

_log = logging.getLogger(__name__)

# Bytes of all files of a kind together.
READINGS_BYTES = 512 * 1024**2
# Raise it whenever the files of readings are written otherwise.
READINGS_VERSION = 1
_FIELDS = ("text", "media_type", "reader", "reader_version", "encoding")
_DIGEST = 32
_UNFINISHED = ".unfinished-"
_LEFT_OVER_SECONDS = 3_600


class CacheFolder:
    """
    The files of one folder with one ending; the folder is made when the first one is written.

    No failure to read or write one is an error: what is not there is made anew. The files used
    longest ago go first, where all of them together have more than `most_bytes`.
    """

    def __init__(self, folder: Path, ending: str, most_bytes: int) -> None:
        self.folder = folder
        self._ending = ending
        self._most_bytes = most_bytes

    def path(self, name: str) -> Path:
        """Where the file of that name is, or would be."""
        return self.folder / f"{name}{self._ending}"

    def read(self, name: str) -> bytes | None:
        """The bytes of a file, or None."""
        try:
            data = self.path(name).read_bytes()
        except OSError:
            return None
        self.used(name)
        return data

    def used(self, name: str) -> None:
        """Note that a file was used just now."""
        try:
            os.utime(self.path(name))
        except OSError:
            return

    def write(self, name: str, parts: Iterable[bytes]) -> None:
        """Write a file, at once or not at all, readable by the user alone."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._make_room()
            with tempfile.NamedTemporaryFile(
                dir=self.folder, prefix=_UNFINISHED, delete=False
            ) as file:
                for part in parts:
                    file.write(part)
            Path(file.name).replace(self.path(name))
        except OSError as error:
            _log.debug("The file %s cannot be written: %s", self.path(name), error)

    def erase(self, beginning: str = "") -> int:
        """
        Delete the files whose names begin so, and return how many there were.

        Raises `OSError` where one is there and cannot be deleted: the words would stay.
        """
        found = list(self.folder.glob(f"{beginning}*{self._ending}"))
        if not beginning:
            found += self.folder.glob(f"{_UNFINISHED}*")
        for path in found:
            path.unlink(missing_ok=True)
        return len(found)

    def _make_room(self) -> None:
        """Delete what was used longest ago, where there is too much, and what was left over."""
        total = 0
        for _, size, path in sorted(_sizes(self.folder.glob(f"*{self._ending}")), reverse=True):
            total += size
            if total > self._most_bytes:
                path.unlink(missing_ok=True)
        for used, _, path in _sizes(self.folder.glob(f"{_UNFINISHED}*")):
            if used < time.time() - _LEFT_OVER_SECONDS:
                path.unlink(missing_ok=True)


def _sizes(paths: Iterable[Path]) -> Iterator[tuple[float, int, Path]]:
    for path in paths:
        try:
            status = path.stat()
        except OSError:
            continue
        yield status.st_mtime, status.st_size, path


class KeptReadings:
    """
    The readings of one folder, by the hash of the document and the reader's name and version.

    They have the words of the documents in them, and can be deleted at any time.
    """

    def __init__(self, folder: Path, most_bytes: int = READINGS_BYTES) -> None:
        self._files = CacheFolder(folder, ".reading", most_bytes)

    def get(self, data: bytes, reader: str, version: str) -> ReadText | None:
        """What this reader made of these bytes, if that was kept."""
        kept = self._files.read(_name(data, reader, version))
        if kept is None or hashlib.sha256(kept[_DIGEST:]).digest() != kept[:_DIGEST]:
            return None
        return _unpacked(kept[_DIGEST:])

    def put(self, data: bytes, reader: str, version: str, read: ReadText) -> None:
        """Keep what a reader made of these bytes."""
        packed = _packed(read)
        self._files.write(_name(data, reader, version), (hashlib.sha256(packed).digest(), packed))

    def erase(self, original_sha256: str) -> int:
        """Delete what was read from a document; `OSError` where that cannot be done."""
        return self._files.erase(original_sha256)


def _name(data: bytes, reader: str, version: str) -> str:
    asked = json.dumps([READINGS_VERSION, reader, version])
    return f"{sha256_hex(data)}.{sha256_hex(asked)[:16]}"


def _packed(read: ReadText) -> bytes:
    facts: dict[str, Any] = {name: getattr(read, name) for name in _FIELDS}
    facts |= {"metadata": dict(read.metadata), "layout": read.layout.model_dump(mode="json")}
    head = json.dumps(facts).encode()
    body = len(head).to_bytes(8, "big") + head
    if read.geometry is not None:
        body += read.geometry
    return bytes([read.geometry is not None]) + zlib.compress(body, 1)


def _unpacked(packed: bytes) -> ReadText:
    body = zlib.decompress(packed[1:])
    end = 8 + int.from_bytes(body[:8], "big")
    facts = json.loads(body[8:end])
    facts["layout"] = Layout.model_validate(facts["layout"])
    return ReadText(**facts, geometry=body[end:] if packed[0] else None)
