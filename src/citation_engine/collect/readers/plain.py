"""Reads plain text, Markdown and everything else that is text as it stands."""

from pathlib import PurePath

from citation_engine.formats.plain import clean_source_text, decode
from citation_engine.ports import ReadText

MEDIA_TYPES = {
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".rst": "text/x-rst",
    ".txt": "text/plain",
    ".text": "text/plain",
    ".log": "text/plain",
    ".tex": "text/x-tex",
}


class PlainReader:
    """Takes text as it is: line ends are made uniform, nothing is removed."""

    name = "plain"
    version = "1"
    in_process = True

    def accepts(self, data: bytes, file_name: str) -> bool:
        """Files with a text suffix, and anything without NUL bytes that decodes as UTF-8."""
        if PurePath(file_name).suffix.lower() in MEDIA_TYPES:
            return True
        return PurePath(file_name).suffix == "" and looks_like_text(data)

    def read(self, data: bytes, file_name: str) -> ReadText:
        """The text, with its media type by the file's suffix."""
        text, encoding = decode(data)
        media_type = MEDIA_TYPES.get(PurePath(file_name).suffix.lower(), "text/plain")
        return ReadText(
            text=clean_source_text(text),
            media_type=media_type,
            reader=self.name,
            reader_version=self.version,
            encoding=encoding,
        )


def looks_like_text(data: bytes) -> bool:
    """Whether the beginning is valid UTF-8 without control bytes that text does not have."""
    head = data[:4096]
    if b"\0" in head:
        return False
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > len(head) - 4 > 0
    return True
