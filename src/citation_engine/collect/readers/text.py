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
from citation_engine.model.passage import Layout, Mark
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


class _TextReader:
    """Keeps the text of a file, so that offsets and quotes are those of the file."""

    name = ""
    version = "1"
    format = ""
    suffixes: tuple[str, ...] = ()

    def accepts(self, data: bytes, file_name: str) -> bool:
        """Files called so."""
        return _suffix(file_name) in self.suffixes

    def read(self, data: bytes, file_name: str) -> ReadText:
        """The file's own text and its shape; refused where it is not what it is called."""
        text, encoding = decode(data)
        text = clean_source_text(text)
        try:
            shape = self._shape(text, file_name)
        except ValueError as error:
            raise SourceUnreadable(
                f"{file_name} is not valid {self.format}: {one_line(str(error))}.",
                fix="Mend the file, or save it as .txt to cite it as plain text.",
            ) from error
        return ReadText(
            text=text,
            reader=self.name,
            reader_version=self.version,
            encoding=encoding,
            **shape,
        )

    def _shape(self, text: str, file_name: str) -> dict[str, Any]:
        """The media type, and what else is known of the text. Raises `ValueError`."""
        raise NotImplementedError


class PlainReader(_TextReader):
    """Takes text as it is: line ends are made uniform, nothing is removed."""

    name = "plain"
    in_process = True

    def accepts(self, data: bytes, file_name: str) -> bool:
        """Files with a text suffix, and anything without NUL bytes that decodes as UTF-8."""
        suffix = _suffix(file_name)
        return suffix in MEDIA_TYPES or (suffix == "" and looks_like_text(data))

    def _shape(self, text: str, file_name: str) -> dict[str, Any]:
        return {"media_type": MEDIA_TYPES.get(_suffix(file_name), "text/plain")}


class StructuredReader(_TextReader):
    """Takes JSON and marks every value with its JSON Pointer; JSON Lines count as a list."""

    name = "structured"
    version = "2"
    format = "JSON"
    suffixes = (".json", ".geojson", *_LINES)

    def _shape(self, text: str, file_name: str) -> dict[str, Any]:
        is_lines = _suffix(file_name) in _LINES
        media_type = "application/jsonl" if is_lines else "application/json"
        marks = _marks_of_json(text, is_lines=is_lines)
        return {"media_type": media_type, "layout": Layout(marks=marks)}


class YamlReader(_TextReader):
    """
    Takes YAML and marks every value with its JSON Pointer; several documents count as a list.

    Only the shape of the file is read: no tag makes an object, and an alias is not followed to
    its anchor.
    """

    name = "yaml"
    format = "YAML"
    suffixes = (".yaml", ".yml")

    def _shape(self, text: str, file_name: str) -> dict[str, Any]:
        layout = Layout(marks=_marks_of_yaml(text))
        return {"media_type": "application/yaml", "layout": layout}


class TableReader(_TextReader):
    """Takes CSV and TSV, and notes the columns and the number of rows."""

    name = "table"
    suffixes = (".csv", ".tsv", ".tab")
    in_process = True

    def _shape(self, text: str, file_name: str) -> dict[str, Any]:
        metadata = _columns_and_rows(text, _delimiter(text, file_name))
        return {"media_type": "text/csv", "metadata": metadata}


def _suffix(file_name: str) -> str:
    return PurePath(file_name).suffix.lower()


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


def _columns_and_rows(text: str, delimiter: str) -> dict[str, Any]:
    """The columns and how many rows; nothing where the cells are longer than tables have them."""
    try:
        rows = csv.reader(io.StringIO(text), delimiter=delimiter)
        columns = [name[:MOST_SHOWN] for name in next(rows, [])[:MOST_SHOWN]]
        return {"columns": columns, "rows": sum(1 for _ in rows)}
    except csv.Error:
        return {}


def _delimiter(text: str, file_name: str) -> str:
    """The delimiter the header line has most of."""
    if _suffix(file_name) in (".tsv", ".tab"):
        return "\t"
    header = text.split("\n", 1)[0]
    return max(DELIMITERS, key=header.count)
