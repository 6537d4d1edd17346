"""Which claims without a marker are reported, as readers of real reports would ask for one."""

import pytest

import citation_engine

CITED = "Rye seed costs 18 euros [1]."
SOURCE = "Rye seed costs 18 euros."


def uncited(text: str) -> list[str]:
    """The claims of a report that are said to lack a source."""
    report = citation_engine.check(text, [SOURCE], judge="none")
    return [one.claim.text for one in report.in_state("uncited")]


@pytest.mark.parametrize(
    "text",
    [
        "The village has 412 houses.",
        "Das Dorf hat 412 Häuser.",
        "The mill was closed on 3 May 2019.",
        "The mill was closed in 2019.",
        "We know that 40 % of the seed is lost.",
        "Wir wissen, dass 40 % der Saat verloren gehen.",
        "A farmer said \u201cwe will never sow that kind of rye again\u201d.",
        "- The village has 412 houses.",
    ],
)
def test_a_figure_or_quotation_in_a_paragraph_without_a_marker_lacks_one(text):
    assert uncited(f"{CITED}\n\n{text}") == [text.removeprefix("- ")]


@pytest.mark.parametrize(
    "text",
    [
        f"{CITED} It is sown in October at 9 degrees.",
        f"{CITED}\n\nMoist soil helps the seed.",
        f"{CITED}\n\nFeuchter Boden hilft der Saat.",
        f"{CITED}\n\nThe yield is $y = 2 x + 1$.",
        f"{CITED}\n\nNext step: engage 3 growers.",
        f"{CITED}\n\nThis means that 40 % of the seed is lost.",
        f"{CITED}\n\nDas bedeutet einen Verlust von 40 %.",
        f"{CITED}\n\nFor example, a farmer with 412 euros buys ten sacks.",
        f"{CITED}\n\n## Limitations\n\nThe mill was closed on 3 May 2019.",
        f"{CITED}\n\n## 4. Analytical results\n\nThe yield is 412 kg.",
        f"{CITED}\n\n## Empfehlungen\n\nDas Dorf hat 412 Häuser.",
        f"{CITED}\n\nDie Frist beträgt 10 Jahre (§ 147 AO).",
        f"{CITED}\n\nThe fee is 40 euros. See Section 4 for the rest.",
        f"{CITED}\n\n## Bank\n\nGrainBank has 412 members.\n\n- Original source: [1]\n- Open",
        f"{CITED}\n\n- Year: January 2026",
        "Kept are [1]:\n\n- rye for 3 years\n- oats for 4 years",
    ],
)
def test_what_a_reader_takes_for_covered_lacks_none(text):
    assert uncited(text) == []


def test_an_item_lacks_a_marker_although_another_item_has_one():
    assert uncited(f"- {CITED}\n- Oats cost 9 euros.") == ["Oats cost 9 euros."]


def test_what_somebody_is_said_to_show_lacks_a_marker_where_its_section_has_none():
    said = "The survey shows that samples keep best in one cellar."

    assert uncited(f"## Seed\n\n{CITED}\n\n## Banks\n\n{said}") == [said]
    assert uncited(f"## Seed\n\n{CITED}\n\n{said}") == []


def test_in_a_draft_that_cites_nothing_every_fact_lacks_a_marker():
    assert uncited("Moist soil helps the seed.") == ["Moist soil helps the seed."]


@pytest.mark.parametrize(
    "text",
    [
        "Seed Trade Papers No 2807",
        "5e. Barns and silos.",
        "The plan has parts: (1) sow early, (2) reap late.",
        "COVID-19 closed the mill for good.",
        "We count 412 houses.",
        "The second case runs as in scenario 1 of the plan.",
        "The rules do not fit a 2026 mill.",
        "> Rye likes moist soil.",
    ],
)
def test_a_number_that_is_no_figure_lacks_none(text):
    assert uncited(f"{CITED}\n\n{text}") == []


def test_of_a_row_without_a_marker_one_cell_is_told_where_others_have_one():
    head = "| Seed | Old | New |\n|---|---|---|\n"
    rows = "| Oats | 7 euros | 8 euros |\n| Peas | 5 euros | 6 euros |\n"

    assert uncited(f"{CITED}\n\n{head}{rows}") == []
    assert uncited(f"{CITED}\n\n{head}{rows}| Rye | 17 euros [1] | 18 euros [1] |\n") == [
        "7 euros",
        "5 euros",
    ]


def test_a_figure_of_the_us_is_no_statement_of_our_own():
    text = "Exports of rye to the US fell by 30 % in 2020."

    assert uncited(f"{CITED}\n\n{text}") == [text]


def test_a_column_of_evidence_in_words_is_judged_and_one_of_sources_is_not():
    table = "| Claim | Evidence |\n|---|---|\n| Rye is cheap | {} |\n| Oats are dear | {} |\n"

    assert "18 euros a bag" in uncited(table.format("18 euros a bag", "45 euros a bag"))
    assert "rye.pdf" not in uncited(table.format("rye.pdf", "45 euros a bag"))


@pytest.mark.parametrize("heading", ["Energy source", "Energiequelle", "Enorm"])
def test_a_column_of_figures_that_is_called_nearly_as_sources_are_is_judged(heading):
    report = citation_engine.check(
        f"| Town | {heading} |\n|---|---|\n| Borg | coal, 90 % [1] |\n",
        sources=["In Borg coal gives 40 % of the power."],
    )

    [cell] = [one for one in report.claims if one.claim.text == "coal, 90 %"]
    assert cell.claim.needs_evidence
    assert cell.citations


@pytest.mark.parametrize(
    ("latex", "claims"),
    [
        (
            r"Rye is dear \cite{moe}. \begin{circuitikz} \draw (0,0) to[L] ++(2.125,0); "
            r"\end{circuitikz}",
            [("Rye is dear.", 1)],
        ),
        (
            r"Moe has it so: \begin{quote}Rye seed costs 18 euros at the mill.\end{quote} "
            r"\cite{moe}. More is known.",
            [
                ("Moe has it so:", 0),
                ("Rye seed costs 18 euros at the mill.", 1),
                ("More is known.", 0),
            ],
        ),
    ],
)
def test_latex_is_read_without_drawings_and_with_markers_behind_quotations(tmp_path, latex, claims):
    (tmp_path / "report.tex").write_text(latex)
    report = citation_engine.check(tmp_path / "report.tex", [SOURCE], judge="none")

    assert [(one.claim.text, len(one.claim.markers)) for one in report.claims] == claims


@pytest.mark.parametrize(
    "text",
    [
        "The study is concluded in Section 5.",
        "A short overview of the mills is provided in Table 2.",
        "Next, an overview of the ways taken to answer the question is provided.",
        "Ein kurzer Überblick über die Mühlen findet sich in Abschnitt 3.",
        "Die Arbeit schließt mit Kapitel 5.",
    ],
)
def test_what_says_where_something_stands_in_the_report_needs_no_source(text):
    [claim] = citation_engine.check(text, [SOURCE], judge="none").claims

    assert not claim.claim.needs_evidence


@pytest.mark.parametrize(
    "text",
    [
        "An introduction of rye in 1990 is found to lower the price of oats.",
        "Eine Beschreibung der Mühle von 1890 gibt ihr neun Räder.",
    ],
)
def test_what_only_begins_so_needs_one(text):
    [claim] = citation_engine.check(text, [SOURCE], judge="none").claims

    assert claim.claim.needs_evidence
