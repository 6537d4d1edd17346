"""Strangers' words as our sentences show them: on one line, without controls, not too long."""

from typing import Any
from unicodedata import category

LONGEST = 200
# Invisible, and part of the spelling of words in several scripts.
_JOINERS = "\u200c\u200d"


def one_line(text: str, limit: int = LONGEST) -> str:
    """
    Return `text` on one line of at most `limit` characters.

    Names of sources come from anywhere and end up in notes that agents read:
    what looks like a new paragraph there could be taken for an instruction, and
    characters that reorder or hide text for something else than it is.
    """
    flat = " ".join("".join(map(_visible, text[: 4 * limit])).split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def shortened(value: Any, limit: int = LONGEST) -> str:
    """Return the `repr` of `value`, cut to `limit` characters."""
    if isinstance(value, str | bytes):
        shown = repr(value[:limit])
    else:
        try:
            shown = repr(value)
        except (ValueError, RecursionError):
            shown = f"a {type(value).__name__}"
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def _visible(character: str) -> str:
    if character.isprintable() or character in _JOINERS:
        return character
    if character.isspace():
        return " "
    return "" if category(character) == "Cf" else "\ufffd"
