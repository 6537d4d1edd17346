"""Negative citations: the section that is named is searched, and nothing else is read."""

import pytest

from citation_engine import CitationEngine
from citation_engine.testing import FakeJudge

RULES = """# Rules

## § 8 Retention

Records are kept for ten years. They are encrypted at rest.

## § 9 Data security

Data security is ensured by restricted access. Each user has a password of their own, and the
administrator reviews all rights once a year.

## § 10 Fees

A fee of ten euro is due for each copy. No interest is charged.

## § 11 Copies
"""
REGELN = """# Regeln

## § 9 Datensicherheit

Die Sicherheit ist durch Zugriffskontrollen zu gewährleisten. Jeder Nutzer hat ein eigenes Kennwort.

## § 10 Kosten

Für jede Abschrift wird ein Gebührenbescheid erlassen, und die Sicherungen werden verschlüsselt.
"""
DUTCH = """# Regels

## § 9 Beveiliging

De beveiliging van de gegevens is een zaak van de gebruiker, en het is in de regel zo geregeld.
"""
ENCRYPTION = "The rules require encryption at rest."


def cited(claim, section, text=RULES, judge="none", **locator):
    given = {"section": section, **locator} if section else {}
    with CitationEngine(":memory:", judge=judge) as engine:
        source = engine.add_text(text, name="Rules.md")
        return engine.cite(claim, source, context="Searched.", locator=given, method="negative")


@pytest.mark.parametrize("judge", ["none", "local", "overlap"])
@pytest.mark.parametrize(
    ("claim", "section", "text"),
    [
        (ENCRYPTION, "§ 9", RULES),
        ("The rules say nothing about fees.", "§ 9", RULES),
        ("Die Regeln verlangen die Verschlüsselung von Backups.", "§ 9", REGELN),
        ("Die Regeln sagen nichts über eine Gebühr.", "§ 9", REGELN),
    ],
)
def test_a_section_without_the_words_of_the_claim_is_silent(claim, section, text, judge):
    result = cited(claim, section, text, judge)

    assert result.verification_status == "verified"
    assert result.verdict.reason.startswith("None of these words was found in § 9, which has ")


@pytest.mark.parametrize("judge", ["none", "local"])
@pytest.mark.parametrize(
    ("claim", "section", "found"),
    [
        (ENCRYPTION, "§ 8", '"encryption", "rest". It says: "They are encrypted at rest."'),
        ("The rules name no fee.", "§ 10", '"fee". It says: "A fee of ten euro'),
    ],
)
def test_a_section_that_has_the_words_is_not_silent_and_they_are_shown(
    claim, section, found, judge
):
    result = cited(claim, section, judge=judge)

    assert result.verification_status == "failed"
    assert found in result.verdict.reason


@pytest.mark.parametrize(
    ("claim", "section", "text"),
    [
        (ENCRYPTION, None, RULES),
        (ENCRYPTION, "§ 12", RULES),
        # Some of the words are there.
        ("The rules require encryption of each password.", "§ 9", RULES),
        # In a sentence that denies.
        ("Interest is charged.", "§ 10", RULES),
        # As parts of German compounds.
        ("Die Regeln sagen nichts über eine Gebühr.", "§ 10", REGELN),
        ("Die Regeln verlangen die Verschlüsselung von Backups.", "§ 10", REGELN),
        # Words of one language are not to be found in another.
        (ENCRYPTION, "§ 9", REGELN),
        ("Rules require encryption.", "§ 9", REGELN),
        ("Die Regeln verlangen die Verschlüsselung von Backups.", "§ 9", RULES),
        (ENCRYPTION, "§ 9", DUTCH),
        # Below the heading stands nothing.
        (ENCRYPTION, "§ 11", RULES),
        # Nothing is left to look for.
        ("The rules require it.", "§ 9", RULES),
    ],
)
def test_where_words_do_not_tell_nothing_is_decided_without_a_judge(claim, section, text):
    assert cited(claim, section, text).verification_status == "unverified"


def test_the_judge_reads_the_named_section_and_nothing_else():
    judge = FakeJudge("undecided")

    cited(ENCRYPTION, "§ 9", judge=judge)

    [question] = judge.asked
    assert question.passage.text.startswith("## § 9 Data security")
    assert "ten" not in question.passage.text
    assert (question.passage.before, question.passage.after) == ("", "")


@pytest.mark.parametrize(
    ("claim", "section", "answer", "status"),
    [
        (ENCRYPTION, "§ 9", "supported", "unverified"),
        (ENCRYPTION, "§ 9", "unreachable", "verified"),
        (ENCRYPTION, "§ 8", "unsupported", "unverified"),
        (ENCRYPTION, "§ 8", "undecided", "failed"),
        ("The rules say nothing about fees.", "§ 9", "supported", "verified"),
        ("The rules say nothing about fees.", "§ 9", "contradicted", "unverified"),
        ("The rules say nothing about fees.", "§ 10", "contradicted", "failed"),
        # Who contradicts a silence has found words about it.
        ("The rules say nothing about a fee for data.", "§ 9", "contradicted", "unverified"),
    ],
)
def test_where_judge_and_search_disagree_nothing_is_decided(claim, section, answer, status):
    result = cited(claim, section, judge=FakeJudge(answer))

    assert result.verification_status == status


def test_a_section_inside_a_paragraph_is_searched_alone():
    text = (
        "These rules hold. § 8.1: Records are kept for ten years by all. § 8.2: They are encrypted."
    )

    assert cited(ENCRYPTION, "§ 8.1", text).verification_status == "verified"
    assert cited(ENCRYPTION, "§ 8.2", text).verification_status == "unverified"
