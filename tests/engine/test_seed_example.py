"""The usage examples that the engine was asked for, run as they were written."""

import pytest

from citation_engine import CitationEngine
from citation_engine.testing import FakeJudge

REGULATION = """# GoBD Regulations

Kapitel 8 regelt die Aufbewahrungsfristen für verschiedene Dokumenttypen.

§ 8.1: Sämtliche buchungsrelevanten Transaktionsdaten sind für einen Zeitraum von zehn Jahren
unveränderbar zu speichern. Dies gilt unabhängig vom verwendeten Speichermedium.

§ 9 Die Datensicherheit ist durch Zugriffskontrollen zu gewährleisten.
"""


@pytest.fixture
def documents(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "gobd.md").write_text(REGULATION, encoding="utf-8")


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


def test_the_usage_example_is_verified_when_a_judge_finds_support(documents):
    judge = FakeJudge("supported")

    _, result = usage(CitationEngine(mode="basic", db_path="./citations.db", judge=judge))

    assert result.verification_status == "verified"
    assert result.citation_id == 1
    assert judge.asked[0].passage.text.startswith("§ 8.1: Sämtliche buchungsrelevanten")


def test_the_direct_citation_example_is_located_across_a_line_break(documents):
    with CitationEngine(":memory:", judge=FakeJudge()) as engine:
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
            locator={"page": 24, "section": "§ 8.1", "section_header": "Kapitel 8"},
            confidence="high",
            extraction_method="direct_quote",
        )

    assert result.verification_status == "verified"
    assert result.similarity_score == 1.0
    assert result.formatted_reference == "gobd.md, p. 24, § 8.1"
    assert result.summary_note == "[1] Cited gobd.md, p. 24, § 8.1: verified ✓"


def test_the_aggregation_example_is_judged_against_the_stored_result():
    judge = FakeJudge()
    with CitationEngine(":memory:", judge=judge) as engine:
        engine.add_db_source(
            "slr_content_db",
            "Content extraction",
            query="SELECT COUNT(*) FROM paper_analysis",
            result=[{"architecture": "microservices", "papers": 42, "of": 60}],
        )
        result = engine.create_citation(
            claim="70% of reviewed papers employ a microservices architecture.",
            quote_context="Analysis of the 'architecture_type' column shows 42 out of 60 papers.",
            source_type="database",
            source_identifier="slr_content_db",
            locator={"table": "paper_analysis", "result_description": "42 of 60 papers match"},
            extraction_method="aggregation",
        )

    assert result.verification_status == "verified"
    assert result.verdict.self_supplied
    assert "self-supplied" in result.summary_note
    assert "42 | 60" in judge.asked[0].passage.text


@pytest.mark.parametrize(
    ("support", "status"),
    [
        ("unsupported", "verified"),
        ("contradicted", "verified"),
        ("supported", "failed"),
        ("undecided", "unverified"),
    ],
)
def test_a_negative_citation_is_verified_when_the_source_is_indeed_silent(
    documents, support, status
):
    with CitationEngine(":memory:", judge=FakeJudge(support)) as engine:
        source = engine.add("documents/gobd.md")
        result = engine.cite(
            claim="The GoBD requires encryption at rest",
            source=source,
            context="§ 9 discusses data security but focuses on access controls...",
            locator={"page": 28, "section": "§ 9"},
            method="negative",
            reasoning="Reviewed § 9: it does not mention encryption requirements",
        )

    assert result.verification_status == status
    assert result.citation.extraction_method == "negative"
