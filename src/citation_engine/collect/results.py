"""Shows a database result as text that can be stored, quoted and judged."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from citation_engine.errors import InvalidInput


def show_result(result: Any) -> str:
    """A result as text: strings as they are, rows as a table, anything else as JSON."""
    if isinstance(result, str):
        return result
    if _is_rows(result):
        columns = list(dict.fromkeys(name for row in result for name in row))
        lines = [columns, *([_cell(row.get(name)) for name in columns] for row in result)]
        return "\n".join(" | ".join(line) for line in lines)
    try:
        return json.dumps(result, ensure_ascii=False, indent=1, default=str)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(
            f"The result cannot be shown as text: {error}.",
            fix="Pass a string, a list of rows (mappings), or JSON values.",
        ) from error


def _is_rows(result: Any) -> bool:
    return (
        isinstance(result, Sequence)
        and bool(result)
        and all(isinstance(row, Mapping) for row in result)
    )


def _cell(value: Any) -> str:
    return "" if value is None else str(value)
