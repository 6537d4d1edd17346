"""What readers made of documents, in files, so that a document is read once and not every time."""

import hashlib
import json
import zlib
from pathlib import Path
from typing import Any

from citation_engine.check.cache import CacheFolder
from citation_engine.hashing import sha256_hex
from citation_engine.model.layout import Layout
from citation_engine.ports import ReadText

# Bytes of all files together.
MOST_BYTES = 512 * 1024**2
# Raise it whenever the files are written otherwise.
VERSION = 1
_FIELDS = ("text", "media_type", "reader", "reader_version", "encoding")
_DIGEST = 32


class KeptReadings:
    """
    The readings of one folder, by the hash of the document and the reader's name and version.

    They have the words of the documents in them, and can be deleted at any time.
    """

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
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
    asked = json.dumps([VERSION, reader, version])
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
