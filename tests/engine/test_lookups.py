"""Reading back: by id, by filter, as a reference and as a bibliography."""

import pytest

from citation_engine import CitationEngine, InvalidInput
from citation_engine.errors import CitationNotFound
from citation_engine.testing import FakeJudge

LAW = "Records are kept for ten years."


@pytest.fixture
def cited(engine, judge):
    """Two sources and three citations, one of them failed, in two sessions."""
    law = engine.add_text(LAW, name="Law", version="2024")
    page = engine.register_source("web", "https://example.org/a", content=LAW, name="Page")
    other = engine.in_session("other")
    return [
        engine.cite("Ten.", page, quote="ten years").citation,
        engine.cite("Six.", law, quote="six years").citation,
        other.cite("Ten.", law, quote="ten years", locator={"page": 3}).citation,
    ]


def ids(citations):
    return [citation.id for citation in citations]


def test_citations_are_listed_in_the_order_they_were_made(engine, cited):
    assert engine.list_citations() == cited
    assert engine.get_citations() == cited
    assert engine.get_citations(project=engine.project) == cited


def test_citations_are_filtered(engine, cited):
    law = cited[1].source_id

    assert ids(engine.list_citations(source_id=law)) == ids(cited[1:])
    assert ids(engine.get_citations_for_source(law)) == ids(cited[1:])
    assert ids(engine.get_citations_by_session("other")) == ids(cited[2:])
    assert ids(engine.get_citations_by_status("failed")) == ids(cited[1:2])
    assert ids(engine.get_citations_by_project(engine.project)) == ids(cited)
    assert ids(engine.list_citations(law, "other", "verified")) == ids(cited[2:])
    assert engine.list_citations(law, "other", "failed") == []


def test_citations_come_in_pages(engine, cited):
    first = engine.list_citations(limit=2)

    assert ids(first) == ids(cited[:2])
    assert ids(engine.list_citations(after=first[-1].id)) == ids(cited[2:])


def test_an_unknown_filter_value_finds_nothing_or_is_refused(engine, cited):
    assert engine.get_citations_by_session("never") == []
    assert engine.get_citations_for_source(10**9) == []
    with pytest.raises(InvalidInput, match="verified, unverified, failed, pending"):
        engine.get_citations_by_status("wrong")


def test_a_filter_that_was_not_given_does_not_find_everything(engine, cited):
    assert engine.get_citations_for_source(None) == []
    with pytest.raises(InvalidInput, match="The session_id is empty"):
        engine.get_citations_by_session(None)
    with pytest.raises(InvalidInput, match="verification_status is None"):
        engine.get_citations_by_status(None)


@pytest.mark.parametrize("session", ["\ud800", 5, "x" * 201])
def test_what_is_no_name_of_a_session_is_refused(engine, cited, session):
    with pytest.raises(InvalidInput, match="The session_id"):
        engine.list_citations(session_id=session)
    with pytest.raises(InvalidInput, match="The session_id"):
        engine.list_sources(session_id=session)


@pytest.mark.parametrize("id", [None, 0, -1, True, "first", "[0]", 10**9, 10**40, 1.0, "1" * 5000])
def test_an_unknown_citation_is_none(engine, cited, id):
    assert engine.get_citation(id) is None


def test_a_citation_of_another_project_is_none(engine, cited):
    foreign = engine.in_session(project=f"{engine.project} too")

    assert foreign.get_citation(cited[0].id) is None


def test_what_a_caller_does_to_a_source_does_not_show_on_the_record(engine):
    source = engine.add_text(LAW, name="Law", metadata={"tags": ["a"]})
    source.metadata["tags"].append("b")
    engine.get_source(source.id).metadata["tags"].append("c")

    assert engine.get_source(source.id).metadata == {"tags": ["a"]}


