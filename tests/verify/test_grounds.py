"""A verdict names the words it rests on, the words that nothing supports, and what it leans to."""

import json

import pytest

from citation_engine import CitationEngine, check
from citation_engine.model.verdict import Judgement, Support
from citation_engine.testing import FakeJudge

pytestmark = pytest.mark.usefixtures("default_judge")

SOURCE = (
    "Opening hours. The depot in Halden opens at nine o'clock on weekdays and closes at five. It "
    "takes in used oil, batteries and paint from private households free of charge. Firms have to "
    "pay for what they bring."
)


def verdict(claim, source=SOURCE, **options):
    [checked] = check(f"{claim}\n", sources=[source], all_claims=True, **options).claims
    return checked.citations[0].verdict


@pytest.mark.parametrize("judge", ["local", "overlap"])
def test_the_words_relied_on_stand_in_the_source_at_their_place(judge):
    found = verdict("Firms have to pay for what they bring.", judge=judge)

    words = found.relied_on
    assert words.text == "Firms have to pay for what they bring."
    assert SOURCE[words.start : words.end] == words.text


def test_the_words_of_the_claim_that_nothing_supports_stand_at_their_place():
    claim = "The depot in Halden was opened in 1987 by the mayor."

    found = verdict(claim)

    assert found.support is not Support.SUPPORTED
    assert {one.text for one in found.lacking} >= {"1987", "mayor"}
    assert all(claim[one.start : one.end] == one.text for one in found.lacking)


def test_what_is_undecided_leans_one_way_and_names_the_passages_read():
    limits = {"supported": 0.999, "unsupported": 0.001, "contradicted": 0.999}

    report = check(
        "On weekdays one can go to the depot in Halden from nine on.\n"
        "Private households keep kangaroos and wombats in Halden.\n",
        sources=[SOURCE],
        all_claims=True,
        thresholds=limits,
    )

    likely, unlikely = (one.citations[0].verdict for one in report.claims)
    assert (likely.support, unlikely.support) == (Support.UNDECIDED, Support.UNDECIDED)
    assert unlikely.leans in (Support.UNSUPPORTED, Support.CONTRADICTED)
    assert likely.leans is not None
    assert all(one.text in SOURCE for one in (*likely.read, *unlikely.read))
    assert likely.read
    assert unlikely.read
    assert any("It rather " in one.message for one in report.findings)


def test_what_a_judge_of_ones_own_says_of_it_is_kept():
    class Leaning(FakeJudge):
        def judge(self, questions):
            super().judge(questions)
            return [Judgement(support="undecided", leans="supported") for _ in questions]

    report = check(
        "Firms have to pay for what they bring.\n",
        sources=[SOURCE],
        all_claims=True,
        judge=Leaning(),
        language="de",
    )

    assert report.claims[0].citations[0].verdict.leans is Support.SUPPORTED
    assert "Eher ja." in report.render("full")


def test_json_has_the_words_and_the_lean():
    report = check(
        "Firms have to pay for what they bring.\nThe mayor opened the depot in 1987.\n",
        sources=[SOURCE],
        all_claims=True,
    )

    carried, other = (one["citations"][0] for one in json.loads(report.to_json())["claims"])
    assert carried["relied_on"]["text"] == "Firms have to pay for what they bring."
    assert carried["lacking"] == []
    assert "1987" in [one["text"] for one in other["lacking"]]


def test_the_record_keeps_them():
    with CitationEngine(":memory:") as engine:
        source = engine.add_text(SOURCE, name="Depot")
        claim = "Firms have to pay for what they bring."
        made = engine.cite(claim, source=source, quote="Firms have to pay")
        kept = engine.get_citation(made.citation_id).verdict

    assert kept.relied_on == made.verdict.relied_on
    assert kept.relied_on.text == claim
