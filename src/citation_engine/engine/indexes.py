"""
Indexes that make quotations quick to find: of a large text in a file, of a session in memory.

Both can go at any time and are made anew. A file is known by the hash of its text and by the
versions of skeleton and index. It has the letters of the text in it, so it is as private as the
text and goes when the text is redacted.
"""

import logging
import mmap
import os
import re
import struct
import sys
import threading
import zlib
from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from citation_engine.check.cache import CacheFolder
from citation_engine.model.source import Snapshot, Source
from citation_engine.quotes.collection_index import CollectionIndex
from citation_engine.quotes.searchable_text import SMALL, Prepared, prepare
from citation_engine.quotes.seed_index import INDEX_VERSION, index_from
from citation_engine.quotes.skeleton import BLOCK, SKELETON_VERSION, Skeleton, skeleton_bytes
from citation_engine.verify.words import text_of

_log = logging.getLogger(__name__)

# Bytes of all files together; the ones used longest ago go first.
MOST_BYTES = 2 * 1024**3
# Sessions whose indexes are held, and characters of the sources that one index has.
MOST_HELD = 4
MOST_CHARACTERS = 5_000_000
# The skeleton comes first, so that a memory map of the file can be searched as it is.
_FOOTER = struct.Struct("<8sHHQQQQI")
_MAGIC = b"CEindex\n"
_ALIGNED = 8
_NAME = re.compile(r"[0-9a-f]{64}")


class CollectionIndexes:
    """The indexes over the sources of a few sessions, the ones used last."""

    def __init__(self, most_characters: int = MOST_CHARACTERS) -> None:
        self._most_characters = most_characters
        self._held: OrderedDict[tuple[str, str], CollectionIndex] = OrderedDict()
        self._lock = threading.Lock()

    def of(
        self,
        session: tuple[str, str],
        sources: Sequence[Source],
        words_of: Callable[[int | None], Snapshot | None],
    ) -> CollectionIndex | None:
        """
        The index over these sources of a project's session; only new ones are added.

        None where they have too much text to be held.
        """
        with self._lock:
            index = self._held.get(session, CollectionIndex())
        wanted = {str(source.snapshot_id): source for source in sources}
        for gone in [name for name in index.keys if name not in wanted]:
            index = index.without(gone)
        size = index.characters
        for name, source in wanted.items():
            if name in index or not (snapshot := words_of(source.snapshot_id)):
                continue
            size += len(snapshot.text)
            if size > self._most_characters:
                return None
            index = index.with_document(name, text_of(snapshot).searched)
        with self._lock:
            self._held[session] = index
            self._held.move_to_end(session)
            while len(self._held) > MOST_HELD:
                self._held.popitem(last=False)
        return index

    def forget(self) -> None:
        """Drop all of them, because words went that are in them."""
        with self._lock:
            self._held.clear()


class IndexFiles:
    """
    The index files of one folder.

    No failure to read or write one is an error: the index is made anew, in memory.
    """

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self.folder = folder
        self._files = CacheFolder(folder, ".index", most_bytes)

    def prepared(self, text: str, text_sha256: str) -> Prepared:
        """Return skeleton and index of a text from its file, or make both and write the file."""
        found = self.load(text, text_sha256)
        if found is None:
            found = prepare(text)
            self.store(text_sha256, found)
        return found

    def load(self, text: str, text_sha256: str) -> Prepared | None:
        """Return what the file of a text has, or None where there is no sound one."""
        if len(text) <= SMALL:
            return None
        name = _name(text_sha256)
        try:
            with self._files.path(name).open("rb") as file:
                data = _mapped(file.fileno())
        except (OSError, ValueError):
            return None
        self._files.used(name)
        found = _read(text, text_sha256, data)
        if found is None:
            _log.debug("The index file %s is not sound and is made anew.", name)
        return found

    def store(self, text_sha256: str, prepared: Prepared) -> None:
        """Write the file of a text, at once or not at all; a small text has none."""
        if prepared.seeds is not None:
            self._files.write(_name(text_sha256), _parts(text_sha256, prepared))

    def erase(self, text_sha256: str) -> int:
        """
        Delete the files of a text, of all versions, and return how many there were.

        Raises `OSError` where one is there and cannot be deleted: the words would stay.
        """
        return self._files.erase(_named(text_sha256))


