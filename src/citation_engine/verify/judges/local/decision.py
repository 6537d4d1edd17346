"""
From the model's scores to an answer: two calibrated probabilities, and thresholds on them.

The numbers of the logistic functions and the thresholds were fitted on data that no figure is
reported on. They stand in `judge.json` beside the weights.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from citation_engine.model.verdict import Support

NAMES = (
    "margin_window",
    "margin_top",
    "margin_parts",
    "contra_window",
    "contra_top",
    "contra_best",
)


class Scores(NamedTuple):
    """What the model says about one pair: a logit for each of the three answers."""

    supported: float
    not_enough: float
    contradicted: float

    @property
    def margin(self) -> float:
        """How far support is ahead of the other two."""
        return self.supported - _either(self.not_enough, self.contradicted)

    @property
    def contra(self) -> float:
        """How far contradiction is ahead of the other two."""
        return self.contradicted - _either(self.supported, self.not_enough)

    @property
    def told(self) -> float:
        """How far either answer is ahead of "not enough": whether the view speaks of the claim."""
        return _either(self.supported, self.contradicted) - self.not_enough


class Probabilities(NamedTuple):
    """How likely a claim is supported, and how likely it is contradicted."""

    supported: float
    contradicted: float


def aggregated(
    windows: Sequence[Scores], top: Scores | None, parts: Sequence[float]
) -> dict[str, float]:
    """
    Return the scores of all views of a premise as a few numbers.

    `parts` has the best margin of each sentence of the claim; none for a claim of one sentence.
    """
    views = windows if top is None else (*windows, top)
    window = max(one.margin for one in windows)
    contra = max(one.contra for one in windows)
    margin_top = window if top is None else top.margin
    return {
        "margin_window": window,
        "margin_top": margin_top,
        "margin_parts": min(parts) if parts else max(window, margin_top),
        "contra_window": contra,
        "contra_top": contra if top is None else top.contra,
        "contra_best": max(views, key=lambda one: one.told).contra,
    }


@dataclass(frozen=True, slots=True)
class Logistic:
    """A probability from named numbers."""

    features: tuple[str, ...]
    mean: tuple[float, ...]
    scale: tuple[float, ...]
    weights: tuple[float, ...]
    bias: float

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Logistic":
        """Read one as it is written down; raises `ValueError` where it cannot be used."""
        names = tuple(map(str, value["features"]))
        mean, scale, weights = (
            tuple(map(float, value[name])) for name in ("mean", "scale", "weights")
        )
        bias = float(value["bias"])
        if not len(names) == len(mean) == len(scale) == len(weights):
            raise ValueError("the rows of a logistic function differ in length")
        if not all(map(math.isfinite, (bias, *mean, *scale, *weights))) or 0 in scale:
            raise ValueError("a logistic function has a number that cannot be used")
        return cls(names, mean, scale, weights, bias)

    def probability(self, features: Mapping[str, float]) -> float:
        """Return the probability for these numbers."""
        rows = zip(self.features, self.mean, self.scale, self.weights, strict=True)
        total = self.bias + sum(w * (features[name] - m) / s for name, m, s, w in rows)
        return _sigmoid(total)


@dataclass(frozen=True, slots=True)
class Decider:
    """Turns numbers into probabilities, and probabilities into an answer."""

    supported: Logistic
    contradicted: Logistic
    at_supported: float
    at_unsupported: float
    at_contradicted: float
    at_spoken: float

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Decider":
        """Read it from `judge.json`; raises `ValueError` or `KeyError` where it cannot be used."""
        thresholds = {name: float(number) for name, number in value["thresholds"].items()}
        found = cls(
            Logistic.from_json(value["support"]),
            Logistic.from_json(value["contradiction"]),
            thresholds["supported"],
            thresholds["unsupported"],
            thresholds["contradicted"],
            thresholds["spoken"],
        )
        if not 0 < found.at_unsupported < found.at_supported < 1:
            raise ValueError("the thresholds are not in order")
        if not 0 < found.at_contradicted < 1:
            raise ValueError("the threshold of a contradiction is no probability")
        if not 0 <= found.at_spoken <= 1:
            raise ValueError("the least share of words is no share")
        return found

    def probabilities(self, features: Mapping[str, float]) -> Probabilities:
        """Return how likely it is that the claim is supported, and that it is contradicted."""
        return Probabilities(
            self.supported.probability(features), self.contradicted.probability(features)
        )

    def speaks(self, features: Mapping[str, float]) -> bool:
        """Whether a passage has enough of the claim's words to speak of it at all."""
        return features["word_recall"] >= self.at_spoken

    def support(
        self,
        p_supported: float,
        p_contradicted: float,
        parts: Sequence[tuple[float, float]] = (),
        *,
        spoken: bool = True,
    ) -> Support:
        """
        Return the answer.

        `parts` has the probabilities of each sentence, for a claim of several. Where one of them
        is supported and another is not, the claim is supported in part, unless the passage
        contradicts it as a whole. A passage that does not speak of a claim contradicts nothing,
        whatever the model makes of it.
        """
        whole = self._alone(p_supported, p_contradicted)
        if whole is Support.CONTRADICTED and not spoken:
            whole = self._unsaid(p_supported)
        if len(parts) > 1 and whole is not Support.CONTRADICTED:
            said = {self._alone(*part) for part in parts}
            if said & {Support.UNSUPPORTED, Support.CONTRADICTED}:
                if Support.SUPPORTED in said:
                    return Support.PARTIAL
                return Support.UNDECIDED if whole is Support.SUPPORTED else whole
        return whole

    def _alone(self, p_supported: float, p_contradicted: float) -> Support:
        supported = p_supported >= self.at_supported
        contradicted = p_contradicted >= self.at_contradicted
        if supported or contradicted:
            # Both at once means that the passage says two things, or the model does.
            if supported and contradicted:
                return Support.UNDECIDED
            return Support.SUPPORTED if supported else Support.CONTRADICTED
        return self._unsaid(p_supported)

    def _unsaid(self, p_supported: float) -> Support:
        """The answer where the passage says neither the claim nor its contrary."""
        return Support.UNSUPPORTED if p_supported <= self.at_unsupported else Support.UNDECIDED


def _either(one: float, other: float) -> float:
    """The logarithm of the sum of two exponentials."""
    most = max(one, other)
    return most + math.log1p(math.exp(min(one, other) - most))


def _sigmoid(value: float) -> float:
    if value >= 0:
        return 1 / (1 + math.exp(-value))
    small = math.exp(value)
    return small / (1 + small)
