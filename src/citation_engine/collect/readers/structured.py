"""Reads JSON: kept as it was written, once it is known to be JSON."""

import json
from pathlib import PurePath

from citation_engine.errors import SourceUnreadable
from citation_engine.ports import ReadText
from citation_engine.text.clean import clean_source_text, decode


class StructuredReader:
    """Keeps the text of a JSON file, so that offsets and quotes are those of the file."""

    name = "structured"
    version = "1"

    def accepts(self, data: bytes, file_name: str) -> bool:
        """Files called JSON or JSON Lines."""
        return PurePath(file_name).suffix.lower() in (".json", ".jsonl", ".ndjson", ".geojson")

    def read(self, data: bytes, file_name: str) -> ReadText:
        """The file's own text; refused where it is not JSON."""
        text, encoding = decode(data)
        lines = PurePath(file_name).suffix.lower() in (".jsonl", ".ndjson")
        try:
            for part in [p for p in text.splitlines() if p.strip()] if lines else [text]:
                json.loads(part)
        except (ValueError, RecursionError) as error:
            raise SourceUnreadable(
                f"{file_name} is not valid JSON: {_first_line(error)}.",
                fix="Mend the file, or save it as .txt to cite it as plain text.",
            ) from error
        return ReadText(
            text=clean_source_text(text),
            media_type="application/jsonl" if lines else "application/json",
            reader=self.name,
            reader_version=self.version,
            encoding=encoding,
        )


def _first_line(error: Exception) -> str:
    return "nested too deeply" if isinstance(error, RecursionError) else str(error).split("\n")[0]
