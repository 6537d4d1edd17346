import pytest

from citation_engine.model.checked import ClaimState, Metrics
from citation_engine.model.draft import Draft
from citation_engine.model.finding import Level
from citation_engine.render.findings.report import (
    at_or_above,
    closing_line,
    level_counts,
    outcomes,
    share,
    state_counts,
)
from citation_engine.render.findings.words import OutputWords
from made_checks import CLAIMS, FINDINGS, clean, report

ENGLISH, GERMAN = OutputWords("en"), OutputWords("de")
EMPTY = {"draft": Draft(text="Hello."), "claims": (), "findings": (), "ignored": ()}


def test_the_states_and_levels_are_counted():
    assert state_counts([report(), clean()])[ClaimState.SUPPORTED] == 2
    assert level_counts([report()]) == {Level.ERROR: 2, Level.WARNING: 2, Level.INFO: 1}
    assert [said for _, said in outcomes([report()], ENGLISH)] == (
        ["1 supported", "2 wrong", "1 not checked", "1 uncited"]
    )


def test_the_most_important_comes_first():
    ordered = sorted(FINDINGS, key=lambda finding: finding.rank)

    assert [finding.code for finding in ordered] == ["CE203", "CE101", "CE002", "CE301", "CE405"]


@pytest.mark.parametrize(
    ("level", "codes"),
    [
        (Level.ERROR, ["CE203", "CE101"]),
        (Level.WARNING, ["CE203", "CE101", "CE301", "CE002"]),
        (None, []),
    ],
)
def test_a_finding_fails_from_a_level_on(level, codes):
    assert [one.code for one in FINDINGS if at_or_above(one, level)] == codes


@pytest.mark.parametrize(
    ("checked", "line"),
    [
        (
            [report(unchecked=(), claims=CLAIMS[:4], ignored=())],
            "Found 2 errors, 1 info, 1 uncited claim, 1 unused source or reference.",
        ),
        (
            [report(findings=FINDINGS[:1]), clean()],
            "Found 1 error in 2 reports. Not everything could be checked. "
            "1 ignored, with a reason.",
        ),
        ([clean()], "No findings."),
        ([clean(), clean()], "No findings in 2 reports."),
        (
            [report(**{**EMPTY, "unchecked": ()})],
            "Nothing to check: no citation, and no claim that needs evidence.",
        ),
        ([report(**EMPTY)], "No findings. Not everything could be checked."),
    ],
)
def test_the_closing_line_says_what_was_found(checked, line):
    assert closing_line(checked, ENGLISH) == line


def test_a_claim_that_was_not_checked_is_enough_to_be_incomplete():
    line = closing_line([report(unchecked=(), findings=(), ignored=())], ENGLISH)

    assert line == "No findings. Not everything could be checked."


def test_the_closing_line_speaks_german():
    assert closing_line([report(ignored=())], GERMAN) == (
        "2 Fehler, 1 Hinweis, 1 Aussage ohne Beleg, 1 ungenutzte Quelle oder ungenutzter Eintrag "
        "gefunden. Nicht alles konnte geprüft werden."
    )


@pytest.mark.parametrize(("coverage", "shown"), [(1.0, 100), (0.999, 99), (0.83, 83), (0.29, 29)])
def test_only_full_coverage_is_a_hundred_percent(coverage, shown):
    assert share(report(metrics=Metrics(citation_coverage=coverage))) == shown
