"""Reads plain text, JSON, YAML and tables (CSV): kept as written, with their shape noted."""

import csv
import io
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from citation_engine.display import one_line
from citation_engine.errors import SourceUnreadable
from citation_engine.formats.plain import clean_source_text, decode
from citation_engine.formats.tree import (
    MOST_CHARACTERS,
    TreeNode,
    check_json,
    check_yaml,
    read_documents,
    read_json,
    value_marks,
)
from citation_engine.model.layout import Layout, Mark
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
DELIMITERS = ",;\t|"
# Of columns, and of characters in a column's name, that are noted as metadata.
MOST_SHOWN = 200
_LINES = (".jsonl", ".ndjson")


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


class StructuredReader:
    """
    Keeps the text of a JSON file, so that offsets and quotes are those of the file.

    Every value is marked with its JSON Pointer; the lines of JSON Lines count as a list.
    """

    name = "structured"
    version = "2"

    def accepts(self, data: bytes, file_name: str) -> bool:
        """Files called JSON or JSON Lines."""
        return PurePath(file_name).suffix.lower() in (".json", ".geojson", *_LINES)

    def read(self, data: bytes, file_name: str) -> ReadText:
        """The file's own text and its values; refused where it is not JSON."""
        text, encoding = decode(data)
        text = clean_source_text(text)
        is_lines = PurePath(file_name).suffix.lower() in _LINES
        try:
            marks = _marks_of_json(text, is_lines=is_lines)
        except ValueError as error:
            raise _unreadable(file_name, "JSON", error) from error
        return ReadText(
            text=text,
            media_type="application/jsonl" if is_lines else "application/json",
            reader=self.name,
            reader_version=self.version,
            encoding=encoding,
            layout=Layout(marks=marks),
        )


class YamlReader:
    """
    Keeps the text of a YAML file, so that offsets and quotes are those of the file.

    Every value is marked with its JSON Pointer; several documents count as a list. Only the shape
    of the file is read: no tag makes an object, and an alias is not followed to its anchor.
    """

    name = "yaml"
    version = "1"

    def accepts(self, data: bytes, file_name: str) -> bool:
        """Files called YAML."""
        return PurePath(file_name).suffix.lower() in (".yaml", ".yml")

    def read(self, data: bytes, file_name: str) -> ReadText:
        """The file's own text and its values; refused where it is not YAML."""
        text, encoding = decode(data)
        text = clean_source_text(text)
        try:
            marks = _marks_of_yaml(text)
        except ValueError as error:
            raise _unreadable(file_name, "YAML", error) from error
        return ReadText(
            text=text,
            media_type="application/yaml",
            reader=self.name,
            reader_version=self.version,
            encoding=encoding,
            layout=Layout(marks=marks),
        )


class TableReader:
    """Keeps the text of a table, so that offsets and quotes are those of the file."""

    name = "table"
    version = "1"
    in_process = True

    def accepts(self, data: bytes, file_name: str) -> bool:
        """Files called CSV or TSV."""
        return PurePath(file_name).suffix.lower() in (".csv", ".tsv", ".tab")

    def read(self, data: bytes, file_name: str) -> ReadText:
        """The file's own text, its columns and the number of its rows."""
        text, encoding = decode(data)
        text = clean_source_text(text)
        return ReadText(
            text=text,
            media_type="text/csv",
            reader=self.name,
            reader_version=self.version,
            encoding=encoding,
            metadata=_shape(text, _delimiter(text, file_name)),
        )


def _marks_of_json(text: str, *, is_lines: bool) -> tuple[Mark, ...]:
    parts = _lines(text) if is_lines else iter([(text, 0)])
    if len(text) > MOST_CHARACTERS:
        for part, _ in parts:
            check_json(part)
        return ()
    values = [read_json(part, start) for part, start in parts]
    return value_marks(TreeNode(0, 0, values) if is_lines else values[0], text)


def _lines(text: str) -> Iterator[tuple[str, int]]:
    """The lines with words, and where each starts; other separators may stand inside a string."""
    at = 0
    for line in text.split("\n"):
        if line.strip():
            yield line, at
        at += len(line) + 1


def _marks_of_yaml(text: str) -> tuple[Mark, ...]:
    if len(text) > MOST_CHARACTERS:
        check_yaml(text)
        return ()
    documents = read_documents(text)
    root = documents[0] if len(documents) == 1 else TreeNode(0, 0, documents)
    return value_marks(root, text)


def _unreadable(file_name: str, format: str, error: ValueError) -> SourceUnreadable:
    return SourceUnreadable(
        f"{file_name} is not valid {format}: {one_line(str(error))}.",
        fix="Mend the file, or save it as .txt to cite it as plain text.",
    )


def _shape(text: str, delimiter: str) -> dict[str, Any]:
    """The columns and how many rows; nothing where the cells are longer than tables have them."""
    try:
        rows = csv.reader(io.StringIO(text), delimiter=delimiter)
        columns = [name[:MOST_SHOWN] for name in next(rows, [])[:MOST_SHOWN]]
        return {"columns": columns, "rows": sum(1 for _ in rows)}
    except csv.Error:
        return {}


def _delimiter(text: str, file_name: str) -> str:
    """The delimiter the header line has most of."""
    if PurePath(file_name).suffix.lower() in (".tsv", ".tab"):
        return "\t"
    header = text.split("\n", 1)[0]
    return max(DELIMITERS, key=header.count)
