"""
Shows a database result as text that can be stored, quoted and judged, and keeps its cells.

The text is what is cited. The cells are kept beside it, so that the same query can be run again
and the results compared: columns, rows, cells, order.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from decimal import Decimal
from itertools import islice
from pathlib import PurePath
from typing import Any
from uuid import UUID

from citation_engine.display import one_line
from citation_engine.errors import InvalidInput
from citation_engine.model.source import ChangedCell

MEDIA_TYPE = "application/vnd.citation-engine.result+json"
MOST_ROWS = 1_000_000

_SPELT_OUT = (date, time, timedelta, Decimal, UUID, PurePath)
_MISSING = {"NAType", "NaTType"}
_VERSION = 1
_SHOW = "Pass a string, a list of rows (mappings), a cursor, a data frame, or JSON values."

Row = tuple[str | None, ...]
_Found = tuple[list[Any] | None, Sequence[Sequence[Any]]]
SHOWN = 20
LONGEST_CELL = 200


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
class TakenResult:
    """A result as it is stored: its text, and its cells where it has some."""

    text: str
    table: Table | None


def take_result(result: Any, columns: Sequence[str] | None = None) -> TakenResult:
    """
    A result in any of the forms people have it in.

    Strings stay as they are. Rows are a table: mappings, rows of a driver, tuples whose
    `columns` are named, a cursor after `execute`, a data frame. Anything else is JSON.
    """
    if isinstance(result, str):
        return TakenResult(result, None)
    try:
        names, rows = named_rows(result, columns)
        if names is not None:
            return TakenResult(_shown_table(names, rows), table_of(names, rows))
        text = json.dumps(result, ensure_ascii=False, indent=1, default=_plain)
        return TakenResult(text, _bare_table(result))
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


def named_rows(result: Any, columns: Sequence[str] | None = None) -> _Found:
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


@dataclass(frozen=True, slots=True)
class TableDifference:
    """How the second table differs; everything is there in full."""

    columns: tuple[str, ...] = ()
    columns_added: tuple[str, ...] = ()
    columns_removed: tuple[str, ...] = ()
    added: list[Row] = field(default_factory=list)
    removed: list[Row] = field(default_factory=list)
    changed: list[ChangedCell] = field(default_factory=list)
    rows_changed: int = 0
    reordered: bool = False

    @property
    def none(self) -> bool:
        """Whether the tables are the same."""
        columns = self.columns_added or self.columns_removed
        return not (columns or self.added or self.removed or self.changed or self.reordered)


def compare_tables(before: Table, after: Table, *, ordered: bool) -> TableDifference:
    """
    How `after` differs from `before`.

    Rows are compared over the columns both have, whatever their order there. The order of
    the rows counts only where the query asked for one.
    """
    names, old, new = _aligned(before, after)
    gone = _missing(before.columns, after.columns) if names is not None else ()
    came = _missing(after.columns, before.columns) if names is not None else ()
    if names is None:
        return TableDifference(
            columns_added=_names(after), columns_removed=_names(before), columns=_names(after)
        )
    removed, added = _only_in(old, new), _only_in(new, old)
    changed, removed_left, added_left = _paired(names, old, new, removed, added)
    return TableDifference(
        columns=names,
        columns_added=came,
        columns_removed=gone,
        added=added_left,
        removed=removed_left,
        changed=changed,
        rows_changed=len(removed) - len(removed_left),
        reordered=ordered and not (removed or added) and old != new,
    )


def _names(table: Table) -> tuple[str, ...]:
    width = max((len(row) for row in table.rows), default=0)
    return table.columns or tuple(f"column {n}" for n in range(1, width + 1))


def _aligned(
    before: Table, after: Table
) -> tuple[tuple[str, ...] | None, Sequence[Row], Sequence[Row]]:
    """The common columns and the rows over them; None where nothing can be laid side by side."""
    old, new = before.columns, after.columns
    if old is None or new is None:
        names = new or old or _names(after)
        widths = {len(row) for row in (*before.rows, *after.rows)}
        if len(widths) > 1 or (widths and widths != {len(names)}):
            return None, (), ()
        return names, before.rows, after.rows
    if old == new:
        return old, before.rows, after.rows
    if len(set(old)) < len(old) or len(set(new)) < len(new):
        return None, (), ()
    common = tuple(name for name in old if name in set(new))
    if not common:
        return None, (), ()
    return common, _over(before, common), _over(after, common)


def _over(table: Table, names: Iterable[str]) -> list[Row]:
    columns = table.columns or ()
    places = [columns.index(name) for name in names]
    return [tuple(row[place] for place in places) for row in table.rows]


def _missing(these: tuple[str, ...] | None, those: tuple[str, ...] | None) -> tuple[str, ...]:
    """The columns of the one that the other does not have."""
    if these is None or those is None:
        return ()
    return tuple((Counter(these) - Counter(those)).elements())


def _only_in(these: Sequence[Row], those: Sequence[Row]) -> list[Row]:
    """The rows of the one that the other does not have, in order; equal rows are counted."""
    left = Counter(those)
    only = []
    for row in these:
        if left[row] > 0:
            left[row] -= 1
        else:
            only.append(row)
    return only


def _paired(
    names: tuple[str, ...],
    old: Sequence[Row],
    new: Sequence[Row],
    removed: list[Row],
    added: list[Row],
) -> tuple[list[ChangedCell], list[Row], list[Row]]:
    """The cells that differ between rows that are one row before and after; the rows left over."""
    key = _telling_column(len(names), old, new, removed, added)
    if key is None:
        if len(old) == len(new) == len(removed) == len(added) == 1:
            return _differing(names, None, old[0], new[0]), [], []
        return [], removed, added
    now = {row[key]: row for row in added}
    pairs = [(row, now[row[key]]) for row in removed if row[key] in now]
    changed = [cell for before, after in pairs for cell in _differing(names, key, before, after)]
    known = {before[key] for before, _ in pairs}
    removed = [row for row in removed if row[key] not in known]
    added = [row for row in added if row[key] not in known]
    return changed, removed, added


def _telling_column(
    width: int, old: Sequence[Row], new: Sequence[Row], removed: list[Row], added: list[Row]
) -> int | None:
    """The column that tells all rows apart and knows most changed rows again; the first of such."""
    best: int | None = None
    most = 0
    for place in range(width):
        if not (_tells_apart(old, place) and _tells_apart(new, place)):
            continue
        again = len({row[place] for row in removed} & {row[place] for row in added})
        if again > most:
            best, most = place, again
    return best


def _tells_apart(rows: Sequence[Row], place: int) -> bool:
    values = [row[place] for row in rows]
    return None not in values and len(set(values)) == len(values)


def _differing(
    names: tuple[str, ...], key: int | None, before: Row, after: Row
) -> list[ChangedCell]:
    row = None if key is None else f"{names[key]} = {_cut(before[key])}"
    return [
        ChangedCell(row=row, column=name, before=_cut(old), after=_cut(new))
        for name, old, new in zip(names, before, after, strict=True)
        if old != new
    ]


def shown_rows(rows: Sequence[Row]) -> tuple[Row, ...]:
    """The first rows, with long cells cut."""
    return tuple(tuple(map(_cut, row)) for row in rows[:SHOWN])


def summary_of(difference: TableDifference, rows_before: int, rows_after: int) -> str:
    """The difference in a sentence or two."""
    if difference.none:
        return f"The result is the same: {_count(rows_after, 'row')}."
    parts = [
        *(f"the column {name!r} was added" for name in difference.columns_added[:3]),
        *(f"the column {name!r} is gone" for name in difference.columns_removed[:3]),
        *([f"{_count(len(difference.added), 'row')} added"] if difference.added else []),
        *([f"{_count(len(difference.removed), 'row')} removed"] if difference.removed else []),
    ]
    if difference.changed:
        cells = _count(len(difference.changed), "cell")
        parts.append(f"{cells} changed in {_count(difference.rows_changed, 'row')}")
    if difference.reordered:
        parts.append("the same rows in another order")
    first = difference.changed[0] if difference.changed else None
    example = f" First: {_told(first)}." if first else ""
    counted = f"{rows_before:,} before, {rows_after:,} now"
    return f"The result has changed: {', '.join(parts)} (rows: {counted}).{example}"


def _told(cell: ChangedCell) -> str:
    where = f"{cell.column} where {cell.row}" if cell.row else cell.column
    return f"{where}: {_quoted(cell.before)} is now {_quoted(cell.after)}"


def _quoted(value: str | None) -> str:
    return "NULL" if value is None else repr(value)


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _cut(value: str | None) -> str | None:
    if value is None or len(value) <= LONGEST_CELL:
        return value
    return value[: LONGEST_CELL - 1] + "…"
