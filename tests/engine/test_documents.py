"""Documents with pages: the quote, its page, and the rectangles to mark it with."""

import pytest

from citation_engine import CitationEngine
from citation_engine.errors import CitationNotFound, JudgeUnavailable
from citation_engine.testing import FakeJudge
from made_pdfs import encrypted, lines, made, page_labels

LAW = [
    lines(["The first page tells what the law is about."]),
    lines(["Records are kept for ten years and may not be chan-", "ged in that time."]),
    lines(["Who breaks the law pays."]),
]
QUOTE = "kept for ten years and may not be changed in that time"
PAGE = """<html><head><title>Rules</title><script>var words = "kept for ever";</script></head>
<body><nav>Home</nav><article><h1>Retention</h1>
<p>Records are kept for <b>ten</b> years.</p><p hidden>Records are kept for ever.</p>
</article></body></html>"""


@pytest.fixture
def engine():
    with CitationEngine(":memory:", judge=FakeJudge()) as engine:
        yield engine


@pytest.fixture
def law(engine, tmp_path):
    (tmp_path / "law.pdf").write_bytes(made(*LAW))
    return engine.add(tmp_path / "law.pdf")


def test_a_quote_over_a_split_word_has_its_page_and_one_rectangle_a_line(engine, law):
    result = engine.cite("Ten years.", law, quote=QUOTE, locator={"page": 2})

    passage = result.verdict.passage
    assert result.verification_status == "verified"
    assert result.verdict.place == "as_cited"
    assert (passage.page, [rect.page for rect in passage.rects]) == (2, [2, 2])
    assert result.matched_location["page"] == 2
    assert passage.rects[0].y0 > passage.rects[1].y1
    assert engine.get_citation(result.citation_id).passage == passage


@pytest.mark.parametrize("locator", [{"page": 3}, {"page": 99}, {"page_start": 1, "page_end": 1}])
def test_a_quote_on_another_page_is_elsewhere_and_says_where(engine, law, locator):
    result = engine.cite("Ten years.", law, quote=QUOTE, locator=locator)

    assert result.verdict.place == "elsewhere"
    assert "page 2, not at the place given" in result.verification_notes


def test_a_range_of_pages_holds_the_pages_between(engine, law):
    result = engine.cite("Ten years.", law, quote=QUOTE, locator={"page_start": 1, "page_end": 3})

    assert result.verdict.place == "as_cited"


def test_the_label_printed_on_a_page_counts_before_its_number(engine, tmp_path):
    (tmp_path / "book.pdf").write_bytes(page_labels())
    book = engine.add(tmp_path / "book.pdf")
    labelled = [page for page in engine.get_snapshot(book.snapshot_id).layout.pages if page.label]
    page = next(page for page in labelled if page.label != str(page.number))
    words = book.content[page.start : page.end].strip()

    result = engine.cite("It says so.", book, quote=words, locator={"page": page.label})

    assert result.verdict.place == "as_cited"
    assert result.verdict.passage.page_label == page.label


def test_what_a_page_hides_is_not_evidence(engine, tmp_path):
    (tmp_path / "rules.html").write_text(PAGE)
    rules = engine.add(tmp_path / "rules.html")

    seen = engine.cite("Ten years.", rules, quote="Records are kept for ten years.")
    hidden = engine.cite("For ever.", rules, quote="kept for ever")

    assert seen.verification_status == "verified"
    assert hidden.verification_status == "failed"


def test_an_encrypted_file_is_registered_with_the_reason_and_is_no_evidence(engine, tmp_path):
    (tmp_path / "secret.pdf").write_bytes(encrypted())
    secret = engine.add(tmp_path / "secret.pdf")

    assert secret.state == "degraded"
    assert "encrypted" in secret.state_reason or "password" in secret.state_reason
    assert engine.cite("A claim.", secret, quote="words").verification_status == "unverified"


def test_the_map_of_a_document_is_on_the_record_and_verifies(engine, law):
    snapshot = engine.get_snapshot(law.snapshot_id)
    entry = next(e for e in engine.ledger.entries() if e.type == "snapshot.taken")

    assert [page.number for page in snapshot.layout.pages] == [1, 2, 3]
    assert {"text", "original", "layout", "geometry"} <= entry.data["commitments"].keys()
    assert engine.ledger.verify().status == "clean"


# checking again ---------------------------------------------------------------------------


def test_a_pending_citation_is_checked_again_when_the_judge_is_back():
    judge = FakeJudge(available=False)
    with CitationEngine(":memory:", judge=judge) as engine:
        law = engine.add_text("Records are kept for ten years.", name="law")
        pending = engine.cite("Ten years.", law, quote="ten years")
        judge.available = True
        checked = engine.verify(pending.citation_id, idempotency_key="again")
        size = engine.ledger.sequence()
        assert engine.verify(pending.citation_id, idempotency_key="again") == checked

        assert engine.ledger.sequence() == size
        assert pending.verification_status == "pending"
        assert checked.verification_status == "verified"
        assert engine.get_citation(pending.citation_id).verification_status == "verified"
        assert engine.ledger.verify().status == "clean"


def test_a_judge_that_is_away_does_not_change_what_an_earlier_check_found():
    judge = FakeJudge()
    with CitationEngine(":memory:", judge=judge) as engine:
        law = engine.add_text("Records are kept for ten years.", name="law")
        result = engine.cite("Ten years.", law, quote="ten years")
        judge.available = False

        with pytest.raises(JudgeUnavailable, match="stays verified"):
            engine.verify(result.citation_id)
        assert engine.get_citation(result.citation_id).verification_status == "verified"


def test_a_citation_that_does_not_exist_cannot_be_checked(engine):
    with pytest.raises(CitationNotFound):
        engine.verify(7)
