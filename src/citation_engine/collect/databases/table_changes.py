"""Tells how one table differs from another: columns, rows, cells, order."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from citation_engine.collect.databases.results import Row, Table
from citation_engine.model.rerun import ChangedCell

SHOWN = 20
LONGEST_CELL = 200


@dataclass(frozen=True, slots=True)
class Difference:
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


def compare_tables(before: Table, after: Table, *, ordered: bool) -> Difference:
    """
    How `after` differs from `before`.

    Rows are compared over the columns both have, whatever their order there. The order of
    the rows counts only where the query asked for one.
    """
    names, old, new = _aligned(before, after)
    gone = _missing(before.columns, after.columns) if names is not None else ()
    came = _missing(after.columns, before.columns) if names is not None else ()
    if names is None:
        return Difference(
            columns_added=_names(after), columns_removed=_names(before), columns=_names(after)
        )
    removed, added = _only_in(old, new), _only_in(new, old)
    changed, removed_left, added_left = _paired(names, old, new, removed, added)
    return Difference(
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


def summary_of(difference: Difference, rows_before: int, rows_after: int) -> str:
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
