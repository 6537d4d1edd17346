"""The loop that training and distillation share: steps, schedule, averages, time."""

import argparse
import math
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.func import functional_call

from training.batches import Batch, batches
from training.mpnet import MPNet
from training.rounding import fake_quantise
from training.rows import Batching, Rows, epochs
from training.score import best_device, quick_type, report, score_rows

LossOf = Callable[[Tensor, Batch], Tensor]


@dataclass(frozen=True, slots=True)
class Plan:
    """How long and how fast to train."""

    tokens: float
    minutes: float
    rate: float = 4e-5
    warmup: float = 0.06
    cosine: bool = False
    layer_decay: float = 1.0
    weight_decay: float = 0.01
    clip: float = 1.0
    average: float = 0.999
    quantise_from: float = 1.0
    round_activations: bool = False
    batching: Batching = field(default_factory=Batching)
    seed: int = 0
    compiled: bool = False

    def rate_at(self, progress: float) -> float:
        """Return the share of the full rate at a point between 0 and 1."""
        if progress < self.warmup:
            return max(progress / self.warmup, 0.01)
        left = max(0.0, (1 - progress) / (1 - self.warmup))
        return (1 - math.cos(math.pi * left)) / 2 if self.cosine else left


class Average:
    """A moving average of the weights, which is what training gives in the end."""

    def __init__(self, model: MPNet, decay: float) -> None:
        self.decay = decay
        self.source = [p for p in model.parameters() if p.requires_grad]
        self.kept = [p.detach().clone() for p in self.source]
        self.steps = 0

    def update(self, *, warming: bool) -> None:
        """Take in the weights of this step; while the rate still rises, they replace the old."""
        self.steps = 0 if warming else self.steps + 1
        share = 1 - min(self.decay, (1 + self.steps) / (10 + self.steps)) if self.steps else 1.0
        torch._foreach_lerp_(self.kept, [p.detach() for p in self.source], share)

    def swap(self) -> None:
        """Exchange the model's weights and the averaged ones."""
        for own, kept in zip(self.source, self.kept, strict=True):
            old = own.detach().clone()
            own.data.copy_(kept)
            kept.copy_(old)


def groups(model: MPNet, plan: Plan) -> list[dict[str, object]]:
    """Return the optimiser's groups: lower layers learn slower, norms and biases do not decay."""
    made: dict[tuple[float, float], list[nn.Parameter]] = {}
    top = model.shape.layers + 1
    for name, parameter in model.named_parameters():
        if not parameter.requires_grad:
            continue
        place = name.split(".")
        depth = int(place[1]) + 1 if place[0] == "layers" else 0
        depth = top if place[0] in {"dense", "classes"} else depth
        decay = plan.weight_decay if parameter.ndim > 1 else 0.0
        share = plan.layer_decay ** (top - depth)
        made.setdefault((share, decay), []).append(parameter)
    return [
        {
            "params": parameters,
            "lr": plan.rate * share,
            "full": plan.rate * share,
            "weight_decay": decay,
        }
        for (share, decay), parameters in made.items()
    ]


def quick_weights(model: MPNet, *, rounded: bool) -> dict[str, Tensor]:
    """
    Return the weights of one step in the quick type; gradients pass through to the 32-bit ones.

    Tables of rows stay as they are, because only a few of their rows are used in a step.
    """
    quick = {}
    for name, parameter in model.named_parameters():
        if name.split(".")[0] in {"words", "positions", "distance_bias"}:
            continue
        linear = name.startswith("layers.") and parameter.ndim == 2
        used = fake_quantise(parameter) if rounded and linear else parameter
        quick[name] = used.to(quick_type(parameter.device))
    return quick


def rounded_layers(model: MPNet) -> dict[str, Tensor]:
    """Return the linear maps' weights as the export rounds them."""
    return {
        name: fake_quantise(parameter.detach())
        for name, parameter in model.named_parameters()
        if name.startswith("layers.") and parameter.ndim == 2
    }


@dataclass(slots=True)
class Clock:
    """Time, tokens and losses since the start and since the last line."""

    plan: Plan
    start: float = field(default_factory=time.monotonic)
    tokens: int = 0
    steps: int = 0
    rows: int = 0
    last: tuple[float, int, int] = (0.0, 0, 0)
    losses: list[Tensor] = field(default_factory=list)

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.start

    @property
    def progress(self) -> float:
        """The part that is done, by tokens or by time, whichever is further."""
        return max(self.tokens / self.plan.tokens, self.elapsed / (60 * self.plan.minutes))

    def count(self, batch: Batch, loss: Tensor) -> None:
        """Take in one step."""
        self.tokens += batch.ids.numel()
        self.rows += len(batch.label)
        self.steps += 1
        self.losses.append(loss.detach())

    def tell(self) -> None:
        """Print where training is."""
        now, rows, tokens = self.last
        loss = float(torch.stack(self.losses).mean())
        if not math.isfinite(loss):
            raise RuntimeError(f"The loss is {loss} after {self.steps} steps.")
        seconds = max(self.elapsed - now, 1e-6)
        quick = (self.rows - rows) / seconds, (self.tokens - tokens) / seconds
        print(
            f"{100 * self.progress:5.1f}% step {self.steps} {self.elapsed:.0f} s loss {loss:.4f} "
            f"rows/s {quick[0]:.0f} tokens/s {quick[1]:.0f}",
            flush=True,
        )
        self.last = (self.elapsed, self.rows, self.tokens)
        self.losses.clear()


