"""
Strangers' words made harmless for terminals, build logs and XML, with nothing hidden.

What cannot be shown as it is has a name in its place, such as `<U+202E>`. So a reader sees that
something is there, and a caret stands where it should.
"""

import re
from unicodedata import category, combining, east_asian_width

from citation_engine.display import one_line

TAB = "    "
# Invisible, and part of the spelling of words in several scripts.
_JOINERS = "\u200c\u200d"
_SOFT_HYPHEN = "\u00ad"
_CONTROL_PICTURES = 0x2400
_DELETE = "\x7f"
# Build servers take these for commands wherever they stand in a line of a log.
_LOG_COMMAND = re.compile(r"##(?:vso)?\[", re.IGNORECASE)
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_TURNS = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_STEERS = re.compile(f"[\x00-\x1f\x7f-\x9f{_TURNS}\u2028\u2029\ud800-\udfff]")
_HALVES = re.compile("[\ud800-\udfff]")
_WORD_SPLIT_AT_LINE_END = "\u00ad\n"


def named(character: str) -> str:
    """The name that stands in for a character, such as `<U+202E>`."""
    return f"<U+{ord(character):04X}>"


def cell(character: str) -> str:
    """How one character of a line is shown."""
    if character.isprintable() or character in _JOINERS:
        return character
    if character == "\t":
        return TAB
    if category(character) == "Zs":
        return " "
    if character == _SOFT_HYPHEN:
        return ""
    if character < " ":
        return chr(_CONTROL_PICTURES + ord(character))
    return "\u2421" if character == _DELETE else named(character)


def cells(line: str) -> list[str]:
    """How each character of a line is shown; what a build server would obey is broken."""
    shown = [cell(character) for character in line]
    for found in _LOG_COMMAND.finditer(line):
        shown[found.end() - 1] = named("[")
    return shown


def width(shown: str) -> int:
    """How many columns of a terminal a text takes."""
    return len(shown) if shown.isascii() else sum(map(_width, shown))


def _width(character: str) -> int:
    if combining(character) or category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def flat(text: str, limit: int = 500) -> str:
    """A text on one line, without controls, of at most `limit` characters."""
    shown = one_line(text.replace(_WORD_SPLIT_AT_LINE_END, "- "), limit)
    return _LOG_COMMAND.sub(lambda found: found[0][:-1] + named("["), shown)


def path(name: str) -> str:
    """The name of a file at the start of a line, where `::` would command a build server."""
    shown = flat(name)
    return f"./{shown}" if shown.startswith(":") else shown


def for_xml(text: str) -> str:
    """A text with a name in place of every character that XML cannot hold or should not."""
    return _NOT_XML.sub(lambda found: named(found[0]), text)


def harmless(text: str) -> str:
    """A text with a name in place of every character that could steer a terminal or end a line."""
    return _STEERS.sub(lambda found: named(found[0]), text)


def whole(text: str) -> str:
    """A text with U+FFFD in place of half characters, which other tools refuse."""
    return _HALVES.sub("\ufffd", text)
