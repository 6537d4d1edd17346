"""What a newcomer is told about small reports, by the judge that comes with the package."""

import json
import re

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


def test_a_list_without_a_heading_is_read_where_a_paragraph_begins_with_a_marker(checked):
    report = checked(
        "[2] shows that sand drifts in winter. Waves are high (see [1]).\n\n"
        "[1] waves.txt\n[2] sand.txt\n",
        sand=SAND,
        waves=WAVES,
    )

    assert states(report) == {
        "sand drifts in winter.": "supported",
        "Waves are high.": "supported",
    }
    assert report.reference_counts["found"] == 2


@pytest.mark.parametrize("name", ["references.json", "My Library.json", "Exported Items.json"])
def test_a_bibliography_is_known_under_the_names_that_programs_give_it(tmp_path, checked, name):
    entry = {"id": "okafor2021", "type": "book", "title": "Drift of sand", "URL": "https://e.org"}
    (tmp_path / name).write_text(json.dumps([entry]), "utf-8")

    report = checked("Sand drifts in winter [@okafor2021].\n", sand=SAND, waves=WAVES)

    assert states(report) == {"Sand drifts in winter.": "supported"}


def test_the_commands_for_authors_and_for_the_year_are_no_repetition(tmp_path, checked):
    entry = "@book{okafor2021, author={Okafor, B.}, title={Drift of sand}, year={2021}}"
    (tmp_path / "refs.bib").write_text(entry, "utf-8")
    report = checked(
        "\\documentclass{article}\\begin{document}\nSand drifts in winter, says"
        " \\citeauthor{okafor2021} \\citeyearpar{okafor2021}.\n\\bibliography{refs}\n"
        "\\end{document}\n",
        name="report.tex",
        sand=SAND,
    )

    assert "CE008" not in codes(report)


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


@pytest.mark.parametrize("text", ["", "# Notes\n\nIs it true?\n"])
def test_of_a_report_that_cites_nothing_it_is_not_told_that_sources_are_unused(checked, text):
    assert codes(checked(text, sand=SAND, waves=WAVES)) == []


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


def test_where_another_source_carries_the_claim_the_advice_is_to_cite_it(checked):
    report = checked(
        "Rye seed costs 18 euros [1].\n\n[1] oats.txt\n",
        oats="Seed prices of the north\n\nRye seed costs 45 euros.",
        rye="Rye seed costs 18 euros.",
    )
    [finding] = [one for one in report.findings if one.claim]

    assert (finding.code, finding.help) == (
        "CE203",
        "Cite S2 instead, if that is the source that is meant.",
    )


# outputs --------------------------------------------------------------------------------------

WRONG = """Sand drifts in winter [1]. Waves are 9 metres high [2].

Dunes grew by 12 percent in 2004.
"""


def wrong(checked):
    return checked(
        f"{WRONG}\n[1] sand.txt\n[2] waves.txt\n", sand=SAND, waves="Waves are 4 metres high.\n"
    )


def test_code_scanning_is_told_where_the_source_says_otherwise(checked):
    log = json.loads(wrong(checked).render("sarif"))
    [result] = [one for one in log["runs"][0]["results"] if one["ruleId"] == "CE203"]
    [related] = result["relatedLocations"]

    place = related["physicalLocation"]
    assert place["artifactLocation"]["uri"].endswith("D/waves.txt")
    assert place["region"] == {"startLine": 1, "snippet": {"text": "Waves are 4 metres high."}}
    assert related["message"]["text"] == "waves.txt, line 1"


def test_code_scanning_is_told_all_places_of_a_missing_source(checked):
    report = checked("Waves rise [7]. Dunes rise [7]. Sand drifts in winter [1].\n", sand=SAND)
    log = json.loads(report.render("sarif"))
    [result] = [one for one in log["runs"][0]["results"] if one["ruleId"] == "CE001"]

    columns = [
        one["physicalLocation"]["region"]["startColumn"] for one in result["relatedLocations"]
    ]
    assert columns == [28]


def test_words_that_were_handed_in_have_no_place_of_their_own():
    report = check("Waves are 9 metres high [1].", ["Waves are 4 metres high."], judge="local")

    assert "relatedLocations" not in report.render("sarif")


def test_the_page_has_one_line_for_all_that_cite_nothing(checked):
    page = wrong(checked).to_html()
    folded = page[page.index('<details class="uncited">') :].partition("</details></section>")[0]

    assert folded.startswith(
        '<details class="uncited"><summary>One claim needs evidence and cites no source</summary>'
    )
    assert "Dunes grew by 12 percent in 2004." in folded
    assert "Waves are 9 metres high." not in folded


def test_the_card_of_a_claim_says_nothing_twice(checked):
    page = wrong(checked).to_html()
    card = page[page.index('id="card-0-1"') :].partition("</li></ul></li>")[0]

    # Once of them in the check in full.
    assert card.count("The number differs") <= 2
    assert card.count("The passage says otherwise") <= 2


def test_a_check_in_german_shows_itself_in_german():
    report = check(
        "Die Wellen sind 9 Meter hoch [1]. Der Sand wandert [2].",
        ["Die Wellen sind 4 Meter hoch."],
        language="de",
    )

    for shown in (report._repr_html_(), report._repr_markdown_(), repr(report), report.render()):
        plain = re.sub(r"</?(?!CheckReport)[^<>]+>|\\\\", " ", shown)
        assert "Fehler" in plain
        assert not re.search(r"\b(?:claim|found|source|error|carry|points)\b", plain)


LINKED = "Hens lay 250 eggs a year. ([egg facts](https://a.org/h)) Ducks lay 150 ([a.org](https://a.org/d))."
ANSWERS = {
    "numbers": {
        "choices": [
            {
                "message": {
                    "role": "assistant",
                    "content": "Hens lay 250 eggs a year.[1] Ducks lay 150 [2].",
                }
            }
        ],
        "citations": ["https://a.org/h", "https://a.org/d"],
    },
    "links": {
        "output": [
            {
                "type": "message",
                "role": "assistant",
                "content": [
                    {
                        "type": "output_text",
                        "text": LINKED,
                        "annotations": [
                            {
                                "type": "url_citation",
                                "url": url,
                                "start_index": LINKED.index(sign),
                                "end_index": LINKED.index(sign) + len(sign),
                            }
                            for url, sign in (
                                ("https://a.org/h", "([egg facts](https://a.org/h))"),
                                ("https://a.org/d", "([a.org](https://a.org/d))"),
                            )
                        ],
                    }
                ],
            }
        ]
    },
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_the_claims_of_a_providers_answer_have_no_signs_of_its_citations(answer):
    sources = [
        {"title": "Hens", "url": "https://a.org/h", "text": "Hens lay 250 eggs a year."},
        {"title": "Ducks", "url": "https://a.org/d", "text": "Ducks lay 150."},
    ]

    report = check(answer, sources=sources, judge="overlap", cache=False)

    cited = [(one.claim.text, [two.source for two in one.citations]) for one in report.claims]
    assert cited == [("Hens lay 250 eggs a year.", ["S1"]), ("Ducks lay 150.", ["S2"])]
