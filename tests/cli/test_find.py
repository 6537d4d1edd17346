"""`cite source find` finds words, marks them, and says where they stand."""

import csv
import io

import pytest


@pytest.fixture
def library(law, here, cite):
    """A law and a German note, the second with a tag and in another session too."""
    (here / "notiz.txt").write_text("Die Aufbewahrungsfrist beträgt zehn Jahre.\n", "utf-8")
    cite("add", "notiz.txt")
    cite("source", "tag", "S2", "Steuer")
    cite("add", "notiz.txt", "--session", "other")


def test_found_words_are_marked(library, cite):
    result = cite("source", "find", "keep record")

    lines = result.stdout.splitlines()
    assert lines[0].startswith("S1  law.md  ")
    assert "»Records« are kept for" in lines[1]
    assert result.stderr == "1 passage found.\n"


def test_colours_mark_them_where_there_are_colours(library, cite):
    shown = cite("source", "find", "Aufbewahrungsfristen", "--color", "always").stdout

    assert "\x1b[1;4mAufbewahrungsfrist\x1b[0m" in shown
    assert "»" not in shown


def test_a_phrase_is_marked_once(library, cite):
    shown = cite("source", "find", '"ten years" years').stdout

    assert "“»ten years«”" in shown


def test_what_is_found_comes_in_every_form(library, cite, cite_json):
    (row,) = cite_json("source", "find", "zehn Jahre")
    (line,) = csv.DictReader(io.StringIO(cite("source", "find", "zehn Jahre", "--csv").stdout))

    assert row["text"] == line["text"] == "Die Aufbewahrungsfrist beträgt zehn Jahre."
    assert (row["label"], row["start"], row["why"]) == ("S2", 0, ["zehn", "Jahre"])


@pytest.mark.parametrize(
    ("filters", "labels"),
    [
        ((), ["S1", "S2"]),
        (("--tag", "steuer"), ["S2"]),
        (("--type", "website"), []),
        (("--session-only", "--session", "other"), ["S1"]),
        (("--limit", "1"), ["S1"]),
    ],
)
def test_filters_leave_out_the_rest(library, cite_json, filters, labels):
    code = 0 if labels else 5
    found = cite_json("source", "find", "period zehn years Jahre", *filters, code=code)

    assert sorted({row["label"] for row in found}) == labels


def test_passages_for_a_claim_are_found(library, cite_json):
    found = cite_json("source", "find", "--claim", "Letters must be kept for six years.")

    assert found[0]["text"] == "Internal letters are kept for six years."


def test_a_source_is_found_by_its_name(library, cite):
    assert "S2  notiz.txt  in its name" in cite("source", "find", "notiz").stdout


def test_nothing_found_is_said_and_has_its_code(library, cite):
    result = cite("source", "find", "Krokodil", code=5)

    assert result.stdout == ""
    assert result.stderr == "0 passages found.\n"


def test_a_query_without_words_is_a_mistake(library, cite):
    assert "has no words" in cite("source", "find", "…", code=2).stderr


def test_hostile_words_do_not_reach_the_terminal(here, cite):
    (here / "bad.txt").write_text("Harmless \x1b[31m words \u202e turned here.\n", "utf-8")
    cite("add", "bad.txt")
    shown = cite("source", "find", "harmless", "--color", "always").stdout

    assert "\x1b[31m" not in shown
    assert "\u202e" not in shown
