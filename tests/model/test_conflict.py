"""Differences and conflicts as values."""

import pytest
from pydantic import ValidationError

from citation_engine.model.passage import Span
from citation_engine.model.verdict import Aspect, Conflict, Difference, Relation, Weight

DIFFERENCE = Difference(
    aspects=(Aspect.NUMBER, Aspect.WORDS),
    quote_span=Span(0, 3),
    source_span=Span(4, 9),
    quote_words="six",
    source_words="a ten",
    sentence="The number differs.",
)


def test_the_weightiest_aspect_names_a_difference():
    assert DIFFERENCE.aspect is Aspect.NUMBER
    assert DIFFERENCE.weight is Weight.MEANING
    assert DIFFERENCE.code == "number-changed"


def test_every_aspect_has_a_weight():
    assert {aspect.weight for aspect in Aspect} == set(Weight)
    assert Aspect.WORDS.weight is Weight.WORDING
    assert Aspect.SPACING.weight is Weight.FORM


def test_a_conflict_is_named_by_aspect_and_relation():
    one = Conflict(aspect=Aspect.DATE, relation=Relation.MISSING, sentence="It is missing.")

    assert one.code == "date-missing"
    assert one.passage_span is None


@pytest.mark.parametrize(
    "value",
    [
        DIFFERENCE,
        Conflict(
            aspect=Aspect.UNIT,
            relation=Relation.DIFFERS,
            claim_span=Span(0, 1),
            sentence="It differs.",
        ),
    ],
)
def test_they_survive_the_way_through_json(value):
    assert type(value).model_validate_json(value.model_dump_json()) == value


def test_they_cannot_be_changed():
    with pytest.raises(ValidationError):
        DIFFERENCE.quote_words = "seven"
