"""Citing: what is kept, what is refused, and that nothing absent is ever verified."""

import threading
from datetime import UTC, datetime

import pytest

from citation_engine import InvalidInput, VerificationFailed
from citation_engine.engine import intake
from citation_engine.errors import (
    CitationNotFound,
    IdempotencyConflict,
    InvalidLocator,
    JudgeUnavailable,
    QuoteTooLong,
    ReasoningRequired,
)
from citation_engine.model.source import NewSource
from citation_engine.settings import Settings

LAW = """Chapter 8 governs retention.

Records are kept for ten years. This holds for every medium.

Drafts are not kept.
"""


@pytest.fixture
def law(engine):
    return engine.add_text(LAW, name="law", version="2024-01")


# what is kept --------------------------------------------------------------------------------


def test_every_field_of_a_citation_is_kept(engine, law):
    result = engine.cite_doc(
        claim="Records are kept for ten years.",
        source_id=law.id,
        quote_context="Records are kept for ten years. This holds for every medium.",
        locator={"page": 24, "section": "§ 8.1", "paragraph": {"no": 3}},
        verbatim_quote="kept for ten years",
        relevance_reasoning="It says so.",
        confidence="medium",
        extraction_method="inference",
        quote_language="en",
    )

    citation = result.citation
    assert citation.id == result.citation_id
    assert citation.claim == "Records are kept for ten years."
    assert citation.verbatim_quote == "kept for ten years"
    assert citation.quote_context.startswith("Records are kept")
    assert citation.quote_language == "en"
    assert citation.relevance_reasoning == "It says so."
    assert (citation.confidence, citation.extraction_method) == ("medium", "inference")
    assert (citation.source_id, citation.snapshot_id) == (law.id, law.snapshot_id)
    assert citation.locator.given() == {"page": 24, "section": "§ 8.1", "paragraph": {"no": 3}}
    assert citation.verification_status == "verified"
    assert citation.verification_notes == result.verification_notes != ""
    assert citation.created_at.tzinfo is not None
    assert (citation.made_by, citation.created_by) == ("cite", "default")
    assert engine.get_citation(citation.id) == citation


def test_every_field_of_a_result_is_filled(engine, law):
    result = engine.cite("Ten years.", law, quote="kept for ten years", locator={"page": 24})

    assert result.verification_status == "verified"
    assert result.similarity_score == 1.0
    assert result.source_registered is False
    assert result.formatted_reference == "law (2024-01), p. 24"
    assert result.summary_note == f"[{result.citation_id}] Cited law (2024-01), p. 24: verified ✓"
    assert result.marker == f"[{result.citation_id}]"
    place = result.matched_location
    assert LAW[place["start"] : place["end"]] == "kept for ten years"
    assert (place["line"], place["places"], place["snapshot_id"]) == (3, 1, law.snapshot_id)
    assert result.citation.similarity_score == 1.0
    assert result.citation.passage == result.verdict.passage


def test_a_result_of_words_that_are_not_there_has_no_location(engine, law):
    result = engine.cite("Six years.", law, quote="kept for six years")

    assert result.matched_location is None
    assert 0 < result.similarity_score < 1
    assert result.verdict.nearest.text == "kept for ten years"


def test_the_context_is_filled_in_from_the_paragraph(engine, law):
    result = engine.cite("Ten years.", law, quote="kept for ten years")

    expected = "Records are kept for ten years. This holds for every medium."
    assert result.citation.quote_context == expected
    assert engine.get_citation(result.citation_id).quote_context == expected


def test_a_context_that_was_given_is_kept_as_it_is(engine, law):
    result = engine.cite("Ten years.", law, quote="ten years", context="for ten years.")

    assert result.citation.quote_context == "for ten years."


