"""
Shows a database result as text that can be stored, quoted and judged, and keeps its cells.

The text is what is cited. The cells are kept beside it, so that the same query can be
run again and the results compared cell by cell.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from decimal import Decimal
from itertools import islice
from pathlib import PurePath
from typing import Any
from uuid import UUID

from citation_engine.display import one_line
from citation_engine.errors import InvalidInput

MEDIA_TYPE = "application/vnd.citation-engine.result+json"
MOST_ROWS = 1_000_000

_SPELT_OUT = (date, time, timedelta, Decimal, UUID, PurePath)
_MISSING = {"NAType", "NaTType"}
_VERSION = 1
_SHOW = "Pass a string, a list of rows (mappings), a cursor, a data frame, or JSON values."

Row = tuple[str | None, ...]
_Found = tuple[list[Any] | None, Sequence[Sequence[Any]]]


@dataclass(frozen=True, slots=True)
class Table:
    """The cells of a result as they read; None is the database's NULL, which is no text."""

    columns: tuple[str, ...] | None
    rows: tuple[Row, ...]

    def encoded(self) -> bytes:
        """The table as bytes that are the same for the same table."""
        data = {"v": _VERSION, "columns": self.columns, "rows": self.rows}
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "surrogatepass"
        )

    @classmethod
    def decoded(cls, data: bytes) -> "Table | None":
        """The table in such bytes, or None where they hold something else."""
        try:
            held = json.loads(data)
            if held["v"] != _VERSION:
                return None
            columns = None if held["columns"] is None else tuple(held["columns"])
            return cls(columns, tuple(tuple(row) for row in held["rows"]))
        except (ValueError, KeyError, TypeError, RecursionError):
            return None


@dataclass(frozen=True, slots=True)
class Taken:
    """A result as it is stored: its text, and its cells where it has some."""

    text: str
    table: Table | None


def take_result(result: Any, columns: Sequence[str] | None = None) -> Taken:
    """
    A result in any of the forms people have it in.

    Strings stay as they are. Rows are a table: mappings, rows of a driver, tuples whose
    `columns` are named, a cursor after `execute`, a data frame. Anything else is JSON.
    """
    if isinstance(result, str):
        return Taken(result, None)
    try:
        names, rows = _named_rows(result, columns)
        if names is not None:
            return Taken(_shown_table(names, rows), table_of(names, rows))
        text = json.dumps(result, ensure_ascii=False, indent=1, default=_plain)
        return Taken(text, _bare_table(result))
    except (TypeError, ValueError, RecursionError, KeyError, AttributeError) as error:
        raise InvalidInput(
            f"The result cannot be shown as text: {one_line(str(error))}.", fix=_SHOW
        ) from error


def show_result(result: Any) -> str:
    """A result as text: strings as they are, rows as a table, anything else as JSON."""
    return take_result(result).text


def table_of(columns: Iterable[Any] | None, rows: Iterable[Iterable[Any]]) -> Table:
    """The table of these rows."""
    names = None if columns is None else tuple(str(_missing_as_none(name)) for name in columns)
    return Table(names, tuple(tuple(map(cell_text, row)) for row in rows))


def plain_parameters(parameters: Any) -> list[Any] | dict[str, Any] | None:
    """The values for a query's placeholders as they are kept: what JSON has, dates as text."""
    if parameters is None:
        return None
    if isinstance(parameters, Mapping) and all(isinstance(name, str) for name in parameters):
        return {name: _parameter(value) for name, value in parameters.items()}
    if isinstance(parameters, list | tuple):
        return [_parameter(value) for value in parameters]
    raise InvalidInput(
        f"The parameters are a {type(parameters).__name__}.",
        fix="Give a list of values, or a mapping of names and values.",
    )


def _parameter(value: Any) -> Any:
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, _SPELT_OUT):
        return str(value)
    raise InvalidInput(
        f"A parameter is a {type(value).__name__}, which cannot be kept.",
        fix="Give texts, numbers, dates, true or false, or None.",
    )


def show_table(table: Table) -> str:
    """A table as it is stored and cited."""
    names = table.columns or tuple(f"column {n}" for n in range(1, _width(table) + 1))
    return _shown_table(names, table.rows)


def cell_text(value: Any) -> str | None:
    """A value as it reads, or None where the database has none."""
    value = _missing_as_none(value)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, list | dict | tuple):
        return json.dumps(value, ensure_ascii=False, default=_plain)
    return str(value if isinstance(value, int | float) else _plain(value))


# the forms results come in --------------------------------------------------------------------


def _named_rows(result: Any, columns: Sequence[str] | None) -> _Found:
    """The columns and rows of a result that is a table, else None."""
    if columns is not None:
        return _with_columns(list(columns), _bounded(_rows_of(result)))
    if isinstance(result, Mapping):
        return _in_parts(result)
    if _is_cursor(result):
        return _fetched(result)
    if hasattr(result, "columns") and not isinstance(result, Sequence):
        return _framed(result)
    if not isinstance(result, Sequence) or not result or isinstance(result, bytes | bytearray):
        return None, []
    if all(map(_is_row, result)):
        rows = [{name: row[name] for name in row.keys()} for row in result]  # noqa: SIM118
        names = list(dict.fromkeys(name for row in rows for name in row))
        return names, [[row.get(name) for name in names] for row in rows]
    if all(hasattr(row, "_fields") and isinstance(row, tuple) for row in result):
        return _with_columns(list(result[0]._fields), list(result))
    return None, []


