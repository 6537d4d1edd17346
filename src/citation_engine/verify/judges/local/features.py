"""What can be counted about a claim and a premise without any model."""

import math
from collections.abc import Collection

from citation_engine.verify.judges.local.lexical import Lexical, lexical

NAMES = (
    "word_recall",
    "bigram_recall",
    "numbers_missing",
    "names_missing",
    "log_premise",
    "log_claim",
)


def features_of(premise: str, claim: str) -> dict[str, float]:
    """Return which share of the claim's words the premise has, and how long both are."""
    whole, said = lexical(premise), Lexical(claim)
    words = 1 - _missing(said.content, whole.known)
    return {
        "word_recall": words,
        "bigram_recall": 1 - _missing(said.pairs, whole.pairs) if said.pairs else words,
        "numbers_missing": _missing(said.numbers, whole.numbers),
        "names_missing": _missing(said.names, whole.known),
        "log_premise": math.log1p(len(whole.forms)),
        "log_claim": math.log1p(len(said.forms)),
    }


def _missing(wanted: Collection[object], there: Collection[object]) -> float:
    """The share of what is wanted that is not there; none where nothing is wanted."""
    return sum(one not in there for one in wanted) / len(wanted) if wanted else 0.0