def test_the_method_is_a_quote_with_one_and_a_paraphrase_without(engine, law):
    quoted = engine.cite("Ten years.", law, quote="ten years")
    told = engine.cite("Ten years.", law, context="Records are kept for ten years.")

    assert quoted.citation.extraction_method == "direct_quote"
    assert told.citation.extraction_method == "paraphrase"


@pytest.mark.parametrize(
    "claim",
    [
        "Kept for ten years [1][S2] [[S:3]] <sup class='cite'>4</sup>.",
        "Zeile eins\nZeile zwei\t– „so“ \u200b\u202e",
        "nul \0 in the middle",
        "{claim} %s {{}} ${x}",
        "👩‍👩‍👧 ünïcödé",
        " leading and trailing ",
    ],
)
def test_a_claim_is_kept_as_it_was_written(engine, law, claim):
    result = engine.cite(claim, law, quote="ten years")

    assert engine.get_citation(result.citation_id).claim == claim


def test_two_equal_calls_are_two_citations(engine, law):
    first, second = (engine.cite("Ten years.", law, quote="ten years") for _ in range(2))

    assert first.citation_id != second.citation_id
    assert len(engine.list_citations()) == 2


# relations -----------------------------------------------------------------------------------


@pytest.mark.parametrize("relation", ["supports", "contradicts", "extends", "supersedes"])
def test_a_citation_relates_to_others(engine, law, relation):
    old = [engine.cite("c", law, quote="ten years").citation_id for _ in range(2)]

    new = engine.cite("c", law, quote="ten years", related=old, relation=relation).citation

    kept = engine.get_citation(new.id)
    assert (kept.related_citations, kept.relation_type) == (tuple(old), relation)
    successor = new.id if relation == "supersedes" else None
    assert [engine.get_citation(id).superseded_by for id in old] == [successor] * 2


@pytest.mark.parametrize("form", ["{}", "[{}]", "cite_{}", " [ {} ] ", "cite_00{}"])
def test_a_citation_is_named_in_the_forms_agents_use(engine, law, form):
    first = engine.cite("c", law, quote="ten years").citation_id
    named = form.format(first)

    result = engine.cite("c", law, quote="ten years", related=named, relation="extends")

    assert result.citation.related_citations == (first,)
    assert engine.get_citation(named).id == first
    assert engine.format_citation(named) == "law (2024-01)"


def test_the_same_citation_named_twice_is_related_once(engine, law):
    first = engine.cite("c", law, quote="ten years").citation_id

    result = engine.cite(
        "c", law, quote="ten years", related=[first, f"[{first}]"], relation="supersedes"
    )

    assert result.citation.related_citations == (first,)


def test_the_latest_successor_counts(engine, law):
    first = engine.cite("c", law, quote="ten years").citation_id
    for _ in range(2):
        last = engine.cite("c", law, quote="ten years", related=first, relation="supersedes")

    assert engine.get_citation(first).superseded_by == last.citation_id


@pytest.mark.parametrize(
    ("related", "relation"),
    [
        ([1], None),
        ((), "extends"),
        ([1], "refutes"),
        (["first"], "extends"),
        ([0], "extends"),
        ([-1], "extends"),
        ([True], "extends"),
        ([1.0], "extends"),
        ([None], "extends"),
        ([10**30], "extends"),
        (["1" * 5_000], "extends"),
        (b"1", "extends"),
        ({"id": 1}, "extends"),
    ],
)
def test_half_a_relation_or_a_wrong_one_is_refused(engine, law, related, relation):
    with pytest.raises(InvalidInput):
        engine.cite("c", law, quote="ten years", related=related, relation=relation)
    assert engine.list_citations() == []


def test_a_relation_to_a_citation_that_is_not_there_is_refused(engine, law):
    with pytest.raises(CitationNotFound, match=r"\[1000000000\]"):
        engine.cite("c", law, quote="ten years", related=10**9, relation="extends")
    assert engine.list_citations() == []


