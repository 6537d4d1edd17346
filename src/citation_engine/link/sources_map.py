"""
Reads a sources map: a file that says which source each marker means.

It is a JSON, YAML or TOML file with one pair for each marker, or a CSV file with two columns.
The pairs may stand under `sources`. Whatever cannot be understood is refused with its place:
a pair that is left out would make a marker mean something else.
"""

import csv
import io
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from citation_engine.display import one_line, shortened
from citation_engine.errors import InvalidInput
from citation_engine.formats.tree import TreeNode, read_yaml
from citation_engine.link.names import label_of

MOST_CHARACTERS = 20_000_000
MOST_DEPTH = 20

_UNDER = ("sources", "sources_map", "sources-map")
_KEYS = ("marker", "label", "number", "key", "id", "sid", "nr")
_VALUES = ("source", "path", "file", "url", "identifier", "quelle", "datei", "address")
_FIX = 'Write one pair for each marker, such as "1": "docs/report.pdf".'


def read_sources_map(path_text: str, name: str) -> dict[str, str]:
    """
    Return what each marker means, by its label (`1`, `S1`, `smith2020`), from a file's text.

    `name` is the file's name: its ending says how to read it.
    """
    text = path_text.removeprefix("\ufeff")
    shown = one_line(name, 120) or "The sources map"
    if len(text) > MOST_CHARACTERS:
        raise InvalidInput(
            f"{shown} has more than {MOST_CHARACTERS:,} characters.", fix="Give a smaller file."
        )
    ending = name.rpartition(".")[2].lower()
    if ending in ("csv", "tsv"):
        return _checked(_csv_pairs(text, shown, tabbed=ending == "tsv"), shown)
    readers = {"json": _json, "toml": _toml, "yaml": _yaml, "yml": _yaml}
    if ending not in readers:
        raise InvalidInput(
            f"{shown} is no kind of sources map that is known.",
            fix="Give a file that ends in .json, .yaml, .toml or .csv.",
        )
    try:
        value = readers[ending](text)
    except (ValueError, RecursionError) as error:
        fault = one_line(str(error)) or "it is nested too deep"
        raise InvalidInput(f"{shown} cannot be read: {fault}.", fix=_FIX) from error
    return _checked(_pairs(value, shown), shown)


class _Twice(dict[str, Any]):
    """A mapping that was written with a key more than once, and which."""

    key = ""


def _pairs(value: Any, shown: str) -> Iterator[tuple[str, Any, str]]:
    """The pairs of a mapping or of a list of rows, each with where it stands."""
    if isinstance(value, dict):
        inner = next(
            (value[key] for key in _UNDER if isinstance(value.get(key), dict | list)), None
        )
        if inner is not None and len(value) == 1:
            value = inner
    if isinstance(value, _Twice):
        raise InvalidInput(
            f"{shown} has {shortened(value.key, 80)} twice.", fix="Leave one of the two out."
        )
    if isinstance(value, dict):
        yield from (
            (str(key), given, f"at {shortened(str(key), 80)}") for key, given in value.items()
        )
    elif isinstance(value, list) and all(isinstance(row, dict) for row in value):
        for number, row in enumerate(value, 1):
            yield _row(row, f"in item {number}", shown)
    else:
        raise InvalidInput(f"{shown} is no mapping: {shortened(value, 80)}.", fix=_FIX)


def _row(row: dict[str, Any], where: str, shown: str) -> tuple[str, Any, str]:
    known = {str(key).strip().lower(): given for key, given in row.items()}
    key = next((known[name] for name in _KEYS if known.get(name) not in (None, "")), None)
    value = next((known[name] for name in _VALUES if known.get(name) not in (None, "")), None)
    if key is None or value is None:
        raise InvalidInput(
            f"{shown} has no marker or no source {where}: {shortened(row, 120)}.",
            fix='Give each row a "marker" and a "source".',
        )
    return str(key), value, where


def _checked(pairs: Iterable[tuple[str, Any, str]], shown: str) -> dict[str, str]:
    """The pairs with their labels in one spelling; two that mean the same must agree."""
    found: dict[str, str] = {}
    for key, given, where in pairs:
        label = label_of(key)
        if not label:
            raise InvalidInput(f"{shown} has a pair without a marker {where}.", fix=_FIX)
        if not isinstance(given, str) or not given.strip():
            raise InvalidInput(
                f"{shown} gives no path and no address {where}: {shortened(given, 80)}.", fix=_FIX
            )
        value = given.strip()
        if found.setdefault(label, value) != value:
            raise InvalidInput(
                f"{shown} gives two sources for {one_line(label, 80)!r}: "
                f"{one_line(found[label], 80)} and, {where}, {one_line(value, 80)}.",
                fix="Leave one of the two out.",
            )
    return found


def _json(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A mapping; JSON allows a key twice, and would drop the first without a word."""
    counts = Counter(key for key, _ in pairs)
    if len(counts) == len(pairs):
        return dict(pairs)
    repeated = _Twice(pairs)
    repeated.key = counts.most_common(1)[0][0]
    return repeated


def _toml(text: str) -> Any:
    return tomllib.loads(text.replace("\r\n", "\n"))


def _yaml(text: str) -> Any:
    tree = read_yaml(text, most_depth=MOST_DEPTH, tags=False)
    return _said(tree) if tree else None


def _said(node: TreeNode) -> Any:
    """Every scalar as it was written: a marker called `010` or `no` is no number, no truth."""
    if isinstance(node.value, list):
        return [_said(item) for item in node.value]
    if isinstance(node.value, dict):
        return _once([(key, _said(member)) for key, member in node.pairs])
    return node.text


def _csv_pairs(text: str, shown: str, *, tabbed: bool) -> Iterator[tuple[str, Any, str]]:
    first = text.partition("\n")[0]
    delimiter = "\t" if tabbed else max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    heads: list[str] | None = None
    try:
        for row in reader:
            where = f"in line {reader.line_num}"
            cells = [cell.strip() for cell in row]
            if not any(cells):
                continue
            if heads is None:
                heads = [cell.lower() for cell in cells]
                if _is_head(heads):
                    continue
                heads = []
            yield _cells(cells, heads, where, shown)
    except csv.Error as error:
        raise InvalidInput(
            f"{shown} cannot be read in line {reader.line_num}: {one_line(str(error))}.", fix=_FIX
        ) from error


def _is_head(cells: list[str]) -> bool:
    return any(cell in _KEYS for cell in cells) and any(cell in _VALUES for cell in cells)


def _cells(cells: list[str], heads: list[str], where: str, shown: str) -> tuple[str, Any, str]:
    if heads:
        return _row(dict(zip(heads, cells, strict=False)), where, shown)
    if len(cells) < 2 or any(cells[2:]) or not re.search(r"\w", cells[0]):
        raise InvalidInput(
            f"{shown} has no pair of marker and source {where}: {shortened(cells, 120)}.",
            fix="Write two columns: the marker and the source.",
        )
    return cells[0], cells[1], where
