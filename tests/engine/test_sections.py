"""Sections as users meet them: from a reference to its words and back, and in every result."""

from pathlib import Path

import pytest

import made_pdfs as pdf
from citation_engine import CitationEngine, errors
from citation_engine.testing import FakeJudge

STATUTE = Path(__file__).parent.parent / "sections" / "statute.md"
FRIST = "Die Frist beträgt zehn Jahre."


@pytest.fixture
def engine():
    with CitationEngine(":memory:", judge=FakeJudge("supported")) as engine:
        yield engine


@pytest.fixture
def law(engine):
    return engine.add(STATUTE, name="MAufbG")


def test_a_reference_gives_its_words_with_their_place(engine, law):
    passage = engine.resolve(law, "§ 3 Abs. 1 Satz 2")

    assert passage.text == FRIST
    assert passage.section == "§ 3 Abs. 1 Satz 2"
    assert law.content[passage.start : passage.end] == FRIST
    assert passage.where == f"§ 3 Abs. 1 Satz 2, line {passage.line}"


def test_a_place_gives_the_reference_that_leads_to_it(engine, law):
    start = law.content.index("Es gilt nicht")

    section = engine.section_at("S1", start)

    assert section == "§ 1 Abs. 1 Satz 2"
    assert engine.resolve("S1", section).start == start


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ("§ 99", 'MAufbG has no place called "§ 99".'),
        ("§ 3 Abs. 9", "It has § 3."),
        ("\x1b[2J\n", "has no place called"),
    ],
)
def test_a_reference_that_leads_nowhere_says_so(engine, law, section, said):
    with pytest.raises(errors.InvalidLocator) as raised:
        engine.resolve(law, section)

    assert said in raised.value.message
    assert raised.value.message.isprintable()


def test_a_heading_that_is_there_twice_is_not_guessed(engine):
    report = engine.add_text(
        "# A\n\n## Results\n\nOne.\n\n# B\n\n## Results\n\nTwo.\n", name="R.md"
    )

    with pytest.raises(errors.InvalidLocator, match="2 places"):
        engine.resolve(report, "Results")
    assert engine.resolve(report, "B › Results").text.endswith("Two.")


@pytest.mark.parametrize("offsets", [(-1, None), (0, 10**9), (5, 2), ("a", None), (True, None)])
def test_offsets_that_no_text_has_are_refused(engine, law, offsets):
    with pytest.raises(errors.InvalidInput):
        engine.section_at(law, *offsets)


def test_a_source_without_words_has_no_sections(engine, tmp_path):
    (tmp_path / "broken.json").write_text("{")
    broken = engine.add(tmp_path / "broken.json")

    with pytest.raises(errors.SourceUnreadable, match=r"No words of broken\.json are stored"):
        engine.resolve(broken, "§ 1")


def test_the_result_of_a_citation_names_the_section(engine, law):
    result = engine.cite("Ten years.", law, quote=FRIST)

    assert result.matched_location["section"] == "§ 3 Abs. 1 Satz 2"
    assert result.formatted_reference == "MAufbG, § 3 Abs. 1 Satz 2"
    assert "§ 3 Abs. 1 Satz 2" in engine.format_citation(result.citation_id, "apa")


def test_a_reference_shows_the_place_that_was_given_where_one_was(engine, law):
    result = engine.cite("Ten years.", law, quote=FRIST, locator={"section": "§ 1"})

    assert result.formatted_reference == "MAufbG, § 1"
    assert result.verdict.place == "elsewhere"
    assert result.matched_location["section"] == "§ 3 Abs. 1 Satz 2"


def test_what_was_found_is_on_the_record(engine, law):
    made = engine.cite("Ten years.", law, quote=FRIST)

    kept = engine.get_citation(made.citation_id)

    assert kept.verdict.passage == made.verdict.passage
    assert kept.verdict.passage.section == "§ 3 Abs. 1 Satz 2"


def test_a_quote_over_a_page_break_is_found_with_its_rectangles(engine, tmp_path):
    def page(number, *body):
        return pdf.together(
            pdf.lines(["Journal of Made Results"], y=800, size=9),
            pdf.lines(body),
            pdf.lines([f"Page {number} of 3"], y=40, size=9),
        )

    made = pdf.made(
        page(1, "All records are kept unchanged and in"),
        page(2, "order for ten years.", "They are shown to those"),
        page(3, "who ask for them."),
    )
    (tmp_path / "journal.pdf").write_bytes(made)
    journal = engine.add(tmp_path / "journal.pdf")

    result = engine.cite("Kept.", journal, quote="kept unchanged and in order for ten years")
    header = engine.cite("A journal.", journal, quote="Journal of Made Results")
    altered = engine.cite("Kept.", journal, quote="kept unchanged and order for ten years")

    assert result.verdict.match == "normalised"
    assert "page headers and footers left out" in result.verification_notes
    assert [rect.page for rect in result.verdict.passage.rects] == [1, 2]
    parts = [journal.content[start:end] for start, end in result.matched_location["segments"]]
    assert parts == ["kept unchanged and in", "order for ten years"]
    assert header.verdict.match == "exact"
    assert altered.verification_status == "failed"


def test_words_of_a_redacted_source_are_not_kept_in_its_sections(engine, law):
    engine.resolve(law, "§ 3")

    engine.redact(source=law, reason="Asked to.", authority="GDPR 17")

    with pytest.raises(errors.SourceUnreadable):
        engine.resolve(law.id, "§ 3")
