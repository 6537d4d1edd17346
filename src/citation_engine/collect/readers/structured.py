"""Reads JSON: kept as it was written, once it is known to be JSON, with its values marked."""

import json
from collections.abc import Iterator
from pathlib import PurePath

from citation_engine.errors import SourceUnreadable
from citation_engine.formats.plain import clean_source_text, decode
from citation_engine.formats.values import (
    MOST_CHARACTERS,
    ValueTree,
    marks_of,
    values_of_json,
)
from citation_engine.model.layout import Layout
from citation_engine.ports import ReadText

_LINES = (".jsonl", ".ndjson")


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
        tree = ValueTree()
        if is_lines:
            tree.begin(0, is_mapping=False)
        try:
            for part, start in _parts(text) if is_lines else [(text, 0)]:
                json.loads(part)
                if len(text) <= MOST_CHARACTERS:
                    values_of_json(part, tree, start)
        except (ValueError, RecursionError) as error:
            raise SourceUnreadable(
                f"{file_name} is not valid JSON: {_first_line(error)}.",
                fix="Mend the file, or save it as .txt to cite it as plain text.",
            ) from error
        return ReadText(
            text=text,
            media_type="application/jsonl" if is_lines else "application/json",
            reader=self.name,
            reader_version=self.version,
            encoding=encoding,
            layout=Layout(marks=marks_of(tree.values)),
        )


def _parts(text: str) -> Iterator[tuple[str, int]]:
    """The lines with words, and where each starts; other separators may stand inside a string."""
    at = 0
    for line in text.split("\n"):
        if line.strip():
            yield line, at
        at += len(line) + 1


def _first_line(error: Exception) -> str:
    return "nested too deeply" if isinstance(error, RecursionError) else str(error).split("\n")[0]
