"""Every claim that needs evidence is held against all sources, whether it cites one or not."""

import json

import pytest

from citation_engine import CitationEngine, check
from citation_engine.testing import FakeJudge

pytestmark = pytest.mark.usefixtures("default_judge")

HOURS = (
    "Opening hours of the yard. The depot in Halden opens at nine o'clock and closes at five on "
    "weekdays. Used oil, batteries and paint are taken in from private households free of charge. "
    "Each household may hand in 10 litres of oil a year. Firms have to pay for what they "
    "bring, and they need an appointment. The yard is closed on public holidays."
)
GATE = (
    "Notes on the yard. Batteries are collected in the red container beside the gate. The gate is "
    "locked at night. The wall around the yard was painted green by pupils of the school next "
    "door. A camera at the gate was installed in 2019 after two thefts, and a second one above "
    "the office door in the year after that. Nobody works there at night."
)
ANSWER = (
    "Batteries are collected in the red container beside the gate. "
    "Each household may hand in 20 litres of oil a year.\n"
)


def checked(answer, *sources, **options):
    return check(answer, sources=list(sources or (HOURS, GATE)), all_claims=True, **options)


def test_a_claim_that_cites_nothing_is_carried_by_the_source_that_says_it():
    [carried, _] = checked(ANSWER).claims

    [citation] = carried.citations
    assert carried.state.value == "supported"
    assert (citation.source, citation.linked_by.value) == ("S2", "search")
    assert citation.verdict.passage.text in ANSWER
    assert citation.marker is None


def test_another_number_in_the_nearest_source_is_an_error():
    report = checked(ANSWER)

    assert report.claims[1].state.value in ("failed", "contradicted")
    [finding] = report.errors
    assert finding.code == "CE203"
    assert "10 litres" in finding.message


def test_what_no_source_speaks_of_is_carried_by_none():
    report = checked("Kangaroos graze in herds on the plains of Australia in the evening.\n")

    [finding] = report.errors
    assert finding.code == "CE201"
    assert finding.message.startswith("No source given carries the claim.")
    assert not report.ok


def test_without_asking_for_it_a_claim_that_cites_nothing_is_only_uncited():
    report = check(ANSWER, sources=[HOURS, GATE])

    assert {one.state.value for one in report.claims} == {"uncited"}
    assert not report.all_claims


def test_a_source_that_was_found_is_no_citation_of_the_draft():
    report = checked(ANSWER)

    assert report.coverage == 0
    assert "0 citations" in report.render("full")
    assert not any(one.code in ("CE002", "CE301", "CE302") for one in report.findings)


def test_a_claim_whose_marker_leads_nowhere_is_held_against_all_sources():
    report = checked("Batteries are collected in the red container beside the gate [7].\n")

    assert report.claims[0].state.value == "supported"
    assert "CE001" in {one.code for one in report.findings}


def test_a_cited_source_that_does_not_carry_a_claim_stays_wrong_where_another_does():
    answer = "Batteries are collected in the red container beside the gate [1].\n"

    report = checked(answer)

    [claim] = report.claims
    assert claim.state.value != "supported"
    assert claim.is_carried_elsewhere
    assert report.grounded_counts["elsewhere"] == 1
    told = [also.code for one in report.findings for also in (one, *one.also)]
    assert "CE205" in told


def test_sources_that_contradict_each_other_decide_nothing():
    notice = GATE.replace("are collected", "are not collected")
    judge = FakeJudge(lambda one: "contradicted" if "not" in one.passage.text else "supported")
    answer = "Batteries are collected in the red container beside the gate.\n"

    report = checked(answer, GATE, notice, judge=judge)

    assert report.claims[0].state.value == "undecided"
    assert "text 1 carries the claim, and text 2 says the contrary." in report.findings[0].message


def test_two_sources_carry_together_what_none_carries_alone():
    answer = (
        "Batteries are collected in the red container beside the gate, and firms have to pay for "
        "what they bring.\n"
    )

    [claim] = checked(answer).claims

    assert claim.state.value in ("supported", "undecided")
    assert {one.source for one in claim.citations} >= set(claim.together)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "2 claims: 1 supported, 1 not, 0 undecided."),
        ("de", "2 Aussagen: 1 belegt, 1 nicht, 0 unentschieden."),
    ],
)
@pytest.mark.parametrize("form", ["full", "concise", "grouped", "markdown", "github"])
def test_a_line_says_how_many_claims_the_sources_carry(form, language, line):
    assert line in checked(ANSWER, language=language).render(form)


def test_the_terminal_names_the_source_and_the_words_that_carry_a_claim():
    lines = checked(ANSWER).render("full").splitlines()

    [line] = [one for one in lines if one.startswith(" ✓ text:1:1")]
    assert "text 2" in line
    assert '"Batteries are collected in the red container beside the gate."' in line


def test_json_has_the_counts_and_how_a_source_was_found():
    told = json.loads(checked(ANSWER).to_json())

    assert told["summary"]["grounded"]["supported"] == 1
    assert told["summary"]["grounded"]["not"] == 1
    assert told["claims"][0]["citations"][0]["linked_by"] == "search"
    assert json.loads(check(ANSWER, sources=[HOURS]).to_json())["summary"]["grounded"] is None


def test_the_page_says_that_a_source_was_found_by_search():
    assert "found by search, not cited" in checked(ANSWER).to_html()
    assert "durch Suche gefunden, nicht angeführt" in checked(ANSWER).to_html(language="de")


def test_an_engine_holds_every_claim_against_the_sources_of_its_session(tmp_path):
    (tmp_path / "gate.txt").write_text(GATE, "utf-8")
    with CitationEngine(tmp_path / "c.db") as engine:
        engine.add(tmp_path / "gate.txt")
        [carried, _] = engine.audit(ANSWER, all_claims=True).claims

    assert carried.state.value == "supported"
    assert carried.citations[0].source == "S1"


def test_few_passages_are_judged_for_a_claim_however_many_sources_there_are():
    judge = FakeJudge("unsupported")
    others = [
        f"Yard {n}. {GATE.replace('red', 'blue')} That was in {n}." for n in range(1900, 1930)
    ]

    checked("Batteries are collected in the red container beside the gate.\n", *others, judge=judge)

    assert 0 < len(judge.asked) <= 3
