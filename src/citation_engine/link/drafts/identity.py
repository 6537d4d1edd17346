"""
Gives claims their ids: the hash of the folded text and an ordinal among equal texts.

So a claim is known again after its draft was edited elsewhere, moved around, set in other type or
given other markers.
"""

import hashlib
from collections import Counter

from citation_engine.language.fold import fold

_DIGITS = 12


class Identities:
    """The ids of one draft, given out in the order of its claims."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def next_id(self, text: str) -> str:
        """Return the id of the next claim, which has these words."""
        digest = text_digest(text)
        self._seen[digest] += 1
        return f"{digest}-{self._seen[digest]}"


def text_digest(text: str) -> str:
    """Return the part of an id that equal texts share, typography and white space aside."""
    folded = " ".join(fold(" ".join(text.split())).text.split())
    return hashlib.sha256(folded.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
