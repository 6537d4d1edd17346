"""Says which files may be read on somebody else's word: those under the allowed folders."""

import os
from pathlib import Path

from citation_engine.display import one_line
from citation_engine.errors import AccessDenied
from citation_engine.settings import Settings


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
