"""Reports that agents write from their own notes: titles that are links, notes in folders."""

import pytest

from citation_engine import ClaimState, check
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
