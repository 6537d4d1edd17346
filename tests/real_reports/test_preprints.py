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


# Titles of preprints ----------------------------------------------------------------------------

FULL = "OatDance: Joining LLMs with Circular Dances Yields Strong Winter Oats"


def linked(checked, entry, first_page):
    report = checked(
        f"Oats dance [1].\n\n## References\n\n[1] {entry}\n",
        {"x.txt": first_page, "y.txt": "Barley\nKarl Korn\n\nBarley sleeps."},
    )
    [one] = report.references
    return one


@pytest.mark.parametrize(
    "page", ["{}\nQing Halm1, Rui Wang2\n", "Paper at OAT 2024\n{}\nQ. Halm\n"]
)
def test_a_title_that_an_entry_cuts_off_is_found_above_its_author(checked, page):
    entry = 'Halm, Qing et al. (2024). "OatDance: Joining LLMs with Circular Dances". OAT.'

    one = linked(checked, entry, page.format(FULL))

    assert (len(one.sources), one.is_guess) == (1, False)


def test_a_title_that_the_preprint_words_otherwise_is_a_guess(checked):
    title = "Joining Large Language Models with Circular Dances Yields Strong Winter Oats"

    one = linked(
        checked, f'Halm, Qing et al. (2024). "{title}". OAT.', f"{FULL}\nQing Halm12, R. W."
    )

    assert (len(one.sources), one.is_guess) == (1, True)


@pytest.mark.parametrize(
    "page",
    [
        "OatDance: Joining LLMs with Circular Dances, Part 2\nQing Halm\n",
        "OatDance: Joining LLMs with Circular Dances: a summary\nQing Halm\n",
        "A reply to\nOatDance: Joining LLMs with Circular Dances of Oats\nQing Halm\n",
        "OatDance: Joining LLMs with Circular Dances Yields Strong Winter Oats\nOtto Stock\n",
        "Joining Hives with Long Walks Through Dark Woods\nQing Halm\n",
    ],
)
def test_a_title_that_only_begins_like_that_of_another_work_is_not_found(checked, page):
    entry = 'Halm, Qing et al. (2024). "OatDance: Joining LLMs with Circular Dances". OAT.'

    assert not linked(checked, entry, page).sources
