import json
import re
import shlex
from pathlib import Path

import pytest

import citation_engine
from citation_engine.cli.demo import EXAMPLES, FAULTY, REPORT, SOURCES
from citation_engine.model.finding import CODES

pytestmark = pytest.mark.usefixtures("default_judge")


@pytest.fixture
def shown(cite):
    return cite("demo").stdout


def test_it_shows_citations_that_hold_and_two_that_do_not(shown):
    found = {part.partition("\n")[0]: part for part in shown.split("\n\n")}
    status = {example.title: found[example.title].split("\n")[1].split()[2] for example in EXAMPLES}

    assert {title for title, said in status.items() if said == "verified"} == {
        "The same words in other typography",
        "A quotation with a marked omission",
        "A paraphrase, with the words it rests on",
    }
    assert {title for title, said in status.items() if said == "failed"} == {
        "A quotation whose number was changed",
        "A real quotation under a claim that it contradicts",
    }
    assert "a small model on this machine is sure" in shown
    assert "verified: clean" in shown


def test_each_example_shows_what_its_title_says(shown):
    parts = {part.partition("\n")[0]: part for part in shown.split("\n\n")}
    said = {
        "The same words in other typography": "but for typography",
        "An exact quotation, from a source in another language": "could not decide",
        "A quotation with a marked omission": "with the omissions it marks",
        "A quotation whose number was changed": "by 24 percent«",
        "A real quotation under a claim that it contradicts": "The passage says otherwise",
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
    assert {REPORT, *SOURCES, FAULTY, "citations.db", "citations.db.checkpoints"} == made


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

    assert cite("demo", "--force").stdout.count("] ✗ failed") == 2


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


# The report with a fault of every kind ----------------------------------------------------------

FAULTS = Path(citation_engine.__file__).parent / "cli" / "demo_files" / "faulty"
# Every fault, by the line it is on; those on line 0 concern the report or a source.
IN_THE_REPORT = [
    (6, "CE103"),
    (9, "CE101"),
    (10, "CE102"),
    (10, "CE104"),
    (11, "CE105"),
    (12, "CE106"),
    (15, "CE203"),
    # The words are in another source than the one that is cited.
    (15, "CE101"),
    (17, "CE008"),
    # True, and not decided.
    (19, "CE206"),
    (20, "CE202"),
    (21, "CE201"),
    (23, "CE207"),
    (23, "CE207"),
    (24, "CE001"),
    (25, "CE007"),
    (26, "CE004"),
    (28, "CE301"),
    (28, "CE005"),
    (28, "CE302"),
    (32, "CE010"),
    (0, "CE303"),
    (0, "CE401"),
    (0, "CE404"),
    *[(0, "CE002")] * 2,
    (0, "CE003"),
    (0, "CE405"),
]
# What it says in other words than its sources, and what a careful reader finds.
JUDGED = {
    "Archives which convert old formats when they arrive lose fewer records.": "supported",
    "Most of the archives are paid for by a single town and its firms.": "undecided",
    "Small archives have the newest equipment.": "contradicted",
    "The director of an archive is elected by the council.": "unsupported",
}
# What needs another judge, a network, or a record that somebody broke.
NEED_MORE = {"CE204", "CE208", "CE402", "CE403", "CE501", "CE502", "CE503"}
# What the faulty report cannot show beside the others.
SHOWN_ELSEWHERE = {"CE006", "CE009", "CE011", "CE013", "CE107", "CE209"}
# Said below another finding of the same place.
SAID_BELOW = {"CE012", "CE205", "CE206"}


def check_faults(cite, *names):
    reports = [str(FAULTS / name) for name in names]
    options = ("--sources", str(FAULTS / "sources"), "--min-coverage", "0.99")
    return json.loads(cite("check", *reports, *options, "--output-format", "json", code=1).stdout)


def line_of(finding):
    return finding["span"]["line"] if finding["span"] else 0


def test_every_fault_of_the_faulty_report_is_found_and_nothing_else(cite):
    found = check_faults(cite, "report.md")["findings"]

    assert sorted((line_of(one), one["code"]) for one in found) == sorted(IN_THE_REPORT)


def test_what_the_faulty_report_says_in_other_words_is_judged_without_a_key(cite):
    said = {
        " ".join(claim["text"].split()): [one["support"] for one in claim["citations"]]
        for claim in check_faults(cite, "report.md")["claims"]
    }

    assert {claim: said.get(claim) for claim in JUDGED} == {c: [s] for c, s in JUDGED.items()}


def test_the_demonstration_brings_the_faulty_report_and_says_how_to_check_it(shown, cite):
    lines = [line.strip() for line in shown.splitlines()]
    [line] = [line for line in lines if "cite check" in line and "faulty" in line]

    assert "CE203" in cite(*shlex.split(line)[1:], code=1).stdout


def test_the_faults_of_a_sidecar_and_of_a_provider_are_found(cite):
    sidecar, answer = check_faults(cite, "summary.json", "answer.json")["reports"]

    assert "CE006" in [one["code"] for one in sidecar["findings"]]
    assert "CE102" in [one["code"] for one in answer["findings"]]


def test_the_faulty_report_leaves_no_code_out_that_needs_no_key():
    shown = {code for _, code in IN_THE_REPORT}

    assert shown | NEED_MORE | SHOWN_ELSEWHERE | SAID_BELOW == set(CODES)
