"""The encoder that is trained: MPNet in plain torch, with a head of three outputs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel

from training.rounding import fake_quantise_tokens

PAD = 1
# The first two rows of the table of positions belong to padding.
FIRST_POSITION = PAD + 1
BUCKETS = 32
FARTHEST = 128
NORM_EPSILON = 1e-5
OUTPUTS = ("supported", "not enough", "contradicted")
# Far below any score, and still far from the edge of what 16 bits hold.
MASKED = -30_000.0
# One of them always takes a bias and never builds a plan for each new shape.
ATTENTION = [SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]

State = dict[str, Tensor]


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of an encoder."""

    vocabulary: int
    positions: int
    width: int
    inner: int
    heads: int
    layers: int

    @classmethod
    def of(cls, state: Mapping[str, Tensor]) -> "Shape":
        """Read the sizes from the weights."""
        inner, width = state["layers.0.up.weight"].shape
        return cls(
            vocabulary=state["words.weight"].shape[0],
            positions=state["positions.weight"].shape[0],
            width=width,
            inner=inner,
            heads=state["distance_bias.weight"].shape[1],
            layers=len({name.split(".")[1] for name in state if name.startswith("layers.")}),
        )


class Layer(nn.Module):
    """Attention and a two-step map, each added to what came in and normed."""

    def __init__(self, shape: Shape, dropout: float) -> None:
        super().__init__()
        self.heads = shape.heads
        self.dropout = dropout
        self.rounds = False
        self.qkv = nn.Linear(shape.width, 3 * shape.width)
        self.out = nn.Linear(shape.width, shape.width)
        self.out_norm = nn.LayerNorm(shape.width, eps=NORM_EPSILON)
        self.up = nn.Linear(shape.width, shape.inner)
        self.down = nn.Linear(shape.inner, shape.width)
        self.down_norm = nn.LayerNorm(shape.width, eps=NORM_EPSILON)

    def forward(self, x: Tensor, bias: Tensor, *, first: bool = False) -> Tensor:
        """
        Return the vectors after this layer; `bias` is added to the attention scores.

        With `first`, only the first token's vector is made, which is all that the head reads.
        """
        p = self.dropout if self.training else 0.0
        own = x[:, :1] if first else x
        q, k, v = (
            part.view(*part.shape[:2], self.heads, -1).transpose(1, 2) for part in self._qkv(own, x)
        )
        bias = bias[:, :, :1].contiguous() if first and bias.shape[2] > 1 else bias
        seen = functional.scaled_dot_product_attention(q, k, v, attn_mask=bias, dropout_p=p)
        seen = self.out(self._rounded(seen.transpose(1, 2).flatten(2)))
        x = self.out_norm(own + functional.dropout(seen, p))
        inner = self.down(self._rounded(functional.gelu(self.up(self._rounded(x)))))
        y: Tensor = self.down_norm(x + functional.dropout(inner, p))
        return y

    def _qkv(self, own: Tensor, x: Tensor) -> tuple[Tensor, ...]:
        if own is x:
            return self.qkv(self._rounded(x)).chunk(3, dim=-1)  # type: ignore[no-any-return]
        weight, shift, width = self.qkv.weight, self.qkv.bias, x.shape[-1]
        q = functional.linear(self._rounded(own), weight[:width], shift[:width])
        both = functional.linear(self._rounded(x), weight[width:], shift[width:])
        return q, *both.chunk(2, dim=-1)

    def _rounded(self, x: Tensor) -> Tensor:
        return fake_quantise_tokens(x) if self.rounds else x


