"""
Reads the `sources.yaml` of a skill: a list of source rows, or a mapping with that list.

The values are those of YAML 1.2, so that `no` is a word and a date is a text. Aliases and tags
are refused: a few lines of them can stand for more rows than fit into memory.
"""

import json
from pathlib import Path
from typing import Any

from citation_engine.display import one_line, shortened
from citation_engine.errors import InvalidInput
from citation_engine.formats.plain import decode
from citation_engine.formats.tree import TreeNode, read_yaml

MOST_BYTES = 20_000_000
MOST_DEPTH = 50
LISTS = ("sources", "sources_pool")


def read_sources(given: str | Path) -> list[dict[str, Any]]:
    """Return the rows of a `sources.yaml`, given as its text or its path; JSON is YAML too."""
    where = str(given) if isinstance(given, Path) else "The text"
    text = _text_of(given) if isinstance(given, Path) else given
    if len(text) > MOST_BYTES:
        raise _refused(where, f"it has more than {MOST_BYTES:,} characters")
    try:
        return rows_in(_value_of(text), where)
    except (ValueError, RecursionError) as error:
        raise _refused(where, str(error)) from error


def rows_in(value: Any, where: str) -> list[dict[str, Any]]:
    """Return the list of rows in what was read; nothing at all is no rows."""
    if isinstance(value, dict):
        value = next((value[name] for name in LISTS if name in value), [value])
    rows = [] if value is None else value
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise InvalidInput(
            f"{where} is not a list of source rows: {shortened(value, 80)}.",
            fix='Write a list whose items have a "sid" and a "title" or a "url".',
        )
    return rows


def _text_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise InvalidInput(
            f"{one_line(str(path))} cannot be read: {error.strerror}.", fix="Check the path."
        ) from error
    return decode(data)[0]


def _value_of(text: str) -> Any:
    """JSON is read as JSON, because YAML reads some of its escapes otherwise."""
    if text.lstrip()[:1] in ("[", "{"):
        try:
            return json.loads(text)
        except json.JSONDecodeError:
            pass
    tree = read_yaml(text, most_depth=MOST_DEPTH, tags=False)
    return _plain(tree) if tree else None


def _refused(where: str, fault: str) -> InvalidInput:
    return InvalidInput(
        f"{one_line(where)} is not a sources.yaml: {one_line(fault)}.",
        fix="Mend it, or hand in the rows as a list.",
    )


def _plain(node: TreeNode) -> Any:
    if isinstance(node.value, list):
        return [_plain(item) for item in node.value]
    if node.repeated is not None:
        raise ValueError(f"the key {shortened(node.repeated, 80)} is there twice")
    if isinstance(node.value, dict):
        return {key: _plain(member) for key, member in node.pairs}
    return node.value
