"""A skill's `sources.yaml`: a list of rows, and nothing that could do harm."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.errors import InvalidInput
from citation_engine.interop.sources_yaml import read_sources
from interop.shapes import values

YAML = """
# The sources of this skill.
sources:
  - sid: 1
    title: No
    url: https://a.example/1
    published_time_iso: 2025-01-02
    size_bytes: 1_000
    objective_relevance: 0.5
    official: true
    note:
  - sid: 2
    title: "2"
    text: |
      Ten
      years.
    tags: [a, b]
"""


def test_values_are_those_of_the_file_and_not_what_they_look_like():
    assert read_sources(YAML) == [
        {
            "sid": 1,
            "title": "No",
            "url": "https://a.example/1",
            "published_time_iso": "2025-01-02",
            "size_bytes": "1_000",
            "objective_relevance": 0.5,
            "official": True,
            "note": None,
        },
        {"sid": 2, "title": "2", "text": "Ten\nyears.\n", "tags": ["a", "b"]},
    ]


def test_a_key_that_looks_like_a_number_stays_as_it_is_written():
    assert read_sources("- 010: a\n  1e3: b\n  true: c\n") == [
        {"010": "a", "1e3": "b", "true": "c"}
    ]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("", []),
        ("# nothing", []),
        ("[]", []),
        ("- title: T", [{"title": "T"}]),
        ("sources_pool: [{title: T}]", [{"title": "T"}]),
        ("title: T", [{"title": "T"}]),
        ("{title: T}", [{"title": "T"}]),
        ("sources: ", []),
    ],
)
def test_a_list_a_mapping_with_it_or_one_row_will_do(text, rows):
    assert read_sources(text) == rows


@given(st.lists(st.dictionaries(st.text(max_size=5), values, max_size=3), max_size=3))
def test_json_is_read_as_json(rows):
    assert read_sources(json.dumps(rows)) == rows


def test_a_file_is_read_by_its_path(tmp_path):
    file = tmp_path / "sources.yaml"
    file.write_bytes("\ufeff- title: Ümlaut".encode())

    assert read_sources(file) == [{"title": "Ümlaut"}]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- a: &x [1]\n  b: *x", "it has an alias"),
        ("- !!python/object/apply:os.system ['true']", "it has a tag"),
        ("- !own {title: T}", "it has a tag"),
        ("- title: !!int 5", "it has a tag"),
        ("a: b: c", "is not a sources.yaml"),
        ("- title: A\n  title: B", "'title' is there twice"),
        ("- ? [a]\n  : b", "is no text"),
        ("--- {a: 1}\n--- {a: 2}", "several documents"),
        ("[" * 100_000, "nested more than 50 deep|is not a sources.yaml"),
        ("- " * 100, "nested more than 50 deep"),
        ("just words", "is not a list of source rows: 'just words'"),
        ("- just words", "is not a list of source rows"),
        ("sources: 5", "is not a list of source rows"),
        ("skills/one/sources.yaml", "is not a list of source rows"),
        ("\x00", "is not a sources.yaml"),
    ],
)
def test_what_is_no_list_of_rows_is_refused_with_a_sentence(text, said):
    with pytest.raises(InvalidInput, match=said):
        read_sources(text)


def test_a_file_that_is_not_there_is_said(tmp_path):
    with pytest.raises(InvalidInput, match=r"none\.yaml cannot be read"):
        read_sources(tmp_path / "none.yaml")