def test_a_citation_of_another_project_cannot_be_superseded(engine, law):
    foreign = engine.in_session(project=f"{engine.project} too")
    theirs = engine.cite("c", law, quote="ten years").citation_id
    source = foreign.add_text(LAW, name="law")

    with pytest.raises(CitationNotFound):
        foreign.cite("c", source, quote="ten years", related=theirs, relation="supersedes")
    assert engine.get_citation(theirs).superseded_by is None


# what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "needed"),
    [("none", ""), ("low", "low"), ("medium", "low medium"), ("high", "low medium high")],
)
@pytest.mark.parametrize("confidence", ["low", "medium", "high"])
@pytest.mark.parametrize("reasoning", [None, "", "  ", "Because."])
def test_a_reason_is_required_by_the_table(level, needed, confidence, reasoning):
    settings = Settings(judge="overlap", reasoning_required=level)
    given = {"claim": "c", "quote": "q", "confidence": confidence, "reasoning": reasoning}

    if confidence in needed.split() and reasoning != "Because.":
        with pytest.raises(ReasoningRequired, match=f"confidence {confidence} needs a reason"):
            intake.new_citation(settings, **given)
    else:
        assert intake.new_citation(settings, **given).claim == "c"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("claim", None),
        ("claim", ""),
        ("claim", " \n"),
        ("claim", 5),
        ("claim", b"bytes"),
        ("claim", ["a"]),
        ("claim", "half \ud800"),
        ("quote", 5),
        ("quote", "half \udc00"),
        ("context", {"a": 1}),
        ("reasoning", 5),
        ("language", "x" * 36),
        ("language", 5),
        ("confidence", "certain"),
        ("confidence", None),
        ("confidence", ["high"]),
        ("method", "guess"),
        ("idempotency_key", 5),
        ("idempotency_key", "k" * 1_000_000),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_in_a_short_sentence(engine, law, name, value):
    given = {"claim": "c", "quote": "ten years", name: value}

    with pytest.raises(InvalidInput) as caught:
        engine.cite(source=law, **given)
    assert len(str(caught.value)) < 500
    assert caught.value.fix.endswith(".")
    assert engine.list_citations() == []


@pytest.mark.parametrize("given", [{}, {"quote": " "}, {"context": ""}])
def test_a_citation_of_a_text_without_any_words_is_refused(engine, law, given):
    with pytest.raises(InvalidInput, match="Neither a quote nor a context"):
        engine.cite("c", law, **given)


@pytest.mark.parametrize("context", [None, "", 5])
def test_the_typed_methods_want_a_context(engine, law, context):
    with pytest.raises(InvalidInput, match="quote_context"):
        engine.cite_doc("c", law.id, context, {}, verbatim_quote="ten years")


@pytest.mark.parametrize(
    ("name", "error", "said"),
    [
        ("claim", InvalidInput, "CITATION_MAX_CLAIM"),
        ("quote", QuoteTooLong, "put the rest into quote_context"),
        ("context", InvalidInput, "CITATION_MAX_CONTEXT"),
        ("reasoning", InvalidInput, "CITATION_MAX_REASONING"),
        ("confidence", InvalidInput, "high, medium, low"),
        ("source", InvalidInput, "Shorten it"),
        ("locator", InvalidLocator, "CITATION_MAX_METADATA"),
    ],
)
def test_fifty_megabytes_are_refused(engine, law, name, error, said):
    huge = "x" * 50_000_000
    given = {"claim": "c", "quote": "ten years", "source": law}
    given[name] = {"section": huge} if name == "locator" else huge

    with pytest.raises(error) as caught:
        engine.cite(**given)

    assert said in caught.value.fix
    assert len(str(caught.value)) < 500


def test_the_limits_are_inclusive():
    settings = Settings(judge="overlap", max_claim=10, max_quote=5)

    kept = intake.new_citation(settings, claim="x" * 10, quote="y" * 5)

    assert (len(kept.claim), len(kept.verbatim_quote)) == (10, 5)
    with pytest.raises(QuoteTooLong, match="6 characters; the limit is 5"):
        intake.new_citation(settings, claim="c", quote="y" * 6)


