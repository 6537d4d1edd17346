import csv
import io
import json

import pytest


@pytest.fixture
def cited(law, cite):
    cite("claim", "Ten years.", "--source", "S1", "--quote", "“ten years”")
    cite("claim", "Two years.", "--source", "S1", "--quote", "for two years", code=1)
    cite("claim", "Other.", "--source", "1", "--quote", "six years", "--session", "other")


def test_the_citations_of_the_session_are_listed_with_sign_and_word(cited, cite):
    result = cite("citation", "list")

    assert result.stdout.splitlines()[1:] == [
        "[1]  ○ unverified  S1      Ten years.",
        "[2]  ✗ failed      S1      Two years.",
    ]
    assert result.stderr == "2 citations in the session 'default'.\n"


@pytest.mark.parametrize(
    ("filters", "markers"),
    [
        (("--status", "failed"), ["[2]"]),
        (("--all",), ["[1]", "[2]", "[3]"]),
        (("--session", "other"), ["[3]"]),
        (("--session", "nobody"), []),
        (("--source", "S1", "--all"), ["[1]", "[2]", "[3]"]),
    ],
    ids=" ".join,
)
def test_filters_narrow_the_list(filters, markers, cited, cite_json):
    assert [row["marker"] for row in cite_json("citation", "list", *filters)] == markers


def test_every_form_says_the_same(cited, cite):
    whole = json.loads(cite("citation", "list", "--json").stdout)
    lines = [json.loads(line) for line in cite("citation", "list", "--jsonl").stdout.splitlines()]
    table = list(csv.DictReader(io.StringIO(cite("citation", "list", "--csv").stdout)))

    assert lines == whole
    assert [row["claim"] for row in table] == [row["claim"] for row in whole]
    assert table[0]["passage"] == "“ten years”"
    assert (table[0]["match"], table[1]["match"]) == ("exact", "near")


def test_a_citation_is_shown_with_its_passage(cited, cite):
    shown = cite("citation", "show", "1").stdout

    assert "Claim: Ten years." in shown
    assert "»“ten years”«" in shown


def test_a_superseded_citation_names_its_successor(cited, cite):
    newer = ("--relates", "1", "--relation", "supersedes")
    cite("claim", "Newer.", "--source", "S1", "--quote", "six years", *newer)

    assert "→ [4] Ten years." in cite("citation", "list").stdout
    assert "superseded by  [4]" in cite("citation", "show", "1").stdout


def test_a_citation_as_it_was_earlier(cited, cite, cite_json):
    assert cite_json("citation", "show", "1", "--as-of", "1000")["marker"] == "[1]"
    assert "as of the log index 0" in cite("citation", "show", "2", "--as-of", "0", code=2).stderr


def test_an_unknown_citation_is_a_mistake(cited, cite):
    assert "There is no citation 99." in cite("citation", "show", "99", code=2).stderr
    assert "There is no citation x." in cite("citation", "show", "x", code=2).stderr


def test_a_hostile_claim_cannot_steer_the_terminal(law, cite):
    cite("claim", "Red \x1b[31m\u202ealert", "--source", "S1", "--quote", "six years")

    assert "Red \ufffd[31m\ufffdalert" in cite("citation", "list").stdout
    assert "\x1b" not in cite("citation", "show", "1").stdout


def test_self_supplied_evidence_is_marked_wherever_it_shows(here, cite):
    from citation_engine import CitationEngine

    with CitationEngine("citations.db") as engine:
        engine.add_custom_source("count", "Two of three.")
    cited = cite("claim", "Two.", "--source", "S1", "--context", "Counted.").stdout

    assert "unverified, self-supplied" in cited
    assert "unverified, self-supplied" in cite("citation", "list").stdout
    assert "unverified, self-supplied" in cite("citation", "show", "1").stdout
