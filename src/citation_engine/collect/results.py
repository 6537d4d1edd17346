"""Shows a database result as text that can be stored, quoted and judged."""

import json
from collections.abc import Mapping, Sequence
from datetime import date, time, timedelta
from decimal import Decimal
from pathlib import PurePath
from typing import Any
from uuid import UUID

from citation_engine.errors import InvalidInput

_SPELT_OUT = (date, time, timedelta, Decimal, UUID, PurePath)


def show_result(result: Any) -> str:
    """A result as text: strings as they are, rows as a table, anything else as JSON."""
    if isinstance(result, str):
        return result
    try:
        rows = _rows(result)
        if rows:
            return _table(rows)
        return json.dumps(result, ensure_ascii=False, indent=1, default=_plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(
            f"The result cannot be shown as text: {error}.",
            fix="Pass a string, a list of rows (mappings), or JSON values.",
        ) from error


def _rows(result: Any) -> list[dict[Any, Any]]:
    """The rows of a result that is a sequence of mappings, or of rows that act like them."""
    if not isinstance(result, Sequence) or not all(map(_is_row, result)):
        return []
    return [{name: row[name] for name in row.keys()} for row in result]  # noqa: SIM118


def _is_row(value: Any) -> bool:
    return isinstance(value, Mapping) or (hasattr(value, "keys") and hasattr(value, "__getitem__"))


def _table(rows: list[dict[Any, Any]]) -> str:
    columns = list(dict.fromkeys(name for row in rows for name in row))
    lines = [columns, *([row.get(name) for name in columns] for row in rows)]
    return "\n".join(" | ".join(map(_cell, line)) for line in lines)


def _cell(value: Any) -> str:
    """A value on one line, so that a cell cannot look like further rows."""
    if value is None:
        return ""
    if isinstance(value, list | dict | tuple):
        return json.dumps(value, ensure_ascii=False, default=_plain)
    shown = value if isinstance(value, str | int | float) else _plain(value)
    return " ".join(str(shown).split("\n"))


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
