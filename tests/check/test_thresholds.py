"""The limits of the judge can be set: for an engine, for one check, and in the configuration."""

import pytest

from citation_engine import CitationEngine, InvalidSetting, Settings, check

pytestmark = pytest.mark.usefixtures("default_judge")

SOURCE = (
    "The depot in Halden opens at nine o'clock on weekdays. Each household may hand in 10 litres "
    "of oil a year. Firms have to pay for what they bring."
)
PARAPHRASE = "On weekdays one can go to the depot in Halden from nine on.\n"
WRONG = "Each household may hand in 20 litres of oil a year.\n"
# The widest and the narrowest that can be set.
LOOSE = {"supported": 0.02, "unsupported": 0.01, "contradicted": 0.99}
STRICT = {"supported": 0.999, "unsupported": 0.001, "contradicted": 0.999}


def state(text, **options):
    [claim] = check(text, sources=[SOURCE], all_claims=True, **options).claims
    return claim.state.value


def test_a_limit_that_nothing_reaches_leaves_what_is_not_said_in_the_same_words_undecided():
    assert state(PARAPHRASE, thresholds=STRICT) == "undecided"
    assert state("Firms have to pay for what they bring.\n", thresholds=STRICT) == "supported"


def test_no_limit_lifts_a_claim_over_the_guards():
    assert state(WRONG, thresholds=LOOSE) != "supported"


def test_what_was_set_is_named_in_the_result():
    report = check(PARAPHRASE, sources=[SOURCE], all_claims=True, thresholds={"supported": 0.9})

    assert report.judge.version.endswith("+supported=0.9")
    assert report.claims[0].citations[0].verdict.judge == report.judge
    assert "+supported=0.9" in report.render("full")


def test_an_engine_keeps_what_was_set_with_every_verdict(tmp_path):
    settings = Settings(judge_thresholds="contradicted=0.95, supported=0.9")
    with CitationEngine(":memory:", settings=settings) as engine:
        source = engine.add_text(SOURCE, name="Depot")
        result = engine.cite("Firms have to pay.", source=source, quote="Firms have to pay")

    assert result.verdict.judge.version.endswith("+contradicted=0.95+supported=0.9")


def test_a_check_of_an_engine_may_have_limits_of_its_own():
    with CitationEngine(":memory:") as engine:
        engine.add_text(SOURCE, name="Depot")
        report = engine.audit(PARAPHRASE, all_claims=True, thresholds={"supported": 0.9})

    assert report.judge.version.endswith("+supported=0.9")


@pytest.mark.parametrize(
    "thresholds", [{"supported": 1.5}, {"supported": 0.01}, {"spoken": 0.2}, {"supported": -1}]
)
def test_limits_that_cannot_be_used_are_refused(thresholds):
    with pytest.raises(InvalidSetting, match="cannot be used"):
        check(PARAPHRASE, sources=[SOURCE], thresholds=thresholds, cache=False)


def test_a_judge_without_limits_says_so():
    with pytest.raises(InvalidSetting, match="has no thresholds"):
        check(PARAPHRASE, sources=[SOURCE], judge="overlap", thresholds={"supported": 0.9})


def test_a_limit_that_is_no_number_is_refused():
    with pytest.raises(InvalidSetting, match="not a name and a number"):
        CitationEngine(":memory:", settings=Settings(judge_thresholds="supported"))
