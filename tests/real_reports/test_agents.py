"""Reports that agents write from their own notes: titles that are links, notes in folders."""

import pytest

from citation_engine import ClaimState, check
from citation_engine.model.checked import LinkedBy
from citation_engine.model.finding import Level
from citation_engine.testing import FakeJudge


@pytest.fixture
def checked(tmp_path):
    """Check a report against sources by their paths."""

    def run(report, sources, judge="none", name="report.md"):
        for path, content in {f"D/{path}": text for path, text in sources.items()}.items():
            target = tmp_path / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(content, "utf-8")
        (tmp_path / name).write_text(report, "utf-8")
        return check(tmp_path / name, tmp_path / "D", cache=False, judge=judge)

    return run


def cited(report):
    """The files that each claim cites, by its words."""
    names = {source.label: source.name for source in report.sources}
    return {
        one.claim.text: sorted(names[citation.source] for citation in one.citations)
        for one in report.claims
        if one.claim.markers
    }


def errors(report):
    return [one.code for one in report.findings if one.level is Level.ERROR]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("report.md", "## [Ferries in 2 Seasons](D/ferry.md)\n\nFerries run hourly. Cars wait.\n"),
        (
            "report.html",
            '<h2><a href="D/ferry.md">Ferries in 2 Seasons</a></h2>'
            "<p>Ferries run hourly. Cars wait.</p>",
        ),
    ],
)
def test_a_title_with_a_number_that_is_a_link_covers_its_section(checked, name, text):
    report = checked(text, {"ferry.md": "Ferries run hourly.", "fares.md": "X."}, name=name)

    assert cited(report)["Ferries run hourly."] == ["ferry.md"]
    assert cited(report)["Cars wait."] == ["ferry.md"]


def test_a_link_on_some_words_of_a_title_that_states_something_stays_with_the_title(checked):
    report = checked(
        "## Ferries ran [in 2 seasons](D/ferry.md)\n\nCars wait in 7 lanes.\n",
        {"ferry.md": "Ferries ran in 2 seasons.", "fares.md": "X."},
    )

    assert "Cars wait in 7 lanes." not in cited(report)


PIECES = {
    "tide.md": "# Tides\n\n![[tide/limits]]\n",
    "tide/limits.md": "Tides rise by 9 metres.",
    "tide/method.md": "Gauges were read daily.",
    "wind/limits.md": "Winds turn at noon.",
    "wind.md": "# Winds\n\n![[wind/limits]]\n",
}


@pytest.mark.parametrize("link", ["[[tide]]", "[[tide|Moe et al.]]"])
def test_a_note_and_the_folder_of_its_name_are_one_source(checked, link):
    report = checked(f"Tides rise by 9 metres {link}.\n", PIECES)

    assert cited(report) == {
        "Tides rise by 9 metres.": ["method.md", "tide.md", "tide/limits.md"],
    }
    assert errors(report) == []


def test_a_name_that_a_note_and_a_folder_elsewhere_have_is_not_decided(checked):
    moved = {path.replace("tide/", "old/tide/"): text for path, text in PIECES.items()}
    report = checked("Tides rise by 9 metres [[tide]].\n", moved)

    assert errors(report) == ["CE007"]


def test_of_the_parts_of_one_source_none_is_blamed_for_adding_nothing(checked):
    def judge(question):
        return "supported" if "9 metres" in question.passage.text else "unsupported"

    report = checked("Tides rise by 9 metres [[tide]].\n", PIECES, judge=FakeJudge(judge))

    assert [one.state for one in report.claims] == [ClaimState.SUPPORTED]
    assert "CE209" not in [one.code for one in report.findings]


