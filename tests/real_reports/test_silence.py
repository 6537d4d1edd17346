"""A source that shares no word with a claim does not carry it; a part of one says nothing."""

import pytest

from citation_engine import check

HARBOUR = (
    "The harbour of the old town was built by fishermen in the long winter before the war. It has"
    " two piers and a small lighthouse, and the ferry to the island leaves from there in the"
    " morning. In summer the boats are painted, and the nets are hung out to dry on the wall.\n"
)
HAFEN = (
    "Der Hafen der alten Stadt wurde von Fischern im langen Winter vor dem Krieg gebaut. Er hat"
    " zwei Molen und einen kleinen Leuchtturm, und die Fähre zur Insel legt am Morgen von dort ab."
    " Im Sommer werden die Boote gestrichen, und die Netze hängen zum Trocknen an der Mauer. Wer"
    " mitfahren will, wartet am Steg, bis der Kapitän ihn ruft.\n"
)


@pytest.fixture
def verdict_on(tmp_path):
    """What became of a claim that cites a source of these words."""

    def check_claim(claim, words):
        (tmp_path / "D").mkdir()
        (tmp_path / "D" / "one.txt").write_text(words, encoding="utf-8")
        report = tmp_path / "report.md"
        report.write_text(f"{claim} [1]\n\n[1]: D/one.txt\n", encoding="utf-8")
        [claim] = check(report, tmp_path / "D").claims
        return claim

    return check_claim


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("Barley seed costs forty euros a sack at every market of the region.", HARBOUR),
        ("Gerste kostet auf jedem Markt der Region vierzig Euro je Sack.", HAFEN),
    ],
)
def test_a_text_without_any_word_of_the_claim_does_not_support_it(verdict_on, claim, words):
    claim = verdict_on(claim, words)

    assert claim.citations[0].verdict.support.value == "unsupported"
    assert "none of the claim's words" in claim.citations[0].verdict.notes


def test_a_text_in_another_language_decides_nothing(verdict_on):
    claim = verdict_on("Gerste kostet auf jedem Markt der Region vierzig Euro je Sack.", HARBOUR)

    assert claim.citations[0].verdict.support.value == "undecided"


def test_a_few_words_that_are_left_of_a_text_decide_nothing(verdict_on):
    claim = verdict_on("Barley seed costs forty euros a sack.", "The harbour of the old town.\n")

    assert claim.citations[0].verdict.support.value == "undecided"


@pytest.mark.parametrize(
    "claim",
    [
        "Hafenbetriebe stellten Leuchtturmarbeiten wegen Winterwetter während Kriegszeiten ein.",
        "Fährverbindung, Bootsanstrich, Netztrocknung, Steganlage, Molenbau und Inselreise ruhen.",
    ],
)
def test_a_text_with_the_parts_of_german_compounds_may_speak_of_the_same(verdict_on, claim):
    claim = verdict_on(claim, HAFEN)

    assert claim.citations[0].verdict.support.value == "undecided"


@pytest.mark.parametrize(
    "words",
    [
        "Im Mai 2019 kostete der Hafer auf dem Markt in der alten Stadt am Fluss je Sack 45 Euro.",
        "Im Mai 2021 kostete der Roggen auf dem Markt in der alten Stadt am Fluss je Sack 45 Euro.",
    ],
)
def test_a_figure_of_another_thing_or_year_contradicts_nothing(verdict_on, words):
    claim = "Im Mai 2019 kostete der Roggen auf dem Markt in der alten Stadt am Fluss 18 Euro."

    assert verdict_on(claim, f"{words} {HAFEN}").state.value == "undecided"


def test_a_note_that_a_sentence_only_points_to_is_not_said_to_speak_of_something_else(tmp_path):
    (tmp_path / "D").mkdir()
    (tmp_path / "D" / "Hafenordnung.md").write_text(f"# Hafenordnung\n\n{HAFEN}")
    report = tmp_path / "report.md"
    report.write_text("Die Grundlage steht in [[Hafenordnung]].\n")

    [claim] = check(report, tmp_path / "D").claims

    assert claim.state.value == "undecided"


@pytest.mark.parametrize("place", ["", ", p. 187"])
def test_hardly_a_page_of_a_work_that_is_cited_by_a_page_does_not_fail_a_claim(tmp_path, place):
    (tmp_path / "D").mkdir()
    (tmp_path / "D" / "moe.md").write_text(f"# Harbours of the north\n\n{HARBOUR}")
    report = tmp_path / "report.md"
    report.write_text(
        f"Barley seed costs forty euros a sack at every market (Moe, 2023{place}).\n\n"
        "## References\n\nMoe, A. (2023). Harbours of the north. Coast Press.\n"
    )

    [claim] = check(report, tmp_path / "D").claims

    assert claim.state.value == ("not_checked" if place else "failed")
