"""Rounding in training as in the export, so that the weights learn to live with it."""

import torch
from torch import Tensor

from training.quantise import HIGHEST, SMALLEST


def fake_quantise(weight: Tensor, *, highest: int = HIGHEST) -> Tensor:
    """
    Return the weights as they will be after the export.

    The gradient passes through as if nothing had been rounded.
    """
    with torch.no_grad():
        scale = weight.abs().amax(dim=1, keepdim=True).clamp(min=1e-12) / highest
        change = (weight / scale).round() * scale - weight
    return weight + change


def fake_quantise_tokens(x: Tensor) -> Tensor:
    """
    Return the vectors of each pair as the runtime rounds them.

    Each token is divided by its largest value; then all tokens of a pair are rounded to 255
    steps between the two extremes. The gradient passes through as if nothing had been rounded.
    """
    with torch.no_grad():
        size = x.abs().amax(dim=-1, keepdim=True).float().clamp(min=SMALLEST)
        even = x.float() / size
        low = even.amin(dim=(1, 2), keepdim=True).clamp(max=0)
        high = even.amax(dim=(1, 2), keepdim=True).clamp(min=0)
        scale = ((high - low) / 255).clamp(min=1e-12)
        zero = (-low / scale).round()
        whole = ((even / scale).round() + zero).clamp(0, 255) - zero
        change = (whole * scale * size - x.float()).to(x.dtype)
    return x + change