# locators ------------------------------------------------------------------------------------

ALLOWED = {
    "document": [
        {},
        {"page": 24, "section": "§ 8.1", "section_header": "Kapitel 8"},
        {"page": "xii"},
        {"heading_context": "Part 2"},
        {"table": "3"},
    ],
    "website": [
        {"heading_context": "News", "accessed_at": "2024-06-01T14:30:00Z"},
        {"section": "3"},
    ],
    "database": [{"query": "SELECT 1", "table": "t", "result_description": "3 records"}],
    "custom": [{}, {"page": 1, "query": "q", "row": 3, "heading_context": "h"}],
}
CONTRADICTING = {
    "document": [{"query": "SELECT 1"}],
    "website": [{"page": 3}, {"page_start": 1, "page_end": 2}, {"query": "SELECT 1"}],
    "database": [{"page": 3}, {"heading_context": "News"}],
    "custom": [],
}


def pairs(table):
    return [(kind, locator) for kind, locators in table.items() for locator in locators]


@pytest.mark.parametrize(("kind", "locator"), pairs(ALLOWED))
def test_a_locator_that_fits_its_source_is_kept(kind, locator):
    intake.check_locator(intake.locator_of(locator, 1000), intake.source_type(kind))

    assert intake.locator_of(locator, 1000).given() == locator


@pytest.mark.parametrize(("kind", "locator"), pairs(CONTRADICTING))
def test_a_locator_that_contradicts_its_source_is_refused_with_an_example(kind, locator):
    with pytest.raises(InvalidLocator) as caught:
        intake.check_locator(intake.locator_of(locator, 1000), intake.source_type(kind))

    assert kind in caught.value.message
    assert "give something like {" in caught.value.fix


@pytest.mark.parametrize(
    "locator", [{"page": 0}, {"page": -3}, {"page_end": 0}, {"page_start": 25, "page_end": 24}]
)
def test_a_locator_that_contradicts_itself_is_refused(locator):
    with pytest.raises(InvalidLocator):
        intake.check_locator(intake.locator_of(locator, 1000), intake.source_type("document"))


def test_a_web_page_that_is_a_pdf_has_pages():
    locator = intake.locator_of({"page": 3}, 1000)

    intake.check_locator(locator, intake.source_type("website"), paged=True)


def test_a_quote_over_two_pages_keeps_its_locator(engine, law):
    locator = {
        "page_start": 24,
        "page_end": 25,
        "section": "§ 8.1-8.2",
        "char_offset_start": 1205,
        "char_offset_end": 342,
    }

    result = engine.cite("Ten years.", law, quote="ten years", locator=locator)

    assert engine.get_citation(result.citation_id).locator.given() == locator
    assert result.formatted_reference == "law (2024-01), pp. 24–25, § 8.1-8.2"
    assert result.verification_status == "verified"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"section": 8}, {"section": "8"}),
        ({"table": 3.5}, {"table": "3.5"}),
        ({"page": 24}, {"page": 24}),
        ({"page": "24"}, {"page": "24"}),
        ({"page": 24.0}, {"page": 24}),
        ({"char_offset_start": "12"}, {"char_offset_start": 12}),
        (
            {"accessed_at": datetime(2024, 6, 1, tzinfo=UTC)},
            {"accessed_at": "2024-06-01T00:00:00+00:00"},
        ),
        ({"when": datetime(2024, 6, 1, tzinfo=UTC)}, {"when": "2024-06-01T00:00:00Z"}),
        ({"cells": {1}}, {"cells": [1]}),
        ({"page": None, "note": None}, {}),
        ({"given": 1, "model_dump": 2}, {"given": 1, "model_dump": 2}),
        ({7: "seven"}, {"7": "seven"}),
    ],
)
def test_what_an_agent_finds_useful_is_kept_as_json(engine, law, given, kept):
    result = engine.cite("Ten years.", law, quote="ten years", locator=given)

    assert result.citation.locator.given() == kept
    assert engine.get_citation(result.citation_id) == result.citation


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "locator",
    [
        "page 24",
        ["page"],
        24,
        {"page": ["24"]},
        {"section": {"a": 1}},
        {"x": float("nan")},
        {"x": object()},
        {"x": [float("inf")]},
        {"x": "\ud800"},
        {"x": nested(50_000)},
    ],
)
def test_a_locator_that_cannot_be_kept_is_refused_with_an_example(engine, law, locator):
    with pytest.raises(InvalidLocator) as caught:
        engine.cite("Ten years.", law, quote="ten years", locator=locator)

    assert '{"page": 24' in caught.value.fix
    assert len(str(caught.value)) < 500
    assert engine.list_citations() == []


