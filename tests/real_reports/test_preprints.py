"""Works that real reports cite by their numbers on arXiv, without a link and often a list."""

import pytest

from citation_engine import check

BEES = "Dance of Rye\nRita Halm, Otto Stock\narXiv:2309.16797v1\n\nRye dances in a circle."
OATS = "OATNET: RIPENING OF OATS\nKarl Korn\n\nOats ripen in the barn for nine days."


@pytest.fixture
def checked(tmp_path):
    def run(report, sources=None):
        folder = tmp_path / "sources"
        folder.mkdir()
        for name, words in (sources or {"a.txt": BEES, "2310.01260_oats.txt": OATS}).items():
            (folder / name).write_text(words, "utf-8")
        (tmp_path / "report.md").write_text(report, "utf-8")
        return check(tmp_path / "report.md", folder, judge="none", cache=False)

    return run


def files(report):
    names = {one.label: one.name for one in report.sources}
    return {one.label: [names[label] for label in one.sources] for one in report.references}


def test_a_number_of_arxiv_in_parentheses_is_a_marker_of_the_source_that_has_it(checked):
    report = checked(
        "Rye dances in a circle (Halm et al., 2309.16797, 2024). "
        "Oats ripen for nine days (arXiv:2310.01260). Barley sleeps (Moe et al., 2401.55555)."
    )

    assert files(report) == {
        "arxiv:2309.16797": ["a.txt"],
        "arxiv:2310.01260": ["2310.01260_oats.txt"],
        "arxiv:2401.55555": [],
    }


def test_a_number_of_arxiv_in_a_heading_covers_its_section(checked):
    report = checked(
        "# Review\n\n### 1.1 Dance of Rye (Halm et al., 2309.16797, 2024)\n\n"
        "Rye dances in a circle of 3 metres.\n\n### 1.2 OatNet (2310.01260)\n\n"
        "Oats ripen in the barn for nine days.\n"
    )

    assert [len(one.citations) for one in report.claims if one.claim.needs_evidence] == [1, 1]
    assert {one.code for one in report.findings} == {"CE207"}


@pytest.mark.parametrize(
    "words", ["(2310.01261 grams)", "(Halm, 2024; 2310.01260)", "([2310.01260](https://a.example))"]
)
def test_other_numbers_in_parentheses_are_no_numbers_of_arxiv(checked, words):
    report = checked(f"Rye weighs much {words}.", {"a.txt": "Rye\n\nRye weighs much."})

    assert not any(one.label.startswith("arxiv:") for one in report.references)


def test_a_table_of_references_with_a_column_for_arxiv_lists_what_the_numbers_mean(checked):
    report = checked(
        "Rye dances in a circle (2309.16797). Barley sleeps (Moe et al., 2401.55555).\n\n"
        "## Key References\n\n| Paper | arXiv | Year |\n|---|---|---|\n"
        "| Dance of Rye | 2309.16797 | 2024 |\n| Barley at Night | 2401.55555 | 2024 |\n"
    )

    assert files(report) == {"arxiv:2309.16797": ["a.txt"], "arxiv:2401.55555": []}
    assert "Barley at Night" in report.references[1].entry
