"""Rows for every table, made by hand or by citing."""

from sqlalchemy import Integer, LargeBinary, Table
from sqlalchemy.types import BigInteger

from citation_engine import CitationEngine
from citation_engine.store.schema import metadata

LAW = "Records are kept for ten years."


def fill(db: str, project: str = "default", claim: str = "Ten years.", **given) -> int:
    """Cite once in a project, and return the citation's id."""
    with CitationEngine(db, project=project, judge="none", **given) as engine:
        return engine.cite(claim, engine.add_text(LAW, name="law"), quote="ten years").citation_id


def row_of(table: Table, number: int) -> dict[str, object]:
    """A row whose every value belongs to this number."""
    row: dict[str, object] = {}
    for column in table.columns:
        if isinstance(column.type, LargeBinary):
            row[column.name] = f"bytes {number}".encode()
        elif isinstance(column.type, BigInteger | Integer):
            row[column.name] = number
        else:
            row[column.name] = f"text {number}"
    if "identity" in row:
        row["identity"] = 1  # So that every row counts in the partial index.
    return row


def with_key_of(table: Table, key: list[str], number: int, taken: int) -> dict[str, object]:
    """A row of its own, but for a key that another row has."""
    row, other = row_of(table, number), row_of(table, taken)
    return {**row, **{name: other[name] for name in key}}


def tables(*left_out: str) -> list[Table]:
    return [table for table in metadata.sorted_tables if table.name not in left_out]


def other_column(table: Table, key: list[str]) -> str:
    """A column to change; one outside the key where there is one."""
    names = [column.name for column in table.columns]
    return next((name for name in names if name not in key), names[0])
