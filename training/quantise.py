"""Weights as whole numbers: of 8 bits with one scale a row, of 4 bits with one a block."""

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


# Numbers that share a scale of 16 bits in a table of 4 bits.
BLOCK = 32


def quantise_blocks(
    table: NDArray[np.float32],
) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
    """
    Return numbers of 4 bits, two in a byte, and one scale for each block (Q4_0).

    The number that is farthest from nothing becomes the least whole one, -8. A table that was
    stored so comes out as it was.
    """
    blocks = table.reshape(len(table), -1, BLOCK)
    farthest = np.take_along_axis(blocks, np.abs(blocks).argmax(axis=2)[..., None], axis=2)
    scale = (farthest / -8).astype(np.float16)
    divisor = np.where(scale == 0, 1, scale).astype(np.float32)
    whole = (np.rint(blocks / divisor).clip(-8, 7) + 8).astype(np.uint8)
    half = BLOCK // 2
    packed = whole[..., :half] | whole[..., half:] << 4
    return packed.reshape(len(table), -1), scale[..., 0]
