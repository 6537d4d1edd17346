"""A very small model with the files of the local judge's: each word adds to one of the answers."""

import base64
import hashlib
import json
import string
from pathlib import Path

import numpy as np

from citation_engine.verify.judges.local.decision import COUNTS, MARGINS

WORDS = """
    the a of and to in is are was it for not that this with by on as at from or be has its all
    records kept years ten two three five every company must books tax paid city river tower built
    tall people live near report says law rule firm keeps house old new red blue cat dog sat mat
    indeed never perhaps sun moon sky water iron gold year month day north south east west
""".split()
VOCABULARY = [
    *("<s>", "<pad>", "</s>", "<unk>", "[UNK]"),
    *string.ascii_lowercase,
    *string.digits,
    *(f"##{one}" for one in string.ascii_lowercase + string.digits),
    *",.;:!?'\"()-|",
    *WORDS,
]
VOCABULARY += [f"[{number}]" for number in range(len(VOCABULARY), 256)]
# Gather(table, input_ids), then the sum over the words; the table stands in weights-1.bin.
GRAPH = (
    "CAgSADrsAQogCgV0YWJsZQoJaW5wdXRfaWRzEgRyb3dzIgZHYXRoZXIKMAoEcm93cwoEYXhlcxIGbG9naXRzIglSZWR1"
    "Y2VTdW0qDwoIa2VlcGRpbXMYAKABAhIFd29yZHMqSAiAAggDEAFCBXRhYmxlahkKCGxvY2F0aW9uEg13ZWlnaHRzLTEu"
    "YmluagsKBm9mZnNldBIBMGoOCgZsZW5ndGgSBDMwNzJwASoNCAEQBzoBAUIEYXhlc1ocCglpbnB1dF9pZHMSDwoNCAcS"
    "CQoCCAEKAxIBbmIYCgZsb2dpdHMSDgoMCAESCAoCCAEKAggDQgQKABAR"
)
# A premise with the word is supported, contradicted, or neither.
SUPPORTS, CONTRADICTS, SAYS_LITTLE = "indeed", "never", "perhaps"
TELLING = {SUPPORTS: (9.0, 0.0, 0.0), CONTRADICTS: (0.0, 0.0, 9.0), SAYS_LITTLE: (3.0, 0.5, 0.0)}


def logistic(name: str) -> dict:
    features = [*MARGINS, *COUNTS]
    return {
        "features": features,
        "mean": [0.0] * len(features),
        "scale": [1.0] * len(features),
        "weights": [float(one == name) for one in features],
        "bias": 0.0,
    }


def card(folder: Path) -> dict:
    files = ("judge.onnx", "weights-1.bin", "vocab.txt")
    hashes = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in files}
    return {
        "version": "7",
        "model": "0123456789ab",
        "encoders": [{"graph": "judge.onnx", "vocabulary": "vocab.txt", "weight": 1.0}],
        "files": hashes,
        "support": logistic("margin_parts"),
        "contradiction": logistic("contra_best"),
        "thresholds": {"supported": 0.9, "unsupported": 0.4, "contradicted": 0.9, "spoken": 0.0},
        "languages": ["en"],
        "figures": {},
    }


def write_card(folder: Path, **changed) -> None:
    (folder / "judge.json").write_text(json.dumps(card(folder) | changed), "utf-8")


def make_pair_model(folder: Path, telling: dict[str, tuple[float, ...]] = TELLING) -> Path:
    """Write the files of a model that answers by a few words; every pair leans to "not enough"."""
    table = np.zeros((256, 3), np.float32)
    table[0, 1] = 2.0
    for word, logits in telling.items():
        table[VOCABULARY.index(word)] = logits
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "judge.onnx").write_bytes(base64.b64decode(GRAPH))
    (folder / "weights-1.bin").write_bytes(table.tobytes())
    (folder / "vocab.txt").write_text("\n".join(VOCABULARY) + "\n", "utf-8")
    write_card(folder)
    return folder