# verdicts ------------------------------------------------------------------------------------

SENTENCE = (
    "The operator must not delete 1,250 records before 31 December 2024, unless § 9 allows it."
)
ALTERED = [
    SENTENCE.replace("1,250", "1,520"),
    SENTENCE.replace("1,250", "1.250"),
    SENTENCE.replace("1,250", "12,50"),
    SENTENCE.replace("1,250", "11,250"),
    SENTENCE.replace("1,250", "-1,250"),
    SENTENCE.replace("1,250 records", "1,250 % of records"),
    SENTENCE.replace("31", "30"),
    SENTENCE.replace("31", "3"),
    SENTENCE.replace("2024", "2025"),
    SENTENCE.replace("2024", "202"),
    SENTENCE.replace("§ 9", "§ 8"),
    SENTENCE.replace("§ 9", "§ 99"),
    SENTENCE.replace("not ", ""),
    SENTENCE.replace("must not", "need not"),
    SENTENCE.replace("must not", "should not"),
    SENTENCE.replace("must", "may"),
    SENTENCE.replace("unless", "if"),
    SENTENCE.replace("before", "after"),
    SENTENCE.replace("delete", "keep"),
    SENTENCE.replace("allows", "allowed"),
    SENTENCE.replace("operator", "operators"),
    SENTENCE.replace("The operator", "The the operator"),
    SENTENCE.replace("operator", "oper ator"),
    SENTENCE.replace("must not delete", "delete must not"),
    SENTENCE.replace("December 2024", "2024 December"),
    " ".join(reversed(SENTENCE.split())),
    SENTENCE.replace("operator", "оperator"),
    SENTENCE.replace("delete", "dеlete"),
    SENTENCE.replace("records", "rec\u0301ords"),
    SENTENCE.replace("records", "recörds"),
    SENTENCE.replace("9", "٩"),
    SENTENCE.replace(", unless § 9 allows it", ", unless § 9 allows it or not"),
    "Surely: " + SENTENCE,
    SENTENCE + " Amen.",
    SENTENCE.replace("must not delete", "must [not] delete [everything]"),
    "perator must not delete",
    SENTENCE.replace("must not delete", "must [never] delete"),
    SENTENCE.replace("1,250 records", "1,250 … records of 2023"),
    SENTENCE.replace("must not delete", "must … delete"),
    "must not delete 1,25",
    "",
]


@pytest.mark.parametrize("quote", [quote for quote in ALTERED if quote])
def test_a_judge_that_always_agrees_never_verifies_altered_words(engine, judge, quote):
    source = engine.add_text(f"Preface.\n\n{SENTENCE}\n\nEnd.", name="rule")

    result = engine.cite(SENTENCE, source, quote=quote, context=SENTENCE)

    assert result.verification_status == "failed"
    assert judge.asked == []


def test_there_are_forty_alterations_and_each_is_one():
    assert len({quote for quote in ALTERED if quote}) >= 40
    assert SENTENCE not in ALTERED


