"""Finds an adapter by name, ours or a stranger's, and loads it when it is first asked for."""

from importlib import import_module
from typing import Any

from citation_engine.errors import CitationError, InvalidSetting
from citation_engine.text.shown import one_line, shortened

BUILT_IN = {
    "judges": {"none": "citation_engine.verify.judges.none:NoJudge"},
    "readers": {
        "pdf": "citation_engine.collect.readers.pdf:PdfReader",
        "pymupdf": "citation_engine.collect.readers.pymupdf:PyMuPdfReader",
        "html": "citation_engine.collect.readers.html:HtmlReader",
        "epub": "citation_engine.collect.readers.epub:EpubReader",
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
            return _made(group, point)
    raise InvalidSetting(
        f"There is no {group.removesuffix('s')} called {shortened(name)}.",
        fix=f"Use one of: {', '.join(names(group))}.",
    )


def _made(group: str, point: Any) -> Any:
    """What a stranger's entry point makes; whatever it does wrong is said with its name."""
    try:
        return point.load()()
    except CitationError:
        raise
    except Exception as error:
        raise InvalidSetting(
            f"The {group.removesuffix('s')} {point.name!r} ({point.value}) cannot be loaded: "
            f"{type(error).__name__}: {one_line(str(error))}.",
            fix="Mend or remove the package that brings it.",
        ) from error


def _installed(group: str) -> Any:
    from importlib.metadata import entry_points

    return entry_points(group=f"citation_engine.{group}")
