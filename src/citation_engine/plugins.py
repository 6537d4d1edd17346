"""Finds an adapter by name, ours or a stranger's, and loads it when it is first asked for."""

from importlib import import_module
from typing import Any

from citation_engine.errors import InvalidSetting

BUILT_IN = {
    "judges": {"none": "citation_engine.verify.judges.none:NoJudge"},
    "readers": {
        "structured": "citation_engine.collect.readers.structured:StructuredReader",
        "table": "citation_engine.collect.readers.table:TableReader",
        "plain": "citation_engine.collect.readers.plain:PlainReader",
    },
}


def names(group: str) -> list[str]:
    """The names known in a group, ours first."""
    return list(dict.fromkeys([*BUILT_IN[group], *(p.name for p in _installed(group))]))


def load(group: str, name: str) -> Any:
    """The adapter of that name, made new."""
    if name in BUILT_IN[group]:
        module, _, attribute = BUILT_IN[group][name].partition(":")
        return getattr(import_module(module), attribute)()
    for point in _installed(group):
        if point.name == name:
            return point.load()()
    raise InvalidSetting(
        f"There is no {group.removesuffix('s')} called {name!r}.",
        fix=f"Use one of: {', '.join(names(group))}.",
    )


def _installed(group: str) -> Any:
    from importlib.metadata import entry_points

    return entry_points(group=f"citation_engine.{group}")
