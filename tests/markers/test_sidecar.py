"""Sidecars of JSON and YAML: what they say, what is wrong with them, and nothing that fails."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.markers import sidecar
from citation_engine.markers.sidecar import read_sidecar
from citation_engine.model.draft import DraftFormat

JSON = '{"a": {"b": "Ten \\u00e9 years."}, "_citations": [{"path": "/a/b", "sids": [1, 3]}]}'
YAML = "\ufeffa:\n  b: 'Ten é𝔘 years.'\n_citations:\n  - path: /a/b\n    sids: [1, 3]\n"


@pytest.mark.parametrize("text", [JSON, YAML])
def test_an_entry_names_a_string_and_its_sources(text):
    (entry,) = read_sidecar(text).entries

    assert (entry.path, entry.numbers, entry.problem) == ("/a/b", (1, 3), "")
    assert entry.target.of(text).strip("\"'").startswith("Ten")
    assert entry.marker.span.of(text) == entry.marker.text
    assert entry.marker.dialect == "sidecar"


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ('{"path": "/a/x", "sids": [1]}', "leads nowhere"),
        ('{"path": "/a", "sids": [1]}', "does not lead to a text"),
        ('{"path": "a/b", "sids": [1]}', "is not a JSON Pointer"),
        ('{"path": "/a/b~2", "sids": [1]}', "is not a JSON Pointer"),
        ('{"path": "/_citations/0/path", "sids": [1]}', "into the sidecar itself"),
        ('{"sids": [1]}', "has no path"),
        ('{"path": "/a/b"}', "has no list of sids"),
        ('{"path": "/a/b", "sids": []}', "names no source"),
        ('{"path": "/a/b", "sids": ["1"]}', "'1' is not the number"),
        ('{"path": "/a/b", "sids": [true]}', "True is not the number"),
        ('{"path": "/a/b", "sids": [1.0]}', "1.0 is not the number"),
        ('{"path": "/a/b", "sids": [0]}', "0 is not the number"),
        ('{"path": "/a/b", "sids": [[1]]}', "is not the number"),
        ('{"path": "/a/b", "sids": [9]}', "There is no source 9"),
        ('{"path": "/a/b", "path": "/a/b", "sids": [1]}', "twice"),
        ('"x"', "is not an entry"),
        (json.dumps({"path": "/a/b", "sids": [*range(1, 1_002)]}), "more than 1,000"),
    ],
)
def test_a_wrong_entry_says_what_is_wrong(entry, problem):
    text = JSON.replace('{"path": "/a/b", "sids": [1, 3]}', entry)

    (read,) = read_sidecar(text, known={1, 3}).entries

    assert problem in read.problem
    assert read.numbers == ()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "cannot be read"),
        ("[" * 5_000, "cannot be read"),
        ('{"_citations": 5}', "not a list of entries"),
        ("a: &x [1]\nb: *x\n", "alias"),
        ("a: b: c", "cannot be read"),
        ("a: 1\n---\nb: 2\n", "several documents"),
        ('{"a": ' + "9" * 5_000 + "}", "cannot be read"),
    ],
)
def test_a_broken_file_is_told_and_does_not_fail(text, problem):
    assert problem in read_sidecar(text).problem


@pytest.mark.parametrize("text", ["", "{}", "x", "[]", "a: no\n", '{"_citations": null}'])
def test_a_file_without_a_sidecar_has_no_entries_and_no_problem(text):
    read = read_sidecar(text)

    assert (read.entries, read.problem) == ((), "")


def test_the_sidecar_may_stand_elsewhere():
    text = '{"a/b": "Ten", "x": {"~": [{"path": "/a~1b", "sids": [2]}]}}'

    (entry,) = read_sidecar(text, pointer="/x/~0").entries

    assert (entry.numbers, entry.problem) == ((2,), "")


@pytest.mark.parametrize(
    ("text", "stripped"),
    [
        (JSON, '{"a": {"b": "Ten \\u00e9 years."}, "_citations": []}'),
        (
            '{"a": "x", "_citations": [{"path": "/a", "sids": [1]}, {"path": "/z", "sids": [2]}]}',
            '{"a": "x", "_citations": [{"path": "/z", "sids": [2]}]}',
        ),
        ("a: x\n_citations:\n  - path: /a\n    sids: [1]\n", "a: x\n_citations:\n"),
    ],
)
def test_stripping_takes_the_entries_that_are_understood(text, stripped):
    assert sidecar.strip(text) == stripped
    assert all(marker.problem for marker in sidecar.find(stripped))


def test_a_comment_behind_an_entry_is_no_part_of_it_and_stays():
    text = "a: x\n_citations:\n  - path: /a\n    sids: [1]\n  # checked\n"

    (marker,) = sidecar.find(text)

    assert marker.text == "path: /a\n    sids: [1]"
    assert "# checked" in sidecar.strip(text)


def test_an_entry_for_words_that_look_like_a_number_counts_in_yaml_only():
    yaml = "a: 1e5\n_citations: [{path: /a, sids: [1]}]\n"
    json = '{"a": 1e5, "_citations": [{"path": "/a", "sids": [1]}]}'

    assert [entry.problem for entry in read_sidecar(yaml).entries] == [""]
    assert "does not lead to a text" in read_sidecar(json).entries[0].problem


def test_a_pointer_names_a_key_as_it_is_written():
    text = "true: x\n010: y\n_citations: [{path: /true, sids: [1]}, {path: /010, sids: [2]}]\n"

    assert [entry.problem for entry in read_sidecar(text).entries] == ["", ""]


def test_the_numbers_of_an_entry_stay_in_their_order():
    text = '{"a": "x", "_citations": [{"path": "/a", "sids": [3, 1]}]}'

    assert [marker.numbers for marker in sidecar.find(text)] == [(3, 1)]


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(values, values)
def test_any_data_is_read_without_failing_and_with_exact_spans(data, beside):
    text = json.dumps({"data": data, "_citations": beside}, ensure_ascii=False)

    for format in (DraftFormat.JSON, DraftFormat.YAML):
        for entry in read_sidecar(text, format).entries:
            assert entry.marker.span.of(text) == entry.marker.text
            assert entry.problem or entry.numbers


@given(st.text(max_size=60))
def test_any_text_is_read_without_failing(text):
    for format in (None, DraftFormat.JSON, DraftFormat.YAML):
        for entry in read_sidecar(text, format).entries:
            assert entry.marker.span.of(text) == entry.marker.text
