"""`cite check --all-claims`: is every claim of an answer carried by the sources?"""

import json

import pytest

pytestmark = pytest.mark.usefixtures("default_judge")

SOURCE = (
    "Opening hours of the yard. The depot in Halden opens at nine o'clock and closes at five on "
    "weekdays. Used oil, batteries and paint are taken in from private households free of charge. "
    "Each household may hand in 10 litres of oil a year. Firms have to pay for what they "
    "bring, and they need an appointment. The yard is closed on public holidays.\n"
)
GOOD = "Firms have to pay for what they bring, and they need an appointment.\n"
BAD = "Each household may hand in 20 litres of oil a year.\n"


@pytest.fixture
def files(here):
    (here / "depot.txt").write_text(SOURCE, "utf-8")
    (here / "good.md").write_text(GOOD, "utf-8")
    (here / "bad.md").write_text(BAD, "utf-8")
    return here


def test_an_answer_that_its_sources_carry_is_good(cite, files):
    shown = cite("check", "good.md", "--sources", "depot.txt", "--all-claims").stdout

    assert "1 claim: 1 supported, 0 not, 0 undecided." in shown
    assert 'depot.txt, line 1:  "Firms have to pay' in shown


def test_an_answer_that_they_do_not_carry_is_bad(cite, files):
    shown = cite("check", "bad.md", "--sources", "depot.txt", "--all-claims", code=1).stdout

    assert "1 claim: 0 supported, 1 not, 0 undecided." in shown


def test_what_nobody_judged_was_not_checked(cite, files):
    options = ("--all-claims", "--judge", "none")

    shown = cite("check", "good.md", "--sources", "depot.txt", *options, code=3).stdout

    assert "1 not checked" in shown


def test_the_configuration_can_ask_for_it(cite, files):
    (files / "citation-engine.toml").write_text(
        '[check]\nsources = ["depot.txt"]\nall-claims = true\n', "utf-8"
    )

    shown = cite("check", "bad.md", "--output-format", "json", code=1).stdout

    assert json.loads(shown)["summary"]["grounded"]["not"] == 1


def test_a_limit_of_the_judge_can_be_typed_or_configured(cite, files):
    typed = ("--threshold", "supported=0.9", "--threshold", "contradicted=0.95")
    first = cite("check", "good.md", "--sources", "depot.txt", "--all-claims", *typed).stdout
    (files / "citation-engine.toml").write_text(
        '[check]\nsources = ["depot.txt"]\nthresholds = {supported = 0.9}\n', "utf-8"
    )
    second = cite("check", "good.md", "--all-claims").stdout

    assert "+contradicted=0.95+supported=0.9" in first
    assert "+supported=0.9" in second


def test_a_limit_that_cannot_be_used_is_misuse(cite, files):
    options = ("--sources", "depot.txt", "--threshold", "supported=2")

    assert "cannot be used" in cite("check", "good.md", *options, code=2).stderr
