"""
Files on this machine: which are meant, which may be read on somebody else's word, their bytes.

Only ordinary files are read, and no more of them than the limit.
"""

import os
import re
import stat
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from citation_engine.collect.identity import shown_path
from citation_engine.display import one_line
from citation_engine.errors import AccessDenied, InvalidInput, SourceNotFound, SourceUnreadable
from citation_engine.settings import Settings
from citation_engine.urls import is_web_address

# A named pipe would keep us waiting for somebody to write into it.
_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
_LEADS_OUT = "Links that lead out of their folder are not followed"
_LEADS_TO_HIDDEN = "Links to hidden files and folders are not followed"
_LEADS_NOWHERE = "Links that lead nowhere are left out"
# Hidden files, and what office programs and file managers leave beside those one works on.
_HIDDEN = re.compile(r"\.|~\$|(?:thumbs\.db|desktop\.ini)\Z", re.IGNORECASE)
_OWN = "Databases and the files of this tool are left out"
_OWN_NAMES = ("citation-engine.toml",)
_DATABASE = b"SQLite format 3\0"
# What stands beside a database of ours, by the ends of its names.
BESIDE_DATABASE = ("-wal", "-shm", "-journal", ".checkpoints")
# How reports begin that the tool wrote: JSON and SARIF, JUnit, HTML.
_OWN_REPORT = re.compile(
    rb'(?:"name": |<testsuites name=|name="generator" content=)"Citation Engine"'
)
_HEAD = 4096
_PAGE_FOLDER = re.compile(r"(.+)[-_][^\W\d_]+")
_DECORATION = re.compile(
    r"\.(?:gif|png|jpe?g|svg|webp|ico|css|js|woff2?|download)\Z", re.IGNORECASE
)
_SENTENCE_ENDS = ".!?…:;)]}\"'”’»"
_SENTENCE_WORDS = 5
_ENDS_AS_FILE = re.compile(r"[/\\]|\.[A-Za-z]\w{0,7}\s*\Z")


@dataclass(slots=True)
class Listing:
    """The addresses and files meant, each once and in order, and what was left out of folders."""

    things: list[str] = field(default_factory=list)
    # By the reason.
    left_out: dict[str, list[Path]] = field(default_factory=dict)

    @property
    def notes(self) -> list[str]:
        """What was left out, a sentence for each reason, and how to use it."""
        return [
            f"{reason}: {', '.join(one_line(shown_path(path)) for path in paths)}."
            + ("" if reason in (_LEADS_NOWHERE, _OWN) else " To use one, name it itself.")
            for reason, paths in self.left_out.items()
        ]


def is_text(given: str) -> bool:
    """
    Whether a string is a text rather than a path or an address.

    It is one where it has a line break or is blank, or where no file is called so and it reads as
    a sentence: several words, the last with a mark after it, or five words and more.
    """
    words = given.split()
    if "\n" in given or not words:
        return True
    if len(words) < 2 or is_web_address(given) or os.path.exists(given):  # noqa: PTH110
        return False
    if words[-1][-1] in _SENTENCE_ENDS:
        return True
    return len(words) >= _SENTENCE_WORDS and not _ENDS_AS_FILE.search(given)


def list_things(paths: Sequence[str], left_out: Collection[Path] = ()) -> Listing:
    """
    List the addresses and files meant; a folder stands for the files in it and in its folders.

    Files and folders whose names begin with a dot are left out, and so are links that lead out
    of the folders that were named, because whoever made such a link may not be whom its target
    is meant for. So are databases, what the tool itself wrote, and the pictures and scripts of a
    saved page. What was named itself is always taken.
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
    refused: dict[str, dict[Path, None]] = {}
    for path in paths:
        if path not in folders:
            things[path] = None
            continue
        for entry in _entries_of(Path(path)):
            reason = _reason_against(entry, roots)
            if reason is None and entry.resolve() in left_out:
                continue
            reason = reason or (_OWN if _is_own(entry) else None)
            if reason and os.path.abspath(entry) not in named:  # noqa: PTH100
                refused.setdefault(reason, {})[entry] = None
            elif entry.is_file():
                things[str(entry)] = None
    return Listing(list(things), {reason: list(found) for reason, found in refused.items()})


def _is_own(path: Path) -> bool:
    """Whether a file in a folder is a database, or was written by this tool."""
    if path.name in _OWN_NAMES:
        return True
    for end in BESIDE_DATABASE:
        if path.name.endswith(end):
            return _head_of(path.with_name(path.name.removesuffix(end))).startswith(_DATABASE)
    head = _head_of(path)
    return head.startswith(_DATABASE) or bool(_OWN_REPORT.search(head))


def _head_of(path: Path) -> bytes:
    """The first bytes of an ordinary file; none where it cannot be read."""
    try:
        if not path.is_file():
            return b""
        with path.open("rb") as file:
            return file.read(_HEAD)
    except OSError:
        return b""


def _entries_of(folder: Path) -> Iterator[Path]:
    """The files of a folder and of the folders in it and the links to folders, hidden ones not."""
    for place, folders, files in os.walk(folder, onerror=_refuse_folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        linked = (name for name in folders if Path(place, name).is_symlink())
        is_part = _is_part_of_page(Path(place))
        for name in (*linked, *sorted(files)):
            if not _HIDDEN.match(name) and not (is_part and _DECORATION.search(name)):
                yield Path(place, name)


def _is_part_of_page(folder: Path) -> bool:
    """Whether a browser saved a page beside a folder of its pictures: `rye.html`, `rye_files`."""
    named = _PAGE_FOLDER.fullmatch(folder.name)
    ends = (".html", ".htm") if named else ()
    return any(folder.with_name(f"{named[1]}{end}").is_file() for end in ends if named)


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


def _refuse_folder(error: OSError) -> None:
    raise SourceUnreadable(
        f"The folder {error.filename} cannot be read: {error.strerror}.",
        fix="Check that you may read it.",
    )


def allowed_roots(settings: Settings) -> list[Path]:
    """The folders an operator opened; none where nothing was set."""
    named = (settings.file_roots or "").split(os.pathsep)
    return [Path(name).resolve() for name in named if name.strip()]


def is_below(path: Path, roots: list[Path]) -> bool:
    """Whether a path leads to something below one of the folders, all links followed."""
    try:
        place = path.resolve()
    except (OSError, RuntimeError, ValueError):
        return False
    return any(place.is_relative_to(root) for root in roots)


def check_root(path: Path, roots: list[Path]) -> Path:
    """The path with all links followed, if it lies below one of the folders."""
    if is_below(path, roots):
        return path.resolve()
    named = ", ".join(one_line(str(root)) for root in roots)
    raise AccessDenied(
        f"{one_line(str(path))} is not below a folder that may be read ({named}).",
        fix="Put the file there, or add its folder to CITATION_FILE_ROOTS.",
    )


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
            _check_ordinary(shown, os.fstat(opened), limit)
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


def _check_ordinary(shown: str, facts: os.stat_result, limit: int) -> None:
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
