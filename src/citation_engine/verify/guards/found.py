"""What a guard found, by the numbers of the tokens."""

from typing import NamedTuple

from citation_engine.model.conflict import Aspect, Relation

# From a token up to, not including, another.
Place = tuple[int, int]


class Found(NamedTuple):
    """Words of a claim that do not agree with its passage."""

    aspect: Aspect
    relation: Relation
    claim: Place | None
    passage: Place | None
    # Whether the claim says as a fact what the passage only intends.
    as_fact: bool = False