@pytest.mark.parametrize(
    "quote",
    [
        SENTENCE,
        f"  {SENTENCE}\n",
        SENTENCE.replace(" ", "\n"),
        SENTENCE.replace(" ", "\u00a0"),
        "The operator must not delete […] unless § 9 allows it.",
        "must not delete 1,250 records",
    ],
)
def test_the_same_words_in_other_typography_are_verified(engine, quote):
    source = engine.add_text(f"Preface.\n\n{SENTENCE}\n\nEnd.", name="rule")

    result = engine.cite(SENTENCE, source, quote=quote)

    assert result.verification_status == "verified"


def test_a_paraphrase_is_judged_by_the_words_of_the_source(engine, judge, law):
    judge.answer = lambda question: (
        "contradicted" if "ten years" in question.passage.text else "supported"
    )

    result = engine.cite("Six.", law, context="Records are kept for six years. This holds.")

    assert result.verification_status == "failed"


@pytest.mark.parametrize("support", ["supported", "unsupported", "partial", "undecided"])
def test_a_judge_that_is_down_leaves_the_citation_pending(engine, judge, law, support):
    judge.answer, judge.available = support, False

    result = engine.cite("Ten years.", law, quote="ten years")

    assert result.verification_status == "pending"
    assert result.verdict.match == "exact"
    assert engine.get_citation(result.citation_id).verification_status == "pending"
    assert [c.id for c in engine.get_citations_by_status("pending")] == [result.citation_id]
    result.raise_if_failed()


def test_an_altered_quote_fails_even_when_the_judge_is_down(engine, judge, law):
    judge.available = False

    assert engine.cite("Six years.", law, quote="six years").verification_status == "failed"


def test_a_judge_that_breaks_loses_nothing(engine, judge, law, monkeypatch):
    def broken(questions):
        raise ConnectionResetError("peer went away")

    monkeypatch.setattr(judge, "judge", broken)

    result = engine.cite("Ten years.", law, quote="ten years")

    assert result.verification_status == "pending"
    assert "ConnectionResetError" in engine.get_citation(result.citation_id).verification_notes


def test_a_judge_whose_server_is_down_is_not_asked_about_absent_words(judge):
    judge.available = False

    with pytest.raises(JudgeUnavailable):
        judge.judge([])


def test_a_source_known_by_a_preview_can_be_cited_and_is_unverified(engine):
    hit = NewSource(
        type="website",
        identifier="https://example.org/hit",
        name="Search hit",
        preview="Records are kept for ten years.",
        state="preview",
        keys=("page https://example.org/hit",),
    )
    source = engine.sources.record(hit)

    result = engine.cite("Ten years.", source, quote="kept for ten years")

    assert (source.state, source.preview) == ("preview", "Records are kept for ten years.")
    assert result.verification_status == "unverified"
    assert "only a preview" in result.verification_notes


@pytest.mark.parametrize(
    ("make", "marked"),
    [
        (lambda engine: engine.add_db_source("db", "Result", result="ten years"), True),
        (lambda engine: engine.add_custom_source("matrix", "ten years"), True),
        (lambda engine: engine.add_text("ten years", name="text"), False),
        (
            lambda engine: engine.register_source("web", "https://a.example", content="ten years"),
            False,
        ),
    ],
)
def test_what_the_agent_brought_itself_is_marked_wherever_it_shows(engine, make, marked):
    result = engine.cite("Ten years.", make(engine), quote="ten years")

    assert result.verification_status == "verified"
    assert result.verdict.self_supplied is marked
    assert ("self-supplied" in result.summary_note) is marked
    assert ("supplied by the one who cites it" in result.verification_notes) is marked
    assert engine.get_citation(result.citation_id).verdict.self_supplied is marked


