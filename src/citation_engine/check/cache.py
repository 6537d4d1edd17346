"""A folder of files that can be deleted at any time: written at once, bounded, private."""

import logging
import os
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

_log = logging.getLogger(__name__)

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
