"""Which words of a German report a marker covers."""

import pytest

from citation_engine import check


@pytest.fixture
def covered(tmp_path):
    """Write a report and files, and say which words each claim with a marker has."""

    def give(report: str, *files: str, name: str = "report.md") -> list[str]:
        (tmp_path / name).write_text(report, "utf-8")
        for file in files:
            (tmp_path / file).write_text("Roggen ist ein Getreide.", "utf-8")
        sources = [tmp_path / file for file in files]
        checked = check(tmp_path / name, sources, judge="none")
        return [one.claim.text for one in checked.claims if one.claim.markers]

    return give


@pytest.mark.parametrize(
    ("report", "claim"),
    [
        (
            "Saatgut ist knapp. [[SaatG § 4 Preis]] erlaubt den Verkauf von Roggen.",
            "[[SaatG § 4 Preis]] erlaubt den Verkauf von Roggen.",
        ),
        (
            "Im Herbst gilt nach [[SaatG § 4 Preis]] jeder Roggen als reif.",
            "Im Herbst gilt nach [[SaatG § 4 Preis]] jeder Roggen als reif.",
        ),
        (
            "Für Höfe ist [[SaatG § 4 Preis]] besonders wichtig: Roggen kostet dort 18 Euro.",
            "Roggen kostet dort 18 Euro.",
        ),
        ("Roggen kostet 18 Euro ([[SaatG § 4 Preis]]).", "Roggen kostet 18 Euro."),
    ],
)
def test_a_link_to_a_note_in_the_midst_of_a_sentence_is_one_of_its_words(covered, report, claim):
    assert covered(report, "SaatG § 4 Preis.md") == [claim]


def test_a_file_behind_the_word_for_a_source_may_have_commas_in_its_name(covered):
    report = "Roggen kostet 18 Euro. (Quelle: Roggen, das stille Korn + mehr.md)"

    assert covered(report, "Roggen, das stille Korn + mehr.md") == ["Roggen kostet 18 Euro."]
