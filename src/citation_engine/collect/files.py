"""Reads the bytes of a file: ordinary files only, and no more of them than the limit."""

import os
import stat
from pathlib import Path

from citation_engine.display import one_line
from citation_engine.errors import InvalidInput, SourceNotFound, SourceUnreadable

# A named pipe would keep us waiting for somebody to write into it.
_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


def read_bytes(path: Path, limit: int) -> bytes:
    """The bytes of an ordinary file. What it is, is asked of the opened file, not of its name."""
    shown = one_line(str(path))
    if os.path.isdir(path):  # noqa: PTH112  Path.is_dir raises for names that are too long.
        raise InvalidInput(
            f"{shown} is a folder.", fix="Name a file, or use `cite add` for every file in it."
        )
    try:
        opened = os.open(path, _FLAGS)
        try:
            _check(shown, os.fstat(opened), limit)
            with open(opened, "rb", closefd=False) as file:
                data = file.read(limit + 1)
        finally:
            os.close(opened)
    except FileNotFoundError as error:
        raise SourceNotFound(f"There is no file {shown}.", fix="Check the path.") from error
    except OSError as error:
        raise SourceUnreadable(
            f"{shown} cannot be read: {error.strerror or error}.",
            fix="Check the path, and that you may read the file.",
        ) from error
    if len(data) > limit:
        raise _too_large(shown, len(data), limit)
    return data


def _check(shown: str, facts: os.stat_result, limit: int) -> None:
    if not stat.S_ISREG(facts.st_mode):
        raise SourceUnreadable(
            f"{shown} is not an ordinary file.", fix="Save what it gives as a file and add that."
        )
    if facts.st_size > limit:
        raise _too_large(shown, facts.st_size, limit)


def _too_large(shown: str, size: int, limit: int) -> InvalidInput:
    return InvalidInput(
        f"{shown} has {size:,} bytes; the limit is {limit:,}.",
        fix="Split the file, or raise CITATION_MAX_SOURCE_BYTES.",
    )
