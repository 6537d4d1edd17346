"""Weights as whole numbers of 8 bits, one scale a row."""

import numpy as np
from numpy.typing import NDArray

# 7 of the 8 bits: a processor without VNNI adds two products in 16 bits, and
# 2 * 255 * 64 is the most that fits. So every processor gives the same sums.
HIGHEST = 64
# The least size a token is divided by.
SMALLEST = 1e-6


def quantise_rows(
    values: NDArray[np.float32], *, highest: int = HIGHEST
) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return whole numbers and one scale for each row, such that their product is near `values`."""
    scale = np.maximum(np.abs(values).max(axis=1), 1e-12).astype(np.float32) / np.float32(highest)
    whole = np.rint(values / scale[:, None]).clip(-highest, highest).astype(np.int8)
    return whole, scale
