"""Decides which files may enter a pool: texts, images and PDF."""

from pathlib import Path
from typing import Any

from citation_engine.collect.roots import allowed_roots, check_root
from citation_engine.collect.web.media import charset_of, settled_type, stated_type
from citation_engine.display import one_line, shortened
from citation_engine.errors import InvalidInput, SourceNotFound
from citation_engine.settings import Settings

_LOOKED_AT = 64 * 1024


def attachment_facts(path: Path, mime: str | None, settings: Settings) -> dict[str, Any]:
    """
    Return the type and the size of a file that may enter; refuse any other with a sentence.

    What is said about a file must be true of its first bytes. Where nothing is said, they decide.
    """
    roots = allowed_roots(settings)
    place = check_root(path, roots) if roots else path
    shown = one_line(path.name)
    stated = stated_type(mime or "")
    if mime and not stated:
        raise InvalidInput(
            f"{shortened(mime, 80)} is not a media type.", fix="Give one such as text/plain."
        )
    if stated and not _may_enter(stated):
        raise _refused(shown, stated)
    start, size = _look(place, shown)
    found, fault = settled_type(stated, start, charset_of(mime or "", start))
    if fault and stated:
        raise InvalidInput(f"{shown} {fault}.", fix="Name the type it has, or leave it out.")
    if not _may_enter(found):
        raise _refused(shown, found)
    return {"mime": stated or found, "size_bytes": size}


def _may_enter(media_type: str) -> bool:
    return media_type.startswith(("text/", "image/")) or media_type == "application/pdf"


def _refused(shown: str, media_type: str) -> InvalidInput:
    return InvalidInput(
        f"{shown} is {media_type}. Only texts, images and PDF files enter a pool.",
        fix="Convert it to PDF or text, or add it to the library with `engine.add(...)`.",
    )


def _look(path: Path, shown: str) -> tuple[bytes, int]:
    try:
        with path.open("rb") as file:
            return file.read(_LOOKED_AT), path.stat().st_size
    except FileNotFoundError as error:
        raise SourceNotFound(f"There is no file {shown}.", fix="Check the path.") from error
    except OSError as error:
        raise InvalidInput(
            f"{shown} cannot be read: {error.strerror}.", fix="Name a file that can be read."
        ) from error