LIST = (
    "\n## References\n\n"
    '1. Moe et al. (2022). "Ferries in Winter." Acta 2022. [arXiv:2201.00001]\n'
    '2. Moe et al. (2022). "Harbours in Summer." Sailing 2022. [arXiv:2202.00002]\n'
    '3. Lund et al. (2023). "Lighthouses of the North Coast." [arXiv:2303.00003]\n'
)
PAPERS = {
    "ferries.md": "# Ferries in Winter\n\nFerries run hourly.",
    "harbours.md": "# Harbours in Summer\n\nHarbours close at 9.",
    "lights.md": "# Lighthouses of the North Coast\n\nLamps turn 4 times.",
}


def test_a_link_to_a_work_means_the_entry_of_the_list_that_has_its_number(checked):
    report = checked(
        "Ferries run hourly [arXiv:2201.00001](https://arxiv.org/abs/2201.00001). Lamps turn 4"
        f" times [arXiv:2303.00003](https://arxiv.org/abs/2303.00003).\n{LIST}",
        PAPERS,
    )

    assert cited(report) == {
        "Ferries run hourly.": ["ferries.md"],
        "Lamps turn 4 times.": ["lights.md"],
    }
    assert errors(report) == []


def test_a_link_to_a_page_means_the_entry_of_the_list_that_gives_its_address(checked):
    report = checked(
        "Lamps turn 4 times [source](https://lund.example/lamps). Ferries run hourly"
        " [source](https://moe.example/ferries).\n\n## Sources\n\n"
        "- Lund, Lighthouses of the North Coast, https://lund.example/lamps\n"
        "- Moe, Ferries in Winter, https://moe.example/ferries\n",
        PAPERS,
    )

    assert cited(report) == {
        "Lamps turn 4 times.": ["lights.md"],
        "Ferries run hourly.": ["ferries.md"],
    }


@pytest.mark.parametrize(("venue", "file"), [("Acta", "ferries.md"), ("Sailing", "harbours.md")])
def test_of_two_works_of_an_author_and_a_year_the_one_of_that_journal_is_meant(
    checked, venue, file
):
    report = checked(f"Much is open (Moe et al., {venue} 2022) at 9.\n{LIST}", PAPERS)

    assert [one for files in cited(report).values() for one in files] == [file]
    assert errors(report) == []


def test_another_journal_leaves_open_which_work_of_an_author_and_a_year_is_meant(checked):
    report = checked(f"Much is open (Moe et al., Hull 2022) at 9.\n{LIST}", PAPERS)

    assert errors(report) == ["CE007"]


BYLINES = (
    "## Ferries\n\n**Moe et al., Acta 2022** | [arXiv:2201.00001](https://arxiv.org/abs/2201.00001)"
    "\n\n**Key findings:**\n\n- Ferries run hourly in winter\n\n"
    "**Relevance:** For our plan, ferries may be too slow.\n\n"
    "## Others\n\n**Harbours (Moe et al., Sailing 2022)** |"
    " [arXiv:2202.00002](https://arxiv.org/abs/2202.00002)\n- Harbours close at 9 in summer\n\n"
    "**Lamps (Lund et al., 2023)** | [arXiv:2303.00003](https://arxiv.org/abs/2303.00003)\n"
    "- Lamps turn 4 times in fog\n\n**Open questions**\n\n- Buoys drift by 7 metres\n"
)


def test_a_line_with_authors_and_a_link_covers_what_stands_below_it(checked):
    report = checked(BYLINES + LIST, PAPERS)

    assert cited(report) == {
        "Ferries run hourly in winter": ["ferries.md"],
        "Harbours close at 9 in summer": ["harbours.md"],
        "Lamps turn 4 times in fog": ["lights.md"],
        **{text: files for text, files in cited(report).items() if "|" in text},
    }


def test_a_line_with_authors_and_a_link_is_no_claim(checked):
    report = checked(BYLINES + LIST, PAPERS)

    assert not any(one.claim.needs_evidence for one in report.claims if "|" in one.claim.text)


