"""
Bytes to the text of a snapshot: decoding, and the few repairs that offsets are counted after.

Nothing is removed that a reader could have seen; `fold` forgives typography later.
"""

import codecs
import re

_REPLACEMENT = "\ufffd"
_LINE_END = re.compile(r"\r\n?")
_UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_LINE_END_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u2010]\n(?=[^\W\d_])")

# UTF-32 first: its little-endian mark begins with the one of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# How much of a text without a mark is looked at for zeros.
_LOOKED_AT = 4096
_FEWEST = 8


def decode(data: bytes) -> tuple[str, str]:
    """
    Return the text of `data` and the name of its encoding, whatever the bytes are.

    A byte order mark decides and is left out. Without one it is UTF-16 if every other byte of
    most of its beginning is zero, UTF-8 if all of it is valid UTF-8, else Windows-1252, in which
    hardly any bytes are undefined (those become U+FFFD).
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace"), encoding
    if unmarked := _unmarked_utf16(data[:_LOOKED_AT]):
        return data.decode(unmarked, "replace"), unmarked
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return data.decode("windows-1252", "replace"), "windows-1252"


def _unmarked_utf16(head: bytes) -> str | None:
    """UTF-16 without a mark, told by the zeros of its Latin letters; None where it is none."""
    first, second = head[::2].count(0), head[1::2].count(0)
    if (
        len(head) < _FEWEST
        or max(first, second) * 10 < len(head) * 4
        or min(first, second) * 20 > len(head)
    ):
        return None
    return "utf-16-be" if first > second else "utf-16-le"


def clean_source_text(text: str) -> str:
    """
    Return `text` as a snapshot stores it: one kind of line end, nothing unstorable.

    NUL and lone surrogates become U+FFFD, because databases and UTF-8 refuse them. Only the
    return and return-newline pairs count as foreign line ends; all other characters stay.
    """
    return _UNSTORABLE.sub(_REPLACEMENT, _LINE_END.sub("\n", text))


def soften_line_end_hyphens(text: str) -> str:
    """
    Return `text` with each hyphen that splits a word at a line end turned into a soft one.

    For readers of paged formats only, in which the line ends are the typesetter's; a hyphen in
    a text file is the author's. No offset changes.
    """

    def soften(hyphen: re.Match[str]) -> str:
        return "\u00ad\n" if text[hyphen.end()].islower() else hyphen.group()

    return _LINE_END_HYPHEN.sub(soften, text)


def lone_surrogate_at(text: str) -> int | None:
    """Return where the first surrogate stands in `text`: half a character, which UTF-8 refuses."""
    surrogate = _SURROGATE.search(text)
    return surrogate.start() if surrogate else None


def mend_surrogates(text: str) -> str:
    """
    Return `text` without lone surrogates.

    Halves of one character that arrived in two pieces are joined. A half alone becomes U+FFFD,
    which is as long as it in every unit, so that offsets stay true.
    """
    if text.isascii() or lone_surrogate_at(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
