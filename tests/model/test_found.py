"""Found sources: the JSON others exchange, there and back without a loss."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine import InvalidInput
from citation_engine.model.source import FoundSource

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NAMES = TEXTS.filter(bool) | st.sampled_from(["id", "type", "toolName", "extra", "fullContent"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)
FOUND = st.builds(
    FoundSource,
    id=TEXTS.filter(bool),
    kind=st.sampled_from(["web", "file", "api", "mcp", "mine"]),
    tool_name=TEXTS,
    tool_request_id=TEXTS,
    uri=st.none() | TEXTS,
    title=st.none() | TEXTS,
    domain=st.none() | TEXTS,
    snippet=st.none() | TEXTS,
    full_content=st.none() | TEXTS,
    page_number=st.none() | st.integers(1, 10_000),
    extra=st.dictionaries(NAMES, JSON, max_size=4),
)


@given(FOUND)
def test_a_found_source_goes_to_json_and_back_unchanged(found):
    assert FoundSource.from_json(json.loads(json.dumps(found.to_json()))) == found


def test_the_json_has_the_names_others_use():
    found = FoundSource(
        id="req-1-0",
        kind="file",
        tool_name="query_rag_project",
        tool_request_id="req-1",
        full_content="Words.",
        page_number=3,
        extra={"score": 0.5, "type": "chunk"},
    )

    assert found.to_json() == {
        "id": "req-1-0",
        "type": "file",
        "toolName": "query_rag_project",
        "toolRequestId": "req-1",
        "fullContent": "Words.",
        "pageNumber": 3,
        "score": 0.5,
        "extra": {"type": "chunk"},
    }


def test_fields_of_others_are_kept_and_come_back():
    row = {"id": "a", "type": "web", "toolName": "t", "toolRequestId": "r", "favicon": "x.ico"}

    found = FoundSource.from_json(row)

    assert found.extra == {"favicon": "x.ico"}
    assert found.to_json() == row


@pytest.mark.parametrize("given", [{}, {"id": "a"}, {"id": 3, "type": "web"}, {"id": ""}])
def test_what_is_no_found_source_is_refused_in_a_sentence(given):
    with pytest.raises(InvalidInput, match="not a found source"):
        FoundSource.from_json(given)


def test_a_truth_value_is_not_a_page():
    row = {"id": "a", "type": "web", "toolName": "t", "toolRequestId": "r", "pageNumber": True}

    with pytest.raises(InvalidInput):
        FoundSource.from_json(row)
