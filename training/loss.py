"""What training makes small: the distance of the answers from labels and from a teacher."""

import torch
from torch import Tensor
from torch.nn import functional

from training.rows import NOT_SUPPORTED, SUPPORTED, UNLABELLED


def hard_loss(logits: Tensor, label: Tensor, *, smoothing: float = 0.0) -> Tensor:
    """
    Return the loss of each row against its label.

    A row that is only known not to be supported asks for the sum of the other two answers, and one
    that nobody labelled asks for nothing.
    """
    logs = functional.log_softmax(logits.float(), dim=-1)
    known = label.clamp(max=NOT_SUPPORTED - 1)
    exact = -logs.gather(1, known[:, None])[:, 0]
    either = -torch.logsumexp(logs[:, SUPPORTED + 1 :], dim=-1)
    loss = torch.where(label == NOT_SUPPORTED, either, exact)
    loss = torch.where(label == UNLABELLED, torch.zeros_like(loss), loss)
    if not smoothing:
        return loss
    return (1 - smoothing) * loss - smoothing * logs.mean(dim=-1)


def teacher_loss(logits: Tensor, taught: Tensor, *, temperature: float = 2.0) -> Tensor:
    """Return how far each row's answers are from the teacher's, softened by a temperature."""
    wanted = functional.log_softmax(taught.float() / temperature, dim=-1)
    given = functional.log_softmax(logits.float() / temperature, dim=-1)
    apart = functional.kl_div(given, wanted, log_target=True, reduction="none").sum(dim=-1)
    return apart * temperature**2


def weighted_mean(loss: Tensor, weight: Tensor) -> Tensor:
    """Return the mean of the rows' losses by their weights."""
    return (loss * weight).sum() / weight.sum().clamp(min=1e-6)
