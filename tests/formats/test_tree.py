"""The marks of values: all of them while they are few, the outer ones when they are many."""

import json

from citation_engine.collect.readers.text import StructuredReader
from citation_engine.formats import tree as trees
from citation_engine.markers.reading import find_markers
from citation_engine.model.draft import DraftFormat


def pointers(value, name: str = "a.json") -> list[str]:
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return [mark.name for mark in StructuredReader().read(data, name).layout.marks]


def test_values_are_marked_from_the_outside_in():
    assert pointers({"a": [1, {"b": "x"}]}) == ["", "/a", "/a/0", "/a/1", "/a/1/b"]


def test_lines_count_as_a_list_and_a_separator_in_a_string_ends_no_line():
    assert pointers('{"a": "x\u2028y"}\n\n[2]\n'.encode(), "a.jsonl") == [
        "/0",
        "/0/a",
        "/1",
        "/1/0",
    ]


def test_of_very_many_values_only_the_outer_ones_have_a_mark():
    inner = [0] * (trees.MOST_MARKS + 1)

    assert pointers({"a": inner, "b": {"c": 1}}) == ["", "/a", "/b"]
    assert pointers(inner) == [""]


def test_a_very_deep_value_has_the_pointer_of_one_around_it():
    deep = "[" * 500 + "1" + "]" * 500

    assert len(pointers(deep.encode())) == trees.DEEPEST + 1


def test_pointers_of_long_keys_do_not_outgrow_the_text():
    tree: object = 1
    for number in range(50):
        tree = {f"{number}" + "k" * 1000: tree}

    assert max(map(len, pointers(tree))) <= trees.LONGEST_POINTER


def test_a_long_text_is_checked_and_not_looked_into():
    data = json.dumps(["x" * trees.MOST_CHARACTERS]).encode()

    assert pointers(data) == []


def test_markers_in_both_values_of_a_repeated_key_are_seen():
    text = "a: Ten [1].\na: Six [2].\n"

    assert [marker.numbers for marker in find_markers(text, DraftFormat.YAML)] == [(1,), (2,)]