def _name(text_sha256: str) -> str:
    return f"{_named(text_sha256)}.{SKELETON_VERSION}.{INDEX_VERSION}"


def _named(text_sha256: str) -> str:
    if not _NAME.fullmatch(text_sha256):
        raise ValueError(f"{text_sha256!r} is not a SHA-256 in hex.")
    return text_sha256


def _mapped(descriptor: int) -> bytes | mmap.mmap:
    """Return a file's bytes without reading them; Windows could not delete the file meanwhile."""
    if sys.platform == "win32":
        with os.fdopen(os.dup(descriptor), "rb") as file:
            return file.read()
    return mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ)


def _parts(text_sha256: str, prepared: Prepared) -> Iterator[bytes]:
    """Yield a file's parts: the skeleton, its map, the index, and what says where they are."""
    skeleton, seeds = prepared
    assert seeds is not None
    letters, starts = bytes(skeleton.data[: skeleton.length]), _little(skeleton.starts)
    check = zlib.crc32(text_sha256.encode(), zlib.crc32(starts, zlib.crc32(letters)))
    padding = bytes(-len(letters) % _ALIGNED)
    more = bytes(-(len(letters) + len(padding) + len(starts)) % _ALIGNED)
    yield from (letters, padding, starts, more)
    done = len(letters) + len(padding) + len(starts) + len(more)
    index = 0
    for part in seeds.to_parts():
        yield part
        index += len(part)
    sizes = len(letters), len(skeleton.starts), done, index
    yield _FOOTER.pack(_MAGIC, SKELETON_VERSION, INDEX_VERSION, *sizes, check)


def _little(numbers: object) -> bytes:
    """Return numbers of four bytes, the least first, whatever the machine."""
    values = array("I", numbers)  # type: ignore[call-overload]
    if sys.byteorder == "big":
        values.byteswap()
    return bytes(values.tobytes())


def _read(text: str, text_sha256: str, data: bytes | mmap.mmap) -> Prepared | None:
    view = memoryview(data)
    if len(view) < _FOOTER.size:
        return None
    magic, skeleton_version, index_version, letters, count, done, index, check = (
        _FOOTER.unpack_from(view, len(view) - _FOOTER.size)
    )
    if (magic, skeleton_version, index_version) != (_MAGIC, SKELETON_VERSION, INDEX_VERSION):
        return None
    if done + index + _FOOTER.size != len(view) or letters + 4 * count > done:
        return None
    first = letters + -letters % _ALIGNED
    starts = view[first : first + 4 * count]
    found = zlib.crc32(text_sha256.encode(), zlib.crc32(starts, zlib.crc32(view[:letters])))
    if found != check:
        return None
    numbers = array("I", starts.tobytes())
    if sys.byteorder == "big":
        numbers.byteswap()
    if not _fits(text, view, letters, numbers):
        return None
    seeds = index_from(data, letters, view[done : done + index])
    return Prepared(Skeleton(text, data, numbers), seeds) if seeds else None


def _fits(text: str, letters: memoryview, length: int, starts: "array[int]") -> bool:
    """Whether a skeleton is that of a text, judged by its length and a few of its blocks."""
    blocks = -(-len(text) // BLOCK)
    if len(starts) != blocks + 1 or starts[0] != 0 or starts[-1] != length:
        return False
    for block in {0, blocks // 3, blocks // 2, blocks - 1}:
        part = letters[starts[block] : starts[block + 1]]
        if part != skeleton_bytes(text[block * BLOCK : (block + 1) * BLOCK]):
            return False
    return True
