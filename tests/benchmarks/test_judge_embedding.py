import json
import math

import numpy as np
import pytest
from judge_embedding import Embedder, _gelu, cosines

WORDS = "[PAD] [UNK] [CLS] [SEP] . the cat dog sat ran on mat ##s law says".split()
WIDTH, INNER, LAYERS = 8, 16, 2


def shapes():
    """The names of a small model's tensors, and their shapes."""
    yield "embeddings.word_embeddings.weight", (len(WORDS), WIDTH)
    yield "embeddings.position_embeddings.weight", (256, WIDTH)
    yield "embeddings.token_type_embeddings.weight", (2, WIDTH)
    norms = ["embeddings.LayerNorm"]
    dense = []
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        norms += [f"{name}.attention.output.LayerNorm", f"{name}.output.LayerNorm"]
        dense += [(f"{name}.attention.self.{kind}", WIDTH, WIDTH) for kind in ("query", "key")]
        dense += [(f"{name}.attention.self.value", WIDTH, WIDTH)]
        dense += [(f"{name}.attention.output.dense", WIDTH, WIDTH)]
        dense += [(f"{name}.intermediate.dense", INNER, WIDTH)]
        dense += [(f"{name}.output.dense", WIDTH, INNER)]
    for name in norms:
        yield from ((f"{name}.weight", (WIDTH,)), (f"{name}.bias", (WIDTH,)))
    for name, rows, columns in dense:
        yield from ((f"{name}.weight", (rows, columns)), (f"{name}.bias", (rows,)))


@pytest.fixture
def embedder(tmp_path):
    rng = np.random.default_rng(4)
    head, data = {"__metadata__": {"format": "pt"}}, b""
    for name, shape in shapes():
        values = rng.normal(size=shape).astype(np.float32).tobytes()
        place = [len(data), len(data) + len(values)]
        head[name] = {"dtype": "F32", "shape": shape, "data_offsets": place}
        data += values
    written = json.dumps(head).encode()
    size = len(written).to_bytes(8, "little")
    (tmp_path / "model.safetensors").write_bytes(size + written + data)
    (tmp_path / "config.json").write_text(
        json.dumps({"num_attention_heads": 2, "num_hidden_layers": LAYERS})
    )
    (tmp_path / "vocab.txt").write_text("\n".join(WORDS) + "\n")
    return Embedder(tmp_path)


def test_a_text_has_the_same_vector_alone_and_among_others(embedder):
    texts = ["The cat sat on the mat.", "the law says", "", "The dog ran.", "the dogs sat"]
    together = embedder.embed(texts)

    assert np.linalg.norm(together, axis=1) == pytest.approx(np.ones(len(texts)))
    for text, vector in zip(texts, together, strict=True):
        assert embedder.embed([text])[0] == pytest.approx(vector, abs=1e-5)


def test_words_in_another_order_have_another_vector(embedder):
    one, other = embedder.embed(["the cat sat on the dog", "the dog sat on the cat"])

    assert float(one @ other) < 0.9999


def test_a_long_premise_counts_by_its_nearest_stretch(embedder):
    premise = " ".join(["The cat sat on the mat."] * 60 + ["The law says the dog ran."])
    stretches = embedder.stretches(premise)
    claim = "The law says the dog ran."
    alone = cosines(embedder, [(stretch, claim) for stretch in stretches])

    assert len(stretches) > 2
    assert "".join(stretches).replace(" ", "") == premise.replace(" ", "")
    assert cosines(embedder, [(premise, claim), (claim, claim)]) == pytest.approx([max(alone), 1])


def test_the_activation_is_the_exact_one():
    values = np.linspace(-8, 8, 2_001, dtype=np.float32)
    exact = [x * (1 + math.erf(x / math.sqrt(2))) / 2 for x in values.tolist()]

    assert _gelu(values) == pytest.approx(np.array(exact), abs=2e-6)
