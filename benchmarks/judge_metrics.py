"""
Measures of judges: balanced accuracy, AUC, calibration, and how sure a figure is.

A confidence interval comes from drawing premises again, not rows: several claims about one text
stand or fall together, and an interval that takes them for independent is too narrow.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

DRAWS = 1_000
SEED = 6
# Draws that are held in memory at once.
_AT_ONCE = 100
_BINS = 10
# Holds the weights of the logistic baseline back a little, so that it always has a solution.
_RIDGE = 1e-3


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def percent(self) -> str:
        """The figure and its interval as percentages."""
        return f"{100 * self.value:.1f} ({100 * self.low:.1f}–{100 * self.high:.1f})"


@dataclass(frozen=True, slots=True)
class Bin:
    """One step of a reliability table; `size` is its share of all weights."""

    low: float
    high: float
    rows: int
    size: float
    mean: float
    share: float


# A measure of weighted rows: one value for each row of the matrix of weights.
Measure = Callable[[Floats], Floats]


def auc_measure(scores: Floats, positive: Flags) -> Measure:
    """The chance that a positive row has the higher score; ties count half."""
    order = np.argsort(scores, kind="stable")
    ranked, flags = scores[order], positive[order]
    starts = np.flatnonzero(np.r_[True, ranked[1:] != ranked[:-1]]) if len(ranked) else []

    def measure(weights: Floats) -> Floats:
        if not len(ranked):
            return np.full(len(weights), np.nan)
        ours = weights[:, order]
        good = np.add.reduceat(ours * flags, starts, axis=1)
        bad = np.add.reduceat(ours * ~flags, starts, axis=1)
        below = np.cumsum(bad, axis=1) - bad
        return _divided((good * (below + bad / 2)).sum(axis=1), good.sum(axis=1) * bad.sum(axis=1))

    return measure


def balanced_accuracy_measure(accepted: Flags, positive: Flags) -> Measure:
    """The mean of the share of positives accepted and the share of negatives refused."""

    def measure(weights: Floats) -> Floats:
        hits = _divided(weights @ (accepted & positive), weights @ positive)
        passes = _divided(weights @ (~accepted & ~positive), weights @ ~positive)
        return (hits + passes) / 2

    return measure


def share_measure(part: Flags, whole: Flags) -> Measure:
    """The share of the rows of `whole` that are in `part` too."""

    def measure(weights: Floats) -> Floats:
        return _divided(weights @ (part & whole), weights @ whole)

    return measure


def value_of(measure: Measure, rows: int) -> float | None:
    """The figure itself; None where it is not defined, such as an AUC of one class."""
    value = float(measure(np.ones((1, rows)))[0])
    return None if np.isnan(value) else value


def estimate(measure: Measure, groups: Sequence[object]) -> Estimate | None:
    """The figure with its interval; `groups` names the premise that each row belongs to."""
    value = value_of(measure, len(groups))
    if value is None:
        return None
    drawn = np.concatenate([measure(weights) for weights in _resampled(groups)])
    drawn = drawn[~np.isnan(drawn)]
    low, high = np.percentile(drawn, [2.5, 97.5]) if len(drawn) else (value, value)
    return Estimate(value, float(low), float(high))


def share_estimate(part: Flags, whole: Flags, groups: Sequence[object]) -> Estimate | None:
    """
    The share of the rows of `whole` that are in `part` too, with its interval.

    Drawing anew never finds what was not seen at all. There the interval is that of as many
    independent premises, of which none has it.
    """
    found = estimate(share_measure(part, whole), groups)
    if found is None or 0 < found.value < 1:
        return found
    seen = len({group for group, counts in zip(groups, whole, strict=True) if counts})
    beyond = 0.025 ** (1 / seen)
    return Estimate(found.value, beyond if found.value else 0.0, 1.0 if found.value else 1 - beyond)


def _resampled(groups: Sequence[object]) -> list[Floats]:
    """How often each row is drawn when premises are drawn anew, as many as there are."""
    numbers = {group: number for number, group in enumerate(dict.fromkeys(groups))}
    member = np.array([numbers[group] for group in groups])
    rng = np.random.default_rng(SEED)
    chances = np.full(len(numbers), 1 / len(numbers))
    return [
        rng.multinomial(len(numbers), chances, size=_AT_ONCE)[:, member].astype(np.float64)
        for _ in range(DRAWS // _AT_ONCE)
    ]


def best_threshold(sets: Sequence[tuple[Floats, Flags]]) -> float:
    """The threshold with the best mean of the sets' balanced accuracies, amid equally good ones."""
    sets = [(scores, positive) for scores, positive in sets if positive.any() and ~positive.all()]
    if not sets:
        raise ValueError("A threshold needs a set with supported and with other rows.")
    known = np.unique(np.concatenate([scores for scores, _ in sets]))
    steps = np.r_[known[0], (known[1:] + known[:-1]) / 2, np.nextafter(known[-1], np.inf)]
    total = np.zeros(len(steps))
    for scores, positive in sets:
        good, bad = np.sort(scores[positive]), np.sort(scores[~positive])
        hits = 1 - np.searchsorted(good, steps, "left") / len(good)
        passes = np.searchsorted(bad, steps, "left") / len(bad)
        total += (hits + passes) / 2
    best = np.flatnonzero(np.isclose(total, total.max(), rtol=0, atol=1e-12))
    run = best[: int(np.argmax(np.r_[np.diff(best) != 1, True])) + 1]
    return float(steps[run[len(run) // 2]])


def reliability(
    probabilities: Floats, positive: Flags, weights: Floats | None = None, bins: int = _BINS
) -> list[Bin]:
    """What probabilities of about the same size came to; empty steps are left out."""
    weights = np.ones(len(probabilities)) if weights is None else weights
    number = np.minimum((probabilities * bins).astype(int), bins - 1)
    found = []
    for step in range(bins):
        within = number == step
        if weights[within].sum() > 0:
            mean = np.average(probabilities[within], weights=weights[within])
            share = np.average(positive[within], weights=weights[within])
            size = weights[within].sum() / weights.sum()
            low, high = step / bins, (step + 1) / bins
            found.append(Bin(low, high, int(within.sum()), size, float(mean), float(share)))
    return found


def calibration_error(
    probabilities: Floats, positive: Flags, weights: Floats | None = None
) -> float:
    """The expected calibration error: how far probabilities are from what came true."""
    found = reliability(probabilities, positive, weights)
    return float(sum(one.size * abs(one.mean - one.share) for one in found))


def even_weights(positive: Flags) -> Floats:
    """Weights by which both classes count the same; none where there is only one."""
    share = positive.mean()
    return np.where(positive, 1 - share, share)


@dataclass(frozen=True, slots=True)
class Logistic:
    """A logistic function of standardised features."""

    mean: Floats
    scale: Floats
    weights: Floats
    bias: float

    def margins(self, features: Floats) -> Floats:
        """What the function says of rows of features, before it is squeezed between 0 and 1."""
        return ((features - self.mean) / self.scale) @ self.weights + self.bias


def fit_logistic(features: Floats, positive: Flags, importance: Floats) -> Logistic:
    """The logistic function that fits best, by Newton's method; every row has its importance."""
    mean, scale = features.mean(axis=0), features.std(axis=0)
    scale = np.where(scale > 0, scale, 1.0)
    inputs = np.c_[(features - mean) / scale, np.ones(len(features))]
    importance = importance / importance.sum()
    held = np.r_[np.full(features.shape[1], _RIDGE), 0.0]
    found = np.zeros(inputs.shape[1])
    for _ in range(100):
        chance = 1 / (1 + np.exp(-np.clip(inputs @ found, -35, 35)))
        slope = inputs.T @ (importance * (chance - positive)) + held * found
        bend = (inputs * (importance * chance * (1 - chance))[:, None]).T @ inputs
        step = np.linalg.solve(bend + np.diag(held + 1e-12), slope)
        found -= step
        if np.abs(step).max() < 1e-9:
            break
    return Logistic(mean, scale, found[:-1], float(found[-1]))


def _divided(part: Floats, whole: Floats) -> Floats:
    return np.divide(part, whole, out=np.full(len(whole), np.nan), where=whole > 0)
