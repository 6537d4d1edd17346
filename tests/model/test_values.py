"""The nouns: frozen, strict about their fields, and whole after a trip through JSON."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from citation_engine.model.citation import (
    Citation,
    CitationContext,
    CitationResult,
    NewCitation,
    Session,
)
from citation_engine.model.draft import Claim, Draft, Marker
from citation_engine.model.entry import Entry
from citation_engine.model.finding import Finding
from citation_engine.model.passage import Locator, Passage, Span
from citation_engine.model.source import NewSource, Snapshot, Source
from citation_engine.model.verdict import JudgeIdentity, Match, Verdict

NOW = datetime(2024, 6, 1, 12, tzinfo=UTC)
PASSAGE = Passage(start=0, end=3, text="ten", segments=(Span(0, 3),), line=1)
VERDICT = Verdict(
    status="verified", match="exact", judge=JudgeIdentity(name="fake"), passage=PASSAGE
)
CITATION = Citation(
    id=3, entry_id="e", claim="c", source_id=1, created_at=NOW, verdict=VERDICT, locator={"row": 3}
)
VALUES = [
    PASSAGE,
    VERDICT,
    CITATION,
    CitationResult(
        citation_id=3, verification_status="verified", citation=CITATION, verdict=VERDICT
    ),
    NewCitation(claim="c"),
    Source(id=1, entry_id="e", type="document", identifier="i", name="n", created_at=NOW),
    NewSource(type="document", identifier="i", name="n", keys=("k",)),
    Snapshot(id=1, entry_id="e", source_id=1, ordinal=1, text="ten", taken_at=NOW),
    Session(session_id="s", created_at=NOW),
    Draft(
        text="t",
        claims=(Claim(text="c", markers=(Marker(dialect="d", span=Span(0, 1), text="t"),)),),
    ),
    Entry(entry_id="e", type="t", project="p", time=NOW, body=b"\xff"),
    Finding(code="CE101", name="n", level="error", message="m"),
]


def named(value):
    return type(value).__name__


@pytest.mark.parametrize("value", VALUES, ids=named)
def test_a_value_cannot_be_changed(value):
    with pytest.raises(ValidationError):
        setattr(value, next(iter(type(value).model_fields)), "other")


@pytest.mark.parametrize("value", VALUES, ids=named)
def test_a_value_refuses_a_field_it_does_not_have(value):
    fields = {name: getattr(value, name) for name in type(value).model_fields}

    with pytest.raises(ValidationError, match="surprise"):
        type(value)(**fields, surprise=1)


@pytest.mark.parametrize("value", VALUES, ids=named)
def test_a_value_is_the_same_after_a_trip_through_json(value):
    assert type(value).model_validate_json(value.model_dump_json()) == value


def test_a_locator_keeps_what_it_does_not_know():
    locator = Locator(page=24, satz=2, spans=[[1, 2]])

    assert locator.given() == {"page": 24, "satz": 2, "spans": [[1, 2]]}
    assert Locator(**locator.given()) == locator


@given(
    st.dictionaries(
        st.text(min_size=1).filter(lambda key: key not in Locator.model_fields),
        st.integers()
        | st.text()
        | st.booleans()
        | st.floats(allow_nan=False, allow_infinity=False),
    )
)
def test_every_extra_field_of_a_locator_is_kept(fields):
    assert Locator(**fields).given() == fields


def test_the_context_of_the_seed_is_a_session():
    assert CitationContext is Session
    assert CitationContext(session_id="s").project_id == "default"


@pytest.mark.parametrize("match", Match)
def test_only_words_that_are_there_count_as_located(match):
    assert match.located == (match in ("exact", "normalised", "elided"))


def test_a_citation_knows_its_marker_and_what_its_verdict_found():
    assert CITATION.marker == "[3]"
    assert CITATION.passage == PASSAGE
    assert CITATION.model_copy(update={"verdict": None}).similarity_score is None


@pytest.mark.parametrize(("number", "label"), [(4, "S4"), (None, "source 1")])
def test_a_source_is_called_by_its_number_where_it_has_one(number, label):
    source = Source(
        id=1, entry_id="e", type="custom", identifier="i", name="n", created_at=NOW, number=number
    )

    assert source.label == label


def test_the_words_are_not_in_the_representation():
    shown = repr(
        Snapshot(id=1, entry_id="e", source_id=1, ordinal=1, text="secret words", taken_at=NOW)
    )

    assert "secret words" not in shown
