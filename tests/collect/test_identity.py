"""The keys by which a source is known again: equal for the same thing, never for another."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.collect.identity import (
    artifact_key,
    file_keys,
    name_key,
    page_key,
    path_key,
    query_key,
    shown_path,
    text_keys,
)

SESSION = st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), min_size=1)
NAME = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)


def test_a_file_is_known_by_its_path_before_its_bytes():
    path, bytes_, place = file_keys(Path("a.md"), b"words", "s", "a.md")

    assert path == path_key(Path("a.md"), "s")
    assert file_keys(Path("old/a.md"), b"words", "s", "a.md")[1] == bytes_
    assert file_keys(Path("a.md"), b"words", "other", "b.md", "2")[2] == place


def test_the_same_bytes_under_another_name_or_version_are_another_thing():
    keys = {
        file_keys(Path("a.md"), b"words", "s", name, version)[1]
        for name, version in (("a.md", None), ("b.md", None), ("a.md", "2"), ("a.md\n2", None))
    }

    assert len(keys) == 4


def test_spellings_of_one_path_are_one_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert path_key(Path("a.md"), "s") == path_key(Path("./x/../a.md"), "s")
    assert path_key(Path("a.md"), "s") == path_key(tmp_path / "a.md", "s")


def test_a_path_means_another_file_in_another_session():
    assert path_key(Path("a.md"), "one") != path_key(Path("a.md"), "two")


@pytest.mark.parametrize("data", [b"", b" \n\t"])
def test_empty_files_are_not_one_thing(data):
    assert file_keys(Path("a.md"), data, "s", "a.md") == (path_key(Path("a.md"), "s"),)
    assert len(text_keys(data.decode(), "a", "s")) == 1


def test_words_of_a_file_and_words_handed_in_are_the_same_words():
    assert file_keys(Path("a"), b"words", "s", "b")[1] == text_keys("words", "b", "s")[1]


@given(SESSION, NAME, SESSION, NAME)
def test_a_name_in_one_session_is_never_a_name_in_another(session, name, other, second):
    same = (session, name) == (other, second)

    assert (name_key(name, session) == name_key(second, other)) == same


@given(NAME, NAME, NAME, NAME)
def test_two_queries_are_one_result_only_if_all_is_equal(database, query, other, second):
    same = (database, query) == (other, second)

    assert (query_key(database, query) == query_key(other, second)) == same


def test_an_artifact_is_known_by_its_name_and_words():
    assert artifact_key("m", "1") == artifact_key("m", "1")
    assert len({artifact_key("m", "1"), artifact_key("m", "2"), artifact_key("n", "1")}) == 3


def test_a_page_is_known_by_its_canonical_address():
    assert page_key("HTTPS://Example.com/a#b") == page_key("https://example.com/a")


@pytest.mark.skipif(os.name != "posix", reason="needs a file system of bytes")
def test_a_file_name_that_is_no_text_is_shown_all_the_same():
    shown = shown_path(Path(os.fsdecode(b"caf\xe9.md")))

    assert shown == r"caf\xe9.md"
    shown.encode("utf-8")
