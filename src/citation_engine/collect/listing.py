"""Finds the files and addresses that are meant by paths, folders and addresses."""

import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from citation_engine.collect.identity import shown_path
from citation_engine.display import one_line
from citation_engine.errors import SourceNotFound, SourceUnreadable
from citation_engine.urls import is_web_address

_LEADS_OUT = "Links that lead out of their folder are not followed"
_LEADS_TO_HIDDEN = "Links to hidden files and folders are not followed"
_LEADS_NOWHERE = "Links that lead nowhere are left out"


@dataclass(slots=True)
class Listing:
    """The addresses and files meant, each once and in order, and the links that were left out."""

    things: list[str] = field(default_factory=list)
    # By the reason.
    links: dict[str, list[Path]] = field(default_factory=dict)

    @property
    def notes(self) -> list[str]:
        """Which links were left out, a sentence for each reason, and how to use them."""
        return [
            f"{reason}: {', '.join(one_line(shown_path(path)) for path in paths)}."
            + ("" if reason == _LEADS_NOWHERE else " To use one, name it itself.")
            for reason, paths in self.links.items()
        ]


def list_things(paths: Sequence[str], left_out: Collection[Path] = ()) -> Listing:
    """
    List the addresses and files meant; a folder stands for the files in it and in its folders.

    Files and folders whose names begin with a dot are left out, and so are links that lead out
    of the folders that were named, because whoever made such a link may not be whom its target
    is meant for. What was named itself is always taken.
    """
    missing = [p for p in paths if not (is_web_address(p) or Path(p).exists())]
    if missing:
        raise SourceNotFound(
            f"There is no file or folder {', '.join(missing)}.", fix="Check the path."
        )
    folders = {path for path in paths if not is_web_address(path) and Path(path).is_dir()}
    roots = [Path(folder).resolve() for folder in folders]
    named = {os.path.abspath(path) for path in paths}  # noqa: PTH100  It keeps links as they are.
    things: dict[str, None] = {}
    links: dict[str, dict[Path, None]] = {}
    for path in paths:
        if path not in folders:
            things[path] = None
            continue
        for entry in _entries_of(Path(path)):
            reason = _reason_against(entry, roots)
            if reason and os.path.abspath(entry) not in named:  # noqa: PTH100
                links.setdefault(reason, {})[entry] = None
            elif entry.is_file() and entry.resolve() not in left_out:
                things[str(entry)] = None
    return Listing(list(things), {reason: list(found) for reason, found in links.items()})


def _entries_of(folder: Path) -> Iterator[Path]:
    """The files of a folder and of the folders in it and the links to folders, hidden ones not."""
    for place, folders, files in os.walk(folder, onerror=_refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        linked = (name for name in folders if Path(place, name).is_symlink())
        for name in (*linked, *sorted(files)):
            if not name.startswith("."):
                yield Path(place, name)


def _reason_against(path: Path, roots: Sequence[Path]) -> str | None:
    """Why something in a folder is not read: all links in its path are followed to find out."""
    try:
        target = path.resolve()
    except (OSError, RuntimeError):
        return _LEADS_NOWHERE
    inside = [target.relative_to(root) for root in roots if target.is_relative_to(root)]
    if not inside:
        return _LEADS_OUT
    if path.is_symlink() and not path.exists():
        return _LEADS_NOWHERE
    is_hidden = all(any(part.startswith(".") for part in place.parts) for place in inside)
    return _LEADS_TO_HIDDEN if is_hidden else None


def _refuse(error: OSError) -> None:
    raise SourceUnreadable(
        f"The folder {error.filename} cannot be read: {error.strerror}.",
        fix="Check that you may read it.",
    )