def test_a_failed_result_raises_only_when_asked(engine, law):
    result = engine.cite("Six years.", law, quote="kept for six years")

    with pytest.raises(VerificationFailed) as caught:
        result.raise_if_failed()

    assert caught.value.partial_result == {"citation_id": result.citation_id}
    assert "Correct the quote" in caught.value.fix
    assert "kept for ten years" in caught.value.message


@pytest.mark.parametrize(
    ("support", "sign"),
    [("supported", "✓"), ("undecided", "○"), ("contradicted", "✗"), ("unreachable", "…")],
)
def test_the_note_for_the_agent_has_the_sign_of_the_status(engine, judge, law, support, sign):
    judge.answer = support

    note = engine.cite("Ten years.", law, quote="ten years").summary_note

    assert note.endswith(f"{sign}")
    assert "\n" not in note


# once ----------------------------------------------------------------------------------------


def test_the_same_key_with_the_same_citation_is_one_citation(engine, judge, law):
    first = engine.cite("Ten years.", law, quote="ten years", idempotency_key="k")
    judge.answer = "contradicted"

    again = engine.cite("Ten years.", law, quote="ten years", idempotency_key="k")

    assert again == first
    assert len(engine.list_citations()) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"claim": "Other."},
        {"quote": "ten"},
        {"context": "Records are kept for ten years."},
        {"locator": {"page": 1}},
        {"confidence": "medium"},
        {"reasoning": "r"},
        {"language": "en"},
    ],
)
def test_the_same_key_with_another_citation_is_a_conflict(engine, law, change):
    given = {"claim": "Ten years.", "quote": "ten years"}
    engine.cite(source=law, **given, idempotency_key="k")

    with pytest.raises(IdempotencyConflict):
        engine.cite(source=law, **{**given, **change}, idempotency_key="k")
    assert len(engine.list_citations()) == 1


def test_the_same_key_for_another_source_is_a_conflict(engine, law):
    other = engine.add_text("Also ten years.", name="other")
    engine.cite("Ten years.", law, quote="ten years", idempotency_key="k")

    with pytest.raises(IdempotencyConflict):
        engine.cite("Ten years.", other, quote="ten years", idempotency_key="k")


def test_a_blank_key_is_no_key(engine, law):
    ids = {engine.cite("c", law, quote="ten", idempotency_key=" ").citation_id for _ in range(2)}

    assert len(ids) == 2


def test_the_typed_methods_take_a_key_too(engine, law):
    ids = {
        engine.cite_doc("c", law.id, "ten years", {}, idempotency_key="k").citation_id
        for _ in range(2)
    }

    assert len(ids) == 1


# many at once --------------------------------------------------------------------------------


def in_threads(work, times):
    failures, done = [], []

    def run(number):
        try:
            done.append(work(number))
        except Exception as error:  # noqa: BLE001  Shown by the assertion below.
            failures.append(error)

    threads = [threading.Thread(target=run, args=[number]) for number in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    return done


def test_many_threads_citing_at_once_lose_nothing_and_mix_nothing_up(engine, law):
    def cite(number):
        return engine.cite(f"Claim {number}.", law, quote="ten years").citation

    made = in_threads(cite, 40)

    kept = {citation.id: citation for citation in engine.list_citations()}
    assert len(kept) == 40
    assert all(kept[citation.id] == citation for citation in made)


def test_many_threads_that_are_the_first_of_their_session_share_it(engine):
    def add(number):
        return engine.add_text(f"Words {number}.", name=f"source {number}").number

    assert sorted(in_threads(add, 20)) == list(range(1, 21))


def test_many_threads_adding_the_same_thing_add_it_once(engine):
    added = in_threads(lambda number: engine.add_text("Words.", name="same"), 20)

    assert len({(source.id, source.number) for source in added}) == 1
    assert len(engine.list_sources()) == 1


def test_many_threads_with_one_key_make_one_citation(engine, law):
    def cite(number):
        return engine.cite("c", law, quote="ten years", idempotency_key="k").citation_id

    assert len(set(in_threads(cite, 20))) == 1
