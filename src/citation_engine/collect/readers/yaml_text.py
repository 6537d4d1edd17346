"""Reads YAML: kept as it was written, once it is known to be YAML, with its values marked."""

from pathlib import PurePath
from typing import Any

from citation_engine.display import one_line
from citation_engine.errors import SourceUnreadable
from citation_engine.formats.plain import clean_source_text, decode
from citation_engine.formats.values import MOST_CHARACTERS, Value, ValueTree, marks_of
from citation_engine.model.layout import Layout
from citation_engine.ports import ReadText

# Values inside values, beyond which a file is made to do harm.
MOST_DEPTH = 1_000


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
            values = _values_of(text)
        except ValueError as error:
            raise SourceUnreadable(
                f"{file_name} is not valid YAML: {one_line(str(error))}.",
                fix="Mend the file, or save it as .txt to cite it as plain text.",
            ) from error
        return ReadText(
            text=text,
            media_type="application/yaml",
            reader=self.name,
            reader_version=self.version,
            encoding=encoding,
            layout=Layout(marks=marks_of(values)),
        )


def _values_of(text: str) -> list[Value]:
    """The values of a YAML text. Raises `ValueError` where it is none."""
    import yaml  # type: ignore[import-untyped]

    # The one in C reads the same and is many times faster; not every platform has it.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    values = _Values(text)
    try:
        for event in yaml.parse(text, Loader=loader):
            if len(text) <= MOST_CHARACTERS:
                values.take(event)
    except yaml.MarkedYAMLError as error:
        line = f" in line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise ValueError(f"{error.problem or error.context}{line}") from error
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error
    return values.result()


class _Values:
    """The values of a file while its events come in."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tree = ValueTree()
        # Several documents count as the items of a list.
        self._tree.begin(0, is_mapping=False)
        self._documents = 0
        self._end = 0

    def take(self, event: Any) -> None:
        """One step through the file."""
        kind = type(event).__name__
        start, end = event.start_mark.index, event.end_mark.index
        if kind == "DocumentStartEvent":
            self._documents += 1
        elif kind in ("MappingStartEvent", "SequenceStartEvent"):
            if self._tree.depth > MOST_DEPTH:
                raise ValueError(f"it is nested more than {MOST_DEPTH:,} levels deep")
            self._tree.begin(start, is_mapping=kind == "MappingStartEvent")
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            # Without a bracket, the end is only noticed at what comes next.
            self._end = end if end > start else self._end
            self._tree.end(self._end)
        elif kind == "ScalarEvent":
            self._end = start + len(self._text[start:end].rstrip())
            self._tree.scalar(start, self._end, event.value)
        elif kind == "AliasEvent":
            self._end = end
            self._tree.skip()

    def result(self) -> list[Value]:
        """All values."""
        if self._documents != 1:
            return self._tree.values
        return [
            value._replace(pointer=value.pointer.removeprefix("/0"), depth=value.depth - 1)
            for value in self._tree.values
        ]
