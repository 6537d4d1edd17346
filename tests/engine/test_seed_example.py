"""The usage examples that the engine was asked for, run as they were written."""

import pytest

from citation_engine import CitationEngine

pytestmark = pytest.mark.usefixtures("default_judge")

REGULATION = """# GoBD Regulations

Kapitel 8 regelt die Aufbewahrungsfristen für verschiedene Dokumenttypen. § 8.1: Sämtliche
buchungsrelevanten Transaktionsdaten sind für einen Zeitraum von zehn Jahren unveränderbar zu
speichern. Dies gilt unabhängig vom verwendeten Speichermedium. § 8.2 beschreibt die Anforderungen
an die Lesbarkeit.
"""
TRANSLATED = """# GoBD Regulations, in English

§ 9: Data security is ensured by access controls. Each user has a password of their own, and the
rights of all users are reviewed once a year.

§ 10: The GoBD requires that invoices are stored in an unalterable format for ten years. Backups are
encrypted at rest.
"""
PROCESS = """# Invoice process

The current process stores all invoices as editable Word documents on the shared drive.
"""


@pytest.fixture
def documents(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "gobd.md").write_text(REGULATION, encoding="utf-8")
    (tmp_path / "documents" / "gobd_english.md").write_text(TRANSLATED, encoding="utf-8")
    (tmp_path / "documents" / "process.md").write_text(PROCESS, encoding="utf-8")


def usage(engine):
    """The example of the design, with a text file for the PDF."""
    with engine:
        pdf_source = engine.add_doc_source(
            file_path="./documents/gobd.md", name="GoBD Regulations", version="2024-01"
        )
        web_source = engine.add_web_source(
            url="https://example.com/regulations", name="Updated Guidelines 2024"
        )
        result = engine.cite_doc(
            claim="Companies must store transaction data for 10 years.",
            source_id=pdf_source.id,
            quote_context="Kapitel 8 regelt die Aufbewahrungsfristen...",
            verbatim_quote="§ 8.1: Sämtliche buchungsrelevanten Transaktionsdaten...",
            locator={"page": 24, "section": "§ 8.1"},
        )
    return web_source, result


def test_the_usage_example_is_unverified_as_long_as_nobody_judges(documents):
    engine = CitationEngine(mode="basic", db_path="./citations.db", judge="none")
    web_source, result = usage(engine)

    assert result.verification_status == "unverified"
    assert "not judged" in result.verification_notes
    assert web_source.name == "Updated Guidelines 2024"


def test_the_direct_citation_is_located_in_a_section_inside_a_paragraph(documents):
    with CitationEngine(":memory:") as engine:
        engine.add_doc_source("documents/gobd.md")
        result = engine.create_citation(
            claim="Companies must store transaction data for 10 years.",
            verbatim_quote="§ 8.1: Sämtliche buchungsrelevanten Transaktionsdaten sind für einen "
            "Zeitraum von zehn Jahren unveränderbar zu speichern.",
            quote_context="Kapitel 8 regelt die Aufbewahrungsfristen für verschiedene "
            "Dokumenttypen. § 8.1: Sämtliche buchungsrelevanten …",
            relevance_reasoning="The text mandates a retention period of ten years.",
            source_type="document",
            source_identifier="gobd.md",
            locator={"page": 24, "section": "§ 8.1"},
            confidence="high",
            extraction_method="direct_quote",
        )

    assert (result.verdict.match, result.verdict.place) == ("normalised", "as_cited")
    assert result.verification_status != "failed"
    assert result.similarity_score == 1.0
    assert result.formatted_reference == "gobd.md, p. 24, § 8.1"


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("70% of reviewed papers employ a microservices architecture.", "verified"),
        ("42 out of 60 papers employ a microservices architecture.", "verified"),
        ("75% of reviewed papers employ a microservices architecture.", "failed"),
    ],
)
@pytest.mark.parametrize(
    "result",
    [None, [{"n": 42}], [{"architecture_type": "microservices", "papers": 42, "of": 60}]],
)
def test_the_aggregation_example_is_added_up_from_the_stored_result(result, claim, status):
    query = "SELECT COUNT(*) FROM paper_analysis WHERE architecture_type LIKE '%microservices%'"
    described = "42 of 60 papers match"
    with CitationEngine(":memory:") as engine:
        engine.add_db_source("slr_content_db", "Extraction", query, described, result=result)
        cited = engine.create_citation(
            claim=claim,
            quote_context="Analysis of the 'architecture_type' column in the content extraction "
            "database shows 42 out of 60 papers (70%).",
            source_type="database",
            source_identifier="slr_content_db",
            locator={"table": "paper_analysis", "query": query, "result_description": described},
            confidence="high",
            extraction_method="aggregation",
        )

    assert cited.verification_status == status
    assert cited.verdict.reason == "The result says: 42 of 60 = 70 %."
    assert cited.verdict.self_supplied
    assert "self-supplied" in cited.summary_note


@pytest.mark.parametrize(
    ("section", "status", "reason"),
    [
        ("§ 9", "verified", "None of these words was found in § 9"),
        ("§ 10", "failed", 'It says: "Backups are encrypted at rest."'),
    ],
)
def test_a_negative_citation_is_verified_when_the_section_is_indeed_silent(
    documents, section, status, reason
):
    with CitationEngine(":memory:") as engine:
        source = engine.add("documents/gobd_english.md")
        result = engine.cite(
            claim="The GoBD requires encryption at rest",
            source=source,
            context="§ 9 discusses data security but focuses on access controls...",
            locator={"page": 28, "section": section},
            method="negative",
            reasoning="Reviewed § 9: it does not mention encryption requirements",
        )

    assert result.verification_status == status
    assert reason in result.verdict.reason
    assert result.citation.extraction_method == "negative"


def test_the_agent_flow_ends_with_numbers_and_their_status(documents):
    with CitationEngine(":memory:") as engine:
        law = engine.add("documents/gobd_english.md")
        process = engine.add("documents/process.md")
        first = engine.cite(
            "The GoBD requires that invoices be stored in an unalterable format for 10 years",
            law,
            quote="invoices are stored in an unalterable format for ten years",
            locator={"section": "§ 10"},
        )
        second = engine.cite(
            "Your current process stores invoices as editable Word documents",
            process,
            quote="stores all invoices as editable Word documents",
        )

    assert (first.marker, second.marker) == ("[1]", "[2]")
    assert first.verification_status == second.verification_status == "verified"
