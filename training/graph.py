"""The ONNX graph of the judge, written node by node, so that it holds nothing but what it needs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from training.mpnet import FIRST_POSITION, NORM_EPSILON, Shape
from training.quantise import BLOCK, HIGHEST, SMALLEST, quantise_blocks, quantise_rows

MICROSOFT = "com.microsoft"
Weights = Mapping[str, NDArray[np.float32]]
Array = NDArray[np.generic]


@dataclass(slots=True)
class Graph:
    """Nodes and constants as they come together."""

    quantised: bool
    highest: int = HIGHEST
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: list[onnx.TensorProto] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    def constant(self, name: str, value: Array) -> str:
        """Add a constant once and return its name."""
        if name not in self.names:
            self.names.add(name)
            self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def number(self, *values: int) -> str:
        """Return the name of a constant list of whole numbers."""
        name = "n_" + "_".join(map(str, values)).replace("-", "minus")
        return self.constant(name, np.array(values, np.int64))

    def add(self, operator: str, inputs: Sequence[str], name: str, **settings: Any) -> str:
        """Add a node with one output and return the name of the output."""
        return self.add_split(operator, inputs, [name], **settings)[0]

    def add_split(
        self, operator: str, inputs: Sequence[str], names: list[str], **settings: Any
    ) -> list[str]:
        """Add a node with several outputs and return their names."""
        domain = MICROSOFT if operator in _MICROSOFT_OPERATORS else ""
        node = helper.make_node(
            operator, list(inputs), names, name=names[0], domain=domain, **settings
        )
        self.nodes.append(node)
        return names

    def linear(self, x: str, name: str, weight: NDArray[np.float32]) -> str:
        """
        Add `x @ weight.T`.

        Each token is divided by its largest value before it is rounded and multiplied by it
        afterwards. The runtime rounds all tokens by one scale, and a few tokens are so much
        larger than the others that little would be left of those.
        """
        if not self.quantised:
            constant = self.constant(f"{name}.weight", weight.T)
            return self.add("MatMul", [x, constant], f"{name}.product")
        whole, scale = quantise_rows(weight, highest=self.highest)
        size = self._token_size(x)
        inputs = [
            self.add("Div", [x, size], f"{name}.even"),
            self.constant(f"{name}.weight", whole.T),
            self.constant(f"{name}.scale", scale),
            self.constant(f"{name}.zero", np.zeros(len(scale), np.int8)),
        ]
        product = self.add("DynamicQuantizeMatMul", inputs, f"{name}.whole")
        return self.add("Mul", [product, size], f"{name}.product")

    def _token_size(self, x: str) -> str:
        """Add the largest absolute value of each token, and never nothing."""
        absolute = self.add("Abs", [x], f"{x}.absolute")
        largest = self.add("ReduceMax", [absolute, self.number(-1)], f"{x}.largest")
        least = self.constant("least", np.array(SMALLEST, np.float32))
        return self.add("Max", [largest, least], f"{x}.size")

    def rows(self, name: str, table: NDArray[np.float32], places: str) -> str:
        """Add the rows of a table at these places."""
        if not self.quantised:
            return self.add("Gather", [self.constant(f"{name}.weight", table), places], name)
        # Rows are only looked up, never multiplied: they can use the whole range.
        whole, scale = quantise_rows(table, highest=127)
        parts = self.add(
            "Gather", [self.constant(f"{name}.weight", whole), places], f"{name}.whole"
        )
        scales = self.add(
            "Gather", [self.constant(f"{name}.scale", scale[:, None]), places], f"{name}.scales"
        )
        floats = self.add("Cast", [parts], f"{name}.floats", to=TensorProto.FLOAT)
        return self.add("Mul", [floats, scales], name)

    def block_rows(self, name: str, table: NDArray[np.float32], places: str) -> str:
        """Add the rows of a table of 4-bit numbers at these places."""
        if not self.quantised:
            return self.rows(name, table, places)
        packed, scale = quantise_blocks(table)
        bytes_ = self.add(
            "Gather", [self.constant(f"{name}.weight", packed), places], f"{name}.bytes"
        )
        blocks = self.number(1, -1, scale.shape[1], BLOCK // 2)
        bytes_ = self.add("Reshape", [bytes_, blocks], f"{name}.blocks")
        low = self.constant("low", np.array(15, np.uint8))
        four = self.constant("four", np.array(4, np.uint8))
        halves = [
            self.add("BitwiseAnd", [bytes_, low], f"{name}.first"),
            self.add("BitShift", [bytes_, four], f"{name}.second", direction="RIGHT"),
        ]
        whole = self.add("Concat", halves, f"{name}.whole", axis=3)
        floats = self.add("Cast", [whole], f"{name}.floats", to=TensorProto.FLOAT)
        middle = self.constant("middle", np.array(8, np.float32))
        floats = self.add("Sub", [floats, middle], f"{name}.signed")
        scales = self.constant(f"{name}.scale", scale[..., None])
        scales = self.add("Gather", [scales, places], f"{name}.scales")
        scales = self.add("Cast", [scales], f"{name}.scales.floats", to=TensorProto.FLOAT)
        product = self.add("Mul", [floats, scales], f"{name}.product")
        return self.add("Reshape", [product, self.number(1, -1, table.shape[1])], name)

    def sum_norm(self, inputs: list[str], name: str, weights: Weights, bias: str = "") -> str:
        """Add the normed sum of two inputs and a bias."""
        ends = [self.constant(f"{name}.{e}", weights[f"{name}.{e}"]) for e in ("weight", "bias")]
        every = [*inputs, *ends, *([bias] if bias else [])]
        return self.add("SkipLayerNormalization", every, f"{name}.output", epsilon=NORM_EPSILON)

    def bias(self, name: str, weights: Weights) -> str:
        """Return the name of a linear map's bias."""
        return self.constant(f"{name}.bias", weights[f"{name}.bias"])


