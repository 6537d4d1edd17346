"""The engine is made of parts: each its own class, and what they do the engine does too."""

import ast
import inspect
from pathlib import Path

import pytest

import citation_engine.engine
from citation_engine import CitationEngine

FOLDER = Path(citation_engine.engine.__file__).parent
VERBS = [
    name
    for name, method in inspect.getmembers(CitationEngine, inspect.isfunction)
    if hasattr(method, "__wrapped__")
]


@pytest.mark.parametrize("name", VERBS)
def test_a_verb_of_the_engine_is_that_of_one_of_its_parts(engine, name):
    verb = getattr(CitationEngine, name)
    owner = verb.__qualname__.partition(".")[0]
    [part] = [part for part in vars(engine).values() if type(part).__name__ == owner]

    assert inspect.unwrap(verb) is inspect.getattr_static(type(part), verb.__name__)
    assert inspect.getdoc(verb)


def test_the_parts_of_a_session_write_as_one(engine):
    other = engine.in_session("other")
    source = other.sources.add_text("Records are kept for ten years.", name="law")
    result = other.citations.cite("Ten years.", source, quote="ten years")

    assert [s.id for s in other.list_sources(session_id="other")] == [source.id]
    assert [c.id for c in engine.citations.list(session_id="other")] == [result.citation_id]
    assert other.ledger is engine.ledger


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_no_part_reaches_into_the_privates_of_another(path):
    reached = [
        ast.unparse(node)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.endswith("__")
        # A view of an engine is begun by the engine it is a view of.
        and ast.unparse(node.value) not in ("self", "other")
    ]

    assert reached == []
