"""Looks into zip files within limits: what unpacks to more than it should is not unpacked."""

import io
import lzma
import zipfile
import zlib

from citation_engine.errors import SourceUnreadable

MIB = 1024 * 1024
MOST_MEMBERS = 10_000
MOST_BYTES = 256 * MIB
# Text seldom shrinks to a twentieth; small files may be anything.
MOST_RATIO = 100
FREE_BYTES = MIB
_FAULTS = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError),
    *(NotImplementedError, RuntimeError, ValueError),
)


class ZippedFile:
    """The members of a zip file. Raises `SourceUnreadable` for damaged and for hostile ones."""

    def __init__(self, data: bytes, file_name: str) -> None:
        self.file_name = file_name
        self._packed = len(data)
        self._unpacked = 0
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
        except _FAULTS as error:
            raise self._unreadable(f"is not a zip file that can be opened ({error})") from error
        if len(self._archive.infolist()) > MOST_MEMBERS:
            raise self._unreadable(f"has more than {MOST_MEMBERS:,} files in it")
        self.names = frozenset(self._archive.namelist())

    def read(self, name: str) -> bytes:
        """The bytes of a member; the limits count for all that is read together."""
        left = min(MOST_BYTES, FREE_BYTES + MOST_RATIO * self._packed) - self._unpacked
        try:
            with self._archive.open(name) as member:
                data = member.read(left + 1)
        except KeyError:
            raise self._unreadable(f"has no file {name!r} in it") from None
        except _FAULTS as error:
            raise self._unreadable(f"is damaged at {name!r} ({error})") from error
        if len(data) > left:
            raise self._unreadable("unpacks to far more than it should")
        self._unpacked += len(data)
        return data

    def _unreadable(self, what: str) -> SourceUnreadable:
        return SourceUnreadable(
            f"{self.file_name} {what}.", fix="Save the document anew and add that."
        )