class MPNet(nn.Module):
    """The encoder and, on the vector of `<s>`, the head."""

    buckets: Tensor

    def __init__(self, shape: Shape, *, dropout: float = 0.1) -> None:
        super().__init__()
        self.shape = shape
        self.dropout = dropout
        self.words = nn.Embedding(shape.vocabulary, shape.width)
        self.positions = nn.Embedding(shape.positions, shape.width)
        self.norm = nn.LayerNorm(shape.width, eps=NORM_EPSILON)
        self.distance_bias = nn.Embedding(BUCKETS, shape.heads)
        self.by_distance = True
        # It stays as it is: a gradient for it would cost one value per pair of tokens and head.
        self.distance_bias.weight.requires_grad_(False)
        # Made once and on the CPU: rounding at the edges of the buckets differs between machines.
        apart = torch.arange(1 - shape.positions, shape.positions)
        self.register_buffer("buckets", bucket(apart), persistent=False)
        self.layers = nn.ModuleList(Layer(shape, dropout) for _ in range(shape.layers))
        self.dense = nn.Linear(shape.width, shape.width)
        self.classes = nn.Linear(shape.width, len(OUTPUTS))
        for linear in (self.dense, self.classes):
            nn.init.normal_(linear.weight, std=0.02)
            nn.init.zeros_(linear.bias)

    @classmethod
    def from_base(
        cls,
        base: Path | Mapping[str, Tensor],
        *,
        layers: Sequence[int] | None = None,
        dropout: float = 0.1,
    ) -> "MPNet":
        """Make a model from published weights or a checkpoint; a head that is missing is random."""
        state = read_state(base) if isinstance(base, Path) else own_names(base)
        if layers is not None:
            state = take_layers(state, layers)
        model = cls(Shape.of(state), dropout=dropout)
        missing, unknown = model.load_state_dict(state, strict=False)
        model.by_distance = bool(state["distance_bias.weight"].any())
        lost = [name for name in missing if name.split(".")[0] not in {"dense", "classes"}]
        if lost or unknown:
            raise ValueError(f"The weights do not fit: {lost} are missing, {unknown} unknown.")
        return model

    def round_activations(self, *, on: bool) -> None:
        """Round what goes into the linear maps, as the runtime will, or stop to."""
        for layer in self.layers:
            assert isinstance(layer, Layer)
            layer.rounds = on

    def forward(self, ids: Tensor, lengths: Tensor) -> Tensor:
        """Return the logits, one row of three for each row of `ids`."""
        return self.classify(self.encode(ids, lengths, first=True))

    def classify(self, vectors: Tensor) -> Tensor:
        """Return the logits for the vectors of the tokens."""
        p = self.dropout if self.training else 0.0
        first = functional.dropout(vectors[:, 0], p)
        inner = functional.dropout(torch.tanh(self.dense(first)), p)
        logits: Tensor = self.classes(inner)
        return logits.float()

    def encode(self, ids: Tensor, lengths: Tensor, *, first: bool = False) -> Tensor:
        """Return one vector for each token, or the first one's; rows are padded on the right."""
        count = ids.shape[1]
        p = self.dropout if self.training else 0.0
        places = torch.arange(FIRST_POSITION, FIRST_POSITION + count, device=ids.device)
        # In training the tables have 32 bits and all else 16.
        x: Tensor = self.norm((self.words(ids) + self.positions(places)).to(self.norm.weight.dtype))
        x = functional.dropout(x, p)
        with sdpa_kernel(ATTENTION):
            bias = self._bias(count, lengths)
            for number, layer in enumerate(self.layers, 1):
                x = layer(x, bias, first=first and number == len(self.layers))
        return x

    def _bias(self, count: int, lengths: Tensor) -> Tensor:
        kind = self.norm.weight.dtype
        places = torch.arange(count, device=lengths.device)
        padded = places[None, :] >= lengths[:, None]
        if not self.by_distance:
            bias = torch.zeros(padded.shape, dtype=kind, device=padded.device)
            return bias.masked_fill(padded, MASKED)[:, None, None, :]
        apart = places[None, :] - places[:, None] + self.shape.positions - 1
        near = self.distance_bias(self.buckets[apart]).permute(2, 0, 1)
        bias = near.to(kind)[None].expand(len(lengths), -1, -1, -1)
        return bias.masked_fill(padded[:, None, None, :], MASKED)


def bucket(distance: Tensor) -> Tensor:
    """
    Return the bucket of each distance (place attended to minus own place).

    Half of the buckets are for places behind. Near ones have a bucket each, far ones share.
    """
    half, exact = BUCKETS // 2, BUCKETS // 4
    behind = (distance > 0).long() * half
    far = distance.abs()
    shared = exact + (
        torch.log(far.clamp(min=1).float() / exact) / log(FARTHEST / exact) * (half - exact)
    ).long().clamp(max=half - 1 - exact)
    return behind + torch.where(far < exact, far, shared)


def take_layers(state: Mapping[str, Tensor], layers: Sequence[int]) -> State:
    """Return the weights of a shallower model that has only these layers, in this order."""
    kept = {name: value for name, value in state.items() if not name.startswith("layers.")}
    for new, old in enumerate(layers):
        start = f"layers.{old}."
        part = {n.removeprefix(start): v for n, v in state.items() if n.startswith(start)}
        if not part:
            raise ValueError(f"The weights have no layer {old}.")
        kept |= {f"layers.{new}.{name}": value for name, value in part.items()}
    return kept


def read_state(path: Path) -> State:
    """Read weights from a folder as published, from a .safetensors file or from a checkpoint."""
    if path.is_dir():
        path = next(
            p for p in (path / "model.safetensors", path / "pytorch_model.bin") if p.exists()
        )
    if path.suffix == ".safetensors":
        from safetensors.torch import load_file

        return own_names(load_file(path))
    return own_names(torch.load(path, map_location="cpu", weights_only=True))


def own_names(state: Mapping[str, Tensor]) -> State:
    """Return the weights under the names used here, as 32-bit floats."""
    if "words.weight" in state:
        return {name: value.float() for name, value in state.items()}
    clean = {name.removeprefix("mpnet."): value.float() for name, value in state.items()}
    named = {
        "words.weight": clean["embeddings.word_embeddings.weight"],
        "positions.weight": clean["embeddings.position_embeddings.weight"],
        "distance_bias.weight": clean["encoder.relative_attention_bias.weight"],
    }
    for end in ("weight", "bias"):
        named[f"norm.{end}"] = clean[f"embeddings.LayerNorm.{end}"]
        for name in [n for n in clean if n.endswith(f"attention.attn.q.{end}")]:
            old, new = name.split("attention.attn.")[0], f"layers.{name.split('.')[2]}"
            parts = [clean[f"{old}attention.attn.{part}.{end}"] for part in "qkv"]
            named[f"{new}.qkv.{end}"] = torch.cat(parts)
            for theirs, ours in _LAYER_NAMES.items():
                named[f"{new}.{ours}.{end}"] = clean[f"{old}{theirs}.{end}"]
    return named


_LAYER_NAMES = {
    "attention.attn.o": "out",
    "attention.LayerNorm": "out_norm",
    "intermediate.dense": "up",
    "output.dense": "down",
    "output.LayerNorm": "down_norm",
}
