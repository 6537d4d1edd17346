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


def test_a_law_named_behind_the_last_of_several_sections_is_that_of_all(covered):
    report = "Roggen ist Saatgut (§ 4 Abs. 2 / § 7 SaatG). Hafer ist Futter (§ 5 FutterG)."

    assert covered(report, "SaatG.md", "FutterG.md") == [
        "Roggen ist Saatgut.",
        "Hafer ist Futter.",
    ]


def test_a_marker_that_is_a_word_covers_its_clause_and_not_one_before_a_semicolon(covered):
    report = "Hafer ist billig; Roggen kostet nach § 4 SaatG genau 18 Euro."

    assert covered(report, "SaatG.md") == ["Roggen kostet nach § 4 SaatG genau 18 Euro."]


def test_a_marker_at_the_end_covers_both_sides_of_a_semicolon(covered):
    report = "Hafer ist billig; Roggen kostet 18 Euro (§ 4 SaatG)."

    assert covered(report, "SaatG.md") == ["Hafer ist billig; Roggen kostet 18 Euro."]


def test_the_number_of_a_row_and_that_of_a_heading_are_no_words_that_a_marker_covers(covered):
    table = (
        "# (1) Saatgut (§ 4 SaatG)\n\n"
        "| # | Korn | Preis | Grundlage |\n|---|---|---|---|\n"
        "| 1 | Roggen | 18 Euro | § 4 SaatG |\n"
    )

    assert covered(table, "SaatG.md") == ["Saatgut", "Roggen", "18 Euro"]


def test_a_sentence_that_names_the_author_of_the_next_marker_is_covered_by_it(covered):
    report = (
        r"Müller beschreibt in zwei Versuchen, dass Roggen reift. Hafer ist anders. "
        r"Das gilt auch für Gerste \parencite{mueller2020korn}."
    )

    assert covered(report, "mueller2020korn.md", name="report.tex") == [
        "Roggen reift.",
        "Das gilt auch für Gerste.",
    ]


@pytest.mark.parametrize(
    ("report", "claims"),
    [
        (
            "Müller benennt die Ernte als Ursache [1], und Versuche mit Hafer bestätigen den "
            "Befund [2].",
            ["Müller benennt die Ernte als Ursache", "Versuche mit Hafer bestätigen den Befund."],
        ),
        (
            "Der Roggen überwuchert die Wege [1], und die Gerste verdorrt im Sommer [2].",
            ["Der Roggen überwuchert die Wege", "die Gerste verdorrt im Sommer."],
        ),
    ],
)
def test_a_clause_is_told_by_its_verb_also_where_no_list_has_the_verb(covered, report, claims):
    assert covered(report, "a.md", "b.md") == claims


def test_laws_named_throughout_are_markers_beside_a_single_other_citation(covered):
    sections = "\n".join(f"- Regel {number} gilt (§ {number} SaatG)." for number in range(2, 8))
    report = f"{sections}\n\nSo entschied das Gericht schon früh (Korn et al., 1979)."

    assert "Regel 2 gilt." in covered(report, "SaatG.md")


@pytest.mark.parametrize(
    "report",
    [
        "Ein Abweichen erzeugt gem. § 4 Abs. 2 SaatG ein neues Angebot.",
        "Roggen wäre Saatgut i.S.d. § 4 SaatG.",
    ],
)
def test_a_law_that_a_sentence_needs_stays_one_of_its_words(covered, report):
    assert covered(report, "SaatG.md") == [report]


@pytest.mark.parametrize(
    "report",
    [
        "Falsch ist: Hafer ist billig; Roggen kostet nach § 4 SaatG genau 18 Euro.",
        "Nur im Herbst gilt: Hafer ist billig; Roggen kostet nach § 4 SaatG genau 18 Euro.",
    ],
)
def test_what_denies_or_limits_both_sides_of_a_semicolon_stays(tmp_path, report):
    (tmp_path / "SaatG.md").write_text("Roggen kostet genau 18 Euro.", "utf-8")

    (claim,) = check(report, [tmp_path / "SaatG.md"], judge="none").claims

    assert claim.claim.statement == report


@pytest.mark.parametrize(
    ("report", "claim"),
    [
        ("Wie von Hale [1] beschrieben, kostet Roggen 5 Euro.", "kostet Roggen 5 Euro."),
        ("Wie von Hale beschrieben [1], kostet Roggen 5 Euro.", "kostet Roggen 5 Euro."),
        (
            "Roggen kostet, so Hale [1], nur bei Regen 5 Euro.",
            "Roggen kostet nur bei Regen 5 Euro.",
        ),
        ("Roggen kostet 5 Euro, so die Behörde [1].", "Roggen kostet 5 Euro."),
        ("Laut [1] kostet Roggen 5 Euro.", "kostet Roggen 5 Euro."),
        ("Laut der Studie von Hale [1] kostet Roggen nie 5 Euro.", "kostet Roggen nie 5 Euro."),
        ("Hale [1] hat gezeigt, dass Roggen 5 Euro kostet.", "Roggen 5 Euro kostet."),
    ],
)
def test_who_says_something_is_no_claim_and_what_is_said_has_the_marker(covered, report, claim):
    assert covered(report, "1.md") == [claim]


@pytest.mark.parametrize(
    "second", ["während die Mole 2 Meter erreicht", "und die Mole misst 2 Meter"]
)
def test_a_clause_with_its_own_subject_does_not_get_the_one_before(tmp_path, second):
    for name in ("1.md", "2.md"):
        (tmp_path / name).write_text("Die Mole ist alt.", "utf-8")
    report = f"Der Damm bei Süden misst 4 Meter [1], {second} [2]."

    claims = check(report, [tmp_path / "1.md", tmp_path / "2.md"], judge="none").claims

    assert claims[1].claim.statement == f"{second.partition(' ')[2]}."


def test_two_markers_that_are_objects_of_one_verb_are_not_parted(covered):
    report = "Die Studie ergänzt \\textcite{moe} und \\textcite{liu} um eine Messung von Roggen."

    claims = covered(report, "moe.md", "liu.md", name="report.tex")
    assert claims == ["Die Studie ergänzt moe und liu um eine Messung von Roggen."]


def test_a_link_by_the_name_of_its_source_covers_the_paragraph_it_begins(covered):
    report = (
        "Stand 2024: Der [Alte Mühlen Check](alte-muehlen-check.md) zeigt Roggen. Er ist teuer."
    )

    assert covered(report, "alte-muehlen-check.md") == [
        "Der Alte Mühlen Check zeigt Roggen.",
        "Er ist teuer.",
    ]


def test_a_footnote_behind_a_lettered_paragraph_covers_its_last_sentence(covered):
    report = "(e) Bewertung. Die Angaben sind knapp. Roggen kostet 18 Euro.[^1]\n\n[^1]: mole.md\n"

    assert covered(report, "mole.md") == ["Roggen kostet 18 Euro."]
