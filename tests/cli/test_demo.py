import re
import shlex

import pytest

from citation_engine.cli.demo import EXAMPLES, REPORT, SOURCES


@pytest.fixture
def shown(cite):
    return cite("demo").stdout


def test_it_shows_citations_that_hold_and_one_that_does_not(shown):
    assert shown.count("○ unverified") == len(EXAMPLES) - 1
    assert shown.count("✗ failed") == 1
    assert "comparing words does not decide" in shown
    assert "verified: clean" in shown


def test_each_example_shows_what_its_title_says(shown):
    parts = {part.partition("\n")[0]: part for part in shown.split("\n\n")}
    said = {
        "An exact quotation": "»Unterlagen sind zehn Jahre unverändert aufzubewahren.«",
        "The same words in other typography": "but for typography",
        "A quotation with a marked omission": "with the omissions it marks",
        "A quotation whose number was changed": "by 24 percent«",
        "A paraphrase, with the words it rests on": "The context stands in",
        "A row of a table": "»Northern Archive,2023,1200,1175,4,19«",
        "A value in a JSON file": '»"every_months": 3«',
        "Something the writer counted": "self-supplied",
        "A silence": "silent",
    }

    assert list(said) == [example.title for example in EXAMPLES]
    assert all(words in parts[title] for title, words in said.items())


def test_it_keeps_to_its_folder(shown, here):
    made = {path.name for path in (here / "citation-demo").iterdir()}

    assert [path.name for path in here.iterdir()] == ["citation-demo"]
    assert {REPORT, *SOURCES, "citations.db", "citations.db.checkpoints"} == made


def test_it_says_where_the_signing_key_is(shown):
    place = re.search(r"Signing key: in (.+), outside", shown)[1]

    assert "citation-engine" in place


def test_the_claims_stand_in_the_report_with_their_markers(shown, here):
    report = " ".join((here / "citation-demo" / REPORT).read_text("utf-8").split())

    assert [
        e.claim for e in EXAMPLES if f"{e.claim} [{e.source}]".lower() not in report.lower()
    ] == []


def test_every_command_it_prints_works_as_printed(shown, cite):
    printed = [line.strip() for line in shown.splitlines() if line.startswith("  cite -d ")]
    assert len(printed) == 5

    for line in printed:
        cite(*shlex.split(line)[1:])


def test_a_second_run_is_a_mistake_unless_forced(shown, cite):
    assert "--force" in cite("demo", code=2).stderr

    assert cite("demo", "--force").stdout.count("✗ failed") == 1


def test_a_folder_of_something_else_is_never_touched(here, cite):
    (here / "mine").mkdir()
    (here / "mine" / "report.md").write_text("mine")

    assert "no demonstration" in cite("demo", "--out", "mine", "--force", code=2).stderr
    assert (here / "mine" / "report.md").read_text() == "mine"


def test_files_added_to_the_folder_survive(shown, here, cite):
    (here / "citation-demo" / "notes.txt").write_text("mine")

    cite("demo", "--force")

    assert (here / "citation-demo" / "notes.txt").read_text() == "mine"


def test_a_database_of_ones_own_is_refused(here, cite):
    cite("-d", "mine.db", "demo", code=2)

    assert list(here.iterdir()) == []