@pytest.mark.parametrize(
    "written", ["D/tides.md", "`D/tides.md`", "D/tides.md (Moe, chief)", "D/tides.md — by Moe"]
)
def test_a_path_behind_the_word_source_at_the_end_of_a_list_is_its_source(checked, written):
    report = checked(
        f"- Tides rise by 9 metres.\n- **Source:** {written}\n",
        {"tides.md": "Tides rise by 9 metres.", "winds.md": "X."},
    )

    assert cited(report) == {"Tides rise by 9 metres.": ["tides.md"]}


def test_a_path_behind_the_word_source_that_leads_to_no_file_is_told(checked):
    report = checked("- Tides rise by 9 metres.\n- **Source:** D/moon.md\n", {"winds.md": "X."})

    assert errors(report) == ["CE001"]


def test_numbers_of_works_behind_the_word_source_are_its_sources(checked):
    report = checked(
        "- Tides rise by 9 metres.\n- **Source:** arXiv:2201.00001, arXiv:2202.00002"
        " (gauges), common sense.\n",
        {"2024-arxiv-2201-00001.md": "Tides rise.", "arxiv_2202.00002.md": "X.", "moon.md": "X."},
    )

    assert cited(report) == {
        "Tides rise by 9 metres.": ["2024-arxiv-2201-00001.md", "arxiv_2202.00002.md"]
    }


@pytest.mark.parametrize(
    "cites",
    ["Tides rise by 9 metres (arXiv:2201.00001).\n", "Tides rise by 9 metres [1].\n" + LIST],
)
def test_a_note_that_only_mentions_the_number_of_a_work_is_a_guess(checked, cites):
    note = "# Boats and their owners\n\nOwners wait, as others say (arXiv:2201.00001). "
    report = checked(cites, {"boats.md": note + "They paint hulls. " * 90, "moon.md": "X."})

    assert [one.linked_by for one in report.references if one.sources] == [LinkedBy.LIKENESS]


def test_a_note_on_a_work_that_has_its_author_and_its_number_is_found(checked):
    note = "# Notes on boats\n\nMoe and others (arXiv:2201.00001) count boats. "
    report = checked(
        "Boats are counted [1].\n" + LIST,
        {"boats.md": note + "They paint hulls. " * 90, "moon.md": "X."},
    )

    assert [one.linked_by for one in report.references if one.sources] == [LinkedBy.IDENTIFIER]


@pytest.mark.parametrize("head", ["Priority", "Relevance", "Priorität"])
def test_how_much_a_report_cares_for_a_row_is_not_held_against_its_source(checked, head):
    report = checked(
        f"| Article | Insight | {head} |\n|---|---|---|\n"
        "| [Tides](D/tides.md) | Tides rise by 9 metres | Standard |\n",
        {"tides.md": "Tides rise by 9 metres.", "moon.md": "X."},
    )

    assert [files for files in cited(report).values() if files] == [["tides.md"]]
    assert errors(report) == []


@pytest.mark.parametrize("asks", ["What", "Why", "When", "Wie"])
def test_a_question_word_in_bold_before_a_sentence_is_no_part_of_the_claim(checked, asks):
    report = checked(
        f"- **{asks}:** Mislaid gauges cause false tides [1].\n\n[1] tides.md\n",
        {"tides.md": "Mislaid gauges cause false tides.", "moon.md": "X."},
    )

    assert list(cited(report)) == ["Mislaid gauges cause false tides."]


def test_a_source_between_the_data_of_a_work_and_what_it_says_covers_what_it_says(checked):
    report = checked(
        "### Ferries in Winter\n\n- **Authors**: P. Moe, K. Lund\n- **Year**: 2022\n"
        "- **Source**: arXiv:2201.00001\n- **Results**: Ferries run hourly in winter.\n"
        "- **Methods**: Boats were counted daily.\n"
        '- **Relevance**: It confirms the "ferry age" of the north.\n',
        {"2201.00001_ferries.md": "Ferries run hourly.", "moon.md": "X."},
    )

    assert {text for text, files in cited(report).items() if files} == {
        "Ferries run hourly in winter.",
        "Boats were counted daily.",
    }
