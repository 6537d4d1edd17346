"""Finds the files and addresses that are meant by paths, folders and addresses."""

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from citation_engine.errors import SourceNotFound, SourceUnreadable
from citation_engine.urls import is_web_address


def things_in(paths: Sequence[str], left_out: Collection[Path] = ()) -> list[str]:
    """
    Return the addresses and files meant, each once, in order; folders with all folders in them.

    Files and folders whose names begin with a dot are left out, and links to folders are not
    followed. What was named itself is always taken.
    """
    missing = [p for p in paths if not (is_web_address(p) or Path(p).exists())]
    if missing:
        raise SourceNotFound(
            f"There is no file or folder {', '.join(missing)}.", fix="Check the path."
        )
    found: dict[str, None] = {}
    for path in paths:
        if not is_web_address(path) and Path(path).is_dir():
            inside = (file for file in files_in(Path(path)) if file.resolve() not in left_out)
            found.update((str(file), None) for file in inside)
        else:
            found[path] = None
    return list(found)


def files_in(folder: Path) -> Iterator[Path]:
    """The files of a folder and the folders in it, by name, without hidden ones."""
    for place, folders, files in os.walk(folder, onerror=_refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(place, name)
            if not name.startswith(".") and path.is_file():
                yield path


def _refuse(error: OSError) -> None:
    raise SourceUnreadable(
        f"The folder {error.filename} cannot be read: {error.strerror}.",
        fix="Check that you may read it.",
    )
