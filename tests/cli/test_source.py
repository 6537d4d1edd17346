import csv
import io
import json

import pytest


def test_the_sources_of_the_session_are_listed(law, cite):
    result = cite("source", "list")

    assert result.stdout.splitlines()[1].split() == (
        ["S1", "1", "document", "ready", "1", "–", "law.md"]
    )
    assert result.stderr == "1 source in the session 'default'.\n"


def test_another_session_has_its_own_list_and_the_project_has_all(law, cite_json):
    assert cite_json("source", "list", "--session", "other") == []
    assert len(cite_json("source", "list", "--session", "other", "--all")) == 1


def test_only_one_type_is_listed(law, cite_json):
    assert cite_json("source", "list", "--type", "website") == []
    assert len(cite_json("source", "list", "--type", "document")) == 1


def test_every_form_says_the_same(law, cite):
    whole = json.loads(cite("source", "list", "--json").stdout)
    lines = [json.loads(line) for line in cite("source", "list", "--jsonl").stdout.splitlines()]
    table = list(csv.DictReader(io.StringIO(cite("source", "list", "--csv").stdout)))

    assert lines == whole
    assert table[0]["entry_id"] == whole[0]["entry_id"]
    assert "content" not in whole[0]


@pytest.mark.parametrize("name", ["S1", "[S1]", "1", "law.md"])
def test_a_source_is_shown_by_number_id_or_name(name, law, cite):
    assert "law.md" in cite("source", "show", name).stdout


def test_the_stored_words_are_printed_exactly(law, process):
    assert process("source", "show", "S1", "--text").stdout == law.read_bytes()


def test_json_has_the_words_only_when_asked(law, cite_json):
    assert "content" not in cite_json("source", "show", "S1")
    assert cite_json("source", "show", "S1", "--text")["content"] == law.read_text("utf-8")


def test_a_source_without_words_cannot_show_them(cite):
    cite("add", "https://example.org/page")

    assert "No words of" in cite("source", "show", "S1", "--text", code=3).stderr


def test_an_unknown_source_is_a_mistake(law, cite):
    assert "There is no source" in cite("source", "show", "S9", code=2).stderr


@pytest.mark.parametrize(
    "words",
    [
        ("source", "list"),
        ("source", "show", "S1"),
        ("citation", "list"),
        ("citation", "show", "1"),
        ("claim", "x", "--source", "S1", "--quote", "x"),
        ("ledger", "verify"),
        ("ledger", "checkpoint"),
        ("ledger", "prove", "1"),
        ("ledger", "export", "-o", "x.zip"),
        ("ledger", "key"),
        ("db", "migrate"),
        ("redact", "--citation", "1", "--reason", "x", "--authority", "x", "--yes"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_looking_for_something_makes_no_database(words, here, cite):
    result = cite(*words, code=3)

    assert "There is no database at" in result.stderr
    assert "cite add FILE" in result.stderr
    assert list(here.iterdir()) == []
