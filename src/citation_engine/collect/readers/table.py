"""Reads CSV and TSV: kept as written, with the shape of the table noted."""

import csv
import io
from pathlib import PurePath
from typing import Any

from citation_engine.formats.plain import clean_source_text, decode
from citation_engine.ports import ReadText

DELIMITERS = ",;\t|"
# Of columns, and of characters in a column's name, that are noted as metadata.
MOST_SHOWN = 200


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
