"""What a newcomer is told about small reports, by the judge that comes with the package."""

import pytest

from citation_engine import check

SAND, WAVES = "Drift of sand\n\nSand drifts in winter.", "High waves\n\nWaves are high."


@pytest.fixture
def checked(tmp_path):
    """Check a report of this name against files of these names."""

    def run(report, name="report.md", **files):
        (tmp_path / "D").mkdir(exist_ok=True)
        for stem, text in files.items():
            (tmp_path / "D" / f"{stem}.txt").write_text(text, "utf-8")
        (tmp_path / name).write_text(report, "utf-8")
        return check(tmp_path / name, tmp_path / "D", judge="local")

    return run


def states(report):
    return {one.claim.text: one.state.value for one in report.claims if one.citations}


def codes(report):
    return [one.code for one in report.findings]


# markers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marker", "number"),
    [
        ("<sup>1</sup>", "1. "),
        ('<sup><a href="#ref-okafor2021" role="doc-biblioref">1</a></sup>', "1. "),
        ("[1]", "[1] "),
        ('[<a href="#ref-okafor2021" role="doc-biblioref">1</a>]', "[1] "),
        ("(Okafor 2021)", ""),
    ],
)
def test_pages_with_citations_made_from_a_bibliography_are_read(checked, marker, number):
    entry = "Okafor, B. 2021. <em>Drift of Sand</em>."
    report = checked(
        "<html><body><p>Sand drifts in winter"
        f' <span class="citation" data-cites="okafor2021">{marker}</span>.</p>'
        '<div id="refs" class="references csl-bib-body" role="list">'
        '<div id="ref-okafor2021" class="csl-entry" role="listitem">'
        f'<div class="csl-left-margin">{number}</div><div class="csl-right-inline">{entry}</div>'
        "</div></div></body></html>",
        name="report.html",
        sand=SAND,
        waves=WAVES,
    )

    assert states(report) == {"Sand drifts in winter.": "supported"}
    assert [one.entry for one in report.references] == ["Okafor, B. 2021. Drift of Sand."]


# verdicts -------------------------------------------------------------------------------------


def test_a_title_with_the_words_of_a_claim_does_not_hide_the_sentence_that_states_it(checked):
    report = checked("Waves are high [1].\n", waves=WAVES)

    assert states(report) == {"Waves are high.": "supported"}
    assert report.claims[0].citations[0].verdict.passage.text == "Waves are high."


@pytest.mark.parametrize(
    ("quote", "state"),
    [
        ("[r]ecords are kept for ten full years", "supported"),
        ("Records Are Kept for Ten Full Years", "supported"),
        # What the editor says in brackets is not in the source.
        ("records [of all citizens] are kept for ten full years", "undecided"),
    ],
)
def test_a_quote_as_people_write_it_is_judged_as_the_source_spells_it(checked, quote, state):
    decree = "The decree holds. Records are kept for ten full years by law.\n"
    report = checked(f"The decree says “{quote}” [1].\n", decree=decree)

    assert list(states(report).values()) == [state]


# noise ----------------------------------------------------------------------------------------

LISTED = "Waves are high [1].\n\n## References\n\n[1] High waves\n[2] Drift of sand\n"


def test_a_source_that_nothing_cites_and_its_entry_are_one_finding(checked):
    report = checked(LISTED, sand=SAND, waves=WAVES)

    assert [(one.code, [below.code for below in one.also]) for one in report.findings] == [
        ("CE002", ["CE012"])
    ]


def test_the_entry_is_told_where_unused_sources_are_not(tmp_path):
    (tmp_path / "sand.txt").write_text(SAND, "utf-8")
    (tmp_path / "waves.txt").write_text(WAVES, "utf-8")

    assert codes(check(LISTED, tmp_path, ignore=["CE002"])) == ["CE012"]


def test_a_source_that_a_marker_may_mean_is_not_called_unused(tmp_path):
    for name, text in (("x", SAND), ("y", WAVES)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.txt").write_text(text, "utf-8")
    report = check("Waves are high [1].\n\n## References\n\n[1] index.txt\n", tmp_path)

    assert codes(report) == ["CE007"]


def test_each_claim_that_is_not_decided_gives_one_finding(checked):
    report = checked(
        "Dunes shelter rare birds [1][2]. Tides move barriers inland [1][2]."
        " Storms of 1987 broke two dams [1, 2].\n",
        sand=SAND,
        waves=WAVES,
        other="Dunes and tides and storms are told of in songs of the coast.",
    )

    per_claim = [sum(f.claim == one.claim.id for f in report.findings) for one in report.claims]
    assert max(per_claim) == 1
