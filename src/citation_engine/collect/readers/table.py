"""Reads CSV and TSV: kept as written, with the shape of the table noted."""

import csv
import io
from pathlib import PurePath

from citation_engine.errors import SourceUnreadable
from citation_engine.ports import ReadText
from citation_engine.text.clean import clean_source_text, decode

DELIMITERS = ",;\t|"


class TableReader:
    """Keeps the text of a table, so that offsets and quotes are those of the file."""

    name = "table"
    version = "1"

    def accepts(self, data: bytes, file_name: str) -> bool:
        """Files called CSV or TSV."""
        return PurePath(file_name).suffix.lower() in (".csv", ".tsv", ".tab")

    def read(self, data: bytes, file_name: str) -> ReadText:
        """The file's own text, its columns and the number of its rows."""
        text, encoding = decode(data)
        text = clean_source_text(text)
        try:
            rows = list(csv.reader(io.StringIO(text), delimiter=_delimiter(text, file_name)))
        except csv.Error as error:
            raise SourceUnreadable(
                f"{file_name} is not a table that can be read: {error}.",
                fix="Mend the file, or save it as .txt to cite it as plain text.",
            ) from error
        return ReadText(
            text=text,
            media_type="text/csv",
            reader=self.name,
            reader_version=self.version,
            encoding=encoding,
            metadata={"columns": rows[0] if rows else [], "rows": max(0, len(rows) - 1)},
        )


def _delimiter(text: str, file_name: str) -> str:
    """The delimiter the header line has most of."""
    if PurePath(file_name).suffix.lower() in (".tsv", ".tab"):
        return "\t"
    header = text.split("\n", 1)[0]
    return max(DELIMITERS, key=header.count)
