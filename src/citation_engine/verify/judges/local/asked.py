"""
A claim and a premise as the pairs the model scores, and the scores put back together.

Fitting and measuring use this very module, so that what was fitted is what answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from citation_engine.verify.judges.local.decision import Scores, aggregated
from citation_engine.verify.judges.local.features import features_of
from citation_engine.verify.judges.local.views import Count, Views, parts_of, views_of

# Windows that one sentence of a claim is scored with; the claim as a whole is scored with more.
MOST_PART_WINDOWS = 4
Features = dict[str, float]


@dataclass(frozen=True, slots=True)
class ClaimPart:
    """One sentence of a claim of several, and what is read of the premise for it."""

    claim: str
    views: Views


@dataclass(frozen=True, slots=True)
class Measurement:
    """The numbers a claim is decided by, those of its sentences, and the scores of each view."""

    features: Features
    parts: tuple[Features, ...]
    scores: tuple[Scores, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """One claim, one premise, and what the model is to read of them."""

    premise: str
    claim: str
    views: Views
    parts: tuple[ClaimPart, ...]

    @property
    def whole(self) -> bool:
        """Whether all of the premise is read, for the claim and for each of its sentences."""
        return self.views.whole and all(part.views.whole for part in self.parts)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """What is to be scored, premise and claim: the whole claim first, then its sentences."""
        whole = [(view, self.claim) for view in self.views.all]
        return whole + [(view, part.claim) for part in self.parts for view in part.views.all]

    def measured(self, scores: Sequence[Scores]) -> Measurement:
        """Return the numbers to decide by, from the scores of `pairs` in their order."""
        if len(scores) != len(self.pairs):
            raise ValueError(f"{len(self.pairs)} pairs have {len(scores)} scores")
        own = tuple(scores[: len(self.views.all)])
        at = len(own)
        parts: list[Features] = []
        for part in self.parts:
            size = len(part.views.all)
            parts.append(_numbers(self.premise, part.claim, part.views, scores[at : at + size]))
            at += size
        best = [part["margin_parts"] for part in parts]
        whole = _numbers(self.premise, self.claim, self.views, own, best)
        return Measurement(whole, tuple(parts), own)


def asked_of(premise: str, claim: str, count: Count) -> Asked:
    """Return what the model is to read; `count` says how many pieces a text has for it."""
    sentences = parts_of(claim)
    parts = sentences if len(sentences) > 1 else ()
    return Asked(
        premise,
        claim,
        views_of(premise, claim, count),
        tuple(ClaimPart(p, views_of(premise, p, count, most=MOST_PART_WINDOWS)) for p in parts),
    )


def _numbers(
    premise: str, claim: str, views: Views, scores: Sequence[Scores], parts: Sequence[float] = ()
) -> Features:
    many = len(views.windows)
    top = scores[many] if views.top is not None else None
    return aggregated(scores[:many], top, parts) | features_of(premise, claim)
