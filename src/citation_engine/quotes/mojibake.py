"""
Text read in the wrong encoding: "fÃ¼r" is "für", written in UTF-8 and read as Windows-1252.

Only what is valid UTF-8 when read the other way is mended, so nothing is guessed.
"""

import re

from citation_engine.language.rewrite import Change

_MOST_TIMES = 3
# What the bytes from 0x80 are in Windows-1252, those it leaves undefined as in Latin-1.
_CHARACTERS = {
    bytes([byte]).decode("windows-1252", "ignore") or chr(byte): byte for byte in range(0x80, 0x100)
}
_BYTES = _CHARACTERS | {chr(byte): byte for byte in range(0x80, 0x100)}
_CONTINUED = re.escape("".join(c for c, byte in sorted(_BYTES.items()) if byte < 0xC0))
# Bytes that begin a character of several bytes in UTF-8, and those that go on with it.
_MISREAD = re.compile(
    rf"(?:[\u00c2-\u00df][{_CONTINUED}]|[\u00e0-\u00ef][{_CONTINUED}]{{2}}"
    rf"|[\u00f0-\u00f4][{_CONTINUED}]{{3}})+"
)
# Most texts have no two such characters in a row, which is quick to see.
_SUSPECT = re.compile(r"[\u00c2-\u00f4][^\x00-\x7f]")


def misread(text: str) -> list[Change]:
    """Return the stretches of a text that were read in the wrong encoding, with what they mean."""
    if text.isascii() or not _SUSPECT.search(text):
        return []
    changes: list[Change] = []
    for found in _MISREAD.finditer(text):
        meant = _meant(found.group())
        if meant is not None:
            changes.append((*found.span(), meant))
    return changes


def mended(text: str) -> str | None:
    """Return a text with its misread stretches mended, or None where there are none."""
    new = text
    for _ in range(_MOST_TIMES):
        changes = misread(new)
        if not changes:
            break
        for start, end, meant in reversed(changes):
            new = new[:start] + meant + new[end:]
    return None if new == text else new


def _meant(characters: str) -> str | None:
    try:
        return bytes(_BYTES[c] for c in characters).decode("utf-8")
    except (KeyError, UnicodeDecodeError):
        return None