def run(model: MPNet, rows: Rows, loss_of: LossOf, plan: Plan, *, dev: Rows | None = None) -> MPNet:
    """Train the model and return it with its averaged weights."""
    device = best_device()
    torch.set_float32_matmul_precision("high")
    torch.manual_seed(plan.seed)
    model.to(device).train()
    if plan.compiled:
        model.compile(dynamic=True)
    optimiser = torch.optim.AdamW(groups(model, plan), betas=(0.9, 0.98), eps=1e-6, fused=True)
    average = Average(model, plan.average)
    looks = [1 / 3, 2 / 3] if dev is not None else []
    clock = Clock(plan)
    order = epochs(rows, plan.batching, seed=plan.seed)
    with closing(batches(rows, order, plan.batching, device=device)) as stream:
        for batch in stream:
            progress = clock.progress
            if progress >= 1:
                break
            set_point(model, optimiser, plan, progress)
            weights = quick_weights(model, rounded=progress >= plan.quantise_from)
            loss = loss_of(functional_call(model, weights, (batch.ids, batch.lengths)), batch)
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(average.source, plan.clip)
            optimiser.step()
            optimiser.zero_grad()
            average.update(warming=progress < plan.warmup)
            clock.count(batch, loss)
            if clock.steps in {1, 10} or clock.elapsed - clock.last[0] > 10:
                clock.tell()
            if dev is not None and looks and progress > looks[0]:
                looks.pop(0)
                look(model, average, dev, rounded=progress >= plan.quantise_from)
    if clock.losses:
        clock.tell()
    average.swap()
    if plan.quantise_from < 1:
        # What is scored and exported from here on is what was trained.
        model.load_state_dict(rounded_layers(model), strict=False)
    if dev is not None:
        _tell_dev(model, dev, rounded=False)
    return model


def set_point(model: MPNet, optimiser: torch.optim.Optimizer, plan: Plan, progress: float) -> None:
    """Set what depends on how far training is: the rates, and whether activations are rounded."""
    for group in optimiser.param_groups:
        group["lr"] = group["full"] * plan.rate_at(progress)
    model.round_activations(on=plan.round_activations and progress >= plan.quantise_from)


def look(model: MPNet, average: Average, dev: Rows, *, rounded: bool) -> None:
    """Print the figures of the averaged weights on held-out rows."""
    average.swap()
    _tell_dev(model, dev, rounded=rounded)
    average.swap()


def _tell_dev(model: MPNet, dev: Rows, *, rounded: bool) -> None:
    start = time.monotonic()
    state = {name: value.clone() for name, value in model.state_dict().items()}
    copy = MPNet(model.shape)
    copy.by_distance = model.by_distance
    copy.to(next(model.parameters()).device)
    copy.load_state_dict(state | (rounded_layers(model) if rounded else {}))
    for line in report(score_rows(copy.to(quick_type(best_device())), dev), dev):
        print(line, flush=True)
    print(f"dev scored in {time.monotonic() - start:.1f} s", flush=True)


def save(model: MPNet, path: Path) -> None:
    """Write the weights."""
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.save({name: value.detach().cpu() for name, value in model.state_dict().items()}, path)
    print(f"wrote {path}", flush=True)


def add_plan_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what both commands ask for."""
    parser.add_argument("--rows", type=Path, nargs="+", required=True)
    parser.add_argument("--dev", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--tokens", type=float, required=True, help="stop after so many")
    parser.add_argument("--minutes", type=float, required=True, help="or after so much time")
    parser.add_argument("--lr", type=float, default=4e-5)
    parser.add_argument("--warmup", type=float, default=0.06)
    parser.add_argument("--cosine", action="store_true")
    parser.add_argument("--layer-decay", type=float, default=1.0)
    parser.add_argument("--average", type=float, default=0.999, help="decay of the mean of weights")
    parser.add_argument("--smoothing", type=float, default=0.0)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--batch-tokens", type=int, default=32_768)
    parser.add_argument("--batch-rows", type=int, default=512)
    parser.add_argument("--longest", type=int, default=448)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--keep-words", action="store_true", help="the table of pieces stays")


def plan_from(arguments: argparse.Namespace) -> Plan:
    """Return the plan that the arguments describe."""
    return Plan(
        tokens=arguments.tokens,
        minutes=arguments.minutes,
        rate=arguments.lr,
        warmup=arguments.warmup,
        cosine=arguments.cosine,
        layer_decay=arguments.layer_decay,
        average=arguments.average,
        quantise_from=getattr(arguments, "qat_from", 1.0),
        round_activations=getattr(arguments, "qat_activations", False),
        batching=Batching(arguments.batch_tokens, arguments.batch_rows, arguments.longest),
        seed=arguments.seed,
        compiled=arguments.compile,
    )


def spread_layers(depth: int, wanted: str | None) -> list[int]:
    """Return which layers to take: those in a list like 0,2,4, or so many, the last among them."""
    if wanted is None:
        return list(range(depth))
    if "," in wanted:
        return [int(number) for number in wanted.split(",")]
    count = int(wanted)
    return [number * depth // count for number in range(count - 1)] + [depth - 1]