_MICROSOFT_OPERATORS = {
    "BiasGelu",
    "DynamicQuantizeMatMul",
    "MultiHeadAttention",
    "SkipLayerNormalization",
}


def build_graph(
    weights: Weights, shape: Shape, buckets: NDArray[np.int64], *, graph: Graph
) -> onnx.ModelProto:
    """Return the model: `input_ids` of one pair in, its three `logits` out."""
    count = graph.add("Shape", ["input_ids"], "count", start=1, end=2)
    x = _embed(graph, weights, count)
    near = weights["distance_bias.weight"]
    bias = _distance_bias(graph, near[buckets], shape) if near.any() else ""
    for number in range(shape.layers):
        last = number == shape.layers - 1
        x = _layer(graph, weights, f"layers.{number}", x, bias, shape.heads, last=last)
    _head(graph, weights, x)
    made = helper.make_graph(
        graph.nodes,
        "judge",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "tokens"])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, 3])],
        graph.constants,
    )
    imports = [helper.make_opsetid("", 20), helper.make_opsetid(MICROSOFT, 1)]
    return helper.make_model(made, opset_imports=imports, ir_version=9)


def _embed(graph: Graph, weights: Weights, count: str) -> str:
    words = graph.block_rows("words", weights["words.weight"], "input_ids")
    length = graph.add("Squeeze", [count, graph.number(0)], "length")
    start = graph.constant("zero", np.array(0, np.int64))
    step = graph.constant("one", np.array(1, np.int64))
    places = graph.add("Range", [start, length, step], "places")
    table = weights["positions.weight"][FIRST_POSITION:]
    rows = graph.rows("positions", table, places)
    rows = graph.add("Unsqueeze", [rows, graph.number(0)], "positions.rows")
    return graph.sum_norm([words, rows], "norm", weights)


def _distance_bias(graph: Graph, by_distance: Array, shape: Shape) -> str:
    """Add what distance adds to attention, of the shape 1, heads, tokens, tokens."""
    middle = graph.number(shape.positions - 1)
    down = graph.add("Unsqueeze", ["places", graph.number(1)], "places.down")
    apart = graph.add("Sub", ["places", down], "places.apart")
    index = graph.add("Add", [apart, middle], "places.index")
    table = graph.constant("distance_bias.weight", by_distance.T)
    bias = graph.add("Gather", [table, index], "distance_bias.heads", axis=1)
    return graph.add("Unsqueeze", [bias, graph.number(0)], "distance_bias")


def _layer(
    graph: Graph, weights: Weights, name: str, x: str, bias: str, heads: int, *, last: bool
) -> str:
    """Add a layer; of the last one only the first token's vector is asked for."""
    own = x
    if last:
        own = graph.add("Slice", [x, *map(graph.number, (0, 1, 1))], f"{name}.own")
        if bias:
            bias = graph.add("Slice", [bias, *map(graph.number, (0, 1, 2))], f"{name}.bias")
    seen = _attend(graph, weights, name, (own, x, bias), heads)
    seen = graph.linear(seen, f"{name}.out", weights[f"{name}.out.weight"])
    shift = graph.bias(f"{name}.out", weights)
    y = graph.sum_norm([seen, own], f"{name}.out_norm", weights, shift)
    inner = graph.linear(y, f"{name}.up", weights[f"{name}.up.weight"])
    inner = graph.add("BiasGelu", [inner, graph.bias(f"{name}.up", weights)], f"{name}.gelu")
    inner = graph.linear(inner, f"{name}.down", weights[f"{name}.down.weight"])
    shift = graph.bias(f"{name}.down", weights)
    return graph.sum_norm([inner, y], f"{name}.down_norm", weights, shift)


def _attend(
    graph: Graph, weights: Weights, name: str, inputs: tuple[str, str, str], heads: int
) -> str:
    own, x, bias = inputs
    weight = weights[f"{name}.qkv.weight"]
    width = weight.shape[1]
    q = [] if own == x else [graph.linear(own, f"{name}.first", weight[:width])]
    rest = weight[width:] if q else weight
    product = graph.linear(x, f"{name}.qkv", rest)
    names = [f"{name}.{part}" for part in ("kv" if q else "qkv")]
    sizes = graph.number(*[width] * len(names))
    parts = q + graph.add_split("Split", [product, sizes], names, axis=2)
    shift = graph.bias(f"{name}.qkv", weights)
    every = [*parts, shift, *(["", bias] if bias else [])]
    return graph.add("MultiHeadAttention", every, f"{name}.seen", num_heads=heads)


def _head(graph: Graph, weights: Weights, x: str) -> None:
    """Add the head; it is small, so that it stays exact to 16 bits."""
    first = graph.add("Squeeze", [x, graph.number(1)], "first")
    dense = graph.add("Gemm", [first, *_half(graph, weights, "dense")], "dense", transB=1)
    inner = graph.add("Tanh", [dense], "tanh")
    graph.add("Gemm", [inner, *_half(graph, weights, "classes")], "logits", transB=1)


def _half(graph: Graph, weights: Weights, name: str) -> list[str]:
    stored = graph.constant(f"{name}.weight", weights[f"{name}.weight"].astype(np.float16))
    floats = graph.add("Cast", [stored], f"{name}.floats", to=TensorProto.FLOAT)
    return [floats, graph.bias(name, weights)]
