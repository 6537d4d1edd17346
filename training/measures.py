"""How well scores tell right from wrong."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def auc(scores: NDArray[Any], right: NDArray[np.bool_]) -> float:
    """Return how often a right row stands above a wrong one; ties count half."""
    good, bad = int(right.sum()), int((~right).sum())
    if not good or not bad:
        return float("nan")
    _, place, counts = np.unique(scores, return_inverse=True, return_counts=True)
    rank = (np.cumsum(counts) - (counts - 1) / 2)[place]
    return float((rank[right].sum() - good * (good + 1) / 2) / (good * bad))