# references ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("inline", "Law (2024), p. 3"),
        ("harvard", "Law (n.d.). Version 2024. p. 3."),
        ("ieee", "Law, version 2024. n.d., p. 3."),
        ("apa", "Law (Version 2024, p. 3). (n.d.)."),
    ],
)
def test_a_citation_is_formatted_in_each_style(engine, cited, style, expected):
    assert engine.format_citation(cited[2].id, style) == expected


def test_a_citation_is_formatted_as_bibtex(engine, cited):
    entry = engine.format_citation(cited[2].id, style="bibtex")

    assert entry.startswith(f"@misc{{source{cited[2].source_id},\n  title = {{{{Law}}}},")
    assert "note = {Version 2024, p. 3}" in entry


@pytest.mark.parametrize("style", ["chicago", "", None, "APA"])
def test_an_unknown_style_is_answered_with_those_there_are(engine, cited, style):
    for call in (
        lambda: engine.format_citation(cited[0].id, style),
        lambda: engine.export_bibliography(style=style),
    ):
        with pytest.raises(InvalidInput, match="inline, harvard, ieee, apa, bibtex"):
            call()


def test_a_citation_that_is_not_there_cannot_be_formatted(engine, cited):
    with pytest.raises(CitationNotFound, match="There is no citation 1000000000"):
        engine.format_citation(10**9)


def test_a_bibliography_has_each_source_once_in_the_order_of_first_citation(engine, cited):
    lines = engine.export_bibliography(style="inline").splitlines()

    assert lines == ["Page", "Law (2024)"]
    assert engine.export_bibliography(session_id="other", style="inline") == "Law (2024)"


def test_a_source_that_was_not_cited_is_not_in_the_bibliography(engine, cited):
    engine.add_text("Unused.", name="Unused")

    assert "Unused" not in engine.export_bibliography()


def test_the_entries_of_an_ieee_bibliography_are_numbered(engine, cited):
    lines = engine.export_bibliography(style="ieee").splitlines()

    assert [line[:4] for line in lines] == ["[1] ", "[2] "]


def test_an_empty_bibliography_is_empty(engine):
    assert engine.export_bibliography() == ""
    assert engine.export_bibliography(session_id="never", style="bibtex") == ""


def test_two_versions_that_were_cited_are_two_entries(engine):
    for version in ("2019", "2024"):
        source = engine.add_text(f"Words of {version}.", name="Law", version=version)
        engine.cite("c", source, quote=f"Words of {version}")

    lines = engine.export_bibliography(style="inline").splitlines()

    assert lines == ["Law (2019)", "Law (2024)"]


# redacted ------------------------------------------------------------------------------------


def redact(engine, source):
    engine.redact(source=source, reason="Asked for.", authority="GDPR 17")


def test_a_redacted_source_in_the_hand_is_no_longer_evidence(engine):
    source = engine.add_text(LAW, name="Law")
    redact(engine, source)

    result = engine.cite("Ten.", source, quote="ten years")

    assert result.verification_status == "unverified"
    assert "redacted" in result.verification_notes
    assert "Law" not in result.verification_notes
    assert result.verdict.passage is None


def test_a_redacted_source_is_still_listed_and_formatted_without_its_name(engine):
    source = engine.add_text(LAW, name="Law")
    made = engine.cite("Ten.", source, quote="ten years").citation_id
    redact(engine, source)

    assert engine.get_source(source.id).state == "redacted"
    assert engine.get_source(source.id).content == ""
    for style in ("inline", "harvard", "ieee", "apa", "bibtex"):
        assert "redacted" in engine.format_citation(made, style)
        assert "Law" not in engine.export_bibliography(style=style)


def test_a_source_redacted_by_another_process_is_not_cited_from_memory(tmp_path):
    path = tmp_path / "c.db"
    with CitationEngine(path, judge=FakeJudge()) as ours, CitationEngine(path) as theirs:
        source = ours.add_text(LAW, name="Law")
        ours.cite("Ten.", source, quote="ten years")
        redact(theirs, source.id)
        result = ours.cite("Ten.", source, quote="ten years")

    assert result.verification_status == "unverified"
    assert "ten years" not in result.verdict.model_dump_json()