def _rows_of(result: Any) -> Any:
    return result.fetchmany(MOST_ROWS + 1) if _is_cursor(result) else result


def _in_parts(result: Mapping[str, Any]) -> _Found:
    """A table whose columns and rows are given apart."""
    names = result.get("columns")
    rows = result.get("rows", result.get("data"))
    if not isinstance(names, Sequence) or isinstance(names, str) or not isinstance(rows, list):
        return None, []
    if not all(isinstance(row, list | tuple) and len(row) == len(names) for row in rows):
        return None, []
    return list(names), rows


def _with_columns(names: list[Any], rows: list[Any]) -> _Found:
    lists = [[row[name] for name in names] if _is_row(row) else list(row) for row in rows]
    for row in lists:
        if len(row) != len(names):
            raise ValueError(f"a row has {len(row)} cells, and there are {len(names)} columns")
    return names, lists


def _is_cursor(value: Any) -> bool:
    return hasattr(value, "fetchmany") and (hasattr(value, "description") or hasattr(value, "keys"))


def _fetched(cursor: Any) -> _Found:
    """The rows that a cursor still has, under the names it gives them."""
    described = getattr(cursor, "description", None)
    if described is None and callable(getattr(cursor, "keys", None)):
        described = [(name,) for name in cursor.keys()]  # noqa: SIM118  A result is no mapping.
    if described is None:
        raise ValueError("the cursor has no rows; run a query with it first")
    names = [part[0] for part in described]
    return _with_columns(names, _bounded(cursor.fetchmany(MOST_ROWS + 1)))


def _framed(frame: Any) -> _Found:
    """The rows of a data frame, by what data frames can do."""
    names = getattr(frame, "column_names", None) or list(frame.columns)
    if callable(getattr(frame, "itertuples", None)):
        rows = list(islice(frame.itertuples(index=False, name=None), MOST_ROWS + 1))
    elif callable(getattr(frame, "rows", None)):
        rows = list(frame.rows())
    elif callable(getattr(frame, "to_pylist", None)):
        rows = [[row[name] for name in names] for row in frame.to_pylist()]
    else:
        return None, []
    cells = [[_missing_as_none(_nan_as_none(value)) for value in row] for row in _bounded(rows)]
    return _with_columns(list(names), cells)


def _bounded(rows: Any) -> list[Any]:
    listed = list(islice(rows, MOST_ROWS + 1))
    if len(listed) > MOST_ROWS:
        raise ValueError(f"it has more than {MOST_ROWS:,} rows")
    return listed


def _bare_table(result: Any) -> Table | None:
    """The cells of a result without names for its columns: rows, one row, or one value."""
    if isinstance(result, Mapping):
        if any(isinstance(value, Mapping | list | tuple) for value in result.values()):
            return None
        return table_of(result, [list(result.values())])
    if isinstance(result, list | tuple):
        if all(isinstance(row, list | tuple) and len(row) == len(result[0]) for row in result):
            return table_of(None, result)
        return None
    scalar = isinstance(result, (int, float, *_SPELT_OUT))
    return table_of(None, [[result]]) if scalar else None


# values ---------------------------------------------------------------------------------------


def _is_row(value: Any) -> bool:
    return isinstance(value, Mapping) or (hasattr(value, "keys") and hasattr(value, "__getitem__"))


def _shown_table(columns: Iterable[Any], rows: Iterable[Iterable[Any]]) -> str:
    lines = [columns, *rows]
    return "\n".join(" | ".join(map(_on_one_line, line)) for line in lines)


def _on_one_line(value: Any) -> str:
    """A value on one line, so that a cell cannot look like further rows."""
    return " ".join((cell_text(value) or "").split("\n"))


def _missing_as_none(value: Any) -> Any:
    """A value of a numeric library as a plain one; its signs for a missing one are None."""
    if type(value).__name__ in _MISSING:
        return None
    if hasattr(value, "dtype") and callable(getattr(value, "item", None)):
        return value.item()
    return value


def _nan_as_none(value: Any) -> Any:
    """Data frames have no NULL for numbers and write NaN instead."""
    return None if isinstance(value, float) and value != value else value


def _width(table: Table) -> int:
    return max((len(row) for row in table.rows), default=0)


def _plain(value: Any) -> Any:
    """What databases give beside the types of JSON; an object's address is not its value."""
    if isinstance(value, _SPELT_OUT):
        return str(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value).decode("utf-8", "backslashreplace")
    if isinstance(value, set | frozenset):
        return sorted(value, key=str)
    if _is_row(value):
        return {str(name): value[name] for name in value.keys()}  # noqa: SIM118
    raise TypeError(f"{type(value).__name__} is not a value that can be written down")
