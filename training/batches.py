"""Batches as tensors, prepared by a thread while the last one is worked on."""

import queue
import threading
from collections.abc import Generator, Iterator
from dataclasses import dataclass, fields

import numpy as np
import torch
from torch import Tensor

from training.rows import STEP, Batching, Rows, Whole


@dataclass(frozen=True, slots=True)
class Batch:
    """Some pairs as tensors; `row` says which rows of the file they are."""

    ids: Tensor
    lengths: Tensor
    label: Tensor
    weight: Tensor
    row: Tensor

    def to(self, device: torch.device) -> "Batch":
        """Return the batch on a device."""
        return Batch(
            **{
                field.name: getattr(self, field.name).to(device, non_blocking=True)
                for field in fields(self)
            }
        )


def make_batch(rows: Rows, chosen: Whole, batching: Batching, *, pin: bool = False) -> Batch:
    """Return one batch."""
    lengths = rows.lengths(longest=batching.longest, rows=chosen)
    width = int(-(-lengths.max() // STEP) * STEP)
    tensors = Batch(
        ids=torch.from_numpy(rows.fill(chosen, width, longest=batching.longest)),
        lengths=torch.from_numpy(lengths),
        label=torch.from_numpy(rows.label[chosen].astype(np.int64)),
        weight=torch.from_numpy(rows.weight[chosen].astype(np.float32)),
        row=torch.from_numpy(chosen),
    )
    if not pin:
        return tensors
    return Batch(**{f.name: getattr(tensors, f.name).pin_memory() for f in fields(tensors)})


def batches(
    rows: Rows, plan: Iterator[Whole], batching: Batching, *, device: torch.device
) -> Generator[Batch, None, None]:
    """Yield batches on the device; a thread of its own prepares the next ones."""
    ready: queue.Queue[Batch | BaseException | None] = queue.Queue(maxsize=8)
    stop = threading.Event()

    def prepare() -> None:
        try:
            for chosen in plan:
                _put(ready, make_batch(rows, chosen, batching, pin=device.type == "cuda"), stop)
                if stop.is_set():
                    return
            _put(ready, None, stop)
        except BaseException as error:  # noqa: BLE001 - raised again where batches are taken
            _put(ready, error, stop)

    threading.Thread(target=prepare, daemon=True).start()
    try:
        while (batch := ready.get()) is not None:
            if isinstance(batch, BaseException):
                raise batch
            yield batch.to(device)
    finally:
        stop.set()


def _put(
    ready: "queue.Queue[Batch | BaseException | None]",
    thing: Batch | BaseException | None,
    stop: threading.Event,
) -> None:
    while not stop.is_set():
        try:
            ready.put(thing, timeout=0.2)
        except queue.Full:
            continue
        return
